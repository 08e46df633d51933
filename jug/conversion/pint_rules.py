"""Differences of PINT for a model that was read as tempo2 reads it."""

from collections.abc import Callable

from jug.conversion.dialect_rules import Rule
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel


def _read(convention: str, word: str, *selectors: str) -> Callable[[TimingModel, Entry], bool]:
    """Whether the convention has the word, and the line, where it has a selector, one of these."""

    def applies(model: TimingModel, e: Entry) -> bool:
        selected = not selectors or (e.selector is not None and e.selector.kind in selectors)
        return selected and model.settings.conventions.get(convention) == word

    return applies


PINT_RULES = (
    Rule("pint", "TNEQ", _read("EQUAD", "TEMPO2"), "TNEQ of PINT stands inside EFAC"),
    Rule("pint", "FD", _read("FD", "BEFORE"), "FD of PINT comes after the orbit"),
    Rule("pint", "JUMP", _read("JUMPTEL", "OTHERS", "TEL"), "PINT applies JUMP TEL x to the site x alone"),
    Rule("pint", "JUMP", _read("JUMPRANGE", "HALF_OPEN", "MJD", "FREQ"), "a JUMP of PINT has both ends of its range"),
    Rule("pint", "JUMP", _read("JUMPNAME", "PART", "NAME"), "JUMP NAME x of PINT takes the whole name x"),
    Rule("pint", "DMX", _read("DMX", "OPEN"), "DMX of PINT has both ends of its range"),
)
"""In the order in which they are looked at."""
