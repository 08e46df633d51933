"""Families whose members apply to some TOAs: the value on each row, and the partials by each member."""

from types import ModuleType
from typing import TypeAlias

from jug.core.array import Array, IntArray
from jug.core.blocks import Binned

Partial: TypeAlias = Array | Binned
"""A partial derivative on n rows: (n,) by a parameter, (n, 3) by a direction, (n, k) or `Binned` by a family."""


def member_values(xp: ModuleType, values: Array, selection: Array | IntArray) -> Array:
    """Return the value of the member that applies on each row, summed where members overlap.

    Parameters
    ----------
    xp : module
        numpy or jax.numpy.
    values : (k,) array
        One value for each member of the family.
    selection : (n,) int array, or (n, k) float array
        Index of the member that applies on each row, k for none; or a 0/1 mask where members overlap.

    Returns
    -------
    (n,) array
        0 on rows to which no member applies. The unit is that of ``values``.
    """
    if selection.ndim == 1:
        return xp.concatenate([values, xp.zeros(1)])[selection]
    return selection @ values


def member_partials(xp: ModuleType, values: Array, selection: Array | IntArray, k: int) -> Partial:
    """Return the partial derivatives by each member of a family.

    Parameters
    ----------
    xp : module
        numpy or jax.numpy.
    values : (n,) array
        Derivative by the value that applies on each row.
    selection : (n,) int array, or (n, k) float array
        As in `member_values`.
    k : int
        Number of members.

    Returns
    -------
    Binned
        When members are disjoint (``selection`` is an index); no (n, k) array is made.
    (n, k) array
        When they overlap.
    """
    if selection.ndim == 1:
        inside = selection < k
        return Binned(selection, xp.where(inside, values, 0.0), xp.zeros(k))
    return selection * values[:, None]


def by_frequencies(xp: ModuleType, seconds: Array, k: int) -> Array:
    """Return the derivatives by the family F of a phase F0 times a delay: the delay for F0, 0 for F1, F2, ...

    Parameters
    ----------
    xp : module
        numpy or jax.numpy.
    seconds : (n,) array
        The delay, s.
    k : int
        Number of members of F.

    Returns
    -------
    (n, k) array
        Turns per Hz s^-n.
    """
    return xp.stack([seconds, *[0.0 * seconds] * (k - 1)], axis=1)


def scaled(weight: Array, partial: Partial) -> Partial:
    """Multiply each row of a partial derivative by a weight.

    Parameters
    ----------
    weight : (n,) array
    partial : (n,) array, (n, k) array or Binned

    Returns
    -------
    The same kind as ``partial``.
    """
    if isinstance(partial, Binned):
        return Binned(partial.member, weight * partial.values, partial.shift)
    return weight * partial if partial.ndim == 1 else weight[:, None] * partial


def dot(a: Array, b: Array) -> Array:
    """Return the scalar product of vectors, row by row.

    The three products are written out, because NumPy's sum along so short an axis takes longer.

    Parameters
    ----------
    a, b : (n, 3) or (3,) array

    Returns
    -------
    (n,) array
    """
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
