"""`check_noise`: tests of residuals against the noise of their model.

The residual of a TOA relative to the prediction from all other data, divided by the standard deviation of that
difference, is z_i = (P r)_i / sqrt(P_ii) (`jug.model.covariance.leave_out`). It is the whitened residual divided by its
exact standard deviation, so each z_i is standard normal if model and noise are right. The z of different TOAs are
correlated. So their statistics are compared with those of simulated data: draws of the model's noise, to which the
timing model is fitted.
"""

from collections.abc import Iterator

import numpy as np

from jug.analysis.noise_check.groups import by_backend
from jug.analysis.noise_check.result import NoiseCheck
from jug.analysis.noise_check.significance import compare_with_simulated
from jug.analysis.noise_check.spectrum import Spectrum, power_of, sinusoids, spectrum_statistics
from jug.analysis.noise_check.statistics import RowGroups, statistics
from jug.analysis.residuals.fit_rows import fit_rows
from jug.analysis.residuals.observing_epochs import epoch_numbers
from jug.analysis.residuals.standardised_residuals import inverse_deviation, standardised
from jug.analysis.simulation.simulation import draw_noise
from jug.core.arguments.kinds import expect
from jug.core.arguments.random_source import random_source
from jug.core.array import Float, Int, K, N, Toa
from jug.core.execution.progress import report_each
from jug.errors import InputError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.model.covariance.leave_out import LEAST_EIGENVALUE_LEFT, LeaveOut
from jug.model.covariance.noise import Noise
from jug.model.timing_model import TimingModel
from jug.obs.receivers import receiver_names
from jug.obs.toas import TOAs

LEAST_DRAWS = 99
"""Smallest number of draws, with which the smallest probability is 1%."""

MOST_SIMULATED = 4_000_000
"""Largest number of simulated residuals in memory at a time."""


@with_blas_threads_of_fit
def check_noise(
    what: TimingModel | FitResult, toas: TOAs, *, draws: int = 1000, seed: int | None = 0, backend: str = "auto"
) -> NoiseCheck:
    """Test whether the residuals of a model are consistent with its noise.

    Parameters
    ----------
    what : TimingModel or FitResult
        The free timing parameters of a model are fitted first, by least squares, with the noise unchanged.
    toas : TOAs
        The TOAs of the fit.
    draws : int
        Number of sets of simulated data with which the residuals are compared, 99 or more.
    seed : int or None
        Seed of the simulated data.
    backend : {"auto", "numpy", "jax"}
        Of the fit.

    Returns
    -------
    NoiseCheck
        For each backend: the mean square of the standardised residuals, their distance from a normal distribution
        (Anderson-Darling) and correlations in time and frequency; correlations between backends; the power spectrum.

    Raises
    ------
    FitError
        The model cannot be fitted.
    InputError
        Fewer than 99 draws.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.check_noise(model, toas, draws=199)
    >>> found.good
    True
    """
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs), draws=(draws, int))
    if draws < LEAST_DRAWS:
        raise InputError(f"{draws} draws are too few for a probability", hint=f"give {LEAST_DRAWS} or more")
    rng = random_source(seed)
    model, rows, noise = _fit_if_free(what, toas, backend)
    layout, number = _layout(rows, toas)
    frequency, waves = sinusoids(toas.mjd, noise.sigma[: len(toas)], int(number.max()) + 1)
    parts, powers = [], []
    for batch in _batches(rows.r, noise, draws, rng):
        projected, fitted = rows.project(batch)
        parts.append(statistics(layout, projected * inverse_deviation(rows)[:, None]))
        powers.append(power_of(waves, (batch - fitted)[: len(toas)]))
    power = np.concatenate(powers, axis=1)
    joined = [one._replace(value=np.concatenate([part[i].value for part in parts])) for i, one in enumerate(parts[0])]
    tests = compare_with_simulated([*joined, *spectrum_statistics(power)])
    spectrum = Spectrum(frequency, power[:, 0], np.percentile(power[:, 1:], [2.5, 50.0, 97.5], axis=1))
    z = standardised(rows)[: len(toas)]
    return NoiseCheck(model.psr, tests, draws, toas.mjd, receiver_names(toas), z, spectrum)


def _fit_if_free(what: TimingModel | FitResult, toas: TOAs, backend: str) -> tuple[TimingModel, LeaveOut, Noise]:
    """Fit the timing parameters of the model, if some are free; return the model, its rows, and its noise."""
    number = None
    if isinstance(what, TimingModel) and not what.free:
        model = what
    else:
        base = what if isinstance(what, FitResult) else fit(what, toas, backend=backend, robust="none", noise=False)
        model, number = base.model, base.residuals.pulse_number
    rows, anchor = fit_rows(model, toas, number)
    return model, rows, anchor.noise


def _layout(rows: LeaveOut, toas: TOAs) -> tuple[RowGroups, Int[Toa]]:
    """The groups of rows, and the epoch of each TOA."""
    n, number, names = len(toas), epoch_numbers(toas.mjd), receiver_names(toas)
    usable = rows.diagonal > LEAST_EIGENVALUE_LEFT * rows.weight
    dms = by_backend(names, usable[n:]) if len(usable) > n else {}
    dms = {name: own + n for name, own in dms.items()}
    return RowGroups(by_backend(names, usable[:n]), dms, number, toas.freq_hz / 1e6), number


def _batches(r: Float[N], noise: Noise, draws: int, rng: np.random.Generator) -> Iterator[Float[N, K]]:
    """Yield the residuals, and then draws of the noise, as many columns at a time as memory allows."""
    size = max(1, MOST_SIMULATED // len(r))
    first = r[:, None]
    for start in report_each(range(0, draws, size), "batches of simulated data"):
        drawn = np.array([draw_noise(noise, rng) for _ in range(min(size, draws - start))]).T
        yield np.concatenate([first, drawn], axis=1)
        first = np.zeros((len(r), 0))
