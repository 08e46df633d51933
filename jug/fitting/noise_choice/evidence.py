"""The evidence of a model by Laplace's method, with a named set of priors.

    log Z = log L + sum log pi + (k log 2 pi - log det H) / 2

H are the second derivatives of -log L in the coordinates in which the priors are uniform (log10 of amplitudes, of EQUAD
and of ECORR), and pi their densities there. A parameter at an edge of its range (EQUAD 0) is not in H: its factor is
the mean of exp(-s x) over its prior, with the slope s of -log L in the coordinate x of `jug.fitting.noise.coordinates`.
Along each axis of H the peak is taken to be at most as wide as the prior. MacKay 2003, Information Theory, Inference,
and Learning Algorithms, chapter 27.
"""

import numpy as np

from jug.core.array import Bool, Float, Parameter
from jug.errors import FitError
from jug.fitting.noise.maximum import Maximum, polish
from jug.fitting.noise_choice.priors import priors_of
from jug.fitting.noise_choice.trial import Trial
from jug.sampling.coordinates import LN10
from jug.sampling.priors import ParameterPrior

POINTS_AT_EDGE = 400
"""Points of the mean over the prior of a parameter at an edge."""


def log_evidence(trial: Trial, prior_set: str) -> float | None:
    """Estimate the logarithm of the evidence, timing parameters integrated over with flat priors.

    Parameters
    ----------
    trial : Trial
    prior_set : str

    Returns
    -------
    float or None
        None where a prior is improper, or the maximum outside it.
    """
    try:
        priors = priors_of(trial, prior_set)
    except FitError:
        return None
    if any(one.improper or np.isfinite(one.sigma) for one in priors):
        return None
    peak = polish(trial.objective, trial.point, trial.scale)
    total = -min(peak.point.value, trial.point.value)
    inside = _log_share_of_peak(trial, priors, peak)
    if inside is None:
        return None
    edge = [_log_mean_at_edge(trial, priors[i], peak, i) for i in map(int, np.flatnonzero(~peak.free))]
    return float(total + inside + np.sum(edge))


def _log_share_of_peak(trial: Trial, priors: list[ParameterPrior], peak: Maximum) -> float | None:
    """Log of the share of the prior that the peak covers, for the parameters that are not at an edge."""
    free: Bool[Parameter] = peak.free
    places = np.flatnonzero(free)
    if not len(places):
        return 0.0
    edges = trial.objective.coordinates
    theta = edges.theta(peak.point.x)
    per_share = np.ones(len(places))  # change of theta for the whole prior
    for row, i in enumerate(places):
        prior = priors[i]
        u = np.log10(theta[i]) if prior.coordinate == "log10" else theta[i]
        if not prior.low <= u <= prior.high:
            return None
        per_share[row] = (prior.high - prior.low) * (theta[i] * LN10 if prior.coordinate == "log10" else 1.0)
    step = np.linalg.solve(edges.jacobian(peak.point.x)[np.ix_(places, places)], np.diag(per_share))
    curvature = np.linalg.eigvalsh(step.T @ peak.hessian @ step)
    return float(-0.5 * np.sum(np.log(np.maximum(curvature / (2.0 * np.pi), 1.0))))


def _log_mean_at_edge(trial: Trial, prior: ParameterPrior, peak: Maximum, i: int) -> float:
    """Log of the mean of the likelihood over the prior of a parameter at an edge, with the others fixed."""
    edges, x = trial.objective.coordinates, peak.point.x
    theta: Float[Parameter] = edges.theta(x)
    u = prior.low + (prior.high - prior.low) * (np.arange(POINTS_AT_EDGE) + 0.5) / POINTS_AT_EDGE
    away = []
    for value in 10.0**u if prior.coordinate == "log10" else u:
        at = theta.copy()
        at[i] = value
        away.append(abs(edges.x(at)[i] - x[i]))
    falls = abs(float(peak.point.slope[i])) * np.array(away)
    least = float(np.min(falls))
    return float(np.log(np.mean(np.exp(least - falls)))) - least
