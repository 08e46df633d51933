"""The orbits from which a search begins, by the delay that they have at the TOAs."""

from math import pi
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import orbits
import pytest
from orbits import Size

import jug
from jug.fitting.minima.orbits import aliases, inclinations, near_epoch, orbital_frequency, periastra

STILL = "RAJ 07:51:09.15\nDECJ 18:07:38.6\nPX 2.1\nPOSEPOCH 55000"
MIDDLE = 55020.25
PERIODS = (365.25, 1.0, 0.99726957)
ECCENTRIC = "BINARY DD\n" + orbits.kepler_lines(Size(1.533, 1.898, 0.3))
CIRCULAR = "BINARY BT\nPB 1.533 1\nA1 1.898 1\nECC 0\nOM 25\nT0 54990.123456789012 1\n"
LAPLACE = "BINARY ELL1\n" + orbits.circle_lines(Size(1.533, 1.898, 1e-3))
BY_FREQUENCY = LAPLACE.replace("PB 1.533", f"FB0 {1.0 / 1.533 / 86400.0!r}")


def delay(model: jug.TimingModel, mjd: np.ndarray) -> np.ndarray:
    """The light time across the orbit, s: of Kepler, or to first order in EPS1 and EPS2."""
    v, f = model.values, orbital_frequency(model)
    if "TASC" in v:
        phase = 2.0 * pi * f * (mjd - v["TASC"])
        second = 0.5 * (v["EPS2"] * np.sin(2.0 * phase) - v["EPS1"] * np.cos(2.0 * phase))
        return v["A1"] * (np.sin(phase) + second)
    mean, e, om = 2.0 * pi * f * (mjd - v["T0"]), v["ECC"], v["OM"] * pi / 180.0
    anomaly = mean
    for _ in range(60):
        anomaly = mean + e * np.sin(anomaly)
    x, y = np.cos(anomaly) - e, np.sqrt(1.0 - e * e) * np.sin(anomaly)
    return v["A1"] * (x * np.sin(om) + y * np.cos(om))


@pytest.mark.parametrize("lines", [ECCENTRIC, CIRCULAR, LAPLACE, BY_FREQUENCY])
@pytest.mark.parametrize("which", range(6))
def test_an_alias_has_the_same_delay_at_toas_a_period_apart(lines: str, which: int) -> None:
    """A turn a year, a day and a sidereal day more and less; less than none is an orbit in a mirror."""
    model = orbits.model(lines, STILL)
    mjd = MIDDLE + PERIODS[which // 2] * np.arange(-3, 4)
    toas: Any = Made(mjd=mjd)
    starts = list(aliases(model, toas))
    assert len(starts) == 6
    f = orbital_frequency(model)
    new = orbital_frequency(starts[which].model)
    assert new == pytest.approx(abs(f + (1.0, -1.0)[which % 2] / PERIODS[which // 2]), rel=1e-12)
    assert starts[which].steps == 2
    np.testing.assert_allclose(delay(starts[which].model, mjd), delay(model, mjd), atol=1e-7 * model.values["A1"])


def test_a_fixed_parameter_is_not_moved_to_an_alias() -> None:
    """Without T0 free, only PB is changed, and an orbit in a mirror would need OM too."""
    toas: Any = Made(mjd=MIDDLE + np.arange(7.0))
    assert list(aliases(orbits.model(ECCENTRIC.replace("PB 1.533 1", "PB 1.533"), STILL), toas)) == []
    fixed = orbits.model(ECCENTRIC.replace("T0 54990.123456789012 1", "T0 54990.123456789012"), STILL)
    starts = [one.model for one in aliases(fixed, toas)]
    assert len(starts) == 6
    assert {one.values["T0"] for one in starts} == {fixed.values["T0"]}
    no_om = ECCENTRIC.replace("OM 226.57 1", "OM 226.57")
    assert {one.model.values["OM"] for one in aliases(orbits.model(no_om, STILL), toas)} == {226.57}


def test_periastra_have_the_same_ascending_node() -> None:
    """At 90 deg further, a quarter of an orbit later; above ECC 0.1, or with OM or T0 fixed, none are tried."""
    model = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(5.741, 3.3667, 0.1)), STILL)
    moved = [one.model.values for one in periastra(model, model)]
    found = [((q["OM"] - 226.57) / 360.0, (q["T0"] - model.values["T0"]) / 5.741) for q in moved]
    assert found == [pytest.approx((turn, turn), abs=1e-9) for turn in (-0.25, 0.25, 0.5)]
    assert list(periastra(model.with_values({"ECC": 0.1001}), model)) == []
    for name in ("OM", "T0"):
        assert list(periastra(model.with_free([q for q in model.free if q != name]), model)) == []


def test_periastra_of_a_circle_have_the_eccentricity_from_before_the_fit() -> None:
    circle = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(5.741, 3.3667, 0.0)), STILL)
    for before, taken in ((1e-3, 1e-3), (0.0, 1e-6)):
        starts = [one.model for one in periastra(circle, circle.with_values({"ECC": before}))]
        assert {one.values["ECC"] for one in starts} == {taken}


@pytest.mark.parametrize(("off", "moves"), [(0.49, 0.0), (0.51, 1.0), (-2.3, -2.0), (7.0, 7.0)])
def test_an_epoch_is_moved_by_whole_orbits(off: float, moves: float) -> None:
    other = orbits.model(LAPLACE, STILL)
    model = other.with_values({"TASC": other.values["TASC"] - off * 1.533})
    found = near_epoch(model, other)
    assert (found.values["TASC"] - model.values["TASC"]) / 1.533 == pytest.approx(moves, abs=1e-9)
    assert (found is model) == (moves == 0.0)


def test_inclinations_keep_the_third_harmonic() -> None:
    """H3 = M2 s^3 with s = SINI / (1 + COSI): 0.3 Msun at SINI 0.8 is s 0.5."""
    lines = ECCENTRIC + "M2 0.3 1\nSINI 0.8 1\n"
    starts = [one.model.values for one in inclinations(orbits.model(lines, STILL))]
    expected = [(0.3 * (0.5 / s) ** 3, 2.0 * s / (1.0 + s * s)) for s in (0.2, 0.5, 0.8, 0.95)]
    assert [(q["M2"], q["SINI"]) for q in starts] == [pytest.approx(one, rel=1e-12) for one in expected]
    for fixed in ("M2 0.3\nSINI 0.8 1\n", "M2 0.3 1\nSINI 0.8\n", "M2 0 1\nSINI 0.8 1\n"):
        assert list(inclinations(orbits.model(ECCENTRIC + fixed, STILL))) == []
