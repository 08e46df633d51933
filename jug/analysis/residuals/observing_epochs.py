"""The observing epochs of TOAs, which gaps of more than half a day separate."""

import numpy as np

from jug.core.array import Float, Int, Toa

EPOCH_DAYS = 0.5
"""A gap of more days begins a new epoch."""


def epoch_numbers(mjd: Float[Toa]) -> Int[Toa]:
    """Number the epochs of TOAs.

    Parameters
    ----------
    mjd : (n,) array
        Dates, MJD.

    Returns
    -------
    (n,) int array
        From 0 in the order of time.
    """
    order = np.argsort(mjd, kind="stable")
    number = np.empty(len(mjd), dtype=np.intp)
    number[order] = np.cumsum(np.diff(mjd[order], prepend=mjd[order[:1]]) > EPOCH_DAYS)
    return number
