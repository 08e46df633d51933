"""Columns of a design matrix that are collinear with others, and the fewest parameters to fix so that none is.

Each column is regressed on the columns before it. It is dependent where 1 - R^2 is below ``FLAT_SHARE``. Spin, position
and orbit come first; parameters whose effect others can reproduce (`LAST`) and epochs of glitches come last. The
order decides which columns are dependent. Their number does not depend on it: it is the number of columns minus the
rank of the matrix.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Float, Int, N
from jug.core.whole_number import is_whole_number

FLAT_SHARE = 1e-8
"""1 - R^2 of a column on others below which they count as degenerate: their uncertainties are 1e4 times those of each
alone. DM at one frequency has 1 - R^2 = (v/c)^2 / 2 = 5e-9 on the offset, from the motion of the Earth."""

ROUNDING_SHARE = 1e-13
"""Largest 1 - R^2, from rounding, of a column that depends on others exactly."""

NAMED_SHARE = 0.02
"""Columns with a smaller share of the largest coefficient are not named."""

LAST = ("DM", "NE_SW", "FD", "XPBDOT", "JUMP", "FDJUMP", "DMJUMP", "PHOFF", "GLPH_")
"""Parameters whose effect others can reproduce. GLEP comes after them: without GLF2 and decays its column is a
combination of those of GLPH and GLF0, whatever the data, and it moves the phases the least linearly."""


class Dependent(NamedTuple):
    """A column that depends on others.

    Parameters
    ----------
    column : int
    on : tuple of int
        The columns that it depends on, the strongest first; empty where it is zero.
    left : float
        1 - R^2.
    """

    column: int
    on: tuple[int, ...]
    left: float


def dependent_columns(
    gram: Float[Column, Column],
    names: Sequence[str],
    factor: Float[Column, Column] | None = None,
    flat: float = FLAT_SHARE,
) -> tuple[Dependent, ...]:
    """Find the columns that depend on others.

    Parameters
    ----------
    gram : (k, k) array
        Gram matrix of the whitened columns, scaled to a unit diagonal (zero for a column that is zero).
    names : sequence of str
        Of the columns.
    factor : (k, k) array, optional
        R of a QR decomposition of the columns, which has the digits that the Gram matrix lacks where several columns
        nearly depend on others.
    flat : float
        1 - R^2 below which a column depends on others.

    Returns
    -------
    tuple of Dependent
    """
    order = np.array(sorted(range(len(names)), key=lambda i: (rank_for_fixing(names[i]), i)), dtype=np.intp)
    rest, kept, out = gram[np.ix_(order, order)].copy(), list[int](), list[Dependent]()
    columns = None if factor is None else factor[:, order]
    for i in range(len(order)):
        left = float(rest[i, i] if columns is None else columns[:, i] @ columns[:, i])
        if not left > flat:
            on = _supporting_columns(gram, order[kept], int(order[i]), factor) if gram[order[i], order[i]] > 0.0 else ()
            if not left > ROUNDING_SHARE or not _are_determined([names[order[i]], *(names[j] for j in on)]):
                out.append(Dependent(int(order[i]), on, max(left, 0.0)))
                continue
        kept.append(i)
        if columns is None:
            column = rest[i + 1 :, i] / np.sqrt(left)
            rest[i + 1 :, i + 1 :] -= np.outer(column, column)
        else:
            columns[:, i + 1 :] -= np.outer(columns[:, i], columns[:, i] @ columns[:, i + 1 :] / left)
    return tuple(out)


def _supporting_columns(
    gram: Float[Column, Column], kept: Int[N], column: int, factor: Float[Column, Column] | None
) -> tuple[int, ...]:
    """The columns whose combination is another column, the strongest first."""
    left, right = (
        (gram[np.ix_(kept, kept)], gram[kept, column]) if factor is None else (factor[:, kept], factor[:, column])
    )
    share = np.abs(np.linalg.lstsq(left, right, rcond=1e-14)[0])
    return tuple(int(kept[i]) for i in np.argsort(-share, kind="stable") if share[i] > NAMED_SHARE * share.max())


def _are_determined(names: list[str]) -> bool:
    """Whether the data determine parameters although their columns are nearly parallel.

    The columns of F0, F1, ..., and those of T0 and OM with a small ECC, are nearly parallel in every fit.
    """
    return all(is_spin(name) for name in names) or set(names) <= {"Offset", "T0", "OM", "PB", "OMDOT"}


def is_spin(name: str) -> bool:
    """Whether a column is the offset or one of F0, F1, ...

    Parameters
    ----------
    name : str

    Returns
    -------
    bool
    """
    return name == "Offset" or (name[0] == "F" and is_whole_number(name[1:]))


def rank_for_fixing(name: str) -> int:
    """Rank a parameter of a collinear set: the one with the highest rank is fixed.

    Parameters
    ----------
    name : str

    Returns
    -------
    int
        From 0 for the spin to 3 for the epoch of a glitch.
    """
    if is_spin(name):
        return 0
    if name.startswith("GLEP_"):
        return 3
    return 2 if name in LAST or name.rstrip("0123456789") in LAST else 1
