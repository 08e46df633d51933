"""Families whose members apply to some TOAs: the value on each row, and the partials by each member."""

from typing import TypeAlias, TypeGuard

from jug.core.array import Array, Float, Int, Member, Row, Xyz
from jug.core.blocks import Binned
from jug.core.namespace import Namespace
from jug.model.declare.columns import Selection

Partial: TypeAlias = Array | Binned
"""A partial derivative on n rows: (n,) by a parameter, (n, 3) by a direction, (n, k) or `Binned` by a family."""


def is_index(selection: Selection) -> TypeGuard[Int[Row]]:
    """Whether a selection is an index, (n,) int, and not a 0/1 mask, (n, k)."""
    return bool(selection.ndim == 1)


def member_values(xp: Namespace, values: Float[Member], selection: Selection) -> Float[Row]:
    """Return the value of the member that applies on each row, summed where members overlap.

    Parameters
    ----------
    xp : Namespace
    values : (k,) array
        One value for each member of the family.
    selection : (n,) int array, or (n, k) float array
        Index of the member that applies on each row, k for none; or a 0/1 mask where members overlap.

    Returns
    -------
    (n,) array
        0 on rows to which no member applies. The unit is that of ``values``.
    """
    if is_index(selection):
        return xp.concatenate([values, xp.zeros(1)])[selection]
    return selection @ values


def member_partials(xp: Namespace, values: Float[Row], selection: Selection, k: int) -> Partial:
    """Return the partial derivatives by each member of a family.

    Parameters
    ----------
    xp : Namespace
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
    if is_index(selection):
        inside = selection < k
        return Binned(selection, xp.where(inside, values, 0.0), xp.zeros(k))
    mask: Float[Row, Member] = selection * values[:, None]
    return mask


def partials_by_spin(xp: Namespace, seconds: Float[Row], k: int) -> Float[Row, Member]:
    """Return the derivatives by the family F of a phase F0 times a delay: the delay for F0, 0 for F1, F2, ...

    Parameters
    ----------
    xp : Namespace
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


def scale_rows(weight: Float[Row], partial: Partial) -> Partial:
    """Multiply each row of a partial derivative by a weight.

    Parameters
    ----------
    weight : (n,) array
        In any unit.
    partial : (n,) array, (n, k) array or Binned
        In any unit.

    Returns
    -------
    The same kind as ``partial``.
    """
    if isinstance(partial, Binned):
        return Binned(partial.member, weight * partial.values, partial.shift)
    column: Array = weight if partial.ndim == 1 else weight[:, None]
    return column * partial


def dot(a: Float[Row, Xyz] | Float[Xyz], b: Float[Row, Xyz] | Float[Xyz]) -> Float[Row]:
    """Return the scalar product of vectors, row by row.

    The three products are written out, because NumPy's sum along so short an axis takes longer.

    Parameters
    ----------
    a, b : (n, 3) or (3,) array
        In any unit.

    Returns
    -------
    (n,) array
        In the product of the units.
    """
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
