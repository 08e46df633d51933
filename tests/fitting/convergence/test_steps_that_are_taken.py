"""A step of the loop that is taken: when it ends the fit as stagnant, and how the damping goes on."""

from types import SimpleNamespace as Made
from typing import Any

import pytest

from jug.fitting.loop import accept
from jug.fitting.loop_state import LoopState
from jug.fitting.secant import LEAST_STEP
from jug.fitting.stop import Stop
from jug.fitting.tolerances import GROWTH, STAGNANT

ROUNDING = 1e-3


def taken(after: float, before: float = 1.0, **given: Any) -> LoopState:
    """A step after which the next would lower chi2 by so much; the step itself was to lower it by `before`."""
    state = LoopState(Made(decrease=before), growth=99.0, retried=True, **given)  # type: ignore[arg-type]
    problem: Any = Made(solve=lambda point, damping: (point, damping))
    return accept(problem, state, Made(decrease=after), ROUNDING)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("after", "before", "stop"),
    [
        (0.6e-3, 1e-3, Stop.STAGNATED),  # below the rounding, and more than half of the last one
        (STAGNANT * 1e-3, 1e-3, None),
        (0.4e-3, 1e-3, None),  # it still falls
        (1e-3, 1e-3, None),  # the rounding itself
        (2e-3, 1e-3, None),
    ],
)
def test_a_fit_stagnates_below_the_rounding_of_chi2(after: float, before: float, stop: Stop | None) -> None:
    assert taken(after, before).stop is stop


def test_it_does_not_while_a_step_is_damped() -> None:
    assert taken(0.6e-3, 1e-3, damping=1e-2, first_damping=1e-2).stop is None


def test_steps_of_a_secant_stagnate_at_a_limit_of_their_own() -> None:
    """Their damping is over."""
    curve: Any = Made()
    found = taken(0.6e-3, 1e-3, curve=curve)
    assert (found.stop, found.damping) == (None, 0.0)
    assert taken(0.6 * LEAST_STEP, LEAST_STEP, curve=curve).stop is Stop.STAGNATED
    assert taken(1.0, damping=1.0, first_damping=0.1, curve=curve).damping == 0.0


def test_the_damping_falls_until_it_is_where_it_began() -> None:
    """By the factor of its growth, which begins again; the next step is solved for with it, or undamped as it is."""
    found = taken(0.5, damping=1.0, first_damping=0.1)
    assert (found.damping, found.growth, found.retried) == (1.0 / GROWTH, GROWTH, False)
    assert found.current[1] == 1.0 / GROWTH  # type: ignore[index]
    last = taken(0.5, damping=0.1, first_damping=0.1)
    assert (last.damping, last.current.decrease) == (0.0, 0.5)
