"""The line of a family of many members in a comparison."""

from typing import Any

from jug.analysis.comparison.comparison_table import LISTED_MEMBERS, _largest
from jug.analysis.comparison.value_difference import ValueDifference


def difference(name: str, family: str, change: float, sigma: float | None = None) -> ValueDifference:
    return ValueDifference(name, family, "0", "1", change, "", sigma, None, (True, True))


def test_it_is_the_largest_in_sigma_then_in_size_and_of_equal_ones_the_first() -> None:
    many = LISTED_MEMBERS + 1
    counts: dict[str, Any] = {"DMX": many, "F": LISTED_MEMBERS, "JUMP": many}
    values = [
        difference("F0", "F", 1.0), difference("DMX_0001", "DMX", 1.0, 2.0), difference("F1", "F", 1.0),
        difference("DMX_0002", "DMX", -1.0, 3.0), difference("DMX_0003", "DMX", 1.0, 3.0),
        difference("DMX_0004", "DMX", 5.0, -1.0), difference("JUMP1", "JUMP", 1.0), difference("JUMP2", "JUMP", -4.0),
    ]  # fmt: skip
    assert [one.name for one in _largest(values, counts)] == ["F0", "DMX_0002", "F1", "JUMP2"]
