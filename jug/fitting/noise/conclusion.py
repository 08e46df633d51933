"""The end of a noise fit: its notes and its result."""

from jug.fitting.noise.estimate import Estimate, NoiseRequest, with_noise
from jug.fitting.noise.mark import with_mark
from jug.fitting.noise.reasons import reasons_of, with_reasons
from jug.fitting.noise.result import NoiseFit
from jug.fitting.noise.without_effect import not_estimated
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.prior_text import prior_text


def noise_result(
    model: TimingModel,
    toas: TOAs,
    result: FitResult | None,
    found: Estimate,
    settled: bool,
    *,
    asked: NoiseRequest,
    timing: str,
    seconds: float,
) -> NoiseFit:
    """Make the result of a noise fit.

    Parameters
    ----------
    model : TimingModel
        As it was given.
    toas : TOAs
    result : FitResult or None
        The timing fit with the noise that was found.
    found : Estimate
    settled : bool
        Whether the fits, and the rounds of timing and noise, have converged.
    asked : NoiseRequest
    timing : str
    seconds : float
        Time that the fit took, s.

    Returns
    -------
    NoiseFit
    """
    found = with_reasons(model, toas, found)
    best, intervals = found.maxima[0], dict(zip(found.names, found.intervals, strict=True))
    after = with_noise(model if result is None else result.model, found)
    converged = best.converged and settled and (result is None or result.converged)
    absent = [
        after.entries[name].label
        for name, one in intervals.items()
        if one.error is None and one.upper_limit is not None and after.entries[name].param.name.endswith("AMP")
    ]
    notes = [f"{label}: the data show no such process; take its lines out" for label in absent]
    notes += reasons_of(intervals)
    notes += not_estimated(after, found.names, found.left) if asked.names is None else ()
    return NoiseFit(
        model=with_mark(after, converged),
        names=found.names,
        intervals=intervals,
        covariance=found.covariance,
        log_likelihood=best.log_likelihood,
        maxima=found.maxima,
        timing=timing,
        fit=result,
        converged=converged,
        n_starts=sum(one.n_starts for one in found.maxima),
        n_calls=found.n_calls,
        seconds=seconds,
        priors={name: prior_text(prior) for name, prior in asked.priors.items()},
        notes=tuple(notes),
    )
