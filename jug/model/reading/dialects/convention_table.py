"""The table of conventions: one entry for each absent line and each reading in which programs differ.

Facts: PINT 1.1.8 as run, tempo2 2023.05.1 and tempo as their sources have it. An entry with ``tempo`` as
PINT stands for a line that tempo does not have. `jug.model.reading.dialects.dialect_lines` applies the conventions that
other lines or values can express. The others (`READINGS` of `jug.model.reading.dialects.convention`) are read where
they act, as ``settings.conventions[NAME]``.
"""

from jug.model.reading.dialects.convention import READINGS, Convention
from jug.model.settings import DEFAULT_EPHEMERIS


def _absent(
    name: str,
    default: str,
    tempo2: str,
    tempo: str,
    what: str,
    about: str = "",
    beside: str = "",
    size: str = "",
    also: tuple[str, ...] = (),
) -> Convention:
    """An absent line, where jug is as PINT."""
    keys, free = about or name, name in ("EPHEM", "CLK", "NE_SW", "TNREDC")
    return Convention(name, default, default, tempo2, tempo, what, keys, beside, True, also, free, size)


ABSENT_LINES = (
    _absent("UNITS", "TDB", "TCB", "TDB", "Units without a line UNITS", size="1.55e-8 of F0, A1, PB, ..."),
    _absent(
        "EPHEM",
        DEFAULT_EPHEMERIS,
        "DE405",
        "DE421",
        "Ephemeris without a line; tempo: the first of tempo.cfg",
        size="DE421 against DE440: 750 ns rms over 16 years, 60 ns after a fit (J0613-0200)",
    ),
    _absent(
        "CLK",
        "NEWEST",
        "TT(TAI)",
        "UNCORR",
        "Clock without a line CLK; NEWEST is the newest TT(BIPM) at hand (PINT takes TT(BIPM2023))",
        "CLK|CLOCK",
        size="27.7 us, within 0.05 us since 2012",
    ),
    _absent(
        "NE_SW",
        "0",
        "4",
        "10",
        "Density of the solar wind at 1 au (cm^-3) without a line",
        "NE_SW|NE1AU|SOLARN0",
        size="at 1400 MHz, 4 against 0: 65 ns at 90 deg from the Sun, 700 ns at 10 deg",
    ),
    _absent("PLANET_SHAPIRO", "N", "Y", "N", "Shapiro delay of the planets", size="180 ns near Jupiter"),
    _absent("CORRECT_TROPOSPHERE", "N", "Y", "N", "Troposphere", size="8 ns at the zenith, 45 ns at 10 deg"),
    _absent(
        "DILATEFREQ",
        "N",
        "Y",
        "N",
        "Frequencies divided by the Einstein rate",
        "DILATEFREQ|DIALATEFREQ",
        size="the delay by DM times 6.6e-10: 0.1 ns with DM 100 at 1400 MHz",
    ),
    _absent("TIMEEPH", "FB90", "IF99", "FB90", "TDB - TT without a line TIMEEPH", size="1.8 ns rms, 5.4 ns at most"),
    _absent(
        "NHARMS",
        *("7", "4", "7"),
        "Harmonics of H3 and H4 without a line NHARMS; PINT, and jug in ELL1H, take 7 at least",
        "NHARMS?",
        "H4",
        size="the sum of 4/k H3 (H4/H3)^(k-3), k = 5 to 7",
    ),
    _absent("ELL1ORDER", "3", "1", "1", "Order in the eccentricity of ELL1", beside="EPS[12]", size="A1 e^2"),
    _absent(
        "ELL1H_SHAPIRO",
        "FULL",
        "ABSORBED",
        "FULL",
        "H3 and STIGMA of ELL1H by Freire & Wex 2010: FULL eq. 29, ABSORBED eq. 28",
        beside="STIGMA|STIG|VARSIGMA",
        size="the first two harmonics of the Shapiro delay, which A1 and EPS1 absorb",
    ),
    _absent(
        "FDJUMPLOG",
        "Y",
        "N",
        "Y",
        "FDnJUMP in powers of ln f (Y) or of f",
        beside=r"FD\d+JUMP\d*|FDJUMP\d+",
        size="FDnJUMP times the difference of the powers",
    ),
    _absent(
        "DM_SERIES",
        *("TAYLOR", "TAYLOR", "TAYLOR"),
        "DM2, DM3, ... divided by n! (TAYLOR) without a line DM_SERIES; tempo2 before June 2020 did not divide (POLY)",
        beside=r"DM([2-9]|\d\d+)",
        size="half of the delay by DM2, 5/6 of that by DM3",
        also=("POLY",),
    ),
    _absent(
        "TNREDC",
        "30",
        "100",
        "30",
        "Number of frequencies of red noise given by RNAMP",
        beside="RNAMP",
        size="the noise above the 30th frequency",
    ),
)
"""Meanings of an absent line. Where the word is not jug's own, a line with that word is added."""

_TEMPO_E12 = "PBDOT|XPBDOT|A1DOT|XDOT|EDOT"

