"""One line of a tim file: what kind of line it is, and its words if it is a TOA.

FORMAT 1 (tempo2): name, frequency (MHz), MJD, uncertainty (us), site, and then flags, separated by blanks.

The older formats have fixed columns, here counted from 1 (tempo's manual, tempo2's reader):

    Princeton  1 site, 2 blank, 3-15 name, 16-24 frequency, 25-44 MJD with its point in column 30 or 31, 45-53
               uncertainty, 69-78 DM correction
    Parkes     1 blank, 2-25 name, 26-34 frequency, 35-55 MJD with its point in column 42, 56-63 phase offset (turns,
               added to the TOA), 64-71 uncertainty, 80 site
    ITOA       1-9 name, 10-28 MJD with its point in column 15, 29-34 uncertainty, 35-45 frequency, 46-55 DM
               correction, 58-59 site
"""

from collections.abc import Callable

from jug.core.decimal_text import to_decimal
from jug.core.whole_number import is_whole_number
from jug.errors import TimError, Where
from jug.io.tim.unread_columns import unread_text

Note = Callable[[str, Where], None]
"""Called with a remark about a line; the reader warns once for each remark, with the first line and their number."""

TIM_COMMANDS = frozenset(
    (
        *("FORMAT", "MODE", "INCLUDE", "TIME", "SKIP", "NOSKIP", "END", "INFO", "TRACK", "JUMP", "PHASE"),
        *("EFAC", "EQUAD", "EMIN", "EMAX", "FMIN", "FMAX", "ESET", "EFLOOR", "SIGMA"),
    )
)
"""Commands of tim files that jug applies."""

UNSUPPORTED = frozenset(
    (
        *("EMAP", "DITHER", "PHA1", "PHA2", "SEARCH", "SIM", "ZAWGT"),
        *("T2EFAC", "T2EQUAD", "GLOBAL_EFAC", "PROFILE_DIR", "HEAD", "TOAS"),
    )
)
"""Commands of tempo and tempo2 that are refused."""

ALL_COMMANDS = TIM_COMMANDS | UNSUPPORTED

OLD_DAYS = 40000
"""Days below count from MJD 39126 in Princeton format (PINT 1.1.8's limit; tempo's is 30000)."""

PRINCETON = (("frequency", 15, 24), ("MJD", 24, 44), ("uncertainty", 44, 53))
"""Fields of a line of the Princeton format, and their first and last columns."""

PARKES = (("frequency", 25, 34), ("MJD", 34, 55), ("uncertainty", 63, 71))
"""Fields of a line of the Parkes format, and their first and last columns."""

ITOA = (("frequency", 34, 45), ("MJD", 9, 28), ("uncertainty", 28, 34))
"""Fields of a line of the ITOA format, and their first and last columns."""

_FREE = ("name", "frequency", "MJD", "uncertainty", "site")
_NO_FORMAT = "keep to the columns, or put a line 'FORMAT 1' at the top of the file"


def is_marked(word: str) -> bool:
    """Whether a line that begins with this word may be a comment or a command."""
    return word[0] == "#" or word in ("C", "c", "CC") or word.upper() in ALL_COMMANDS


def is_command(words: list[str], format_1: bool) -> bool:
    """Whether a line begins with a command; in FORMAT 1 a TOA may have the name of one.

    Parameters
    ----------
    words : list of str
        The words of the line, at least one.
    format_1 : bool
        Whether FORMAT 1 is in force.

    Returns
    -------
    bool
    """
    return words[0].upper() in ALL_COMMANDS and not (format_1 and is_toa(words))


def is_content(line: str) -> bool:
    """Whether a line is neither blank nor a comment nor END."""
    words = line.split()
    return bool(words) and words[0].upper() not in ("C", "CC", "END") and words[0][0] != "#"


def is_comment(line: str, words: list[str], format_1: bool) -> bool:
    """Whether a line begins with ``#``, or with the word C or CC.

    The word ``c`` counts too, unless it is the VLA's site code or the name of a TOA.

    Parameters
    ----------
    line : str
    words : list of str
        The words of the line, at least one.
    format_1 : bool
        Whether FORMAT 1 is in force.

    Returns
    -------
    bool
    """
    if words[0][0] == "#":
        return True
    if line[0] not in "Cc" or words[0] not in ("C", "c", "CC"):
        return False
    if words[0] == "c" and format_1:
        return not deleted_words(f"#{line}", ["#"], True) or bool(deleted_words(line, words, True))
    return words[0] != "c" or not _is_princeton(line)


def _is_princeton(line: str) -> bool:
    whole, dot, part = line[24:44].strip().partition(".")
    return bool(dot) and whole.isdigit() and part.isdigit() and "." in line[29:31]


def deleted_words(line: str, words: list[str], format_1: bool) -> list[str] | None:
    """Return the words of a TOA that is commented out.

    Parameters
    ----------
    line : str
    words : list of str
        The words of the line, at least one.
    format_1 : bool
        Whether FORMAT 1 is in force.

    Returns
    -------
    list of str or None
        In the order of FORMAT 1; None for any other comment.
    """
    if words[0] in ("C", "c", "CC"):
        bare = line[len(words[0]) + 1 :]
    else:
        bare = line.lstrip().lstrip("#")
        bare = bare if format_1 else bare.removeprefix(" ") if bare[2:3] == " " else bare
    found = bare.split()
    if found and not format_1:
        try:
            found = fixed_words(bare, found, Where(""), lambda why, where: None)
        except TimError:
            return None
    return found if is_toa(found) and "." in found[2] else None


