"""The judgement of a search by its numbers: degrees of freedom, noise inside the clusters, margin, verdict."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.connection.judgement import (
    Verdict,
    degrees_of_freedom,
    fits,
    is_lower_limit,
    is_noisy,
    margin,
    next_best,
    noise_scale,
    verdict_of_search,
)
from jug.connection.statement import statement

INF = float("inf")


def task(n_toa: int = 30, sigma: tuple[float, ...] = (INF, INF, 1.0), clusters: int = 5) -> Any:
    """A task of 30 TOAs in 5 clusters, with 3 parameters of which one has a prior: 30 + 1 - 3 - 1 = 27."""
    return Made(toas=range(n_toa), sigma=np.array(sigma), clusters=Made(n=clusters))


def outcome(
    *chi2: float, jumped: float = 20.0, beyond: float = 1000.0, ended: bool = True, limited: bool = True
) -> Any:
    leaves = tuple(Made(chi2=one) for one in chi2)
    return Made(leaves=leaves, jumped=jumped, beyond=beyond, ended=ended, limited=limited)


@pytest.mark.parametrize(("n_toa", "sigma", "dof"), [(30, (INF, INF, 1.0), 27), (10, (INF,), 8), (10, (0.1, 0.2), 9)])
def test_a_prior_counts_as_a_toa(n_toa: int, sigma: tuple[float, ...], dof: int) -> None:
    assert degrees_of_freedom(task(n_toa, sigma)) == dof


@pytest.mark.parametrize(
    ("jumped", "clusters", "scale"),
    [
        (46.0, 5, 2.0),  # 27 less an offset for each cluster but one: 23
        (11.5, 5, 1.0),  # never below 1
        (50.0, 23, 10.0),  # 5 degrees of freedom are enough
        (50.0, 24, 1.0),  # 4 say nothing
    ],
)
def test_noise_is_estimated_inside_the_clusters(jumped: float, clusters: int, scale: float) -> None:
    assert noise_scale(task(clusters=clusters), outcome(30.0, jumped=jumped)) == pytest.approx(scale)


@pytest.mark.parametrize(("jumped", "noisy"), [(23.0 * 8.99, False), (23.0 * 9.0, False), (23.0 * 9.01, True)])
def test_a_reduced_chi2_above_nine_is_no_noise(jumped: float, noisy: bool) -> None:
    assert is_noisy(task(), outcome(30.0, jumped=jumped)) == noisy


def test_a_solution_fits_where_chance_gives_such_a_chi2() -> None:
    """chi2 of 71.3 has a probability of 1e-5 with 27 degrees of freedom; twice as much where the noise is twice."""
    assert fits(task(), outcome(69.0))
    assert not fits(task(), outcome(73.0))
    assert fits(task(), outcome(138.0, jumped=46.0))
    assert not fits(task(), outcome(146.0, jumped=46.0))
    assert not fits(task(), outcome())
    assert fits(task(4, (INF, INF)), outcome(0.5))
    assert not fits(task(3, (INF, INF)), outcome(0.0))  # no degree of freedom


def test_five_sigma_of_the_noise_tell_solutions_apart() -> None:
    assert margin(task(), outcome(20.0)) == 25.0
    assert margin(task(), outcome(54.0)) == pytest.approx(50.0)


@pytest.mark.parametrize(
    ("chi2", "beyond", "rise"),
    [
        ((30.0, 50.0, 90.0), 1000.0, 20.0),
        ((30.0, 50.0), 45.0, 15.0),
        ((30.0,), 1000.0, 970.0),
        ((30.0, 50.0), 10.0, 0.0),
        ((30.0, 50.0), -INF, -INF),
    ],
)
def test_the_next_best_solution_is_a_fitted_one_or_one_beyond(
    chi2: tuple[float, ...], beyond: float, rise: float
) -> None:
    assert next_best(outcome(*chi2, beyond=beyond)) == rise


@pytest.mark.parametrize(
    ("chi2", "beyond", "limit"),
    [((30.0, 50.0), 90.0, False), ((30.0, 50.0), 50.0, False), ((30.0, 50.0), 45.0, True), ((30.0,), 90.0, True)],
)
def test_the_next_best_is_a_limit_where_no_fitted_one_is_below_the_end(
    chi2: tuple[float, ...], beyond: float, limit: bool
) -> None:
    assert is_lower_limit(outcome(*chi2, beyond=beyond)) is limit


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (outcome(27.0, 60.0), Verdict.UNIQUE),
        (outcome(27.0, 52.0), Verdict.AMBIGUOUS),  # by the margin of 25 itself: not more
        (outcome(27.0, 52.1), Verdict.UNIQUE),
        (outcome(27.0, 60.0, limited=False), Verdict.NOT_CONNECTED),
        (outcome(100.0, 200.0), Verdict.NOT_CONNECTED),
        (outcome(100.0, 200.0, beyond=-INF, ended=False), Verdict.UNFINISHED),
        (outcome(100.0, 200.0, ended=False), Verdict.UNIQUE),  # 25 x 100 / 27 is 92.6
        (outcome(27.0, 60.0, beyond=-INF), Verdict.UNFINISHED),
        (outcome(250.0, 260.0, jumped=220.0), Verdict.NOT_CONNECTED),
        (outcome(250.0, 260.0, jumped=220.0, beyond=-INF, ended=False), Verdict.NOT_CONNECTED),
        (outcome(900.0, 990.0, jumped=220.0, beyond=-INF, ended=False), Verdict.NOT_CONNECTED),
        (outcome(250.0, 260.0, jumped=200.0), Verdict.AMBIGUOUS),
    ],
)
def test_the_verdict(found: Any, verdict: Verdict) -> None:
    assert verdict_of_search(task(), found) is verdict


def test_what_has_no_prior_is_named_where_nothing_limits_the_turns() -> None:
    told = Made(model=Made(free=("RAJ", "F0", "F1")), sigma=np.array([1.0, INF, INF]), own_fit=False)
    said = statement(Verdict.NOT_CONNECTED, told, outcome(limited=False))  # type: ignore[arg-type]
    assert "give an uncertainty in the par file to F0, F1, or fix some" in said
