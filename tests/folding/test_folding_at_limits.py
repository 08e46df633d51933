"""Polycos and predictors at their limits: numbers of segments, ends, halves of digits, words of a file."""

import io
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jug
from jug.core.decimal_text import to_decimal
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times, parse_mjds
from jug.folding import making
from jug.folding.hour_angle import hour_angle
from jug.folding.making import check_span, segment_middles, spans_and_counts
from jug.folding.phase import Phases
from jug.folding.polyco import Polyco, PolycoSegment, _evaluate_polynomial, _rounded_phase
from jug.folding.polyco_file import is_polyco, polyco_text, read_polyco
from jug.folding.predictor import Predictor, PredictorSegment
from jug.folding.predictor_file import _coefficient_text, _read_model
from jug.folding.predictor_making import _frequency_band
from jug.folding.segments import by_segment

MODEL = jug.load_model(jug.data.example("NGC6440E")[0])


def test_the_hour_angle_of_a_meridian() -> None:
    """GMST at J2000 is 18.697375 h: 90 deg east of Greenwich RA 0.697375 h culminates; 12 h later it is at -12 h."""
    east = (0.0, 6.4e6, 0.0)
    on_meridian = 0.697375 * np.pi / 12.0
    found = hour_angle(np.array([51544.5]), east, on_meridian)
    assert found[0] == pytest.approx(0.0, abs=1e-5)
    later = hour_angle(np.array([51544.5, 51544.5 + 0.25 / 1.00273791]), east, on_meridian)
    assert later[1] - later[0] == pytest.approx(6.0, abs=1e-5)
    ends = hour_angle(np.array([51544.5]), east, on_meridian + np.pi - 1e-6)
    assert ends[0] == pytest.approx(-12.0, abs=1e-4)


def test_lengths_with_as_many_segments_as_a_file_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_SEGMENTS", 48)
    assert sorted({span for span, _ in spans_and_counts(None, None, 1.0)}) == [30, 60]
    assert list(spans_and_counts(None, 9, 1.0)) == [(60, 9), (30, 9)]
    assert list(spans_and_counts(7, None, 1.0)) == [(7, 12), (7, 15), (7, 18)]
    check_span(0.0, 1.0, 30, None, None)
    check_span(0.0, 2.0, None, None, None)  # of 60 min
    for days, nspan in ((1.0, 29), (2.001, None)):
        with pytest.raises(jug.InputError, match="more than 48 segments; give a shorter time or a larger nspan"):
            check_span(0.0, days, nspan, None, None)


@pytest.mark.parametrize(
    "given", [(0.0, 1e-9, 1440, 2, 12.0), (0.0, 1.0, 1, 30, 1e-3), (0.0, 1.0, np.int64(5), None, None)]
)
def test_numbers_that_are_taken(given: tuple[Any, ...]) -> None:
    assert check_span(*given) is None  # type: ignore[func-returns-value]


def test_a_span_ends_with_the_segment_that_covers_it() -> None:
    """Up to a millionth of a segment is left out, as the rounding of the ends."""
    ends = {53800.5: 12, 53800.5 + 2e-8: 12, 53800.5 + 1e-6: 13, 53800.49: 12}
    for end, count in ends.items():
        middles = segment_middles(MODEL, 53800.0, end, 60, "@", None, None)
        assert (len(middles), middles[0], middles[1]) == (
            count,
            Decimal("53800.02083333333"),
            Decimal("53800.06250000000"),
        )
    assert len(segment_middles(MODEL, 53800.0, 53800.5, 60, "@", 1.0, None)) == 12  # there is no meridian


