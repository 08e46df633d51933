"""Several quantities against time, each in its own panel."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.core.array import Float, N
from jug.obs.toas import TOAs
from jug.plots.panels import write_on_top
from jug.plots.pictures import COLOURS, add_dates, unit_for
from jug.plots.points import marker_size
from jug.plots.style import draw_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL_OF_RESIDUALS = 0.75
"""Height of a panel, in heights of a panel of residuals."""


class PlottedQuantity(NamedTuple):
    """A quantity at each TOA, s: name, values and standard deviations, (n,) each; None without deviations."""

    name: str
    value: Float[N]
    error: Float[N] | None = None


def draw_series(
    series: Sequence[PlottedQuantity],
    toas: TOAs,
    title: str,
    path: str | PathLike[str] | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw several quantities against MJD, each in its own panel.

    Parameters
    ----------
    series : sequence of PlottedQuantity
    toas : TOAs
        In the order of the values.
    title : str
        Above the panels.
    path : path-like, optional
        Write the picture there too.
    figure : matplotlib.figure.Figure, optional
        The figure to draw into; by default a new one.
    style : str or path-like
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure
    """

    def draw(drawn: "Figure") -> None:
        axes = list(drawn.subplots(len(series), 1, sharex=True, squeeze=False)[:, 0])
        for k, (one, ax) in enumerate(zip(series, axes, strict=True)):
            _panel(ax, toas.mjd, one, COLOURS[k % len(COLOURS)])
        add_dates(axes, toas.mjd)
        drawn.align_ylabels(axes)

    return draw_picture(draw, path, title, figure, style, n_panels=PANEL_OF_RESIDUALS * len(series))


def _panel(ax: "Axes", mjd: Float[N], series: PlottedQuantity, colour: str) -> None:
    extent = np.abs(series.value) + (0.0 if series.error is None else series.error)
    size, unit = unit_for(float(np.max(extent, initial=0.0)))
    ax.errorbar(
        mjd,
        series.value / size,
        yerr=None if series.error is None else series.error / size,
        fmt=".",
        color=colour,
        markersize=marker_size(len(mjd)),
        elinewidth=0.5,
        rasterized=len(mjd) > 5000,
    )
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    ax.set_ylabel(f"Delay ({unit})")
    ax.tick_params(direction="in", right=True)
    write_on_top(ax, series.name[:1].upper() + series.name[1:], "")
