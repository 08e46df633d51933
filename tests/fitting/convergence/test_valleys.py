"""Fits along the valley of a weak Shapiro delay: one end and one verdict from every start, and a second fit agrees."""

from types import SimpleNamespace
from typing import Any

import hard_fits
import numpy as np
import pytest
from hard_fits import Hard

import jug
from jug.fitting import valley

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
RANGES = {"M2": (0.02, 1.5), "SINI": (0.05, 0.999), "STIGMA": (0.05, 0.95), "H3": (1e-8, 6e-7)}
PAIR = "\nM2 0.3 1\nSINI {} 1"
DD = hard_fits.BT.replace("BT", "DD")
ORTHOMETRIC = hard_fits.ELL1.replace("ELL1", "ELL1H") + "\nH3 2e-7 1\nSTIGMA 0.6 1"
CASES = (
    (Hard("inclined, hardly seen", "flat_direction", DD + PAIR.format(0.9), n=150, error_us=3.0), 1),
    (Hard("a mass without end", "flat_direction", DD + PAIR.format(0.9), n=150, error_us=1.0), 2),
    (Hard("seen", "good", DD + PAIR.format(0.9), n=150, error_us=1.0), 1),
    (Hard("below the noise", "flat_direction", DD + PAIR.format(0.5)), 2),
    (Hard("a circular orbit", "flat_direction", hard_fits.ELL1 + PAIR.format(0.8), n=150, error_us=3.0), 1),
    (Hard("orthometric", "flat_direction", ORTHOMETRIC, n=150, error_us=1.0), 1),
)


def start(model: jug.TimingModel, number: int) -> jug.TimingModel:
    """The model with another Shapiro delay; as it is for number 0."""
    rng = np.random.default_rng(number)
    drawn = {name: rng.uniform(*RANGES[name]) for name in RANGES}
    return model.with_values({name: drawn[name] for name in model.free if name in drawn}) if number else model


@pytest.mark.parametrize(("case", "seed"), CASES, ids=lambda value: getattr(value, "name", None))
def test_each_start_has_the_same_end(case: Hard, seed: int) -> None:
    """The fits ended "undetermined" anywhere in the valley, chi2 up to 5 above its lowest, and the next went on."""
    model, toas = hard_fits.simulated(case, seed)
    ends = [jug.fit(start(model, number), toas, backend="numpy") for number in range(5)]
    for one in ends:
        again = jug.fit(one.model, toas, backend="numpy")
        assert one.converged
        assert again.converged
        assert again.chi2 == pytest.approx(one.chi2, abs=0.01)
        assert one.chi2 == pytest.approx(ends[0].chi2, abs=0.01)
        assert one.verdict.name == again.verdict.name == case.verdict, one.verdict.sentence
        assert set(one.verdict.undetermined) == set(again.verdict.undetermined) == set(ends[0].verdict.undetermined)


@pytest.mark.long
@pytest.mark.parametrize("error_us", [0.05, 0.3, 1.0])
def test_sixty_ddk_fits_end(error_us: float) -> None:
    """Of 60 one ended "undetermined", and the next fit of it converged."""
    for seed in range(60):
        model, toas = hard_fits.simulated(Hard("DDK", "", hard_fits.DDK, error_us=error_us, n=200), seed)
        one = jug.fit(model, toas, backend="numpy")
        again = jug.fit(one.model, toas, backend="numpy")
        assert one.converged
        assert again.converged
        assert again.chi2 == pytest.approx(one.chi2, abs=0.01)
        assert again.verdict.name == one.verdict.name


@pytest.mark.parametrize("wall", [None, 100.0])
@pytest.mark.parametrize("unit", [1.0, 8.0, 0.125])
def test_a_step_that_fails_is_shortened(monkeypatch: pytest.MonkeyPatch, wall: float | None, unit: float) -> None:
    """chi2 = x^2; beyond 0.5 the fit of the others fails, or chi2 is 100. The first step, from -3, would go to 3.

    The next goes to the minimum, by the change of the slope, in any unit of the parameter.
    """
    tried = []

    def refitted(_problem: Any, dx: np.ndarray, _i: int, _count: Any) -> Any:
        x = float(dx[0]) / unit
        tried.append(x)
        point = SimpleNamespace(dx=dx, chi2=x * x if x < 0.5 else wall)
        curvature = (0.5 if x == -3.0 else 1.0) / unit**2
        return None if point.chi2 is None else valley._Place(point, x / unit, curvature, np.ones(1))

    monkeypatch.setattr(valley, "_refit_others", refitted)
    problem: Any = SimpleNamespace(box=SimpleNamespace(low=np.array([-20.0 * unit]), high=np.array([20.0 * unit])))
    start: Any = SimpleNamespace(dx=np.array([-3.0 * unit]), chi2=9.0)
    found = valley.follow_valley(problem, start, 0)
    assert found is not None
    assert found.dx[0] == pytest.approx(0.0, abs=1e-9)
    assert tried[:4] == pytest.approx([-3.0, 3.0, -1.2, 0.0], abs=1e-9)


@pytest.mark.parametrize("i", [0, 1, 2])
def test_the_others_are_fitted_with_one_parameter_fixed(i: int) -> None:
    """Of a quadratic form in three parameters, in one step; the slope and the curvature are those of its valley."""
    gram, centre = np.array([[4.0, 1.0, 0.0], [1.0, 1.0, 0.25], [0.0, 0.25, 0.25]]), np.array([1.0, -2.0, 3.0])

    def iteration(dx: np.ndarray, damping: float) -> Any:
        return SimpleNamespace(dx=dx, normal=SimpleNamespace(gram=gram, slope=gram @ (dx - centre), scale=np.ones(3)))

    box = SimpleNamespace(cut_at_bound=lambda dx, step: (step, None))
    problem: Any = SimpleNamespace(columns=np.arange(3), iteration=iteration, box=box)
    count, at = valley._Count(), np.array([5.0, 6.0, 7.0])
    found = valley._refit_others(problem, at, i, count)
    assert found is not None
    assert (count.n, found.point.dx[i]) == (2, at[i])
    rest = np.delete(np.arange(3), i)
    slope = gram @ (found.point.dx - centre)
    np.testing.assert_allclose(slope[rest], 0.0, atol=1e-12)
    curvature = 1.0 / np.linalg.inv(gram)[i, i]
    assert found.curvature == pytest.approx(curvature)
    assert found.slope == pytest.approx(curvature * (at[i] - centre[i]))


@pytest.mark.parametrize("low", [-9.0, 0.499])
def test_a_bound_behind_the_start_of_a_valley_shortens_no_step(low: float) -> None:
    """Of a quadratic form, whose minimum is half a unit ahead: the start, a step to it, and no other."""
    gram, centre = np.array([[4.0, 1.0], [1.0, 1.0]]), np.array([1.0, -2.0])

    def iteration(dx: np.ndarray, damping: float) -> Any:
        off = dx - centre
        normal = SimpleNamespace(gram=gram, slope=gram @ off, scale=np.ones(2))
        return SimpleNamespace(dx=dx, chi2=float(off @ gram @ off), normal=normal)

    box = SimpleNamespace(
        cut_at_bound=lambda dx, step: (step, None), low=np.array([low, -9.0]), high=np.array([9.0, 9.0])
    )
    problem: Any = SimpleNamespace(columns=np.arange(2), iteration=iteration, box=box)
    end = valley.follow_valley(problem, iteration(np.array([0.5, -2.0]), 0.0), 0)
    assert end is not None
    np.testing.assert_allclose(end.dx, centre, atol=1e-9)
    assert end.tried == 3
