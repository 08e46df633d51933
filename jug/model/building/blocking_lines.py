"""All lines that block a par file, and the model of the other lines.

A file is read again without the lines that blocked it. A line that blocks only the second reading, because one of these
lines is gone (PB without the line BINARY, PMRA without RAJ), is a consequence. It is left out too, with its cause.
"""

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from typing import NamedTuple

from jug.errors import ParError, Problem
from jug.io.par import ParFile, ParLine
from jug.model.reading.findings import as_comment
from jug.model.reading.lines.spellings import canonical_keyword
from jug.model.timing_model import TimingModel

REREADINGS = 30
"""Number of times that a file is read again without the lines that blocked it."""

_MISSING = re.compile(r"(?P<keys>\w+(?:(?: or |, | and )\w+)*) (?:is|are) missing\b")
_LACKS = re.compile(r"which this model does not have$")
_NO_BINARY = re.compile(r"and there is no line BINARY$")


class UnblockedReading(NamedTuple):
    """The reading of a par file without the lines that block it.

    Parameters
    ----------
    model : TimingModel or None
        None where something is missing, or where lines still block the file after `REREADINGS`.
    used : ParFile
        With these lines as comments.
    problems : tuple of Problem
        The causes, in the order of their lines.
    left_out : dict of int to int
        Numbers of these lines, each with the number of the line that is the cause.
    """

    model: TimingModel | None
    used: ParFile
    problems: tuple[Problem, ...]
    left_out: dict[int, int]


def read_unblocked(par: ParFile, read: Callable[[ParFile], TimingModel]) -> UnblockedReading:
    """Build the model of the lines that do not block it.

    Parameters
    ----------
    par : ParFile
    read : callable
        Builds the model of a par file, or raises a ParError.

    Returns
    -------
    UnblockedReading
    """
    used = par
    problems: list[Problem] = []
    left_out: dict[int, int] = {}
    for _ in range(REREADINGS):
        try:
            return _unblocked_reading(read(used), used, problems, left_out)
        except ParError as error:
            found = find_causes(error, par, left_out, problems)
        problems += found.causes
        left_out.update(found.left_out)
        if not found.left_out:
            return _unblocked_reading(None, used, problems, left_out)
        used = without_lines(used, found.left_out)
    return _unblocked_reading(None, used, problems, left_out)


def _unblocked_reading(
    model: TimingModel | None, used: ParFile, problems: list[Problem], left_out: dict[int, int]
) -> UnblockedReading:
    """The result, with the problems in the order of their lines."""
    in_order = sorted(problems, key=lambda p: p.where.line if p.where else 0)
    return UnblockedReading(model, used, tuple(in_order), left_out)


def without_lines(par: ParFile, numbers: Container[int]) -> ParFile:
    """Return the par file with some lines as comments.

    Parameters
    ----------
    par : ParFile
    numbers : container of int

    Returns
    -------
    ParFile
    """
    lines = (as_comment(q, "not understood") if q.number in numbers else q for q in par.lines)
    return replace(par, lines=tuple(lines))


class Causes(NamedTuple):
    """The problems that block a par file in one reading of it, and the lines to leave out.

    Parameters
    ----------
    causes : list of Problem
        The problems that are not consequences of others.
    left_out : dict of int to int
        Numbers of the lines to leave out, each with the number of the line that is the cause.
    """

    causes: list[Problem]
    left_out: dict[int, int]


def find_causes(error: ParError, par: ParFile, before: dict[int, int], known: Iterable[Problem]) -> Causes:
    """Separate causes from consequences.

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
    Causes
        Empty where it has nothing new.
    """
    gone = [line for line in par.lines if line.number in before]
    seen = {(p.why, line_number(p)) for p in known}
    lacking = {_missing_keywords(p): line_number(p) for p in known if _missing_keywords(p)}
    causes: list[Problem] = []
    left_out: dict[int, int] = {}
    for problem in error.problems:
        number = line_number(problem)
        if number in before or (problem.why, number) in seen:
            continue
        cause = lacking.get(_missing_keywords(problem)) or _line_of_cause(problem, gone)
        if cause is None:
            causes.append(problem)
        if number:
            left_out[number] = number if cause is None else before[cause]
    return Causes(causes, left_out)


def line_number(problem: Problem) -> int:
    """Return the number of the line that blocks; 0 for something that the file lacks.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    int
    """
    return problem.where.line if problem.where is not None and problem.where.text.strip() else 0


def _missing_keywords(problem: Problem) -> str:
    """The keywords that are missing by the text of a problem; empty for any other problem."""
    found = _MISSING.match(problem.why)
    return found["keys"] if found else ""


def _line_of_cause(problem: Problem, gone: list[ParLine]) -> int | None:
    """The number of the left-out line whose absence is the problem; None where the problem is a cause itself."""
    missing = _MISSING.match(problem.why)
    wanted = set(re.findall(r"\b[A-Z][A-Z0-9_]*\b", missing["keys"])) if missing else set()
    wanted |= {"BINARY"} if _NO_BINARY.search(problem.why) else set()
    for line in gone:
        if canonical_keyword(line.key) in wanted or _LACKS.search(problem.why):
            return line.number
    return None
