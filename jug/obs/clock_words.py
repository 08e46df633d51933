"""Words of the CLK line of a par file that PINT reads as a TT(BIPM), and their meaning."""

import re

UNCORRECTED = "UNCORR"
"""The word of CLK for TT(TAI); to tempo2 and tempo also without the corrections of the sites' clocks."""

_WITHOUT_YEAR = re.compile(r"TT\(BI(PM|MP)[^()]*\)?|TT\(?|TTBIPM|BIPM|UNCOR|UTC|TAI|TDB|UNSET")
"""TT(BIPM) without a year, or misspelt, and time scales for which PINT takes its default too."""

_LABORATORY = re.compile(r"(UTC\()?(PTB|USNO|NPL|BIPM|NIST)\)?")
"""The time of a laboratory."""

_YEAR_SPELT = re.compile(r"(?:TT[(_]?)?BIPM(\d{4})\)?")


def realisation_named(clk: str) -> str:
    """Find the realisation with a year that a word of CLK names, in any spelling.

    Parameters
    ----------
    clk : str
        As BIPM2019, TT(BIPM2019 or TTBIPM2019.

    Returns
    -------
    str
        ``"TT(BIPM2019)"``; empty where it names no year.
    """
    found = _YEAR_SPELT.fullmatch(clk.strip().upper())
    return f"TT(BIPM{found[1]})" if found else ""


def is_laboratory(clk: str) -> bool:
    """Whether a word of CLK names the time of a laboratory, as UTC(NIST), PTB or UTC(BIPM).

    Parameters
    ----------
    clk : str

    Returns
    -------
    bool
    """
    return bool(_LABORATORY.fullmatch(clk.strip().upper()))


def is_without_year(clk: str) -> bool:
    """Whether a word of CLK is one for which PINT 1.1.8 takes its default TT(BIPM), other than any unknown word.

    Parameters
    ----------
    clk : str
        In capitals.

    Returns
    -------
    bool
    """
    return _WITHOUT_YEAR.fullmatch(clk) is not None or is_laboratory(clk)


def year_of_word(clk: str) -> int:
    """The year that a word of CLK may mean, as 1999 for TT(BIPM99).

    Parameters
    ----------
    clk : str
        As TT(BIPM99) or TT(BIPM15).

    Returns
    -------
    int
        2010, as for the later realisations, where the word has no number.
    """
    found = re.search(r"[0-9]{1,4}", clk)
    if found is None:
        return 2010
    year = int(found[0])
    return year if year >= 100 else 1900 + year + (100 if year < 80 else 0)
