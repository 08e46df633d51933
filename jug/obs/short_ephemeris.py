"""EPHEM DE440S: a kernel that JPL cuts from DE440, with its records from 1849 to 2150."""

import re

from jug.obs.files import Files

SHORT_SPAN = re.compile(r"(de4\d\d)s", re.IGNORECASE)


def at_hand(name: str, files: Files) -> str:
    """Give the name of the whole ephemeris in place of one of short span that is not at hand.

    Parameters
    ----------
    name : str
        As EPHEM gives it.
    files : Files
        The data files at hand.

    Returns
    -------
    str
        ``"DE440"`` for ``"DE440S"`` where DE440 alone is at hand; else ``name``.
    """
    match = SHORT_SPAN.fullmatch(name)
    if match is None or files.ephemeris(name) is not None or files.ephemeris(match[1]) is None:
        return name
    return match[1].upper()
