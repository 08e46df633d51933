"""Families whose members apply to some TOAs: the value on each row, and the partials by each member."""

from types import ModuleType
from typing import Any

from jug.core.array import Array
from jug.core.blocks import Binned


def member_values(xp: ModuleType, values: Array, selection: Array) -> Array:
    """The member's value on every row, summed over members where they overlap.

    Parameters
    ----------
    values : (k,) array
        One value for each member of the family.
    selection : (n,) int array, or (n, k) float array
        Index of the member that covers the row, k for none; or, where members overlap, a 0/1 mask.

    Returns
    -------
    (n,) array
    """
    if selection.ndim == 1:
        return xp.concatenate([values, xp.zeros(1)])[selection]
    return selection @ values


def member_partials(xp: ModuleType, values: Array, selection: Array, k: int) -> Any:
    """The partial derivatives by each member of a family, where the derivative by its value is ``values``.

    Returns
    -------
    Binned
        When members are disjoint (``selection`` is an index), without an (n, k) array.
    (n, k) array
        When they overlap.
    """
    if selection.ndim == 1:
        inside = selection < k
        return Binned(selection, xp.where(inside, values, 0.0), xp.zeros(k))
    return selection * values[:, None]


def scaled(weight: Array, partial: Any) -> Any:
    """Rows of a partial, (n,), (n, k) or `Binned`, times ``weight``, (n,)."""
    if isinstance(partial, Binned):
        return Binned(partial.member, weight * partial.values, partial.shift)
    return weight * partial if partial.ndim == 1 else weight[:, None] * partial


def dot(a: Array, b: Array) -> Array:
    """Scalar product row by row, (n,), of (n, 3) or (3,) vectors; a sum along so short an axis takes NumPy longer."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
