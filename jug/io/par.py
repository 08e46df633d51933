"""Par files as text: every line with its number, its words and its comment.

`jug.model.reading` gives keywords, aliases and values their meaning.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, overload

from jug.core.display.fields_shown import FieldsShown
from jug.errors import ParError, Where
from jug.io import files
from jug.io.stream_names import TextSource, name_of_source

_COMMENT = re.compile(r"\s#.*")


class ParLine(NamedTuple):
    """One line of a par file.

    Attributes
    ----------
    number : int
        Line number, from 1.
    text : str
        The line as in the file, without its line end.
    key : str
        The keyword in capitals; empty for blank lines and comments.
    args : tuple of str
        The words after the keyword, up to a comment.
    comment : str
        A trailing ``# ...``, or the whole of a comment line.
    added : bool
        Whether the line does not stand in the file: an option, an edit or a dialect adds it.
    own_text : str
        The line as in the file, where reading has changed its text (a dialect, P0 to F0); else empty.
    """

    number: int
    text: str
    key: str = ""
    args: tuple[str, ...] = ()
    comment: str = ""
    added: bool = False
    own_text: str = ""


@dataclass(frozen=True, repr=False)
class ParFile(FieldsShown):
    """A par file with all its lines, unchanged.

    Attributes
    ----------
    path : str
        Name of the file in messages.
    lines : tuple of ParLine
        In order, comments and blank lines too; iterating gives those with a keyword.

    Examples
    --------
    >>> import jug
    >>> par = jug.read_par(jug.data.example("NGC6440E")[0])
    >>> [line.key for line in par][:3]
    ['PSR', 'RAJ', 'DECJ']
    >>> line = par.find("F0")[0]
    >>> line.args, par.where(line).line, par.place(line.number).text == line.text, par.end.line
    (('61.485476554', '1', '5e-10'), 4, True, 20)
    >>> par.text.splitlines()[0].split()
    ['PSR', '1748-2021E']
    """

    path: str
    lines: tuple[ParLine, ...]

    def __iter__(self) -> Iterator[ParLine]:
        """The lines that hold a keyword."""
        return (line for line in self.lines if line.key)

    def find(self, key: str) -> tuple[ParLine, ...]:
        """Return the lines of a keyword, given in capitals.

        Parameters
        ----------
        key : str

        Returns
        -------
        tuple of ParLine
        """
        return tuple(line for line in self.lines if line.key == key)

    @overload
    def where(self, line: ParLine) -> Where: ...
    @overload
    def where(self, line: ParLine | None) -> Where | None: ...
    def where(self, line: ParLine | None) -> Where | None:
        """Return file, number and text of a line, for messages; the number is 0 where the file does not have the line.

        Parameters
        ----------
        line : ParLine or None
            None for a value that no line gives.

        Returns
        -------
        Where or None
            None without a line.
        """
        if line is None:
            return None
        return Where(self.path, 0 if line.added else line.number, line.own_text or line.text)

    def place(self, number: int) -> Where:
        """Return file, number and text of the line with a number; without such a line, the file as a whole.

        Parameters
        ----------
        number : int
            Counted from 1.

        Returns
        -------
        Where
        """
        found = next((line for line in self.lines if line.number == number), None)
        return self.where(found) if found else Where(self.path)

    @property
    def end(self) -> Where:
        """The last line with a keyword, without its text: where a message places something that the file lacks."""
        numbers = [line.number for line in self.lines if line.key and not line.added]
        return Where(self.path, numbers[-1] if numbers else len(self.lines))

    @property
    def text(self) -> str:
        """The text of the file."""
        return "\n".join(line.text for line in self.lines) + "\n"


def read_par(source: TextSource) -> ParFile:
    """Read the lines of a par file.

    A comment is a line that begins with ``#`` or with the word ``C``, or the end of a line from a word that begins
    with ``#``. Comments and blank lines are kept. `jug.load_model` builds a timing model.

    Parameters
    ----------
    source : path, or an open text file

    Returns
    -------
    ParFile

    Raises
    ------
    ParError
        The file is missing, a directory, empty, binary, not UTF-8, or has no keyword.

    Examples
    --------
    >>> import jug
    >>> par = jug.read_par(jug.data.example("NGC6440E")[0])
    >>> par.find("EPHEM")[0].args
    ('DE421',)
    """
    path = name_of_source(source, "<par>", "source")
    text = files.read_text(path, "par file", ParError)
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    par = parse_lines(lines, path)
    if not any(line.key for line in par.lines):
        raise ParError("no keyword in this par file, only comments", par.end, "is it the right file?")
    return par


def parse_lines(lines: Iterable[str], path: str = "<par>") -> ParFile:
    """Split lines into a `ParFile`.

    Parameters
    ----------
    lines : iterable of str
    path : str
        Name of the file in messages.

    Returns
    -------
    ParFile
    """
    return ParFile(path, tuple(parse_line(number, line) for number, line in enumerate(lines, 1)))


def parse_line(number: int, text: str, *, added: bool = False) -> ParLine:
    """Split one line of a par file into keyword, arguments and comment.

    Parameters
    ----------
    number : int
        Line number, from 1.
    text : str
    added : bool
        Whether the line does not stand in the file.

    Returns
    -------
    ParLine
    """
    bare = text.strip()
    if not bare or bare[0] == "#" or bare.split(None, 1)[0] in ("C", "c"):
        return ParLine(number, text, comment=bare, added=added)
    mark = _COMMENT.search(bare)
    words = bare[: mark.start()].split() if mark else bare.split()
    comment = mark.group().strip() if mark else ""
    return ParLine(number, text, words[0].upper(), tuple(words[1:]), comment, added)
