"""Words after a command of a tim file: a TOA or a command there is an error, other words are told."""

import warnings
from pathlib import Path

import numpy as np
import pytest

from jug.errors import InputWarning, TimError
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.flags import remove_flag_outside
from jug.io.tim.read import read_tim

TOA = "q1 1400 53500.123456 10 gbt"
PRINCETON = "1               1949.609 53709.6375169536477    33.26"
PARKES = " name                     432.3420  58852.7590686063892    0.00  120.75        @"
ITOA = "1748-202154148.6865194328392 19.35  1949.6090  0.000000  GB"


def tim(folder: Path, line: str) -> Path:
    path = folder / "a.tim"
    path.write_text(f"FORMAT 1\na 1400 53600.1 2 gbt\n{line}\nb 1400 53700.1 2 gbt\n")
    return path


@pytest.mark.parametrize("name", ["TIME", "PHASE", "EFAC", "EQUAD", "INFO", "EMIN", "EMAX", "FMIN", "SIGMA", "EFLOOR"])
def test_a_toa_behind_a_command_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(TimError, match=rf"a\.tim:3: a TOA stands after {name} on its line.*line of its own"):
        read_tim(tim(tmp_path, f"{name} 2 {TOA}"))


@pytest.mark.parametrize("line", ["FORMAT 1", "MODE 1", "TRACK 0", "JUMP", "SKIP", "NOSKIP", "efac 2", "FMAX 2000"])
@pytest.mark.parametrize("toa", [TOA, PRINCETON, PARKES, ITOA])
def test_a_toa_of_any_format_is_seen(tmp_path: Path, line: str, toa: str) -> None:
    with pytest.raises(TimError, match="a TOA stands after"):
        read_tim(tim(tmp_path, f"{line} {toa}"))


@pytest.mark.parametrize(
    "line", ["EFAC 2 EQUAD 3", "TIME 1e-3 PHASE 1", "SKIP NOSKIP", "efac 2 equad 3", "TIME 1 JUMP", "JUMP T2EFAC"]
)
def test_a_command_behind_a_command_is_an_error(tmp_path: Path, line: str) -> None:
    with pytest.raises(TimError, match="a command stands after"):
        read_tim(tim(tmp_path, line))


@pytest.mark.parametrize("line", ["EFAC 2 of the old backend", "TIME 0 time offset", "JUMP 53000.123 53100.456"])
def test_other_words_are_told(tmp_path: Path, line: str) -> None:
    with pytest.warns(InputWarning) as found:
        assert len(read_tim(tim(tmp_path, line))) == 2
    assert sum("are not read" in str(one.message) for one in found) == 1


@pytest.mark.parametrize("line", ["EFAC 2 # EQUAD 3", "EFAC 2 C of 1400 MHz since 53500.1", "EFAC 2 #EQUAD 3"])
def test_comments_are_no_words(tmp_path: Path, line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_tim(tim(tmp_path, line))) == 2


@pytest.mark.parametrize("mark", ["C ", "#", "CC "])
@pytest.mark.parametrize("toa", [TOA, PRINCETON, PARKES, ITOA])
def test_a_toa_that_is_commented_out_behind_a_command_is_told(tmp_path: Path, mark: str, toa: str) -> None:
    """On a line of its own it could be restored."""
    with pytest.warns(InputWarning, match="commented out stands after EFAC on its line: it cannot be restored"):
        found = read_tim(tim(tmp_path, f"EFAC 2 {mark}{toa}"))
    assert (len(found), found.deleted) == (2, None)


def test_what_follows_end_is_told_once(tmp_path: Path) -> None:
    with pytest.warns(InputWarning) as found:
        assert len(read_tim(tim(tmp_path, f"END {TOA}"))) == 1
    assert ["after END is not read" in str(one.message) for one in found] == [True]


@pytest.mark.parametrize("mark", ["C", "#", "CC"])
def test_a_toa_behind_one_that_is_commented_out_is_told(tmp_path: Path, mark: str) -> None:
    """The two lines ran together; neither can be restored."""
    with pytest.warns(InputWarning, match=r"a\.tim:3: a TOA stands after another one that is commented out"):
        raw = read_tim(tim(tmp_path, f"{mark} {TOA} -fe L {TOA} -fe L"))
    assert (len(raw), raw.deleted) == (2, None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        raw = read_tim(tim(tmp_path, f"{mark} {TOA} looks like interference"))
    assert (len(raw), raw.deleted) == (2, None)


def test_a_flag_of_some_toas_keeps_the_words_that_are_used() -> None:
    """The first word and the last of three; TOAs that lose the flag, or had none, have none."""
    column = FlagColumn(np.array([0, 1, 2, -1, 0], dtype=np.int32), ("a", "b", "c"))
    found = remove_flag_outside(column, np.array([True, False, True, True, False]))
    assert (found.values, found.codes.tolist()) == (("a", "c"), [0, -1, 1, -1, -1])
    assert remove_flag_outside(column, np.zeros(5, dtype=bool)).values == ()
