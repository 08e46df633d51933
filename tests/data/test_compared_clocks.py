"""Two issues of a clock file: what one covers less, which past it changes, at the limits of both."""

import numpy as np
import pytest

from jug.data.compare import Change, _change, last_measured, readings
from jug.io.clockfile import ClockFile

INF = float("inf")


def clock(mjd: list[float], us: list[float], last: float | None = None) -> ClockFile:
    return ClockFile("a.clk", np.array(mjd), 1e-6 * np.array(us), mjd[0], mjd[-1] if last is None else last)


OLD = clock([50000.0, 50050.0, 50100.0], [1.0, 1.0, 1.0])


def test_the_same_file_changes_nothing() -> None:
    assert _change(OLD, OLD) == Change(50100.0, 50100.0, 0.0, 0.0, INF, 0.0, 0.0)
    assert _change(OLD, OLD).suspect == ""


def test_what_is_covered_less_at_both_ends() -> None:
    found = _change(OLD, clock([50002.0, 50099.5], [1.0, 1.0]))
    assert found.cut_days == 2.5
    assert found.covers_less == "covers 2.5 days less (ends MJD 50099.5, was 50100)"
    longer = _change(OLD, clock([49990.0, 50110.0], [1.0, 1.0]))
    assert (longer.cut_days, longer.covers_less) == (0.0, "")


def test_a_change_of_the_last_thirty_days_is_none_of_the_past() -> None:
    """From 30 days before the end, that day included, up to the end itself."""
    tail = _change(OLD, clock([50000.0, 50069.0, 50070.0, 50100.0], [1.0, 1.0, 3.0, 4.0]))
    assert (tail.past_s, tail.past_mjd) == (0.0, INF)
    assert tail.tail_s == pytest.approx(3e-6, rel=1e-9)
    past = _change(OLD, clock([50000.0, 50068.0, 50069.0, 50100.0], [1.0, 1.0, 3.0, 1.0]))
    assert past.past_s == pytest.approx(2e-6, rel=1e-9)
    assert past.past_mjd == 50069.0
    assert past.another_past == "changes the past by up to 2000 ns, from MJD 50069 on"


def test_a_change_at_the_first_date_counts() -> None:
    """Another value at the first row of both."""
    past = _change(OLD, clock([50000.0, 50001.0, 50100.0], [1.5, 1.0, 1.0]))
    assert past.past_s == pytest.approx(5e-7, rel=1e-9)
    assert past.past_mjd == 50000.0


def test_changes_up_to_a_tenth_of_a_ns_are_rounding() -> None:
    made = Change(50100.0, 50100.0, 0.0, 1e-10, INF, 0.0)
    assert made.another_past == ""
    assert made._replace(past_s=1.1e-10, past_mjd=50010.0).another_past.startswith("changes the past by up to 0.11 ns")
    both = made._replace(past_s=1e-9, past_mjd=50010.0, cut_days=1.0)
    assert both.suspect == f"{both.covers_less} and {both.another_past}"


def test_what_comes_after_the_end_is_compared_with_the_last_value() -> None:
    found = _change(OLD, clock([50000.0, 50100.0, 50110.0, 50120.0], [1.0, 1.0, 1.25, 0.25]))
    assert found.after_s == pytest.approx(7.5e-7, rel=1e-9)
    assert (found.old_last, found.new_last) == (50100.0, 50120.0)


def test_files_without_a_common_date() -> None:
    found = _change(OLD, clock([50200.0, 50300.0], [1.0, 3.0]))
    assert (found.cut_days, found.past_s, found.tail_s) == (200.0, 0.0, 0.0)
    assert found.after_s == pytest.approx(2e-6, rel=1e-9)


def test_the_last_date_of_a_file_that_is_valid_for_ever() -> None:
    assert last_measured(clock([50000.0, 50010.0], [1.0, 1.0], last=INF)) == 50010.0
    assert last_measured(clock([50000.0, 50010.0], [1.0, 1.0], last=50005.0)) == 50005.0


def test_ways_in_which_files_are_read() -> None:
    (bipm,) = readings("tai2tt_bipm2021.clk")
    assert (bipm.ref.name, bipm.code) == ("tai2tt_bipm2021.clk", "")
    (tempo,), (tempo2,) = readings("time_of_mine.dat"), readings("mine2gps.clk")
    assert (tempo.ref.kind, tempo2.ref.kind) == ("tempo", "tempo2")
    assert [one.ref.name for one in readings("gps2utc.clk")] == ["gps2utc.clk"]
    assert {one.code for one in readings("time_gbt.dat")} == {"", "1"}
