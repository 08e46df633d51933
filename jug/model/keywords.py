"""Par-file keywords that are not parameters of a component: settings, descriptions, and what is not read yet."""

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
    ]
)
"""Kept and written back, without effect on the residuals."""

PULSAR = ("PSR", "PSRJ", "PSRB", "PSRNAME")

_NOT_YET = """
    OM2DOT
    BINARY2
    BPJEP_# BPJPH_# BPJA1_# BPJEC_# BPJOM_# BPJPB_# W1 AFAC D_AOP NPULS PB_# A1_# ECC_# E_# T0_# OM_#
    OMDOT_# PBDOT_# XDOT_# A1DOT_# EDOT_# GAMMA_# M2_# SINI_# TASC_# EPS1_# EPS2_# FB#_# CONSTRAIN CMIDX
    NE_SW_SIN# NE_SW_COS# FDDC FDDI FDIDX WAVE_SCALE QIFUNC_POS QIFUNC_AMP PHASE DSHK TELEPOCH TEL_DX TEL_DY
    TEL_DZ TELX TELY TELZ GWSINGLE GWECC GWM_AMP CLK_CORR_CHAIN TNGLOBALEF TNGLOBALEQ DMEFAC DMEQUAD TNREDCORNER
    TNRED TNREDFLOW TNDMFLOW TNCHROMAMP TNCHROMGAM TNCHROMC TNCHROMFLOG TNCHROMFLOG_FACTOR TNCHROMTSPAN TNSWAMP
    TNSWGAM TNSWC TNSWFLOG TNSWFLOG_FACTOR TNBANDNOISE TNGROUPNOISE TNSHAPELETEVENT TNDMEV TNYDM TNSUBTRACTPOLY
    TNSUBTRACTRED TNSUBTRACTDM NESW_NOISE SWNOISE TDSWKERNEL TDSWDT TDSWLOGSIG TDSWLOGELL TDSWNU TDSWLOGGAMP
    TDSWLOGP TDSWINTERP_KIND TDSWNODE_# RRAJ RDECJ ADDSAT TEMPO1 IBOOT CALIBRATE"""

_OFF_VALUES = {
    "CORRECT_TROPOSPHERE": "no",
}
"""Keywords whose term is not there yet, with the value that means it is switched off."""


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile("|".join(w.replace("#", r"\d+") for w in words.split()))


KEPT = _pattern("DMX DMXEP_# DMXF1_# DMXF2_#")
"""Keywords that describe DMX bins: kept and written back, without effect (as in PINT and tempo2)."""

NOT_YET = _pattern(_NOT_YET)
"""Keywords that change the model and are not supported yet; ``#`` stands for a number."""


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
    own = [*known(), *DESCRIPTIVE, *PULSAR, *SETTINGS]
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
