"""Double-double arithmetic against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from jug.core import decimal_text
from jug.core import doubledouble as double
from jug.core.doubledouble import DoubleDouble


def exact(a: DoubleDouble) -> Fraction:
    return double.to_fraction(a)


@st.composite
def pairs(draw: st.DrawFn, least: float = 1e-60, most: float = 1e60) -> DoubleDouble:
    """A pair of any sign, with a lo of any size down to nothing."""
    hi = draw(st.floats(least, most)) * draw(st.sampled_from([-1.0, 1.0]))
    lo = hi * 2.0**-54 * draw(st.floats(-1.0, 1.0)) * 10.0 ** draw(st.integers(-12, 0))
    return double.two_sum(hi, lo)


@st.composite
def decimals(draw: st.DrawFn) -> str:
    """A decimal number of at most 31 significant digits, as people and programs write them."""
    digits = draw(st.text("0123456789", min_size=1, max_size=31))
    point = draw(st.integers(0, len(digits)))
    number = digits[:point] + draw(st.sampled_from(["", "."] if point == len(digits) else ["."])) + digits[point:]
    exponent = draw(st.one_of(st.just(""), st.integers(-200, 200).map(lambda e: draw(letters) + str(e))))
    return draw(st.sampled_from(["", "+", "-"])) + number + exponent


letters = st.sampled_from("eEdD")


def close(found: DoubleDouble, true: Fraction, tolerance: float) -> bool:
    return abs(exact(found) - true) <= abs(true) * Fraction(tolerance)


@given(decimals())
def test_a_decimal_comes_back_from_a_pair(text: str) -> None:
    value = decimal_text.parse(text)
    true = Fraction(text.lower().replace("d", "e"))
    assert close(value, true, 2.0**-106)
    assert Fraction(decimal_text.format(value)) == true


@given(pairs())
@example(DoubleDouble(1.0, 2.0**-53))  # lo is half a unit in the last place of hi
@example(DoubleDouble(1.0, -(2.0**-54)))
@example(DoubleDouble(2.913603928458682e-307, 2e-323))
def test_a_pair_comes_back_from_its_text(a: DoubleDouble) -> None:
    assert decimal_text.parse(decimal_text.format(a)) == a


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(2.913603928458682e-307)  # lo is subnormal and rounds to half a unit in the last place of hi
@example(8.237630469756094e-308)  # the same, and hi is odd
@example(5e-324)
def test_any_float_comes_back_from_its_text(x: float) -> None:
    assert decimal_text.parse(decimal_text.format(double.double_double(x))) == (x, 0.0)
    short = decimal_text.format(decimal_text.decimal(x))
    assert float(short) == x
    assert len(short) <= len(repr(x)) + 25


def test_the_text_is_the_shortest() -> None:
    assert decimal_text.format(decimal_text.parse("61.485476554")) == "61.485476554"
    assert decimal_text.format(decimal_text.parse("-1.181D-15")) == "-1.181e-15"
    assert decimal_text.format(decimal_text.parse("53750.000000")) == "53750"
    assert decimal_text.format(decimal_text.parse("0.1")) == "0.1"
    assert decimal_text.format(decimal_text.parse("-0.00")) == "0"
    assert decimal_text.format(decimal_text.parse("3e22")) == "3e22"
    assert (
        decimal_text.format(decimal_text.parse("123456789012345678901234567890")) == "1.2345678901234567890123456789e29"
    )
    assert decimal_text.format(decimal_text.parse("53478.2858714192189012345678")) == "53478.2858714192189012345678"
    assert decimal_text.format(double.double_double(0.1)).startswith("0.1000000000000000055511151231257827")


@given(texts=st.lists(decimals(), min_size=1, max_size=4))
@example(["2.2250738585072011e-308", "5e-324", "2e-324", "1D5", ".5", "-0", "-1e-500", "1e-401"])
@example([" 1", "2"])
@example([])
def test_many_numbers_at_once_are_the_nearest_floats(texts: list[str]) -> None:
    """The very bits that each of them has alone."""
    assert [x.hex() for x in decimal_text.nearest_floats(texts)] == [decimal_text.parse(t).hi.hex() for t in texts]


@pytest.mark.parametrize("wrong", ["", "nan", "1_0", "1e309", "1" * 1001, "x", "٣"])
def test_one_that_is_no_number_is_refused_among_many(wrong: str) -> None:
    """With the sentence that it has alone."""
    with pytest.raises(ValueError, match="number") as alone:
        decimal_text.parse(wrong)
    with pytest.raises(ValueError, match="number") as among:
        decimal_text.nearest_floats(["1", wrong, "2"])
    assert str(among.value) == str(alone.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "missing"),
        ("nan", "not a finite"),
        ("-inf", "not a finite"),
        ("1.2.3", "not a number"),
        ("1_000", "not a number"),
        ("1e", "not a number"),
        (".", "not a number"),
        ("0x10", "not a number"),
        ("١٢", "not a number"),
        ("1,5", "not a number"),
        ("1 2", "not a number"),
        ("1e400", "too large"),
        ("1e999999999", "too large"),
        ("1" * 1200, "1000 characters"),
    ],
)
def test_what_is_no_number_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        decimal_text.parse(text)


def test_what_is_too_small_is_zero() -> None:
    assert decimal_text.parse("1e-999999999") == (0.0, 0.0)
    assert decimal_text.parse("0e999") == (0.0, 0.0)


@given(pairs(), pairs())
def test_addition(a: DoubleDouble, b: DoubleDouble) -> None:
    assert close(double.add(a, b), exact(a) + exact(b), 4e-32)
    assert close(double.sub(a, b), exact(a) - exact(b), 4e-32)


@given(pairs(1e-3, 1e3), st.floats(-1e-20, 1e-20))
def test_addition_that_nearly_cancels(a: DoubleDouble, change: float) -> None:
    b = double.two_sum(-a.hi * (1 + change), -a.lo * (1 + 1e5 * change))
    assert close(double.add(a, b), exact(a) + exact(b), 4e-32)


@given(pairs(), pairs())
def test_products_and_quotients(a: DoubleDouble, b: DoubleDouble) -> None:
    assert close(double.mul(a, b), exact(a) * exact(b), 1e-31)
    assert close(double.div(a, b), exact(a) / exact(b), 2e-31)


@given(pairs(), st.floats(1e-60, 1e60))
def test_operations_with_a_float(a: DoubleDouble, b: float) -> None:
    assert close(double.add_float(a, b), exact(a) + Fraction(b), 3e-32)
    assert close(double.mul_float(a, b), exact(a) * Fraction(b), 4e-32)
    assert close(double.div_float(a, b), exact(a) / Fraction(b), 1e-31)


@given(st.floats(-1e100, 1e100), st.floats(-1e100, 1e100))
def test_error_free_sum_and_product(a: float, b: float) -> None:
    assert exact(double.two_sum(a, b)) == Fraction(a) + Fraction(b)
    if abs(a * b) > 1e-200 or a * b == 0.0 == min(abs(a), abs(b)):
        assert exact(double.two_prod(a, b)) == Fraction(a) * Fraction(b)


@given(st.lists(pairs(1e-20, 1e3), min_size=1, max_size=6), pairs(1e-3, 1e9))
def test_taylor_series(coefficients: list[DoubleDouble], t: DoubleDouble) -> None:
    true, size, term = Fraction(0), Fraction(0), Fraction(1)
    for k, c in enumerate(coefficients):
        if k:
            term = term * exact(t) / k
        true, size = true + exact(c) * term, size + abs(exact(c) * term)
    assert abs(exact(double.horner_taylor(coefficients, t)) - true) <= size * Fraction(3e-31) * len(coefficients)


def test_taylor_series_of_nothing_and_of_arrays() -> None:
    t = DoubleDouble(np.array([1.0, 2.0]), np.zeros(2))
    assert double.horner_taylor([], t).hi.tolist() == [0.0, 0.0]
    assert double.horner_taylor([DoubleDouble(3.0, 0.0)], t).hi.tolist() == [3.0, 3.0]
    assert double.horner_taylor(
        [DoubleDouble(1.0, 0.0), DoubleDouble(2.0, 0.0), DoubleDouble(3.0, 0.0)], t
    ).hi.tolist() == [4.5, 11.0]


@given(st.integers(-(2**60), 2**60), st.floats(-0.6, 0.6), st.sampled_from([1.0, 1e-9, 1e-20, 0.0]))
def test_nearest_integer(whole: int, part: float, scale: float) -> None:
    a = double.from_fraction(Fraction(whole) + Fraction(part * scale))
    number, rest = double.round_split(a)
    assert number.dtype == np.int64
    assert -0.5 <= float(rest) < 0.5
    assert abs(int(number) + Fraction(float(rest)) - exact(a)) <= Fraction(2.0**-54)


@pytest.mark.parametrize("half", [0.5, -0.5, 1.5, 2.5, -1.5, 4503599627370495.5])
@pytest.mark.parametrize("lo", [0.0, 1e-20, -1e-20])
def test_halves_go_up(half: float, lo: float) -> None:
    number, rest = double.round_split(double.two_sum(half, lo))
    assert float(rest) == -0.5 or (lo < 0 and float(rest) == pytest.approx(0.5, abs=1e-15))
    assert -0.5 <= float(rest) < 0.5
    assert int(number) == np.floor(half) + 1 or lo < 0


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e19])
def test_no_nearest_integer(value: float) -> None:
    with pytest.raises(OverflowError, match="nearest integer"):
        double.round_split(DoubleDouble(np.array([1.0, value]), np.zeros(2)))


def test_arrays_give_what_scalars_give() -> None:
    rng = np.random.default_rng(1)
    a = double.two_sum(rng.normal(size=50), 1e-17 * rng.normal(size=50))
    b = double.two_sum(rng.normal(size=50), 1e-17 * rng.normal(size=50))
    for f in (double.add, double.sub, double.mul, double.div):
        both = f(a, b)
        for i in range(50):
            assert f(DoubleDouble(a.hi[i], a.lo[i]), DoubleDouble(b.hi[i], b.lo[i])) == (both.hi[i], both.lo[i])


def test_no_text_for_what_is_not_finite() -> None:
    with pytest.raises(ValueError, match="not a finite"):
        decimal_text.format(DoubleDouble(float("nan"), 0.0))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1.5e16", "15000000000000000"),
        ("1.5e17", "1.5e17"),
        ("-1e17", "-1e17"),
        ("1.5e-5", "0.000015"),
        ("1.5e-6", "1.5e-6"),
    ],
)
def test_where_numbers_get_an_exponent(text: str, written: str) -> None:
    assert decimal_text.format(decimal_text.parse(text)) == written


def test_numbers_below_two_to_62_have_a_nearest_integer() -> None:
    largest = float(np.nextafter(2.0**62, 0.0))
    number, rest = double.round_split(DoubleDouble(np.array([largest, -largest]), np.array([0.25, -0.25])))
    assert (number.tolist(), rest.tolist()) == ([int(largest), -int(largest)], [0.25, -0.25])
    for value in (2.0**62, -(2.0**62)):
        with pytest.raises(OverflowError, match="no nearest integer"):
            double.round_split(DoubleDouble(np.array([value]), np.zeros(1)))
