"""Panels of points with error bars below each other, coloured by groups or by frequency."""

from math import log10
from typing import TYPE_CHECKING

import numpy as np

from jug.model.evaluation.weighted_rms import weighted_rms
from jug.plots.abscissa import Abscissa
from jug.plots.groups import style_of
from jug.plots.labels import text_width_in, wrap
from jug.plots.legend import add_legend
from jug.plots.pictures import NARROW_IN, add_dates, figure_width_in, unit_for
from jug.plots.points import MOST_BARS, Unit, draw_groups, draw_median_bar, extent_of, panel_unit
from jug.plots.residual_data import Panel, ResidualPicture
from jug.plots.style import panel_height_in, panel_size_in, small_size
from jug.text.name_lists import counted_noun

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEADROOM = 0.14
"""Share of a panel's height that is kept free of points, for the text."""

COMPARABLE = 4.0
"""Largest ratio of the extents of two panels at which both have the same unit and the same ends."""

LINE_EM = 1.6
"""Height of a line of this text, in sizes of its font."""

MEDIAN_BAR = "bar: median uncertainty"

MOST_DECADES = 4.0
"""Largest number of powers of ten across 8.5 inches at which 2 and 5 times powers of ten have a number."""

LOG_TICKS = (
    (0.12, (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)),
    (0.4, (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)),
    (1.0, (1.0, 2.0, 5.0)),
)
"""Which numbers of each decade are written, up to a ratio of decades to `decades_shown`; above it, powers of ten."""

SEEN_BAND = 0.02
"""Least share of a panel's height at which the range of the panel below is shaded."""


def draw_panels(figure: "Figure", picture: ResidualPicture, *, own: bool) -> None:
    """Draw the points, then axes, labels, notes and legend of all panels.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    picture : ResidualPicture
    own : bool
        Whether jug made the figure, and may make it higher for the legend.
    """
    panels, across = picture.panels, picture.abscissa
    axes = list(figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0])
    if across.logarithmic:
        axes[0].set_xscale("log")
    units = _units(panels)
    groups = draw_groups(figure, axes, panels, units, picture.colouring)
    shaded = len(panels) > 1 and panels[0].units == panels[1].units and not _share_ends(axes, units)
    for i in reversed(range(len(panels))):
        note = _shade_range(axes[0], axes[1], units) if shaded and i == 0 else ""
        frame_panel(axes[i], panels[i], units[i], panel_height_in(figure_width_in(figure)), note)
    _draw_abscissa(figure, axes, across)
    if len(groups) > 1:
        styles = [style_of(k, len(groups)) for k in range(len(groups))]
        sizes = [int(np.count_nonzero(group.members)) for group in groups]
        add_legend(figure, [group.label for group in groups], styles, sizes, own=own)


def _units(panels: tuple[Panel, ...]) -> list[Unit]:
    """The unit of each panel. The first two have the larger of their units if their extents are comparable."""
    units = [panel_unit(panel) for panel in panels]
    if len(panels) > 1 and panels[0].units == panels[1].units and _are_comparable(panels[0], panels[1]):
        units[0] = units[1] = max(units[:2])
    return units


def _are_comparable(one: Panel, other: Panel) -> bool:
    low, high = sorted((extent_of(one), extent_of(other)))
    return high <= COMPARABLE * low


def frame_panel(ax: "Axes", panel: Panel, unit: Unit | None = None, height_in: float = 2.2, note: str = "") -> None:
    """Draw label, zero line, limits and weighted rms of a panel.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    panel : Panel
    unit : (float, str), optional
        Size and name; by default `panel_unit`.
    height_in : float
        Approximate height of the panel, inches, to wrap the label.
    note : str
        A text beside the weighted rms.
    """
    name = (panel_unit(panel) if unit is None else unit)[1].replace(" ", "\u00a0")
    label = wrap(f"{panel.title} ({name})", float(ax.yaxis.label.get_fontsize()), 0.85 * height_in)
    ax.set_ylabel(label)
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    ax.tick_params(direction="in", right=True, which="both")
    words = ""
    if len(panel.value) > 1:
        wrms = weighted_rms(panel.value, panel.error)
        size, name = unit_for(wrms, panel.units)
        amount = f"{wrms / size:#.4g}{'×' if name.startswith('10') else ' '}{name}".replace(" ", "\u00a0")
        words = f"weighted rms{f' of {panel.rms_of}' if panel.rms_of else ''} {amount}"
    if len(panel.value) > MOST_BARS:
        note = f"{note}; {MEDIAN_BAR}" if note else MEDIAN_BAR
        draw_median_bar(ax, panel, panel_unit(panel) if unit is None else unit)
    write_on_top(ax, note, words)


