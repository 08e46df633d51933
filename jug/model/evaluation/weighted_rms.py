"""The weighted rms of residuals of any kind."""

import numpy as np

from jug.core.array import Float, N


def weighted_rms(value: Float[N], error: Float[N]) -> float:
    """Return the root of the weighted mean square about the weighted mean.

    Parameters
    ----------
    value, error : (n,) arrays
        The weights are 1/error^2.

    Returns
    -------
    float
        In the unit of ``value``.
    """
    w = 1.0 / error**2
    mean = np.sum(w * value) / np.sum(w)
    return float(np.sqrt(np.sum(w * (value - mean) ** 2) / np.sum(w)))
