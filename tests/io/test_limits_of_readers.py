"""Readers of tim and clock files at their limits: turns, settings without a command, columns of dates, places."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jug.core.times import parse_mjds
from jug.errors import DataError, TimError
from jug.io import staging
from jug.io.clockfile import read_clock
from jug.io.growing_npy import GrowingNpy
from jug.io.tim.command_state import ReaderState
from jug.io.tim.joining import _places
from jug.io.tim.pulse_numbers import whole_turns
from jug.io.tim.raw_toas import make_toas


def with_turns(text: str) -> Any:
    return make_toas(parse_mjds(["55000.5"]), freq_hz=1e9, error_s=1e-6, site="@", flags={"phase": [text]})


def test_turns_up_to_2_to_the_52_are_whole_numbers_of_float64() -> None:
    for text in ("4503599627370496", "-4503599627370496"):
        assert whole_turns(with_turns(text)).tolist() == [int(text)]
    with pytest.raises(TimError, match=r"flag -phase 4503599627370497: too large"):
        whole_turns(with_turns("4503599627370497"))


def test_settings_before_any_command_change_nothing() -> None:
    """Every frequency and uncertainty is inside the limits, factors are 1, and sizes that are added 0."""
    state = ReaderState()
    assert (state.fmin, state.fmax, state.emin, state.emax) == (0.0, np.inf, 0.0, np.inf)
    assert (state.time, state.efac, state.equad, state.sigma, state.efloor, state.phase, state.jump) == (
        0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0,
    )  # fmt: skip
    assert state.eset < 0.0  # no uncertainty is set
    assert state.info == ""


def test_file_and_line_of_a_toa_are_one_number() -> None:
    """The file above the lowest 32 bits, the line in them."""
    raw = make_toas(parse_mjds(["55000.5", "55001.5"]), freq_hz=1e9, error_s=1e-6, site="@")
    raw = replace(raw, line=np.array([7, 9], np.int32))
    assert _places(raw, [3]).tolist() == [3 * 2**32 + 7, 3 * 2**32 + 9]


def test_dates_of_tempo_have_nine_columns(tmp_path: Path) -> None:
    """A word from column 10 on is a correction, and an error where it is no number: the row is not passed over."""
    path = tmp_path / "time_x.dat"
    path.write_text(f"{'50000.00':9}{'0.000':>12}{'1.000':>12} 1\n{'50001.00':9}{'x.000':12}{'2.000':>12} 1\n")
    with pytest.raises(DataError, match=r"time_x\.dat:2: a clock correction is not a number"):
        read_clock(path, "tempo", site_code="1", drop_last=False, hold=True, name="time_x.dat")


def test_a_growing_array_is_closed_also_where_its_header_cannot_be_written(tmp_path: Path) -> None:
    for whole in (True, False):
        made = GrowingNpy(tmp_path / f"{whole}.npy", np.float64, (2,))
        made.append(np.arange(6.0).reshape(3, 2))
        if whole:
            made.close()
            assert np.load(tmp_path / "True.npy").tolist() == [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
        else:
            made.width = None  # type: ignore[assignment]
            with pytest.raises(TypeError):
                made.close()
        assert made._file.closed


def test_the_whole_content_is_on_the_disk_before_a_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is still in a buffer when the system is asked to write would be lost in a power cut."""
    sizes: list[int] = []
    monkeypatch.setattr(staging.os, "fsync", lambda handle: sizes.append(os.fstat(handle).st_size))
    staged = staging.stage(tmp_path / "a.par", b"F0 100\n")
    assert sizes == [7]
    assert not (tmp_path / "a.par").exists()
    staged.discard()
    assert list(tmp_path.iterdir()) == []
