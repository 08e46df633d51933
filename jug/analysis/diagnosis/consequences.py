"""The lines of a par file that are left out with an unusable line (`jug.model.building.blocking_lines`)."""

from collections.abc import Iterable, Iterator

from jug.errors import Problem
from jug.io.par import ParFile
from jug.model.building.blocking_lines import line_number
from jug.text.name_lists import comma_list


def with_consequences(problems: Iterable[Problem], par: ParFile, left_out: dict[int, int]) -> Iterator[Problem]:
    """Name the lines that are left out together with each cause.

    Parameters
    ----------
    problems : iterable of Problem
        The causes.
    par : ParFile
        The file as written.
    left_out : dict of int to int
        Numbers of lines that were left out, with the numbers of the lines that are the cause.

    Yields
    ------
    Problem
    """
    for problem in problems:
        number = line_number(problem)
        others = [q for q in par.lines if q.number != number and left_out.get(q.number) == number]
        named = comma_list([q.key for q in others])
        lines = f"line{'s' if len(others) > 1 else ''} {comma_list([str(q.number) for q in others])}"
        yield problem._replace(why=f"{problem.why} (with it {named} of {lines})") if others and number else problem


def where_of(problem: Problem) -> str:
    """The place of a problem as ``file:line``."""
    return str(problem.where) if problem.where is not None else ""
