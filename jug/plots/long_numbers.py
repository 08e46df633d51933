"""Axes whose numbers have many equal digits. These digits go into the label, and the ticks have the differences."""

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from jug.core.array import Float, N
from jug.plots.labels import superscript
from jug.plots.pictures import NARROW_IN, figure_width_in

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.ticker import Formatter

MOST_EQUAL = 3e3
"""Largest ratio of a value to the span of the axis at which the ticks are full values."""

LEAST_PLAIN_POWER = -4
"""Least power of ten of a number that is written without an exponent."""

MINUS = "\N{MINUS SIGN}"


def number_axis(axis: "Axis", values: Float[N], name: str, unit: str) -> str:
    """Set the ticks of an axis, and return its label.

    Parameters
    ----------
    axis : matplotlib.axis.Axis
    values : (n,) array
        Along the axis.
    name, unit : str
        Name and unit of the quantity; the unit may be empty.

    Returns
    -------
    str
        ``DM (pc cm⁻³)``, or ``F0 - 61.4854765544 (10⁻¹² Hz)``.
    """
    from matplotlib.ticker import MaxNLocator

    narrow = figure_width_in(axis.figure) <= NARROW_IN
    axis.set_major_locator(MaxNLocator(4 if narrow else 7, steps=[1, 2, 2.5, 5, 10]))
    low, high = float(np.min(values)), float(np.max(values))
    span = high - low
    largest = max(abs(low), abs(high))
    if largest <= MOST_EQUAL * span:
        power, reference, start = floor(log10(largest)), 0.0, name
    else:
        power = floor(log10(span / 2.0))
        digits = -power - 1  # one less than the ticks have, so that the ticks are round numbers
        reference = round(0.5 * (low + high), digits)
        start = f"{name} {'+' if reference < 0.0 else MINUS} {reference_text(abs(reference), max(0, digits))}"
    size = 1.0 if -4 < power < 6 else 10.0**power
    if reference or size != 1.0:
        axis.set_major_formatter(shifted_formatter(reference, size))
    factor = "" if size == 1.0 else f"10{superscript(power)}"
    scale = " ".join(part for part in (factor, unit) if part)
    return start + (f" ({scale})" if scale else "")


def reference_text(number: float, digits: int) -> str:
    """Format a positive number with a number of digits after the point, a small one with its power of ten.

    Parameters
    ----------
    number : float
        Above 0, of any unit.
    digits : int
        Number of digits after the point.

    Returns
    -------
    str
        ``61.4854765544``, or ``1.181×10⁻¹⁵``.
    """
    power = floor(log10(number)) if number > 0.0 else 0
    if power >= LEAST_PLAIN_POWER:
        return f"{number:.{digits}f}"
    return f"{number / 10.0**power:.{max(0, digits + power)}f}×10{superscript(power)}"


def shifted_formatter(reference: float, size: float) -> "Formatter":
    """Make a formatter of ticks that writes (x - reference) / size, all with the same number of digits.

    Parameters
    ----------
    reference, size : float
        In the unit of the axis.

    Returns
    -------
    matplotlib.ticker.Formatter
    """
    from matplotlib.ticker import Formatter

    class ShiftedFormatter(Formatter):
        def format_ticks(self, values: Sequence[float]) -> list[str]:
            shifted = [(x - reference) / size for x in values]
            step = min((abs(b - a) for a, b in pairwise(shifted)), default=1.0)
            allowed = 1e-2 * step  # rounding of x moves a tick by less
            digits = next((n for n in range(12) if all(abs(round(x, n) - x) <= allowed for x in shifted)), 12)
            return [f"{round(x, digits) + 0.0:.{digits}f}".replace("-", MINUS) for x in shifted]

        def __call__(self, x: float, pos: int | None = None) -> str:
            return self.format_ticks([x])[0]

    return ShiftedFormatter()
