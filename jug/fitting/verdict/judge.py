"""The verdict on a fit: all findings, the most important first."""

from typing import TYPE_CHECKING, NamedTuple

from jug.core.execution.blas_threads import blas_threads
from jug.fitting.findings.fit_verdict import DoubtfulGap, FitVerdict, FlatDirection, LeftSignal
from jug.fitting.findings.kinds import Reason, VerdictKind
from jug.fitting.stop import Stop
from jug.fitting.tolerances import CONFIRM_S
from jug.fitting.verdict.about_residuals import ResidualTests, reasons_from_residuals, words_of_good_fit
from jug.fitting.verdict.duplicate_toas import count_duplicates, duplicate_reason
from jug.fitting.verdict.extended_equations import normal_equations_with
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.flat_directions import flat_directions
from jug.fitting.verdict.left_signals import FoundSignal, left_signals
from jug.fitting.verdict.numbering_advice import HALF_ORBIT, numbering_advice
from jug.fitting.verdict.offsets import TriedOffsets, list_offsets
from jug.fitting.verdict.pulse_numbers import PulseDoubts, pulse_doubts, segments
from jug.fitting.verdict.residual_tests import UNLIKELY, chi2_probability, runs_probability
from jug.fitting.verdict.signals import TriedSignals, make_signals
from jug.model.evaluation.anchor import has_pulse_numbers
from jug.text.name_lists import name_list, toa_count

if TYPE_CHECKING:
    from jug.fitting.findings.minimum import Minimum
    from jug.fitting.verdict.without_turns import WithoutTurns


ORIENTATION = ("KOM", "KIN")
"""Parameters in which chi2 has several minima, also where a fit fixes one of them."""


FEW_TOAS, MOST_OF_CHI2 = 0.1, 0.5
"""Largest share of TOAs near half a turn, and least share of chi2 that a signal takes, at which the signal is the first
finding: a wrong fixed position moves some TOAs by half a turn."""

FROM_A_WRONG_MINIMUM = (VerdictKind.SIGNAL_LEFT, VerdictKind.MODEL_REJECTED, VerdictKind.ERRORS_TOO_SMALL)
"""Verdicts that a fit may have whose minimum is not the lowest."""

NO_MATTER = 1.0
"""Change of chi2 by a turn below which a parameter absorbs the turn completely."""


class _FitFindings(NamedTuple):
    """The findings before they are put in order."""

    doubts: PulseDoubts
    flat: tuple[FlatDirection, ...]
    signals: tuple[LeftSignal, ...]
    tests: ResidualTests
    without: "WithoutTurns | None" = None
    n_duplicates: int = 0
    duplicates: str = ""


def judge(
    end: FitEnd, *, errors_scaled: bool = False, minima: "tuple[Minimum, ...]" = (), frozen: tuple[str, ...] = ()
) -> FitVerdict:
    """Judge a fit.

    Parameters
    ----------
    end : FitEnd
    errors_scaled : bool
        Whether the uncertainties have been multiplied by sqrt(reduced chi2): they are then not too small.
    minima : tuple of Minimum
        Of a search, lowest first; empty without one.
    frozen : tuple of str
        Parameters that the fit has fixed because the data do not determine them: chi2 may be lower at other values.

    Returns
    -------
    FitVerdict
    """
    with blas_threads(len(end.toas), len(end.model.free)):
        found = _find_all(end)
    words = "; ".join(filter(None, (words_of_good_fit(end, found.tests, errors_scaled), found.duplicates)))
    why_good = Reason(VerdictKind.GOOD, words, "nothing")
    several = several_minima((*end.model.free, *(name for name in frozen if name in ORIENTATION)))
    others = _reasons_of_other_minima(minima) if minima else _reasons_of_several_minima(several)
    order = list(VerdictKind)
    if end.undetermined and all(abs(gap.delta_chi2) < NO_MATTER for gap in found.doubts.gaps):
        order.insert(0, VerdictKind.FLAT_DIRECTION)  # as for a single TOA in a bin of DMX, which absorbs any turn
    if found.signals and found.doubts.n_toa:
        order.insert(0, VerdictKind.SIGNAL_LEFT)
    reasons = sorted([*_list_reasons(end, found, errors_scaled), *others], key=lambda one: order.index(one.kind))
    first = reasons[0] if reasons else why_good
    if several and not minima and first.kind in FROM_A_WRONG_MINIMUM:
        first = first._replace(
            next=f"{first.next}; or --search (search=True), since chi2 may have a lower minimum in {name_list(several)}"
        )
    return FitVerdict(
        first.kind,
        first.sentence,
        first.next,
        tuple(reasons[1:]),
        found.tests.chi2,
        found.tests.runs,
        found.doubts.gaps,
        found.doubts.n_toa,
        found.flat,
        found.signals,
        tuple(end.model.free[i] for i in end.outcome.active),
        found.n_duplicates,
    )


