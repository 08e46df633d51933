"""Words after a command of a tim file and its value, which no program reads.

Of two commands on one line, ``EFAC 2 EQUAD 3``, the second would be lost without a message.
"""

import re

from jug.core.decimal_text import is_number
from jug.errors import TimError, Where
from jug.io.tim.command_state import NUMBER_UNITS
from jug.io.tim.formats import ALL_COMMANDS, UNSUPPORTED, fixed_words, is_toa

_MJD_START = re.compile(r"(?<!\S)[1-9]\d{4}\.\d{3}")
_LEAST_NUMBERS = 3
"""Numbers of a TOA in any format with blanks: frequency, MJD, uncertainty."""

_COMMAND_HINT = "put each on a line of its own, and '#' before a comment"


_NOT_EXAMINED = UNSUPPORTED | {"END", "INCLUDE"}
"""Commands that are refused, END (after which nothing is read) and INCLUDE (the name of a file may have blanks)."""

_COMMANDS_WITHOUT_VALUE = ("SKIP", "NOSKIP", "JUMP")


def trailing_note(words: list[str], where: Where) -> str:
    """Return the warning about words after a command and its value, which are not read.

    Parameters
    ----------
    words : list of str
        The words of the line; the first one is a command.
    where : Where
        The line, with its text.

    Returns
    -------
    str
        The text of a warning; empty where there are no words, or they are a comment (after ``#`` or the word C)
        other than a TOA.

    Raises
    ------
    TimError
        The words look like a TOA or another command.
    """
    name = words[0].upper()
    known = 1 if name in _COMMANDS_WITHOUT_VALUE else 2
    if len(words) <= known or name in _NOT_EXAMINED:
        return ""
    rest = [(word[0], word.start()) for word in re.finditer(r"\S+", where.text)][known:]
    end = next((i for i, (word, _) in enumerate(rest) if word[0] == "#" or word in ("C", "CC")), len(rest))
    after = [word for word, _ in rest[:end]]
    if not after:
        return _commented_note(name, where.text[rest[0][1] :])
    text = where.text[rest[0][1] : rest[end][1] if end < len(rest) else None]
    for what, there in (("a command", _has_command(after)), ("a TOA", _has_toa(after, text))):
        if there:
            raise TimError(f"{what} stands after {name} on its line, where it would not be read", where, _COMMAND_HINT)
    return f"the words after {name}{' and its value' if known == 2 else ''} are not read: {_COMMAND_HINT}"


def _commented_note(name: str, text: str) -> str:
    """The warning about a TOA that is commented out after a command, so that it cannot be restored."""
    toa = re.sub(r"^(#|CC?\s)", "", text)
    if not _has_toa(toa.split(), toa):
        return ""
    return f"a TOA that is commented out stands after {name} on its line: it cannot be restored"


def _has_command(words: list[str]) -> bool:
    """Whether a word is a command: in capitals, or in any case with a number after it where it takes one."""
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word in ALL_COMMANDS or (word.upper() in NUMBER_UNITS and is_number(after)):
            return True
    return False


def _has_toa(words: list[str], text: str) -> bool:
    """Whether there is a TOA of FORMAT 1 from one of the words on, or one of an older format."""
    if any(is_toa(words[i:]) for i in range(len(words) - 4)):
        return True
    if _MJD_START.search(text) and sum(map(is_number, words)) >= _LEAST_NUMBERS:
        return True
    try:
        return is_toa(fixed_words(text, words, Where(""), lambda why, where: None))
    except TimError:
        return False


def comment_note(words: list[str], where: Where) -> str:
    """Return the warning about a TOA after one that is commented out, on the same line.

    Parameters
    ----------
    words : list of str
        The words of the first TOA and those after it.
    where : Where
        The line, with its text.

    Returns
    -------
    str
        The text of a warning; empty where there is no other TOA.
    """
    if not _has_toa(words[5:], " ".join(words[5:])):
        return ""
    return "a TOA stands after another one that is commented out, on the same line: neither is read"


def end_note(command: str, left: int) -> str:
    """Return the warning about the lines after an END, which are not read.

    Parameters
    ----------
    command : str
        END, or INCLUDE of a file that has it.
    left : int
        Number of lines after it that are neither blank nor comments.

    Returns
    -------
    str
        Empty where there is none.
    """
    if not left:
        return ""
    if command.upper() == "INCLUDE":
        return "END in the included file ends all, as in tempo and PINT (tempo2: that file only)"
    many = f"{left} lines after END are" if left > 1 else "1 line after END is"
    return f"{many} not read, as in tempo and PINT"
