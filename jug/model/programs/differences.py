"""Lines that PINT 1.1.8, tempo2 2023.05.1 and tempo read differently; jug does as PINT unless stated.

`jug.model.pages.terms_page` prints them. Each entry has the names of the parameters that it is about, and the text.
"""

from jug.model.settings import DEFAULT_EPHEMERIS

DIFFERENCES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("RAJ", "ELONG"),
        "tempo2 takes the direction at the barycentric time, iterated; PINT and jug at the TDB at the site (3.8 ns for "
        "100 mas/yr of proper motion).",
    ),
    (
        ("ELONG",),
        "tempo2 never reads ECL and takes 84381.4059 arcsec (84381.412 arcsec with EPHVER 2); PINT and jug IERS2010, "
        "84381.406 arcsec.",
    ),
    (("PMRV", "PMRA2", "PMELONG2"), "PINT has no radial velocity and no change of the proper motion."),
    (("PX",), "The parsec of tempo2 is 3.08568025e16 m, that of PINT and jug 3.0856775814913673e16 m."),
    (
        ("DM",),
        "tempo2 counts from the site time and, with DM_SERIES POLY, without factorials; PINT does not read DM_SERIES.",
    ),
    (
        ("DMX",),
        "tempo2 excludes the ends of a range, compares the site time and has 512 ranges at most. tempo uses the ranges "
        "only with a line DMX, and adds ranges for TOAs outside of them. No program uses DMXF1, DMXF2, DMXEP.",
    ),
    (("DMJUMP",), "Acts on measured DMs alone, without a delay (PINT); tempo2 and tempo do not have it."),
    (("FDJUMPDM",), "PINT changed its sign in 1.1.8; tempo2 reads it in 2026, with 2023.05.1 not tried."),
    (("DMOFF", "DM_S1YR"), "A form of tempo2; PINT ignores the lines with a warning."),
    (
        ("IFUNC", "DMOFF"),
        "The third word of a line is the uncertainty in tempo2 and jug; PINT does not read it. A flag before it is of "
        "jug alone; without one the flag of SIFUNC or DMMODEL frees all nodes, as in tempo2.",
    ),
    (
        ("CM",),
        "tempo2 2023.05.1 does not use CM itself, has no factorials from CM2 on, and counts from DMEPOCH; since 2024 "
        "it uses CM and has the factorials, but CM, CM1, ... are delays in s at 1.4 GHz.",
    ),
    (("CMX",), "tempo2 of 2026 writes CHROMX_n."),
    (
        ("NE_SW",),
        "An absent line means 4 cm^-3 to tempo2, 10 cm^-3 to tempo, none to PINT and jug. SWM 1 of tempo2 is another "
        "model; its au here is 1.49598e11 m.",
    ),
    (
        ("CORRECT_TROPOSPHERE",),
        "An absent line means Y to tempo2, N to PINT and jug; tempo has none. tempo2 has no horizon test, and cos(lat) "
        "where PINT has cos(2 lat); with T2CMETHOD TEMPO it has no troposphere.",
    ),
    (
        ("FD",),
        "tempo2 before version 2026.09.1 has FD before the orbit (479 ns on one millisecond pulsar), from it on as a "
        "phase; PINT and jug after the orbit.",
    ),
    (
        ("FD1JUMP", "FDJUMP", "FDJUMPLOG"),
        "tempo2 writes FDJUMPn for FDnJUMP, and 2023.05.1 has powers of f / 1 GHz alone, no logarithms.",
    ),
    (
        ("JUMP",),
        "Ranges are closed and on clock-corrected UTC in PINT and jug, [a, b) on the times as written in tempo2. "
        "NAME is the whole name in PINT and jug, a part of it in tempo2. tempo2 2023.05.1 applies JUMP TEL x to every "
        "site but x. tempo has flags alone.",
    ),
    (("SATJUMP",), "Only tempo2 and jug: it is added with the clock corrections."),
    (("FDDC", "FDDI"), "Only tempo2 up to 2023.05 and jug; tempo2 cannot fit FDDI."),
    (("PHOFF",), "Only PINT and jug; where it is absent, and in tempo2 always, the mean of the residuals is removed."),
    (
        ("GLEP",),
        "Glitches act on emission time in PINT and jug, on barycentric time in tempo2. PINT and tempo know one "
        "decay, tempo no GLF2.",
    ),
    (
        ("WAVE_OM",),
        "tempo2 evaluates it at barycentric time, PINT and jug at emission time. PINT cannot fit it; tempo has none.",
    ),
    (
        ("SIFUNC",),
        "tempo2 evaluates linear interpolation at site time. PINT has no sinc (1), and both take the wrong node for 0.",
    ),
    (("F",), "tempo2 divides the phase by F0 for its residuals, PINT and jug by the frequency at the TOA."),
    (("WXFREQ", "DMWXFREQ", "CMWXFREQ", "SWXDM", "PWEP", "CHROMGAUSS_EPOCH"), "Only PINT and jug."),
    (
        ("EXPDIPEP",),
        "tempo2 names it EXPEP, EXPPH, EXPTAU, EXPINDEX: a phase that begins at once, at 1.4 GHz, with index -2 "
        "when it is absent.",
    ),
    (("GAUSEP",), "Only tempo2 and jug; against CHROMGAUSS amplitude and index have the other sign."),
    (
        ("EFAC",),
        "Of a par file: EFAC sqrt(e^2 + EQUAD^2) in all. In a tim file PINT reads sqrt((EFAC e)^2 + EQUAD^2), tempo2 "
        "the form of the par file.",
    ),
    (("TNEQ",), "Outside EFAC in tempo2, inside in PINT."),
    (("ECORR",), "Epochs in tempo2 are +-1 s, single TOAs too, whatever the flag of later TOAs; tempo reads ECORR."),
    (("TNSQ", "TNSECORR"), "Only tempo2 and jug. tempo2 takes 1 s for -tobs UNKNOWN; jug names the TOA."),
    (
        ("TNSECORR",),
        "The fit of tempo2 takes -tobs of the first TOA for the whole epoch, and TNSECORR in place of ECORR where a "
        "TOA has both; jug takes each TOA's own -tobs (as TempoNest's jitter matrix), and adds the two.",
    ),
    (
        ("TNREDAMP",),
        "The span T is that of the TDB times in PINT, FINISH - START in tempo2. RNAMP takes a year of 365.24 d.",
    ),
    (("RNAMP",), "tempo2 takes 100 frequencies with it, PINT and jug 30, and a year of 365.25 d."),
    (("TNREDFLOW", "TNREDCORNER"), "Only tempo2, whose year is 3.16e7 s, and jug."),
    (("TNSWAMP", "TDSWLOGSIG"), "Only PINT and jug; tempo2 has SWGPAMP, SWGPGAM, SWGPC, which jug does not read."),
    (
        ("TNGLOBALEF", "TNGLOBALEQ"),
        "Only tempo2 and jug. tempo2 applies T2EFAC and T2EQUAD before them, TNEF and TNEQ after; jug all of them.",
    ),
    (("TNDMAMP",), "log10 A of PINT and enterprise is log10 A of tempo2 less 1.63753."),
    (
        ("PB", "A1"),
        "tempo2 and PINT read PBDOT, XDOT, EDOT above 1e-7 in units of 1e-12; tempo always in units of 1e-12.",
    ),
    (("EPS1",), "PINT and jug keep the Roemer delay to third order in e, tempo2 2023.05.1 to first (1e-8 s)."),
    (
        ("SINI",),
        "Above 1 it is evaluated as it stands by PINT, tempo and jug (a TOA near conjunction has no Shapiro delay), "
        "and as 1 by tempo2 in ELL1, DD and T2 (convention SINI).",
    ),
    (("EPS1DOT",), "Always in units of 1e-12/s in PINT; in tempo2 and jug only above 1e-7."),
    (
        ("NHARMS", "NHARM"),
        "An absent line means 7 to PINT and jug, 4 to tempo2, which reads it only with H4. PINT, and jug in ELL1H, "
        "take 7 at least.",
    ),
    (("STIGMA",), "tempo2 reads STIG, tempo VARSIGMA. With H3 and STIG in ELL1H tempo2 uses eq. 28, PINT eq. 29."),
    (
        ("KIN", "KOM"),
        "tempo counts the angles otherwise: 180 deg - KIN and 90 deg - KOM. tempo2 has no K96: always on.",
    ),
    (("DTH", "DR", "A0", "B0"), "tempo reads them in units of 1e-6."),
    (("TNCHROMIDX",), "4 when absent."),
    (("VLBIAX",), "Only PINT and jug, and only when all three angles are given."),
)

