"""The verdict on a fit: all findings, the weightiest first."""

from typing import NamedTuple

import numpy as np

from jug.fitting.minima.minimum import Minimum
from jug.fitting.stop import Stop
from jug.fitting.tolerances import CONFIRM_S
from jug.fitting.verdict.evidence import Evidence, normal_equations_with
from jug.fitting.verdict.findings import DoubtfulGap, FitVerdict, FlatDirection, LeftSignal, listed
from jug.fitting.verdict.flat_directions import flat_directions
from jug.fitting.verdict.kinds import VerdictKind
from jug.fitting.verdict.pulse_numbers import PulseDoubts, pulse_doubts, segments
from jug.fitting.verdict.residual_tests import UNLIKELY, chi2_probability, outliers, runs_probability
from jug.fitting.verdict.signals import FoundSignal, Tried, left_signals, tried_signals
from jug.model.evaluation.anchor import has_pulse_numbers

CLOSE = 1e-11
"""1 - R^2 of a column on the others below which float64 keeps few digits of the uncertainties."""


class _Found(NamedTuple):
    kind: VerdictKind
    sentence: str
    next: str


class _All(NamedTuple):
    doubts: PulseDoubts
    flat: tuple[FlatDirection, ...]
    signals: tuple[LeftSignal, ...]
    chi2_probability: float
    runs_probability: float


def judge(evidence: Evidence, *, errors_scaled: bool = False, minima: tuple[Minimum, ...] = ()) -> FitVerdict:
    """Judge a fit.

    Parameters
    ----------
    evidence : Evidence
    errors_scaled : bool
        Whether the uncertainties have been multiplied by sqrt(reduced chi2): they are then not too small.
    minima : tuple of Minimum
        Of a search, lowest first; empty without one.

    Returns
    -------
    FitVerdict
    """
    found = _all(evidence)
    reasons = sorted(
        _reasons(evidence, found, errors_scaled, minima), key=lambda one: list(VerdictKind).index(one.kind)
    )
    first = reasons[0] if reasons else _good(evidence, found)
    return FitVerdict(
        first.kind,
        first.sentence,
        first.next,
        tuple((one.kind, one.sentence) for one in reasons[1:]),
        found.chi2_probability,
        found.runs_probability,
        found.doubts.gaps,
        found.doubts.n_toa,
        found.flat,
        found.signals,
        tuple(evidence.model.free[i] for i in evidence.outcome.active),
    )


def _all(evidence: Evidence) -> _All:
    """Every finding."""
    tried, cut = tried_signals(evidence), segments(evidence.toas.mjd)
    whole = normal_equations_with(evidence, tried.columns, cut.member, len(cut.before) + 1)
    known = has_pulse_numbers(evidence.model, evidence.toas)
    doubts = PulseDoubts((), 0) if known else pulse_doubts(evidence, cut, whole)
    flat = flat_directions(evidence, whole)
    left = () if doubts.n_toa else left_signals(evidence, tried, whole)
    named = _takers(evidence, tried, left) if left else ()
    signals = tuple(
        LeftSignal(one.signal.kind, one.signal.form, one.rms_s, one.delta_chi2, one.probability, parameter)
        for one, parameter in zip(left, named, strict=True)
    )
    return _All(doubts, flat, signals, chi2_probability(evidence), runs_probability(evidence))


def _takers(evidence: Evidence, tried: Tried, left: tuple[FoundSignal, ...]) -> tuple[str, ...]:
    """The parameter for each signal; a good fit does not import what adds parameters to models."""
    from jug.fitting.verdict.takers import takers

    return takers(evidence, tried, left)


def _reasons(evidence: Evidence, found: _All, errors_scaled: bool, minima: tuple[Minimum, ...]) -> list[_Found]:
    """The reasons why the fit is not good."""
    out = _about_the_end(evidence)
    if found.doubts.n_toa:
        next_step = (
            "find the turns with `jug connect`, give them with -pn in the tim file, or start from a better model"
        )
        out.append(_Found(VerdictKind.PULSE_NUMBERS_IN_DOUBT, _doubts(found.doubts, len(evidence.toas)), next_step))
    if found.flat:
        hold = listed(tuple(flat.names[0] for flat in found.flat))
        next_step = f"hold {hold} fixed (fit flag 0, or --freeze-degenerate), or add data that tell them apart"
        out.append(_Found(VerdictKind.FLAT_DIRECTION, "; ".join(flat.sentence for flat in found.flat), next_step))
    out += _about_the_residuals(evidence, found, errors_scaled)
    return out + (_about_other_minima(minima) if minima else _about_minima(evidence))


def _about_the_end(evidence: Evidence) -> list[_Found]:
    """How the fit ended, bounds, and digits lost."""
    outcome, free, out = evidence.outcome, evidence.model.free, list[_Found]()
    if outcome.stop is Stop.MAX_ITERATIONS:
        said = "the iterations ran out before chi2 stopped falling"
        out.append(_Found(VerdictKind.OUT_OF_STEPS, said, "fit the result again, or raise --max-iter"))
    if outcome.stop is Stop.NO_DESCENT:
        said = "no step lowers chi2 although the derivatives promise it"
        next_step = "start from better values; look at the residuals near half a turn"
        out.append(_Found(VerdictKind.NO_DESCENT, said, next_step))
    if outcome.active:
        names = tuple(free[i] for i in outcome.active)
        held = f"{listed(names)} {'is' if len(names) == 1 else 'are'} held at the border of the range"
        next_step = f"hold {listed(names)} fixed, or parametrise the model otherwise"
        out.append(_Found(VerdictKind.AT_BORDER, f"{held}; chi2 falls beyond it", next_step))
    if evidence.drift_s >= CONFIRM_S:
        said = f"the linear residuals differ from the exact ones by {evidence.drift_s * 1e9:.2g} ns"
        out.append(_Found(VerdictKind.ILL_CONDITIONED, said, "fit the result again"))
    return out


