"""Quintic B-splines through values on nodes one step apart, for the tables that `jug.obs.smooth` evaluates."""

import numpy as np

from jug.core.array import Float, K, N, Node


def bspline_coefficients(values: Float[Node], margin: int) -> Float[Node]:
    """Coefficients of the quintic B-splines through values on nodes one step apart.

    Parameters
    ----------
    values : (n, ...) float64
        The values of interest, and `margin` smooth further ones at either end.
    margin : int
        Number of further values at either end: there the periodic filter is wrong; its error falls by
        0.43 a step.

    Returns
    -------
    (n - 2 margin, ...) float64
    """
    n = len(values)
    column = (n, *[1] * (values.ndim - 1))
    # A line through both ends is subtracted, so that the periodic continuation has no step.
    line = np.linspace(0.0, 1.0, n).reshape(column) * (values[-1] - values[0]) + values[0]
    # The quintic B-spline at whole numbers is 1, 26, 66, 26, 1 over 120: the spline passes through the values
    # when its coefficients, smoothed by these weights, are the values. (It reproduces lines.)
    kernel = np.zeros(n)
    kernel[[-2, -1, 0, 1, 2]] = np.array([1.0, 26.0, 66.0, 26.0, 1.0]) / 120.0
    response = np.fft.rfft(kernel)
    spectrum = np.fft.rfft(values - line, axis=0) / response.reshape(len(response), *column[1:])
    coefficients: Float[N, K] = np.fft.irfft(spectrum, n, axis=0) + line
    return coefficients[margin : n - margin]
