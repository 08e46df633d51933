"""Starts, ends and maxima of the noise likelihood, on likelihoods that are made up; and what is said of each."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.findings.interval import Interval
from jug.fitting.noise.coordinates import A_FACTOR, A_SIZE, ANY_OTHER, Coordinates
from jug.fitting.noise.maximum import Maximum, Point, leads_to
from jug.fitting.noise.search import _of_one_maximum, _start_with_amplitude, _where_defined, maxima_from
from jug.fitting.noise.starts import starts_of
from jug.fitting.result.noise_table import noise_table

EDGES = Coordinates(  # a factor, an amplitude, its index, and a size without one
    kind=np.array([A_FACTOR, A_SIZE, ANY_OTHER, A_SIZE]),
    zero=np.array([-1.0, 0.0, 0.0, 0.0]),
    partner=np.array([-1, 2, -1, -1]),
    tilt=np.zeros(4),
    width=np.ones(4),
    low=np.array([-5.0, 1e-6, 0.0, 1e-6]),
    high=np.array([5.0, 9.0, 7.0, 2.0]),
    multiplier=np.full(4, -1),
    total=np.full(4, -1),
    error=np.zeros(4),
)
HERE = np.array([0.0, 1.0, 3.0, 1.0])


def point(value: float = 10.0, **at: float) -> Point:
    x = HERE.copy()
    for name, one in at.items():
        x[int(name[1:])] = one
    return Point(x, value, np.zeros(4))


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        (point(), point(10.04), True),
        (point(), point(10.06), False),
        (point(10.06), point(), False),
        (point(), point(x0=0.49), True),
        (point(), point(x0=0.5), False),
        (point(x1=0.09, x2=1.0), point(x1=0.05, x2=6.0), True),  # without an amplitude the index says nothing
        (point(x1=0.1, x2=1.0), point(x1=0.05, x2=6.0), False),
        (point(x3=0.01, x2=1.0), point(x3=0.01, x2=6.0), False),  # this size is not the amplitude of the index
    ],
)
def test_ends_of_one_maximum(a: Point, b: Point, alike: bool) -> None:
    assert _of_one_maximum(EDGES, a, b) == alike


def test_the_first_element_may_be_the_index_of_a_process() -> None:
    edges = EDGES._replace(kind=EDGES.kind[[2, 1, 0, 3]], partner=np.array([-1, 0, -1, -1]))
    assert _of_one_maximum(edges, point(x0=1.0, x1=0.09), point(x0=6.0, x1=0.05))
    assert not _of_one_maximum(edges, point(x0=1.0, x1=0.1), point(x0=6.0, x1=0.05))


def parabola(value: float, centre: float, converged: bool = True) -> Maximum:
    """One of two elements, the second at its lower edge 0 with a slope of 1."""
    point = Point(np.array([centre, 0.0]), value, np.array([0.0, 1.0]))
    return Maximum(point, np.array([0.5, 1.0]), np.array([True, False]), np.array([[4.0]]), converged)


@pytest.mark.parametrize(
    ("x", "value", "slope", "leads"),
    [
        ((1.0, 0.0), 7.0, 0.0, True),
        ((1.4, 0.0), 7.32, 1.6, True),  # 0.8 standard errors away: 4 x 0.4^2 / 2 higher
        ((1.4, 0.1), 7.42, 1.6, True),
        ((1.4, 0.1), 7.32, 1.6, False),  # the edge's slope counts
        ((1.4, 0.0), 7.40, 1.6, False),
        ((1.4, 0.0), 7.32, 0.0, False),  # another extremum there
        ((1.6, 0.0), 7.72, 2.4, False),  # too far to say
    ],
)
def test_a_climb_ends_near_a_maximum_that_is_known(
    x: tuple[float, float], value: float, slope: float, leads: bool
) -> None:
    assert leads_to(parabola(7.0, 1.0), Point(np.array(x), value, np.array([slope, 1.0]))) == leads


def test_sizes_shrink_until_the_likelihood_is_defined() -> None:
    """It is not where the amplitude is 0.6 or more: 1, 0.7, 0.49."""

    class Objective:
        coordinates = EDGES

        def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
            return 0.0, np.full(4, float(x[1] < 0.6))

    found = _where_defined(Objective(), HERE)  # type: ignore[arg-type]
    assert found == pytest.approx([0.0, 0.49, 3.0, 0.49])
    low = HERE * np.array([1.0, 0.5, 1.0, 1.0])
    assert np.array_equal(_where_defined(Objective(), low), low)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("x1", "wanted", "index"), [(1e-6, 3.5, 3.5), (1e-6, 0.5, 0.5), (1e-6, 99.0, None), (0.01, 3.5, None)]
)
def test_a_process_is_tried_with_other_indices(x1: float, wanted: float, index: float | None) -> None:
    """The slope by the amplitude is negative, log L rises with it, at one index only."""

    class Objective:
        coordinates = EDGES

        def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
            return 0.0, np.array([0.0, -1.0 if x[2] == wanted else 1.0, 0.0, -1.0])

    found = _start_with_amplitude(Objective(), point(x1=x1, x3=1e-6))  # type: ignore[arg-type]
    assert (found is None) == (index is None)
    if found is not None:
        assert found.tolist() == [0.0, 0.3, index, 1e-6]


def test_a_process_is_revived_with_an_index_below_zero() -> None:
    """RNIDX of tempo2 is from -7 to 0: -0.5, -2, -3.5, ... are tried."""
    edges = EDGES._replace(low=np.array([-5.0, 1e-6, -7.0, 1e-6]), high=np.array([5.0, 9.0, 0.0, 2.0]))

    class Objective:
        coordinates = edges

        def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
            return 0.0, np.array([0.0, -1.0 if x[2] == -3.5 else 1.0, 0.0, 0.0])

    found = _start_with_amplitude(Objective(), point(x1=1e-6, x2=-1.0, x3=1e-6))  # type: ignore[arg-type]
    assert found is not None
    assert found.tolist() == [0.0, 0.3, -3.5, 1e-6]


def test_starts_spread_over_the_ranges() -> None:
    """The model's own values first; of the others one in each part of each range: factors from 1/2 to 2."""
    starts = starts_of(EDGES, HERE, 9, 1)
    assert starts.shape == (9, 4)
    assert starts[0].tolist() == HERE.tolist()
    factor = 0.5 * np.log1p(np.array([5.0, 20.0]) ** 2)
    ranges = [tuple(factor), (0.3, 3.5), (0.0, 7.0), (0.3, 2.0)]
    for column, (low, high) in zip(starts[1:].T, ranges, strict=True):
        assert sorted(np.floor((column - low) / (high - low) * 8.0).astype(int)) == list(range(8))
    assert np.array_equal(starts, starts_of(EDGES, HERE, 9, 1))
    assert not np.array_equal(starts, starts_of(EDGES, HERE, 9, 2))
    assert starts_of(EDGES, HERE, 1, 1).tolist() == [HERE.tolist()]
    assert len(starts_of(EDGES, HERE, 2, 1)) == 2


