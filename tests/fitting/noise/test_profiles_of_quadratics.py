"""Maximum, profiles and intervals of noise on a likelihood that is a quadratic form, where each is known."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.fitting.noise import intervals as module
from jug.fitting.noise import profile as profile_module
from jug.fitting.noise.coordinates import A_FACTOR, A_SIZE, ANY_OTHER, Coordinates
from jug.fitting.noise.crossing import crossing
from jug.fitting.noise.intervals import intervals, noise_covariance
from jug.fitting.noise.local_profile import newton_profile
from jug.fitting.noise.maximum import Point, climb, newton_step, not_at_edges, polish
from jug.fitting.noise.profile import Profile, _maximise_over_others, fall, search_crossing
from jug.fitting.noise_choice.conditional import ConditionalNoise

SECOND = np.array([[4.0, 1.0, 0.0], [1.0, 1.0, 0.25], [0.0, 0.25, 0.25]])
CENTRE = np.array([0.3, -0.2, 0.1])
VARIANCE = np.diag(np.linalg.inv(SECOND))


class Quadratic:
    """-log L = (x - centre) SECOND (x - centre) / 2, in coordinates that are the parameters."""

    def __init__(self, low: float = -9.0, high: float = 9.0, second: np.ndarray = SECOND) -> None:
        n = len(second)
        self.second, self.centre = second, CENTRE[:n]
        self.coordinates = Coordinates(
            kind=np.full(n, ANY_OTHER), zero=np.zeros(n), partner=np.full(n, -1), tilt=np.zeros(n),
            width=np.ones(n), low=np.full(n, low), high=np.full(n, high),
            multiplier=np.full(n, -1), total=np.full(n, -1), error=np.zeros(n),
        )  # fmt: skip
        self.likelihood = Made(names=("A", "B", "C")[:n])

    def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        off = x - self.centre
        return float(0.5 * off @ self.second @ off), self.second @ off

    def with_coordinates(self, changed: Coordinates) -> Any:
        other = Quadratic(second=self.second)
        other.coordinates = changed
        return other


def found(objective: Any) -> Profile:
    point, scale = climb(objective, np.zeros(len(objective.centre)))
    return Profile(objective, polish(objective, point, scale))


def test_the_maximum_is_found() -> None:
    maximum = found(Quadratic()).maximum
    assert maximum.converged
    np.testing.assert_allclose(maximum.point.x, CENTRE, atol=1e-4)
    np.testing.assert_allclose(maximum.hessian, SECOND, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(noise_covariance(Quadratic(), maximum), np.linalg.inv(SECOND), rtol=2e-3, atol=1e-3)


def test_climbing_keeps_an_element() -> None:
    """The others are at their best for it: B = -0.2 - (A - 0.3) times what the second derivatives say."""
    point, _ = climb(Quadratic(), np.array([1.3, 0.0, 0.0]), 0)
    assert point.x[0] == 1.3
    np.testing.assert_allclose(point.x[1:], CENTRE[1:] - np.linalg.solve(SECOND[1:, 1:], SECOND[1:, 0]), atol=2e-3)


def test_an_element_that_is_pushed_out_stays_at_its_edge() -> None:
    maximum = found(Quadratic(low=-0.125)).maximum  # B wants to be at -0.2
    assert maximum.free.tolist() == [True, False, True]
    assert maximum.point.x[1] == -0.125
    rest = np.ix_([0, 2], [0, 2])
    covariance = noise_covariance(Quadratic(low=-0.125), maximum)
    np.testing.assert_allclose(covariance[rest], np.linalg.inv(SECOND[rest]), rtol=2e-3, atol=1e-3)
    assert not covariance[1].any()
    assert not covariance[:, 1].any()
    assert found(Quadratic(high=0.25)).maximum.free.tolist() == [False, True, True]  # A to be at 0.3


@pytest.mark.parametrize("low", [-0.108, -0.149, -0.158, -0.178, -0.187])
def test_a_climb_ends_exactly_on_an_edge(low: float) -> None:
    """Divided by the scale and multiplied again, some of these numbers round to another one inside the range."""
    point, _ = climb(Quadratic(low=low, second=3.0 * SECOND), np.zeros(3))  # B wants to be at -0.2
    assert point.x[1] == low
    above, _ = climb(Quadratic(high=-low, second=3.0 * SECOND), np.zeros(3))  # A wants to be at 0.3
    assert above.x[0] == -low


def test_a_process_without_amplitude_has_no_index() -> None:
    objective = Quadratic()
    objective.coordinates = objective.coordinates._replace(
        kind=np.array([A_SIZE, ANY_OTHER, A_FACTOR]), partner=np.array([1, -1, -1]), low=np.array([0.0, -9.0, -9.0])
    )
    at: Any = Made(x=np.zeros(3), slope=np.array([0.0, 1.0, 1.0]))
    assert not_at_edges(objective, at).tolist() == [False, False, True]  # type: ignore[arg-type]
    at.slope[0] = -1.0
    assert not_at_edges(objective, at).all()  # type: ignore[arg-type]


def test_newton_goes_downhill_where_the_curvature_is_negative() -> None:
    step = newton_step(np.diag([2.0, -2.0]), np.array([1.0, 1.0]), np.ones(2))
    assert step == pytest.approx([-0.5, -0.5])
    assert newton_step(np.diag([1e-9, 1.0]), np.array([1e-6, 0.0]), np.ones(2)) == pytest.approx([-1.0, 0.0])


@pytest.mark.parametrize("i", range(3))
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_profile_falls_by_half_at_the_standard_error(i: int, sign: float) -> None:
    by = found(Quadratic())
    sigma = float(np.sqrt(VARIANCE[i]))
    at = float(by.maximum.point.x[i])
    assert fall(by, i, at + sign * sigma, by.maximum.point)[0] == pytest.approx(0.5, rel=2e-3)
    for first in (0.1, 1.0, 5.0):  # whatever the first step
        end = crossing(by, i, 0.5, sign * first * sigma)
        assert end is not None
        assert (end - at) / sigma == pytest.approx(sign, rel=5e-3)
        limit = crossing(by, i, 1.3528, sign * first * sigma)
        assert limit is not None
        assert (limit - at) / sigma == pytest.approx(sign * 1.645, rel=5e-3)


def test_a_range_may_end_before_the_crossing() -> None:
    by = found(Quadratic(low=-0.5, high=0.6))
    sigma = float(np.sqrt(VARIANCE[2]))  # 1.1: C is 0.1, so neither end is reached
    assert crossing(by, 2, 0.5, 0.3 * sigma) is None
    assert crossing(by, 2, 0.5, -0.3 * sigma) is None


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_near_end_of_the_other_side_stops_nothing(sign: float) -> None:
    """C is 0.1, its range ends 0.3 away on one side, and log L has fallen by 0.5 2.4 away on the other."""
    objective = Quadratic()
    ends = {"low": np.array([-9.0, -9.0, -0.2])} if sign > 0.0 else {"high": np.array([9.0, 9.0, 0.4])}
    objective.coordinates = objective.coordinates._replace(**ends)
    end = crossing(found(objective), 2, 0.5, sign * 0.9)
    assert end == pytest.approx(0.1 + sign * np.sqrt(VARIANCE[2]), rel=5e-3)


def test_a_quadratic_has_errors_and_no_profile() -> None:
    """Each parameter's interval is its value and error; all profiles give the same ends; without any, the same too."""
    by = found(Quadratic())
    covariance = noise_covariance(Quadratic(), by.maximum)
    for profiles in (None, False, True):
        made = intervals(Quadratic(), by.maximum, covariance, profiles)  # type: ignore[arg-type]
        for one, value, variance in zip(made, CENTRE, VARIANCE, strict=True):
            assert one.value == pytest.approx(value, abs=1e-3)
            assert one.error == pytest.approx(np.sqrt(variance), rel=2e-3)
            assert one.profiled == (profiles is True)
            assert one.determined
            ends = (one.low, one.high)
            expected = (value - np.sqrt(variance), value + np.sqrt(variance)) if profiles else (None, None)
            assert ends == (pytest.approx(expected, rel=1e-2, abs=5e-3) if profiles else expected)


