"""The loop of a fit: Levenberg-Marquardt from an exact anchor, on either backend.

With r the residuals, J their derivatives and W = diag(1/sigma^2), one iteration solves

    (J^T W J + damping D^2) step = -J^T W r,   D^2 = diag(J^T W J)

and accepts the step where chi2 does not rise (Levenberg 1944; Marquardt 1963). Timing models are nearly linear, so the
damping begins at zero and two or three iterations are enough. A rejected step makes the damping grow, an accepted one
makes it shrink, back to zero. Before a step is rejected, the geodesic acceleration corrects it for the curvature of the
residuals (`jug.fitting.geodesic`). Where many small steps follow each other, the curvature of chi2 along the last one
corrects the next (`jug.fitting.secant`). A fit that does not converge follows a valley of chi2
(`jug.fitting.along_valley`). A step is cut at the first bound that a parameter meets; the parameter stays there
while its gradient points outwards (`jug.least_squares.bounds`). The fit ends when the predicted decrease of chi2 is
below a tolerance, because chi2 itself carries rounding.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.compute.chunked_reference import is_chunked_coupled
from jug.core.array import Datum, Float, Parameter
from jug.core.blocks import Block
from jug.core.execution.progress import report
from jug.errors import FitError
from jug.fitting.degeneracy import parameters_without_effect, turned_parameters
from jug.fitting.loop_state import LoopState, delay_is_unseen, is_slow, may_follow_valley, note_slight_steps
from jug.fitting.secant import LEAST_STEP, correct_step, secant
from jug.fitting.stop import Stop
from jug.fitting.tolerances import DECREASE_TOLERANCE, GROWTH, MAX_DAMPING, PATIENCE, STAGNANT, VALLEYS
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem

if TYPE_CHECKING:
    from jug.compute.solver import Normal
    from jug.fitting.shapiro_delay import FreeShapiroDelay


class LoopResult(NamedTuple):
    """The end of a fit: the last values, their covariance and the reason to stop.

    Parameters
    ----------
    dx : (k,) array
        Change of the free parameters from the anchor, kernel units, in the order of the layout.
    covariance : (k, k) array
        Kernel units squared, same order.
    size : (k,) array
        Length of each whitened column, per kernel unit.
    residual : (rows,) array
        Fast residuals at the end.
    blocks : tuple of blocks
        The design matrix at the end or one small step before; empty with white noise alone.
    stop : Stop
    n_iter : int
        Number of steps that were tried.
    active : tuple of int
        The free parameters that were at a bound at the end.
    degenerate : tuple of int
        The parameters that the data do not determine, where the fit ended for this reason.
    normal : Normal or None
        The scaled normal equations of the last point.
    """

    dx: Float[Parameter]
    covariance: Float[Parameter, Parameter]
    size: Float[Parameter]
    residual: Float[Datum]
    blocks: tuple[Block, ...]
    stop: Stop
    n_iter: int
    active: tuple[int, ...] = ()
    degenerate: tuple[int, ...] = ()
    normal: "Normal | None" = None


def minimise(
    problem: LeastSquaresProblem,
    max_iter: int,
    start: Float[Parameter] | None = None,
    delay: "FreeShapiroDelay | None" = None,
) -> LoopResult:
    """Minimise chi2, beginning at the anchor.

    Parameters
    ----------
    problem : LeastSquaresProblem
    max_iter : int
        Largest number of steps.
    start : (k,) array, optional
        Change from the anchor at which to begin instead, kernel units.
    delay : FreeShapiroDelay or None
        Where the data do not show it, a fit that converges slowly ends instead of following a valley.

    Returns
    -------
    LoopResult

    Raises
    ------
    FitError
        Parameters without effect, or degenerate ones; the message names them.
    """
    state = init(problem, start)
    while (stop := terminate(state, max_iter)) is None or may_follow_valley(state, stop, max_iter):
        if stop is not None and delay_is_unseen(problem, state, delay):
            return postprocess(problem, state, Stop.UNDETERMINED)
        report("iterations of the fit", state.n_iter + 1)
        try:
            state = note_slight_steps(
                step(problem, state) if stop is None else _follow_valley(problem, state, max_iter)
            )
        except FitError:  # parameters are degenerate where a valley led
            if not state.valleys:
                raise
            state = state._replace(stop=Stop.UNDETERMINED, valleys=max(state.valleys, VALLEYS))
    return postprocess(problem, state, stop)


def _follow_valley(problem: LeastSquaresProblem, state: LoopState, max_iter: int) -> LoopState:
    from jug.fitting.along_valley import continue_along_valley  # few fits need it

    return continue_along_valley(problem, state, max_iter)


def init(problem: LeastSquaresProblem, start: Float[Parameter] | None = None) -> LoopState:
    """Evaluate the problem at the start, and solve for the undamped step.

    Parameters
    ----------
    problem : LeastSquaresProblem
    start : (k,) array, optional
        Change from the anchor, kernel units; the anchor itself when absent.

    Returns
    -------
    LoopState
    """
    return note_slight_steps(LoopState(problem.iteration(np.zeros(problem.n_free) if start is None else start, 0.0)))


def terminate(state: LoopState, max_iter: int) -> Stop | None:
    """Return the reason to end the fit, or None where it continues.

    Parameters
    ----------
    state : LoopState
    max_iter : int
        Steps to try at most.

    Returns
    -------
    Stop or None
    """
    if state.stop is not None:
        return state.stop
    if state.n_iter >= max_iter + state.more:
        return Stop.MAX_ITERATIONS
    if state.damping == 0.0 and state.current.decrease < DECREASE_TOLERANCE:
        return Stop.CONVERGED
    if state.patient_since is not None and state.n_iter - state.patient_since[1] >= PATIENCE:
        return Stop.UNDETERMINED
    return None


def step(problem: LeastSquaresProblem, state: LoopState) -> LoopState:
    """Try one step, and accept or reject it.

    Parameters
    ----------
    problem : LeastSquaresProblem
    state : LoopState

    Returns
    -------
    LoopState

    Raises
    ------
    FitError
        Degenerate parameters; the message names them.
    """
    current = state.current
    state = state._replace(n_iter=state.n_iter + 1)
    dx, bound = problem.box.cut_at_bound(current.dx, current.step)
    active = current.active if bound is None else (*current.active, bound)
    if bound is not None and not np.any(dx):
        return state._replace(current=problem.solve(current._replace(active=active), state.damping))
    trial = problem.iteration(current.dx + dx, 0.0, active)
    rounding = problem.rounding_of_chi2(current)
    if trial.chi2 > current.chi2 + rounding and not active:
        from jug.fitting.geodesic import follow_curvature  # few fits need it

        trial = follow_curvature(problem, current, trial, state.damping)
    state = state._replace(curve=secant(problem, current, trial, state.curve) if is_slow(state) else None)
    if trial.chi2 <= current.chi2 + rounding:
        return accept(problem, state, correct_step(problem, trial, state.curve), rounding)
    if state.curve is not None and state.damping == 0.0 and not state.retried:
        return state._replace(current=correct_step(problem, problem.solve(current, 0.0), state.curve), retried=True)
    return reject(problem, state, rounding)


def accept(problem: LeastSquaresProblem, state: LoopState, trial: FitPoint, rounding: float) -> LoopState:
    """Continue from the trial point, with less damping.

    Parameters
    ----------
    problem : LeastSquaresProblem
    state : LoopState
    trial : FitPoint
        Where the step ends.
    rounding : float
        Rounding of chi2.

    Returns
    -------
    LoopState
    """
    limit = rounding if state.curve is None else LEAST_STEP
    stagnant = state.damping == 0.0 and STAGNANT * state.current.decrease < trial.decrease < limit
    falls = state.curve is None and state.damping > state.first_damping
    damping = state.damping / GROWTH if falls else 0.0
    return state._replace(
        current=problem.solve(trial, damping) if damping else trial,
        damping=damping,
        growth=GROWTH,
        retried=False,
        stop=Stop.STAGNATED if stagnant else None,
    )


def reject(problem: LeastSquaresProblem, state: LoopState, rounding: float) -> LoopState:
    """Stay at the current point, and solve for a step with more damping.

    Parameters
    ----------
    problem : LeastSquaresProblem
    state : LoopState
    rounding : float
        Rounding of chi2.

    Returns
    -------
    LoopState
        With a reason to stop where the damping is above ``MAX_DAMPING``.
    """
    if state.damping == 0.0:
        damping = problem.smallest_eigenvalue(state.current)
        state = state._replace(damping=damping, first_damping=damping)
    else:
        state = state._replace(damping=state.growth * state.damping, growth=GROWTH * state.growth)
    if state.damping > MAX_DAMPING:
        return state._replace(stop=Stop.STAGNATED if state.current.decrease < rounding else Stop.NO_DESCENT)
    return state._replace(current=problem.solve(state.current, state.damping))


def postprocess(problem: LeastSquaresProblem, state: LoopState, stop: Stop) -> LoopResult:
    """Add the last step of a converged fit, and compute covariance, residuals and undetermined parameters.

    Parameters
    ----------
    problem : LeastSquaresProblem
    state : LoopState
    stop : Stop
        The reason from `terminate`.

    Returns
    -------
    LoopResult

    Raises
    ------
    FitError
        A residual is not finite.
    """
    current = state.current
    degenerate = parameters_without_effect(problem, current)
    if degenerate:
        stop = Stop.UNDETERMINED
    elif stop is Stop.UNDETERMINED and state.slight_since is not None:
        degenerate = turned_parameters(problem, state.slight_since[0], current)
    if stop is Stop.CONVERGED:
        dx = current.dx + problem.box.cut_at_bound(current.dx, current.step)[0]
        if problem.needs_matrix:  # the covariance is that of the last point, which a long flat step may raise
            last = problem.iteration(dx, 0.0, current.active)
            current = last if last.chi2 <= current.chi2 + problem.rounding_of_chi2(current) else current
            dx = current.dx
    else:
        current = problem.solve(current, 0.0)
        dx = current.dx
    residual = np.asarray(problem.kernels.residuals(problem.reference, dx))
    later = problem.reference.prior is None or is_chunked_coupled(problem.reference)
    blocks = () if later else problem.blocks(current)
    covariance = problem.covariance(current)
    end = LoopResult(dx, covariance, current.size, residual, blocks, stop, state.n_iter, current.active, degenerate)
    return end._replace(normal=current.normal)
