"""Findings about the model and the uncertainties from the residuals, in words.

Uncertainties of parameters may be scaled by the residuals: by sqrt(reduced chi2), or by the scale of a robust fit. They
are right where the residuals are white and have a Gaussian distribution of any width. A large reduced chi2 is then not
a finding. Outliers, runs of signs, signals and a distribution that is not Gaussian are findings.
"""

from typing import NamedTuple

import numpy as np

from jug.fitting.findings.fit_verdict import LeftSignal
from jug.fitting.findings.kinds import Reason, VerdictKind
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.residual_tests import UNLIKELY, count_outliers, far_off, is_gaussian
from jug.model.evaluation.anchor import has_pulse_numbers
from jug.text.name_lists import name_list

TOO_GOOD, TOO_LARGE = 1e-6, 1.1
"""Probability of so low a chi2 below which the uncertainties count as too large; and least factor at which the fit is
not good for this reason. Uncertainties that are too large by a tenth hardly hide signals."""

LEAST_SHARE = 0.25
"""Least share of the excess of chi2 over the degrees of freedom that signals take; with less the advice begins with
noise. A missing term takes 0.8 and more in `tests/inputs/hard_fits.py`; signals in B1855+09 without noise 0.04 to
0.08."""

FEWEST_DOF = 4
"""Least number of degrees of freedom with which signals are tried."""


NEAR_GLITCH = 0.1
"""Largest distance of a step in time from a glitch of the model, as a share of the span, at which the epoch of the
glitch may be wrong."""


class ResidualTests(NamedTuple):
    """Probabilities of chi2, and of so few runs of equal signs."""

    chi2: float
    runs: float


def reasons_from_residuals(
    end: FitEnd, signals: tuple[LeftSignal, ...], tests: ResidualTests, doubtful: bool, errors_scaled: bool
) -> list[Reason]:
    """List the reasons, found in the residuals, why the fit is not good.

    Parameters
    ----------
    end : FitEnd
    signals : tuple of LeftSignal
    tests : ResidualTests
    doubtful : bool
        Whether pulse numbers are in doubt.
    errors_scaled : bool
        Whether the uncertainties have been multiplied by sqrt(reduced chi2).

    Returns
    -------
    list of Reason
    """
    out = list[Reason]()
    if signals:
        sentence = "; ".join(one.sentence for one in signals)
        next_step = _advice_on_noise(end, signals) if tests.chi2 < UNLIKELY else ""
        out.append(Reason(VerdictKind.SIGNAL_LEFT, sentence, next_step or _advice_on_terms(end, signals)))
    far = _outliers(end) if tests.chi2 < UNLIKELY else ""
    if far:  # outliers move the fit, so that the residuals beside them have one sign
        sentence = f"{_reduced_chi2(end)} (probability {tests.chi2:.1g}); {far}"
        out.append(Reason(VerdictKind.MODEL_REJECTED, sentence, "look at them: `jug outliers` lists them"))
    if tests.runs < UNLIKELY:
        sentence = f"neighbouring residuals are correlated (runs of equal signs: probability {tests.runs:.1g})"
        next_step = "look for what the model lacks, as red noise: `jug ftest` tests terms"
        out.append(Reason(VerdictKind.MODEL_REJECTED, sentence, next_step))
    scaled = errors_scaled or end.robust is not None
    if scaled and not is_gaussian(end):
        sentence = "no Gaussian describes the residuals, so that uncertainties scaled by them mean little"
        next_step = "look at the residuals: `jug outliers` (jug.outliers), `jug fit --plot` (jug.plot_residuals)"
        out.append(Reason(VerdictKind.MODEL_REJECTED, sentence, next_step))
    if not scaled and _factor_too_large(end, tests) > TOO_LARGE:
        out.append(_errors_too_large(end, tests))
    if far or scaled or not tests.chi2 < UNLIKELY:
        return out
    sentence = f"{_reduced_chi2(end)} (probability {tests.chi2:.1g})"
    if signals or out or doubtful or not end.outcome.stop.converged:
        out.append(Reason(VerdictKind.MODEL_REJECTED, sentence, "see the other findings first"))
    else:
        sentence += "; none of the signals tried is left, so that the uncertainties of the TOAs look too small by "
        sentence += f"{np.sqrt(end.noise_scale):.3g}"
        next_step = (
            "add EFAC or EQUAD, or scale the uncertainties of the parameters (--scale-errors, scale_errors=True)"
        )
        if "PB" in end.model.free:
            next_step += "; PB may be an alias by a day or a year: --search (search=True) tries others"
        out.append(Reason(VerdictKind.ERRORS_TOO_SMALL, sentence, next_step))
    return out


def _outliers(end: FitEnd) -> str:
    """The TOAs and measured DMs that stand out, in words; empty where none does."""
    n_toa, n_dm = count_outliers(end)
    who = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((n_toa, "TOA"), (n_dm, "measured DM")) if n]
    verb = "stands" if n_toa + n_dm == 1 else "stand"
    return f"{' and '.join(who)} {verb} out, more than 5 sigma off by the scale of the others" if who else ""


def _factor_too_large(end: FitEnd, tests: ResidualTests) -> float:
    """The factor by which the uncertainties of the TOAs look too large; 1 where chi2 is not improbably low."""
    if end.residuals.dof <= 0 or not 1.0 - tests.chi2 < TOO_GOOD:
        return 1.0
    return float(np.sqrt(end.residuals.dof / end.chi2)) if end.chi2 > 0.0 else float("inf")


