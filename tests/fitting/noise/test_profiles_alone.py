"""A maximum in the coordinates of a profile: the second derivatives of -log L there, and which elements are free."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.noise.maximum import Maximum, Point
from jug.fitting.noise.profile_alone import profile_alone

SECOND = np.array([[4.0, 1.0, 0.3], [1.0, 2.0, 0.25], [0.3, 0.25, 0.5]])
SLOPE = np.array([0.0, 0.7, 0.0])


class Form:
    """-log L = slope x + x SECOND x / 2; in other coordinates where it is asked for."""

    def __init__(self, coordinates: Any, other: Any, second: np.ndarray = SECOND) -> None:
        self.coordinates, self.other, self.second = coordinates, other, second

    def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        return float(SLOPE @ x + 0.5 * x @ self.second @ x), SLOPE + self.second @ x

    def with_coordinates(self, changed: Any) -> "Form":
        return Form(changed, None, self.second)


def alone(free: list[bool], second: np.ndarray = SECOND) -> Any:
    """The profile of element 0, whose factor is element 1, at its lower edge 0; y = 2 x there, and its edge is -9."""
    ends = {"low": np.array([-9.0, 0.0, -9.0]), "high": np.full(3, 9.0)}
    changed = Made(x=lambda theta: np.array([1.0, 2.0, 1.0]) * theta, low=np.full(3, -9.0), high=ends["high"])
    edges = Made(alone=lambda i, x: changed, multiplier=np.array([1, -1, -1]), theta=lambda x: x, **ends)
    x, places = np.array([0.5, 0.0, 0.25]), np.array(free)
    maximum = Maximum(Point(x, 0.0, SLOPE), np.ones(3), places, np.eye(np.count_nonzero(places)), True)
    return profile_alone(Form(edges, changed, second), maximum, 0)  # type: ignore[arg-type]


def test_a_factor_at_its_lower_edge_is_free_as_a_total() -> None:
    """The second derivatives of all three are then formed anew, and each scale is that of its own."""
    by = alone([True, False, True])
    assert by.maximum.free.tolist() == [True, True, True]
    np.testing.assert_allclose(by.maximum.hessian, SECOND, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(by.maximum.scale, np.diag(SECOND) ** -0.5, rtol=1e-6)
    np.testing.assert_array_equal(by.maximum.point.x, [0.5, 0.0, 0.25])


def test_a_direction_in_which_it_does_not_rise_gets_a_little_curvature() -> None:
    """One second derivative of -1 becomes 1e-6 in units of its scale, 1; the others stay."""
    by = alone([True, False, True], np.diag([4.0, 2.0, -1.0]))
    np.testing.assert_allclose(np.diag(by.maximum.hessian), [4.0, 2.0, 1e-6], rtol=1e-5)
    assert by.maximum.scale[2] == pytest.approx(1e3, rel=1e-5)
