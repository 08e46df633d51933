"""Functions that all pictures use: writing the file, colours, units, calendar years."""

import io
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from jug.core.arguments.kinds import expect, one_text
from jug.core.array import Float, N
from jug.errors import InputError, JugError, Where
from jug.io.files import write_bytes
from jug.io.stream_names import STANDARD_OUTPUT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D31")
"""Distinct for the colour-blind too (Okabe and Ito 2008, without yellow). More groups differ in their markers."""

LONE_DATE_D = 20.0
"""Range of an axis before and after a single date, d."""

SPAN_SEEN_D = 1e-3
"""Span of dates below which they are drawn as one, d."""

NARROW_IN = 5.0
"""Width of a panel up to which fewer dates are written, inches."""

RESIDUAL_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
"""Units of residuals: size in s, and name."""

DATE_VARIABLE, DATED_FORMATS, POSTSCRIPT = "SOURCE_DATE_EPOCH", ("pdf", "svg", "svgz", "ps", "eps"), ("ps", "eps")
"""The environment variable with the date in a file (reproducible-builds.org), formats that have a date, and formats for
which matplotlib reads an empty variable too."""


def check_picture(path: str | PathLike[str] | None) -> None:
    """Refuse a path without the ending of a picture format, and an invalid SOURCE_DATE_EPOCH; do nothing for None.

    Raises
    ------
    JugError, InputError
    """
    if path is None:
        return
    formats = figure_class()().canvas.get_supported_filetypes()
    if file_ending(path) not in formats:
        why = (
            f"no picture format has the ending {file_ending(path)!r}" if file_ending(path) else "the name has no ending"
        )
        raise InputError(f"cannot draw: {why}", Where(os.fspath(path)), f"it may be {', '.join(sorted(formats))}")
    _check_date(file_ending(path))


def check_drawing(title: str | None, figure: "Figure | SubFigure | None") -> None:
    """Refuse a title that is not a text, and a figure that is not one of matplotlib; do nothing for None.

    Parameters
    ----------
    title : str or None
    figure : matplotlib.figure.Figure, SubFigure or None

    Raises
    ------
    KindError
    """
    if title is not None:
        one_text(title, "title")
    if figure is not None:
        figure_class()
        from matplotlib.figure import Figure, SubFigure

        expect(figure=(figure, (Figure, SubFigure)))


def _check_date(kind: str) -> None:
    """Refuse a SOURCE_DATE_EPOCH that matplotlib cannot write into a picture of a format."""
    text = os.environ.get(DATE_VARIABLE)
    if text is None or kind not in (DATED_FORMATS if text else POSTSCRIPT):
        return
    try:
        datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError):
        hint = "set it to whole seconds since 1970, or unset it"
        raise InputError(f"the environment variable {DATE_VARIABLE} is {text!r}, not a date", hint=hint) from None


def write_picture(figure: "Figure", path: str | PathLike[str] | None) -> "Figure":
    """Write a figure to a file if a path is given, and return the figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : path-like or None
        The format follows the ending; ``-``, standard output, gets a PNG.

    Returns
    -------
    matplotlib.figure.Figure
    """
    if path is not None:
        from matplotlib import rcParams

        wanted, buffer = rcParams["savefig.dpi"], io.BytesIO()
        figure.savefig(buffer, format=file_ending(path), dpi=150 if wanted == "figure" else wanted)
        write_bytes(path, buffer.getvalue())
    return figure


def file_ending(path: str | PathLike[str]) -> str:
    """Return the ending of a file name, without the dot, in lower case; png for standard output."""
    if os.fspath(path) in STANDARD_OUTPUT:
        return "png"
    return Path(path).suffix.lower().removeprefix(".")


def figure_class() -> "type[Figure]":
    """Return matplotlib's class Figure, imported without pyplot; raise JugError if matplotlib cannot be imported."""
    try:
        from matplotlib.figure import Figure
    except ImportError as reason:
        raise JugError(
            f"a plot needs matplotlib, which cannot be imported ({reason}); pip install matplotlib"
        ) from reason
    except (ValueError, RuntimeError, OSError) as reason:
        why = str(reason).partition(";")[0]
        raise JugError(f"matplotlib cannot be imported ({why}); correct MPLBACKEND or its matplotlibrc") from reason
    return Figure


def unit_for(size: float, units: tuple[tuple[float, str], ...] = RESIDUAL_UNITS) -> tuple[float, str]:
    """Choose the largest unit that is not larger than a size, or the smallest unit if all are larger.

    Parameters
    ----------
    size : float
        In the unit in which the sizes of the units are given.
    units : tuple of (float, str)
        Size and name of each unit, the largest first.

    Returns
    -------
    (float, str)
        Size and name of the unit.
    """
    return next((unit for unit in units if size >= unit[0]), units[-1])


def add_dates(axes: "Sequence[Axes]", mjd: Float[N] | None = None) -> None:
    """Label dates of panels with a common horizontal axis: MJD below the last panel, calendar years above the first.

    Parameters
    ----------
    axes : sequence of matplotlib.axes.Axes
    mjd : (n,) array, optional
        The dates that are drawn. If all are one date, the axis is `LONE_DATE_D` longer on both sides.
    """
    from matplotlib.ticker import MaxNLocator

    axes[-1].set_xlabel("MJD")
    if _panel_width_in(axes[-1]) <= NARROW_IN:
        axes[-1].xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes[-1].ticklabel_format(axis="x", useOffset=False)
    if mjd is not None and len(mjd) and float(np.ptp(mjd)) < SPAN_SEEN_D:
        axes[-1].set_xlim(float(mjd[0]) - LONE_DATE_D, float(mjd[0]) + LONE_DATE_D)
    add_years_on_top(axes[0])


def figure_width_in(figure: "Figure | SubFigure") -> float:
    """Return the width of a figure or of a subfigure, inches."""
    return float(figure.bbox.width) / float(figure.dpi)


def _panel_width_in(ax: "Axes") -> float:
    """Width of a figure divided by the number of panels beside each other, inches."""
    place = ax.get_subplotspec()
    return figure_width_in(ax.figure) / (place.get_gridspec().ncols if place else 1)


def add_years_on_top(ax: "Axes") -> None:
    """Add an axis of calendar years along the top (Julian years: 2000.0 is MJD 51544.5)."""
    from matplotlib.ticker import MaxNLocator

    top = ax.secondary_xaxis("top", functions=(_years, _mjds))
    top.tick_params(direction="in")
    top.ticklabel_format(useOffset=False)
    most = 8 if _panel_width_in(ax) > NARROW_IN else 4
    top.xaxis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))


def _years(mjd: ArrayLike) -> Float[N]:
    return np.asarray(2000.0 + (np.asarray(mjd, dtype=np.float64) - 51544.5) / 365.25)


def _mjds(year: ArrayLike) -> Float[N]:
    return np.asarray(51544.5 + (np.asarray(year, dtype=np.float64) - 2000.0) * 365.25)
