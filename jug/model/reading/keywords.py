"""Par-file keywords that are not parameters of a component: settings, descriptions, and hints for unknown ones."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from jug.model.programs.supported import all_words

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
        "TNSUBTRACTRED",
        "TNSUBTRACTDM",
        "TNSUBTRACTCHROM",
    ]
)
"""Kept and written back, without effect on the residuals."""

PULSAR = ("PSR", "PSRJ", "PSRB", "PSRNAME")

_OFF_VALUES = {
    "CORRECT_TROPOSPHERE": "no",
    "WAVE_SCALE": "zero",
}
"""Keywords whose term is not there yet, with the value that means it is switched off."""


FIT_ONLY = {
    "CONSTRAIN": "the constraint holds for a fit of tempo2, and jug's fits do not have it",
    "CONSTRAINT_EFACTOR": "jug's fits have no constraints",
}
"""Lines that change a fit of tempo2 but no residual: kept, with a warning that says so."""


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile("|".join(w.replace("#", r"\d+") for w in words.split()))


KEPT = _pattern("DMX DMXEP_# DMXF1_# DMXF2_#")
"""Keywords that describe DMX bins: kept and written back, without effect (as in PINT and tempo2)."""


REASONS = (
    (_pattern("F"), "is a spelling of tempo and tempo2 alone", "write F0"),
    (
        _pattern("TEMPO1"),
        "sets several lines at once, in tempo2 alone",
        "write UNITS TDB; TIMEEPH FB90, DILATEFREQ N, PLANET_SHAPIRO N and CORRECT_TROPOSPHERE N are what jug takes "
        "where they are absent, and T2CMETHOD TEMPO jug does not have",
    ),
    (
        _pattern("PHASE"),
        "adds whole turns to the residuals of all TOAs after a date, in tempo2 alone",
        "put pulse numbers (-pn, TRACK -2) or -padd into the tim file",
    ),
    (
        _pattern("WAVE_SCALE"),
        "other than 0 makes the harmonics of WAVE waves of the dispersion measure, in tempo2 alone",
        "write them as DMWaveX: DMWXFREQ_n = n WAVE_OM / 2 pi, amplitudes with the sign reversed",
    ),
    (
        _pattern("WAVDM_OM WAVDM#"),
        "gives waves of the dispersion measure, in tempo2 alone",
        "write them as DMWaveX",
    ),
    (
        _pattern("WAVE_FREQ WAVE_SIN# WAVE_COS#"),
        "is a spelling of tempo2 alone",
        "write WAVE_OM = 2 pi WAVE_FREQ / 365.25 d and lines WAVEk sine cosine",
    ),
    (
        _pattern("FDJUMP_SCALE"),
        "is a spelling of tempo2 alone",
        "write FDJUMPLOG Y for LOG, N for LINEAR",
    ),
    (
        _pattern("CHROMX_# CHROMXR1_# CHROMXR2_#"),
        "is a delay in s at 1.4 GHz, in tempo2 since 2024",
        "write CMX_n = CHROMX_n 1400^TNCHROMIDX 2.41e-4, with CMXR1_n and CMXR2_n",
    ),
    (
        _pattern("S?QIFUNC_[PC]# SQIFUNC_[PC] QIFUNC_POS_[PC] QUAD_.* QUAD# C?GW.*"),
        "is the signal of a gravitational wave, for several pulsars together",
        "for one pulsar write it as IFUNC, WAVE or a glitch",
    ),
)
"""Keywords of other programs of which more can be said than that jug does not have them: pattern, why, what to do."""


def reason(key: str) -> tuple[str, str]:
    """Why a keyword of another program is not read, and what to do."""
    found = next(((why, hint) for words, why, hint in REASONS if words.fullmatch(key)), None)
    why, hint = found or ("is not supported yet, and leaving it out would change the model", "")
    return f"{key} {why}", f"{hint}{'; ' if hint else ''}to leave it out on purpose: --ignore {key}"


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
"""Keywords that `jug.model.reading.settings` reads."""
