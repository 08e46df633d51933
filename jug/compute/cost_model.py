"""A measured model of time: the seconds of a fit on either backend, by its size.

Seconds of one iteration at n TOAs and k columns (parameters and noise columns):

    call + binary + chunked + n (row + binned + coupled_row) + dense n d + noise n m + solve k^3

Here d is the number of parameters whose columns are not in disjoint ranges (as DMX bins are), and m that of columns of
correlated noise. The term "binary" is 0 for a model without one: its many functions take NumPy as long to call as all
others together. The term "chunked" is 0 for TOAs that are one chunk, and "binned" without columns in disjoint ranges,
which take a TOA the same time however many they are. The term "coupled_row" is 0 for white narrowband TOAs; those with
correlated noise or measured DMs take longer. Most of the time of many TOAs is the evaluation of dense columns; the Gram
product, n k^2, at 50 Gflop/s and more, is small below 500 columns.

A fit also takes time besides its iterations, the same with either backend: for its anchors, and for each parameter. For
small pulsars this is most of the time. JAX also takes time for its import, once in a process; for compilation, once for
each structure and padded size, or less where compiled code is on the disk; and to send the arrays to the device, once a
fit. The shipped table was fitted to whole fits of pulsars of all kinds and to single iterations, warm, on one core,
with NumPy 2.4 and JAX 0.10 (docs/backends.md). ``jug tune`` replaces it with a table of this machine, for the device
that JAX uses (`jug.compute.cost_tables`).
"""

from typing import NamedTuple

from jug.core.execution.chunks import are_many


class FitSize(NamedTuple):
    """What the time of a fit depends on.

    Parameters
    ----------
    n_toa, n_par : int
        Numbers of TOAs and of free parameters.
    n_binned : int
        Parameters among them whose columns are in disjoint ranges of TOAs (DMX bins, jumps between receivers).
    n_noise : int
        Columns of correlated noise besides the parameters; epochs are not counted.
    coupled : bool
        Whether rows are coupled: by correlated noise, epochs included, or TOAs with their measured DMs.
    binary : bool
        Whether the model has a binary.
    """

    n_toa: int
    n_par: int
    n_binned: int = 0
    n_noise: int = 0
    coupled: bool = False
    binary: bool = False


class Rates(NamedTuple):
    """Seconds of one iteration.

    Parameters
    ----------
    call, row, element, product, solve : float
        For the call, a TOA, a TOA and column, a TOA and column squared, a column cubed. The shipped table has none for
        a TOA and column, of any kind.
    dense, noise : float
        In addition for a TOA and column, where the column is dense, or one of correlated noise.
    coupled : float
        In addition for a TOA and column, where rows are coupled; in tables of earlier versions.
    binary, chunked : float
        In addition for the call, where the model has a binary, and where the TOAs are more than one chunk.
    binned, coupled_row : float
        In addition for a TOA, where parameters are in disjoint ranges, and where rows are coupled.
    """

    call: float
    row: float
    element: float
    product: float
    solve: float
    dense: float = 0.0
    noise: float = 0.0
    coupled: float = 0.0
    binary: float = 0.0
    chunked: float = 0.0
    binned: float = 0.0
    coupled_row: float = 0.0

    def seconds(self, size: FitSize) -> float:
        """Return the time of one iteration.

        Parameters
        ----------
        size : FitSize

        Returns
        -------
        float
            s.
        """
        n, k, m = float(size.n_toa), float(size.n_par + size.n_noise), float(size.n_noise)
        dense = self.dense * (size.n_par - size.n_binned)
        element = self.element + self.coupled * size.coupled
        row = self.row + self.binned * (size.n_binned > 1) + self.coupled_row * size.coupled
        of_a_row = row + k * (element + k * self.product) + dense + self.noise * m
        call = self.call + self.binary * size.binary + self.chunked * are_many(size.n_toa)
        return call + n * of_a_row + self.solve * k**3


class Costs(NamedTuple):
    """The measured times of a machine.

    Parameters
    ----------
    numpy, jax : Rates
    place : (float, float)
        Time of a fit with JAX besides its iterations (padding and sending the arrays): s, and s for each TOA.
    start : float
        Importing JAX, s.
    compile, load : float
        Compiling an iteration, and loading compiled code from the disk (tracing included), s.
    source : str
        Where the numbers come from.
    device : str
        The device of JAX: "cpu", "gpu".
    besides : (float, float, float)
        Time of a fit with either backend besides its iterations: s, s for each TOA, and s for each parameter. Zeros in
        a table of an earlier version, whose rates contain it.
    place_noise : float
        In addition to ``place``, where there are columns of correlated noise, s.
    """

    numpy: Rates
    jax: Rates
    place: tuple[float, float]
    start: float
    compile: float
    load: float
    source: str
    device: str = "cpu"
    besides: tuple[float, float, float] = (0.0, 0.0, 0.0)
    place_noise: float = 0.0

    def common(self, size: FitSize) -> float:
        """Return the time of a fit with either backend besides its iterations.

        Parameters
        ----------
        size : FitSize

        Returns
        -------
        float
            s.
        """
        once, each_toa, each_parameter = self.besides
        return once + each_toa * size.n_toa + each_parameter * size.n_par


SHIPPED_COSTS = Costs(
    Rates(
        *(4.76e-4, 4.83e-8, 0.0, 0.0, 1.50e-10),
        dense=1.13e-8,
        noise=5.95e-9,
        binary=4.18e-4,
        chunked=3.5e-4,
        binned=2.15e-7,
        coupled_row=4.56e-7,
    ),
    Rates(
        *(2.21e-4, 0.0, 0.0, 0.0, 1.79e-10),
        dense=8.61e-9,
        noise=7.44e-9,
        binary=1.11e-4,
        binned=2.11e-7,
        coupled_row=2.86e-7,
    ),
    (1.22e-3, 0.0),
    0.4,
    1.3,
    0.25,
    "shipped with jug",
    besides=(1.71e-3, 4.68e-7, 3.77e-5),
    place_noise=8.7e-4,
)
