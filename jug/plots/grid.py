"""A picture of a grid: the rise of chi2 above its least value, with contours of confidence."""

from collections.abc import Sequence
from math import log
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.analysis.grid_result import Grid
from jug.core.arguments.kinds import expect
from jug.errors import JugError
from jug.plots.pictures import COLOURS, check_picture, figure_class, written_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEVELS = (0.6827, 0.9545, 0.9973)
"""Confidence of the contours: 1, 2 and 3 sigma of one Gaussian variable."""

MOST_SHOWN = 1.5
"""End of the colour scale, in units of the outermost contour."""


def rise(level: float, dimensions: int) -> float:
    """Return the rise of chi2 within which the true values of 1 or 2 parameters lie with a given probability.

    Parameters
    ----------
    level : float
        The probability, between 0 and 1.
    dimensions : {1, 2}
        Number of parameters.

    Returns
    -------
    float
        Difference of chi2, no unit.
    """
    from statistics import NormalDist

    return -2.0 * log(1.0 - level) if dimensions == 2 else NormalDist().inv_cdf(0.5 * (1.0 + level)) ** 2


def plot_grid(
    grid: Grid,
    path: str | PathLike[str] | None = None,
    *,
    levels: Sequence[float] = LEVELS,
    figure: "Figure | None" = None,
) -> "Figure":
    """Draw the map of a grid in one or two parameters.

    Parameters
    ----------
    grid : Grid
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    levels : sequence of float
        Confidence of the contours, for as many parameters as the grid has, in Gaussian approximation: the rise of chi2
        is 2.30, 6.18 and 11.83 for two, 1, 4 and 9 for one.
    figure : matplotlib.figure.Figure, optional
        Drawn into; a new one when absent.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the grid has more than two parameters, or one value of a parameter only.
    InputError
        The picture cannot be written there.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> values = [model.values["DM"] + 0.01 * k for k in range(-2, 3)]
    >>> figure = jug.plot_grid(jug.grid(model, toas, {"DM": values}, backend="numpy"))
    >>> len(figure.axes)
    1
    """
    expect(grid=(grid, Grid))
    check_picture(path)
    if len(grid.names) > 2 or min(grid.delta.shape) < 2:
        raise JugError("a picture needs a grid of one or two parameters with two values of each at least")
    if not all(0.0 < level < 1.0 for level in levels):
        raise JugError("a level of confidence lies between 0 and 1")
    new_figure = figure_class()
    figure = new_figure(figsize=(6.4, 4.8), layout="constrained") if figure is None else figure
    heights = {rise(level, len(grid.names)): f"{100 * level:.4g}%" for level in sorted(levels)}
    (_draw_line if len(grid.names) == 1 else _draw_map)(figure, figure.subplots(), grid, heights)
    figure.suptitle(f"PSR {grid.model.psr}, least chi2 {np.nanmin(grid.map):.2f}", fontsize=12)
    return written_picture(figure, path)


def _label(grid: Grid, name: str) -> str:
    unit = grid.model.units[name]
    return f"{name} ({unit})" if unit else name


def _draw_line(figure: "Figure", ax: "Axes", grid: Grid, heights: dict[float, str]) -> None:
    (name,) = grid.names
    ax.plot(grid.axes[name], grid.delta, marker="o", markersize=3, color=COLOURS[0])
    for height, words in heights.items():
        ax.axhline(height, color="0.6", linewidth=0.8, zorder=0)
        ax.annotate(words, (1.0, height), xycoords=("axes fraction", "data"), ha="right", va="bottom", fontsize=9)
    ax.set_xlabel(_label(grid, name))
    ax.set_ylabel("chi2 above its least value")
    ax.ticklabel_format(axis="x", useOffset=False)


def _draw_map(figure: "Figure", ax: "Axes", grid: Grid, heights: dict[float, str]) -> None:
    across, up = grid.names
    most = MOST_SHOWN * max(heights, default=10.0)
    shown = np.ma.masked_invalid(grid.delta.T)
    picture = ax.pcolormesh(
        grid.axes[across], grid.axes[up], shown, vmin=0.0, vmax=most, cmap="viridis_r", shading="nearest"
    )
    figure.colorbar(picture, ax=ax, extend="max", label="chi2 above its least value", pad=0.02)
    within = {h: words for h, words in heights.items() if np.nanmin(grid.delta) < h < np.nanmax(grid.delta)}
    if within:
        lines = ax.contour(grid.axes[across], grid.axes[up], shown, levels=list(within), colors="k", linewidths=1.0)
        ax.clabel(lines, fmt=within, fontsize=9)
    best = grid.best
    ax.plot(best[across], best[up], marker="+", color="white", markersize=9)
    ax.set_xlabel(_label(grid, across))
    ax.set_ylabel(_label(grid, up))
    ax.ticklabel_format(useOffset=False)
