"""Terms of the model that a program does not read, with the size of their effect on the residuals."""

from collections.abc import Iterable

from jug.analysis.diagnosis.differences import is_nothing
from jug.analysis.diagnosis.other_readings import OtherReadings
from jug.analysis.diagnosis.rows import Difference, LineUse
from jug.model.known_terms import find_own_slot
from jug.model.programs.supported import PROGRAM_NAMES, PROGRAMS, has_orbit, reads
from jug.model.reading.dialects.tempo_jumps import JUMP_N
from jug.model.timing_model import TimingModel
from jug.text.name_lists import comma_list


def unread_differences(readings: OtherReadings, uses: Iterable[LineUse]) -> list[Difference]:
    """Evaluate, term by term, the model without the lines that a program does not read.

    Parameters
    ----------
    readings : OtherReadings
    uses : iterable of LineUse

    Returns
    -------
    list of Difference
        One for each group of lines that some program does not read.
    """
    model = readings.read.model
    if model is None:
        return []
    acting = {use.number: use.key for use in uses if use.use == "parameter"}
    groups: dict[frozenset[str], list[str]] = {}
    for program in PROGRAMS:
        for keys in _not_read(model, acting, program):
            groups.setdefault(keys, []).append(PROGRAM_NAMES[program])
    found = []
    for keys, programs in groups.items():
        effect, why_not = readings.without(keys)
        if effect is not None and is_nothing(effect):
            continue
        names = sorted(keys)
        targets = " or ".join(f"jug convert --to {program.lower()}" for program in programs)
        decide = f"{targets} says what can be written; to leave out: --ignore {names[0]}"
        verb = "do" if len(programs) > 1 else "does"
        what = f"lines that {' and '.join(programs)} {verb} not read{_other_spellings(keys)}"
        found.append(Difference(comma_list(names), what, "used", "left out", tuple(programs), effect, why_not, decide))
    return found + _orbits(model)


def _other_spellings(keys: Iterable[str]) -> str:
    """Other spellings of these keywords that programs read."""
    found = []
    for key in sorted(keys):
        slot = find_own_slot(key)
        words = (slot.param.name, *slot.param.aliases) if slot is not None else ()
        tail = slot.digits if slot is not None else ""
        others = {word + tail: [PROGRAM_NAMES[p] for p in PROGRAMS if reads(p, word + tail)] for word in words}
        found += [f"{' and '.join(names)} {word}" for word, names in others.items() if names and word != key]
    return f"; read instead: {comma_list(found)}" if found else ""


def _not_read(model: TimingModel, acting: dict[int, str], program: str) -> list[frozenset[str]]:
    """The keywords that a program does not read, with the keywords of one term together."""
    by_term: dict[str, set[str]] = {}
    for e in model.entries.values():
        if e.line is None or e.line.number not in acting or e.name == "BINARY":
            continue
        key = acting[e.line.number]
        if not reads(program, key) and not JUMP_N.fullmatch(key):  # these are in the row of convention TIMJUMPS
            term = next((c.name for c in model.components if e.param in c.params), "")
            by_term.setdefault(term, set()).add(key)
    return [frozenset(keys) for keys in by_term.values()]


def _orbits(model: TimingModel) -> list[Difference]:
    """List the binary model if some program does not have it."""
    own = model.entries.get("BINARY")
    lacking = tuple(PROGRAM_NAMES[p] for p in PROGRAMS if own is not None and not has_orbit(p, own.word))
    if own is None or not lacking or own.word == "T2":
        return []
    why = "without its orbit the model has no meaning"
    decide = f"jug convert --to {lacking[0].lower()} --binary MODEL"
    what = f"the binary model {own.word} is not in {' and '.join(lacking)}"
    return [Difference("BINARY", what, own.word, "refused", lacking, None, why, decide)]
