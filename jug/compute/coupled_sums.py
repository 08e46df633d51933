"""Sums over a chunk of rows with correlated noise or measured DMs, and the normal equations from those of all chunks.

The columns are [offset, parameters, residuals, basis], whitened. Their Gram matrix, and their products with the epochs,
are sums over rows. On a CPU those of the noise with itself are left to NumPy (`jug.compute.coupled_step`). Residuals of
a chunk are about its own mean; at the end their column is moved to the mean of all rows
(`jug.compute.normal_equations`), and epochs and basis are eliminated (`jug.model.covariance.marginalisation`). XLA has
no product for symmetric matrices, and adds rows one by one to those of the epochs.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Datum, Epoch, Float, Int, K, M, N
from jug.core.blocks import Binned, Block, Dense
from jug.core.index_sums import add_elements, add_rows, epoch_sums
from jug.core.namespace import Namespace
from jug.model.covariance.basis_elimination import without_basis
from jug.model.covariance.binned_products import binned_overlap, row_sums
from jug.model.covariance.marginalisation import Equations, count_columns, merge, to_original_order
from jug.model.covariance.noise import Prior
from jug.model.covariance.self_product import self_product
from jug.model.parameters import Layout

DENSE_SHARE_STORED = 0.4
"""As `jug.model.covariance.marginalisation.DENSE_SHARE_COMPILED`, where the dense columns are stored: 8,000 TOAs, 196
dense columns and 120 bins took 19 ms, and 25 ms with the bins as dense columns."""


class CoupledSums(NamedTuple):
    """Sums over chunks.

    Parameters
    ----------
    gram : (k, c) array
        Of the whitened columns; k is c, or does not count the basis.
    cross : (m + 1, k) array or None
        Products of the m epochs with them; the last row is of the TOAs in no epoch. None without epochs.
    """

    gram: Float[Column, Column]
    cross: Float[Epoch, Column] | None


class CoupledRows(NamedTuple):
    """Residuals of a chunk, and the numbers of it that `about_common_mean` needs.

    Parameters
    ----------
    residual : (n,) array
        Phase residuals, turns.
    measured : (n,) array or None
        DM residuals, pc cm^-3.
    mean : float
        Weighted mean of the phase residuals, turns; zero where the fit has no offset.
    first : (c,) array
        First row of the Gram matrix of the TOAs, which is that of the offset where there is one.
    """

    residual: Float[Datum]
    measured: Float[Datum] | None
    mean: Float[()]
    first: Float[Column]


def no_sums(xp: Namespace, layout: Layout, prior: Prior | None, whole: bool) -> CoupledSums:
    """Return the sums over no row.

    Parameters
    ----------
    xp : Namespace
    layout : Layout
    prior : Prior or None
        Correlated noise on all rows.
    whole : bool
        Whether products of the basis with itself and with the epochs are among them.

    Returns
    -------
    CoupledSums
    """
    k = int(layout.offset) + len(layout.free) + 1
    c = k + _modes(prior)
    k = c if whole else k
    epochs = None if prior is None else prior.epochs
    cross = xp.zeros((epochs.shift.shape[0] + 1, k)) if isinstance(epochs, Binned) else None
    return CoupledSums(xp.zeros((k, c)), cross)


def whitened_columns(
    xp: Namespace, blocks: tuple[Block, ...], residual: Float[Datum], prior: Prior | None, sigma: Float[Datum]
) -> tuple[tuple[Block, ...], tuple[Dense, ...]]:
    """Divide parameters' columns, residuals and basis by the uncertainties.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        Of the parameters, offset included.
    residual : (n,) array
        About their mean.
    prior : Prior or None
        Correlated noise on these rows.
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.

    Returns
    -------
    own : tuple of blocks
        Dense columns of the parameters, and families.
    others : tuple of Dense
        Residuals, and the basis where there is one.
    """
    root = 1.0 / sigma
    binned = [b._replace(values=b.values * root) for b in blocks if isinstance(b, Binned)]
    dense = [b.matrix for b in blocks if isinstance(b, Dense)]
    first = [Dense((xp.concatenate([matrix.T for matrix in dense], axis=0) * root).T)] if dense else []
    basis = [] if prior is None or prior.basis is None else [Dense(prior.basis * root[:, None])]
    return (*first, *binned), (Dense((residual * root)[:, None]), *basis)


def gram_of_chunk(xp: Namespace, columns: tuple[Block, ...], beside: tuple[Dense, ...] = ()) -> Float[N, K]:
    """Form the Gram matrix of whitened columns.

    Parameters
    ----------
    xp : Namespace
    columns : tuple of blocks
    beside : tuple of Dense
        Further columns, whose products with each other are not wanted.

    Returns
    -------
    (k, c) array
        In the order of the columns.
    """
    blocks, place, parts = merge(xp, columns, beside=sum(map(count_columns, beside)), share=DENSE_SHARE_STORED)

    def of(a: Block, b: Block) -> Float[N, K]:
        if isinstance(a, Binned):
            return binned_overlap(xp, a, b, xp.ones(a.values.shape)) if isinstance(b, Binned) else of(b, a).T
        if isinstance(b, Dense):
            return self_product(xp, a.matrix.T)
        return xp.concatenate([row_sums(xp, b, part.matrix, b.values).T for part in parts or (a,)], axis=0)

    upper = [[of(a, b) for b in blocks[i:]] for i, a in enumerate(blocks)]
    full = [[upper[j][i - j].T if j < i else upper[i][j - i] for j in range(len(blocks))] for i in range(len(blocks))]
    gram = to_original_order(xp.concatenate([xp.concatenate(row, axis=1) for row in full], axis=0), place)

    def with_more(b: Block, more: Dense) -> Float[N, K]:
        return b.matrix.T @ more.matrix if isinstance(b, Dense) else row_sums(xp, b, more.matrix, b.values)

    for more in beside:
        rows = xp.concatenate([with_more(b, more) for b in blocks], axis=0)
        gram = xp.concatenate([gram, rows if place is None else rows[place]], axis=1)
    return gram


def with_epochs_of(
    xp: Namespace, cross: Float[Epoch, Column], columns: tuple[Block, ...], epochs: Binned, sigma: Float[Datum]
) -> Float[Epoch, Column]:
    """Add the products of a chunk's whitened columns with the epochs.

    Parameters
    ----------
    xp : Namespace
        jax.numpy.
    cross : (m + 1, k) array
        Of the chunks before, in the unit of the epochs' values over that of the residuals.
    columns : tuple of blocks
    epochs : Binned
        The m epochs on these rows.
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.

    Returns
    -------
    (m + 1, k) array
        In the unit of ``cross``.
    """
    factor, start = epochs.values / sigma, 0
    for block in columns:
        stop = start + count_columns(block)
        if isinstance(block, Dense):
            cross = add_rows(cross, epochs.member, start, block.matrix * factor[:, None])
        else:
            k = stop - start
            value = xp.where(block.member < k, block.values * factor, 0.0)
            cross = add_elements(cross, epochs.member, start + xp.clip(block.member, 0, k - 1), value)
        start = stop
    return cross


def spread(xp: Namespace, gram: Float[N, M], place: Int[M], shape: tuple[int, ...]) -> Float[K, Column]:
    """Put a Gram matrix of some columns into one of all, with zeros for the others.

    Parameters
    ----------
    xp : Namespace
    gram : (n, m) array
        In any unit.
    place : (m,) int array
        The column of each among all.
    shape : (int, int)
        Numbers of all rows and columns.

    Returns
    -------
    (k, c) array
        In the unit of ``gram``.
    """
    (n, m), (k, c) = gram.shape, shape
    row, column = np.full(k, n), np.full(c, m)
    row[place[:n]], column[place[:m]] = np.arange(n), np.arange(m)
    below = xp.concatenate([gram, xp.zeros((1, m))], axis=0)[row]
    return xp.concatenate([below, xp.zeros((k, 1))], axis=1)[:, column]


def about_common_mean(
    xp: Namespace, total: CoupledSums, chunks: CoupledRows, column: int, prior: Prior | None, sigma: Float[Datum]
) -> CoupledSums:
    """Move the residuals' column from the mean of each chunk to the mean of all.

    Parameters
    ----------
    xp : Namespace
    total : CoupledSums
        Over all chunks.
    chunks : CoupledRows
        Each array with one row for each chunk.
    column : int
        Number of the column of the residuals.
    prior : Prior or None
        Correlated noise on all rows.
    sigma : (n,) array
        White uncertainties of the TOAs, turns.

    Returns
    -------
    CoupledSums
    """
    weight = chunks.first[:, 0]
    d = chunks.mean - xp.sum(weight * chunks.mean) / xp.sum(weight)
    k, c = total.gram.shape
    here = xp.where(xp.arange(c) == column, 1.0, 0.0)
    along = d @ chunks.first + 0.5 * xp.sum(d * d * weight) * here
    gram = total.gram + here[:k, None] * along + along[:k, None] * here
    if prior is None or total.cross is None or not isinstance(prior.epochs, Binned):
        return CoupledSums(gram, total.cross)
    shift = xp.ones(chunks.residual.shape) * d[:, None]
    of_epoch = epoch_sums(
        xp, prior.epochs.member[: len(sigma)], shift.reshape(-1) * _weight(prior.epochs, sigma), len(total.cross) - 1
    )
    return CoupledSums(gram, total.cross + of_epoch[:, None] * here[:k])


def coupled_equations(xp: Namespace, total: CoupledSums, k: int, prior: Prior | None, sigma: Float[Datum]) -> Equations:
    """Eliminate epochs and basis.

    Parameters
    ----------
    xp : Namespace
    total : CoupledSums
        Over all rows.
    k : int
        Number of columns before the residuals.
    prior : Prior or None
        Correlated noise on all rows.
    sigma : (n,) array
        White uncertainties of the TOAs, turns.

    Returns
    -------
    Equations
    """
    gram, log_det = total.gram, 0.0 * sigma[0]
    if prior is not None and total.cross is not None and isinstance(prior.epochs, Binned):
        variance = prior.epoch_variance
        assert variance is not None
        m = len(variance)
        values = _weight(prior.epochs, sigma) * prior.epochs.values[: len(sigma)]
        grown = epoch_sums(xp, prior.epochs.member[: len(sigma)], values, m)[:m] * variance + 1.0
        half = total.cross[:m].T * xp.sqrt(variance / grown)
        gram, log_det = gram - self_product(xp, half), xp.sum(xp.log(grown))
    if prior is not None and prior.basis is not None:
        gram, more = without_basis(xp, gram, k + 1, prior)
        log_det = log_det + more
    return Equations(gram[:k, :k], gram[:k, k], gram[k, k], log_det)


def _weight(epochs: Binned, sigma: Float[Datum]) -> Float[Datum]:
    """The values of the epochs on the TOAs, times the weights."""
    return epochs.values[: len(sigma)] / (sigma * sigma)


def _modes(prior: Prior | None) -> int:
    return 0 if prior is None or prior.basis is None else int(prior.basis.shape[1])