def _find_all(end: FitEnd) -> _FitFindings:
    """All findings."""
    tried, cut = make_signals(end), segments(end.toas.mjd)
    offsets = list_offsets(end.toas, _jump_lines(end))
    families = (offsets.combinations, offsets.dates)
    extended = normal_equations_with(end, tried.columns, cut.member, len(cut.before) + 1, families)
    known = has_pulse_numbers(end.model, end.toas)
    doubts = PulseDoubts((), 0) if known else pulse_doubts(end, cut, extended)
    without = _without_turns(end) if "phase" in end.toas.raw.flags else None
    doubts = PulseDoubts((), without.n_toa) if without else doubts
    flat = flat_directions(end, extended)
    left = () if doubts.n_toa > _most_moved_toas(end, doubts) else left_signals(end, tried, extended, offsets)
    if doubts.n_toa and not any(one.delta_chi2 > MOST_OF_CHI2 * end.chi2 for one in left):
        left = ()
    named = _name_absorbing(end, tried, left) if left else ()
    signals = tuple(_left_signal(end, one, parameter) for one, parameter in zip(left, named, strict=True))
    tests = ResidualTests(chi2_probability(end), runs_probability(end))
    if not doubts.n_toa and tests.chi2 < UNLIKELY:
        signals = _search_rarer_signal(end, tests.chi2, offsets, signals)
    return _FitFindings(doubts, flat, signals, tests, without, *count_duplicates(end.toas))


def _search_rarer_signal(
    end: FitEnd, probability: float, offsets: TriedOffsets, signals: tuple[LeftSignal, ...]
) -> tuple[LeftSignal, ...]:
    """Search for a glitch that explains the signals, or without signals for a sinusoid of any period."""
    from jug.fitting.verdict.left_glitch import left_glitch
    from jug.fitting.verdict.left_period import left_period

    found = left_glitch(end, offsets.dates, signals) if signals else left_period(end, probability, offsets.combinations)
    return (found,) if found else signals


def _most_moved_toas(end: FitEnd, doubts: PulseDoubts) -> float:
    """Largest number of TOAs, apart from gaps, that a signal may have moved near half a turn."""
    return 0.0 if doubts.gaps else FEW_TOAS * len(end.toas)


def _without_turns(end: FitEnd) -> "WithoutTurns | None":
    """Whether chi2 is lower without turns of the tim file, which few files have."""
    from jug.fitting.verdict.without_turns import without_turns

    return without_turns(end)


def _jump_lines(end: FitEnd) -> set[str]:
    """The JUMPs of the model, as lines without values."""
    return {f"JUMP {e.selector}" for name, e in end.model.entries.items() if name.startswith("JUMP") and e.selector}


def _left_signal(end: FitEnd, one: FoundSignal, parameter: str) -> LeftSignal:
    """A signal that is left, with the parameter or the JUMP that would absorb it."""
    taking = " or ".join(filter(None, (parameter, *one.lines)))
    line = f"{one.lines[0]} 0 1" if one.signal.is_offset and one.lines[0] not in _jump_lines(end) else ""
    return LeftSignal(one.signal.kind, one.signal.form, one.rms_s, one.delta_chi2, one.probability, taking, line)


def _name_absorbing(end: FitEnd, tried: TriedSignals, left: tuple[FoundSignal, ...]) -> tuple[str, ...]:
    """The parameter for each signal; the module is imported only where signals are left."""
    from jug.fitting.verdict.absorbing_parameters import absorbing_parameters

    return absorbing_parameters(end, tried, left)


def _list_reasons(end: FitEnd, found: _FitFindings, errors_scaled: bool) -> list[Reason]:
    """The reasons why the fit is not good."""
    out = _reasons_at_end(end)
    if found.without:
        next_step = "take these turns out of the tim file, or fit the par file from before that fit"
        out.append(Reason(VerdictKind.PULSE_NUMBERS_IN_DOUBT, found.without.sentence, next_step))
    elif found.doubts.n_toa:
        sentence = _doubts_in_words(found.doubts, len(end.toas))
        out.append(Reason(VerdictKind.PULSE_NUMBERS_IN_DOUBT, sentence, numbering_advice(end, found.doubts)))
    if found.flat:
        first = name_list(tuple(flat.names[0] for flat in found.flat))
        how = "fit flag 0, or --freeze-degenerate, freeze_degenerate=True"
        other = "add data that tell them apart" if any(flat.correlation for flat in found.flat) else "take it out"
        next_step = f"fix {first} ({how}), or {other}"
        out.append(Reason(VerdictKind.FLAT_DIRECTION, "; ".join(flat.sentence for flat in found.flat), next_step))
    out += filter(None, [duplicate_reason(found.n_duplicates, found.duplicates, len(end.toas))])
    return out + reasons_from_residuals(end, found.signals, found.tests, bool(found.doubts.n_toa), errors_scaled)


