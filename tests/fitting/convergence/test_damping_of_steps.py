"""How the damping of a fit grows and falls, and when its loop ends."""

from types import SimpleNamespace as Made
from typing import Any

import pytest

from jug.fitting.loop import accept, reject
from jug.fitting.loop_state import LoopState
from jug.fitting.stop import Stop

PROBLEM: Any = Made(
    solve=lambda point, damping: Made(decrease=point.decrease, solved=damping), smallest_eigenvalue=lambda point: 1e-4
)


def point(decrease: float) -> Any:
    return Made(decrease=decrease, solved=None)


@pytest.mark.parametrize(
    ("damping", "first", "curve", "after"),
    [(1e-2, 1e-4, None, 1e-3), (1e-4, 1e-4, None, 0.0), (0.0, 1e-4, None, 0.0), (1e-2, 1e-4, "curved", 0.0)],
)
def test_the_damping_falls_by_ten_and_from_its_first_value_to_none(
    damping: float, first: float, curve: Any, after: float
) -> None:
    """The next step is solved for again only with damping; a curvature along the last step takes its place."""
    state = LoopState(point(1.0), damping=damping, first_damping=first, growth=1e4, curve=curve, retried=True)
    found = accept(PROBLEM, state, point(0.5), 1e-9)
    assert found.damping == pytest.approx(after)
    assert found.current.solved == (pytest.approx(after) if after else None)
    assert (found.growth, found.retried, found.stop) == (10.0, False, None)


@pytest.mark.parametrize(
    ("damping", "before", "now", "stop"),
    [
        (0.0, 1e-10, 0.6e-10, Stop.STAGNATED),
        (0.0, 1e-10, 0.5e-10, None),
        (0.0, 4e-9, 2.5e-9, None),
        (1e-2, 1e-10, 0.6e-10, None),
    ],
)
def test_undamped_steps_below_the_rounding_must_halve_their_gain(
    damping: float, before: float, now: float, stop: Stop | None
) -> None:
    """The rounding of chi2 is 1e-9 here; above it, and with damping, the fit goes on."""
    state = LoopState(point(before), damping=damping, first_damping=1e-4)
    assert accept(PROBLEM, state, point(now), 1e-9).stop is stop


def test_the_damping_grows_ever_faster() -> None:
    """It begins at the smallest eigenvalue, then grows by 10, 100, ..."""
    state = LoopState(point(1.0))
    found = []
    for _ in range(4):
        state = reject(PROBLEM, state, 1e-9)
        found.append(state.damping)
    assert found == pytest.approx([1e-4, 1e-3, 1e-1, 1e2])
    assert state.first_damping == 1e-4
    assert state.current.solved == pytest.approx(1e2)


@pytest.mark.parametrize(
    ("decrease", "stop"), [(1e-10, Stop.STAGNATED), (1e-9, Stop.NO_DESCENT), (1.0, Stop.NO_DESCENT)]
)
def test_above_the_largest_damping_the_fit_ends(decrease: float, stop: Stop) -> None:
    """By rounding where no gain above it was promised."""
    at_limit = LoopState(point(decrease), damping=1e9, growth=10.0)
    assert reject(PROBLEM, at_limit, 1e-9).stop is None  # 1e10 itself
    assert reject(PROBLEM, at_limit._replace(growth=11.0), 1e-9).stop is stop
