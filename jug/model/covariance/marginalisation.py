"""The normal equations of columns in blocks, correlated noise marginalised: least squares without an n x n matrix.

With C = N + E Phi_E E^T + F Phi_F F^T (epochs E, bases F) and M the design matrix, minimising |r + M x|^2 over C is
minimising |r + M x - E e - F a|^2 over N with the priors e^T Phi_E^-1 e + a^T Phi_F^-1 a. The Gram matrix of
[M F E] is formed by blocks. The epochs, whose own block is diagonal, are eliminated one by one (Sherman-Morrison), then
F by a Cholesky factor (Woodbury). The remaining block has the normal equations of M, with

    chi2 = r^T C^-1 r,   log det C = log det N + log det Phi + log det(Phi^-1 + [F E]^T N^-1 [F E])

Cost O(n k^2). van Haasteren & Vallisneri 2015, MNRAS 446, 1170; Johnson et al. 2024, PRD 109, 103012.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Datum, Float, Int, K, Member, N
from jug.core.blocks import Binned, Block, Dense, dense_columns
from jug.core.namespace import Namespace
from jug.model.covariance.binned_products import bin_sum, binned_product, row_sums, with_epochs
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.noise import Prior


class Equations(NamedTuple):
    """Normal equations before scaling.

    Parameters
    ----------
    gram : (k, k) array
        M^T C^-1 M, in the inverse units of two parameters.
    slope : (k,) array
        M^T C^-1 r, in the inverse unit of the parameter.
    chi2 : float
        r^T C^-1 r.
    log_det : float
        log det C less log det N.
    """

    gram: Float[Column, Column]
    slope: Float[Column]
    chi2: Float[()]
    log_det: Float[()]


class Merged(NamedTuple):
    """Blocks in which all dense columns are one matrix, the first block.

    Parameters
    ----------
    blocks : tuple of blocks
    place : (k,) int array or None
        The new position of each original column; None when no column has moved.
    parts : tuple of Dense
        The dense blocks of which the matrix is made, for sums over the rows of a member. From the matrix XLA would make
        a loop over these rows that selects one of the blocks again for each element.
    """

    blocks: tuple[Block, ...]
    place: Int[Column] | None
    parts: tuple[Dense, ...] = ()

    def for_row_sums(self, xp: Namespace) -> tuple[Block, ...]:
        """Return the blocks, in the same order of columns; with JAX the dense blocks in place of the matrix."""
        return self.blocks if xp is np or not self.parts else (*self.parts, *self.blocks[1:])


def equations(
    xp: Namespace, blocks: tuple[Block, ...], r: Float[Datum], sigma: Float[Datum], prior: Prior | None
) -> Equations:
    """Form the normal equations of the blocks' columns with correlated noise marginalised.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        The design matrix.
    r, sigma : (n,) arrays
        Residuals and white uncertainties.
    prior : Prior or None
        Correlated noise in the residuals' unit.

    Returns
    -------
    Equations
    """
    w = 1.0 / (sigma * sigma)
    k = sum(count_columns(b) for b in blocks)
    blocks = (*blocks, Dense(r[:, None]))
    if prior is not None and prior.basis is not None:
        blocks = (*blocks, Dense(xp.asarray(prior.basis)))
    merged = merge(xp, blocks)
    gram, log_det = gram_of(xp, merged, w), 0.0 * w[0]
    if prior is not None and prior.epochs is not None:
        gram, log_det = without_epochs(xp, gram, merged, w, prior)
    if prior is not None and prior.basis is not None:
        from jug.model.covariance.basis_elimination import without_basis  # not for white noise

        gram, more = without_basis(xp, gram, k + 1, prior)
        log_det = log_det + more
    return Equations(gram[:k, :k], gram[:k, k], gram[k, k], log_det)


def without_epochs(
    xp: Namespace, gram: Float[Column, Column], columns: Merged, w: Float[Datum], prior: Prior
) -> tuple[Float[Column, Column], Float[()]]:
    """Eliminate the epochs, whose block of the Gram matrix is diagonal: D = sum w v^2 + 1/Phi.

    For epochs that share TOAs D consists of small blocks. An epoch with a variance Phi of zero has no effect.

    Parameters
    ----------
    xp : Namespace
    gram : (k, k) array
        Gram matrix of the columns.
    columns : Merged
    w : (n,) array
        Weights.
    prior : Prior
        With epochs.

    Returns
    -------
    gram : (k, k) array
        With the epochs marginalised.
    log_det : float
        log det(Phi D), natural logarithm, no unit.
    """
    epochs, variance = prior.epochs, prior.epoch_variance
    assert epochs is not None
    assert variance is not None
    if isinstance(epochs, LinkedEpochs):
        from jug.model.covariance.linked_inverse import invert_linked

        cross = xp.concatenate([cross_of(xp, columns, layer, w) for layer in epochs.layers], axis=1)
        inverse = invert_linked(xp, epochs, variance, w)
        half = inverse.half(xp, cross.T)
        return gram - half.T @ half, inverse.log_det
    grown = bin_sum(xp, epochs, w * epochs.values**2) * variance + 1.0
    half = cross_of(xp, columns._replace(place=None), epochs, w) * xp.sqrt(variance / grown)
    return gram - to_original_order(half @ half.T, columns.place), xp.sum(xp.log(grown))


def count_columns(block: Block) -> int:
    """Count the columns of a block.

    Parameters
    ----------
    block : Dense or Binned

    Returns
    -------
    int
    """
    return int(block.matrix.shape[1] if isinstance(block, Dense) else block.shift.shape[0])


DENSE_MEMBERS, DENSE_SHARE, DENSE_SHARE_COMPILED = 2, 0.25, 0.75
"""Families of at most ``DENSE_MEMBERS`` members, or of ``DENSE_SHARE`` times the dense columns, cost less as dense
columns than as bins (measured with 20 to 180 dense columns). XLA adds rows into bins one number at a time; its share is
``DENSE_SHARE_COMPILED`` (measured with 70 to 225 dense columns)."""


def merge(xp: Namespace, blocks: tuple[Block, ...], *, beside: int = 0, share: float | None = None) -> Merged:
    """Put all dense columns into one matrix, since one large product is faster than several small ones.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
    beside : int
        Number of further dense columns with which products are formed.
    share : float, optional
        In place of ``DENSE_SHARE`` and ``DENSE_SHARE_COMPILED``.

    Returns
    -------
    Merged
    """
    if share is None:
        share = DENSE_SHARE if xp is np else DENSE_SHARE_COMPILED
    most = max(DENSE_MEMBERS, share * (beside + sum(count_columns(b) for b in blocks if isinstance(b, Dense))))
    blocks = tuple(
        b if isinstance(b, Dense) or count_columns(b) > most else Dense(dense_columns(xp, b)) for b in blocks
    )
    dense = tuple(b for b in blocks if isinstance(b, Dense))
    if len(dense) < 2:
        return Merged(blocks, None)
    order = sorted(range(len(blocks)), key=lambda i: isinstance(blocks[i], Binned))
    starts = np.cumsum([0, *(count_columns(b) for b in blocks)])
    columns = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in order])
    binned = (b for b in blocks if isinstance(b, Binned))
    matrix = xp.concatenate([b.matrix.T for b in dense], axis=0).T
    return Merged((Dense(matrix), *binned), np.argsort(columns), dense)


def gram_of(xp: Namespace, columns: Merged, w: Float[Datum]) -> Float[Column, Column]:
    """Form the Gram matrix A^T diag(w) A.

    Parameters
    ----------
    xp : Namespace
    columns : Merged
    w : (n,) array
        Weights.

    Returns
    -------
    (k, k) array
        In the order of the columns before `merge`.
    """
    blocks, place, parts = columns

    def product_of(a: Block, b: Block) -> Float[N, K]:
        if xp is np or not parts or a is b or a is not blocks[0]:
            return block_product(xp, a, b, w)
        return xp.concatenate([block_product(xp, part, b, w) for part in parts], axis=0)

    rows = [[product_of(a, b) for b in blocks[i:]] for i, a in enumerate(blocks)]
    full = [[rows[j][i - j].T if j < i else rows[i][j - i] for j in range(len(blocks))] for i in range(len(blocks))]
    gram = xp.concatenate([xp.concatenate(row, axis=1) for row in full], axis=0)
    return to_original_order(gram, place)


def to_original_order(gram: Float[Column, Column], place: Int[Column] | None) -> Float[Column, Column]:
    """Bring a matrix of merged columns into the order of the columns before `merge`.

    Parameters
    ----------
    gram : (k, k) array
        In any unit.
    place : (k,) int array or None
        As of `Merged`.

    Returns
    -------
    (k, k) array
        In the unit of ``gram``.
    """
    return gram if place is None else gram[place[:, None], place]


def cross_of(xp: Namespace, columns: Merged, epochs: Binned, w: Float[Datum]) -> Float[Column, Member]:
    """Form the cross products A^T diag(w) E of the columns with the epochs.

    Parameters
    ----------
    xp : Namespace
    columns : Merged
    epochs : Binned
        m epochs.
    w : (n,) array
        Weights.

    Returns
    -------
    (k, m) array
        In the order of the columns before `merge`.
    """
    cross = xp.concatenate([with_epochs(xp, b, epochs, w) for b in columns.for_row_sums(xp)], axis=0)
    return cross if columns.place is None else cross[columns.place]


def block_product(xp: Namespace, a: Block, b: Block, w: Float[Datum]) -> Float[N, K]:
    """Form the product A^T diag(w) B of two blocks.

    Parameters
    ----------
    xp : Namespace
    a, b : Dense or Binned
    w : (n,) array
        Weights.

    Returns
    -------
    (k_a, k_b) array
        In the product of the units of the columns and the weights.
    """
    if a is b and isinstance(a, Dense):
        whitened = a.matrix * xp.sqrt(w)[:, None]
        if xp is np:
            return whitened.T @ whitened
        from jug.model.covariance.self_product import self_product  # NumPy has a product for symmetric matrices

        return self_product(xp, whitened.T)
    if isinstance(a, Dense) and isinstance(b, Dense):
        return (a.matrix * w[:, None]).T @ b.matrix
    if isinstance(a, Dense) and isinstance(b, Binned):
        return row_sums(xp, b, a.matrix, w * b.values).T + (w @ a.matrix)[:, None] * b.shift
    if isinstance(b, Dense):
        return block_product(xp, b, a, w).T
    assert isinstance(a, Binned)
    return binned_product(xp, a, b, w)
