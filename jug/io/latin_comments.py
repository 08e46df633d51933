"""Bytes that are not UTF-8 in comments and INFO lines: they are read as Latin-1, in which such files are written.

Other programs read par and tim files as bytes and ignore comments. Such a byte in a value is an error.
"""

import re

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning, Where, sentence

WITHOUT_VALUE = {
    "par file": re.compile(rb"\s*(#|[Cc]\s|(?i:INFO|COMMENT)\s)"),
    "tim file": re.compile(rb"\s*#|(C|c|CC)\s|\s*(?i:INFO)\s"),
}
"""Beginnings of the lines of each kind of file whose text is not a value; INFO labels TOAs."""

TO_UTF8 = "convert the file to UTF-8 (iconv -f latin1 -t utf-8)"


def with_latin_comments(content: bytes, name: str, what: str, error: type[InputError]) -> bytes:
    """Read lines that are not UTF-8 as Latin-1 where the bytes stand in a comment or in a line INFO.

    Parameters
    ----------
    content : bytes
        Of a whole file that is not UTF-8.
    name : str
        Name of the file, for messages.
    what : str
        ``"par file"`` or ``"tim file"``; in other files no line is taken for a comment.
    error : type of InputError
        The exception to raise.

    Returns
    -------
    bytes
        The text in UTF-8, with the same line ends.

    Raises
    ------
    InputError
        Of type `error`: such a byte in a value.

    Warns
    -----
    InputWarning
        Once, with the first such line.
    """
    lines = re.split(rb"(\r\n|\n|\r)", content)
    found: list[tuple[int, int]] = []
    for k in range(0, len(lines), 2):
        try:
            lines[k].decode()
        except UnicodeDecodeError as problem:
            place, byte = k // 2 + 1, lines[k][problem.start]
            if not _is_without_value(lines[k], problem.start, what):
                raise error(f"byte 0x{byte:02x} is not UTF-8 text", Where(name, place), TO_UTF8) from None
            found.append((place, byte))
            lines[k] = lines[k].decode("latin-1").encode()
    place, byte = found[0]
    more = f" (and {len(found) - 1} more such lines)" if len(found) > 1 else ""
    why = f"byte 0x{byte:02x} in a comment is not UTF-8 text and is read as Latin-1{more}: no value changes"
    give_warning(InputWarning(sentence(why, Where(name, place), TO_UTF8)))
    return b"".join(lines)


def _is_without_value(line: bytes, first: int, what: str) -> bool:
    """Whether a line is a comment, or its first byte that is not UTF-8 comes after the mark of a comment."""
    start = WITHOUT_VALUE.get(what)
    if start is None:
        return False
    behind_mark = what == "par file" and re.search(rb"\s#", line[:first]) is not None
    return start.match(line) is not None or behind_mark
