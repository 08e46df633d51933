"""Axes whose numbers have many equal digits: the digits go into the label, the ticks have what differs."""

from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from jug.core.array import Float, N
from jug.plots.pictures import NARROW_IN, figure_width_in

if TYPE_CHECKING:
    from matplotlib.axis import Axis

MOST_EQUAL = 3e3
"""Ratio of a value to the span of the axis up to which ticks have the values in full."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number_axis(axis: "Axis", values: Float[N], name: str, unit: str) -> str:
    """Set the ticks of an axis, and return its label.

    Parameters
    ----------
    axis : matplotlib.axis.Axis
    values : (n,) array
        Along the axis.
    name, unit : str
        Of the quantity; the unit may be empty.

    Returns
    -------
    str
        ``DM (pc cm^-3)``, or ``F0 - 61.4854765544 (10⁻¹² Hz)``.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    narrow = figure_width_in(axis.figure) <= NARROW_IN
    axis.set_major_locator(MaxNLocator(4 if narrow else 7, steps=[1, 2, 2.5, 5, 10]))
    low, high = float(np.min(values)), float(np.max(values))
    span = high - low
    largest = max(abs(low), abs(high))
    if largest <= MOST_EQUAL * span:
        power, digits, reference, start = floor(log10(largest)), 0, 0.0, name
    else:
        power = floor(log10(span / 2.0))
        digits = max(0, -power - 1)  # one less than the ticks have, so that these are round numbers
        reference = round(0.5 * (low + high), digits)
        start = f"{name} \u2212 {reference:.{digits}f}"
    size = 1.0 if -4 < power < 6 else 10.0**power
    decimals = 4 if not reference else 2 if size != 1.0 else digits + 2

    def written(x: float, _: int | None = None) -> str:
        return f"{round((x - reference) / size, decimals) + 0.0:g}".replace("-", "\u2212")

    if reference or size != 1.0:
        axis.set_major_formatter(FuncFormatter(written))
    factor = "" if size == 1.0 else f"10{str(power).translate(_RAISED)}"
    told = " ".join(part for part in (factor, unit) if part)
    return start + (f" ({told})" if told else "")
