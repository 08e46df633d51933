"""Rows, cells and units of what a session shows, at the limits of their widths."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from jug.core.constants import C
from jug.core.display.fields_shown import FieldsShown, fields_text
from jug.core.display.quantities import astropy_unit, quantity
from jug.core.display.shown import as_html, as_text, cut
from jug.core.display.with_units import WithUnits
from jug.errors import InputError


class Inner(NamedTuple):
    """A named tuple among the fields."""

    x: int


@dataclass
class Plain:
    """A dataclass among the fields."""

    x: int


@dataclass(repr=False)
class Fields(FieldsShown):
    """Fields of each kind."""

    text: str
    small: np.ndarray
    large: np.ndarray
    few: tuple[int, ...]
    many: list[int]
    table: dict[str, int]
    inner: Inner
    plain: Plain
    number: float
    _hidden: int = 0


def test_a_cell_says_little_of_what_is_large() -> None:
    """Four members of a sequence and four numbers of an array are shown, of five the number or the shape."""
    shown = Fields(
        "a\nb", np.arange(4), np.zeros((5, 1)), (1, 2, 3, 4), [1, 2, 3, 4, 5], {"a": 1}, Inner(1), Plain(1), 0.5
    )
    assert repr(shown).splitlines() == [
        "Fields",
        "  text    a b",
        "  small   [0 1 2 3]",
        "  large   array (5, 1)",
        "  few     (1, 2, 3, 4)",
        "  many    5: 1, 2, 3, 4, ...",
        "  table   1: a",
        "  inner   Inner",
        "  plain   Plain",
        "  number  0.5",
    ]
    nested = shown.__class__(**(vars(shown) | {"number": shown, "text": "t"}))
    assert repr(nested).splitlines()[-1] == "  number  Fields"
    assert fields_text(Inner(2)) == "Inner\n  x  2"


def test_a_cell_has_seventy_characters_at_most() -> None:
    class Words(NamedTuple):
        long: str

    for n in (69, 70):
        assert fields_text(Words("x" * n)).split()[-1] == "x" * n
    assert fields_text(Words("x" * 71)).split()[-2:] == ["x" * 66, "..."]


def test_a_text_is_cut_to_its_width() -> None:
    assert [cut(text, 8) for text in ("a\nb", "12345678", "123456789")] == ["a b", "12345678", "1234 ..."]


def test_nineteen_rows_are_shown_and_of_twenty_eighteen() -> None:
    """With the title they are twenty lines."""
    rows = [(f"r{i}",) for i in range(20)]
    assert as_text("t", rows[:19]).splitlines()[1:] == [f"  r{i}" for i in range(19)]
    assert as_text("t", rows).splitlines()[18:] == ["  r17", "  and 2 more"]


def test_a_line_has_a_hundred_characters_at_most() -> None:
    assert as_text("t", [("x" * 98,)]).splitlines()[1] == "  " + "x" * 98
    assert as_text("t", [("x" * 99,)]).splitlines()[1] == "  " + "x" * 94 + " ..."


def test_the_last_cell_of_a_row_makes_no_column_wider() -> None:
    assert as_text("t", [("a", "b"), ("longer",)]).splitlines() == ["t", "  a  b", "  longer"]
    nine = tuple("abcdefghi")
    assert as_text("t", [nine]) == "t\n  a  b  c  d  e  f  g  h  i"
    assert as_text("t", []) == "t"


def test_html_is_escaped() -> None:
    assert as_html("<t>", [("&", "b")]) == (
        "<div><b>&lt;t&gt;</b><table><tr><td style='text-align:left'>&amp;</td>"
        "<td style='text-align:left'>b</td></tr></table></div>"
    )


def test_units_of_names() -> None:
    class Data(WithUnits):
        def __init__(self) -> None:
            self.time_s, self._own_s, self.name, self.dist_ls = 2.0, 1.0, "x", {"sun": 3.0}

    data = Data()
    assert data.quantity("time_s").to_value("ms") == pytest.approx(2000.0)
    assert data.quantity("dist_ls.sun").to_value("m") == pytest.approx(3.0 * C)
    assert quantity(0.25, "turn").to_value("rad") == pytest.approx(np.pi / 2.0)
    assert astropy_unit("ls turn^-1").to_string() == "ls / turn"
    with pytest.raises(InputError, match=r"^no array 'name' with a unit; there are dist_ls.sun, time_s$"):
        data.quantity("name")
