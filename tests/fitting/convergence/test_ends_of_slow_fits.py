"""When a fit that is slow to end goes along a valley of chi2, by the numbers of its state."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.loop_state import LoopState, is_slow, may_follow_valley, note_slight_steps
from jug.fitting.stop import Stop


def state(decrease: float = 0.1, **fields: Any) -> LoopState:
    point: Any = Made(decrease=decrease, normal=np.eye(2))
    return LoopState(point, **fields)


@pytest.mark.parametrize(
    ("stop", "max_iter", "valleys", "follows"),
    [
        (Stop.MAX_ITERATIONS, 20, 0, True),
        (Stop.MAX_ITERATIONS, 19, 0, False),  # as few were asked for, the fit ends
        (Stop.UNDETERMINED, 1, 0, True),
        (Stop.UNDETERMINED, 1, 10, True),
        (Stop.UNDETERMINED, 1, 11, False),
        (Stop.CONVERGED, 100, 0, False),
    ],
)
def test_a_slow_fit_goes_along_a_valley(stop: Stop, max_iter: int, valleys: int, follows: bool) -> None:
    assert may_follow_valley(state(valleys=valleys), stop, max_iter) == follows


def test_without_normal_equations_there_is_no_valley() -> None:
    lost: Any = LoopState(Made(decrease=0.1, normal=None))  # type: ignore[arg-type]
    assert not may_follow_valley(lost, Stop.UNDETERMINED, 100)


@pytest.mark.parametrize(("n_iter", "slow"), [(6, False), (7, True)])
def test_a_fit_is_slow_after_more_than_four_slight_steps(n_iter: int, slow: bool) -> None:
    begun = state(n_iter=n_iter)
    assert is_slow(begun._replace(slight_since=(begun.current, 2))) == slow
    assert not is_slow(begun)


@pytest.mark.parametrize(("decrease", "slight"), [(0.99, True), (1.0, False)])
def test_a_step_is_slight_below_one(decrease: float, slight: bool) -> None:
    found = note_slight_steps(state(decrease, n_iter=3))
    assert (found.slight_since is not None) == slight
    assert found.patient_since == ((decrease, 3) if slight else None)


@pytest.mark.parametrize(
    ("decrease", "n_iter", "damping", "counts_again"),
    [
        (0.02499, 12, 0.0, True),  # below 0.05 of 0.5, ten steps later
        (0.025, 12, 0.0, False),
        (0.02499, 11, 0.0, False),
        (0.02499, 12, 1e-9, False),
    ],
)
def test_patience_is_counted_again_where_the_decrease_falls(
    decrease: float, n_iter: int, damping: float, counts_again: bool
) -> None:
    begun = state(decrease, n_iter=n_iter, damping=damping)
    begun = begun._replace(slight_since=(begun.current, 2), patient_since=(0.5, 2))
    assert note_slight_steps(begun).patient_since == ((decrease, n_iter) if counts_again else (0.5, 2))