def _about_the_residuals(evidence: Evidence, found: _All, errors_scaled: bool) -> list[_Found]:
    """What the residuals say of the model and of the uncertainties."""
    out, dof = list[_Found](), evidence.residuals.dof
    reduced = evidence.residuals.chi2 / dof if dof > 0 else float("nan")
    rejected = found.chi2_probability < UNLIKELY
    if found.signals:
        said = "; ".join(one.sentence for one in found.signals)
        names = tuple(dict.fromkeys(one.parameter for one in found.signals if one.parameter))
        next_step = f"fit {listed(names)} too" if names else "look for what the model lacks: `jug ftest` tests terms"
        out.append(_Found(VerdictKind.SIGNAL_LEFT, said, next_step))
    alike = found.runs_probability < UNLIKELY
    if alike:
        said = f"neighbouring residuals are alike (runs of equal signs: probability {found.runs_probability:.1g})"
        next_step = "look for what the model lacks, as red noise: `jug ftest` tests terms"
        out.append(_Found(VerdictKind.MODEL_REJECTED, said, next_step))
    if not rejected or errors_scaled:
        return out
    said = f"reduced chi2 is {reduced:.4g} (probability {found.chi2_probability:.1g})"
    n = outliers(evidence)
    if n:
        said += f"; {n} TOA{'s stand' if n > 1 else ' stands'} out, more than 5 sigma off by the scale of the others"
        out.append(_Found(VerdictKind.MODEL_REJECTED, said, "look at them: `jug outliers` lists them"))
    elif found.signals or alike or found.doubts.n_toa or not evidence.outcome.stop.converged:
        out.append(_Found(VerdictKind.MODEL_REJECTED, said, "see the other findings first"))
    else:
        said += "; none of the signals tried is left, so that the uncertainties of the TOAs look too small by "
        said += f"{np.sqrt(reduced):.3g}"
        next_step = "add EFAC or EQUAD, or scale the uncertainties of the parameters (--scale-errors)"
        out.append(_Found(VerdictKind.ERRORS_TOO_SMALL, said, next_step))
    return out


def _about_minima(evidence: Evidence) -> list[_Found]:
    """Parameters for which chi2 is known to have several minima."""
    free = evidence.model.free
    several = ["KOM", "KIN"] if {"KOM", "KIN"} <= set(free) else []
    several += [name for name in free if name.startswith("GLEP_")]
    if not several:
        return []
    said = f"chi2 may have several minima in {listed(tuple(several))}, and the others were not looked for"
    next_step = "look for them with --search (search=True)"
    return [_Found(VerdictKind.SEVERAL_MINIMA, said, next_step)]


def _about_other_minima(minima: tuple[Minimum, ...]) -> list[_Found]:
    """The minima near the lowest that a search found."""
    others = tuple(f"chi2 +{one.above:.2f} ({one.relation})" for one in minima[1:])
    if not others:
        return []
    said = f"other minima lie near the lowest: {listed(others)}"
    next_step = "take their values into account (result.minima, or minima in the JSON file), or add data that decide"
    return [_Found(VerdictKind.SEVERAL_MINIMA, said, next_step)]


def _doubts(doubts: PulseDoubts, n: int) -> str:
    """The finding about pulse numbers in words."""
    who = f"{doubts.n_toa} of {n} TOAs"
    if not doubts.gaps:
        return f"the pulse numbers of {who} are in doubt: their residuals are near half a turn, or scattered over one"
    worst = sorted(doubts.gaps, key=lambda gap: gap.delta_chi2)

    def said(gap: DoubtfulGap) -> str:
        return f"MJD {gap.before:.1f} to {gap.after:.1f} ({gap.n_toa} TOAs, chi2 {gap.delta_chi2:+.3g})"

    more = f" and {len(worst) - 3} more" if len(worst) > 3 else ""
    where = f"{len(worst)} gap{'s' if len(worst) > 1 else ''}: {'; '.join(map(said, worst[:3]))}{more}"
    if worst[0].turns:
        turns = listed(tuple(f"{gap.turns:+d} after MJD {gap.before:.1f}" for gap in doubts.gaps))
        together = f"turns at {len(worst)} gaps together change chi2 by {worst[0].delta_chi2:+.3g}"
        return f"the pulse numbers of {who} are in doubt; {together}: {turns}"
    return f"the pulse numbers of {who} are in doubt; one turn more or fewer may fit as well at {where}"


def _good(evidence: Evidence, found: _All) -> _Found:
    """The verdict where nothing speaks against the fit."""
    dof = evidence.residuals.dof
    known = has_pulse_numbers(evidence.model, evidence.toas)
    numbers = "the pulse numbers are those of the tim file" if known else "no pulse number is in doubt"
    words = f"none of the signals tried is left, and {numbers}"
    if dof > 0 and evidence.robust is None:
        words = f"reduced chi2 {evidence.residuals.chi2 / dof:.3g} (probability {found.chi2_probability:.2g}); {words}"
    return _Found(VerdictKind.GOOD, words, "nothing")
