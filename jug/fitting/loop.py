"""The fit: Levenberg-Marquardt from an exact anchor, on either backend, until the predicted fall of chi2 is nothing.

Each round evaluates residuals and design matrix at a change dx from the anchor, takes a damped Gauss-Newton step,
and keeps it if chi2 falls. The first try is always undamped: timing models are nearly linear and two or three
rounds do. A step after which chi2 has risen is bent along the curvature of the residuals before it is damped, for
parameters that lie in a narrow curved valley (CM with TNCHROMIDX, WAVEs of hundreds of seconds with F0). The stop is
on the Newton decrement (the predicted fall of chi2), because chi2 itself carries rounding. A step ends at the first
border that a parameter meets, and the parameter stays there while it pushes out (`bounds`).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.compute.kernels import Kernels
from jug.compute.normal_equations import centred, with_offset
from jug.compute.solver import PIVOT_MIN, Step, covariance, damped_step, dense_matrix, precise, without_effect
from jug.core.blocks import Block
from jug.errors import FitError
from jug.fitting.bounds import Box, bounded_step
from jug.fitting.stop import Stop
from jug.model.evaluation.anchor import Anchor

DECREASE_TOLERANCE = 1e-8
"""Predicted fall of chi2 at which the last step is taken and the fit ends: 1e-4 sigma in one parameter before that
step, and quadratically less after it."""

ROUNDING_S, ROUNDING_DM = 2e-13, 1e-13
"""Rounding of one fast residual, s: two float64 delays of up to 500 s; and of a DM of up to 1000 pc cm^-3. chi2 is not
compared more finely than this."""

STAGNANT = 0.5
"""A step must bring the predicted fall below this share of what it was, or the fit has come down to rounding (once the
fall is below the rounding of chi2)."""

LEAST_DAMPING, MAX_DAMPING = 1e-14, 1e10
"""Damping begins at the smallest eigenvalue of the scaled normal matrix, where it halves the step along the combination
of parameters that is determined worst, and not below ``LEAST_DAMPING``."""

CURVATURE_GAIN = 0.3
"""A step is bent again while what chi2 has risen by comes down to less than this share."""

SLIGHT, PATIENCE = 1.0, 10
"""From a predicted fall of chi2 below ``SLIGHT``, one sigma, steps shrink quadratically where the data determine the
parameters; after so many steps without an end they do not."""

TURNED = 0.1
"""The columns of parameters that are named then have turned by this share of what the one that turned most has."""

GROWTH = 10.0
"""The damping grows by this when a step is refused, by ten times more with each refusal that follows, and falls by it
when a step is kept."""


class Outcome(NamedTuple):
    """How a fit ended.

    Parameters
    ----------
    dx : (k,) array
        Change of the free parameters from the anchor, kernel units, in the order of the layout.
    covariance : (k, k) array
        Kernel units squared, same order.
    size : (k,) array
        Length of each whitened column, per kernel unit.
    turns : (rows,) array
        Fast residuals at the end.
    blocks : tuple of blocks
        The design matrix there or one small step before; none with white noise alone.
    stop : Stop
    n_iter : int
        Steps tried.
    held : tuple of int
        The free parameters that sat at a border at the end.
    loose : tuple of int
        Those that the data do not determine, where this is why it stopped.
    """

    dx: NDArray[np.float64]
    covariance: NDArray[np.float64]
    size: NDArray[np.float64]
    residual: NDArray[np.float64]
    blocks: tuple[Block, ...]
    stop: Stop
    n_iter: int
    held: tuple[int, ...] = ()
    degenerate: tuple[int, ...] = ()


class FitPoint(NamedTuple):
    """A point of the fit: residuals, design matrix if kept, chi2, the undamped or damped step, and what it holds."""

    dx: NDArray[np.float64]
    residual: Any
    blocks: tuple[Block, ...] | None
    chi2: float
    step: NDArray[np.float64]
    decrease: float
    covariance: NDArray[np.float64] | None
    size: NDArray[np.float64]
    normal: Any
    held: tuple[int, ...] = ()


class Problem:
    """An anchored least-squares problem on one backend.

    Parameters
    ----------
    kernels : Kernels
    anchor : Anchor
    names : tuple of str
        Free parameters in the order of the layout, for messages.
    order : (k,) int array
        Position in the layout of each column of the design matrix.
    offset : bool
        Whether an overall phase offset is fitted with them.
    box : Box
        How far each may go.
    """

    def __init__(
        self,
        kernels: Kernels,
        anchor: Anchor,
        names: tuple[str, ...],
        order: NDArray[np.intp],
        offset: bool,
        box: Box,
    ) -> None:
        self.kernels, self.offset, self.box = kernels, offset, box
        columns = tuple(names[i] for i in order)
        self.names = ("the overall offset", *columns) if offset else columns
        self.place = np.argsort(order) + int(offset)
        self.reference = anchor.reference
        self.placed = kernels.to_device(anchor.reference)
        self.sigma, self.offset_mask = anchor.reference.sigma, anchor.reference.offset_mask
        others = len(self.sigma) - len(anchor.reference.rate)
        rounding = np.concatenate([ROUNDING_S * anchor.reference.rate, np.full(others, ROUNDING_DM)])
        self.rounding = rounding / self.sigma
        self.needs_matrix = False  # until a step cannot do without; from then on, looks make it

    def centred(self, residual: Any) -> NDArray[np.float64]:
        """Residuals with the best offset taken out, in units of their uncertainty."""
        return np.asarray(
            (centred(np, residual, self.sigma, self.offset_mask) if self.offset else residual) / self.sigma
        )

    def iteration(self, dx: NDArray[np.float64], damping: float, held: tuple[int, ...] = ()) -> FitPoint:
        """Evaluate at ``dx`` and solve for the step from there."""
        iteration, data = self.kernels.iteration, self.placed
        if self.needs_matrix:
            iteration, data = self.kernels.iteration_with_matrix, self.reference
        residual, step, blocks = iteration(data, dx, damping)
        at = FitPoint(dx, residual, blocks, np.inf, np.zeros_like(dx), 0.0, None, np.zeros_like(dx), None, held)
        return at if step is None else self._stepped(at, step, damping)

    def solve(self, at: FitPoint, damping: float) -> FitPoint:
        """The step from a point already evaluated."""
        return self._stepped(at, damped_step(np, at.normal, damping), damping)

    def blocks(self, at: FitPoint) -> tuple[Block, ...]:
        """The design matrix at a point, made again where it was not kept."""
        return self.kernels.evaluate(self.reference, at.dx).blocks if at.blocks is None else at.blocks

    def _stepped(self, at: FitPoint, step: Step, damping: float) -> FitPoint:
        at = at._replace(chi2=float(step.chi2))
        size = np.asarray(step.normal.scale)[self.place]
        if at.held:
            return self._holding(at._replace(size=size, normal=step.normal), damping)
        if not np.any(at.dx):
            self._refuse_idle(at, step)
        if damping == 0.0 and not float(step.pivot) > PIVOT_MIN and not len(without_effect(step.normal)):
            made = self.blocks(at)
            self.needs_matrix, at = True, at._replace(blocks=made)
            blocks = with_offset(np, made, at.residual, self.offset, self.offset_mask)
            residual = self.centred(at.residual) * self.sigma
            dx, decrease, cov = precise(blocks, residual, self.sigma, self.names, self.reference.prior, self.offset)
            cov = cov[np.ix_(self.place, self.place)]
            return at._replace(step=dx[self.place], decrease=decrease, covariance=cov, size=size, normal=step.normal)
        dx = np.asarray(step.dx)[self.place]
        return at._replace(step=dx, decrease=float(step.decrease), covariance=None, size=size, normal=step.normal)

    def _holding(self, at: FitPoint, damping: float) -> FitPoint:
        """The step with parameters held at their borders; ``held`` is empty when all of them may go."""
        columns = tuple(int(self.place[i]) for i in at.held)
        outward = tuple(self.box.side(i, at.dx) for i in at.held)
        step = bounded_step(at.normal, damping, columns, outward)
        kept = tuple(i for i in at.held if int(self.place[i]) in step.columns)
        return at._replace(step=step.dx[self.place], decrease=step.decrease, covariance=None, held=kept)

    def least(self, at: FitPoint) -> float:
        """The damping to begin with."""
        return max(float(np.linalg.eigvalsh(np.asarray(at.normal.gram))[0]), LEAST_DAMPING)

    def curved(self, here: FitPoint, there: FitPoint, damping: float) -> FitPoint:
        """Where a step from ``here`` leads that follows the curvature of the residuals.

        Half their second derivative along the step is what they have beyond the linear model at its end, and the
        matrix of the start takes it out (geodesic acceleration; Transtrum & Sethna 2012, arXiv:1201.5885); again, as
        long as chi2 comes down to a share of `BENT` of its excess.
        """
        worst = np.inf
        while here.chi2 < there.chi2 < here.chi2 + CURVATURE_GAIN * worst:
            worst, dx = there.chi2 - here.chi2, there.dx + self._bend(here, there, damping)
            if self.box.shortened(there.dx, dx - there.dx)[1] is not None:
                break
            curved = self.iteration(dx, 0.0)
            there = curved if curved.chi2 < there.chi2 else there
        return there

    def _bend(self, here: FitPoint, there: FitPoint, damping: float) -> NDArray[np.float64]:
        ref = self.reference
        normal = self.kernels.step(
            self.blocks(here), there.residual, ref.sigma, ref.prior, damping, ref.offset_mask
        ).normal
        gram, slope, scale = (np.asarray(part) for part in (normal.gram, normal.slope, normal.scale))
        gone = np.zeros(len(scale))
        gone[self.place] = there.dx - here.dx
        bend = np.linalg.lstsq(gram + damping * np.eye(len(scale)), slope + damping * scale * gone, rcond=1e-14)[0]
        return -(bend / scale)[self.place]

    def covariance(self, at: FitPoint) -> NDArray[np.float64]:
        """Covariance of the free parameters at a point, kernel units squared."""
        if at.covariance is not None:
            return at.covariance
        if at.held or len(without_effect(at.normal)):
            scale = np.outer(at.normal.scale, at.normal.scale)
            return (np.linalg.pinv(np.asarray(at.normal.gram), rcond=1e-13) / scale)[np.ix_(self.place, self.place)]
        return covariance(at.normal)[np.ix_(self.place, self.place)]

    def degenerate(self, before: FitPoint, after: FitPoint) -> tuple[int, ...]:
        """The parameters whose columns turned most between two points, as those of a constrained fit do not."""
        one, other = (dense_matrix(self.blocks(at)) / self.sigma[:, None] for at in (before, after))
        scale = np.sum(one**2, axis=0) * np.sum(other**2, axis=0)
        cosine = np.sum(one * other, axis=0) ** 2 / np.where(scale > 0.0, scale, 1.0)
        turned = 1.0 - cosine[self.place - int(self.offset)]
        return tuple(int(i) for i in np.flatnonzero(turned > TURNED * np.max(turned)))

    def idle(self, at: FitPoint) -> tuple[int, ...]:
        """The parameters that no residual depends on any more, where none is held at a border."""
        columns = () if at.held or at.normal is None else without_effect(at.normal)
        return tuple(int(i) for i in np.flatnonzero(np.isin(self.place, columns)))

    def noise_of_chi2(self, at: FitPoint) -> float:
        """How much chi2 moves by rounding of the residuals."""
        return 4.0 * float(np.linalg.norm(self.centred(at.residual) * self.rounding))

    def _refuse_idle(self, at: FitPoint, step: Step) -> None:
        which = without_effect(step.normal)
        idle = [self.names[i] for i in which]
        if idle and self.reference.prior is not None:
            matrix = dense_matrix(with_offset(np, self.blocks(at), at.residual, self.offset, self.offset_mask))[
                :, which
            ]
            if np.any(matrix) and np.all(np.isfinite(matrix)):
                raise NoiseTooStrong
        if idle:
            raise FitError(
                f"no TOA depends on {', '.join(idle)}, so {'it' if len(idle) == 1 else 'they'} cannot be fitted; "
                "hold fixed (--free, or fit flag 0), or take the line out"
            )


class NoiseTooStrong(Exception):
    """Correlated noise so strong that rounding leaves nothing of a column (`jug.model.covariance.noise.too_strong`)."""


def minimise(problem: Problem, n_free: int, max_iter: int) -> Outcome:
    """Run the fit from the anchor.

    Parameters
    ----------
    problem : Problem
    n_free : int
        Number of free parameters.
    max_iter : int
        Steps to try at most.

    Raises
    ------
    FitError
        Parameters without effect, or that cannot be told apart, by name.
    """
    here = problem.iteration(np.zeros(n_free), 0.0)
    damping, least, growth, stop, tried = 0.0, LEAST_DAMPING, GROWTH, Stop.MAX_ITERATIONS, 0
    near: tuple[FitPoint, int] | None = None
    while tried < max_iter:
        if damping == 0.0 and here.decrease < DECREASE_TOLERANCE:
            stop = Stop.CONVERGED
            break
        if here.decrease < SLIGHT and near is None:
            near = here, tried
        if near is not None and tried - near[1] >= PATIENCE:
            stop = Stop.UNDETERMINED
            break
        step, border = problem.box.shortened(here.dx, here.step)
        held = here.held if border is None else (*here.held, border)
        if border is not None and not np.any(step):
            here, tried = problem.solve(here._replace(held=held), damping), tried + 1
            continue
        there = problem.iteration(here.dx + step, 0.0, held)
        tried += 1
        noise = problem.noise_of_chi2(here)
        if there.chi2 > here.chi2 + noise and border is None and not held:
            there = problem.curved(here, there, damping)
        if there.chi2 <= here.chi2 + noise:
            stagnant = damping == 0.0 and there.decrease < noise and there.decrease > STAGNANT * here.decrease
            damping, growth = damping / GROWTH if damping > least else 0.0, GROWTH
            here = problem.solve(there, damping) if damping else there
            if stagnant:
                stop = Stop.STAGNATED
                break
            continue
        if damping == 0.0:
            damping = least = problem.least(here)
        else:
            damping, growth = growth * damping, GROWTH * growth
        if damping > MAX_DAMPING:
            stop = Stop.STAGNATED if here.decrease < noise else Stop.NO_DESCENT
            break
        here = problem.solve(here, damping)
    gone = problem.idle(here)
    stop = Stop.UNDETERMINED if gone else stop
    if stop is not Stop.CONVERGED:
        here = problem.solve(here, 0.0)
        dx = here.dx
    else:
        dx = here.dx + problem.box.shortened(here.dx, here.step)[0]
    residual = np.asarray(problem.kernels.residuals(problem.reference, dx))
    blocks = () if problem.reference.prior is None else problem.blocks(here)
    degenerate = (
        problem.degenerate(near[0], here) if near is not None and stop is Stop.UNDETERMINED and not gone else gone
    )
    return Outcome(dx, problem.covariance(here), here.size, residual, blocks, stop, tried, here.held, degenerate)
