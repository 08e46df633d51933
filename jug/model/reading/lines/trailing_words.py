"""Words after value, fit flag and uncertainty of a line, such as a unit: they are not read, and give a warning."""

from jug.core.decimal_text import is_number
from jug.io.par import ParFile, ParLine
from jug.model.known_terms import find_own_slot
from jug.model.reading.findings import Findings
from jug.model.reading.lines.keywords import DESCRIPTIVE, PULSAR, SETTINGS
from jug.model.slots import Slot

FIT_FLAGS = ("0", "1", "2")


def without_trailing_words(par: ParFile, line: ParLine, slot: Slot, findings: Findings) -> ParLine:
    """Return the line without the words after its uncertainty.

    Parameters
    ----------
    par : ParFile
    line : ParLine
        Of one parameter.
    slot : Slot
        The parameter of its keyword.
    findings : Findings
        Gets a note that names the words.

    Returns
    -------
    ParLine
        The same line where there are no such words, or where one is a number or a keyword: two lines ran together.
    """
    args = line.args
    family = slot.param.family
    if len(args) < 4 or len(slot.params) != 1 or (family is not None and family.kind == "selected"):
        return line
    trailing = args[3:]
    complete = is_number(args[0]) or ":" in args[0]
    if not complete or args[1] not in FIT_FLAGS or not is_number(args[2]):
        return line
    if any(is_number(word) or _is_key(word) for word in trailing):
        return line
    findings.assume(f"{line.key}: {' '.join(trailing)!r} after the uncertainty is not read", par.where(line))
    return line._replace(args=args[:3])


def _is_key(word: str) -> bool:
    key = word.upper()
    return key in SETTINGS or key in PULSAR or key in DESCRIPTIVE or find_own_slot(key) is not None
