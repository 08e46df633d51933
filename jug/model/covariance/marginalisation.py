"""Correlated noise taken out of the normal equations: generalised least squares without an n x n matrix.

With C = N + E Phi_E E^T + F Phi_F F^T (epochs E, bases F) and M the design matrix, minimising |r + M x|^2 over C is
minimising |r + M x - E e - F a|^2 over N with the priors e^T Phi_E^-1 e + a^T Phi_F^-1 a. The Gram matrix of
[M F E] is formed by blocks; the epochs, whose own block is diagonal, are eliminated one by one (Sherman-Morrison),
then F by a Cholesky factor (Woodbury). What is left are the normal equations of M with

    chi2 = r^T C^-1 r,   log det C = log det N + log det Phi + log det(Phi^-1 + [F E]^T N^-1 [F E])

Cost O(n k^2), linear in the TOAs. van Haasteren & Vallisneri 2015, MNRAS 446, 1170; Johnson et
al. 2024, PRD 109, 103012.
"""

from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from jug.core.blocks import Array, Binned, Block, Dense, dense_columns, side_by_side
from jug.model.covariance.noise import Prior
from jug.model.covariance.triangular import solve_lower


class Equations(NamedTuple):
    """Normal equations before scaling.

    Parameters
    ----------
    gram : (k, k) array
    slope : (k,) array
    chi2 : float
        r^T C^-1 r.
    log_det : float
        log det C less log det N.
    """

    gram: Array
    slope: Array
    chi2: Array
    log_det: Array


class Merged(NamedTuple):
    """Blocks side by side with all dense columns first, in one matrix.

    Parameters
    ----------
    blocks : tuple of blocks
    place : (k,) int array or None
        Where each column of the blocks as given stands; None when all of them are where they were.
    """

    blocks: tuple[Block, ...]
    place: np.ndarray | None


def equations(xp: ModuleType, blocks: tuple[Block, ...], r: Array, sigma: Array, prior: Prior | None) -> Equations:
    """The normal equations of the blocks' columns, correlated noise marginalised.

    Parameters
    ----------
    r, sigma : (n,) arrays
        Residuals and white uncertainties.
    prior : Prior or None
        Correlated noise in the residuals' unit.
    """
    w = 1.0 / (sigma * sigma)
    k = sum(width(b) for b in blocks)
    blocks = (*blocks, Dense(r[:, None]))
    if prior is not None and prior.basis is not None:
        blocks = (*blocks, Dense(prior.basis))
    merged = merge(xp, blocks)
    gram, log_det = gram_of(xp, merged, w), 0.0 * w[0]
    if prior is not None and prior.epochs is not None:
        gram, log_det = _without_epochs(xp, gram, merged, w, prior)
    if prior is not None and prior.basis is not None:
        gram, more = _without_basis(xp, gram, k + 1, prior)
        log_det = log_det + more
    return Equations(gram[:k, :k], gram[:k, k], gram[k, k], log_det)


def log_likelihood(
    r: np.ndarray, sigma: np.ndarray, prior: Prior | None, offset_mask: np.ndarray | None
) -> tuple[float, float]:
    """chi2 = r^T C^-1 r and the log-likelihood -(chi2 + log det C) / 2, without the term n log(2 pi).

    Parameters
    ----------
    r, sigma : (rows,) arrays
        Residuals and white uncertainties, s; for wideband data the DMs follow, pc cm^-3.
    prior : Prior or None
        Correlated noise, the same.
    level : (rows,) array or None
        What a free overall offset moves: 1 on the TOAs, 0 on measured DMs; None where none is free. With correlated
        noise it is then marginalised as PINT 1.1.8 does, with a prior variance of 1e40 s^2, which also enters log det
        C; without correlated noise it is the weighted mean, which the residuals have lost already.
    """
    column = np.ones(len(r)) if offset_mask is None else offset_mask
    e = equations(np, (Dense(column[:, None]),), r, sigma, prior)
    log_det = float(2.0 * np.sum(np.log(sigma)) + e.log_det)
    chi2 = float(e.chi2)
    if offset_mask is not None and prior is not None:
        chi2 -= float(e.slope[0] ** 2 / e.gram[0, 0])
        log_det += float(np.log(1e40 * e.gram[0, 0]))
    return chi2, -0.5 * (chi2 + log_det)


def width(block: Block) -> int:
    """Number of columns of a block."""
    return block.matrix.shape[1] if isinstance(block, Dense) else block.shift.shape[0]


def _without_epochs(xp: ModuleType, gram: Array, columns: Merged, w: Array, prior: Prior) -> tuple[Array, Array]:
    """The Gram matrix without the epochs, whose block is diagonal, D = sum w v^2 + 1/Phi; and log det(Phi D). A
    variance Phi of zero is an epoch without effect."""
    epochs, variance = prior.epochs, prior.epoch_variance
    assert epochs is not None
    grown = bin_sum(xp, epochs, w * epochs.values**2) * variance + 1.0
    half = cross_of(xp, columns, epochs, w) * xp.sqrt(variance / grown)
    return gram - half @ half.T, xp.sum(xp.log(grown))


def _without_basis(xp: ModuleType, gram: Array, k: int, prior: Prior) -> tuple[Array, Array]:
    """The first k rows of the Gram matrix without the basis, by the Cholesky factor of Phi^-1 + F^T N^-1 F in units
    of Phi^1/2; and the log determinant of that."""
    root = xp.sqrt(prior.variance)
    lower = xp.linalg.cholesky(gram[k:, k:] * (root[:, None] * root) + xp.eye(root.shape[0]))
    half = solve_lower(xp, lower, gram[k:, :k] * root[:, None])
    return gram[:k, :k] - half.T @ half, 2.0 * xp.sum(xp.log(xp.diagonal(lower)))


