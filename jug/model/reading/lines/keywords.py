"""Par-file keywords that are not parameters: settings, descriptions, lines of DMX bins, switched-off terms."""

import re

from jug.io.codecs import plain_number, plain_word

PULSAR = ("PSR", "PSRJ", "PSRB", "PSRNAME")
"""Keywords of the name of the pulsar."""

_SETTINGS = """
    EPHEM CLK CLOCK UNITS TIMEEPH T2CMETHOD DILATEFREQ DIALATEFREQ PLANET_SHAPIRO ECL TZRMJD TZRSITE TZRFRQ TZRFREQ
    TRACK ROBUST
"""
SETTINGS = tuple(_SETTINGS.split())
"""Keywords that `jug.model.reading.settings` reads."""

SETTING_ALIASES = {"CLOCK": "CLK", "DIALATEFREQ": "DILATEFREQ", "TZRFREQ": "TZRFRQ", **dict.fromkeys(PULSAR[1:], "PSR")}
"""Other keywords of a setting, or of the name of the pulsar."""

_DESCRIPTIVE = """
    START FINISH NTOA TRES CHI2 CHI2R CHISQ REDCHI2 DMDATA NITS NDMX DMRES INFO EPHVER MODE SOLARN JUMPUNC
    NE_SWFIT BIPMVER SIMDM ITERATIONS REFPHS TRACKMODE COMMENT NAME SURVEY S400 S1400 P0SOURCE ASSOC DIST
    DCOVFILE RM DMX_START DMXCOMMENT TIMFILE IBOOT NPRNT NDDM HEAD GAIN PHIMIN WEIGHT AVERAGERES NSPAN TSPAN
    TNSUBTRACTRED TNSUBTRACTDM TNSUBTRACTCHROM TEMPO1
"""
_SIGNAL = "H0 PSI PHI0 COSIOTA IOTA HPLUS HCROSS Q22 C21 C22 PHI21 PHI22 I21 I31"
_TRANSIENT = "TRANSIENTWINDOWTYPE TRANSIENTSTARTTIME TRANSIENTTAU"
RADIATION = frozenset([*_SIGNAL.split(), *_TRANSIENT.split()])
"""Descriptions of the gravitational waves that the pulsar itself radiates (as LALSuite and CWInPy read them)."""

DESCRIPTIVE = frozenset(_DESCRIPTIVE.split()) | RADIATION
"""Descriptions: written back in their place, without effect on the residuals."""

FREE_TEXT = frozenset(["COMMENT", "DMXCOMMENT", "SURVEY", "ASSOC", "P0SOURCE", "HEAD"])
"""Descriptions whose words are free text."""

PAASCNODE = "PAASCNODE"
"""Position angle of the node in tempo; `jug.model.reading.orbits.paascnode` has the size of its effect."""

_SUBTRACTED = (
    "it changes no residual; a fit of tempo2 moves the polynomial in its noise to F and DM, fits of PINT and jug do not"
)

FIT_ONLY = {
    "CONSTRAIN": "the constraint holds for a fit of tempo2, and jug's fits do not have it",
    "CONSTRAINT_EFACTOR": "jug's fits have no constraints",
    **dict.fromkeys(("TNSUBTRACTPOLY", "TNREDSUBPOLYORD", "TNDMSUBPOLYORD", "TNCHROMSUBPOLYORD"), _SUBTRACTED),
}
"""Lines that change a fit of tempo2 but no residual, with the warning; they are written back."""


def keyword_pattern(words: str) -> re.Pattern[str]:
    """Compile a pattern for keywords separated by spaces, in which ``#`` stands for a number.

    Parameters
    ----------
    words : str
        As ``"DMXEP_# WAVDM#"``; the words may be regular expressions.

    Returns
    -------
    re.Pattern
    """
    return re.compile("|".join(w.replace("#", r"\d+") for w in words.split()))


BIN_DESCRIPTIONS = keyword_pattern("DMX DMXEP_# DMXF1_# DMXF2_#")
"""Keywords that describe DMX bins: written back, without effect (as in PINT and tempo2)."""

_OFF_VALUES = {"CORRECT_TROPOSPHERE": "no", "WAVE_SCALE": "zero", "IPM": "yes"}
"""Keywords of terms that jug does not have in this form, with the kind of value that switches them off.

IPM 1, the default of tempo2, means that the solar wind of NE_SW is computed; IPM 0 means that it is left out.
"""


def switches_off(key: str, args: tuple[str, ...]) -> bool:
    """Whether a line only switches off a term that jug does not have.

    Parameters
    ----------
    key : str
        The keyword in capitals.
    args : tuple of str
        The words after it.

    Returns
    -------
    bool
    """
    kind = _OFF_VALUES.get(key) or _OFF_VALUES.get(key.rstrip("0123456789"))
    if kind is None or not args:
        return False
    if kind == "no":
        return plain_word(args[0]).upper() in ("N", "NO", "F", "FALSE", "0")
    if kind == "yes":
        return len(args) == 1 and plain_word(args[0]) == "1"
    fitted = len(args) > 1 and args[1] == "1"
    return plain_number(args[0]) == 0.0 and not fitted
