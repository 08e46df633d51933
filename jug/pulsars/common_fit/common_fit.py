"""Common parameters of several pulsars, fitted to all of them together (tempo2's ``-global``).

chi2 of all pulsars is a function of the common parameters g alone, when each pulsar's own parameters are at the minimum
for g: the sum of the profiles of all pulsars (`profile` beside it). Gauss-Newton steps on it are those of the joint
least squares with all parameters, whose normal equations are blocks beside common columns:

    d = -(sum A)^-1 sum s,   C_g = (sum A)^-1,   C_own = C_own at fixed g + R C_g R^T

with R the response of the own parameters. A step that raises chi2 is halved.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jug.core.array import Float, N
from jug.core.execution.progress import report
from jug.core.execution.threads import map_in_threads
from jug.errors import FitError, InputError
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.fitting.tolerances import DECREASE_TOLERANCE
from jug.model.fit_lines import with_errors
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.pulsars.common_fit.common_result import CommonFit
from jug.pulsars.common_fit.profile import SharedProfile, shared_profile
from jug.pulsars.pta_edits import is_written

MOST_COMMON_STEPS, MOST_HALVINGS = 20, 10
"""Largest number of steps of the common fit, and of halvings of a step."""

SAME_CHI2 = 1e-6
"""Relative tolerance in comparing chi2 of all pulsars, because each fit ends within its own tolerance."""

ModelAndToas = tuple[TimingModel, TOAs]


class _PulsarsAt(NamedTuple):
    """All pulsars, fitted at given values of the common parameters."""

    values: Float[N]
    results: tuple[FitResult, ...]
    chi2: float


def fit_common(pairs: Mapping[str, ModelAndToas], common: Sequence[str], options: Mapping[str, Any]) -> CommonFit:
    """Fit common parameters together with all free parameters of each pulsar.

    Parameters
    ----------
    pairs : mapping of str to (TimingModel, TOAs)
        Model and TOAs by the name of the pulsar.
    common : sequence of str
        Parameters that every model has. Their start values are those of the first pulsar.
    options : mapping
        Options of `jug.fit`, for the fit of each pulsar.

    Returns
    -------
    CommonFit

    Raises
    ------
    InputError
        A model lacks a common parameter, or has it in another unit.
    FitError
        The pulsars together do not determine the common parameters; a fit cannot be done.
    """
    names = _common_names(pairs, common)
    models = {psr: model.freeze(*(n for n in names if n in model.free)) for psr, (model, _) in pairs.items()}
    several, toas = list(pairs), [pair[1] for pair in pairs.values()]
    first = next(iter(models.values()))

    def fit_all_at(values: Float[N], starts: Sequence[TimingModel]) -> _PulsarsAt:
        """Fit each pulsar's own parameters at given values of the common ones."""
        given = {name: float(value) for name, value in zip(names, values, strict=True)}
        results = map_in_threads(lambda i: fit_of(several[i], starts[i].set(**given), toas[i], options), len(toas))
        return _PulsarsAt(values, tuple(results), sum(one.chi2 for one in results))

    here = fit_all_at(np.array([first.values[name] for name in names]), list(models.values()))
    n_steps, converged = 0, False
    while True:
        profiles = _profiles(here, toas, names)
        step, covariance, decrease = _joint_step(profiles, names)
        converged = decrease < max(DECREASE_TOLERANCE, 1e-12 * here.chi2)
        if converged or n_steps == MOST_COMMON_STEPS:
            break
        n_steps += 1
        report("steps of the common fit", n_steps)
        there = _pulsars_after_step(here, step, fit_all_at)
        if there is None:
            break
        here = there
    results = {
        psr: _with_common_parameters(one, profile, names, covariance)
        for psr, one, profile in zip(pairs, here.results, profiles, strict=True)
    }
    together = converged and all(one.converged for one in here.results)
    values = dict(zip(names, (float(one) for one in here.values), strict=True))
    return CommonFit(values, covariance, {name: first.units[name] for name in names}, results, n_steps, together)


