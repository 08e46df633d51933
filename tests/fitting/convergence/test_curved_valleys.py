"""Fits of one or two days of an orbit of a week: valleys of chi2 in several parameters, to whose end a fit goes."""

from types import SimpleNamespace
from typing import Any

import hard_fits
import numpy as np
import pytest
from copies import example
from hard_fits import ASTROMETRY, Hard

import jug
from jug.compute.kernels import kernels
from jug.fitting import curved_valley
from jug.fitting.curved_valley import _DecomposedPoint, follow_curved_valley
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
ORBITS = {"BT": hard_fits.BT, "DD": hard_fits.DD, "ELL1": hard_fits.ELL1.replace("1.7", "7.3")}


def case(orbit: str, days: float, astrometry: bool, error_us: float) -> Hard:
    lines = ASTROMETRY * astrometry + ORBITS[orbit]
    return Hard(f"{orbit}, {days:g} days", "flat_direction", lines, days=days, error_us=error_us)


def fitted_twice(hard: Hard, seed: int, backend: str = "numpy") -> list[jug.FitResult]:
    """The fit, and a fit of its end."""
    model, toas = hard_fits.simulated(hard, seed)
    one = jug.fit(model, toas, backend=backend)
    return [one, jug.fit(one.model, toas, backend=backend)]


def are_ends(found: list[jug.FitResult]) -> bool:
    """Whether both converged, and have the verdict on directions that the data leave open."""
    return all(one.converged and one.verdict.name == "flat_direction" for one in found)


