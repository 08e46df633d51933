"""The tests of residuals on numbers of which the answers are known."""

from math import erfc, sqrt
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.fitting.verdict import judge, signals
from jug.fitting.verdict.residual_tests import (
    _count_far,
    _probability_of_runs,
    chi2_probability,
    count_outliers,
    is_gaussian,
    runs_probability,
)


def end(pull: np.ndarray, sigma_factor: np.ndarray | None = None, weights: np.ndarray | None = None) -> Any:
    error = np.linspace(1e-6, 3e-6, len(pull))
    own = Made(time_s=pull * error, error_s=error, dm=None)
    factor = np.ones(len(pull)) if sigma_factor is None else sigma_factor
    robust = None if weights is None else Made(weights=weights)
    return Made(residuals=Made(less=lambda: own), sigma_factor=factor, robust=robust)


def draws(n: int = 2000) -> np.ndarray:
    return np.random.default_rng(3).normal(size=n)


def test_gaussian_residuals_of_any_width_and_offset() -> None:
    for pull in (draws(), 5.0 * draws(), draws() + 3.0):
        assert is_gaussian(end(pull))


def test_residuals_that_no_gaussian_describes() -> None:
    """Uniform ones have a fourth moment of 1.8 and not 3, and with two widths it is larger."""
    assert not is_gaussian(end(np.linspace(-1.0, 1.0, 400)))
    assert not is_gaussian(end(draws() * np.where(np.arange(2000) % 10, 1.0, 4.0)))


def test_uncertainties_that_a_robust_fit_takes_as_larger() -> None:
    """A tenth of the TOAs is four times as far off, and has four times the uncertainty."""
    factor = np.where(np.arange(2000) % 10, 1.0, 4.0)
    assert is_gaussian(end(draws() * factor, factor))
    halves = np.where(np.arange(2000) % 2, 1.0, 4.0)
    assert is_gaussian(end(draws() * halves, halves))
    assert not is_gaussian(end(draws(), halves))


def test_few_toas_do_not_tell() -> None:
    for n, tells in ((19, False), (20, True)):
        pull = np.zeros(n)
        pull[0] = 1.0
        assert is_gaussian(end(pull)) == (not tells)


def test_of_a_robust_fit_the_toas_of_full_weight_are_tested_where_they_are_the_majority() -> None:
    pull, low = draws(1000), np.arange(1000)
    for share, described in ((300, True), (301, False)):
        weights = np.where(low < share, 0.49, 0.5)
        assert is_gaussian(end(np.where(low < share, 100.0, pull), None, weights)) == described


@pytest.mark.parametrize(("n", "far"), [(0, 0), (10, 10), (11, 11), (30, 30), (31, 0)])
def test_up_to_three_tenths_of_the_toas_stand_out(n: int, far: int) -> None:
    """Of more the others are no better described."""
    pull = np.resize([0.5, -0.5], 100)
    pull[:n] = 50.0 * np.resize([1.0, -1.0], n)
    assert _count_far(pull) == far


def test_many_toas_to_one_side_are_counted_about_the_median() -> None:
    """An eighth of the TOAs 40 sigma late moves the mean of all by 5 sigma."""
    pull = np.resize([0.5, -0.5], 104) - 5.0
    pull[:13] = 35.0
    assert _count_far(pull) == 13


def test_what_is_far_off() -> None:
    """Five sigma, or five times the scale of all where that is larger than 1."""
    pull = np.resize([0.5, -0.5], 100)
    for size, count in ((5.0, 0), (5.01, 1), (-5.01, 1)):
        pull[0] = size
        assert _count_far(pull) == count
    wide = np.resize([0.6745 * 3.0, -0.6745 * 3.0], 100)
    for size, count in ((14.9, 0), (15.1, 1)):
        wide[0] = size
        assert _count_far(wide) == count


def test_outliers_of_times_and_of_measured_dms() -> None:
    made = end(np.resize([0.5, -0.5], 100))
    assert count_outliers(made) == (0, 0)
    value = np.full(100, 1e-4)
    value[3:5] = 7e-4
    made.residuals.less().dm = Made(value=value, error=np.full(100, 1e-4))
    assert count_outliers(made) == (0, 2)


def test_runs_of_signs() -> None:
    """Of 10 + 10 values in turn there are 20 runs where 11 are expected; sorted, there are 2."""
    turns = np.arange(20) % 2 == 0
    deviation = sqrt(10.0 * 9.0 / 19.0)
    assert _probability_of_runs(turns) == pytest.approx(0.5 * erfc((11.0 - 20.5) / (deviation * sqrt(2.0))))
    assert _probability_of_runs(np.sort(turns)) == pytest.approx(0.5 * erfc((11.0 - 2.5) / (deviation * sqrt(2.0))))
    assert _probability_of_runs(np.sort(turns)) < 1e-4 < 0.99 < _probability_of_runs(turns)
    assert np.isnan(_probability_of_runs(np.arange(30) < 9))
    assert np.isnan(_probability_of_runs(np.arange(30) >= 9))
    assert not np.isnan(_probability_of_runs(np.arange(30) < 10))


def test_signs_are_taken_in_the_order_of_time() -> None:
    order = np.argsort(np.arange(40) % 2, kind="stable")
    signs = np.where(np.arange(40) < 20, 1.0, -1.0)
    raw = jug.load(*jug.data.example("NGC6440E"))[1][np.arange(62) < 40].raw  # no TOA stands there twice
    made: Any = Made(
        toas=Made(mjd=np.arange(40.0), raw=raw), residuals=Made(time_s=signs), anchor=Made(reference=Made(prior=None))
    )
    assert runs_probability(made) < 1e-6
    made.toas.mjd = np.argsort(order).astype(float)
    made.residuals.time_s = np.where(np.arange(40) % 2, 1.0, -1.0)
    expected = _probability_of_runs(made.residuals.time_s[np.argsort(made.toas.mjd)] > 0.0)
    assert runs_probability(made) == pytest.approx(expected)


def test_chi2_has_no_probability_without_degrees_of_freedom_and_in_a_robust_fit() -> None:
    made: Any = Made(residuals=Made(dof=10), chi2=10.0, robust=None)
    assert chi2_probability(made) == pytest.approx(0.44049, abs=1e-5)
    assert np.isnan(chi2_probability(Made(residuals=Made(dof=10), chi2=10.0, robust=Made())))  # type: ignore[arg-type]
    for dof in (0, -1):
        assert np.isnan(chi2_probability(Made(residuals=Made(dof=dof), chi2=10.0, robust=None)))  # type: ignore[arg-type]
    made.residuals.dof = 1
    assert chi2_probability(made) == pytest.approx(0.0015654, abs=1e-6)


@pytest.mark.parametrize(("values", "sun"), [({"F0": 1.0}, 400.0), ({"RAJ": 1.0, "DECJ": 0.1}, 0.0)])
def test_without_a_position_or_a_site_there_is_no_solar_wind(values: dict[str, float], sun: float) -> None:
    end: Any = Made(
        model=Made(kernel_values=values, settings=Made(ecl="IERS2010")),
        toas=Made(bodies={"sun": np.full((3, 3), sun)}),
    )
    assert signals._solar_wind(end) is None


@pytest.mark.parametrize(("gaps", "few"), [((), 5.0), (("a gap",), 0.0)])
def test_a_tenth_of_the_toas_may_be_moved_by_a_signal_where_no_gap_is_in_doubt(
    gaps: tuple[str, ...], few: float
) -> None:
    assert judge._most_moved_toas(Made(toas=range(50)), Made(gaps=gaps)) == few  # type: ignore[arg-type]
