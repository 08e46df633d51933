"""A picture of chains: a histogram for each parameter, and for each pair the regions with 39% and 86% of the draws."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.chains.result import Chains
from jug.core.arguments.kinds import expect
from jug.core.arguments.named import no_such_name
from jug.core.array import Float, K, N
from jug.errors import JugError
from jug.plots.labels import printed_unit
from jug.plots.pictures import COLOURS, check_picture, figure_width_in
from jug.plots.style import draw_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 15
"""Largest number of parameters that are drawn by default."""

PANEL_IN = 1.25
"""Size of a panel, inches."""

REGION_MASSES = (0.393, 0.865)
"""Probability of 1 and 2 standard deviations of a Gaussian in two dimensions."""

BINS = 30
"""Bins of a histogram."""


def plot_corner(
    found: Chains,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the posterior of each parameter and of each pair of parameters.

    The diagonal has a histogram of all draws with median and 68% interval, and a line for each of up to 8 chains. The
    panels below it have the draws, and regions with 39% and 86% of them (1 and 2 standard deviations of a Gaussian).

    Parameters
    ----------
    found : Chains
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        The coordinates to draw; when absent the first 15.
    title, figure, style
        As for `jug.plot_residuals`; a new figure is a square.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; no such coordinate; no draws.
    InputError
        The picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.sample(model.add("EFAC TEL gbt 1"), toas, draws=50, warmup=50)
    >>> len(jug.plot_corner(found).axes)
    1
    """
    expect(found=(found, Chains))
    check_picture(path)
    if found.values.shape[1] < 2:
        raise JugError("the chains have no draws yet")
    chosen = _coordinate_indices(found, names)
    k = len(chosen)
    some = "" if k == len(found.names) else f", {k} of {len(found.names)} parameters"

    def draw(drawn: "Figure") -> None:
        if figure is None:
            side = max(PANEL_IN * k, 4.0) + 0.8 if style == "screen" else figure_width_in(drawn)
            drawn.set_size_inches(side, side)
        _draw(drawn, found, chosen)
        drawn.align_labels()

    words = f"PSR {found.psr}: {found.values[:, :, 0].size} draws{some}" if title is None else title
    return draw_picture(draw, path, words, figure, style)


def _draw(figure: "Figure", found: Chains, chosen: list[int]) -> None:
    """Draw all panels."""
    k = len(chosen)
    axes = figure.subplots(k, k, squeeze=False)
    for row, i in enumerate(chosen):
        for column, j in enumerate(chosen):
            ax = axes[row, column]
            if column > row:
                ax.remove()
                continue
            if column == row:
                _draw_one(ax, found.values[:, :, i])
            else:
                _draw_pair(ax, found.values[:, :, j].reshape(-1), found.values[:, :, i].reshape(-1))
            _label(ax, (_name(found, j), _name(found, i)), (row, column, k))


def _coordinate_indices(found: Chains, names: Sequence[str] | None) -> list[int]:
    if names is None:
        return list(range(min(len(found.names), MOST_PANELS)))
    for name in names:
        if name not in found.names:
            raise no_such_name("coordinate", name, found.names)
    return [found.names.index(name) for name in names]


def _name(found: Chains, i: int) -> str:
    return f"{found.names[i]} ({printed_unit(found.units[i])})" if found.units[i] else found.names[i]


def _draw_one(ax: "Axes", x: Float[N, K]) -> None:
    edges = _edges(x.reshape(-1)).tolist()
    ax.hist(x.reshape(-1), edges, density=True, color="0.85")
    if len(x) <= len(COLOURS):
        for colour, own in zip(COLOURS, x, strict=False):
            ax.hist(own, edges, density=True, histtype="step", color=colour, linewidth=0.7)
    for quantile, style in ((0.16, ":"), (0.5, "-"), (0.84, ":")):
        ax.axvline(float(np.quantile(x, quantile)), color="k", linewidth=0.8, linestyle=style)
    ax.set_xlim(edges[0], edges[-1])
    ax.set_yticks([])


def _draw_pair(ax: "Axes", x: Float[N], y: Float[N]) -> None:
    from scipy.ndimage import gaussian_filter

    edges = _edges(x), _edges(y)
    counts = gaussian_filter(np.histogram2d(x, y, edges)[0], 1.0, mode="nearest")
    levels = _levels(counts)
    ax.plot(x, y, ".", color="0.7", markersize=1.0, alpha=0.5, rasterized=True, zorder=0)
    middles = [0.5 * (edge[1:] + edge[:-1]) for edge in edges]
    if len(levels) > 1:
        ax.contourf(*middles, counts.T, levels=levels, colors=(COLOURS[5], COLOURS[0]), alpha=0.6)
        ax.contour(*middles, counts.T, levels=levels[:-1], colors="k", linewidths=0.6)
    ax.set_xlim(edges[0][0], edges[0][-1])
    ax.set_ylim(edges[1][0], edges[1][-1])


def _levels(counts: Float[N, K]) -> list[float]:
    """Contour levels that enclose `REGION_MASSES`, the lowest first, and one above all heights; equal levels once."""
    heights = np.sort(counts.reshape(-1))[::-1]
    mass = np.cumsum(heights) / np.sum(heights)
    found = {float(heights[min(int(np.searchsorted(mass, part)), len(heights) - 1)]) for part in REGION_MASSES}
    return [*sorted(h for h in found if 0.0 < h < heights[0]), float(heights[0]) * 1.001]


def _edges(x: Float[N]) -> Float[K]:
    low, high = float(np.min(x)), float(np.max(x))
    return np.linspace(low, high, BINS + 1) if high > low else np.array([low - 0.5, low + 0.5])


def _label(ax: "Axes", names: tuple[str, str], place: tuple[int, int, int]) -> None:
    """Write names and numbers, only on the left and at the bottom."""
    from matplotlib.ticker import MaxNLocator

    row, column, k = place
    ax.tick_params(direction="in", labelsize=7)
    ax.xaxis.set_major_locator(MaxNLocator(3, prune="both"))
    if column < row:
        ax.yaxis.set_major_locator(MaxNLocator(3, prune="both"))
    if row == k - 1:
        ax.set_xlabel(names[0], fontsize=8)
        ax.tick_params(axis="x", labelrotation=45)
    else:
        ax.set_xticklabels([])
    if column == 0 and row > 0:
        ax.set_ylabel(names[1], fontsize=8)
    elif column > 0:
        ax.set_yticklabels([])
