"""Words of the CLK line of a par file that PINT reads as a TT(BIPM), and what they mean."""

import re

_WITHOUT_YEAR = re.compile(r"TT\(BI(PM|MP)[^()]*\)?|TT\(?|TTBIPM|BIPM|UNCOR")
"""TT(BIPM) without a year, or misspelt."""

_LABORATORY = re.compile(r"(UTC\()?(PTB|USNO|NPL|BIPM|NIST)\)?")
"""The time of a laboratory."""

_YEAR_SPELT = re.compile(r"(?:TT\(?)?BIPM(\d{4})\)?")


def spelt_out(clk: str) -> str:
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


def without_year(clk: str) -> bool:
    """Whether a word of CLK is one for which PINT 1.1.8 takes its default TT(BIPM), other than any unknown word.

    Parameters
    ----------
    clk : str
        In capitals.

    Returns
    -------
    bool
    """
    return bool(_WITHOUT_YEAR.fullmatch(clk) or _LABORATORY.fullmatch(clk))
