"""The change of the Shapiro delay when a SINI above 1 becomes 1, for a warning.

The orbit is taken as circular: delay = -2 T_sun M2 ln(1 - s cos x), x the phase from conjunction.
"""

from math import atan, exp, log, pi, sin, sqrt

from jug.core.constants import T_SUN
from jug.io.codecs import plain_number
from jug.io.par import ParFile
from jug.text.few_digits import nanoseconds

QUADRATURE_STEPS, QUADRATURE_END = 2000, 40.0
"""Steps in t of the average of a logarithm that is infinite at one end, and the last t."""


def cut_sine_size(par: ParFile) -> str:
    """Describe the change of the Shapiro delay when a SINI above 1 becomes 1.

    Parameters
    ----------
    par : ParFile
        With the lines M2 and SINI.

    Returns
    -------
    str
        The rms over the phases at which the delay with SINI as it stands is finite, the mean removed.
    """
    m2, sine = (next((plain_number(q.args[0]) for q in par.find(key)[:1] if q.args), None) for key in ("M2", "SINI"))
    return size_of_cut(0.0 if m2 is None else m2, 1.0 if sine is None else sine)


def size_of_cut(m2: float, sine: float) -> str:
    """Describe the same change as `cut_sine_size`, from values.

    Parameters
    ----------
    m2 : float
        Mass of the companion, Msun.
    sine : float
        Above 1.

    Returns
    -------
    str
    """
    if not m2:
        return "nothing without M2"
    return f"the Shapiro delay by {nanoseconds(2.0 * T_SUN * abs(m2) * _cut_rms(sine))} rms over the orbit"


def _cut_rms(sine: float) -> float:
    """The rms of ln((1 - s cos x) / (1 - cos x)) about its mean, x from arccos(1/s) to pi, to 1e-4.

    x is the phase from conjunction. The logarithm is infinite at one end. With x = x0 + (pi - x0) exp(-t) the
    integrand varies over about 1 in t everywhere. In 1 - s cos(x0 + y) = 2 sin^2(y/2) + (s^2 - 1)^(1/2) sin y no digits
    are lost.
    """
    root = sqrt(sine - 1.0) * sqrt(sine + 1.0)
    start = atan(root)
    total = first = second = 0.0
    for k in range(QUADRATURE_STEPS):
        weight = exp(-QUADRATURE_END * (k + 0.5) / QUADRATURE_STEPS)
        beyond = (pi - start) * weight
        change = log((2.0 * sin(beyond / 2.0) ** 2 + root * sin(beyond)) / (2.0 * sin((start + beyond) / 2.0) ** 2))
        total, first, second = total + weight, first + weight * change, second + weight * change**2
    mean = first / total
    return sqrt(max(second / total - mean**2, 0.0))
