"""Par-file keywords that are not parameters of a component: settings, descriptions, and hints for unknown ones."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from jug.model.peers import all_words

DESCRIPTIVE = frozenset(
    [
        "START",
        "FINISH",
        "NTOA",
        "TRES",
        "CHI2",
        "CHI2R",
        "CHISQ",
        "REDCHI2",
        "DMDATA",
        "NITS",
        "NDMX",
        "DMRES",
        "INFO",
        "EPHVER",
        "MODE",
        "SOLARN",
        "JUMPUNC",
        "NE_SWFIT",
        "BIPMVER",
        "SIMDM",
        "ITERATIONS",
        "REFPHS",
        "TRACKMODE",
        "COMMENT",
        "NAME",
        "SURVEY",
        "S400",
        "S1400",
        "P0SOURCE",
        "ASSOC",
        "DIST",
        "DCOVFILE",
        "RM",
        "DMX_START",
        "DMXCOMMENT",
        "TIMFILE",
        "IBOOT",
        "NPRNT",
        "NDDM",
        "HEAD",
        "GAIN",
        "PHIMIN",
        "WEIGHT",
        "AVERAGERES",
        "NSPAN",
        "TSPAN",
    ]
)
"""Kept and written back, without effect on the residuals."""

PULSAR = ("PSR", "PSRJ", "PSRB", "PSRNAME")

_OFF_VALUES = {
    "CORRECT_TROPOSPHERE": "no",
}
"""Keywords whose term is not there yet, with the value that means it is switched off."""


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile("|".join(w.replace("#", r"\d+") for w in words.split()))


KEPT = _pattern("DMX DMXEP_# DMXF1_# DMXF2_#")
"""Keywords that describe DMX bins: kept and written back, without effect (as in PINT and tempo2)."""


def is_off(key: str, args: tuple[str, ...]) -> bool:
    """Whether a line only switches off a term that jug does not have."""
    how = _OFF_VALUES.get(key) or _OFF_VALUES.get(key.rstrip("0123456789"))
    if how is None or not args:
        return False
    if how == "no":
        return args[0].upper() in ("N", "NO", "F", "FALSE", "0")
    fitted = len(args) > 1 and args[1] == "1"
    try:
        return float(args[0].upper().replace("D", "E")) == 0.0 and not fitted
    except ValueError:
        return False


def nearest(key: str, known: Callable[[], list[str]]) -> str:
    """A hint with the keywords that look most like ``key``: those that jug reads, else those of other programs."""
    own = list(dict.fromkeys([*known(), *DESCRIPTIVE, *PULSAR, *SETTINGS]))
    near = get_close_matches(key, own, n=2, cutoff=0.6) or get_close_matches(key, all_words(), n=2, cutoff=0.6)
    leave = f"to leave it out on purpose: --ignore {key}"
    return f"did you mean {' or '.join(near)}? {leave}" if near else leave


SETTINGS = [
    "EPHEM",
    "CLK",
    "CLOCK",
    "UNITS",
    "TIMEEPH",
    "T2CMETHOD",
    "DILATEFREQ",
    "DIALATEFREQ",
    "PLANET_SHAPIRO",
    "ECL",
    "TZRMJD",
    "TZRSITE",
    "TZRFRQ",
    "TRACK",
]
"""Keywords that `jug.model.settings` reads."""
