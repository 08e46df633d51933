"""Differences of PINT for a model that was read as tempo2 reads it, and values that PINT refuses and jug accepts."""

import math
from collections.abc import Callable

from jug.conversion.dialects.dialect_rules import Rule
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel


def _read(convention: str, word: str, *selectors: str) -> Callable[[TimingModel, Entry], bool]:
    """Make a test whether the convention has this word, and the kind of the selector is one of these, if any."""

    def applies(model: TimingModel, e: Entry) -> bool:
        selected = not selectors or (e.selector is not None and e.selector.kind in selectors)
        return selected and model.settings.conventions.get(convention) == word

    return applies


def _outside(low: float, high: float = math.inf) -> Callable[[TimingModel, Entry], bool]:
    """Make a test whether a value that is a number is outside a range."""
    return lambda model, e: not e.word and not low <= float(e.value.hi) <= high


def _of_ddh(model: TimingModel, e: Entry) -> bool:
    """Whether a negative H3 makes a negative M2."""
    return model.entries["BINARY"].word == "DDH" and float(e.value.hi) < 0.0


def _seen_from_behind(model: TimingModel, e: Entry) -> bool:
    """Whether the sine of KIN is negative."""
    return math.sin(math.radians(float(e.value.hi))) < 0.0


def _beside_pb(model: TimingModel, e: Entry) -> bool:
    """Whether a derivative of FB0 stands beside PB."""
    return e.line is not None and bool(e.order) and "PB" in model.entries


def _zero(model: TimingModel, e: Entry) -> bool:
    """Whether a value is 0: PINT divides by the variance of an ECORR."""
    return float(e.value.hi) == 0.0


PINT_RULES = (
    Rule("pint", "M2", _outside(0.0), "PINT refuses M2 below 0"),
    Rule("pint", "SINI", _outside(0.0, 1.0), "PINT refuses SINI outside 0 to 1"),
    Rule("pint", "SHAPMAX", _outside(0.0), "PINT refuses SHAPMAX below 0"),
    Rule("pint", "STIGMA", _outside(math.ulp(0.0)), "PINT refuses STIGMA that is not above 0"),
    Rule("pint", "H3", _of_ddh, "PINT refuses H3 below 0 in BINARY DDH"),
    Rule("pint", "KIN", _seen_from_behind, "PINT refuses KIN whose sine is below 0"),
    Rule("pint", "FB", _beside_pb, "PINT refuses {name} beside PB: write FB0, which is 1 / (86400 PB), for PB"),
    Rule(
        "pint",
        "ECORR",
        _zero,
        "{name} {selector} is 0 and its line is written as a comment: PINT reads it, but its fits fail with it",
        comment=True,
    ),
    Rule("pint", "TNEQ", _read("EQUAD", "TEMPO2"), "TNEQ of PINT stands inside EFAC"),
    Rule("pint", "FD", _read("FD", "BEFORE"), "FD of PINT comes after the orbit"),
    Rule("pint", "JUMP", _read("JUMPTEL", "OTHERS", "TEL"), "PINT applies JUMP TEL x to the site x alone"),
    Rule("pint", "JUMP", _read("JUMPRANGE", "HALF_OPEN", "MJD", "FREQ"), "a JUMP of PINT has both ends of its range"),
    Rule("pint", "JUMP", _read("JUMPNAME", "PART", "NAME"), "JUMP NAME x of PINT takes the whole name x"),
    Rule("pint", "DMX", _read("DMX", "OPEN"), "DMX of PINT has both ends of its range"),
)
"""The rules, in the order in which they are applied."""
