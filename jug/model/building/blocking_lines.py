"""All lines that block a par file, and the model of the others.

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
from jug.model.reading.spellings import canonical
from jug.model.timing_model import TimingModel

REREADINGS = 30
"""Number of times that a file is read again without the lines that blocked it."""

_MISSING = re.compile(r"(?P<keys>\w+(?:(?: or |, | and )\w+)*) (?:is|are) missing\b")
_LACKS = re.compile(r"which this model does not have$")
_NO_BINARY = re.compile(r"and there is no line BINARY$")


class Unblocked(NamedTuple):
    """What a par file gives without the lines that block it.

    Parameters
    ----------
    model : TimingModel or None
        None where something is missing, or no end is found.
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


def read_unblocked(par: ParFile, read: Callable[[ParFile], TimingModel]) -> Unblocked:
    """Build the model of the lines that do not block it.

    Parameters
    ----------
    par : ParFile
    read : callable
        Builds the model of a par file, or raises a ParError.

    Returns
    -------
    Unblocked
    """
    used = par
    problems: list[Problem] = []
    left_out: dict[int, int] = {}
    for _ in range(REREADINGS):
        try:
            return _unblocked(read(used), used, problems, left_out)
        except ParError as error:
            found = blocking(error, par, left_out, problems)
        problems += found.causes
        left_out.update(found.left_out)
        if not found.left_out:
            return _unblocked(None, used, problems, left_out)
        used = without_lines(used, found.left_out)
    return _unblocked(None, used, problems, left_out)


def _unblocked(
    model: TimingModel | None, used: ParFile, problems: list[Problem], left_out: dict[int, int]
) -> Unblocked:
    """What was found, with the problems in the order of their lines."""
    in_order = sorted(problems, key=lambda p: p.where.line if p.where else 0)
    return Unblocked(model, used, tuple(in_order), left_out)


def without_lines(par: ParFile, numbers: Container[int]) -> ParFile:
    """The par file with some lines as comments.

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
    seen = {(p.why, line_number(p)) for p in known}
    lacking = {_missing(p): line_number(p) for p in known if _missing(p)}
    causes: list[Problem] = []
    left_out: dict[int, int] = {}
    for problem in error.problems:
        number = line_number(problem)
        if number in before or (problem.why, number) in seen:
            continue
        cause = lacking.get(_missing(problem)) or _cause(problem, gone)
        if cause is None:
            causes.append(problem)
        if number:
            left_out[number] = number if cause is None else before[cause]
    return Blocking(causes, left_out)


def line_number(problem: Problem) -> int:
    """The number of the line that blocks; 0 for what the file lacks, which stands on no line.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    int
    """
    return problem.where.line if problem.where is not None and problem.where.text.strip() else 0


def _missing(problem: Problem) -> str:
    """The keywords that a problem says are missing; empty where it says another thing."""
    found = _MISSING.match(problem.why)
    return found["keys"] if found else ""


def _cause(problem: Problem, gone: list[ParLine]) -> int | None:
    """The number of the line whose absence is the problem; None where it is a cause itself."""
    missing = _MISSING.match(problem.why)
    wanted = set(re.findall(r"\b[A-Z][A-Z0-9_]*\b", missing["keys"])) if missing else set()
    wanted |= {"BINARY"} if _NO_BINARY.search(problem.why) else set()
    for line in gone:
        if canonical(line.key) in wanted or _LACKS.search(problem.why):
            return line.number
    return None
