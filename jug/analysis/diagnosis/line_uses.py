"""The use of every line of the par file: parameter, alias, description, no effect, or not understood."""

from collections.abc import Mapping

from jug.analysis.diagnosis.parameter_effects import ACTS, covered_toas
from jug.analysis.diagnosis.reading import FilesRead
from jug.analysis.diagnosis.rows import LineUse
from jug.io.par import ParLine
from jug.model.known_terms import find_own_slot
from jug.model.parameters import Entry
from jug.model.programs.supported import readers
from jug.model.reading.lines.keywords import (
    BIN_DESCRIPTIONS,
    DESCRIPTIVE,
    FIT_ONLY,
    PAASCNODE,
    PULSAR,
    SETTING_ALIASES,
    SETTINGS,
    switches_off,
)
from jug.model.reading.lines.spellings import canonical_keyword
from jug.text.name_lists import toa_count

PERIODS = {"P": "F0", "P0": "F0", "P1": "F1", "PDOT": "F1"}
"""Keywords of the period, and the keywords of the frequency to which they are converted."""


def line_uses(read: FilesRead, effect: Mapping[str, str] | None) -> tuple[LineUse, ...]:
    """Describe the use of each line.

    Parameters
    ----------
    read : FilesRead
    effect : dict of str to str or None
        The effect of each parameter on the TOAs (`jug.analysis.diagnosis.parameter_effects.effects`); None without
        TOAs.

    Returns
    -------
    tuple of LineUse
        One for each line with a keyword, in the order of the file.
    """
    by_line: dict[int, list[Entry]] = {}
    for e in read.model.entries.values() if read.model else ():
        if e.line is not None:
            by_line.setdefault(e.line.number, []).append(e)
    problems = {p.where.line: p for p in reversed(read.problems) if p.where is not None}
    uses = []
    for line in read.par:
        own = by_line.get(line.number, [])
        if line.number in problems:
            problem = problems[line.number]
            use, what = "not understood", f"{problem.why}; {problem.hint}" if problem.hint else problem.why
        elif cause := read.par_left_out.get(line.number):
            own_fault = cause == line.number
            use = "not understood" if own_fault else "not used"
            what = "left out here" if own_fault else f"left out here, because line {cause} cannot be used"
        elif own:
            use, what = _of_parameters(read, own, effect)
        else:
            use, what = _of_other(read, line)
        alias = PERIODS.get(line.key, "") or canonical_keyword(line.key)
        known = readers(line.key)
        uses.append(LineUse(line.number, line.key, line.text, use, what, alias if alias != line.key else "", known))
    return tuple(uses)


def _of_parameters(read: FilesRead, own: list[Entry], effect: Mapping[str, str] | None) -> tuple[str, str]:
    """The use of a line with parameters."""
    free = [e.name for e in own if e.free]
    state = "free" if len(free) == len(own) else f"{', '.join(free)} free" if free else "fixed"
    if any(e.word for e in own):
        return "parameter", f"choice of {own[0].name}: {own[0].word}"
    what = f"{', '.join(e.name for e in own)}, {'noise, ' if own[0].param.sampled else ''}{state}"
    if own[0].selector is not None and read.toas is not None and read.model is not None:
        count = int(covered_toas(read.model, own[0], read.toas).sum())
        what += f", {own[0].selector} selects {count} of {toa_count(len(read.toas))}"
    if effect is not None:
        words = {effect.get(e.name, ACTS) for e in own}
        if len(words) == 1 and ACTS not in words:
            return "no effect", f"{what}: {words.pop()}"
    return "parameter", what


def _of_other(read: FilesRead, line: ParLine) -> tuple[str, str]:
    """The use of a line without parameters of the model."""
    if (why := _note_of(read, line)) and not line.key.startswith("#"):
        return "setting" if line.key in SETTING_ALIASES else "not used", why
    if line.key in SETTINGS or line.key in PULSAR:
        what = f"{SETTING_ALIASES.get(line.key, line.key)} {' '.join(line.args[:1])}"
        asked = read.options.get("ephem")
        if line.key == "EPHEM" and asked and str(asked).upper() != line.args[0].upper():
            return "not used", f"{what}: {asked} is used in its place"
        return "setting", what
    if line.key in FIT_ONLY:
        return "description", f"kept, without effect here: {FIT_ONLY[line.key]}"
    if line.key in DESCRIPTIVE or BIN_DESCRIPTIONS.fullmatch(line.key) or line.key == PAASCNODE:
        return "description", "kept, without effect on residuals"
    if switches_off(line.key, line.args):
        return "setting", "as without the line" if line.key == "IPM" else "the term is switched off"
    if read.model is None and find_own_slot(line.key) is not None:
        return "parameter", "not examined, because other lines block the file"
    return "no effect", "no term of this model uses it"


def _note_of(read: FilesRead, line: ParLine) -> str:
    """The model's note, or the warning, that ends with the number of this line; empty if there is none."""
    texts = read.model.settings.assumed if read.model else ()
    for text in texts:
        if text.endswith(f"(line {line.number})"):
            return text.removesuffix(f"(line {line.number})").strip()
    for finding in read.findings:
        if finding.kind == "remark" and finding.where.endswith(f":{line.number}") and line.key in finding.what:
            return finding.what
    repeated = next(
        (t for t in texts if "given twice" in t and (f"and {line.number})" in t or f"and {line.number};" in t)), ""
    )
    return "given before with the same value" if repeated else ""