@pytest.mark.parametrize(
    ("below", "above", "edge", "parabola"),
    [
        (0.5, 0.5, 9.0, True),
        (0.549, 0.451, 9.0, True),
        (0.551, 0.5, 9.0, False),
        (0.5, 0.449, 9.0, False),
        (0.5, 0.5, 0.99, False),  # the range ends within a standard error
    ],
)
def test_a_parabola_falls_by_half_on_both_sides_within_a_tenth(
    below: float, above: float, edge: float, parabola: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "fall", lambda by, i, at, start: (below if at < 0.0 else above, start))
    for low, high in ((-edge, 9.0), (-9.0, edge)):
        edges = Made(low=np.array([low]), high=np.array([high]))
        by: Any = Made(objective=Made(coordinates=edges), maximum=Made(point=Made(x=np.zeros(1))))
        assert module._is_parabola(by, 0, 1.0)[0] == parabola


@pytest.mark.parametrize(
    ("second", "names"),
    [
        (np.diag([1.0, 1e-5]), "do not determine B"),
        (np.array([[1.0, 0.99999], [0.99999, 1.0]]), "only a combination of A and B"),
    ],
)
def test_parameters_that_the_data_cannot_tell_apart_are_named(second: np.ndarray, names: str) -> None:
    maximum: Any = Made(free=np.ones(2, dtype=bool), hessian=second, scale=np.ones(2), point=Made(x=np.zeros(2)))
    with pytest.raises(jug.FitError, match=names):
        noise_covariance(Quadratic(second=second), maximum)  # type: ignore[arg-type]
    maximum.hessian = np.diag([1.0, 2e-4])
    assert noise_covariance(Quadratic(second=second), maximum)[1, 1] == pytest.approx(5000.0)  # type: ignore[arg-type]


