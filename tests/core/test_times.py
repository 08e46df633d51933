"""Times as day and seconds, against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from jug.core import decimal_text, times
from jug.core import doubledouble as double
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times

GRID = Fraction(1, 2**88)
"""Seconds; what a time is rounded to."""


def row(t: Times, i: int) -> Times:
    return Times(int(t.day[i]), DoubleDouble(float(t.sec.hi[i]), float(t.sec.lo[i])))


def seconds(t: Times) -> Fraction:
    """Seconds since MJD 0, exactly."""
    return int(t.day) * 86400 + double.to_fraction(t.sec)


mjds = st.builds(
    lambda day, places: f"{day}{places}",
    st.integers(0, 99999),
    st.one_of(st.just(""), st.just("."), st.text("0123456789", max_size=36).map(lambda digits: "." + digits)),
)


@given(st.lists(mjds, min_size=1, max_size=20))
def test_decimal_mjds_are_rounded_once(texts: list[str]) -> None:
    found = times.parse_mjds(texts)
    for i, text in enumerate(texts):
        one = row(found, i)
        assert one == times.parse_mjd(text)
        assert abs(seconds(one) - Fraction(text.rstrip(".")) * 86400) <= GRID / 2
        assert 0 <= double.to_fraction(one.sec) < 86400


def test_decimals_whose_float64_is_finer_than_the_grid_are_rounded_once_too() -> None:
    """Below 2^-36 s, 168e-18 d, a float64 has bits beyond 2^-88 s: such rows are read one by one."""
    texts = [f"54000.{units:018d}" for units in range(60, 260)]
    found = times.parse_mjds(texts)
    assert [row(found, i) for i in range(len(texts))] == [times.parse_mjd(text) for text in texts]


@given(mjds)
@example("0.00000000000000000000000000000001")
def test_up_to_31_places_come_back(text: str) -> None:
    day, dot, places = text.partition(".")
    text = day + dot + places[:31]
    assert Fraction(times.format_mjd(times.parse_mjd(text))) == Fraction(text.rstrip("."))


@given(st.integers(-3000, 99999), st.floats(0, 86399.999999999), st.floats(-1e-12, 1e-12))
def test_any_time_comes_back_from_its_text(day: int, hi: float, lo: float) -> None:
    time = times.normalise(np.array([day]), double.two_sum(np.array([hi]), np.array([lo])))
    text = times.format_mjds(time)[0]
    again = times.parse_mjds([text])
    assert row(again, 0) == row(time, 0) == times.parse_mjd(text)
    assert text == times.format_mjd(row(time, 0))


def test_the_fast_path_is_the_exact_one() -> None:
    rng = np.random.default_rng(5)
    digits = rng.integers(0, 10**9, size=(2000, 2))
    texts = [f"5{a % 10000:04d}.{a:09d}{b:09d}"[: 7 + int(b) % 18] for a, b in digits.tolist()]
    texts += ["50000.999999999999999999", "50000.000000000000000001", "50000.500000000000000000", "1.", "7"]
    found = times.parse_mjds(texts)
    for i, text in enumerate(texts):
        assert row(found, i) == times.parse_mjd(text), text


def test_mjds_of_any_form() -> None:
    texts = [" 53478.25", "+53478.25", "5.347825D4", "053478.25", "53478.2500000000000000000000000"]
    found = times.parse_mjds(texts)
    assert found.day.tolist() == [53478] * 5
    assert found.sec.hi.tolist() == [21600.0] * 5
    assert times.parse_mjd("-0.25") == (-1, (64800.0, 0.0))
    assert times.format_mjd(times.parse_mjd("-0.25")) == "-0.25"
    assert len(times.parse_mjds([]).day) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [("53478.28x", "not a number"), ("", "missing"), ("nan", "finite"), ("5347８.2", "not a number")],
)
def test_the_first_bad_mjd_is_named(text: str, reason: str) -> None:
    with pytest.raises(times.BadMJD, match=reason) as error:
        times.parse_mjds(["53478.1", text, "x"])
    assert error.value.index == 1


def test_what_stands_behind_eighteen_decimals_of_a_date_of_six_digits() -> None:
    """25 characters are read at once; one more digit counts, and a letter there makes it no number."""
    long, short = "123456.1234567890123456789", "123456.123456789012345678"
    found = times.parse_mjds([long, short, "53478.25"])
    for i, text in enumerate((long, short, "53478.25")):
        day, (hi, lo) = times.parse_mjd(text)
        assert (found.day[i], found.sec.hi[i], found.sec.lo[i]) == (day, hi, lo)
    with pytest.raises(times.BadMJD, match="not a number"):
        times.parse_mjds([f"{short}x", "53478.25"])


@pytest.mark.parametrize("text", ["1e12", "-1e300"])
def test_a_number_that_is_no_mjd(text: str) -> None:
    with pytest.raises(ValueError, match="not an MJD"):
        times.parse_mjd(text)


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=10))
def test_seconds_are_added(steps: list[float]) -> None:
    start = times.parse_mjds(["53478.2858714192189"] * len(steps))
    moved = times.add_seconds(start, np.array(steps))
    for i, step in enumerate(steps):
        one = row(moved, i)
        assert 0 <= double.to_fraction(one.sec) < 86400
        assert abs(seconds(one) - seconds(row(start, i)) - Fraction(step)) <= 2 * GRID + abs(Fraction(step)) / 2**105
        back = times.since(one, 53478, start.sec.hi[0])
        assert back.hi == pytest.approx(step, abs=1e-11)


@pytest.mark.parametrize("step", [-1e-20, -1e-30, 0.0, 1e-20, 86400.0, -86400.0, 86399.99999999999])
def test_seconds_stay_inside_their_day(step: float) -> None:
    for start in ("53000", "53000.99999999999999999999999999999"):
        moved = times.add_seconds(times.parse_mjds([start]), step)
        one = row(moved, 0)
        assert 0 <= double.to_fraction(one.sec) < 86400
        assert abs(seconds(one) - seconds(times.parse_mjd(start)) - Fraction(step)) <= GRID


def test_double_double_seconds_are_added() -> None:
    start = times.parse_mjds(["53000.5"])
    moved = times.add_seconds(start, decimal_text.parse("0.1"))
    assert abs(seconds(row(moved, 0)) - seconds(row(start, 0)) - Fraction(1, 10)) <= GRID


def test_days_and_times() -> None:
    days = decimal_text.parse("53801.38605120074849")
    time = times.parse_mjd("53801.38605120074849")
    back = times.to_days(time)
    assert abs(double.to_fraction(back) - double.to_fraction(days)) < Fraction(1, 10**26)
    assert float(times.to_mjd(time)) == pytest.approx(53801.38605120074849, abs=1e-11)


def test_rows_are_picked_and_joined() -> None:
    a = times.parse_mjds(["53000.5", "53001.25", "53002.125"])
    b = times.take(a, np.array([2, 0]))
    assert times.to_mjd(times.concatenate([b, a])).tolist() == [53002.125, 53000.5, 53000.5, 53001.25, 53002.125]


@pytest.mark.parametrize(
    ("mjd", "text"),
    [
        (59000.0, "59000 (2020-05-31)"),
        (51909.5, "51909.5 (2000-12-31)"),
        (-678575.0, "-678575 (0001-01-01)"),
        (-678576.0, "-678576"),
        (2973483.0, "2973483 (9999-12-31)"),
        (5600016.0, "5600016"),  # where DE441 ends
        (float("inf"), "inf"),
    ],
)
def test_dates_also_where_the_calendar_ends(mjd: float, text: str) -> None:
    assert times.mjd_with_date(mjd) == text


@pytest.mark.parametrize(("text", "written"), [("0", "0"), ("0.0", "0"), ("-0.25", "-0.25"), ("-1", "-1")])
def test_dates_about_mjd_zero(text: str, written: str) -> None:
    assert times.format_mjd(times.parse_mjd(text)) == written


def test_days_of_nine_digits_are_read_and_no_longer_ones() -> None:
    texts = ["1234567.5", "123456789.25", "000055000.125"]
    found = times.parse_mjds(texts)
    assert [row(found, i) for i in range(3)] == [times.parse_mjd(text) for text in texts]
    with pytest.raises(times.BadMJD, match="a billion days or more") as caught:
        times.parse_mjds(["55000.5", "1234567890.5"])
    assert caught.value.index == 1
