"""A point of a least-squares problem where a residual is not finite."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.compute.solver import Normal
from jug.errors import FitError
from jug.least_squares import problem as problem_module
from jug.least_squares.bounds import Box
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem


def test_a_point_without_equations_says_why() -> None:
    none = np.zeros(1)
    point = FitPoint(none, np.array([np.nan]), None, np.inf, none, 0.0, None, none, None)
    with pytest.raises(FitError, match="a residual is not finite; start from values inside the range of the model"):
        _ = point.equations


@pytest.mark.parametrize("element", [np.inf, np.nan])
def test_where_squares_overflow_there_is_no_step_from_a_bound(element: float) -> None:
    """A trial far away, as from STIGMA -22: its residuals are finite; SVD of its equations does not converge."""
    normal = Normal(np.array([[1.0, element], [element, 1.0]]), np.array([element, 1.0]), np.ones(2), np.nan, 0.0)
    none = np.zeros(2)
    problem: Any = SimpleNamespace(columns=np.arange(2), box=Box(none, none + 1.0))
    point = FitPoint(none, np.array([1e200]), None, np.nan, none, 0.0, None, none, normal, (0,))
    found = LeastSquaresProblem._with_bounded_step(problem, point, 0.0)
    assert (found.chi2, found.decrease, found.normal) == (np.inf, 0.0, None)
    np.testing.assert_array_equal(found.step, none)


def test_a_variance_of_zero_is_as_wrong_as_a_negative_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an inverse has one, all digits are lost: the pseudo-inverse is taken. It is 1/4 for equal columns."""
    normal = Normal(np.ones((2, 2)), np.zeros(2), np.ones(2), np.float64(1.0), np.float64(0.0))
    none = np.zeros(2)
    point = FitPoint(none, none, None, 1.0, none, 0.0, None, none, normal)
    problem: Any = SimpleNamespace(columns=np.arange(2))
    for wrong in (0.0, -1.0, np.nan):
        monkeypatch.setattr(problem_module, "covariance", lambda _, wrong=wrong: np.diag([wrong, 1.0]))
        np.testing.assert_allclose(LeastSquaresProblem.covariance(problem, point), np.full((2, 2), 0.25))
    monkeypatch.setattr(problem_module, "covariance", lambda _: np.diag([1e-300, 1.0]))
    np.testing.assert_array_equal(LeastSquaresProblem.covariance(problem, point), np.diag([1e-300, 1.0]))
