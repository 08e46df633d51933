"""Which lines block a par file, and which follow from these: the readings one by one, with errors made for it."""

from types import SimpleNamespace
from typing import Any

import pytest

from jug.errors import ParError, Problem, Where
from jug.io.par import ParFile, parse_lines
from jug.model.building.blocking_lines import (
    REREADINGS,
    Causes,
    UnblockedReading,
    find_causes,
    line_number,
    read_unblocked,
    without_lines,
)

PAR = parse_lines([f"KEY{n} {n}" for n in range(1, 40)], "x.par")
MODEL: Any = SimpleNamespace()


def problem(why: str, line: int | None = None) -> Problem:
    return Problem(why, None if line is None else Where("x.par", line, f"KEY{line} {line}"))


def reading(*errors: list[Problem]) -> tuple[UnblockedReading, list[ParFile]]:
    """What is found where the first readings raise these errors, and the next one gives a model."""
    left, read = list(errors), list[ParFile]()

    def model_of(par: ParFile) -> Any:
        read.append(par)
        if left:
            raise ParError.of(left.pop(0))
        return MODEL

    return read_unblocked(PAR, model_of), read


def test_a_file_that_nothing_blocks_is_read_once() -> None:
    found, read = reading()
    assert found == UnblockedReading(MODEL, PAR, (), {})
    assert read == [PAR]


def test_problems_stand_in_the_order_of_their_lines_whenever_they_were_met() -> None:
    """One without a place goes before all."""
    some = [[problem("a", 7), problem("b", 1)], [problem("c"), problem("d", 3)]]
    found, read = reading(*some)
    assert [p.why for p in found.problems] == ["c", "b", "d", "a"]
    assert found.left_out == {1: 1, 3: 3, 7: 7}
    assert found.model is MODEL
    assert [[q.number for q in par.lines if q.key.startswith("KEY")] for par in read[1:]] == [
        [n for n in range(1, 40) if n not in out] for out in ((1, 7), (1, 3, 7))
    ]
    assert found.used == read[-1]


@pytest.mark.parametrize("again", [problem("a", 7), problem("b", 7), problem("c")])
def test_an_error_with_nothing_new_on_a_line_ends_it(again: Problem) -> None:
    """A line that is left out cannot block; without a new line the next reading would be the same."""
    found, read = reading([problem("a", 7)], [again])
    assert found.model is None
    assert len(read) == 2
    assert [p.why for p in found.problems] == (["c", "a"] if again.why == "c" else ["a"])


def test_thirty_readings_are_the_most() -> None:
    found, read = reading(*([problem("a", n)] for n in range(1, 40)))
    assert found.model is None
    assert len(read) == len(found.problems) == REREADINGS
    assert reading(*([problem("a", n)] for n in range(1, REREADINGS)))[0].model is MODEL


def test_the_same_problem_without_a_line_is_reported_once() -> None:
    known = [problem("c")]
    error = ParError.of([problem("c"), problem("d")])
    assert find_causes(error, PAR, {}, known) == Causes([problem("d")], {})


ORBIT = parse_lines(["BINARY DD", "PB 10", "A1 soon", "RAJ soon", "PMRA 3", "E 0.1"], "x.par")


@pytest.mark.parametrize(
    ("why", "before", "causes", "left_out"),
    [
        ("A1 belongs to a binary, and there is no line BINARY", {1: 1}, 0, {5: 1}),
        ("A1 belongs to a binary, and there is no line BINARY", {4: 4}, 1, {5: 5}),
        ("A1 and RAJ are missing, and X needs them", {3: 3}, 0, {5: 3}),
        ("A1 is missing, and X needs it", {3: 2}, 0, {5: 2}),
        ("ECC is missing, and X needs it", {6: 6}, 0, {5: 6}),
        ("T0 is missing, and X needs it", {3: 3}, 1, {5: 5}),
        ("the value depends on A1, which this model does not have", {3: 3}, 0, {5: 3}),
        ("which this model does not have, A1", {3: 3}, 1, {5: 5}),
    ],
)
def test_what_a_line_that_is_left_out_leads_to(
    why: str, before: dict[int, int], causes: int, left_out: dict[int, int]
) -> None:
    """It is left out too, for the cause of that line; E is a spelling of ECC."""
    found = find_causes(ParError.of([problem(why, 5)]), ORBIT, before, [])
    assert (len(found.causes), found.left_out) == (causes, left_out)


def test_what_is_missing_twice_has_the_first_as_its_cause() -> None:
    """The needs of a second line follow from the line that was told first."""
    known = [problem("A1 is missing, and binary DD needs it", 1)]
    found = find_causes(ParError.of([problem("A1 is missing, and M2 needs it", 5)]), ORBIT, {1: 1}, known)
    assert found == Causes([], {5: 1})


def test_the_line_of_what_no_line_says_is_none() -> None:
    assert line_number(problem("a", 7)) == 7
    assert line_number(problem("a")) == line_number(Problem("a", Where("x.par", 3, " "))) == 0


def test_lines_become_comments() -> None:
    lines = without_lines(PAR, {2}).lines
    assert [q.key for q in lines[:3:2]] == ["KEY1", "KEY3"]
    assert lines[1].text == "# not understood: KEY2 2"
