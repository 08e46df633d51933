"""The kernels of a fit with NumPy.

Many rows are evaluated in chunks, and groups of chunks go over the cores. Chunks and groups do not depend on the number
of cores, so the sums over them are the same to the last bit. So is the step, as long as BLAS has the same number of
threads (`jug.core.execution.blas_threads`).
"""

from typing import NamedTuple

import numpy as np

from jug.compute.chunked_reference import chunk_of_rows, is_chunked, is_chunked_coupled
from jug.compute.normal_equations import GroupSums, Iteration, iteration_of_groups, step_of, sums_of
from jug.compute.solver import Step
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Array, Datum, Float, Parameter
from jug.core.blocks import Block
from jug.core.execution.chunks import chunks, groups, over_chunks
from jug.core.execution.progress import counting
from jug.core.execution.stopwatch import Stopwatch
from jug.core.execution.threads import threads_for_chunks
from jug.model.covariance.noise import Prior
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.columns import count_dense_columns
from jug.model.evaluation.evaluate import Evaluation, evaluate, phase_residuals
from jug.model.evaluation.rows_apart import MeasuredRows, evaluate_apart
from jug.model.parameters import Layout


class NumpyKernels(NamedTuple):
    """The kernels for one model structure; `jug.compute.kernels.Kernels` describes each.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
    stopwatch : Stopwatch
        Gets the time of each stage.
    """

    components: tuple[Component, ...]
    layout: Layout
    stopwatch: Stopwatch

    @without_numpy_warnings
    def evaluate(self, reference: Reference, dx: Float[Parameter]) -> Evaluation:
        """Evaluate residuals and design matrix at a change of the parameters.

        Parameters
        ----------
        reference : Reference
            The arrays of the anchor.
        dx : (k,) array
            Change from the anchor, kernel units.

        Returns
        -------
        Evaluation
        """
        return evaluate(np, self.components, self.layout, reference, dx)

    @without_numpy_warnings
    def residuals(self, reference: Reference, dx: Float[Parameter]) -> Float[Datum]:
        """Evaluate the residuals without the design matrix.

        Parameters
        ----------
        reference : Reference
            The arrays of the anchor.
        dx : (k,) array
            Change from the anchor, kernel units.

        Returns
        -------
        (rows,) array
            Phase residuals, turns; for wideband data then the DM residuals, pc cm^-3.
        """
        if not (is_chunked(reference) or is_chunked_coupled(reference)):
            return phase_residuals(np, self.components, self.layout, reference, dx)

        def of(rows: slice) -> Float[Datum]:
            return phase_residuals(np, self.components, self.layout, chunk_of_rows(reference, rows), dx)

        n = len(reference.residual)
        parts = over_chunks(of, n, "residuals", columns=count_dense_columns(self.layout, reference.x))
        toas = [part[: rows.stop - rows.start] for part, rows in zip(parts, chunks(n), strict=True)]
        dms = [part[len(own) :] for part, own in zip(parts, toas, strict=True)]
        return np.concatenate([*toas, *dms])

    @without_numpy_warnings
    def step(
        self,
        blocks: tuple[Block, ...],
        residual: Float[Datum],
        sigma: Float[Datum],
        prior: Prior | None,
        damping: float,
        offset_mask: Float[Datum] | None = None,
    ) -> Step:
        """Solve for the damped step from residuals and design matrix.

        Parameters
        ----------
        blocks : tuple of blocks
            The design matrix, (rows, k).
        residual, sigma : (rows,) arrays
            Residuals and their white uncertainties, turns and pc cm^-3.
        prior : Prior or None
            Correlated noise.
        damping : float
            Added to the unit diagonal of the scaled normal matrix.
        offset_mask : (rows,) array, optional
            1 on the rows that the overall offset moves, else 0; all rows when absent.

        Returns
        -------
        Step
            With the offset first where the fit has one.
        """
        return step_of(np, blocks, residual, sigma, prior, damping, self.layout.offset, offset_mask)

    @without_numpy_warnings
    def iteration(self, reference: Reference, dx: Float[Parameter], damping: float) -> Iteration:
        """Evaluate the residuals, and solve for the step; many rows are evaluated in chunks.

        Parameters
        ----------
        reference : Reference
            The arrays of the anchor.
        dx : (k,) array
            Change from the anchor, kernel units.
        damping : float
            Added to the unit diagonal of the scaled normal matrix, no unit.

        Returns
        -------
        Iteration
            Without a step where a residual is not finite.
        """
        self.stopwatch.restart()
        found = None
        if is_chunked(reference):
            found = self._chunked_iteration(reference, dx, damping)
        elif is_chunked_coupled(reference):
            from jug.compute.correlated_iteration import correlated_iteration

            found = correlated_iteration(self.layout, self._evaluate_apart, reference, dx, damping)
        if found is None:
            return self.iteration_with_matrix(reference, dx, damping)
        self.stopwatch.lap("evaluate, normal equations and step")
        return found

    @without_numpy_warnings
    def iteration_with_matrix(self, reference: Reference, dx: Float[Parameter], damping: float) -> Iteration:
        """Evaluate all rows at once, solve for the step, and return the design matrix too.

        Parameters
        ----------
        reference : Reference
            The arrays of the anchor.
        dx : (k,) array
            Change from the anchor, kernel units.
        damping : float
            Added to the unit diagonal of the scaled normal matrix, no unit.

        Returns
        -------
        Iteration
            Without step and design matrix where a residual is not finite.
        """
        self.stopwatch.restart()
        residual, blocks = self.evaluate(reference, dx)
        self.stopwatch.lap("evaluate")
        if not np.all(np.isfinite(residual)):
            return Iteration(residual, None, None)
        step = self.step(blocks, residual, reference.sigma, reference.prior, damping, reference.offset_mask)
        self.stopwatch.lap("normal equations and step")
        return Iteration(residual, step, blocks)

    @without_numpy_warnings
    def _evaluate_apart(self, part: Reference, dx: Float[Parameter]) -> tuple[Evaluation, MeasuredRows | None]:
        """Evaluate a chunk, its measured DMs separately."""
        return evaluate_apart(np, self.components, self.layout, part, dx)

    def _chunked_iteration(self, reference: Reference, dx: Float[Parameter], damping: float) -> Iteration:
        cut = groups(len(reference.residual))

        def group(i: int) -> GroupSums:
            gram: Array = np.zeros(())
            residuals, sums = [], []
            for rows in cut[i]:
                part = chunk_of_rows(reference, rows)
                residual, blocks = self.evaluate(part, dx)
                e, mean = sums_of(np, residual, blocks, part.sigma, self.layout.offset)
                gram = gram + e.gram
                sums.append((e.slope, e.chi2, mean, e.gram[0]))
                residuals.append(residual)
                add(rows.stop - rows.start)
            return GroupSums(np.concatenate(residuals), gram, tuple(np.array(s) for s in zip(*sums, strict=True)))

        with counting("TOAs in this iteration", len(reference.residual)) as add:
            n_columns = count_dense_columns(self.layout, reference.x)
            threads = threads_for_chunks(len(reference.residual), n_columns)
            return iteration_of_groups(self.layout, group, len(cut), damping, threads)
