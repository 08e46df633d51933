"""Derived quantities at the limits of a weak parallax, and their digits."""

from math import inf, nan
from typing import Any

import numpy as np
import pytest

from jug.analysis.derived.derived_quantities import Derived
from jug.analysis.derived.derived_report import _digits, derived_numbers
from jug.analysis.derived.spin_down import kpc, mas_per_year, shklovskii, spin_rules
from jug.analysis.derived.undetermined_quantities import (
    parallax_changes,
    parallax_direction,
    uncertainty_of,
    weak_parallax,
)
from jug.core.constants import AU, MAS, YEAR, C


class Uncertain:
    """Names and covariance, as of a propagation."""

    def __init__(self, names: tuple[str, ...], covariance: list[list[float]]) -> None:
        self.names, self.covariance = names, np.array(covariance)


def rule(doc: str, function: Any) -> Any:
    return ("", doc, (), function)


DISTANCE = {"DISTANCE": rule("distance", lambda v: 1.0 / v["PX"] if v["PX"] > 0.0 else nan)}


def test_parameters_move_with_the_parallax() -> None:
    """By their covariance over the uncertainty of PX; without one there is no direction."""
    uncertain: Any = Uncertain(("F1", "PX"), [[4.0, 0.6], [0.6, 0.09]])
    assert parallax_direction(uncertain) == pytest.approx([2.0, 0.3])
    for covariance in ([[4.0, 0.0], [0.0, 0.0]], [[4.0, 0.0], [0.0, inf]]):
        assert parallax_direction(Uncertain(("F1", "PX"), covariance)) is None  # type: ignore[arg-type]
    assert parallax_direction(Uncertain(("F1",), [[4.0]])) is None  # type: ignore[arg-type]


def test_the_largest_change_is_at_an_end_of_the_range() -> None:
    """1/PX at 1 +- 0.5 mas is 1, 2 or 2/3 kpc; the least parallax is 1/60 mas, or PX itself where that is less."""
    uncertain: Any = Uncertain(("PX",), [[0.25]])
    assert parallax_changes(DISTANCE, {"PX": 1.0}, uncertain) == {"DISTANCE": pytest.approx(1.0)}
    assert parallax_changes(DISTANCE, {"PX": 0.4}, uncertain) == {"DISTANCE": pytest.approx(60.0 - 2.5)}
    assert parallax_changes(DISTANCE, {"PX": 0.01}, uncertain) == {"DISTANCE": pytest.approx(100.0 - 1.0 / 0.51)}
    assert parallax_changes(DISTANCE, {"PX": -1.0}, uncertain) == {"DISTANCE": inf}
    both = {"SUM": rule("", lambda v: v["F1"] + v["PX"]), "F": rule("", lambda v: v["F1"])}
    together: Any = Uncertain(("F1", "PX"), [[4.0, 0.6], [0.6, 0.09]])
    assert parallax_changes(both, {"F1": 5.0, "PX": 2.0}, together) == {"SUM": pytest.approx(2.3)}
    assert parallax_changes(both, {"F1": 5.0}, Uncertain(("F1",), [[1.0]])) == {}  # type: ignore[arg-type]


@pytest.mark.parametrize(("px", "weak"), [(0.749, True), (0.75, False), (-0.1, True), (-0.6, True)])
def test_a_distance_needs_three_uncertainties(px: float, weak: bool) -> None:
    uncertain: Any = Uncertain(("PX",), [[0.0625]])
    rules = {**DISTANCE, "VELOCITY": rule("speed", None), "AGE": rule("age", None), "MP": rule("mass", None)}
    changes = {"DISTANCE": 1.0, "VELOCITY": 1.0, "AGE": 1.0, "MP": 1.0}
    found = weak_parallax(rules, {"PX": px}, uncertain, changes)
    assert set(found) == ({"DISTANCE", "VELOCITY"} if weak else set())
    if weak:
        least = f" At 2 sigma the distance is above {1.0 / (px + 0.5):.2g} kpc." if px > -0.5 else ""
        assert f"is less than 3 of its uncertainties.{least} TOAs over more years" in found["DISTANCE"]
        assert found["VELOCITY"] == "VELOCITY (speed) is undetermined, as DISTANCE is."


