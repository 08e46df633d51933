"""Points with error bars in panels, coloured by groups or by frequency."""

from typing import TYPE_CHECKING, Any

import numpy as np

from jug.core.array import Bool, N
from jug.plots.groups import Colouring, PlottedGroup, groups_of, style_of
from jug.plots.pictures import unit_for
from jug.plots.residual_data import Panel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS = 20_000
"""Largest number of points with an error bar each. For more points one bar shows the median uncertainty."""

Unit = tuple[float, str]
"""Size and name of a unit."""


def extent_of(panel: Panel) -> float:
    """Return the largest absolute value plus error of a panel, in the unit of its data."""
    return float(np.max(np.abs(panel.value) + panel.error, initial=0.0))


def panel_unit(panel: Panel) -> Unit:
    """Return size and name of the unit of a panel, from its units by `extent_of`."""
    return unit_for(extent_of(panel), panel.units)


def draw_groups(
    figure: "Figure", axes: "list[Axes]", panels: tuple[Panel, ...], units: list[Unit], colouring: Colouring
) -> tuple[PlottedGroup, ...]:
    """Draw the points of all panels.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    axes : list of matplotlib.axes.Axes
    panels : tuple of Panel
    units : list of (float, str)
        Size and name for each panel.
    colouring : Colouring

    Returns
    -------
    tuple of PlottedGroup
        The groups, each with its style; empty if a scale of colours shows the frequency.
    """
    if colouring.words is None:
        _draw_by_frequency(figure, axes, panels, units, colouring)
        return ()
    groups = groups_of(colouring.words)
    for panel, unit, ax in zip(panels, units, axes, strict=True):
        for k, group in enumerate(groups):
            draw_points(ax, panel, unit, group.members, **style_of(k, len(groups)))
    return groups


def _draw_by_frequency(
    figure: "Figure", axes: "Sequence[Axes]", panels: tuple[Panel, ...], units: list[Unit], colouring: Colouring
) -> None:
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm, Normalize

    assert colouring.mhz is not None
    mhz, finite = colouring.mhz, np.isfinite(colouring.mhz)
    low, high = float(mhz[finite].min()), float(mhz[finite].max())
    norm = LogNorm(low, high) if high > 2.0 * low > 0.0 else Normalize(low, high)
    scale = ScalarMappable(norm, colormaps["viridis"])
    for panel, unit, ax in zip(panels, units, axes, strict=True):
        draw_points(ax, panel, unit, ~finite, color="0.2", fmt="D")
        if len(panel.value) <= MOST_BARS:
            draw_points(ax, panel, unit, finite, ecolor=scale.to_rgba(mhz[finite]), fmt="none")
        place = panel.across[finite], panel.value[finite] / unit[0]
        size = marker_size(len(panel.value)) ** 2
        ax.scatter(
            *place, color=scale.to_rgba(mhz[finite]), s=size, linewidths=0.0, zorder=3, rasterized=len(finite) > 5000
        )
    bar = figure.colorbar(scale, ax=list(axes), label="Frequency (MHz)", pad=0.015, aspect=35)
    if isinstance(norm, LogNorm):
        from matplotlib.ticker import LogLocator, NullFormatter

        bar.ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 1.5, 2.0, 3.0, 5.0, 7.0)))
        bar.ax.yaxis.set_major_formatter("{x:g}")
        bar.ax.yaxis.set_minor_formatter(NullFormatter())


def draw_points(ax: "Axes", panel: Panel, unit: Unit, members: Bool[N], **style: Any) -> None:
    """Draw the points that a mask selects, with their error bars.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    panel : Panel
    unit : (float, str)
        Size and name.
    members : (n,) bool array
        Which points.
    **style
        For matplotlib's ``errorbar``. The type is Any, because matplotlib's types lack one colour for each point.
    """
    from matplotlib import rcParams

    if not members.any():
        return
    n = len(panel.value)
    if n > MOST_BARS:
        place = panel.across[members], panel.value[members] / unit[0]
        ax.plot(*place, linestyle="", marker=style["fmt"], color=style["color"], markersize=1.0, rasterized=True)
        return
    ax.errorbar(
        panel.across[members],
        panel.value[members] / unit[0],
        yerr=panel.error[members] / unit[0],
        markersize=marker_size(n),
        elinewidth=(0.8 if n < 1000 else 0.4) * rcParams["lines.linewidth"] / 1.5,
        rasterized=n > 5000,
        zorder=2,
        **style,
    )


def draw_median_bar(ax: "Axes", panel: Panel, unit: Unit) -> None:
    """Draw the median uncertainty as one bar at zero, near the left end.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    panel : Panel
    unit : (float, str)
        Size and name.
    """
    half = float(np.median(panel.error)) / unit[0]
    ax.plot(
        [0.02, 0.02],
        [-half, half],
        transform=ax.get_yaxis_transform(),
        color="black",
        marker="_",
        markersize=7.0,
        linewidth=1.8,
        zorder=5,
    )


def marker_size(n: int) -> float:
    """Return the size of the markers of n points, in points; smaller in narrow styles."""
    from matplotlib import rcParams

    return (
        (4.5 if n < 200 else 3.0 if n < 2000 else 1.5 if n <= MOST_BARS else 1.0)
        * float(rcParams["lines.markersize"])
        / 6.0
    )