class TwoWells:
    """-log L of one element with minima at -2 (lower by 1) and 2."""

    coordinates = EDGES._replace(
        kind=np.array([ANY_OTHER]), zero=np.zeros(1), partner=np.array([-1]), tilt=np.zeros(1), width=np.ones(1),
        low=np.array([-9.0]), high=np.array([9.0]), multiplier=np.array([-1]), total=np.array([-1]), error=np.zeros(1),
    )  # fmt: skip

    def __call__(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        return float((x[0] ** 2 - 4.0) ** 2 + 0.25 * x[0]), 4.0 * x * (x**2 - 4.0) + 0.25


def test_maxima_are_in_order_with_their_starts() -> None:
    found = maxima_from(TwoWells(), np.array([[3.0], [1.0], [-1.0], [2.5]]))  # type: ignore[arg-type]
    assert [(round(float(one.maximum.point.x[0])), one.n_starts) for one in found] == [(-2, 1), (2, 3)]
    assert all(one.maximum.converged for one in found)
    assert found[1].maximum.point.value - found[0].maximum.point.value == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        (Interval(1.5, 0.25), ["1.5", "0.25"]),
        (Interval(1.5, 0.25, 1.2, 1.9, profiled=True), ["1.5", "0.25", "68%: 1.2 to 1.9"]),
        (Interval(1.5, None, None, 1.9, profiled=True), ["1.5", "68%: edge to 1.9"]),
        (Interval(1.5, None, 1.2, None, profiled=True), ["1.5", "68%: 1.2 to edge"]),
        (Interval(0.0, None, upper_limit=0.7), ["0", "95%: below 0.7"]),
        (Interval(4.0, None, lower_limit=3.5), ["4", "95%: above 3.5"]),
        (Interval(0.5, 0.3, 0.0, 0.8, 1.1, None, True), ["0.5", "0.3", "68%: 0 to 0.8; 95%: below 1.1"]),
        (Interval(4.0, None), ["4", "at the edge of its range; no limit inside it"]),
        (Interval(3.0, None, determined=False), ["undetermined", "the process is not found"]),
    ],
)
def test_what_is_said_of_a_parameter(interval: Interval, said: list[str]) -> None:
    entry: Any = Made(name="EQUAD1", label="EQUAD -f L", unit="us")
    row = noise_table([entry], {"EQUAD1": interval}).splitlines()[-1]
    assert row.split() == " ".join(["EQUAD -f L us", *said]).split()