@pytest.mark.parametrize(
    ("hard", "seed", "chi2"),
    [
        (case("ELL1", 1.0, False, 1.0), 0, 54.23),
        (case("DD", 2.0, False, 20.0), 0, 53.00),  # its Shapiro delay is not seen: 0.15 for one end from any start
        (case("BT", 1.0, True, 1.0), 0, 62.57),
        (Hard("DDK", "flat_direction", hard_fits.DDK, error_us=5.0, n=300), 18, 295.743),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_fit_goes_to_the_end_of_a_curved_valley(hard: Hard, seed: int, chi2: float) -> None:
    """They ended "undetermined" at 60.36, 58.37, 64.39, 295.746; ten more fits lowered two by 6 and 0.1."""
    found = fitted_twice(hard, seed)
    assert are_ends(found)
    assert found[0].chi2 == pytest.approx(chi2, abs=0.02)


def test_steps_that_cannot_be_taken_leave_the_fit_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A matrix that is too large is not decomposed at every step: the fit ends as undetermined, with the names."""
    monkeypatch.setattr("jug.fitting.curved_valley.MOST_ELEMENTS", 0)
    found = hard_fits.fitted(case("ELL1", 1.0, False, 1.0), 0)
    assert found.stop is jug.Stop.UNDETERMINED
    assert found.fit_end.outcome.degenerate


def test_steps_that_run_out_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jug.fitting.curved_valley.MOST_STEPS", 3)
    found = hard_fits.fitted(case("ELL1", 1.0, False, 1.0), 0)
    assert found.stop is jug.Stop.UNDETERMINED
    assert found.fit_end.outcome.degenerate


def test_a_fit_far_from_any_minimum_is_given_up() -> None:
    """With a frequency of 0 chi2 is 1.9e24, and 2,500 steps lowered it by 1e-4; a point of a grid took 16 s."""
    model, toas = jug.load(*example("NGC6440E"))
    model = model.with_values({"F0": 0.0}).freeze("F0")
    problem = problem_of(model, make_anchor(model, toas), kernels("numpy", model.components, model.layout))
    end = follow_curved_valley(problem, np.zeros(len(model.free)))
    assert end is not None
    assert end.stop is jug.Stop.UNDETERMINED
    assert end.tried < 1000


def test_a_parameter_stays_at_its_bound() -> None:
    model, toas = hard_fits.simulated(case("DD", 2.0, False, 20.0), 0)
    model = model.with_values({"SINI": 1.0})
    problem = problem_of(model, make_anchor(model, toas), kernels("numpy", model.components, model.layout))
    end = follow_curved_valley(problem, np.zeros(len(model.free)))
    assert end is not None
    assert np.all((end.dx >= problem.box.low) & (end.dx <= problem.box.high))


def test_a_singular_matrix_after_a_damped_step_has_a_covariance() -> None:
    """Undamped steps find it by their pivots; after a damped one numpy's error reached the user."""
    model, toas = hard_fits.simulated(Hard("plain", "good"))
    problem = problem_of(model, make_anchor(model, toas), kernels("numpy", model.components, model.layout))
    point = problem.iteration(np.zeros(len(model.free)), 0.0)
    normal = point.equations._replace(gram=np.ones_like(point.equations.gram))
    assert np.all(np.isfinite(problem.covariance(point._replace(normal=normal, covariance=None))))


@pytest.mark.long
@pytest.mark.parametrize("error_us", [1.0, 20.0])
@pytest.mark.parametrize("astrometry", [False, True])
@pytest.mark.parametrize("days", [1.0, 2.0])
@pytest.mark.parametrize("orbit", ORBITS)
def test_all_fits_of_a_part_of_an_orbit_end(orbit: str, days: float, astrometry: bool, error_us: float) -> None:
    """Of these 48 fits 18 ended "undetermined", and another three were finished by one more fit."""
    for seed in (0, 1):
        assert are_ends(fitted_twice(case(orbit, days, astrometry, error_us), seed))


@pytest.mark.long
def test_twenty_ddk_fits_at_5_us_end() -> None:
    """Two of them ended "undetermined", and one more fit converged."""
    for seed in range(20):
        assert are_ends(fitted_twice(Hard("DDK", "flat_direction", hard_fits.DDK, error_us=5.0, n=300), seed))


@pytest.mark.long
def test_both_backends_end_alike() -> None:
    hard = case("ELL1", 1.0, False, 1.0)
    one, other = (fitted_twice(hard, 0, backend)[0] for backend in ("numpy", "jax"))
    assert are_ends([one, other])
    assert other.chi2 == pytest.approx(one.chi2, abs=0.01)


def test_directions_are_told_apart_by_the_ratio_of_singular_values() -> None:
    point: Any = SimpleNamespace(s=np.array([2.0, 8.0, 0.5]))
    assert _DecomposedPoint.least.fget(point) == 0.0625  # type: ignore[attr-defined]


def test_columns_that_are_zero_and_parameters_pushed_outwards_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five parameters B has no effect; C and D are at a bound, of which chi2 pushes C outwards."""
    matrix = np.array([[2.0, 0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0, 3.0]])
    residual = np.array([-1.0, 3.0])  # the slopes are -2, 0, -1, 2, 9
    monkeypatch.setattr(curved_valley, "_whitened_problem", lambda problem, dx: (matrix, residual))
    problem: Any = SimpleNamespace(box=(np.full(5, -1.0), np.array([9.0, 9.0, 0.0, 0.0, 9.0])))
    found = curved_valley._decompose_point(problem, np.zeros(5))
    assert found is not None
    assert found.inside.tolist() == [True, False, False, True, True]
    assert np.all(np.isfinite(found.s))
    problem.box = np.array([-9.0, -9.0, 0.0, 0.0, 0.0]), np.full(5, 9.0)  # E is pushed outwards, D too
    found = curved_valley._decompose_point(problem, np.zeros(5))
    assert found is not None
    assert found.inside.tolist() == [True, False, True, False, False]


@pytest.mark.parametrize(
    ("before", "after", "given_up"),
    [
        (1200.0, 1000.0, True),  # falls by less than a quarter of what is left, which is above 8 for each row
        (1250.0, 1000.0, False),  # a quarter
        (960.0, 800.0, False),  # 8 for each row
        (961.0, 801.0, True),
    ],
)
def test_a_crawl_far_from_any_minimum_is_given_up(
    before: float, after: float, given_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two steps, which would lead to a chi2 of 1, is not tried then."""
    for name, value in (("REST_STEPS", 1), ("CRAWL_SHARE", 0.25), ("CRAWL_CHI2", 8.0), ("MOST_STEPS", 2)):
        monkeypatch.setattr(curved_valley, name, value)
    first, *others = (
        SimpleNamespace(chi2=chi2, decrease=1.0, s=np.ones(1), dx=np.full(1, chi2), active=())
        for chi2 in (before, after, 1.0)
    )
    monkeypatch.setattr(curved_valley, "_decompose_point", lambda problem, dx: first)
    monkeypatch.setattr(curved_valley, "_accelerated_step", lambda problem, here, damping: others.pop(0))
    problem: Any = SimpleNamespace(sigma=np.ones(100))
    found = follow_curved_valley(problem, np.zeros(1))
    assert found is not None
    assert (found.stop, found.tried) == (jug.Stop.UNDETERMINED, 1 if given_up else 2)
    assert found.dx == (after if given_up else 1.0)
