"""A point of a least-squares problem where a residual is not finite."""

import numpy as np
import pytest

from jug.errors import FitError
from jug.least_squares.point import FitPoint


def test_a_point_without_equations_says_why() -> None:
    none = np.zeros(1)
    point = FitPoint(none, np.array([np.nan]), None, np.inf, none, 0.0, None, none, None)
    with pytest.raises(FitError, match="a residual is not finite; start from values inside the range of the model"):
        _ = point.equations
