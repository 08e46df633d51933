"""Sums of rows with the same index (the TOAs of an epoch, or of a member of a family), and numbers written by index.

NumPy and JAX have different functions for them, so that `Namespace` has none.
"""

from typing import TYPE_CHECKING, cast

import numpy as np

from jug.core.array import Array, Column, Float, Int, K, M, N
from jug.core.namespace import Namespace

if TYPE_CHECKING:
    from typing import Protocol

    from jug.core.namespace import SumsOfLength

    class AddedTo(Protocol):
        """Some rows of an array of JAX."""

        def add(self, rows: Array, /) -> Array:
            """The array with these added."""

        def set(self, rows: Array, /, *, unique_indices: bool, indices_are_sorted: bool) -> Array:
            """The array with these in place of its own."""

    class Rows(Protocol):
        """The attribute ``at`` of an array of JAX, which selects rows by their indices."""

        def __getitem__(self, index: Int[N], /) -> AddedTo:
            """The rows with these indices."""

    class Elements(Protocol):
        """The attribute ``at`` of a matrix of JAX, which selects elements by row and column."""

        def __getitem__(self, index: tuple[Int[N], Int[N] | slice], /) -> AddedTo:
            """The elements with these indices, or some columns of the rows with them."""

    class JaxMatrix(Protocol):
        """A matrix of JAX."""

        at: Elements

    class JaxArray(Protocol):
        """An array of JAX."""

        at: Rows


def index_sums(xp: Namespace, index: Int[N], values: Float[N], k: int) -> Float[K]:
    """Sum numbers with the same index.

    Parameters
    ----------
    xp : Namespace
    index : (n,) int array
        From 0 to ``k``.
    values : (n,) array
        In any unit.
    k : int

    Returns
    -------
    (k,) array
        The sums for the indices 0 to ``k`` - 1. Rows with index ``k`` are left out.
    """
    if xp is np:
        return np.bincount(index, weights=values, minlength=k + 1)[:k].astype(np.float64, copy=False)
    return cast("SumsOfLength", xp).bincount(index, weights=values, length=k + 1)[:k]


def epoch_sums(xp: Namespace, index: Int[N], rows: Array, m: int) -> Array:
    """Sum rows over the TOAs of each epoch.

    Parameters
    ----------
    xp : Namespace
    index : (n,) int array
        Epoch of each TOA, ``m`` for none.
    rows : array of any shape, (n,) or (n, k)
        In any unit.
    m : int
        Number of epochs.

    Returns
    -------
    (m + 1,) or (m + 1, k) array
        The last element is the sum over the TOAs in no epoch.
    """
    if xp is not np:
        zeros = cast("JaxArray", xp.zeros((m + 1, *rows.shape[1:])))
        return zeros.at[index].add(rows)
    if rows.ndim == 1:
        return np.bincount(index, weights=rows, minlength=m + 1).astype(np.float64, copy=False)
    if rows.flags.f_contiguous:
        columns = [np.bincount(index, weights=column, minlength=m + 1) for column in rows.T]
        return np.stack(columns, axis=1).astype(np.float64, copy=False)
    order = np.argsort(index, kind="stable")
    ordered = index[order]
    first = np.flatnonzero(np.concatenate([np.ones(min(len(index), 1), dtype=bool), ordered[1:] != ordered[:-1]]))
    sums = np.zeros((m + 1, rows.shape[1]))
    by_epoch = rows if np.array_equal(ordered, index) else rows[order]
    sums[ordered[first]] = np.add.reduceat(by_epoch, first, axis=0)
    return sums


def add_rows(total: Float[K, M], index: Int[N], start: int, rows: Float[N, Column]) -> Float[K, M]:
    """Add rows to some columns of a matrix of JAX, in order.

    Parameters
    ----------
    total : (k, m) array
        In any unit.
    index : (n,) int array
        The row to which each is added.
    start : int
        The first of the columns.
    rows : (n, c) array
        In the unit of ``total``.

    Returns
    -------
    (k, m) array
        In the unit of ``total``.
    """
    return cast("JaxMatrix", total).at[index, start : start + rows.shape[1]].add(rows)


def add_elements(total: Float[K, M], index: Int[N], column: Int[N], values: Float[N]) -> Float[K, M]:
    """Add numbers to elements of a matrix of JAX, in order.

    Parameters
    ----------
    total : (k, m) array
        In any unit.
    index, column : (n,) int arrays
        Row and column of the element to which each is added.
    values : (n,) array
        In the unit of ``total``.

    Returns
    -------
    (k, m) array
        In the unit of ``total``.
    """
    return cast("JaxMatrix", total).at[index, column].add(values)


FEWEST_STORED = 1200
"""Rows below which storing takes more time than it saves."""


def store_once(xp: Namespace, values: Array) -> Array:
    """Store numbers, so that XLA does not compute them anew for each element of each array that uses them.

    XLA puts arithmetic into the loops that use its result. A derivative of some hundred operations would be computed
    k times for each TOA, where a family of k members uses it. XLA computes numbers that are written by index, as here,
    before the loops that use them. Whole rows are written: a single element takes 15 ns.

    Parameters
    ----------
    xp : Namespace
    values : (n,) or (n, k) array
        In any unit.

    Returns
    -------
    (n,) or (n, k) array
        The same numbers, row after row; the same array on NumPy, or if there are few rows.
    """
    if xp is np or values.shape[0] < FEWEST_STORED:
        return values
    zeros = cast("JaxArray", xp.zeros(values.shape))
    every = xp.arange(values.shape[0])
    return zeros.at[every].set(values, unique_indices=True, indices_are_sorted=True)