FEW, SHARE, SHARE_COMPILED = 2, 0.25, 2.0
"""Families of no more members than this, or than this share of the dense columns, cost less as dense columns (measured
with 20 to 180 dense columns); XLA adds rows into bins one number at a time, and so gains from dense ones for longer."""


def merge(xp: ModuleType, blocks: tuple[Block, ...]) -> Merged:
    """All dense columns in one matrix: one large product is faster than several small ones."""
    share = SHARE if xp is np else SHARE_COMPILED
    most = max(FEW, share * sum(width(b) for b in blocks if isinstance(b, Dense)))
    blocks = tuple(b if isinstance(b, Dense) or width(b) > most else Dense(dense_columns(xp, b)) for b in blocks)
    dense = [b.matrix for b in blocks if isinstance(b, Dense)]
    if len(dense) < 2:
        return Merged(blocks, None)
    order = sorted(range(len(blocks)), key=lambda i: isinstance(blocks[i], Binned))
    starts = np.cumsum([0, *(width(b) for b in blocks)])
    columns = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in order])
    binned = (b for b in blocks if isinstance(b, Binned))
    return Merged((Dense(side_by_side(xp, dense)), *binned), np.argsort(columns))


def gram_of(xp: ModuleType, columns: Merged, w: Array) -> Array:
    """A^T diag(w) A of the columns, (k, k), in the order in which their blocks were given."""
    blocks, place = columns
    rows = [[product(xp, a, b, w) for b in blocks[i:]] for i, a in enumerate(blocks)]
    full = [[rows[j][i - j].T if j < i else rows[i][j - i] for j in range(len(blocks))] for i in range(len(blocks))]
    gram = xp.concatenate([xp.concatenate(row, axis=1) for row in full], axis=0)
    return gram if place is None else gram[place[:, None], place]


def cross_of(xp: ModuleType, columns: Merged, epochs: Binned, w: Array) -> Array:
    """A^T diag(w) E of the columns with the epochs, (k, m)."""
    cross = xp.concatenate([product(xp, b, epochs, w) for b in columns.blocks], axis=0)
    return cross if columns.place is None else cross[columns.place]


def bin_sum(xp: ModuleType, block: Binned, v: Array) -> Array:
    """Sum of ``v`` over each member's rows, (k,)."""
    k = block.shift.shape[0]
    if xp is np:
        return np.bincount(block.index, weights=v, minlength=k + 1)[:k]
    return xp.bincount(block.index, weights=v, length=k + 1)[:k]


AT_ONCE = 4096
"""Rows that are gathered at a time, so that they stay in the processor's cache."""


def _row_sums(xp: ModuleType, block: Binned, rows: Array, factor: Array) -> Array:
    """Sum of the rows of each member, each times its factor, (k, m), from (n, m): sorted rows are added bin by bin.

    Rows are gathered as they lie in memory, so that nothing is copied but what is gathered; column after column is
    fastest.
    """
    k = block.shift.shape[0]
    if xp is not np:
        return xp.zeros((k + 1, rows.shape[1])).at[block.index].add(rows * factor[:, None])[:k]
    counts = np.bincount(block.index, minlength=k + 1)[:k]
    order = np.argsort(block.index, kind="stable")[: counts.sum()]
    by_column = bool(rows.flags.f_contiguous)
    lying = rows.T if by_column else rows
    out = np.zeros((rows.shape[1], k) if by_column else (k, rows.shape[1]))
    members = np.flatnonzero(counts)
    ends = np.cumsum(counts[members])
    starts = ends - counts[members]
    cuts = np.searchsorted(ends, np.arange(0, len(order), AT_ONCE), side="right")
    for a, b in pairwise([*dict.fromkeys(cuts.tolist()), len(members)]):
        own, begin = order[starts[a] : ends[b - 1]], starts[a:b] - starts[a]
        picked = np.take(lying, own, axis=int(by_column))
        picked *= factor[own] if by_column else factor[own, None]
        added = np.add.reduceat(picked, begin, axis=int(by_column))
        if by_column:
            out[:, members[a:b]] = added
        else:
            out[members[a:b]] = added
    return out.T if by_column else out


def product(xp: ModuleType, a: Any, b: Any, w: Array) -> Array:
    """A^T diag(w) B."""
    if a is b and isinstance(a, Dense):
        whitened = a.matrix * xp.sqrt(w)[:, None]
        return whitened.T @ whitened
    if isinstance(a, Dense) and isinstance(b, Dense):
        return (a.matrix * w[:, None]).T @ b.matrix
    if isinstance(a, Dense):
        return _row_sums(xp, b, a.matrix, w * b.values).T + (w @ a.matrix)[:, None] * b.shift
    if isinstance(b, Dense):
        return product(xp, b, a, w).T
    return _binned_product(xp, a, b, w)


def _binned_product(xp: ModuleType, a: Binned, b: Binned, w: Array) -> Array:
    """A^T diag(w) B of two binned families: a table of the rows they share, and the shifts' outer products."""
    ka, kb = a.shift.shape[0], b.shift.shape[0]
    if a is b:
        shared = xp.diag(bin_sum(xp, a, w * a.values**2))
    else:
        cell = Binned(a.index * (kb + 1) + b.index, a.values, xp.zeros((ka + 1) * (kb + 1)))
        shared = bin_sum(xp, cell, w * a.values * b.values).reshape(ka + 1, kb + 1)[:ka, :kb]
    by_a, by_b = bin_sum(xp, a, w * a.values), bin_sum(xp, b, w * b.values)
    return shared + by_a[:, None] * b.shift + a.shift[:, None] * by_b + xp.sum(w) * a.shift[:, None] * b.shift
