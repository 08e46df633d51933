"""A measured model of time: the seconds of a fit on either backend, by its size.

Seconds of one iteration at n TOAs and k columns (parameters and noise columns):

    call + binary + chunked + row n + element n k + dense n d + noise n m + coupled n k + product n k^2 + solve k^3

Of the k columns d are parameters whose columns are not in disjoint ranges (as DMX bins are), and m are of correlated
noise. The term "coupled" is 0 for white narrowband TOAs; with correlated noise or measured DMs a column takes longer.
The term "binary" is 0 for a model without one: its many functions take NumPy as long to call as all others together.
The term "chunked" is 0 for TOAs that are one chunk. Most of the time of many TOAs is the evaluation of columns; the
Gram product, n k^2, at 50 Gflop/s and more, is small below 500 columns.

A fit also takes time besides its iterations, the same with either backend: for its anchors, and for each parameter. For
small pulsars this is most of the time. JAX also takes time for its import, once in a process; for compilation, once for
each structure and padded size, or less where compiled code is on the disk; and to send the arrays to the device, once a
fit. The shipped table was fitted to whole fits of pulsars of all kinds and to single iterations, warm, on one core,
with NumPy 2.4 and JAX 0.10 (docs/backends.md). ``jug tune`` replaces it with a table of this machine, for the device
that JAX uses. Each kind of device (a CPU, a GPU) has a table of its own, with a checksum. Where a table is damaged, the
shipped one is used and a warning is given.
"""

import os
import sys
from pathlib import Path
from typing import NamedTuple, SupportsFloat
from zlib import crc32

from jug.core.execution.chunks import are_many
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning
from jug.io.folders import cache_folder
from jug.text.json_types import JsonMapping, JsonObject

COST_FILE = "backends.json"

CHECKSUM = "crc32"
"""Key of a stored table: the CRC-32 of its other entries."""


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
        For the call, a TOA, a TOA and column, a TOA and column squared, a column cubed.
    dense, noise : float
        In addition for a TOA and column, where the column is dense, or one of correlated noise.
    coupled : float
        In addition for a TOA and column, where rows are coupled.
    binary, chunked : float
        In addition for the call, where the model has a binary, and where the TOAs are more than one chunk.
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
        of_a_row = self.row + k * (element + k * self.product) + dense + self.noise * m
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
    Rates(5.1e-4, 2.3e-8, 4.1e-10, 0.0, 1.4e-10, 1.1e-8, 2.8e-9, 3.9e-9, 4.4e-4, 8.3e-4),
    Rates(2.3e-4, 3.1e-8, 4.7e-10, 0.0, 1.8e-10, 7.1e-9, 5.9e-9, 2.7e-9, 1.3e-4, 0.0),
    (1.3e-3, 0.0),
    0.4,
    1.3,
    0.25,
    "shipped with jug",
    besides=(1.7e-3, 5.7e-7, 3.9e-5),
)


def cost_file() -> Path:
    """Return the file of the table that ``jug tune`` writes."""
    return cache_folder() / COST_FILE


def costs(path: Path | None = None) -> Costs:
    """Return the table of this machine for JAX's device, or the shipped one where there is none.

    Parameters
    ----------
    path : Path, optional
        The file of the tables; the one in this user's cache folder when absent.

    Returns
    -------
    Costs

    Warns
    -----
    InputWarning
        The file is damaged.
    """
    path = cost_file() if path is None else path
    tables = saved_tables(path)
    if not tables:
        if os.path.exists(path):
            why = "the times that `jug tune` measured are damaged, or have no checksum"
            hint = "those that come with jug are used; run `jug tune` again"
            give_warning(InputWarning(f"{path}: {why}; {hint}"))
        return SHIPPED_COSTS
    return tables.get(_device(tuple(tables)), SHIPPED_COSTS)


def saved_tables(path: Path | None = None) -> dict[str, Costs]:
    """Return the tables that ``jug tune`` has written.

    Parameters
    ----------
    path : Path, optional
        As for `costs`.

    Returns
    -------
    dict of str to Costs
        By device; empty where the file cannot be read.
    """
    path = cost_file() if path is None else path
    if not os.path.exists(path):  # Path.exists raises where a name is too long, or its folder may not be searched
        return {}
    from jug.text.strict_json import read_json_text

    try:
        found = {device: from_json(table) for device, table in read_json_text(path.read_bytes()).items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return found if all(device == table.device for device, table in found.items()) else {}


def _device(measured: tuple[str, ...]) -> str:
    """Return the kind of JAX's default device: as JAX says, as the user has set it, or a GPU before the CPU."""
    if "jax" in sys.modules:
        try:
            return str(sys.modules["jax"].default_backend())
        except (RuntimeError, AssertionError, AttributeError):
            return "cpu"
    asked = os.environ.get("JAX_PLATFORMS", "").split(",")[0]
    return {"cuda": "gpu", "rocm": "gpu"}.get(asked, asked) or min(measured, key=lambda device: device == "cpu")


def costs_to_json(table: Costs) -> JsonObject:
    """Return a table as numbers, texts, lists and dicts.

    Parameters
    ----------
    table : Costs

    Returns
    -------
    dict
        With its checksum.
    """
    content = {**table._asdict(), "numpy": table.numpy._asdict(), "jax": table.jax._asdict()}
    return {**content, CHECKSUM: _checksum(content)}


def _checksum(content: JsonMapping) -> int:
    """The CRC-32 of all entries except the checksum; their order does not matter."""
    from jug.text.strict_json import json_text

    others = {key: value for key, value in content.items() if key != CHECKSUM}
    return crc32(json_text(others, sort_keys=True).encode())


def from_json(content: JsonObject) -> Costs:
    """Return the table that `costs_to_json` wrote.

    Parameters
    ----------
    content : dict

    Returns
    -------
    Costs

    Raises
    ------
    KeyError, TypeError, ValueError
        The content is not a table, or does not have its checksum.
    """
    if content[CHECKSUM] != _checksum(content):
        raise ValueError("its checksum is not that of its content")
    with_numpy, with_jax = (
        Rates(**{key: _positive(value) for key, value in content[name].items()}) for name in ("numpy", "jax")
    )
    start, compiling, loading = (_positive(content[name]) for name in ("start", "compile", "load"))
    once, each = (_positive(value) for value in content["place"])
    fit, toa, parameter = (_positive(value) for value in content.get("besides", (0.0, 0.0, 0.0)))
    source, device = str(content["source"]), str(content["device"])
    return Costs(with_numpy, with_jax, (once, each), start, compiling, loading, source, device, (fit, toa, parameter))


def _positive(value: SupportsFloat) -> float:
    """The number, from 0 to 1e6; a ValueError for any other."""
    number = float(value)
    if not 0.0 <= number < 1e6:
        raise ValueError(value)
    return number
