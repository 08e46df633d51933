"""Free spectra: the posterior of the size of a noise process at each frequency separately, without a power law.

rho^2 is the prior variance of the two coefficients at a frequency, s^2, with rho as in enterprise's log10_rho; the
spectral density is P = rho^2 / df. Lentati et al. 2013, PRD 87, 104021.
"""

from dataclasses import dataclass
from os import PathLike

import numpy as np

from jug.analysis.processes.equations_of_processes import ProcessEquations, process_equations
from jug.analysis.processes.free_spectrum_files import write_ceffyl
from jug.analysis.processes.variance_draws import draw_variances
from jug.core.arguments.kinds import expect
from jug.core.arguments.named import no_such_name
from jug.core.array import Float, Harmonic, K, Mode, N
from jug.core.display.fields_shown import FieldsShown
from jug.errors import InputError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.text.text_table import table

WARMUP = 50
"""Number of draws that are discarded at the beginning; the start is forgotten after a few."""

GRID_SIZE = 301
"""Number of points of the grid of log10 rho."""


@dataclass(frozen=True, eq=False, repr=False)
class FreeSpectrum(FieldsShown):
    """The posterior of log10 rho at each frequency; the result of `jug.free_spectrum`.

    Parameters
    ----------
    psr, process : str
    frequency_hz : (m,) array
        In increasing order, Hz.
    log10_rho : (n, m) array
        Draws of log10 of rho in s.
    grid : (g,) array
        log10 rho, over the range of the prior.
    density : (m, g) array
        Posterior density of log10 rho at each frequency, integrated over the other frequencies.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.free_spectrum(model.add_noise(toas, "red=3"), toas, draws=50)
    >>> found.frequency_hz.shape, found.log10_rho.shape, found.quantile(0.5).shape
    ((3,), (50, 3), (3,))
    >>> found.write_ceffyl("densities")
    >>> found.summary().splitlines()[0].split(), list(found.to_json())
    (['Free', 'spectrum', 'of', 'RED'], ['frequency_hz', 'median', 'low', 'high'])
    """

    psr: str
    process: str
    frequency_hz: Float[Harmonic]
    log10_rho: Float[N, Harmonic]
    grid: Float[K]
    density: Float[Harmonic, K]

    def quantile(self, share: float) -> Float[Harmonic]:
        """Compute a quantile of log10 rho at each frequency.

        Parameters
        ----------
        share : float
            Probability below the quantile, 0 to 1.

        Returns
        -------
        (m,) array
            log10 of s, by interpolation in the density.
        """
        step = np.diff(self.grid)
        below = np.cumsum(0.5 * (self.density[:, 1:] + self.density[:, :-1]) * step, axis=1)
        below = np.concatenate([np.zeros((len(below), 1)), below], axis=1)
        return np.array([np.interp(share * row[-1], row, self.grid) for row in below])

    def summary(self) -> str:
        """Format a line for each frequency with the median and the 68% interval of log10 rho.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        ends = (self.quantile(share) for share in (0.5, 0.16, 0.84))
        rows = [
            (f"{hz:.4g}", f"{1.0 / hz / 86400.0:.1f}", *(f"{x:.2f}" for x in row))
            for hz, *row in zip(self.frequency_hz.tolist(), *ends, strict=True)
        ]
        head = ("Frequency, Hz", "Period, d", "log10 rho, s", "16%", "84%")
        return f"Free spectrum of {self.process}\n\n" + table(head, rows, ">>>>>")

    def to_json(self) -> JsonObject:
        """Convert the spectrum to values for JSON.

        Returns
        -------
        dict
            ``frequency_hz``, and of log10 rho in s ``median``, ``low`` and ``high`` (68%), lists of m.
        """
        shares = {"median": 0.5, "low": 0.16, "high": 0.84}
        ends = {name: self.quantile(share).tolist() for name, share in shares.items()}
        return {"frequency_hz": self.frequency_hz.tolist(), **ends}

    def write_ceffyl(self, folder: str | PathLike[str]) -> None:
        """Write the folder of densities that ceffyl reads.

        Parameters
        ----------
        folder : path-like
            It is created if it does not exist.

        Raises
        ------
        InputError
            The folder cannot be written.
        """
        write_ceffyl(folder, self.psr, self.process, self.frequency_hz, self.grid, self.density)


@with_blas_threads_of_fit
def free_spectrum(
    model: TimingModel,
    toas: TOAs,
    process: str = "RED",
    *,
    log10_rho: tuple[float, float] = (-10.0, -4.0),
    draws: int = 1000,
    seed: int = 0,
) -> FreeSpectrum:
    """Draw the size of a noise process at each of its frequencies, with priors uniform in log10 rho.

    The free timing parameters, ECORR and the other processes are integrated over, with the noise parameters of these
    fixed at the values of the model; the power law of the process itself is not used.

    Parameters
    ----------
    model : TimingModel
        With the process, which defines the frequencies.
    toas : TOAs
    process : str
        ``RED``, ``DM``, ...
    log10_rho : (float, float)
        Range of the prior, log10 of s.
    draws : int
        Number of draws of all frequencies.
    seed : int

    Returns
    -------
    FreeSpectrum

    Raises
    ------
    FitError
        The model has no such process.
    InputError
        The range is empty or not finite, or there is no draw.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> noisy = model.add_noise(toas, "red")
    >>> found = jug.free_spectrum(noisy, toas, draws=50)
    >>> len(found.log10_rho)
    50
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    grid = _grid(log10_rho, draws)
    e = process_equations(model, toas)
    if process not in e.processes or not len(e.processes[process].frequency_hz):
        raise no_such_name("noise process", process, [n for n, p in e.processes.items() if len(p.frequency_hz)])
    one = e.processes[process]
    gram, slope = _of_one(e, process)
    found = draw_variances(gram, slope, grid, draws, WARMUP, seed)
    order = np.argsort(one.frequency_hz)
    return FreeSpectrum(
        model.psr, process, one.frequency_hz[order], found.log10_size[:, order], grid, found.density[order]
    )


def _grid(log10_rho: tuple[float, float], draws: int) -> Float[K]:
    low, high = log10_rho
    if not (np.isfinite(low) and np.isfinite(high) and low < high) or draws < 1:
        raise InputError(f"log10_rho={log10_rho}, draws={draws}: a range, the lower end first, and 1 draw are needed")
    return np.linspace(low, high, GRID_SIZE)


def _of_one(e: ProcessEquations, process: str) -> tuple[Float[Mode, Mode], Float[Mode]]:
    """The equations of one process, with the others integrated over with their priors."""
    places = np.arange(len(e.slope))
    own = places[e.processes[process].places]
    rest = np.delete(places, own)
    size = np.sqrt(np.concatenate([p.variance for p in e.processes.values()])[rest])
    inner = np.eye(len(rest)) + size[:, None] * e.gram[np.ix_(rest, rest)] * size
    cross = e.gram[np.ix_(own, rest)] * size
    gain = np.linalg.solve(inner, np.column_stack([cross.T, size * e.slope[rest]]))
    gram: Float[Mode, Mode] = e.gram[np.ix_(own, own)] - cross @ gain[:, :-1]
    slope = e.slope[own] - cross @ gain[:, -1]
    return 0.5 * (gram + gram.T), slope
