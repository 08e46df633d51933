"""Words after the value of a line that takes one word: a fit flag and an uncertainty may follow it, as in PINT.

Two lines that ran together, ``TZRSITE 1 F1 -1.181D-15 1``, would otherwise lose the second.
"""

from jug.core.decimal_text import is_number
from jug.errors import ParError
from jug.io.par import ParFile, ParLine
from jug.model.known_terms import find_own_slot
from jug.model.reading.lines.keywords import FREE_TEXT, PULSAR, SETTINGS

_KEYWORD_HINT = "put each keyword on a line of its own, and '#' before a comment"

KEYWORDS_WITHOUT_VALUE = ("TEMPO1",)
"""Lines without effect that consist of their keyword."""


def check_one_word(par: ParFile, line: ParLine) -> None:
    """Refuse words after the first one that are neither fit flags nor uncertainties.

    Parameters
    ----------
    par : ParFile
    line : ParLine
        A setting, or a parameter whose value is a word.

    Raises
    ------
    ParError
        A word that is not a number, or more than two.
    """
    rest = line.args[1:]
    if len(rest) > 2 or not all(map(is_number, rest)):
        raise ParError(f"{line.key} has {len(line.args)} words where one belongs", par.where(line), _KEYWORD_HINT)


def check_description(par: ParFile, line: ParLine) -> None:
    """Refuse a keyword that jug reads among the later words of a line without effect; free text may have any word.

    Parameters
    ----------
    par : ParFile
    line : ParLine

    Raises
    ------
    ParError
        A later word is a keyword.
    """
    if line.key in FREE_TEXT or line.key in SETTINGS or line.key in PULSAR:
        return
    for word in line.args[0 if line.key in KEYWORDS_WITHOUT_VALUE else 1 : -1]:
        key = word.upper()
        if key in SETTINGS or key in PULSAR or find_own_slot(key) is not None:
            why = f"{line.key} has no effect, and {key}, which is read, stands on its line"
            raise ParError(why, par.where(line), _KEYWORD_HINT)
