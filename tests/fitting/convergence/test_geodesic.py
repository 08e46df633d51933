"""The correction of a step by the curvature of the residuals, on made-up points: where it ends."""

from types import SimpleNamespace

import numpy as np
import pytest

from jug.fitting import geodesic
from jug.least_squares.bounds import Box
from jug.least_squares.point import FitPoint


def point(x: float, chi2: float) -> FitPoint:
    """A point of one parameter."""
    one = np.ones(1)
    return FitPoint(np.array([x]), one, None, chi2, 0.0 * one, 0.0, None, one, None)


@pytest.fixture
def problem(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A parameter from -5 to 0.5 whose chi2 is (x + 0.5)^2; every correction adds 0.8; it notes what is evaluated."""
    asked = []

    def iteration(dx: np.ndarray, damping: float) -> FitPoint:
        asked.append((float(dx[0]), damping))
        return point(float(dx[0]), float((dx[0] + 0.5) ** 2))

    monkeypatch.setattr(geodesic, "_correction", lambda *_: np.array([0.8]))
    return SimpleNamespace(box=Box(np.array([-5.0]), np.array([0.5])), iteration=iteration, asked=asked)


def test_a_corrected_point_has_an_undamped_step(problem: SimpleNamespace) -> None:
    """As every point from which the loop goes on."""
    found = geodesic.follow_curvature(problem, point(-0.6, 0.01), point(-1.4, 0.81), 3.0)
    assert problem.asked == [(pytest.approx(-0.6), 0.0)]
    assert found.dx == pytest.approx(-0.6)


def test_a_correction_beyond_a_bound_is_not_tried(problem: SimpleNamespace) -> None:
    trial = point(-0.1, 0.16)
    assert geodesic.follow_curvature(problem, point(-0.6, 0.01), trial, 0.0) is trial
    assert problem.asked == []