BY_LINES = (
    Convention(
        "ECL",
        *("LINE", "LINE", "IERS2003", "LINE"),
        "Obliquity: as the line ECL says, or 84381.4059 arcsec whatever it says (tempo2)",
        "ELONG|LAMBDA",
        size="240 ns, less what the position absorbs",
    ),
    Convention(
        "CLOCK",
        *("READ", "READ", "IGNORED", "IGNORED"),
        "A line CLOCK is read as CLK, or not at all",
        "CLOCK",
        size="27.7 us",
    ),
    Convention(
        "NIST",
        *("BIPM", "BIPM", "TAI", "TAI"),
        "CLK UTC(NIST), or another laboratory, as UTC(PTB), means the newest TT(BIPM), or TT(TAI), which tempo2 takes "
        "where no clock files lead to what CLK names",
        "CLK|CLOCK",
        size="27.7 us, nearly constant; TT(TAI) is within 19 ns of tempo2",
    ),
    Convention(
        "EPHVER",
        *("NOTE", "NOTE", "OVERRULES", "NOTE"),
        "EPHVER below 5 (2) has no effect, or overrules other lines: TDB, FB90, NE_SW 9.961, ECL IERS1992, no planets, "
        "...; EPHVER 5, tempo2's default, changes nothing, also with UNITS TDB",
        "EPHVER",
        size="that of the lines named",
    ),
    Convention(
        "TEMPO1",
        *("NOTE", "NOTE", "OVERRULES", "NOTE"),
        "TEMPO1 has no effect, or overrules lines above it: TDB, FB90, no planets, T2CMETHOD TEMPO, ...",
        "TEMPO1",
        size="that of the lines named",
    ),
    Convention(
        "E12",
        *("ABOVE", "ABOVE", "ABOVE", "ALWAYS"),
        "PBDOT, XDOT, EDOT in 1e-12 above 1e-7, or always",
        _TEMPO_E12,
        size="a factor of 1e12, of values below 1e-7",
    ),
    Convention(
        "EPSDOT",
        *("ABOVE", "ALWAYS", "ABOVE", "ALWAYS"),
        "EPS1DOT, EPS2DOT in 1e-12/s: above 1e-7, or always (PINT, where a value in 1/s is lost)",
        "EPS[12]DOT",
        size="a factor of 1e12, of values below 1e-7",
    ),
    Convention(
        "E6",
        *("ONE", "ONE", "ONE", "1E-6"),
        "Unit of DTHETA, DR, A0 and B0",
        "DTH|DTHETA|DR|A0|B0",
        size="a factor of 1e6",
    ),
    Convention(
        "ANGLES",
        *("DT92", "DT92", "DT92", "IAU"),
        "KIN and KOM of DDK as Damour & Taylor 1992, or as 180 deg - KIN and 90 deg - KOM, those of the IAU, which T2 "
        "always has",
        "KIN|KOM",
        orbit="DDK",
        size="2 A1 mu t cot KIN: 13 us rms over 15 years in an orbit as that of J1022+1001",
    ),
    Convention(
        "K96",
        *("LINE", "LINE", "ON", "LINE"),
        "Proper motion in DDK as K96 says, or always",
        "K96",
        size="A1 mu t cot KIN",
    ),
    Convention(
        "PAASCNODE",
        *("UNUSED", "UNUSED", "UNUSED", "ANNUAL"),
        "PAASCNODE of a DD orbit is not used, or gives the annual orbital parallax",
        "PAASCNODE",
        size="A1 PX (cot i + 1 / sin i)",
    ),
    Convention(
        "CM",
        *("TAYLOR", "TAYLOR", "POWERS", "TAYLOR"),
        "CMn is divided by n!, or not; POWERS takes DMEPOCH for CMEPOCH and leaves CM itself out (tempo2 2023.05.1)",
        r"CM\d*",
        size="half of the delay by CM2, 5/6 of that by CM3",
    ),
    Convention(
        "SPAN",
        *("DATA", "DATA", "START", "DATA"),
        "Time span of power-law noise: that of the TOAs, or FINISH - START",
        "TN(RED|DM|CHROM)AMP|RNAMP",
        "START",
        size="the frequencies k/T, in the ratio of the spans",
    ),
    Convention(
        "STIG",
        *("BOTH", "BOTH", "H4", "BOTH"),
        "STIGMA with H4 is an error, or not used (tempo2)",
        "STIGMA|STIG|VARSIGMA",
        "H4",
        size="none where STIGMA is H4/H3",
    ),
    Convention(
        "SINI",
        *("AS_IS", "AS_IS", "ONE", "AS_IS"),
        "SINI above 1 is evaluated as it stands, or as 1 (tempo2, in ELL1, DD and T2)",
        "SINI",
        size="-2 T_sun M2 ln((1 - SINI sin Phi) / (1 - sin Phi)); no delay at conjunction as it stands",
        words_of_line=r"\+?0*(1\.?0*[1-9]|1\d|[2-9]).*",
    ),
    Convention(
        "TIMJUMPS",
        *("PAR", "UNUSED", "UNUSED", "PAR"),
        "Lines JUMP_n with a number give value and fit flag of the n-th JUMP of the tim file, or are not used",
        r"JUMP_\d+",
        size="the value, where its fit flag is not 1; else nothing after a fit",
        words_of_line=r"[-+.\d].*",
    ),
    Convention(
        "T2",
        *("GENERAL", "GUESS", "GENERAL", "GENERAL"),
        "BINARY T2 is tempo2's, or what PINT takes it for with allow_T2",
        "BINARY",
        size="docs/par_files.md, BINARY T2",
    ),
)
"""Readings of a line for which jug has an equivalent line, which then replaces it."""

CONVENTIONS = {c.name: c for c in (*ABSENT_LINES, *BY_LINES, *READINGS)}
"""Every convention by its name."""
