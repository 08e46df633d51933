"""A fit of timing parameters with the noise parameters whose lines have a fit flag, as the fitters of PINT."""

import warnings
from dataclasses import replace

from jug.core.execution.given_warnings import give_warning
from jug.errors import FitWarning
from jug.fitting.noise.estimate import NoiseRequest
from jug.fitting.noise.identifiable import refuse_unidentifiable
from jug.fitting.noise.reasons import reasons_of, with_reasons
from jug.fitting.noise.with_timing import TimingFit, alternate_fits
from jug.fitting.result.fit_result import FitResult
from jug.fitting.stop import Stop
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def fit_with_noise(model: TimingModel, toas: TOAs, names: tuple[str, ...], fitted: TimingFit) -> FitResult:
    """Fit timing and noise parameters together.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    names : tuple of str
        The noise parameters.
    fitted : callable
        ``model -> FitResult``: a fit with the noise of the model.

    Returns
    -------
    FitResult
        Of the last fit, with the values and residuals before the first one, and `FitResult.noise_intervals`.

    Raises
    ------
    FitError
        Noise parameters that are degenerate, or that have no effect.
    """
    refuse_unidentifiable(model, toas, names)
    results: list[FitResult] = []

    def one(model: TimingModel) -> FitResult:
        results.append(fitted(model))
        return results[-1]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        last, found, settled = alternate_fits(model, toas, one, NoiseRequest(names, False, {}, None, None, 0))
    found = with_reasons(last.model, toas, found)
    intervals = dict(zip(found.names, found.intervals, strict=True))
    notes = (*last.warnings, *reasons_of(intervals))
    for note in notes:
        give_warning(FitWarning(note))
    return replace(
        last,
        prefit=model.with_free(last.prefit.free),
        prefit_residuals=results[0].prefit_residuals,
        stop=last.stop if (settled and found.maxima[0].converged) or not last.converged else Stop.NOISE,
        n_iter=sum(result.n_iter for result in results),
        noise_intervals=intervals,
        warnings=notes,
    )