def is_toa(words: list[str]) -> bool:
    """Whether words in the order of FORMAT 1 are those of a TOA that can be used."""
    if len(words) < 5:
        return False
    try:
        frequency, mjd, error = (to_decimal(word) for word in words[1:4])
    except ValueError:
        return False
    return frequency >= 0 and 10000 < mjd < 100000 and error > 0


def free_words(words: list[str], where: Where) -> list[str]:
    """Check that a FORMAT 1 line has its five words.

    Parameters
    ----------
    words : list of str
    where : Where
        The line, for messages.

    Returns
    -------
    list of str
        The same words.

    Raises
    ------
    TimError
        There are fewer than five.
    """
    if len(words) < 5:
        missing = ", ".join(_FREE[len(words) :])
        hint = "FORMAT 1 has: name, frequency (MHz), MJD, uncertainty (us), site, flags"
        raise TimError(f"truncated TOA line, without {missing}", where, hint)
    return words


def fixed_words(line: str, words: list[str], where: Where, note: Note) -> list[str]:
    """Split a TOA line of a file without a FORMAT line.

    Parameters
    ----------
    line : str
    words : list of str
        The line split at blanks.
    where : Where
        The line, for messages.
    note : Note
        Called with a remark about the line.

    Returns
    -------
    list of str
        In the order of FORMAT 1.

    Raises
    ------
    TimError
        The line is in no known format.
    """
    if line[1:2] == " " and line[0] != " ":
        return _with_remark(_princeton_words(line, where, note), "Princeton", line, where, note)
    if line[0] == " " and line[41:42] == ".":
        return _with_remark(_parkes_words(line, where), "Parkes", line, where, note)
    if len(line) >= 80 and len(words) >= 5:
        note("read as FORMAT 1, as it is long, though no FORMAT 1 line stands before it", where)
        return words
    if line[:1] not in (" ", "") and line[14:15] == ".":
        return _with_remark(_itoa_words(line, where), "ITOA", line, where, note)
    hint = "put a line 'FORMAT 1' at the top for tempo2's format, or keep to the columns of Princeton's"
    raise TimError("neither a command nor a TOA", where, hint)


def _with_remark(found: list[str], form: str, line: str, where: Where, note: Note) -> list[str]:
    """The words of a line, with a remark on text in columns that are not read."""
    if text := unread_text(line, form):
        note(text, where)
    return found


def _fields(line: str, columns: tuple[tuple[str, int, int], ...], where: Where) -> list[str]:
    """Frequency, MJD and uncertainty from their columns."""
    fields = [line[start:end].strip() for _, start, end in columns]
    for (what, start, end), field in zip(columns, fields, strict=True):
        if not field:
            raise TimError(f"truncated TOA line, no {what} in columns {start + 1}-{end}", where, _NO_FORMAT)
        if len(field.split()) > 1:
            raise TimError(f"two words where the {what} stands, columns {start + 1}-{end}", where, _NO_FORMAT)
    return fields


def plain_princeton(line: str) -> tuple[str, ...] | None:
    """Split a regular Princeton line, as `fixed_words` does; None for any other line."""
    if line[1:2] != " " or line[0] == " " or "." not in line[29:31] or line[53:].strip():
        return None
    frequency, mjd, error = line[15:24].strip(), line[24:44].strip(), line[44:53].strip()
    if not (frequency and error and "40000" <= mjd[:5] < "99999" and mjd[5:6] == "."):
        return None
    if " " in frequency or " " in mjd or " " in error or "\t" in line:
        return None
    return _name(line[2:15]), frequency, mjd, error, line[0]


def _princeton_words(line: str, where: Where, note: Note) -> list[str]:
    frequency, mjd, error = _fields(line, PRINCETON, where)
    if "." not in line[29:31]:
        raise TimError("not in Princeton format: no decimal point in column 30 or 31", where, _NO_FORMAT)
    whole, _, part = mjd.partition(".")
    if is_whole_number(whole) and int(whole) < OLD_DAYS:
        note(f"a day below {OLD_DAYS} is taken as counted from 1966 (MJD 39126), as tempo and PINT do", where)
        mjd = f"{int(whole) + 39126}.{part}"
    return [_name(line[2:15]), frequency, mjd, error, line[0], *_correction(line[68:78])]


def _parkes_words(line: str, where: Where) -> list[str]:
    frequency, mjd, error = _fields(line, PARKES, where)
    site = line[79:80].strip()
    if not site:
        raise TimError("truncated TOA line in Parkes format, no site in column 80", where, _NO_FORMAT)
    phase = line[55:63].strip()
    try:
        turns = ["-padd", phase] if phase and to_decimal(phase) else []
    except ValueError as error_:
        raise TimError(f"phase offset {phase!r} in columns 56-63: {error_}", where, _NO_FORMAT) from None
    return [_name(line[1:25]), frequency, mjd, error, site, *turns]


def _itoa_words(line: str, where: Where) -> list[str]:
    frequency, mjd, error = _fields(line, ITOA, where)
    site = line[57:59].strip()
    if not site:
        raise TimError(
            "neither a command nor a TOA: in ITOA format the site stands in columns 58-59", where, _NO_FORMAT
        )
    return [_name(line[:9]), frequency, mjd, error, site, *_correction(line[45:55])]


def _name(text: str) -> str:
    """The name in some columns as one word, with ``_`` in front where FORMAT 1 would read a comment or a command."""
    name = "_".join(text.split()) or "unknown"
    return f"_{name}" if name[0] == "#" or name.upper() in ALL_COMMANDS else name


def _correction(text: str) -> list[str]:
    """The flag for a DM correction that a line has in its columns; none if it is 0."""
    try:
        value = to_decimal(text)
    except ValueError:
        return []
    return ["-dmo", text.strip()] if value else []
