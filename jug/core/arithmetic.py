"""Arithmetic of NumPy without its warnings, comparison of arrays, and a median without a slow import.

A par file may have values of any size. Where a number is too large, the arithmetic continues with infinity and NaN.
Values that are not finite are found in the result, where an error can name the parameter or the TOA. NumPy would warn
of the overflow, of a division by zero and of 0/0.
"""

import numpy as np

from jug.core.array import Float, K, N

without_numpy_warnings = np.errstate(all="ignore")
"""Decorator of functions that compute without these warnings; a ``with`` statement takes ``np.errstate`` itself."""


def median(values: Float[N]) -> float:
    """Return the median of some numbers, equal to that of `numpy.median` to the last bit.

    `numpy.median` imports `numpy.ma` (10 ms) at its first use.

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


def are_near(one: Float[N] | Float[N, K], other: Float[N] | Float[N, K], share: float) -> bool:
    """Whether arrays have the same elements, within a relative difference.

    Parameters
    ----------
    one, other : (n,) or (n, k) arrays
        In one unit.
    share : float
        Largest relative difference of two elements, without unit.

    Returns
    -------
    bool
    """
    return one.shape == other.shape and bool(np.all(np.abs(one - other) <= share * np.abs(one)))