def test_segments_near_the_meridian_at_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within half a segment of it: an hour angle of 2 h is near for 1.5 h and segments of 60 min, 2.01 h is not."""
    hours = np.array([-2.0, 2.0, 2.01, -2.01, 0.0])
    monkeypatch.setattr(making, "hour_angle", lambda *_: hours)
    found = segment_middles(MODEL, 53800.0, 53800.0 + 5 / 24, 60, "gbt", 1.5, None)
    every = segment_middles(MODEL, 53800.0, 53800.0 + 5 / 24, 60, "gbt", None, None)
    assert found == [every[0], every[1], every[4]]


@pytest.mark.parametrize(
    ("turn", "rest", "found"),
    [
        (5, 0.25, (5, "0.250000", 0.0)),
        (5, -0.25, (4, "0.750000", 0.0)),
        (-5, 0.25, (-5, "0.250000", 0.0)),
        (5, 2.0**-21, (5, "0.000000", 2.0**-21)),  # 4.8e-7
        (5, 1.4e-6, (5, "0.000001", 4e-7)),
        (4, 0.9999999, (5, "0.000000", -1e-7)),
    ],
)
def test_a_phase_has_six_digits_in_a_file(turn: int, rest: float, found: tuple[int, str, float]) -> None:
    whole, fraction, left = _rounded_phase(turn, rest)
    assert (whole, f"{fraction:f}") == found[:2]
    assert left == pytest.approx(found[2], abs=1e-12)


def segment(middle: str = "53800.5", **own: Any) -> PolycoSegment:
    fields: dict[str, Any] = {
        "turn": 7, "fraction": Decimal("0.25"), "coefficients": np.array([0.5, 3.0, 0.75]), "f0": 2.0, "span_min": 60,
        "dm": 10.0, "doppler": 1e-4, "log_rms": -7.0,
    }  # fmt: skip
    return PolycoSegment(middle, **{**fields, **own})


def test_the_polynomial_of_a_segment() -> None:
    """Two minutes after the middle: 7.25 + 60 2 2 + 0.5 + 3 2 + 0.75 4 turns, at 2 + (3 + 2 0.75 2) / 60 Hz."""
    turn, fraction, hz = _evaluate_polynomial(segment(), parse_mjds(["53800.50138888888888888889", "53800.5"]))
    assert (turn[0], fraction[0]) == (256, pytest.approx(0.75, abs=1e-9))
    assert hz[0] == pytest.approx(2.1, rel=1e-12)
    assert (turn[1], fraction[1]) == (7, pytest.approx(0.75))
    made = Polyco("TEST", "@", 1400.0, (segment(),), 1e-9)
    assert made.phase(["53800.5"]).doppler.tolist() == [1e-4]
    assert made.summary().splitlines() == [
        "PSR TEST, site @, 1400 MHz",
        "Segments              1 of 60 min",
        "Coefficients          3",
        "From, to              MJD 53800.479167, 53800.520833",
        "Largest error         1e-09 turns",
    ]
    assert "Largest error" not in Polyco("TEST", "@", 1400.0, (segment(),)).summary()


def sorted_into(days: list[float], middle: list[float], half: list[float]) -> dict[int, list[int]]:
    times = parse_mjds([repr(day) for day in days])
    parts: Iterator[Any] = by_segment(times, np.array(middle), np.array(half), "polyco")
    return {i: rows.tolist() for i, rows, part in parts if len(part.day) == len(rows)}


def test_times_belong_to_the_segment_whose_middle_is_nearest_in_its_lengths() -> None:
    """2 is 0.5 half lengths from 1 and 0.25 from 3, whose segment is longer; ends count, and 1e-9 d beyond them."""
    assert sorted_into([2.0, 0.5, 1.0], [1.0, 3.0], [2.0, 4.0]) == {0: [1, 2], 1: [0]}
    assert sorted_into([7.0, 7.0 + 0.5e-9, -1.0], [1.0, 3.0], [2.0, 4.0]) == {0: [2], 1: [0, 1]}
    with pytest.raises(
        jug.InputError, match=r"MJD 7\.000000 is in no segment of the polyco, .* -1\.000000 to 7\.000000"
    ):
        sorted_into([7.0 + 2e-9], [1.0, 3.0], [2.0, 4.0])


def test_the_date_and_the_time_of_day_of_a_polyco() -> None:
    text = polyco_text(Polyco("TEST", "1", 1400.0, (segment("51544.52425925926"),)))  # 12:34:56 on 1 January 2000
    assert text.splitlines()[0].split()[:4] == ["TEST", "1-Jan-00", "123456.00", "51544.52425925926"]
    last = polyco_text(Polyco("TEST", "1", 1400.0, (segment("51543.00001157408"),)))  # 1 s on 31 December 1999
    assert last.splitlines()[0].split()[1:3] == ["31-Dec-99", "1.00"]


def test_a_polyco_reads_back(tmp_path: Path) -> None:
    """Numbers of coefficients from 1 to 100 and lengths from 1 to 1440 min; beyond these it is no polyco."""
    path = tmp_path / "polyco.dat"
    for count, span, good in ((1, 1, True), (100, 1440, True), (101, 60, False), (3, 1441, False), (3, 0, False)):
        own = segment(coefficients=np.arange(1.0, count + 1.0), span_min=span, orbit=(0.25, 0.5))
        path.write_text(polyco_text(Polyco("TEST", "1", 1400.0, (own, own)), style="tempo"))
        assert is_polyco(path)
        if not good:
            with pytest.raises(
                jug.InputError, match=r"polyco\.dat:2: .*an impossible length or number of coefficients"
            ):
                read_polyco(path)
            continue
        found = read_polyco(path).segments[1]
        assert (found.turn, found.fraction, found.orbit, found.span_min) == (7, Decimal("0.25"), (0.25, 0.5), span)
        assert (found.doppler, found.log_rms, found.dm) == (pytest.approx(1e-4), -7.0, 10.0)
        np.testing.assert_array_equal(found.coefficients, own.coefficients)


@pytest.mark.parametrize(
    ("lines", "is_one"),
    [
        ("a b c 53800.5 1 2 3\n1 2 3 4 5 6\n", True),
        ("a b c 53800.5 1 2 3\n1 2 3 4 5 6 7 8\n", True),
        ("a b c 53800.5 1 2 3\n1 2 3 4 5 6 7\n", False),
        ("a b c 53800.5 1 2\n1 2 3 4 5 6\n", False),
        ("a b c d 1 2 3\n1 2 3 4 5 6\n", False),
        ("a b c 53800.5 1 2 3\nx 2 3 4 5 6\n", False),
        ("a b c 53800.5 1 2 3\n", False),
    ],
)
def test_what_looks_like_a_polyco(tmp_path: Path, lines: str, is_one: bool) -> None:
    (tmp_path / "a").write_text(lines)
    assert is_polyco(tmp_path / "a") == is_one


def words(k: int, m: int, **own: str) -> tuple[dict[str, list[str]], list[list[Decimal]]]:
    plain = {"NCOEFF_TIME": k, "NCOEFF_FREQ": m, "TIME_RANGE": "54000 54001", "FREQ_RANGE": "1000 2000"}
    more = {"DISPERSION_CONSTANT": "5", "PSRNAME": "TEST", "SITENAME": "PKS"}
    return {key: str(v).split() for key, v in {**plain, **more, **own}.items()}, [[Decimal(4)] * m for _ in range(k)]


@pytest.mark.parametrize(("k", "m"), [(2, 1), (100, 100)])
def test_a_predictor_is_the_primed_sum(k: int, m: int) -> None:
    """The first row and the first column count half; c_00 / 4 is apart, with all its digits."""
    *head, found = _read_model(*words(k, m))
    assert head == ["TEST", "PKS", (1000.0, 2000.0)]
    assert (found.middle, found.span_days, found.dispersion, found.constant) == ("54000.5", 1.0, 5.0, Decimal(1))
    assert (found.coefficients[0, 0], found.coefficients[1, 0], found.coefficients.shape) == (0.0, 2.0, (k, m))
    if m > 1:
        assert (found.coefficients[0, 1], found.coefficients[1, 1]) == (2.0, 4.0)
    assert [to_decimal(_coefficient_text(found, *at)) for at in ((0, 0), (1, 0), (0, m - 1), (k - 1, m - 1))] == [
        4,
        4,
        4,
        4,
    ]


@pytest.mark.parametrize(
    ("k", "m", "own"),
    [
        (1, 1, {}), (2, 0, {}), (101, 2, {}), (2, 101, {}), (2, 2, {"TIME_RANGE": "54000 54000"}),
        (2, 2, {"FREQ_RANGE": "0 2000"}), (2, 2, {"FREQ_RANGE": "1000 1000"}), (2, 2, {"NCOEFF_TIME": "3"}),
    ],
)  # fmt: skip
def test_what_is_no_predictor(k: int, m: int, own: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"not \d+ lines of \d+ coefficients|an empty or reversed range"):
        _read_model(*words(k, m, **own))


def test_a_band_is_a_tenth_to_both_sides() -> None:
    assert _frequency_band(1000.0) == (pytest.approx(900.0), pytest.approx(1100.0))
    assert _frequency_band((1000.0, 1200.0)) == (1000.0, 1200.0)
    for wrong in ((0.0, 1000.0), (1000.0, 1000.0), (1000.0, float("inf"))):
        with pytest.raises(jug.InputError, match="is not a band; give a lower and a higher frequency"):
            _frequency_band(wrong)


def test_a_predictor_at_the_ends_of_its_band() -> None:
    """2 + 1 + 3 y + 5e6 / f^2 turns at the end of the segment; the frequency is that of the time's coefficient."""
    one = PredictorSegment("54000.25", 0.5, 5e6, Decimal(2), np.array([[0.0, 3.0], [1.0, 0.0]]))
    made = Predictor("TEST", "PKS", (1000.0, 2000.0), (one,), 1e-8)
    for mhz, y in ((1000.0, -1.0), (2000.0, 1.0)):
        found = made.phase(["54000.5"], mhz)
        assert found.turn[0] + found.fraction[0] == pytest.approx(3.0 + 3.0 * y + 5e6 / mhz**2, abs=1e-9)
        assert found.frequency_hz[0] == pytest.approx(1.0 / 21600.0)
    for mhz in (999.9, 2000.1):
        with pytest.raises(jug.InputError, match="outside the predictor's band, 1000 to 2000 MHz"):
            made.phase(["54000.5"], mhz)
    assert made.summary().splitlines() == [
        "PSR TEST, site PKS, 1000 to 2000 MHz",
        "Segments              1 of 720 min",
        "Coefficients          2 in time, 2 in frequency",
        "From, to              MJD 54000.000000, 54000.500000",
        "Largest error         1e-08 turns",
    ]
    assert made.to_json()["segments"][0]["constant"] == "2"


