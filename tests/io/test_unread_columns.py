"""Text in columns that belong to no field of the old formats is named; it was left out in silence."""

import warnings
from pathlib import Path

import pytest

from jug.errors import InputWarning
from jug.io.tim.read import read_tim

PRINCETON = "1               1949.609 53709.6375169536477    33.26"
PARKES = " name                     432.3420  58852.7590686063892    0.00  120.75        @"
ITOA = "1748-202154148.6865194328392 19.35  1949.6090  0.000000  GB"


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (f"{PRINCETON}  3", "columns 54-68"),
        (f"{PRINCETON}99", "columns 54-68"),
        (f"{PRINCETON:78}x", "columns after 78"),
        (f"{PRINCETON:68}  0.1x", "columns 69-78"),
        (f"{PARKES[:73]}5{PARKES[74:]}", "columns 72-79"),
        (f"{PARKES}::", "columns after 80"),
        (f"{ITOA[:56]}x{ITOA[57:]}", "columns 56-57"),
        (f"{ITOA} 1_0", "columns after 59"),
    ],
)
def test_text_in_unread_columns_is_named(tmp_path: Path, line: str, place: str) -> None:
    path = tmp_path / "a.tim"
    path.write_text(f"{line}\n")
    with pytest.warns(InputWarning, match=place) as found:
        read_tim(path)
    assert len(found) == 1
    assert str(path) in str(found[0].message)


@pytest.mark.parametrize("line", [PRINCETON, f"{PRINCETON:68}   0.00000  ", PARKES, f"{ITOA}      "])
def test_lines_without_such_text_have_no_warning(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.tim"
    path.write_text(f"{line}\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_tim(path)) == 1
