"""Arguments that are whole numbers, one or one for each TOA."""

import numpy as np

from jug.core.arguments.kinds import kind_shown
from jug.core.array import Int, N
from jug.errors import KindError


def whole_numbers(given: object, what: str) -> Int[N]:
    """Return whole numbers as an array; a KindError says of what they are not.

    Parameters
    ----------
    given : int or (n,) array of them
        Also floats without a fraction.
    what : str
        As ``"turns"``.

    Returns
    -------
    (n,) int64 array
        No unit.
    """
    found = np.atleast_1d(np.asarray(given))
    if found.ndim != 1 or found.dtype.kind not in "iuf" or np.any(found != np.floor(found)):
        raise KindError(f"{what}: {kind_shown(given)} is not a whole number for each")
    return found.astype(np.int64)
