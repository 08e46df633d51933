"""Text of par files to numbers and back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jug.core import doubledouble as double
from jug.core.doubledouble import DoubleDouble
from jug.io.codecs import CODECS

numbers = st.builds(lambda hi, lo: double.two_sum(hi, hi * 2.0**-53 * lo), st.floats(-23.9, 23.9), st.floats(-1.0, 1.0))


@pytest.mark.parametrize("name", ["float", "mjd", "hms", "dms"])
@given(numbers)
def test_a_value_comes_back_from_its_text(name: str, value: DoubleDouble) -> None:
    codec = CODECS[name]
    assert codec.parse(codec.format(value)) == value


@given(
    st.sampled_from(["", "-", "+"]),
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(0, 59),
    st.text("0123456789", max_size=24),
)
def test_sexagesimal_text_comes_back(sign: str, whole: int, minutes: int, seconds: int, places: str) -> None:
    text = f"{sign}{whole:02d}:{minutes:02d}:{seconds:02d}" + (f".{places}" if places else "")
    size = whole + Fraction(minutes, 60) + (seconds + Fraction(int(places or 0), 10 ** len(places))) / 3600
    for name in ("hms", "dms"):
        value = CODECS[name].parse(text)
        assert value == double.from_fraction(-size if sign == "-" else size)
        again = CODECS[name].format(value)
        bare = text.lstrip("+").rstrip("0").rstrip(".") if places else text.lstrip("+")
        assert again == bare or not size


@pytest.mark.parametrize(
    ("name", "text", "true"),
    [
        ("hms", "17:48:52.75", Fraction(6413275, 360000)),
        ("hms", "-0:00:01", Fraction(-1, 3600)),
        ("dms", "-00:00:00.5", Fraction(-1, 7200)),
        ("dms", "-20:21:29.0", -20 - Fraction(21 * 60 + 29, 3600)),
        ("dms", "-90:00:00", Fraction(-90)),
        ("hms", "17:48", Fraction(178, 10)),
        ("hms", "17.8", Fraction(178, 10)),
        ("dms", "-20.358055555555555", -Fraction("20.358055555555555")),
        ("dms", "-2.05D1", Fraction(-41, 2)),
        ("hms", "17:48:60.000", Fraction(17 * 60 + 49, 60)),
        ("dms", "-20:21:60", -Fraction(20 * 60 + 22, 60)),
        ("hms", "7:8:9.", 7 + Fraction(8 * 60 + 9, 3600)),
        ("float", "-1.181D-15", Fraction(-1181, 10**18)),
        ("mjd", "53750.000000", Fraction(53750)),
        ("int", "7", Fraction(7)),
        ("int", "7.0", Fraction(7)),
    ],
)
def test_values(name: str, text: str, true: Fraction) -> None:
    assert CODECS[name].parse(text) == double.from_fraction(true)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("hms", "17:48:60.1", "more than 60 seconds"),
        ("hms", "17:60:00", "60 minutes or more"),
        ("hms", "24:00:00", "24 hours or more"),
        ("hms", "-24:00:00.1", "24 hours or more"),
        ("dms", "90:00:00.0001", "more than 90 degrees"),
        ("dms", "-91:00:00", "more than 90 degrees"),
        ("dms", "20:21:29.0:1", "neither of the form degrees:minutes:seconds nor a number of degrees"),
        ("hms", "267.5", "24 hours or more"),
        ("hms", "17h30m", "neither of the form hours:minutes:seconds nor a number of hours"),
        ("hms", "17:-8:00", "neither of the form"),
        ("hms", "17:08:1e1", "neither of the form"),
        ("hms", "nan", "neither of the form"),
        ("hms", "", "neither of the form"),
        ("float", "nan", "not a finite number"),
        ("float", "12a", "not a number"),
        ("mjd", "inf", "not a finite number"),
        ("int", "7.5", "not a whole number"),
        ("bool", "perhaps", "neither Y nor N"),
    ],
)
def test_bad_text_is_refused_with_a_reason(name: str, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        CODECS[name].parse(text)


@pytest.mark.parametrize(("text", "value"), [("Y", 1.0), ("yes", 1.0), ("1", 1.0), ("N", 0.0), ("F", 0.0), ("0", 0.0)])
def test_switches(text: str, value: float) -> None:
    assert CODECS["bool"].parse(text) == (value, 0.0)
    assert CODECS["bool"].parse(CODECS["bool"].format(DoubleDouble(value, 0.0))) == (value, 0.0)


def test_words_and_units() -> None:
    assert CODECS["str"].format(CODECS["str"].parse("DE421")) == "DE421"
    divisors = {name: codec.error_divisor for name, codec in CODECS.items()}
    assert divisors == {name: 3600 if name in ("hms", "dms") else 1 for name in CODECS}


@pytest.mark.parametrize("text", ["0.00123", "1e-05", "7", "0.1", "3.3333333333333333e-07", "59.999999999999997"])
def test_uncertainty_of_an_angle_goes_through_text_to_the_last_bit(text: str) -> None:
    codec = CODECS["hms"]
    error = codec.error_read(CODECS["float"].parse(text))
    assert error == float(Fraction(text) / 3600)
    assert codec.error_read(CODECS["float"].parse(codec.error_text(error))) == error
    assert CODECS["float"].error_text(float(text)) == repr(float(text))


def test_uncertainty_of_an_angle_keeps_a_short_text() -> None:
    codec = CODECS["dms"]
    for text in ("0.00123", "1e-05", "7.0", "0.1"):
        assert codec.error_text(codec.error_read(CODECS["float"].parse(text))) == text
    assert codec.error_text(float("inf")) == "inf"


@pytest.mark.parametrize(
    ("unit", "text", "asked"),
    [
        ("hms", "267.5", True),
        ("hms", "360", True),
        ("hms", "361", False),
        ("hms", "267:30:00", False),
        ("dms", "100", False),
    ],
)
def test_hours_that_look_like_degrees_are_asked_about(unit: str, text: str, asked: bool) -> None:
    with pytest.raises(ValueError, match=r"hours or more|degrees") as error:
        CODECS[unit].parse(text)
    assert ("is it in degrees?" in str(error.value)) == asked