def test_quantities_without_a_value_in_the_range() -> None:
    uncertain: Any = Uncertain(("PX",), [[0.04]])
    rules = {name: rule(name.lower(), None) for name in ("PDOT_INTRINSIC", "AGE", "MP")}
    found = weak_parallax(rules, {"PX": 2.0}, uncertain, {"AGE": inf, "MP": inf})
    assert found["AGE"] == "AGE (age) is undetermined, as PDOT_INTRINSIC can be 0 within 1 sigma of PX."
    assert found["MP"].startswith("MP (mp) is undetermined: PX of 2.00(20) mas leaves the corrections by motion and")
    both = weak_parallax(rules, {"PX": 2.0}, uncertain, {"PDOT_INTRINSIC": inf, "AGE": inf})
    assert both["AGE"] == "AGE (age) is undetermined, as PDOT_INTRINSIC is."
    assert weak_parallax(rules, {}, uncertain, {}) == {}


def test_the_range_counts_where_it_is_half_as_large_again() -> None:
    """Slope 2 on PX of 0.3 and 1 on F1 of 0.4, uncorrelated: 0.72; the rest is 0.4, to which the range adds."""
    uncertain: Any = Uncertain(("F1", "PX"), [[0.16, 0.0], [0.0, 0.09]])
    slopes = np.array([1.0, 2.0])
    linear = np.hypot(0.4, 0.6)
    at = np.sqrt((1.5 * linear) ** 2 - 0.4**2)
    assert uncertainty_of(slopes, uncertain, 0.999 * at) == (pytest.approx(linear), "")
    wide, remark = uncertainty_of(slopes, uncertain, 1.001 * at)
    assert wide == pytest.approx(np.hypot(0.4, 1.001 * at))
    assert remark == ", uncertainty over 1 sigma of PX"
    assert uncertainty_of(np.zeros(2), uncertain, 1.0) == (None, "")
    none: Any = Uncertain(("F1",), [[0.16]])
    assert uncertainty_of(np.ones(1), none, 0.1) == (pytest.approx(0.4), "")


def test_motions_and_rules_of_the_spin() -> None:
    """The ecliptic motion where the model has one; corrections need a place and a parallax."""
    assert kpc({"PX": 0.5}) == 2.0
    assert np.isnan(kpc({"PX": 0.0}))
    assert mas_per_year({"PMRA": 3.0, "PMDEC": 4.0}) == 5.0
    v = {"PMELONG": 6.0, "PMELAT": 8.0, "PMRA": 1.0, "PMDEC": 1.0, "PX": 0.5}
    assert mas_per_year(v) == 10.0
    assert shklovskii(v) == pytest.approx((10.0 * MAS / YEAR) ** 2 * 2.0 * AU / MAS / C, rel=1e-12)
    assert "PM" not in spin_rules(None, moving=True)
    alone, corrected = spin_rules((1.0, 0.2), moving=False), spin_rules((1.0, 0.2), moving=True)
    assert "PDOT_INTRINSIC" not in alone
    assert "from PDOT" in alone["AGE"][1]
    assert corrected["AGE"][1].endswith("from PDOT_INTRINSIC")
    spin = {"F0": 2.0, "F1": -8e-15}
    pdot = 2e-15
    assert alone["PDOT"][3](spin) == pytest.approx(pdot)
    assert alone["AGE"][3](spin) == pytest.approx(0.5 / (2.0 * pdot) / YEAR)
    assert alone["B_SURFACE"][3](spin) == pytest.approx(3.2e19 * np.sqrt(0.5 * pdot))
    assert alone["EDOT"][3](spin) == pytest.approx(4.0 * np.pi**2 * 1e45 * pdot / 0.125)
    assert np.isnan(alone["AGE"][3]({"F0": 2.0, "F1": 0.0}))
    assert corrected["VELOCITY"][3](v) == pytest.approx(4.74047 * 10.0 * 2.0, rel=1e-5)


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (1.23456789, 0.0123, "1.235"), (1.23456789, 0.096, "1.235"), (1.23456789, 0.0996, "1.23"),
        (123456.7, 1200.0, "123457"), (1234567.8, 1200.0, "1.2346e+06"), (999999.0, 10.0, "999999"),
        (1e6, 1e3, "1.0000e+06"), (1e-4, 1e-6, "0.0001000"), (9.9e-5, 1e-6, "9.90e-05"), (3.0e-20, 9e-20, "3.0e-20"),
        (1.5, None, "1.5"), (0.5, 1e-30, "0.50000000000000000"),
    ],
)  # fmt: skip
def test_values_to_the_second_digit_of_the_uncertainty(value: float, error: float | None, text: str) -> None:
    one = Derived(value, error, "s", "")
    assert _digits(one) == text
    assert derived_numbers({"A": one}) == [("A", text, "" if error is None else f"{error:.2g}", "s")]
