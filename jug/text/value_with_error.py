"""A value with its uncertainty in one word."""

import math


def with_error(value: float, error: float) -> str:
    """Write a value with two digits of its uncertainty in parentheses, as ``224.114(35)``.

    Parameters
    ----------
    value, error : float
        In the same unit.

    Returns
    -------
    str
        ``value +- error`` where the uncertainty is larger than the value's own digits allow, or not finite.
    """
    if not (math.isfinite(error) and error > 0.0 and math.isfinite(value)):
        return f"{value!r} +- {error:.2g}"
    power = int(f"{error:.1e}".partition("e")[2])
    places = 1 - power
    size = int(f"{value:e}".partition("e")[2]) if value else power
    if size - power > 15:
        return f"{value!r} +- {error:.2g}"
    digits = round(error * 10.0**places)
    if size < -5 or (places <= 0 and max(size, power) > 6):
        top = max(size, power)
        return f"{value / 10.0**top:.{max(top - power + 1, 0)}f}({digits})e{top:+03d}"
    return f"{value:.{places}f}({digits})" if places > 0 else f"{value:.0f} +- {error:.2g}"