def _common_names(pairs: Mapping[str, ModelAndToas], common: Sequence[str]) -> tuple[str, ...]:
    """The names of the common parameters in jug's spelling."""
    names: tuple[str, ...] = ()
    for psr, (model, _) in pairs.items():
        absent = [name for name in common if not is_written(model, name)]
        if absent:
            hint = f'give it to all pulsars: pta.add("{absent[0]}"), or leave this one out'
            raise InputError(f"{psr} has no parameter {', '.join(absent)}, which should be common", hint=hint)
        own = tuple(dict.fromkeys(n for name in common for n in model.freeze(*model.free).free(name).free))
        if names and own != names:
            raise InputError(f"{psr} reads {', '.join(common)} as {', '.join(own)}, others as {', '.join(names)}")
        names = own
    if not names:
        raise InputError("no common parameter is named", hint='name some: common=["NE_SW"]')
    return names


def fit_of(name: str, model: TimingModel, toas: TOAs, options: Mapping[str, Any]) -> FitResult:
    """Fit one pulsar; an error names it.

    Parameters
    ----------
    name : str
    model : TimingModel
    toas : TOAs
    options : mapping
        Options of `jug.fit`.

    Returns
    -------
    FitResult

    Raises
    ------
    FitError
    """
    try:
        return fit(model, toas, **options)
    except FitError as error:
        raise FitError(f"{name}: {error}") from None


def _profiles(at: _PulsarsAt, toas: Sequence[TOAs], names: tuple[str, ...]) -> list[SharedProfile]:
    results = at.results
    return map_in_threads(
        lambda i: shared_profile(results[i].model, toas[i], names, results[i].residuals.pulse_number), len(toas)
    )


def _joint_step(profiles: Sequence[SharedProfile], names: tuple[str, ...]) -> tuple[Float[N], Float[N, N], float]:
    """The step of the common parameters, their covariance, and the predicted decrease of chi2."""
    curvature, slope = sum(one.curvature for one in profiles), sum(one.slope for one in profiles)
    size = np.sqrt(np.diagonal(curvature))
    if none := [name for name, length in zip(names, size, strict=True) if not length > 0.0]:
        raise FitError(f"no TOA of any pulsar depends on {', '.join(none)}; leave it out of common")
    scaled = curvature / np.outer(size, size)
    if np.linalg.eigvalsh(scaled)[0] < 1e-12:
        raise FitError(f"{', '.join(names)} cannot be told apart with these pulsars; leave one of them out of common")
    covariance = np.linalg.inv(scaled) / np.outer(size, size)
    step = -covariance @ slope
    return step, covariance, float(-(slope @ step))


def _pulsars_after_step(
    here: _PulsarsAt, step: Float[N], fit_all_at: Callable[[Float[N], Sequence[TimingModel]], _PulsarsAt]
) -> _PulsarsAt | None:
    """All pulsars after the largest of the step, its half, ... that does not raise chi2; None if all raise it."""
    starts = [one.model for one in here.results]
    for _ in range(MOST_HALVINGS):
        there = fit_all_at(here.values + step, starts)
        if there.chi2 <= here.chi2 * (1.0 + SAME_CHI2):
            return there
        step = 0.5 * step
    return None


def _with_common_parameters(
    result: FitResult, profile: SharedProfile, names: tuple[str, ...], covariance: Float[N, N]
) -> FitResult:
    """The result of a pulsar with the common parameters among its own, and the covariance of all."""
    model, prefit = (one.free(*names) for one in (result.model, result.prefit))
    own, every = list(result.names), tuple(model.free)
    place = {name: i for i, name in enumerate(every)}
    whole = np.zeros((len(every), len(every)))
    rows, shared = [place[name] for name in own], [place[name] for name in names]
    follows = profile.response @ covariance
    whole[np.ix_(rows, rows)] = result.covariance + follows @ profile.response.T
    whole[np.ix_(rows, shared)], whole[np.ix_(shared, rows)] = follows, follows.T
    whole[np.ix_(shared, shared)] = covariance
    return replace(result, model=with_errors(model, every, whole), prefit=prefit, names=every, covariance=whole)
