"""Sine, cosine and arc tangent of single numbers to 50 digits, for conversions that may not round a position."""

import math
from decimal import Decimal, localcontext

ANGLE_DIGITS = 60
"""Digits of the arithmetic, ten more than the results have."""

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")

_NEWTON_STEPS = 2
"""Each step triples the correct digits: from 16 to 48, and then to all."""


def sine_cosine_exact(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Compute sine and cosine by their power series.

    Parameters
    ----------
    angle : Decimal
        rad, within a few turns of zero.

    Returns
    -------
    sine, cosine : Decimal
        Errors below 1e-50.
    """
    with localcontext() as context:
        context.prec = ANGLE_DIGITS
        term, k, sums = Decimal(1), 0, [Decimal(0), Decimal(1)]
        while k == 0 or abs(term) > Decimal(10) ** -ANGLE_DIGITS:
            k += 1
            term = term * angle / k
            sums[(k + 1) % 2] += -term if k % 4 > 1 else term
        return sums[0], sums[1]


def arc_tangent_exact(y: Decimal, x: Decimal) -> Decimal:
    """Compute the angle of the point (x, y), rad from -pi to pi, with an error below 1e-50.

    Parameters
    ----------
    y, x : Decimal
        Not both zero.

    Returns
    -------
    Decimal
    """
    with localcontext() as context:
        context.prec = ANGLE_DIGITS
        radius = (x * x + y * y).sqrt()
        angle = Decimal(math.atan2(float(y / radius), float(x / radius)))
        for _ in range(_NEWTON_STEPS):
            sine, cosine = sine_cosine_exact(angle)
            angle += (y * cosine - x * sine) / radius
        return angle
