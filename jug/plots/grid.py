"""A picture of a grid: the rise of chi2 above its least value, with contours of confidence."""

from collections.abc import Sequence
from math import log
from os import PathLike
from typing import TYPE_CHECKING, Literal

import numpy as np

from jug.analysis.grids.grid_result import Grid
from jug.core.arguments.kinds import expect
from jug.core.array import Bool, Float, K, N
from jug.errors import JugError
from jug.plots.grid_coordinates import coordinates
from jug.plots.grid_levels import valid_levels
from jug.plots.labels import printed_unit, wrap
from jug.plots.long_numbers import number_axis
from jug.plots.pictures import COLOURS, check_picture
from jug.plots.style import draw_picture, label_below, label_sideways, small_size

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEVELS = (0.6827, 0.9545, 0.9973)
"""Confidence of the contours: 1, 2 and 3 sigma of one Gaussian variable."""

LINE_STYLES: tuple[Literal["-", "--", ":", "-."], ...] = ("-", "--", ":", "-.")

LARGEST_RISE = 5.0
"""End of the axis of delta chi2 of a grid in one parameter, as a multiple of the highest level that is drawn."""

MOST_SHOWN = 1.5
"""End of the colour scale, as a multiple of delta chi2 of the outermost contour."""


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
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the map of a grid in one or two parameters.

    Parameters
    ----------
    grid : Grid
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    levels : sequence of float
        Confidence of the contours in Gaussian approximation, for the number of parameters of the grid. The rise of chi2
        is 2.30, 6.18 and 11.83 for two parameters, and 1, 4 and 9 for one. If the least value lies at the edge of the
        grid or above chi2 of the model, a note says so, and levels that would be wrong are left out.
    title, figure, style
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the grid has more than two parameters, or a parameter has only one value.
    InputError
        The picture cannot be written there; no such style.

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
    heights = {rise(level, len(grid.names)): f"{100 * level:.4g}%" for level in sorted(levels)}
    draw = _draw_line if len(grid.names) == 1 else _draw_map
    title = f"PSR {grid.model.psr}, least χ² {np.nanmin(grid.map):.2f}" if title is None else title
    return draw_picture(
        lambda drawn: draw(drawn, drawn.subplots(), grid, heights), path, title, figure, style, n_panels=1.5
    )


def _draw_line(figure: "Figure", ax: "Axes", grid: Grid, heights: dict[float, str]) -> None:
    (name,) = grid.names
    values, words = coordinates(grid, name)
    heights, most, why = _levels_to_show(grid, heights, LARGEST_RISE)
    if why:
        _note(ax, wrap(why, small_size(), 2.0), left=bool(values[np.nanargmin(grid.delta)] < np.mean(values)))
    ax.plot(values, grid.delta, marker="o", markersize=3, color=COLOURS[0])
    for height, level in heights.items():
        ax.axhline(height, color="0.6", linewidth=0.8, zorder=0)
        behind = {"facecolor": "white", "edgecolor": "none", "pad": 0.5, "alpha": 0.8}
        ax.annotate(
            level,
            (0.995, height),
            xycoords=("axes fraction", "data"),
            ha="right",
            va="bottom",
            fontsize=small_size(),
            bbox=behind,
        )
    if float(np.nanmax(grid.delta)) > most:
        ax.set_ylim(-0.04 * most, most)
    label_below(ax, number_axis(ax.xaxis, values, words, printed_unit(grid.model.units[name])))
    label_sideways(ax, "χ² above its least value")
    ax.tick_params(direction="in", right=True, top=True)


def _draw_map(figure: "Figure", ax: "Axes", grid: Grid, heights: dict[float, str]) -> None:
    from matplotlib.lines import Line2D

    (x, across), (y, up) = (coordinates(grid, name) for name in grid.names)
    heights, most, why = _levels_to_show(grid, heights, MOST_SHOWN)
    shown = np.ma.masked_invalid(grid.delta.T)
    picture = ax.pcolormesh(x, y, shown, vmin=0.0, vmax=most, cmap="viridis_r", shading="nearest")
    figure.colorbar(picture, ax=ax, extend="max", label="χ² above its least value", pad=0.02)
    within = {h: words for h, words in heights.items() if np.nanmin(grid.delta) < h < np.nanmax(grid.delta)}
    coarse = [words for h, words in within.items() if _is_unresolved(grid.delta < h)]
    within = {h: words for h, words in within.items() if words not in coarse}
    i, j = np.unravel_index(int(np.nanargmin(grid.delta)), grid.map.shape)
    notes = [*([why] if why else []), *([f"grid too coarse for contours of {', '.join(coarse)}"] if coarse else [])]
    if notes:
        _note(ax, wrap("; ".join(notes), small_size(), 2.0), left=bool(x[i] > np.mean(x)))
    lines = [LINE_STYLES[i % len(LINE_STYLES)] for i in range(len(within))]
    if within:
        ax.contour(x, y, shown, levels=list(within), colors="k", linestyles=lines, linewidths=1.0)
    best = ax.plot(x[i], y[j], linestyle="", marker="+", color="k", markersize=9)
    handles = [*best, *(Line2D([], [], color="k", linestyle=line, linewidth=1.0) for line in lines)]
    names = ["least χ²", *within.values()]
    figure.legend(handles, names, loc="outside lower center", ncols=4, fontsize=small_size(), frameon=False)
    ax.set_xlim(*_ends(x))
    ax.set_ylim(*_ends(y))
    units = [printed_unit(grid.model.units[name]) for name in grid.names]
    label_below(ax, number_axis(ax.xaxis, x, across, units[0]))
    label_sideways(ax, number_axis(ax.yaxis, y, up, units[1]))


def _levels_to_show(grid: Grid, heights: dict[float, str], multiple: float) -> tuple[dict[float, str], float, str]:
    """The levels to draw, the largest rise of chi2 in the picture, and why levels are left out."""
    kept, why = valid_levels(grid, heights)
    most = multiple * max(kept or heights, default=10.0)
    return kept, float(np.nanmax(grid.delta)) if why and not kept else most, why


def _note(ax: "Axes", words: str, *, left: bool = False) -> None:
    """Write a text into an upper corner, on a white background."""
    behind = {"facecolor": "white", "edgecolor": "none", "pad": 1.5, "alpha": 0.8}
    across, side = (0.02, "left") if left else (0.98, "right")
    ax.text(across, 0.97, words, transform=ax.transAxes, ha=side, va="top", fontsize=small_size(), bbox=behind)


def _ends(values: Float[N]) -> tuple[float, float]:
    """Ends of an axis: half a step beyond the outermost values, which may ascend or descend."""
    low, high = (1.5 * values[0] - 0.5 * values[1], 1.5 * values[-1] - 0.5 * values[-2])
    return min(low, high), max(low, high)


def _is_unresolved(inside: Bool[N, K]) -> bool:
    """Whether a point inside a contour has all four neighbours outside: the region is narrower than the grid."""
    padded = np.pad(inside, 1)
    neighbours = padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
    return bool(np.any(inside & ~neighbours))