def write_on_top(ax: "Axes", left: str, right: str) -> None:
    """Write two texts at the top of a panel, beside each other, or below each other in a narrow panel.

    The vertical axis is extended to make room for them.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its points are drawn.
    left, right : str
        Empty for no text. A text wider than the panel is wrapped, but not at a no-break space (U+00A0).
    """
    size = small_size()
    width_in, height_in = panel_size_in(ax)
    left, right = (wrap(text, size, 0.98 * width_in).replace("\u00a0", " ") for text in (left, right))
    if left and right and text_width_in(f"{left}   {right}", size) > width_in:
        left, right = "", f"{right}\n{left}"
    lines = 1 + max(left.count("\n"), right.count("\n"))
    share = lines * max(HEADROOM, LINE_EM * size / 72.0 / height_in)
    bottom, top = ax.get_ylim()
    if ax.get_yscale() == "log":
        ax.set_ylim(bottom, top * (top / bottom) ** share)
    else:
        ax.set_ylim(bottom, top + share * (top - bottom))
    for x, side, words in ((0.01, "left", left), (0.99, "right", right)):
        if words:
            ax.text(x, 0.96, words, transform=ax.transAxes, ha=side, va="top", fontsize=size)


def _share_ends(axes: "list[Axes]", units: list[Unit]) -> bool:
    """Give the first two panels the same ends if they have the same unit and similar ends; return whether it did."""
    first, second = axes[0].get_ylim(), axes[1].get_ylim()
    low, high = sorted((first[1] - first[0], second[1] - second[0]))
    if units[0] != units[1] or high > COMPARABLE * low:
        return False
    for ax in axes[:2]:
        ax.set_ylim(min(first[0], second[0]), max(first[1], second[1]))
    return True


def _shade_range(above: "Axes", below: "Axes", units: list[Unit]) -> str:
    """Shade the range of a panel in the panel above, if it is high enough to be seen; return the note about it."""
    bottom, top = above.get_ylim()
    low, high = (end * units[1][0] / units[0][0] for end in below.get_ylim())
    if not SEEN_BAND * (top - bottom) <= high - low < top - bottom:
        return ""
    above.axhspan(low, high, color="0.9", zorder=-1)
    above.set_ylim(bottom, top)
    return "shaded: range of the panel below"


def _draw_abscissa(figure: "Figure", axes: "list[Axes]", across: Abscissa) -> None:
    """Set label, ends and dates of the horizontal axis; the label gives the number of points without a value."""
    if across.name == "mjd":
        add_dates(axes, across.value)
        return
    absent = int(np.count_nonzero(~np.isfinite(across.value)))
    more = f"; {counted_noun(absent, 'point')} {across.why_absent} not drawn" if absent else ""
    width_in = 0.8 * figure_width_in(figure)
    if across.name == "serial":
        tick_whole_numbers(axes[-1])
    axes[-1].set_xlabel(wrap(across.label + more, float(axes[-1].xaxis.label.get_fontsize()), width_in))
    if across.limits is not None:
        axes[-1].set_xlim(*across.limits)
    if across.logarithmic:
        tick_logarithmic(axes[-1])


def tick_whole_numbers(ax: "Axes") -> None:
    """Put ticks only at whole numbers of the horizontal axis.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    """
    from matplotlib.ticker import MaxNLocator

    most = 5 if figure_width_in(ax.figure) <= NARROW_IN else 9
    ax.xaxis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], integer=True, min_n_ticks=1))


def tick_logarithmic(ax: "Axes") -> None:
    """Put ticks with plain numbers on a logarithmic horizontal axis. Their number depends on the span.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The ends of its horizontal axis are set.
    """
    from matplotlib.ticker import LogLocator, NullFormatter

    low, high = sorted(ax.get_xlim())
    share = log10(high / low) / decades_shown(ax)
    ax.xaxis.set_major_locator(LogLocator(subs=next((subs for end, subs in LOG_TICKS if share < end), (1.0,))))
    ax.xaxis.set_major_formatter("{x:g}")
    ax.xaxis.set_minor_formatter(NullFormatter())


def decades_shown(ax: "Axes") -> float:
    """Return the largest number of powers of ten at which ticks at 2 and 5 times a power of ten have room."""
    return MOST_DECADES * panel_size_in(ax)[0] / (0.7 * 8.5)
