"""Exceptions and warnings, and the places in files that they name.

An error message gives the place (file:line), the reason, the text of the line and what to do next, in this
order, so that a user can act on it without reading the code.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from jug.text.control_characters import escape_controls


class Where(NamedTuple):
    """A place in an input file: the path as the user gave it, the line number from 1 (0: the whole file), its text."""

    path: str
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        path = escape_controls(self.path).replace("\n", "\\n")
        return f"{path}:{self.line}" if self.line else path


QUOTED = 100
"""Largest number of characters of a line that a message quotes."""


def shortened(text: str) -> str:
    """Shorten a text to at most `QUOTED` characters by leaving out its middle."""
    text = text.strip()
    if len(text) <= QUOTED:
        return text
    return f"{text[: QUOTED - 25]} ... {text[-20:]}"


def sentence(why: str, where: Where | None = None, hint: str = "") -> str:
    """Join the parts of a message, leaving out absent ones: ``file:line: why: 'text'; hint``.

    Parameters
    ----------
    why : str
        What is wrong, without the place.
    where : Where, optional
        File, line and text that it is about.
    hint : str, optional
        What to do next.

    Returns
    -------
    str
        Control characters are escaped.
    """
    head = f"{where}: " if where else ""
    text = f": {shortened(where.text)!r}" if where and where.text.strip() else ""
    tail = f"; {hint}" if hint else ""
    return f"{head}{escape_controls(why)}{text}{escape_controls(tail)}"


class JugError(Exception):
    """Base class of every error that jug raises on purpose; its text is written for the user."""

    def __str__(self) -> str:
        return escape_controls(super().__str__())


class Problem(NamedTuple):
    """One reason why a file cannot be used: what is wrong, where, and what to do next.

    A problem that the code has to recognise is of a class of its own, which is beside the code that finds it.
    """

    why: str
    where: Where | None = None
    hint: str = ""

    def __str__(self) -> str:
        return sentence(*self)


class InputError(JugError):
    """Something in a user's file, option or data set cannot be used.

    Parameters
    ----------
    why : str
        What is wrong, without the place.
    where : Where, optional
        File, line and text that it is about.
    hint : str, optional
        What to do next.

    Attributes
    ----------
    problems : tuple of (why, where, hint)
        All reasons why the files cannot be used: those of the par file first, each file's in the order of its lines.
        ``why``, ``where`` and ``hint`` are those of the first. The error's text has a line for each (`problem_lines`).
    """

    def __init__(self, why: str, where: Where | None = None, hint: str = "") -> None:
        super().__init__(sentence(why, where, hint))
        self.why, self.where, self.hint = why, where, hint
        self.problems: tuple[Problem, ...] = (Problem(why, where, hint),)

    def __str__(self) -> str:
        return "\n".join(problem_lines(self.problems))

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> Self:
        """Make one error of one or more problems.

        Parameters
        ----------
        problems : sequence of Problem
            At least one.

        Returns
        -------
        InputError
            An instance of the class on which the method is called.
        """
        error = cls(*problems[0])
        error.problems = tuple(problems)
        return error


OF_A_KIND = 20
"""Largest number of problems of one kind that an error lists; of further ones it gives the number."""


def problem_lines(problems: Sequence[Problem]) -> tuple[str, ...]:
    """Write a line for each problem, but of each kind at most `OF_A_KIND` lines, and one line for all others.

    Parameters
    ----------
    problems : sequence of (why, where, hint)
        Two are of one kind if their reasons differ only in quoted text and in words with digits.

    Returns
    -------
    tuple of str
    """
    if len(problems) <= OF_A_KIND:
        return tuple(map(str, problems))
    kinds = by_kind(problems)
    lines = {id(problem): str(problem) for kind in kinds for problem in kind[:OF_A_KIND]}
    for kind in kinds:
        if (more := len(kind) - OF_A_KIND) > 0:
            first = kind[OF_A_KIND]
            many = f"and {more} more of this kind" if more > 1 else "and one more of this kind"
            where = first.where._replace(text="") if first.where else None
            lines[id(first)] = sentence(f"{many}: {first.why}", where, first.hint)
    return tuple(lines[id(problem)] for problem in problems if id(problem) in lines)


def by_kind(problems: Sequence[Problem]) -> list[list[Problem]]:
    """Group problems whose reasons differ only in quoted text and in words with digits.

    Parameters
    ----------
    problems : sequence of Problem

    Returns
    -------
    list of list of Problem
        Ordered by the first problem of each group.
    """
    import re  # only errors need it

    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(re.sub(r"'[^']*'|\S*\d\S*", "", problem.why), []).append(problem)
    return list(kinds.values())


class ParError(InputError):
    """A par file, or a timing model built from one, cannot be used."""


class TimError(InputError):
    """A tim file, or the TOAs read from one, cannot be used."""


class KindError(InputError, TypeError):
    """An argument is of the wrong kind: for example TOAs in place of a model, or a list in place of a text."""


class NoSuchNameError(InputError, KeyError):
    """A mapping has no such name; the error's text lists the most similar names."""


class NoSuchRowError(InputError, IndexError):
    """There is no such TOA, or a mask is not as long as the TOAs."""


class DataError(InputError):
    """A clock file, an ephemeris or an observatory is missing or damaged, or does not cover the dates."""


class FitError(JugError):
    """A fit cannot be set up or carried out; the error's text names the parameters and says what to do."""


class NoSuchParameterError(NoSuchNameError, FitError):
    """A model has no such parameter, or several; the error's text lists the most similar names."""


class DegenerateError(FitError):
    """No TOA depends on a parameter, or the TOAs cannot distinguish some; `jug.fit` can fix the fewest of them."""


class JugMemoryError(JugError, MemoryError):
    """The work needs more memory than there is; the error's text says how much, and how to reduce it."""


class BackendError(JugError):
    """The chosen backend cannot be used here.

    Parameters
    ----------
    why : str
        The reason, without what to do next.
    hint : str
        What to do next.
    """

    def __init__(self, why: str, hint: str = "use backend='numpy'") -> None:
        super().__init__(why, hint)
        self.why, self.hint = why, hint

    def __str__(self) -> str:
        return f"{self.why}; {self.hint}"


class JugWarning(UserWarning):
    """Base class of every warning that jug gives."""

    def __str__(self) -> str:
        return escape_controls(super().__str__())


class InputWarning(JugWarning):
    """An input is used, but perhaps not in the way its author intended."""


class ClockWarning(JugWarning):
    """A clock correction is missing or extrapolated."""


class FitWarning(JugWarning):
    """The result of a fit has to be checked; the warning's text says why."""
