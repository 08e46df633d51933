"""The normal equations of the fit's columns together with further columns, at the end of the fit."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from jug.compute.chunked_reference import chunk_of_rows, is_chunked, is_chunked_coupled, row_groups
from jug.compute.elimination import Remaining, eliminate_columns
from jug.compute.normal_equations import subtract_mean, with_offset
from jug.compute.solver import dense_matrix
from jug.compute.whitening import whiten_columns
from jug.core.array import Array, Column, Datum, Float, Int, K, Member, Parameter, Toa
from jug.core.blocks import Binned, Block, Dense, rows_of_block
from jug.core.execution.chunks import chunks
from jug.core.execution.threads import map_in_threads, threads_for_chunks
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.offsets import GroupedTOAs
from jug.model.covariance.marginalisation import Equations, equations
from jug.model.covariance.noise import NO_CORRELATED_NOISE
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.columns import binned_families, count_dense_columns
from jug.model.evaluation.evaluate import block_order, columns_at

LOST_SHARE = 1e-12
"""1 - R^2 of a column on the others below which the normal equations cannot be used for a verdict. For five days of
TOAs the change of chi2 by a turn at a gap came out as -1.8e8."""


ColumnsOf: TypeAlias = Callable[[Reference, Float[Datum], slice, tuple[Block, ...]], tuple[Block, ...]]
"""``(reference, residuals, rows, columns of the free parameters) -> all columns``."""


class ExtendedEquations(NamedTuple):
    """Normal equations of the fit's columns and further ones, all scaled to unit length.

    Parameters
    ----------
    gram : (c, c) array
        Gram matrix of the scaled columns, no unit.
    slope : (c,) array
        Slope of half chi2 by the scaled columns, no unit.
    scale : (c,) array
        Length of each whitened column.
    names : tuple of str
        ``Offset`` where the fit has one, then the free parameters, in the order of the columns.
    n_extra, n_segments : int
        Number of dense columns after them, and of segments.
    factor : (k, k) array or None
        R of a QR decomposition of the fit's own columns, where the Gram matrix has lost digits.
    beyond : Remaining or None
        In the same case, the normal equations of all other columns, with the fit's own projected out.
    """

    gram: Float[Column, Column]
    slope: Float[Column]
    scale: Float[Column]
    names: tuple[str, ...]
    n_extra: int
    n_segments: int = 0
    factor: Float[Column, Column] | None = None
    beyond: Remaining | None = None

    @property
    def own(self) -> Int[Parameter]:
        """Columns of the fit."""
        return np.arange(len(self.names))

    @property
    def extra(self) -> Int[K]:
        """The further dense columns."""
        return len(self.names) + np.arange(self.n_extra)

    @property
    def segments(self) -> Int[Member]:
        """The columns of the segments."""
        first = len(self.names) + self.n_extra
        return np.arange(first, first + self.n_segments)

    @property
    def grouped(self) -> Int[Member]:
        """The columns of the further families."""
        return np.arange(len(self.names) + self.n_extra + self.n_segments, len(self.scale))

    def rest(self, others: Int[K]) -> Remaining:
        """Return the normal equations of further columns, with those of the fit eliminated.

        Parameters
        ----------
        others : (k,) int array
            Indices of the further columns.

        Returns
        -------
        Remaining
        """
        if self.beyond is None:
            return eliminate_columns(self.gram, self.slope, self.own, others)
        at = others - len(self.names)
        return Remaining(self.beyond.gram[np.ix_(at, at)], self.beyond.slope[at])


def normal_equations_with(
    end: FitEnd,
    extra: Float[Toa, K],
    segment: Int[Toa] | None = None,
    n_segments: int = 0,
    families: tuple[GroupedTOAs, ...] = (),
) -> ExtendedEquations:
    """Form the normal equations of the fit's columns and further ones at the end of the fit.

    Parameters
    ----------
    end : FitEnd
    extra : (n, k) array
        Further columns, turns; for wideband data (2 n, k) with the rows of the measured DMs below, pc cm^-3.
    segment : (n,) int array, optional
        The segment of each TOA; the next columns are one turn on the TOAs of each segment.
    n_segments : int
    families : tuple of GroupedTOAs
        Further groups of TOAs; the last columns are one turn on the TOAs of each group.

    Returns
    -------
    ExtendedEquations
    """
    ref, model, free = end.reference, end.model, end.model.free
    n, offset = len(end.toas), model.removes_mean
    order = block_order(model.layout, binned_families(ref.x))
    names = (*(("Offset",) if offset else ()), *(free[i] for i in order))
    disjoint = (*((GroupedTOAs(segment, n_segments),) if segment is not None else ()), *families)
    residual = subtract_mean(np, end.data_residuals, ref.sigma, ref.offset_mask) if offset else end.data_residuals

    def columns_of(ref: Reference, r: Float[Datum], rows: slice, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        below = len(r) - len(end.toas.mjd[rows])
        dm = extra[n:][rows] if below and len(extra) > n else np.zeros((below, extra.shape[1]))
        more: tuple[Block, ...] = (Dense(np.concatenate([extra[rows], dm])),)
        for family in disjoint:
            member = np.concatenate([family.member[rows], np.full(below, family.n, dtype=family.member.dtype)])
            more = (*more, Binned(member, (member < family.n).astype(np.float64), np.zeros(family.n)))
        return (*with_offset(np, blocks, r, offset, ref.offset_mask), *more)

    gram, slope = _gram_and_slope(end, residual, columns_of, extra.shape[1])
    diagonal = np.diagonal(gram)
    scale = np.where(diagonal > 0.0, np.sqrt(np.abs(diagonal)), 1.0)
    extended = ExtendedEquations(gram / np.outer(scale, scale), slope / scale, scale, names, extra.shape[1], n_segments)
    if not _has_lost_digits(end):
        return extended
    columns = dense_matrix(columns_of(ref, residual, slice(0, n), columns_at(model, ref)))
    return _project_fit_out(extended, *whiten_columns(columns, residual, ref.sigma, ref.prior))


def _gram_and_slope(end: FitEnd, residual: Float[Datum], columns_of: ColumnsOf, more: int) -> tuple[Array, Array]:
    """Gram matrix and slope, with so many further dense columns; many TOAs are summed in chunks."""
    ref, model, n = end.reference, end.model, len(end.toas)
    n_dense = count_dense_columns(model.layout, ref.x) + more

    def part(rows: slice) -> tuple[tuple[Block, ...], Float[Datum], Float[Datum]]:
        own = chunk_of_rows(ref, rows)
        r = np.concatenate([residual[rows], residual[n:][rows]])
        return columns_of(own, r, rows, columns_at(model, own)), r, own.sigma

    if is_chunked(ref):
        parts = chunks(n)
        threads = threads_for_chunks(n, n_dense)
        found = map_in_threads(lambda i: equations(np, *part(parts[i]), None), len(parts), threads)
        return sum((e.gram for e in found[1:]), found[0].gram), sum((e.slope for e in found[1:]), found[0].slope)
    e = None
    if is_chunked_coupled(ref):
        from jug.model.covariance.chunked_equations import ChunkRows, chunked_equations  # few fits need it

        def of(rows: slice) -> ChunkRows:
            if rows.start >= n:
                return ChunkRows(*measured.pop(rows.start - n))
            (blocks, r, _), m = part(rows), rows.stop - rows.start
            measured[rows.start] = tuple(rows_of_block(one, slice(m, None)) for one in blocks), r[m:]
            return ChunkRows(tuple(rows_of_block(one, slice(m)) for one in blocks), r[:m])

        measured = dict[int, tuple[tuple[Block, ...], Float[Datum]]]()
        e = chunked_equations(of, ref.prior or NO_CORRELATED_NOISE, ref.sigma, row_groups(ref), n_dense)
    if e is None:
        columns = columns_of(ref, residual, slice(0, n), end.outcome.blocks or columns_at(model, ref))
        e = _equations_at_once(columns, residual, ref)
    return e.gram, e.slope


def _equations_at_once(columns: tuple[Block, ...], residual: Float[Datum], ref: Reference) -> Equations:
    """The equations of all rows, without chunks."""
    if ref.prior is None:
        return equations(np, columns, residual, ref.sigma, None)
    from jug.model.covariance.equations_with_noise import equations_with_noise  # white noise has none

    return equations_with_noise(np, columns, residual, ref.sigma, ref.prior)


def _has_lost_digits(end: FitEnd) -> bool:
    """Whether 1 - R^2 of a column on the others is too small for the Gram matrix to resolve."""
    size = end.outcome.size
    alone = np.diagonal(end.outcome.covariance) * size**2
    return bool(np.all(size > 0.0) and np.all(np.isfinite(alone)) and np.max(alone, initial=0.0) > 1.0 / LOST_SHARE)


def _project_fit_out(extended: ExtendedEquations, matrix: Float[Datum, Column], r: Float[Datum]) -> ExtendedEquations:
    """Project the fit's own columns out by a QR decomposition, without normal equations."""
    matrix, k = matrix / extended.scale, len(extended.names)
    q, factor = np.linalg.qr(matrix[:, :k])
    rest = matrix[:, k:]
    for _ in range(2):  # the second time removes rounding of the first
        rest = rest - q @ (q.T @ rest)
    return extended._replace(factor=factor, beyond=Remaining(rest.T @ rest, rest.T @ r))
