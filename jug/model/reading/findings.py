"""The findings in a par file: all problems that prevent its use, for one error, and the warnings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, ParError, Problem, Where, sentence
from jug.io.par import ParFile, ParLine

Produced = TypeVar("Produced")

_WAY_OUT = "correct the line, or put '#' before it to leave it out"


def as_comment(line: ParLine, why: str) -> ParLine:
    """Change a line of a par file into a comment that begins with a reason.

    Parameters
    ----------
    line : ParLine
        The line.
    why : str
        Text before the line in the comment.

    Returns
    -------
    ParLine
        Has the same number.
    """
    text = f"# {why}: {line.text.strip()}"
    return ParLine(line.number, text, comment=text)


class Findings:
    """The findings of the steps of `jug.model.building.build` so far.

    Attributes
    ----------
    problems : list of Problem
        Each blocks the file.
    left_out : set of str
        Names of parameters and families that the file gives on a line that cannot be used. They are not missing.
    repeated : dict of int to str
        Descriptions of the lines that give a parameter again with the same value, by line number.
    assumed : list of str
        Notes on lines that are not used or read in one of several ways, for `Settings.assumed`.
    warned : list of str
        The other warnings, for `Settings.warned`.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.left_out: set[str] = set()
        self.repeated: dict[int, str] = {}
        self.assumed: list[str] = []
        self.warned: list[str] = []
        self._warnings: list[str] = []

    def refuse(self, error: ParError) -> None:
        """Add the problems of an error.

        Parameters
        ----------
        error : ParError
            Its problems on lines without an advice get a general one.
        """
        for problem in error.problems:
            on_line = problem.where is not None and problem.where.line > 0
            self.problems.append(problem._replace(hint=_WAY_OUT) if on_line and not problem.hint else problem)

    @contextmanager
    def collect_errors(self, *left_out: str) -> Iterator[None]:
        """Catch a ParError of a ``with`` block, and add its problems.

        Parameters
        ----------
        *left_out : str
            Names for the attribute ``left_out`` if there is an error: the parameters that the block reads.
        """
        try:
            yield
        except ParError as error:
            self.refuse(error)
            self.left_out.update(left_out)

    def attempt(self, default: Produced, read: Callable[[], Produced]) -> Produced:
        """Read a value, and add the problems of a ParError.

        Parameters
        ----------
        default : object
            Result when ``read`` raises a ParError.
        read : callable
            Takes no arguments.

        Returns
        -------
        object
            ``read()`` or ``default``.
        """
        try:
            return read()
        except ParError as error:
            self.refuse(error)
            return default

    def warn(self, why: str, where: Where | None = None, hint: str = "", *, noted: bool = False) -> None:
        """Add a warning, which `conclude` gives if nothing blocks the file.

        Parameters
        ----------
        why : str
            The text of the warning.
        where : Where, optional
            The line that it is about.
        hint : str
            What to do next.
        noted : bool
            Whether the text is in `assumed` too; other warnings are in `warned`.
        """
        self._warnings.append(sentence(why, where, hint))
        if not noted:
            self.warned.append(self._warnings[-1])

    def assume(self, why: str, where: Where | None = None, hint: str = "") -> None:
        """Add a warning that is also in `assumed`.

        Parameters
        ----------
        why, where, hint
            As in `warn`.
        """
        self.assumed.append(f"{why} (line {where.line})" if where and where.line else why)
        self.warn(why, where, hint, noted=True)

    def forget(self, known: "Findings") -> None:
        """Drop the warnings that have been given before, as those of a model that is edited.

        Parameters
        ----------
        known : Findings
        """
        self._warnings = [text for text in self._warnings if text not in known._warnings]

    def without_repeated(self, par: ParFile) -> ParFile:
        """Return the par file with its repeated lines as comments, so that a fit does not leave an old value in them.

        Parameters
        ----------
        par : ParFile

        Returns
        -------
        ParFile
            The same object where no line is repeated.
        """
        if not self.repeated:
            return par
        why = f"given twice with the same value: {', '.join(self.repeated.values())}; the first counts"
        self.assumed.append(why)
        self.warn(f"{par.path}: {why}", noted=True)
        lines = (as_comment(line, "repeated") if line.number in self.repeated else line for line in par.lines)
        return replace(par, lines=tuple(lines))

    def conclude(self) -> None:
        """Raise one ParError with all problems in the order of the lines; without problems give the warnings."""
        if self.problems:
            raise ParError.of(sorted(self.problems, key=lambda p: p.where.line if p.where else 0))
        for text in self._warnings:
            give_warning(InputWarning(text))
