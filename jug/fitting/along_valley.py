"""Steps of the loop along a valley of chi2, after which the loop continues."""

from jug.errors import FitError
from jug.fitting.curved_valley import follow_curved_valley
from jug.fitting.degeneracy import turned_parameters
from jug.fitting.loop_state import LoopState
from jug.fitting.stop import Stop
from jug.fitting.tolerances import DECREASE_TOLERANCE, VALLEYS
from jug.fitting.valley import follow_valley, least_determined, steps_are_negligible
from jug.least_squares.problem import LeastSquaresProblem


def continue_along_valley(problem: LeastSquaresProblem, state: LoopState, max_iter: int) -> LoopState:
    """Continue from the minimum along a valley, or with more steps allowed where none was found.

    Parameters
    ----------
    problem : LeastSquaresProblem
    state : LoopState
    max_iter : int
        Steps that are added.

    Returns
    -------
    LoopState
    """
    current = state.current
    if current.active or state.valleys >= VALLEYS:
        return _continue_along_curved_valley(problem, state, max_iter)
    since = state.slight_since[0] if state.slight_since else None
    turned = () if since is None else turned_parameters(problem, since, current)
    i = least_determined(problem, current, turned)
    end = None if i is None else follow_valley(problem, current, i)
    tried = 0 if end is None else end.tried
    new = LoopState(current if end is None else problem.iteration(end.dx, 0.0), state.n_iter + tried)
    rests = since is not None and steps_are_negligible(problem, since, new.current)
    stop = Stop.STAGNATED if rests and state.valleys > 0 else None
    return new._replace(more=state.more + max_iter + tried, valleys=state.valleys + 1, stop=stop)


def _continue_along_curved_valley(problem: LeastSquaresProblem, state: LoopState, max_iter: int) -> LoopState:
    """Follow a valley of several parameters, once in a fit, where all other means have failed."""
    last = state._replace(valleys=VALLEYS + 1, stop=Stop.UNDETERMINED)
    end = follow_curved_valley(problem, state.current.dx)
    if end is None:
        return last
    try:
        point = problem.iteration(end.dx, 0.0, end.active)
    except FitError:  # parameters are degenerate there
        return last
    n_iter = state.n_iter + end.tried
    patient = (point.decrease, n_iter) if state.slight_since else None
    stop = None if point.decrease < DECREASE_TOLERANCE else end.stop
    new = LoopState(point, n_iter, slight_since=state.slight_since, patient_since=patient, stop=stop)
    return new._replace(more=state.more + max_iter + end.tried, valleys=VALLEYS + 1)
