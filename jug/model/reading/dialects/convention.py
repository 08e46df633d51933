"""A convention: one choice in which programs differ, with the word of each program; and those without a line."""

import re
from typing import NamedTuple

from jug.io.par import ParFile

DIALECTS = ("jug", "pint", "tempo2", "tempo")
"""The names of the programs whose conventions files can be read and written with."""


class Convention(NamedTuple):
    """One choice between programs.

    Parameters
    ----------
    name : str
        In capitals; for an absent line its keyword.
    default : str
        Word of jug.
    pint, tempo2, tempo : str
        Word of PINT 1.1.8, tempo2 2023.05.1 and tempo.
    what : str
        The meaning of the words, in one sentence.
    about : str
        Regular expression of keywords. The meaning of an absent line matters where none of them is in the par file;
        the reading of a line matters where one of them is. Empty for a reading of the tim file or of all models.
    beside : str
        Regular expression of keywords. The convention matters only if the par file has one of them.
    absent : bool
        Whether it is about an absent line; its words are then values of that line.
    also : tuple of str
        Further words, which belong to none of these programs.
    any_word : bool
        Whether other words than those of the programs can be chosen.
    size : str
        The size of its effect, for the page of par files.
    words_of_line : str
        Regular expression of the words, in capitals, of the lines that `about` names; empty for any words.
    orbit : str
        The word of BINARY for which it matters; empty for any, and for models without BINARY.
    """

    name: str
    default: str
    pint: str
    tempo2: str
    tempo: str
    what: str
    about: str = ""
    beside: str = ""
    absent: bool = False
    also: tuple[str, ...] = ()
    any_word: bool = False
    size: str = ""
    words_of_line: str = ""
    orbit: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that can be chosen, that of jug first."""
        return tuple(dict.fromkeys((self.default, self.pint, self.tempo2, self.tempo, *self.also)))

    def of(self, dialect: str) -> str:
        """Return the word of a dialect.

        Parameters
        ----------
        dialect : str
            One of `DIALECTS`.

        Returns
        -------
        str
        """
        return {"jug": self.default, "pint": self.pint, "tempo2": self.tempo2, "tempo": self.tempo}[dialect]

    def applies(self, par: ParFile) -> bool:
        """Whether the convention matters for a par file; one that concerns only the tim file always does.

        Parameters
        ----------
        par : ParFile

        Returns
        -------
        bool
        """
        if (self.beside and not has_line(par, self.beside)) or (self.orbit and not has_line(par, "BINARY", self.orbit)):
            return False
        return not self.about or has_line(par, self.about, self.words_of_line) != self.absent


def has_line(par: ParFile, pattern: str, word: str = "") -> bool:
    """Whether a par file has a line whose keyword matches a regular expression as a whole.

    Parameters
    ----------
    par : ParFile
    pattern : str
    word : str
        Regular expression that the words of the line, in capitals, have to match; empty for any line.

    Returns
    -------
    bool
    """
    lines = [line for line in par if re.fullmatch(pattern, line.key)]
    return any(not word or re.fullmatch(word, " ".join(line.args).upper()) for line in lines)


READINGS = (
    Convention(
        "UNCORR",
        *("SITES", "SITES", "NONE", "NONE"),
        "CLK UNCORR means TT(TAI) with the clocks of the sites corrected, or without any correction",
        "CLK|CLOCK",
        size="the corrections of the sites, microseconds",
        words_of_line="UNCORR( .*)?",
    ),
    Convention(
        "RANGE",
        *("ALL", "ALL", "CUT", "CUT"),
        "TOAs before a START and after a FINISH with fit flag 1 are used, or left out",
        "START|FINISH",
        words_of_line=r"\S+ 1( .*)?",
        size="TOAs left out",
    ),
    Convention(
        "ECORR",
        *("PINT", "PINT", "TEMPO2", "PINT"),
        "Epochs of TOAs of one selection within 1 s, two or more; or of all TOAs within 1 s, single ones too",
        "ECORR|TNECORR",
        size="chi2 and uncertainties, no residual",
    ),
    Convention(
        "EQUAD",
        *("INSIDE", "INSIDE", "TEMPO2", "INSIDE"),
        "EQUAD and TNEQ multiplied by EFAC (INSIDE), not multiplied (OUTSIDE), or only TNEQ not (TEMPO2)",
        "EQUAD|T2EQUAD|TNEQ",
        also=("OUTSIDE",),
        size="EQUAD, by the factor EFAC; no residual",
    ),
    Convention(
        "TNDM",
        *("PINT", "PINT", "TEMPO2", "PINT"),
        "TNDMAMP in the units of red noise at 1400 MHz, or as TempoNest: log10 A larger by 1.63753 for the same noise",
        "TNDMAMP",
        size="a factor of 43 in amplitude",
    ),
    Convention(
        "FD",
        *("AFTER", "AFTER", "BEFORE", "AFTER"),
        "FD after the orbit, or before it (tempo2 before version 2026.09.1)",
        r"FD\d+",
        "BINARY",
        size="the change of the FD delay times the orbit's velocity, 479 ns on one millisecond pulsar",
    ),
    Convention(
        "MOTION",
        *("SITE", "SITE", "BARYCENTRE", "SITE"),
        "Proper motion at the TDB of the TOA at the site, or at the barycentre",
        "PM(RA|DEC|ELONG|ELAT|LAMBDA|BETA)",
        size="3.8 ns for 100 mas/yr",
    ),
    Convention(
        "JUMPRANGE",
        *("CLOSED", "CLOSED", "HALF_OPEN", "CLOSED"),
        "JUMP MJD and FREQ act on [a, b] of the corrected UTC, or on [a, b) of the time as written",
        "JUMP",
        size="the JUMP, for TOAs at the ends",
    ),
    Convention(
        "JUMPNAME",
        *("WHOLE", "WHOLE", "PART", "WHOLE"),
        "JUMP NAME acts on TOAs of this name, or on all whose name contains it",
        "JUMP",
        size="the JUMP, for further TOAs",
    ),
    Convention(
        "JUMPTEL",
        *("THIS", "THIS", "OTHERS", "THIS"),
        "JUMP TEL acts on this site, or on all but it (tempo2 2023.05.1)",
        "JUMP",
        size="the JUMP, for other TOAs",
    ),
    Convention(
        "DMX",
        *("CLOSED", "CLOSED", "OPEN", "CLOSED"),
        "DMX acts with both ends of its range on the corrected UTC, or without them on the time as written",
        r"DMX_\d+",
        size="the DMX, for TOAs at the ends",
    ),
    Convention(
        "TROPOSPHERE",
        *("COS2", "COS2", "COS", "COS2"),
        "Latitude in the zenith delay of the troposphere: cos(2 lat), or cos(lat)",
        "CORRECT_TROPOSPHERE",
        size="0.02 ns at the zenith, 0.2 ns at 5 deg",
    ),
    Convention(
        "RATE",
        *("TOA", "TOA", "F0", "F0"),
        "A phase residual is divided by the spin frequency at the TOA, or by F0",
        size="F1 t / F0 of the residual",
    ),
    Convention(
        "MEAN",
        *("WEIGHTED", "WEIGHTED", "PLAIN", "WEIGHTED"),
        "The mean of the residuals is weighted, or not; a constant, which changes no fit",
        size="a constant",
    ),
    Convention(
        "ERRORS",
        *("PLAIN", "PLAIN", "SCALED", "PLAIN"),
        "Uncertainties of a fit as they come, or multiplied by sqrt(reduced chi2)",
        size="a factor of sqrt(reduced chi2)",
    ),
    Convention(
        "ROBUST",
        *("LINE", "IGNORED", "LINE", "IGNORED"),
        "A line ROBUST makes the fit robust, or has no effect",
        "ROBUST",
        size="docs/robust.md",
    ),
    Convention(
        "CLOCKENDS",
        *("HOLD", "HOLD", "ZERO", "HOLD"),
        "Beyond the ends of a site's clock file its nearest value, or zero",
        size="the last correction, microseconds",
    ),
    Convention(
        "SITES",
        *("PINT", "PINT", "TEMPO2", "PINT"),
        "Codes of one letter as in PINT and tempo, or as in tempo2 (2, 5, 6, c, k, p, y are other sites there)",
        size="the light time between the sites, up to 42 ms",
    ),
    Convention(
        "TIMERRORS",
        *("PINT", "PINT", "TEMPO2", "PINT"),
        "EFAC and EQUAD of a tim file: sqrt((EFAC e)^2 + EQUAD^2), or EFAC sqrt(e^2 + EQUAD^2)",
        size="6.3 against 3.6 us for e 1, EFAC 2, EQUAD 3",
    ),
    Convention(
        "PHASE",
        *("FILE", "NONE", "TIME", "FILE"),
        "Whole turns of PHASE in a tim file act on all TOAs later in the file, later in time, or on none",
        size="whole turns",
    ),
    Convention(
        "PN",
        *("FLAGS", "FLAGS", "TRACK", "FLAGS"),
        "Pulse numbers -pn are used where every TOA has one, or only with TRACK -2",
        size="whole turns",
    ),
)
"""Readings of a line for which jug has no equivalent line."""