def test_the_others_settle_where_the_curvature_is_eight_times_that_of_the_maximum() -> None:
    """Steps of 1 and 0.4 go too far, beyond twice the way; one of 0.16 goes 1.28 of it, and the fall is known."""
    by = found(Quadratic())
    flat = by._replace(maximum=by.maximum._replace(hessian=by.maximum.hessian / 8.0))
    x = CENTRE + np.array([0.0, 1.0, -1.0])
    point = _maximise_over_others(flat, 0, Point(x, *Quadratic()(x)))
    assert point is not None
    assert point.x[0] == x[0]
    assert point.value == pytest.approx(0.0, abs=1e-3)  # twice what is left by the limit of 5e-4


def test_the_curvature_of_an_element_at_an_edge_is_set_between_the_others() -> None:
    """Elements 0 and 2 are free, and 1 is not: its row is twice the fall over the square of the step."""
    free = np.array([True, False, True])
    by: Any = Made(maximum=Made(free=free, hessian=SECOND[np.ix_(free, free)]))
    found = newton_profile(by, 1, 0.5, 0.1)
    np.testing.assert_array_equal(found.places, [0, 1, 2])
    np.testing.assert_allclose(found.second, [[4.0, 0.0, 0.0], [0.0, 100.0, 0.0], [0.0, 0.0, 0.25]])
    np.testing.assert_array_equal(newton_profile(by, 2, 0.5, 0.1).second, by.maximum.hessian)


@pytest.mark.parametrize(("sign", "edge", "crossing"), [(1.0, 10.0, 1.0), (-1.0, 10.0, -1.0), (1.0, 0.9, None)])
def test_a_steep_fall_is_halved_between_the_points_on_both_sides(
    monkeypatch: pytest.MonkeyPatch, sign: float, edge: float, crossing: float | None
) -> None:
    """log L falls by x^40 / 2: the interpolated points alone would stay near the inner side."""
    by: Any = Made(
        maximum=Made(point=Made(x=np.zeros(1))),
        objective=Made(coordinates=Made(low=np.array([-edge]), high=np.array([edge]))),
    )
    monkeypatch.setattr(profile_module, "fall", lambda _by, _i, x, point: (0.5 * x**40, point))
    found = search_crossing(by, 0, 0.5, 0.5 * sign)
    assert found == (None if crossing is None else pytest.approx(crossing, rel=1e-3))


@pytest.mark.parametrize(("phi", "gain"), [([0.0, 0.0], 0.0), ([np.inf, 1.0], -np.inf), ([np.nan, 0.0], -np.inf)])
def test_a_term_without_variance_changes_nothing(phi: list[float], gain: float) -> None:
    """A variance that is not finite is no value of the term."""
    assert ConditionalNoise.of_variance(Made(), np.array(phi)) == gain  # type: ignore[arg-type]
