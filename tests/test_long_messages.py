"""How long messages get: quoted lines, problems of one kind; and from where on an epoch is looked at."""

import pytest

from jug.errors import InputError, Problem, Where, problem_lines, shortened


def test_a_line_of_a_hundred_characters_is_quoted_as_it_is() -> None:
    whole = "a" * 40 + "b" * 60
    assert shortened(f"  {whole} ") == whole
    longer = "a" * 75 + "c" * 6 + "b" * 20
    assert shortened(longer) == "a" * 75 + " ... " + "b" * 20
    assert len(shortened("x" * 5000)) == 100


def problems(n: int, why: str = "no number 'x{}'") -> list[Problem]:
    return [Problem(why.format(i), Where("a.tim", i + 1, f"line {i}"), "") for i in range(n)]


@pytest.mark.parametrize(
    ("n", "lines", "last"), [(20, 20, ""), (21, 21, "and one more of this kind"), (30, 21, "and 10 more of this kind")]
)
def test_twenty_problems_of_a_kind_are_listed(n: int, lines: int, last: str) -> None:
    found = problem_lines(problems(n))
    assert len(found) == lines
    assert last in found[-1]
    assert "more of this kind" not in "".join(found[:20])


def test_kinds_are_counted_apart() -> None:
    other = problems(5, "no site {}5 here")
    found = problem_lines([*problems(21), *other])
    assert len(found) == 26
    assert sum("more of this kind" in line for line in found) == 1
    assert len(InputError.of([*problems(21), *other]).problems) == 26
