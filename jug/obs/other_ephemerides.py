"""Replacements for an ephemeris that is not at hand or cannot be used, and hints about them.

EPHEM DE440S is a kernel that JPL cuts from DE440, with its records from 1849 to 2150.
"""

import re
from collections.abc import Sequence

from jug.obs.files import Files

PYPI = ("de405", "de421", "de422", "de423")
"""Packages on PyPI that hold an ephemeris (see `jug.obs.coefficients`)."""

PREFERRED = "DE440"
"""The ephemeris that the error message suggests where the requested one is missing."""

PUBLISHED = re.compile(r"de(2\d\d|40[3-9]|4[1-3]\d|44[01])[a-z]?|inpop\d\d[a-z]", re.IGNORECASE)
"""Names of the ephemerides that JPL and the IMCCE publish as kernels."""

SHORT_SPAN = re.compile(r"(de4\d\d)s", re.IGNORECASE)


def ephemeris_at_hand(name: str, files: Files) -> str:
    """Return the name of the whole ephemeris for one of short span that is not at hand.

    Parameters
    ----------
    name : str
        As EPHEM gives it.
    files : Files
        The data files at hand.

    Returns
    -------
    str
        ``"DE440"`` for ``"DE440S"`` where only DE440 is at hand; else ``name``.
    """
    match = SHORT_SPAN.fullmatch(name)
    if match is None or files.ephemeris(name) is not None or files.ephemeris(match[1]) is None:
        return name
    return match[1].upper()


def missing_ephemeris_hint(name: str, files: Files, *, path: bool) -> str:
    """Write the hint for a missing ephemeris: those at hand, how to get it, how to continue without it.

    Parameters
    ----------
    name : str
        As EPHEM gives it.
    files : Files
        The data files at hand.
    path : bool
        Whether it is the path of a kernel.

    Returns
    -------
    str
    """
    names = files.ephemeris_names()
    if path:
        hints = ["there is no such file", f"at hand by name: {', '.join(names) or 'none'}"]
    else:
        hints = [f"at hand: {', '.join(names) or 'none'}"]
    if PUBLISHED.fullmatch(name):
        hints.append(f"`jug data update {name.upper()}` fetches it")
    if name.lower() in PYPI:
        hints.append(f"so does `pip install {name.lower()}`")
    return "; ".join(hints + [other_ephemeris_hint(names)] * bool(names))


def other_ephemeris_hint(names: Sequence[str]) -> str:
    """Write the hint that another ephemeris can be used.

    Parameters
    ----------
    names : sequence of str
        Names of the ephemerides at hand.

    Returns
    -------
    str
    """
    other = PREFERRED if PREFERRED in names or not names else names[-1]
    return f"--ephem {other} (in Python: ephem={other!r}) goes on with that one instead"