DEFAULTS_OF_PROGRAMS: tuple[tuple[str, str, str, str], ...] = (
    ("UNITS", "TDB", "TDB", "TCB"),
    ("CLK", "the newest TT(BIPM) at hand", "TT(BIPM2023); CLOCK is read too", "TT(TAI); CLOCK is not read"),
    ("EPHEM", DEFAULT_EPHEMERIS, "DE421", "DE405"),
    ("ECL", "IERS2010", "IERS2010", "84381.4059 arcsec, whatever it says"),
    ("PLANET_SHAPIRO", "N", "N", "Y"),
    ("TIMEEPH", "FB90; IF99 is computed where the line asks for it", "FB90, whatever it says", "IF99"),
    ("T2CMETHOD", "IAU 2006/2000A", "IAU 2006/2000A", "IAU2000B"),
    ("DILATEFREQ", "N", "N, no other", "Y"),
    ("MODE", "weighted", "weighted", "unweighted; MODE 1 is weighted"),
    (
        "TZRMJD",
        "MJD number of the first TOA after PEPOCH, at @, infinite frequency",
        "the same",
        "not used in residuals",
    ),
)
"""The words that jug, PINT and tempo2 use where the line of a setting is absent: (keyword, jug, PINT, tempo2)."""

DIFFERENCES_OF_LINES: tuple[str, ...] = (
    "START and FINISH with fit flag 1: tempo2 and tempo leave out the TOAs before and after; PINT and jug use them "
    "(convention RANGE).",
    "TZRFREQ is TZRFRQ to tempo2 and jug; PINT and tempo do not read it, and put the TZR point at infinite frequency.",
)
"""Differences in lines without a parameter."""
