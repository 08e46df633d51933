"""The median without `numpy.median`, which imports `numpy.ma` (10 ms) at its first use."""

import numpy as np

from jug.core.array import Float, N


def median(values: Float[N]) -> float:
    """Return the median of some numbers, to the last bit that of NumPy.

    Parameters
    ----------
    values : (n,) array
        Without NaN, n >= 1.

    Returns
    -------
    float
        In the unit of the numbers.
    """
    upper = len(values) // 2
    if len(values) % 2:
        return float(np.partition(values, upper)[upper])
    part = np.partition(values, (upper - 1, upper))
    return float(part[upper - 1] + part[upper]) / 2.0
