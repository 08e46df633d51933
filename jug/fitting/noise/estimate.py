"""The noise parameters of a model with its timing parameters marginalised, or fixed: maxima, errors, limits."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Parameter
from jug.core.execution.progress import report
from jug.fitting.findings.interval import Interval
from jug.fitting.noise.equal_uncertainties import indistinguishable_sizes, refuse_equal_uncertainties
from jug.fitting.noise.intervals import intervals, noise_covariance
from jug.fitting.noise.likelihood_backend import EvaluatedLikelihood, evaluated_likelihood
from jug.fitting.noise.lowest_value import LowerFound
from jug.fitting.noise.maximum import follow
from jug.fitting.noise.objective import Objective
from jug.fitting.noise.scales import coordinates_of
from jug.fitting.noise.search import HIGHER_LOG_L, Reached, climb_from_lowest, maxima_from, with_own_index
from jug.fitting.noise.starts import FEW_STARTS, MANY_TOAS, USUAL_STARTS, starts_of
from jug.fitting.noise.white_degeneracy import white_degeneracies
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.prior_sets import priors_by_name
from jug.sampling.priors import ParameterPrior

MOST_HIGHER = 3
"""Largest number of times that the work begins again at a higher maximum, which a profile has found."""


class NoiseRequest(NamedTuple):
    """The arguments of `jug.fitting.fit_noise.noise` besides model and TOAs."""

    names: tuple[str, ...] | None
    marginal: bool
    priors: Mapping[str, ParameterPrior]
    starts: int | None
    profiles: bool | None
    seed: int


class NoiseMaximum(NamedTuple):
    """A maximum of the likelihood.

    Parameters
    ----------
    log_likelihood : float
        Natural logarithm, no unit.
    values : dict of str to float
        Par units.
    n_starts : int
        Number of starts from which it was reached.
    converged : bool
    """

    log_likelihood: float
    values: dict[str, float]
    n_starts: int
    converged: bool


class Estimate(NamedTuple):
    """Noise parameters at the highest maximum.

    Parameters
    ----------
    likelihood : EvaluatedLikelihood
    names : tuple of str
    intervals : list of Interval
    covariance : (k, k) array
        Par units; zeros where a parameter is at an edge.
    maxima : tuple of NoiseMaximum
        Highest first.
    n_calls : int
        Evaluations of the likelihood and its gradient.
    left : dict of str to str
        Parameters that the caller has not named and that are not estimated, with the reason.
    """

    likelihood: EvaluatedLikelihood
    names: tuple[str, ...]
    intervals: list[Interval]
    covariance: Float[Parameter, Parameter]
    maxima: tuple[NoiseMaximum, ...]
    n_calls: int
    left: dict[str, str]


class NoiseSearch(NamedTuple):
    """The maxima that a search has found, in the coordinates of the objective.

    Parameters
    ----------
    objective : Objective
    reached : list of Reached
        Highest first.
    left : dict of str to str
        As in `Estimate`.
    own : (k,) array
        Coordinates of the model.
    n_calls : int
        Evaluations of the likelihood and its gradient by earlier objectives.
    """

    objective: Objective
    reached: list[Reached]
    left: dict[str, str]
    own: Float[Parameter]
    n_calls: int = 0


def search_of_noise(
    model: TimingModel, toas: TOAs, asked: NoiseRequest, like: EvaluatedLikelihood | None = None
) -> NoiseSearch:
    """Find the maxima of the likelihood.

    Parameters
    ----------
    model : TimingModel
        Its timing parameters have been fitted with noise near its own.
    toas : TOAs
    asked : NoiseRequest
    like : EvaluatedLikelihood, optional
        Of another model with the same lines, so that nothing is compiled again.

    Returns
    -------
    NoiseSearch
    """
    report("likelihood of the noise", 0)
    anchor = make_anchor(model, toas)
    if asked.names is not None:
        coordinates_of(model, anchor, asked.names)  # refuses parameters without effect
    left: dict[str, str] = {}
    if like is not None:
        like = like.with_timing_of(model)
    else:
        like, left = _likelihood(model, toas, asked, anchor)
    priors = priors_by_name(model, like.names, asked.priors)
    in_ranges = [name for name, one in priors.items() if np.isfinite(one.low) or np.isfinite(one.high)]
    objective = Objective(like, coordinates_of(model, anchor, like.names, in_ranges), priors)
    own = objective.coordinates.x(np.array([model.values[name] for name in like.names]))
    number = asked.starts or (FEW_STARTS if len(toas) > MANY_TOAS else USUAL_STARTS)
    reached = maxima_from(objective, starts_of(objective.coordinates, own, number, asked.seed))
    return NoiseSearch(objective, reached, left, own)


def _likelihood(
    model: TimingModel, toas: TOAs, asked: NoiseRequest, anchor: Anchor
) -> tuple[EvaluatedLikelihood, dict[str, str]]:
    """The likelihood of the parameters, and the parameters that are not estimated because others have their effect."""
    like = evaluated_likelihood(model, toas, asked.names, asked.marginal)
    if asked.priors:
        return like, {}
    found = white_degeneracies(model, toas, anchor, like.names)
    if asked.names is not None:
        refuse_equal_uncertainties(found)
        return like, {}
    left = indistinguishable_sizes(found)
    if left:
        like = evaluated_likelihood(model, toas, [name for name in like.names if name not in left], asked.marginal)
    return like, left


def search_about(model: TimingModel, before: NoiseSearch) -> tuple[NoiseSearch, float]:
    """Find the maxima of the likelihood about other timing parameters, by Newton steps from the known ones.

    Parameters
    ----------
    model : TimingModel
        With the same lines.
    before : NoiseSearch

    Returns
    -------
    after : NoiseSearch
    moved : float
        Largest change of a coordinate of the highest maximum, in units of its standard error with the others fixed.
    """
    objective = before.objective.with_timing_of(model)
    reached = [one._replace(maximum=follow(objective, one.maximum)) for one in before.reached]
    reached.sort(key=lambda one: one.maximum.point.value)
    old, new = before.reached[0].maximum, reached[0].maximum
    moved = float(np.max(np.abs(new.point.x - old.point.x)[new.free] / new.scale[new.free], initial=0.0))
    n_calls = before.n_calls + before.objective.n_calls
    return before._replace(objective=objective, reached=reached, n_calls=n_calls), moved


def estimate_from(found: NoiseSearch, profiles: bool | None, *, may_stop: bool) -> Estimate | NoiseSearch:
    """Find errors, intervals and limits at the highest maximum.

    Parameters
    ----------
    found : NoiseSearch
    profiles : bool or None
        As in `jug.fitting.fit_noise.noise`.
    may_stop : bool
        Whether to stop where a profile finds a higher maximum.

    Returns
    -------
    Estimate or NoiseSearch
        NoiseSearch, with the higher maximum, where a profile has found one.
    """
    objective, like = found.objective, found.objective.likelihood
    reached = [one._replace(maximum=with_own_index(objective, one.maximum, found.own)) for one in found.reached]
    best = reached[0].maximum
    covariance = noise_covariance(objective, best)
    maxima = []
    for one, n_starts in reached:
        theta = objective.coordinates.theta(one.point.x).tolist()
        value = objective.log_likelihood(one.point.x)
        maxima.append(NoiseMaximum(value, dict(zip(like.names, theta, strict=True)), n_starts, one.converged))
    objective.lowest.stop = best.point.value - HIGHER_LOG_L if may_stop else -np.inf
    try:
        errors = intervals(objective, best, covariance, profiles)
    except LowerFound:
        objective.lowest.stop = -np.inf
        higher = climb_from_lowest(objective, reached)
        if higher is not None:
            return found._replace(reached=higher)
        errors = intervals(objective, best, covariance, profiles)
    finally:
        objective.lowest.stop = -np.inf
    return Estimate(like, like.names, errors, covariance, tuple(maxima), found.n_calls + objective.n_calls, found.left)


def estimate(model: TimingModel, toas: TOAs, asked: NoiseRequest, like: EvaluatedLikelihood | None = None) -> Estimate:
    """Find the maxima of the likelihood, with errors, intervals and limits at the highest one.

    Parameters
    ----------
    model, toas, asked, like
        As in `search_of_noise`.

    Returns
    -------
    Estimate
    """
    found, left = search_of_noise(model, toas, asked, like), MOST_HIGHER
    while True:
        end = estimate_from(found, asked.profiles, may_stop=left > 0)
        if isinstance(end, Estimate):
            return end
        found, left = end, left - 1


def with_best_noise(model: TimingModel, found: NoiseSearch) -> TimingModel:
    """Set the noise parameters of a model to those of the highest maximum.

    Parameters
    ----------
    model : TimingModel
    found : NoiseSearch

    Returns
    -------
    TimingModel
        A copy; values have 12 digits.
    """
    theta = found.objective.coordinates.theta(found.reached[0].maximum.point.x)
    pairs = zip(found.objective.likelihood.names, theta.tolist(), strict=True)
    return model.with_values({name: f"{value:.12g}" for name, value in pairs})


def with_noise(model: TimingModel, found: Estimate) -> TimingModel:
    """Set the noise parameters of a model, and their uncertainties.

    Parameters
    ----------
    model : TimingModel
    found : Estimate

    Returns
    -------
    TimingModel
        A copy; values have 12 digits.
    """
    pairs = dict(zip(found.names, found.intervals, strict=True))
    model = model.with_values({name: f"{one.value:.12g}" for name, one in pairs.items()})
    errors = {name: one.error and float(f"{one.error:.6g}") for name, one in pairs.items()}
    changed = {name: replace(model.entries[name], error=error) for name, error in errors.items()}
    return replace(model, entries={**model.entries, **changed})
