"""The lines that block a par file, one decision for one cause.

A file is read again without the lines that blocked it. What blocks it only then, because one of these lines is gone (PB
without the line BINARY, PMRA without RAJ), is a consequence: the line is left out too, and named with its cause.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jug.errors import ParError, Problem
from jug.io.par import ParFile, ParLine
from jug.model.checks.ranges import listed
from jug.model.reading.spellings import canonical

_MISSING = re.compile(r"(?P<keys>\w+(?:(?: or |, | and )\w+)*) (?:is|are) missing\b")
_LACKS = re.compile(r"which this model does not have$")
_NO_BINARY = re.compile(r"and there is no line BINARY$")


class Blocking(NamedTuple):
    """What blocks a par file, in one reading of it.

    Parameters
    ----------
    causes : list of Problem
        To be decided.
    left_out : dict of int to int
        Numbers of the lines to leave out, each with the number of the line that is the cause.
    """

    causes: list[Problem]
    left_out: dict[int, int]


def blocking(error: ParError, par: ParFile, before: dict[int, int], known: Iterable[Problem]) -> Blocking:
    """Tell causes from consequences.

    Parameters
    ----------
    error : ParError
    par : ParFile
        As it stands in the file, with all its lines.
    before : dict of int to int
        Lines that were left out before this reading, with their causes.
    known : iterable of Problem
        The causes of readings before.

    Returns
    -------
    Blocking
        Empty where it has nothing new.
    """
    gone = [line for line in par.lines if line.number in before]
    seen = {(p.why, _number(p)) for p in known}
    causes: list[Problem] = []
    left_out: dict[int, int] = {}
    for problem in error.problems:
        number = _number(problem)
        if number in before or (problem.why, number) in seen:
            continue
        cause = _cause(problem, gone)
        if cause is None:
            causes.append(problem)
        if number:
            left_out[number] = number if cause is None else before[cause]
    return Blocking(causes, left_out)


def _number(problem: Problem) -> int:
    """The number of the line that blocks; 0 for what the file lacks, which stands on no line."""
    return problem.where.line if problem.where is not None and problem.where.text.strip() else 0


def _cause(problem: Problem, gone: list[ParLine]) -> int | None:
    """The number of the line whose absence is the problem; None where it is a cause itself."""
    missing = _MISSING.match(problem.why)
    wanted = set(re.findall(r"\b[A-Z][A-Z0-9_]*\b", missing["keys"])) if missing else set()
    wanted |= {"BINARY"} if _NO_BINARY.search(problem.why) else set()
    for line in gone:
        if canonical(line.key) in wanted or _LACKS.search(problem.why):
            return line.number
    return None


def with_consequences(problems: Iterable[Problem], par: ParFile, left_out: dict[int, int]) -> Iterator[Problem]:
    """Name the lines that are left out together with each cause.

    Parameters
    ----------
    problems : iterable of Problem
        The causes.
    par : ParFile
        As it stands in the file.
    left_out : dict of int to int
        Lines that were left out, with their causes.

    Yields
    ------
    Problem
    """
    for problem in problems:
        number = _number(problem)
        others = [q for q in par.lines if q.number != number and left_out.get(q.number) == number]
        named = listed([q.key for q in others])
        lines = f"line{'s' if len(others) > 1 else ''} {listed([str(q.number) for q in others])}"
        yield problem._replace(why=f"{problem.why} (with it {named} of {lines})") if others and number else problem


def where_of(problem: Problem) -> str:
    """The place of a problem as ``file:line``."""
    return str(problem.where) if problem.where is not None else ""