def test_no_digit_of_a_phase_is_lost() -> None:
    """The product of time and frequency is kept in two parts: to 1e-13 turns of 1e7, against exact fractions."""
    seconds, hz = Fraction(1080), 6419.282333
    exact = seconds * Fraction(hz)
    own = segment(f0=hz, coefficients=np.zeros(2), turn=0, fraction=Decimal(0))
    turn, rest, _ = _evaluate_polynomial(own, parse_mjds(["53800.5125"]))
    assert turn[0] == int(exact)
    assert rest[0] == pytest.approx(float(exact - int(exact)), abs=1e-13)
    one = PredictorSegment("54000.25", 0.5, 0.0, Decimal(0), np.array([[0.0], [hz * 21600.0]]))
    found = Predictor("TEST", "PKS", (1000.0, 2000.0), (one,)).phase(["54000.2625"], 1500.0)
    exact = Fraction(1080.0 / 21600.0) * Fraction(hz * 21600.0)
    assert found.turn[0] == int(exact)
    assert found.fraction[0] == pytest.approx(float(exact - int(exact)), abs=1e-13)


def test_phases_as_a_table() -> None:
    """A Doppler shift that is not there leaves its cell empty."""
    one = np.array([54000.5])
    rows = [
        Phases(one, np.array([7]), one - 54000.0, one, np.array([v])).summary().splitlines()[-1] for v in (1e-4, np.nan)
    ]
    plain = ["54000.500000000", "7", "0.500000000", "54000.500000000000"]
    assert [row.split() for row in rows] == [[*plain, "+1.000000e-04"], plain]
    assert jug.sky_model("17:48:52.75", "-20:21:29.0", ephem="DE421", dm=1.5).values["DM"] == 1.5
    assert jug.sky_model("17:48:52.75", "-20:21:29.0", ephem="DE421").values["DM"] == 0.0
    lines = (line.text for line in MODEL.par if line.key not in ("RAJ", "DECJ"))
    bare = jug.load_model(jug.read_par(io.StringIO("\n".join(lines) + "\n")))
    with pytest.raises(jug.InputError, match="the model has no position; add RAJ and DECJ"):
        jug.barycentric_times(bare, [53800.0], site="gbt")


def test_the_rounding_of_a_time_moves_the_phase() -> None:
    """A rest of 8e-14 s of 1000 s, times 6419 Hz, is 5e-10 turns."""
    hz, left = 6419.282333, 8e-14
    own = segment(f0=hz, coefficients=np.zeros(2), turn=0, fraction=Decimal(0))
    mid = own.mid
    seconds = mid.sec.hi + 1000.0
    at = Times(np.array([mid.day]), DoubleDouble(np.array([seconds]), np.array([mid.sec.lo + left])))
    exact = Fraction(hz) * (Fraction(1000) + Fraction(left))
    turn, rest, _ = _evaluate_polynomial(own, at)
    assert turn[0] == int(exact)
    assert rest[0] == pytest.approx(float(exact - int(exact)), abs=1e-13)
