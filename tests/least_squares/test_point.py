"""A point of a least-squares problem where a residual is not finite."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.compute.solver import Normal
from jug.errors import FitError
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
