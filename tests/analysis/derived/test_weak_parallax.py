"""Derived quantities of a parallax that is weakly measured: uncertainties against a sample, and what has no value."""

from functools import cache
from io import StringIO

import numpy as np
import pytest

import jug
from jug.analysis.derived.derived_quantities import derived_rules
from jug.model.timing_model import TimingModel

CORRECTED = ("AGE", "B_SURFACE", "EDOT", "PDOT_INTRINSIC")
OF_THE_DISTANCE = {"DISTANCE", "VELOCITY", "PDOT_SHKLOVSKII", "PDOT_GALAXY", "PBDOT_SHKLOVSKII", "PBDOT_GALAXY"}


@cache
def _fitted() -> jug.FitResult:
    """B1855+09: PX is 0.30 +- 0.22 mas, where the slopes of motion and Galaxy cancel."""
    return jug.fit(*jug.load(*jug.data.example("B1855+09")))


def _with_px(px: float, sigma: float, f1: float = -6.2e-16) -> TimingModel:
    lines = "PSR X\nRAJ 18:57:36.4 1\nDECJ 09:43:17.2 1\nPMRA -2.6 1 0.01\nPMDEC -5.4 1 0.01\nPOSEPOCH 55000\n"
    spin = f"F0 186.494 1 1e-12\nF1 {f1} 1 1e-20\nPEPOCH 55000\nDM 13.3\nUNITS TDB\nEPHEM DE421\n"
    return jug.load_model(StringIO(lines + spin + f"PX {px} 1 {sigma}\n"))


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_uncertainties_hold_where_the_slopes_cancel() -> None:
    """Of 4,000 draws from the covariance with PX above 0, 68 per cent or more lie within one uncertainty."""
    result = _fitted()
    found, rules = jug.derived(result), derived_rules(result.model)
    names = [name for name in ("F0", "F1", "PX", "PMELONG", "PMELAT") if name in result.names]
    at = [list(result.names).index(name) for name in names]
    covariance = np.asarray(result.covariance)[np.ix_(at, at)]
    scale = np.sqrt(np.diagonal(covariance))
    root = np.linalg.cholesky(covariance / np.outer(scale, scale))
    changes = scale * (np.random.default_rng(1).normal(size=(4000, len(names))) @ root.T)
    v = {name: float(x) for name, x in result.model.values.items() if not result.model.entries[name].word}
    drawn = [{**v, **{n: v[n] + d for n, d in zip(names, row, strict=True)}} for row in changes]
    drawn = [one for one in drawn if one["PX"] > 0.0]
    for name in CORRECTED:
        sample = np.nan_to_num([rules[name][3](one) for one in drawn], nan=np.inf)
        error = found[name].error
        assert error is not None
        assert np.mean(np.abs(sample - found[name].value) < error) > 0.68
        assert error < np.ptp(np.quantile(sample, [0.025, 0.975]))  # and no wider than 95 per cent of them
        assert found[name].doc.endswith(", uncertainty over 1 sigma of PX")
    assert found["AGE"].error == pytest.approx(5.6e8, rel=0.05)  # the linear rule gives 4e7
    assert abs(found["AGE"].value - 4.76e9) < found["AGE"].error  # from PDOT as observed


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_distance_of_less_than_three_sigma_is_undetermined() -> None:
    found = jug.derived(_fitted())
    assert set(found.absent) == OF_THE_DISTANCE
    assert "PX of 0.30(22) mas is less than 3 of its uncertainties" in found.absent["DISTANCE"]
    assert "above 1.4 kpc" in found.absent["DISTANCE"]  # 1 / (0.30 + 0.44)
    with pytest.raises(jug.JugError, match=r"VELOCITY .* is undetermined, as DISTANCE is"):
        found["VELOCITY"]


def test_a_strong_parallax_keeps_the_linear_rule() -> None:
    """At 20 sigma the range differs from the linear rule by its square, 5 per cent."""
    found = jug.derived(_with_px(1.2, 0.06))
    assert found.absent == {}
    assert found["DISTANCE"].error == pytest.approx(0.06 / 1.2**2, rel=1e-3)
    assert all("sigma of PX" not in q.doc for q in found.values())


@pytest.mark.parametrize(("px", "sigma"), [(0.1, 0.2), (-0.1, 0.2), (-0.5, 0.1)])
def test_a_parallax_that_may_be_zero_leaves_the_age_open(px: float, sigma: float) -> None:
    """The part of the motion at 60 kpc is more than the observed derivative: 36 mas^2/yr^2 60 kpc P / c is 3e-20."""
    found = jug.derived(_with_px(px, sigma))
    negative = {"PDOT_INTRINSIC"} if px < 0.0 else set()
    assert set(found.absent) == {*CORRECTED[:3], *negative, "DISTANCE", "VELOCITY", "PDOT_SHKLOVSKII", "PDOT_GALAXY"}
    why = "is" if negative else "can be 0 within 1 sigma of PX"
    assert found.absent["AGE"].endswith(f"is undetermined, as PDOT_INTRINSIC {why}.")
    if not negative:
        assert found["PDOT_INTRINSIC"].error == pytest.approx(2.2e-20, rel=0.1)
    assert ("the distance is above" in found.absent["DISTANCE"]) == (px > -2.0 * sigma)
    assert "PM" in found
    assert {"AGE", "EDOT"} <= set(jug.derived(_with_px(px, sigma).remove("PX")))


def test_the_age_of_a_young_pulsar_needs_no_parallax() -> None:
    """At 60 kpc motion and Galaxy are a part in 1e5 of its derivative of the period."""
    found = jug.derived(_with_px(0.1, 0.2, f1=-6.2e-11))
    assert "DISTANCE" in found.absent
    age = found["AGE"]
    assert age.error is not None
    assert 1e-6 * age.value < age.error < 1e-4 * age.value
