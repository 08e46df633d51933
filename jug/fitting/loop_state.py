"""The state of the loop of a fit, and tests of its last small steps."""

from typing import TYPE_CHECKING, NamedTuple

from jug.fitting.secant import Secant
from jug.fitting.stop import Stop
from jug.fitting.tolerances import FALLING, GROWTH, MANY_STEPS, PATIENCE, SLIGHT, SLOW, VALLEYS
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LEAST_DAMPING, LeastSquaresProblem

if TYPE_CHECKING:
    from jug.fitting.shapiro_delay import FreeShapiroDelay


class LoopState(NamedTuple):
    """The state of the loop.

    Parameters
    ----------
    current : FitPoint
        The last accepted point, and the step from there.
    n_iter : int
        Number of steps that were tried.
    damping : float
        Added to the unit diagonal of the scaled normal matrix, no unit.
    first_damping : float
        The damping after the first rejection; below it the damping goes back to zero.
    growth : float
        The factor of the next growth of the damping.
    slight_since : (FitPoint, int) or None
        Where, and at which step, the predicted decrease first was below ``SLIGHT``.
    patient_since : (float, int) or None
        The predicted decrease, and the step, from which ``PATIENCE`` is counted.
    curve : Secant or None
        Curvature along the last step of a fit that is slow to end.
    retried : bool
        Whether the step from here was corrected for that curvature after chi2 had risen.
    stop : Stop or None
        Set by a step that ends the fit.
    valleys : int
        How often the fit went along a valley (`jug.fitting.valley`).
    more : int
        Number of steps that valleys add to the largest number.
    """

    current: FitPoint
    n_iter: int = 0
    damping: float = 0.0
    first_damping: float = LEAST_DAMPING
    growth: float = GROWTH
    slight_since: tuple[FitPoint, int] | None = None
    patient_since: tuple[float, int] | None = None
    curve: Secant | None = None
    retried: bool = False
    stop: Stop | None = None
    valleys: int = 0
    more: int = 0


def note_slight_steps(state: LoopState) -> LoopState:
    """Note where the predicted decrease of chi2 is first slight; count anew where it has fallen much since.

    Parameters
    ----------
    state : LoopState

    Returns
    -------
    LoopState
    """
    decrease, n_iter = state.current.decrease, state.n_iter
    if state.slight_since is None or state.patient_since is None:
        slight = (state.current, n_iter)
        return state if decrease >= SLIGHT else state._replace(slight_since=slight, patient_since=(decrease, n_iter))
    before, since = state.patient_since
    falls = n_iter - since >= PATIENCE and state.damping == 0.0 and decrease < FALLING * before
    return state._replace(patient_since=(decrease, n_iter)) if falls else state


def is_slow(state: LoopState) -> bool:
    """Whether the fit goes on after more than ``SLOW`` slight steps."""
    return state.slight_since is not None and state.n_iter - state.slight_since[1] > SLOW


def may_follow_valley(state: LoopState, stop: Stop, max_iter: int) -> bool:
    """Whether a fit that would end for this reason follows a valley instead.

    Parameters
    ----------
    state : LoopState
    stop : Stop
        The reason.
    max_iter : int
        Largest number of steps; with fewer than ``MANY_STEPS`` the fit ends.

    Returns
    -------
    bool
    """
    slow = stop is Stop.UNDETERMINED or (stop is Stop.MAX_ITERATIONS and max_iter >= MANY_STEPS)
    return slow and state.valleys <= VALLEYS and state.current.normal is not None


def delay_is_unseen(problem: LeastSquaresProblem, state: LoopState, delay: "FreeShapiroDelay | None") -> bool:
    """Whether the data do not show a Shapiro delay, so that the fit is slow.

    Parameters
    ----------
    problem : LeastSquaresProblem
    state : LoopState
    delay : FreeShapiroDelay or None

    Returns
    -------
    bool
    """
    point = state.current
    return delay is not None and point.normal is not None and not delay.is_seen(problem, point.normal, point.dx)
