"""The end of a noise fit: its notes and its result."""

from jug.fitting.findings.interval import Interval
from jug.fitting.noise.estimate import Estimate, NoiseRequest, with_noise
from jug.fitting.noise.not_converged_comment import with_convergence_comment
from jug.fitting.noise.reasons import reasons_of, with_reasons
from jug.fitting.noise.result import NoiseFit
from jug.fitting.noise.with_timing import MOST_ALTERNATIONS
from jug.fitting.noise.without_effect import notes_on_unestimated
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
    notes = _notes_on_convergence(best.converged, settled, result)
    notes += _notes_on_absent_processes(after, intervals)
    notes += reasons_of(intervals)
    notes += notes_on_unestimated(after, found.names, found.left) if asked.names is None else ()
    return NoiseFit(
        model=with_convergence_comment(after, converged),
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


def _notes_on_absent_processes(model: TimingModel, intervals: dict[str, Interval]) -> list[str]:
    """Notes on processes whose amplitude is zero at the maximum."""
    absent = [
        model.entries[name].label
        for name, one in intervals.items()
        if not one.profiled and one.upper_limit is not None and model.entries[name].param.name.endswith("AMP")
    ]
    return [f"{label}: the data show no such process; take its lines out" for label in absent]


def _notes_on_convergence(at_maximum: bool, settled: bool, result: FitResult | None) -> list[str]:
    """A note where the fit, the maximum or the rounds of both have not converged."""
    if result is not None and not result.converged:
        return [f"the timing fit with this noise: {result.stop.value}"]
    if not at_maximum:
        return [
            "not converged: Newton's steps to the maximum have not come to their end; another seed may begin better"
        ]
    if not settled:
        return [
            f"not converged: in {MOST_ALTERNATIONS} rounds of timing and noise the noise has not come to rest; fix "
            "timing parameters that these TOAs hardly determine, or give their pulse numbers"
        ]
    return []
