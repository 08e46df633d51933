"""Lines that show that a par file was probably written for tempo2."""

from jug.io.codecs import plain_word
from jug.io.par import ParFile

SIGNS_OF_TEMPO2 = (("EPHVER", ("5",)), ("UNITS", ("TCB", "SI")), ("BINARY", ("T2",)))
"""Keywords, and the words that tempo2 alone writes."""


def sign_of_tempo2(par: ParFile) -> str:
    """Name the line by which a par file looks like one of tempo2.

    Parameters
    ----------
    par : ParFile

    Returns
    -------
    str
        ``EPHVER 5``, ``UNITS TCB`` or ``BINARY T2``, the first that the file has; empty where it has none.

    Examples
    --------
    >>> from jug.io.par import parse_lines
    >>> sign_of_tempo2(parse_lines(["F0 1", "EPHVER 5"]))
    'EPHVER 5'
    """
    for key, words in SIGNS_OF_TEMPO2:
        for line in par.find(key):
            word = plain_word(line.args[0]).upper() if line.args else ""
            if word in words:
                return f"{key} {word}"
    return ""


def doubtful_dm_noise(par: ParFile) -> str:
    """Describe the doubt about TNDMAMP, which is read as PINT's, in a file that looks like one of tempo2.

    The two amplitudes of the same noise differ by 1.63753 in log10 (`jug.model.noise.fourier`).

    Parameters
    ----------
    par : ParFile

    Returns
    -------
    str
        A sentence; empty where nothing is in doubt.
    """
    sign = sign_of_tempo2(par)
    if not sign or not par.find("TNDMAMP"):
        return ""
    return (
        f"TNDMAMP is read as PINT and enterprise define it, and {sign} is a line of tempo2, whose amplitude of the "
        "same DM noise is 43 times as large (1.63753 in log10); --convention TNDM=tempo2 "
        "(conventions={'TNDM': 'tempo2'}) reads it so, TNDM=pint says that it is PINT's"
    )
