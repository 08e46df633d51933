"""The rows that a mask, a slice or indices select, or an error with a hint."""

import numpy as np

from jug.core.arguments.kinds import describe_kind
from jug.core.array import Int, RowIndex, Toa
from jug.errors import KindError, NoSuchRowError
from jug.text.name_lists import toa_count


def rows_of(index: "RowIndex | int", n: int) -> Int[Toa]:
    """Find the rows that a mask, a slice or indices select.

    Parameters
    ----------
    index : mask, slice, index array or int
    n : int
        Number of TOAs.

    Returns
    -------
    (m,) int array
        In the order of ``index``, from 0.

    Raises
    ------
    NoSuchRowError
        An index beyond the TOAs, or a mask of another length.
    KindError
        `index` is neither mask, slice nor indices.
    """
    rows: Int[Toa] = np.arange(n)
    if isinstance(index, slice):
        try:
            return rows[index]
        except (TypeError, ValueError) as reason:
            raise KindError(f"the slice {index} selects no TOAs: {reason}") from None
    wanted = np.atleast_1d(np.asarray(index))
    if wanted.size == 0 and wanted.dtype != bool:
        return rows[:0]
    if wanted.ndim != 1 or wanted.dtype.kind not in "biu":
        raise KindError(
            f"{describe_kind(index)} selects no TOAs", hint="give a mask, a slice, indices or an expression"
        )
    if wanted.dtype == bool and len(wanted) != n:
        hint = "as toas.mjd > 55000, made from these TOAs"
        raise NoSuchRowError(f"a mask of {len(wanted)} for {toa_count(n)}", hint=hint)
    if wanted.dtype != bool and np.any(outside := (wanted < -n) | (wanted >= n)):
        raise NoSuchRowError(f"there is no TOA {wanted[outside][0]}: there are {n}, counted from 0")
    found: Int[Toa] = rows[wanted]
    return found