def _reasons_at_end(end: FitEnd) -> list[Reason]:
    """Reasons from the end of the loop, from bounds, and from lost digits."""
    outcome, free, out = end.outcome, end.model.free, list[Reason]()
    if outcome.stop is Stop.MAX_ITERATIONS:
        sentence = "the iterations ran out before chi2 stopped falling"
        out.append(Reason(VerdictKind.OUT_OF_STEPS, sentence, "fit the result again, or raise --max-iter (max_iter=)"))
    if outcome.stop is Stop.NO_DESCENT:
        sentence = "no step lowers chi2, although the linear model predicts a decrease"
        next_step = "start from better values; look at the residuals near half a turn"
        out.append(Reason(VerdictKind.NO_DESCENT, sentence, next_step))
    if outcome.active:
        names = tuple(free[i] for i in outcome.active)
        sentence = f"{name_list(names)} {'is' if len(names) == 1 else 'are'} at a bound of the allowed range"
        next_step = f"fix {name_list(names)}, or parametrise the model otherwise"
        next_step += f"; {HALF_ORBIT}" if "A1" in names else ""
        out.append(Reason(VerdictKind.AT_BOUND, f"{sentence}; chi2 falls beyond it", next_step))
    if end.drift_s >= CONFIRM_S:
        sentence = f"the linear residuals differ from the exact ones by {end.drift_s * 1e9:.2g} ns"
        out.append(Reason(VerdictKind.ILL_CONDITIONED, sentence, "fit the result again"))
    return out


def several_minima(free: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parameters of a fit for which chi2 is known to have several minima.

    Parameters
    ----------
    free : tuple of str

    Returns
    -------
    tuple of str
    """
    orientation = ORIENTATION if set(ORIENTATION) <= set(free) else ()
    return (*orientation, *(name for name in free if name.startswith("GLEP_")))


def _reasons_of_several_minima(several: tuple[str, ...]) -> list[Reason]:
    """The reason of parameters for which chi2 may have several minima."""
    if not several:
        return []
    sentence = f"chi2 may have several minima in {name_list(several)}, and the others were not looked for"
    next_step = "look for them with --search (search=True)"
    return [Reason(VerdictKind.SEVERAL_MINIMA, sentence, next_step)]


def _reasons_of_other_minima(minima: "tuple[Minimum, ...]") -> list[Reason]:
    """The reason of minima near the lowest that a search has found."""
    others = tuple(f"chi2 {one.above:.2f} higher ({one.relation})" for one in minima[1:])
    if not others:
        return []
    sentence = f"other minima lie near the lowest: {name_list(others)}"
    next_step = "take their values into account (result.minima, or minima in the JSON file), or add data that decide"
    return [Reason(VerdictKind.SEVERAL_MINIMA, sentence, next_step)]


def _doubts_in_words(doubts: PulseDoubts, n: int) -> str:
    """The finding about pulse numbers in words."""
    who = f"{doubts.n_toa} of {toa_count(n)}"
    if not doubts.gaps:
        return f"the pulse numbers of {who} are in doubt: their residuals are near half a turn, or scattered over one"
    worst = sorted(doubts.gaps, key=lambda gap: gap.delta_chi2)

    def gap_in_words(gap: DoubtfulGap) -> str:
        return f"MJD {gap.before:.1f} to {gap.after:.1f} ({toa_count(gap.n_toa)}, {_change_in_words(gap.delta_chi2)})"

    more = f" and {len(worst) - 3} more" if len(worst) > 3 else ""
    where = f"{len(worst)} gap{'s' if len(worst) > 1 else ''}: {'; '.join(map(gap_in_words, worst[:3]))}{more}"
    if worst[0].turns:
        turns = name_list(tuple(f"{gap.turns:+d} after MJD {gap.before:.1f}" for gap in doubts.gaps))
        together = f"{_change_in_words(worst[0].delta_chi2)} with turns at {len(worst)} gaps together"
        return f"the pulse numbers of {who} are in doubt; {together}: {turns}"
    return f"the pulse numbers of {who} are in doubt; one turn more or fewer may fit as well at {where}"


def _change_in_words(delta_chi2: float) -> str:
    """How turns change chi2: a size and a direction, never a negative chi2."""
    return f"chi2 {abs(delta_chi2):.3g} {'lower' if delta_chi2 < 0.0 else 'higher'}"
