"""Arguments that are whole numbers, one or one for each TOA."""

import numpy as np

from jug.core.arguments.kinds import describe_kind
from jug.core.array import Int, N
from jug.errors import KindError


def whole_numbers(given: object, what: str) -> Int[N]:
    """Return whole numbers as an array; KindError for other values.

    Parameters
    ----------
    given : int or (n,) array of them
        Also floats without a fraction.
    what : str
        Name of the argument for the message, as ``"turns"``.

    Returns
    -------
    (n,) int64 array
        Without unit.
    """
    found = np.atleast_1d(np.asarray(given))
    if found.ndim == 1 and found.dtype.kind in "iuf":
        with np.errstate(invalid="ignore"):  # of what is not finite, or beyond int64
            whole = found.astype(np.int64)
        if np.array_equal(whole, found):
            return whole
    raise KindError(f"{what}: {describe_kind(given)} is not a whole number for each")
