"""The decimals that a fitted value is rounded to, against rational numbers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import jug
import jug.data
from jug.core.doubledouble import DoubleDouble, to_fraction, two_sum
from jug.fitting.fitted_values import _nearest_decimal, _round_value


def pairs(n: int) -> list[DoubleDouble[float]]:
    """Values of many sizes, whole numbers and halves among them."""
    rng = np.random.default_rng(4)
    hi = [*(rng.uniform(-1, 1, n) * 10.0 ** rng.integers(-20, 12, n)).tolist(), 0.0, 0.5, 2.5, -12.5, 1500.0, -2500.0]
    return [DoubleDouble(*two_sum(one, float(rng.uniform(-1, 1) * abs(one) * 1e-17))) for one in hi]


@pytest.mark.parametrize(("name", "unit"), [("F0", 1), ("RAJ", 3600), ("DECJ", 3600)])
@pytest.mark.parametrize("places", [-3, 0, 1, 9, 24])
def test_value_is_the_nearest_decimal_half_to_even(name, unit, places):
    entry = jug.load(*jug.data.example("NGC6440E"))[0].entries[name]
    for value in pairs(200):
        exact = Fraction(round(to_fraction(value) * unit, places)) / unit
        found = _round_value(replace(entry, value=value), 1.00001 * 10.0**-places / unit)
        hi = float(exact)
        assert found == DoubleDouble(hi, float(exact - Fraction(hi)))


@pytest.mark.parametrize(
    ("value", "places", "rounded"),
    [(2.5, 0, 2.0), (3.5, 0, 4.0), (4.5, 0, 4.0), (5.5, 0, 6.0), (-2.5, 0, -2.0), (-3.5, 0, -4.0), (0.375, 2, 0.38),
     (25.0, -1, 20.0), (35.0, -1, 40.0)],
)  # fmt: skip
def test_half_a_unit_goes_to_the_even_number(value: float, places: int, rounded: float) -> None:
    assert _nearest_decimal(DoubleDouble(value, 0.0), 1, places).hi == rounded