def _errors_too_large(end: FitEnd, tests: ResidualTests) -> Reason:
    """The finding of uncertainties that look too large."""
    factor = _factor_too_large(end, tests)
    sentence = f"{_reduced_chi2(end)} (probability of so low a value {max(1.0 - tests.chi2, 1e-16):.1g}), so that the "
    sentence += f"uncertainties of the TOAs look too large by {factor:.3g}; they may hide signals in the residuals"
    next_step = "look whether they are in us, add an EFAC below 1, or scale the uncertainties of the parameters "
    return Reason(VerdictKind.ERRORS_TOO_LARGE, sentence, next_step + "(--scale-errors, scale_errors=True)")


def _advice_on_noise(end: FitEnd, signals: tuple[LeftSignal, ...]) -> str:
    """The next step where signals take little of the excess of chi2, outliers left out; empty elsewhere."""
    own = end.residuals.less()
    pull = own.time_s / own.error_s
    outliers = pull[far_off(pull)]
    excess = end.chi2 - end.residuals.dof
    taken, rest = sum(one.delta_chi2 for one in signals), excess - float(np.sum(outliers**2 - 1.0))
    if not taken < LEAST_SHARE * rest:
        return ""
    it = "these signals take" if len(signals) > 1 else "this signal takes"
    why = f"{it} {taken:.0f} of the {excess:.0f} by which chi2 exceeds the degrees of freedom"
    return f"look for noise first, as {why}: `jug noise --choose` (jug.choose_noise)"


def _advice_on_terms(end: FitEnd, signals: tuple[LeftSignal, ...]) -> str:
    """The next step: the lines to add, and the parameters to fit; beside a glitch its epoch may be wrong."""
    if signals[0].kind == "periodic":
        return f"an orbit may be missing: add the lines {signals[0].line} to the par file, and fit again"
    if signals[0].kind == "glitch":
        return f"a glitch may be missing: add the lines {signals[0].line} to the par file, and fit again"
    lines = tuple(dict.fromkeys(f"`{one.line}`" for one in signals if one.line))
    names = tuple(dict.fromkeys(one.parameter for one in signals if one.parameter and not one.line))
    parts = [f"add the line{'s' if len(lines) > 1 else ''} {name_list(lines)} to the par file"] if lines else []
    parts += [f"fit {name_list(names)} too"] if names else []
    for number in filter(None, [_glitch_beside(end, one) for one in signals]):
        first = f"GLEP_{number} may be wrong: fit it with GLPH_{number} fixed at 0"
        parts = [first, *(f"or {part}" for part in parts)]
    return "; ".join(parts) or "look for what the model lacks: `jug ftest` tests terms"


def _glitch_beside(end: FitEnd, signal: LeftSignal) -> str:
    """The number of a glitch near a step in time; empty where there is none."""
    if signal.kind != "step" or not signal.line:
        return ""
    date, span = float(signal.line.split()[2]), float(np.ptp(end.toas.mjd))
    epochs = {name[5:]: value for name, value in end.model.values.items() if name.startswith("GLEP_")}
    near = [number for number, mjd in epochs.items() if abs(mjd - date) < NEAR_GLITCH * span]
    return near[0] if near and f"GLPH_{near[0]}" in end.model.free else ""


def words_of_good_fit(end: FitEnd, tests: ResidualTests, errors_scaled: bool) -> str:
    """Describe the residuals of a good fit.

    Parameters
    ----------
    end : FitEnd
    tests : ResidualTests
    errors_scaled : bool

    Returns
    -------
    str
    """
    dof, known = end.residuals.dof, has_pulse_numbers(end.model, end.toas)
    tried = "none of the signals tried is left"
    if dof < FEWEST_DOF:
        tried = f"with {max(dof, 0)} degrees of freedom no signal could be tried"
    numbers = "the pulse numbers are those of the tim file" if known else "no pulse number is in doubt"
    words = f"{tried}, and {numbers}"
    if end.robust is not None:
        return f"the scale of the residuals is {end.robust.scale:.3g}; {words}"
    if dof <= 0:
        return words
    reduced = f"{_reduced_chi2(end).replace(' is ', ' ', 1)} (probability {tests.chi2:.2g})"
    if errors_scaled:
        reduced += f", uncertainties scaled by {np.sqrt(end.chi2 / dof):.3g}"
    if (factor := _factor_too_large(end, tests)) > 1.0:
        reduced += f", so low that the uncertainties of the TOAs look too large by {factor:.3g}"
    return f"{reduced}; {words}"


def _reduced_chi2(end: FitEnd) -> str:
    """The reduced chi2 in words; for wideband data also the mean squares of times and DMs."""
    own, words = end.residuals, f"reduced chi2 is {end.chi2 / end.residuals.dof:.4g}"
    if own.dm is None:
        return words
    white = own.less()
    assert white.dm is not None, "these are wideband data"
    times, dms = np.mean((white.time_s / white.error_s) ** 2), np.mean((white.dm.value / white.dm.error) ** 2)
    return f"{words} (mean square of the times {times:.3g}, of the measured DMs {dms:.3g})"
