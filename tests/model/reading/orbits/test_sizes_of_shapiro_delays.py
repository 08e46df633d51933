"""The size of a Shapiro delay in words, against closed forms."""

from math import log, radians, sin, sqrt

import numpy as np
import pytest

from jug.core.constants import DAY, T_SUN
from jug.model.reading.orbits import shapiro_size as module
from jug.model.reading.orbits.shapiro_size import delay_size, sine_by_masses
from jug.text.few_digits import nanoseconds

RANGE = 2.0 * T_SUN * 0.3


@pytest.mark.parametrize(
    ("values", "size"),
    [
        ({"SINI": 0.9}, log(19.0)),  # (1 + s) / (1 - s)
        ({"SHAPMAX": log(10.0)}, log(19.0)),  # s = 1 - exp(-SHAPMAX)
        ({"KIN": 30.0, "SHAPMAX": 1.0}, log(3.0)),
        ({"KIN": 30.0, "SINI": 0.9}, log(3.0)),
        ({"SINI": 0.9, "ECC": 0.5, "OM": 90.0}, log(1.5 * 1.9 / (0.5 * 0.1))),  # (1 + e) (1 + s) / (1 - e) / (1 - s)
        ({"SINI": 0.6, "ECC": 0.8}, log((1.0 + sqrt(0.64 + 0.36**2)) / (1.0 - sqrt(0.64 + 0.36**2)))),
    ],
)
def test_its_range_over_the_orbit(values: dict[str, float], size: float) -> None:
    """2 T_sun M2 times the logarithm of the largest over the least argument; 3,600 phases are within 1e-5 of both."""
    assert delay_size({"M2": 0.3, **values}) == (
        f"the Shapiro delay varies by {nanoseconds(RANGE * size)} over the orbit"
    )


def test_its_range_by_orthometric_parameters() -> None:
    """2 H3 / STIGMA^3 ln((1 + STIGMA)^2 / (1 - STIGMA)^2)."""
    size = nanoseconds(2.0 * 1e-7 / 0.125 * log(9.0))
    assert delay_size({"H3": 1e-7, "STIGMA": 0.5, "M2": 1.0, "SINI": 0.3}) == (
        f"the Shapiro delay varies by {size} over the orbit"
    )
    assert f"varies by {nanoseconds(8e-7 / 3.0)}" in delay_size({"H3": -1e-7})


@pytest.mark.parametrize("e", [0.0, 0.4])
def test_its_rms_where_a_sine_above_one_leaves_it(e: float) -> None:
    """By quadrature over the eccentric anomaly, each time as long as Kepler's equation says, 1 - e cos E."""
    u = (np.arange(400_000) + 0.5) * 2.0 * np.pi / 400_000
    weight = 1.0 - e * np.cos(u)
    brace = weight - 2.0 * (sin(radians(90.0)) * (np.cos(u) - e))
    there = brace > 0.0
    rms = np.sqrt(np.cov(np.log(brace[there]), aweights=weight[there], ddof=0))
    found = delay_size({"M2": 0.3, "SINI": 2.0, "ECC": e, "OM": 90.0})
    lost = 100.0 * np.sum(weight[~there]) / np.sum(weight)
    assert found.endswith(f"rms over the orbit, and not finite on {lost:.2g}% of it")
    told = float(found.split(" is ")[1].split(" ns")[0].replace(",", ""))
    assert told == pytest.approx(float(rms) * RANGE * 1e9, rel=0.02)  # 3,600 phases, three digits


def test_what_tells_no_size() -> None:
    assert delay_size({"M2": 0.3}) == ""
    assert delay_size({"M2": 0.3, "SINI": 1e300, "ECC": 0.1}).startswith("the Shapiro delay is")


def test_the_sine_that_general_relativity_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """sin i = x (2 pi / PB)^(2/3) (T_sun MTOT)^(2/3) / (T_sun M2), told above 1 alone, and of complete values."""
    values = {"PB": 0.5, "A1": 0.0, "M2": 0.3, "MTOT": 1.7}
    one = T_SUN * 0.3 / (2.0 * np.pi / (0.5 * DAY)) ** (2.0 / 3.0) / (T_SUN * 1.7) ** (2.0 / 3.0)
    for sine, words in ((0.999, ""), (1.25, "sin i = 1.25,"), (-1.25, "sin i = -1.25,")):
        monkeypatch.setattr(module, "par_numbers", lambda given: given)
        told = sine_by_masses(values | {"A1": sine * one})  # type: ignore[arg-type]
        assert (words in told) if words else told == ""
    for name in ("M2", "MTOT", "PB"):
        assert sine_by_masses(values | {"A1": 9.0 * one, name: 0.0}) == ""  # type: ignore[arg-type]
