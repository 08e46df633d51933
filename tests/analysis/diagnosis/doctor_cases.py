"""Three hundred pairs of a par and a tim file for `jug.doctor`, each with what is planted in it.

Keywords: every line of every term that jug has, with the lines that its term needs. Conventions: a file on which each
acts, with the file in which the other reading is written out. Mistakes: what people write by accident.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from simulated import BASE

from jug.obs.sites import TEMPO2_CODES

ECLIPTIC = (
    BASE.replace("RAJ 12:34:12.3456789", "ELONG 186.3").replace("DECJ 05:06:07.89012", "ELAT 8.2")
    .replace("PMRA", "PMELONG").replace("PMDEC", "PMELAT") + "ECL IERS2010\n"
)  # fmt: skip
ELL1 = "BINARY ELL1;PB 1.5334;A1 1.89;TASC 54430.7;EPS1 2.1e-5;EPS2 -1.1e-5"
DD = "BINARY DD;PB 12.327;A1 9.23;T0 54451.1;ECC 0.21;OM 276.5"
DDK = "PX 1.2;BINARY DDK;PB 67.8251;A1 32.34;T0 54441.9;ECC 7.5e-3;OM 176.2;M2 0.3;KIN 71.969;KOM 88.25"
DMX = "DMX_0001 2e-3;DMXR1_0001 53800;DMXR2_0001 55200"

TERMS: tuple[tuple[str, str], ...] = (
    ("", "PX 1.2;PMRA2 0.3;PMDEC2 -0.2;PMRV 20;POSEPOCH 54000;SATJUMP -fe A 1e-6;TIMEEPH IF99;F2 1e-25;DM1 1e-3"),
    ("", "DMJUMPX;DM_S1YR 1e-4;DM_C1YR 2e-4;PHOFF 0.1;FD1 1e-5;NE_SW 5;NE1AU 5;SOLARN0 5;CORRECT_TROPOSPHERE Y"),
    ("VLBIAX 2;VLBIAY 3;VLBIAZ 4", "PLANET_SHAPIRO Y;DILATEFREQ Y;T2CMETHOD IAU2000B;MODE 1;INFO -f;NTOA 60"),
    ("CORRECT_TROPOSPHERE Y", "TROPWET 1e-10"),
    ("NE_SW 5", "NE_SW1 0.3;SWM 0;NE_SW2 0.1"),
    ("NE_SW 5;NE_SW1 0.4", "SWEPOCH 54100"),
    ("NE_SW 5;SWM 1", "SWP 2.3"),
    ("SWXDM_0001 3e-3;SWXR1_0001 53800;SWXR2_0001 55200", "SWXP_0001 2.4"),
    ("DM1 1e-3", "DMEPOCH 54100;DM2 1e-4;DM_SERIES POLY"),
    ("DMOFF 53900 1e-3;DMOFF 55100 -1e-3", "DMMODEL DM"),
    (DMX, "DMX 6.5;DMXEP_0001 54000"),
    ("DM_S1YR 1e-4", "DMEPOCH 54100"),
    (ELL1, "PBDOT 3e-12;XPBDOT 1e-12;A1DOT 1e-13;XDOT 1e-13;A1DOT2 1e-21;X2DOT 1e-21;EPS1DOT 1e-13;EPS2DOT 1e-13"),
    (ELL1, "FB1 -1e-16;ELL1ORDER 1"),
    (f"{ELL1};M2 0.3", "SINI 0.9"),
    (f"{ELL1};SINI 0.9", "M2 0.3"),
    (f"{ELL1};ORBWAVE_OM 1e-7;ORBWAVE_EPOCH 54500;ORBWAVEC0 1e-4", "ORBWAVES0 1e-4"),
    (ELL1.replace("ELL1", "ELL1H"), "H3 2e-7"),
    (ELL1.replace("ELL1", "ELL1H") + ";H3 2e-7", "H4 1e-7;STIGMA 0.5;STIG 0.5;VARSIGMA 0.5"),
    (ELL1.replace("ELL1", "ELL1H") + ";H3 2e-7;H4 1e-7", "NHARMS 5;NHARM 6"),
    (ELL1.replace("ELL1", "ELL1H") + ";H3 2e-7;STIGMA 0.5", "ELL1H_SHAPIRO ABSORBED"),
    (ELL1.replace("ELL1", "ELL1K"), "OMDOT 3;LNEDOT 1e-3"),
    (DD, "OMDOT 0.02;GAMMA 1e-4;PBDOT 1.5e-12;XPBDOT 1e-12;XDOT 2.5e-14;A1DOT 3e-14;EDOT 1e-15;DR 1e-5;DTH 3e-6"),
    (DD, "DTHETA 3e-6;A0 1e-6;B0 1e-6;A1DOT2 1e-21"),
    (DD.replace("ECC", "E"), "XPBDOT 2e-12"),
    (DD.replace("PB 12.327", "FB0 9.389e-7"), "FB1 1e-17;FB2 1e-25"),
    (f"{DD};M2 0.3", "SINI 0.9"),
    (DD.replace("DD", "DDS") + ";M2 0.3", "SHAPMAX 2.2"),
    (DD.replace("DD", "DDH") + ";H3 2e-7", "STIGMA 0.5"),
    (DD.replace("DD", "DDGR") + ";M2 1.3", "MTOT 2.8"),
    (DD.replace("DD", "DDGR") + ";M2 1.3;MTOT 2.8", "XOMDOT 0.01;XPBDOT 1e-12"),
    (DDK, "K96 N;PBDOT 1e-12"),
    (DD.replace("DD", "BT"), "GAMMA 1e-4;OMDOT 0.02;PBDOT 1e-12;EDOT 1e-15"),
    (
        DD.replace("BINARY DD", "BINARY BT_PIECEWISE") + ";XR1_0001 54000;XR2_0001 54500",
        "T0X_0001 54451.2;A1X_0001 9.24",
    ),
    (DD.replace("BINARY DD", "BINARY BTX").replace("PB 12.327", "FB0 9.389e-7"), "FB1 1e-17"),
    (DD.replace("DD", "MSS"), "OM2DOT 1e-18;E2DOT 1e-24"),
    (DD.replace("DD", "MSS") + ";M2 0.3;SINI 0.9", "ORBPX 0.1"),
    (DD.replace("DD", "T2"), "GAMMA 1e-4"),
    (DD.replace("DD", "T2") + ";PX 1;KOM 30", "KIN 70"),
    ("FDDI 2", "FDDC 1e-3"),
    ("WXFREQ_0001 0.002;WXCOS_0001 0", "WXSIN_0001 1e-5"),
    ("WXFREQ_0001 0.002;WXSIN_0001 1e-5;WXCOS_0001 0", "WXEPOCH 54300"),
    ("FD1JUMP -fe A 1e-5", "FD2JUMP -fe A 1e-6;FDJUMPLOG N;FDJUMP3 -fe B 1e-6"),
    ("", "FDJUMPDM -fe A 1e-3;JUMP -fe A 1e-4;JUMP MJD 54000 54501 2e-4;JUMP FREQ 400 1000 1e-4;JUMP TEL gbt 1e-5"),
    ("CM 1.2e4", "CM1 1e3;TNCHROMIDX 3.7"),
    ("CM 1.2e4;CM1 1e3", "CMEPOCH 54100"),
    ("CMX_0001 5e3;CMXR1_0001 53800;CMXR2_0001 55200", "TNCHROMIDX 3.5"),
    ("CMWXFREQ_0001 0.002;CMWXCOS_0001 0", "CMWXSIN_0001 1e3"),
    ("CMWXFREQ_0001 0.002;CMWXSIN_0001 1e3;CMWXCOS_0001 0", "CMWXEPOCH 54300"),
    ("DMWXFREQ_0001 0.002;DMWXCOS_0001 0", "DMWXSIN_0001 1e-3"),
    ("DMWXFREQ_0001 0.002;DMWXSIN_0001 1e-3;DMWXCOS_0001 0", "DMWXEPOCH 54300"),
    ("EXPDIPEP_1 54350.3;EXPDIPAMP_1 3e-5;EXPDIPTAU_1 85", "EXPDIPIDX_1 -1.7;EXPDIPEPS 0.02;EXPDIPFREF 1300"),
    (
        "CHROMGAUSS_EPOCH_1 54450;CHROMGAUSS_LOGAMP_1 -5.1;CHROMGAUSS_LOGSIG_1 1.9;CHROMGAUSS_CHROMIDX_1 2.3",
        "CHROMGAUSS_SIGN_1 -1;CHROMGAUSS_FREF 1300",
    ),
    ("GAUSEP_1 54450;GAUSAMP_1 1e-5;GAUSSIG_1 60", "GAUSINDEX_1 -1.5"),
    ("GLEP_1 54300.4", "GLPH_1 0.11;GLF0_1 1.2e-6;GLF1_1 -3e-15;GLF2_1 2e-23"),
    ("GLEP_1 54300.4;GLTD_1 45.6", "GLF0D_1 3e-7"),
    ("GLEP_1 54300.4;GLTD2_1 45.6", "GLF0D2_1 3e-7"),
    ("PWSTART_1 54000;PWSTOP_1 54600;PWEP_1 54100", "PWPH_1 0.1;PWF0_1 1e-7;PWF1_1 1e-15;PWF2_1 1e-23"),
    ("WAVE_OM 0.0123", "WAVE1 1e-3 -2e-3"),
    ("WAVE_OM 0.0123;WAVE1 1e-3 -2e-3", "WAVEEPOCH 54400;WAVE2 1e-4 1e-4"),
    ("IFUNC1 53800 1e-3;IFUNC2 54300 2e-3;IFUNC3 55200 -1e-3", "SIFUNC 2;SIFUNC 0"),
    ("", "EFAC -fe A 1.3;T2EFAC -fe A 1.3;TNEF -fe A 1.3;EQUAD -fe A 2;T2EQUAD -fe B 2;TNEQ -fe A -6;TNGLOBALEF 1.2"),
    ("", "TNGLOBALEQ -6;ECORR -fe A 2;TNECORR -fe A 2"),
    ("TNREDAMP -13;TNREDGAM 3", "TNREDC 12;TNREDFLOG 2;TNREDTSPAN 5;TNREDFLOW 0.5;TNREDCORNER 0.1"),
    ("RNIDX -3", "RNAMP 0.1"),
    ("TNDMAMP -13;TNDMGAM 3", "TNDMC 12;TNDMFLOG 2"),
    ("TNCHROMAMP -13;TNCHROMGAM 3", "TNCHROMC 12;TNCHROMIDX 4"),
    ("TNSWAMP -7;TNSWGAM 1", "TNSWC 5"),
    ("TDSWLOGSIG -1", "TDSWDT 60;TDSWINTERP_KIND linear"),
    ("", "TNBANDNOISE 400 1000 -13 3 10;TNGROUPNOISE -fe A -13 3 10"),
)
"""Lines that a term needs, and lines of which each makes a pair with them."""

NOT_READ = ("DMJUMPX",)
IDLE = ("ECORR", "TNECORR", "DMX", "DMXEP_0001", "INFO", "NTOA", "MODE")
"""Lines that are described only, or do nothing on TOAs that are never of one epoch."""

SETTING = ("TIMEEPH", "PLANET_SHAPIRO", "DILATEFREQ", "T2CMETHOD")


class Case(NamedTuple):
    """One pair.

    Parameters
    ----------
    name, par : str
    tim : callable
        From the text of the usual tim file to that of this pair.
    line : str
        A line that is planted; its use and the keyword that it stands for are to be named.
    use : str
        Its use; empty where the pair is about something else.
    finding : tuple of str
        Kind and part of the text of a finding that is to be there; empty for none.
    other : str
        The par file in which another reading is written out.
    row : tuple of str
        Name and other word of the difference between the two.
    other_tim : callable, optional
        The tim file in which another reading is written out, from that of this pair.
    """

    name: str
    par: str
    tim: Callable[[str], str] = str
    line: str = ""
    use: str = ""
    finding: tuple[str, ...] = ()
    other: str = ""
    row: tuple[str, str] = ("", "")
    other_tim: Callable[[str], str] = str


def text(base: str, lines: str) -> str:
    """A par file with more lines; those of a keyword that the base has too go in its place."""
    new = [line for line in lines.split(";") if line]
    keys = {line.split()[0] for line in new if line.split()[0] not in ("JUMP", "DMOFF")}
    kept = [line for line in base.split("\n") if line and line.split()[0] not in keys]
    return "\n".join([*kept, *new]) + "\n"


def without(base: str, *keys: str) -> str:
    """A par file less the lines of some keywords."""
    return "\n".join(line for line in base.split("\n") if not line or line.split()[0] not in keys)


def keyword_cases() -> Iterator[Case]:
    """Every line of every term with the lines that it needs."""
    for needed, each in TERMS:
        for line in each.split(";"):
            key = line.split()[0]
            if key in NOT_READ:
                continue
            use = "setting" if key in SETTING else "" if key in IDLE else "parameter"
            yield Case(f"{line} | {needed[:30]}", text(BASE, f"{needed};{line}"), line=line, use=use)
    for line in ("RA 12:34:12.3456789 1", "DEC 05:06:07.89012 1"):
        key = {"RA": "RAJ", "DEC": "DECJ"}[line.split()[0]]
        yield Case(line, text(without(BASE, key), line), line=line, use="parameter")
    for old, line in (
        ("ELONG", "LAMBDA 186.3 1"),
        ("ELAT", "BETA 8.2 1"),
        ("PMELONG", "PMLAMBDA 4"),
        ("PMELAT", "PMBETA 4"),
    ):
        yield Case(line, text(without(ECLIPTIC, old), line), line=line, use="parameter")
    for line in ("PMELONG2 0.1", "PMELAT2 0.1", "PMRV 10"):
        yield Case(f"{line} ecliptic", text(ECLIPTIC, line), line=line, use="parameter")
    for old, line in (("CLK", "CLOCK TT(BIPM2019)"), ("PSR", "PSRJ X"), ("PSR", "PSRB X"), ("TZRFRQ", "TZRFREQ 1400")):
        yield Case(line, text(without(BASE, old), line), line=line, use="setting")
    for line in ("START 53000", "FINISH 56000", "TRES 1.2", "CHI2 3", "NITS 1", "DMDATA 0", "SURVEY x", "RM 3"):
        yield Case(line, text(BASE, line), line=line, use="description")


BASES = {
    "equatorial": BASE,
    "ecliptic": ECLIPTIC,
    "ELL1": text(BASE, ELL1),
    "DD": text(BASE, DD + ";M2 0.3;SINI 0.9"),
    "DMX": text(BASE, DMX + ";FD1 1e-5"),
}

EVERYWHERE = (
    ("UNITS", "TCB"),
    ("EPHEM", "DE405"),
    ("CLK", "TT(TAI)"),
    ("CLK", "UNCORR"),
    ("NE_SW", "4"),
    ("NE_SW", "10"),
    ("PLANET_SHAPIRO", "Y"),
    ("CORRECT_TROPOSPHERE", "Y"),
    ("DILATEFREQ", "Y"),
    ("TIMEEPH", "IF99"),
)
"""Absent lines that matter to every file, with what programs take."""

STIGMA = ELL1.replace("ELL1", "ELL1H") + ";H3 4e-7;STIGMA 0.5"
RATES = ELL1 + ";EPS1DOT 3e-14;EPS2DOT 1e-14"
NODE = DD + ";SINI 0.6;M2 0.3;PX 4"
T2 = ELL1.replace("ELL1", "T2") + ";H3 4e-7;STIGMA 0.5"
RED = "TNREDAMP -11;TNREDGAM 2"
LINES: tuple[tuple[str, str, str, str, str], ...] = (
    ("ELL1ORDER", "1", ELL1.replace("e-5", "e-4"), ELL1.replace("e-5", "e-4"), "ELL1ORDER 1"),
    ("ELL1H_SHAPIRO", "ABSORBED", STIGMA, STIGMA, "ELL1H_SHAPIRO ABSORBED"),
    ("FDJUMPLOG", "N", "FD1JUMP -fe A 1e-6", "FD1JUMP -fe A 1e-6", "FDJUMPLOG N"),
    ("TNREDC", "100", "RNAMP 0.3;RNIDX -2", "RNAMP 0.3;RNIDX -2", "TNREDC 100"),
    ("CLOCK", "IGNORED", "CLOCK TT(BIPM2019)", "", "CLK TT(TAI)"),
    ("NIST", "TAI", "CLK UTC(NIST)", "", "CLK TT(TAI)"),
    ("EPHVER", "OVERRULES", "EPHVER 2;NE_SW 3", "EPHVER 5", "NE_SW 9.961"),
    ("TEMPO1", "OVERRULES", "PLANET_SHAPIRO Y;CORRECT_TROPOSPHERE Y;TEMPO1", "PLANET_SHAPIRO N", ""),
    ("E12", "ALWAYS", f"{DD};PBDOT 3e-12", f"{DD};PBDOT 3e-24", ""),
    ("E12", "ALWAYS", f"{DD};XDOT 3e-13", f"{DD};XDOT 3e-25", ""),
    ("E12", "ALWAYS", f"{DD};EDOT 3e-14", f"{DD};EDOT 3e-26", ""),
    ("CM", "POWERS", "CM 1e3;CM1 1e3;CM2 500;CMEPOCH 54100;DMEPOCH 54500", "CM 0;CM1 1e3;CM2 1e3;CMEPOCH 54500", ""),
    ("SPAN", "START", f"{RED};START 53000;FINISH 56652.5", f"{RED};TNREDTSPAN 10", ""),
    ("JUMPTEL", "OTHERS", "JUMP TEL gbt 1e-5", "JUMP TEL parkes 1e-5;JUMP TEL @ 1e-5;JUMP TEL arecibo 1e-5", ""),
    ("JUMPRANGE", "HALF_OPEN", "JUMP FREQ 400 820 1e-5", "JUMP FREQ 400 819 1e-5", ""),
    ("EPSDOT", "ALWAYS", RATES, RATES.replace("e-14", "e-26"), ""),
    ("E6", "1E-6", f"{DD};DTH 1e-5", f"{DD};DTH 1e-11", ""),
    ("E6", "1E-6", f"{DD};A0 1e-5", f"{DD};A0 1e-11", ""),
    ("E6", "1E-6", f"{DD};B0 1e-5;DR 2e-6", f"{DD};B0 1e-11;DR 2e-12", ""),
    ("ANGLES", "IAU", DDK, DDK.replace("KIN 71.969", "KIN 108.031").replace("KOM 88.25", "KOM 1.75"), ""),
    ("K96", "ON", f"{DDK};K96 N", DDK, ""),
    ("PAASCNODE", "ANNUAL", f"{NODE};PAASCNODE 30",
     NODE.replace("DD", "DDK").replace("SINI 0.6", "KIN 143.13010235415598") + ";KOM 60;K96 N", ""),
    ("T2", "GUESS", T2, T2.replace("T2", "ELL1H"), ""),
    ("T2", "GUESS", ELL1.replace("ELL1", "T2"), ELL1, ""),
    ("ECORR", "TEMPO2", "ECORR -fe A 20", "EQUAD -fe A 20", ""),
    ("EQUAD", "TEMPO2", "EFAC -fe A 4;TNEQ -fe A -5", "EFAC -fe A 4;TNEQ -fe A -5.602059991327962", ""),
    ("TNDM", "TEMPO2", "TNDMAMP -10.5;TNDMGAM 2", "TNDMAMP -12.13753;TNDMGAM 2", ""),
)  # fmt: skip
"""Convention, other word, the lines of the file, and those of the file in which the other reading is written out."""


def convention_cases() -> Iterator[Case]:
    """Each convention on files on which it acts, with the other reading written out."""
    for name, base in BASES.items():
        for key, word in EVERYWHERE:
            par = without(base, key)
            yield Case(f"{key}={word} {name}", par, other=text(par, f"{key} {word}"), row=(key, word))
    for name, word, lines, others, more in LINES:
        base = without(BASE, "CLK") if name in ("CLOCK", "NIST") else BASE
        row = (name, word)
        yield Case(f"{name}={word} {lines[-20:]}", text(base, lines), other=text(base, f"{others};{more}"), row=row)
    for name in ("IERS1992", "IERS2010", "IAU1976"):
        par = text(ECLIPTIC, f"ECL {name}")
        yield Case(f"ECL {name}", par, other=text(ECLIPTIC, "ECL IERS2003"), row=("ECL", "IERS2003"))


def tim_convention_cases() -> Iterator[Case]:
    """The conventions of tim files."""
    more = text(BASE, "DM 23.4 1")
    scale = Case(
        "TIMERRORS", more, lambda tim: half(tim, "EFAC 4", "EQUAD 30"), other=more, row=("TIMERRORS", "TEMPO2")
    )
    yield scale._replace(other_tim=lambda tim: tim.replace("EQUAD 30", "EQUAD 120"))
    name = "JUMP NAME X 1e-5"
    part = Case("JUMPNAME", text(BASE, name), with_names, other=text(BASE, "JUMP -fe A 1e-5"), row=("JUMPNAME", "PART"))
    yield part
    turns = Case("PHASE", BASE, lambda tim: half(tim, "PHASE 1"), other=BASE, row=("PHASE", "NONE"))
    yield turns._replace(other_tim=lambda tim: tim.replace("PHASE 1", "PHASE 0"))
    par, jumped = text(BASE, "JUMP_1 2e-5"), lambda tim: half(tim, "JUMP")
    yield Case("TIMJUMPS", par, jumped, other=BASE, other_tim=jumped, row=("TIMJUMPS", "UNUSED"))
    codes = Case("SITES", BASE, lambda tim: tim.replace("parkes", "5"), other=BASE, row=("SITES", "TEMPO2"))
    yield codes._replace(other_tim=lambda tim: tim.replace(" 5 -fe", f" {TEMPO2_CODES['5']} -fe"))


def half(tim: str, *commands: str) -> str:
    """Commands before the second half of the TOAs."""
    lines = tim.split("\n")
    return "\n".join([*lines[:30], *commands, *lines[30:]])


def with_names(tim: str) -> str:
    """TOAs with -fe A have a name with an X in it."""
    return "\n".join(line.replace("toa", "aXa") if "-fe A" in line else line for line in tim.split("\n"))


def all_cases() -> list[Case]:
    """The three hundred."""
    from doctor_mistakes import mistake_cases

    return [*keyword_cases(), *convention_cases(), *tim_convention_cases(), *mistake_cases()]
