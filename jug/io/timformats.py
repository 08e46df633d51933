"""One line of a tim file: what kind of line it is, and its words if it is a TOA.

Princeton format, columns counted from 1: 1 site code, 2 blank, 3-15 name, 16-24 frequency (MHz), 25-44 MJD
with its decimal point in column 30 or 31, 45-53 uncertainty (us), 69-78 DM correction (tempo's manual).
FORMAT 1 (tempo2): name, frequency (MHz), MJD, uncertainty (us), site, and then flags, separated by blanks.
"""

from collections.abc import Callable

from jug import double
from jug.errors import TimError, Where

Note = Callable[[str, Where], None]
"""Takes a remark about a line; the reader warns once for each remark, with the first line and the number."""

COMMANDS = frozenset(("FORMAT", "MODE", "INCLUDE", "TIME", "SKIP", "NOSKIP", "END", "INFO"))
"""What tim files may ask for and jug does."""

NOT_YET = frozenset(
    (
        *(
            "JUMP",
            "PHASE",
            "EFAC",
            "EQUAD",
            "EMIN",
            "EMAX",
            "EMAP",
            "FMIN",
            "FMAX",
            "ESET",
            "EFLOOR",
            "SIGMA",
        ),
        *("TRACK", "DITHER", "PHA1", "PHA2", "SEARCH", "SIM", "ZAWGT", "T2EFAC", "T2EQUAD", "GLOBAL_EFAC"),
        *("PROFILE_DIR", "HEAD", "TOAS"),
    )
)
"""Commands of tempo and tempo2 that are refused."""

OLD_DAYS = 40000
"""Days below count from MJD 39126 in Princeton format (PINT 1.1.8's limit; tempo's is 30000)."""

_FIELDS = (("frequency", 15, 24), ("MJD", 24, 44), ("uncertainty", 44, 53))
_FREE = ("name", "frequency", "MJD", "uncertainty", "site")


def is_comment(line: str, words: list[str], format_1: bool) -> bool:
    """``#...``, and lines that begin with the word C or CC; ``c`` too, unless it is the VLA's site code."""
    if words[0][0] == "#":
        return True
    if line[0] not in "Cc" or words[0] not in ("C", "c", "CC"):
        return False
    return words[0] != "c" or format_1 or not _is_princeton(line)


def _is_princeton(line: str) -> bool:
    whole, dot, part = line[24:44].strip().partition(".")
    return bool(dot) and whole.isdigit() and part.isdigit() and "." in line[29:31]


def free_words(words: list[str], where: Where) -> list[str]:
    """The words of a FORMAT 1 line; TimError if there are fewer than five."""
    if len(words) < 5:
        missing = ", ".join(_FREE[len(words) :])
        hint = "FORMAT 1 has: name, frequency (MHz), MJD, uncertainty (us), site, flags"
        raise TimError(f"truncated TOA line, without {missing}", where, hint)
    return words


def fixed_words(line: str, words: list[str], where: Where, note: Note) -> list[str]:
    """The words, in the order of FORMAT 1, of a line in a file without a FORMAT line."""
    if line[1:2] == " " and line[0] != " ":
        return _princeton_words(line, where, note)
    if line[0] == " " and line[41:42] == ".":
        raise TimError("a TOA in Parkes format, which is not supported yet", where)
    if len(line) >= 80 and len(words) >= 5:
        note("read as FORMAT 1, as it is long, though no FORMAT 1 line stands before it", where)
        return words
    if line[0] != " " and line[14:15] == ".":
        raise TimError("a TOA in ITOA format, which is not supported yet", where)
    hint = "put a line 'FORMAT 1' at the top for tempo2's format, or keep to the columns of Princeton's"
    raise TimError("neither a command nor a TOA", where, hint)


def _princeton_words(line: str, where: Where, note: Note) -> list[str]:
    fields = [line[start:end].strip() for _, start, end in _FIELDS]
    for (what, start, end), field in zip(_FIELDS, fields, strict=True):
        if not field:
            hint = "or a line 'FORMAT 1' is missing at the top of the file"
            raise TimError(f"truncated TOA line, no {what} in columns {start + 1}-{end}", where, hint)
    frequency, mjd, error = fields
    if "." not in line[29:31]:
        hint = "or a line 'FORMAT 1' is missing at the top of the file"
        raise TimError("not in Princeton format: no decimal point in column 30 or 31", where, hint)
    name = "_".join(line[2:15].split()) or "unknown"
    whole, _, part = mjd.partition(".")
    if whole.isdigit() and int(whole) < OLD_DAYS:
        note(f"a day below {OLD_DAYS} is taken as counted from 1966 (MJD 39126), as tempo and PINT do", where)
        mjd = f"{int(whole) + 39126}.{part}"
    return [name, frequency, mjd, error, line[0], *_dm_correction(line[68:78])]


def _dm_correction(text: str) -> list[str]:
    try:
        value = double.to_decimal(text)
    except ValueError:
        return []
    return ["-ddm", text.strip()] if value else []
