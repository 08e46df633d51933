"""The observing epochs of TOAs, separated by gaps of more than half a day."""

import numpy as np

from jug.core.array import Float, Int, Toa

EPOCH_DAYS = 0.5
"""Largest gap between TOAs of one epoch, d."""


def epoch_numbers(mjd: Float[Toa]) -> Int[Toa]:
    """Number the epochs of TOAs.

    Parameters
    ----------
    mjd : (n,) array
        Dates, MJD.

    Returns
    -------
    (n,) int array
        Numbers from 0, in order of time.
    """
    order = np.argsort(mjd, kind="stable")
    number = np.empty(len(mjd), dtype=np.intp)
    number[order] = np.cumsum(np.diff(mjd[order], prepend=mjd[order[:1]]) > EPOCH_DAYS)
    return number
