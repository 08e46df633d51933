"""The legend below the panels. It has as many columns as fit, and the figure may grow to keep the height of panels."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jug.plots.labels import shortened_name, text_width_in
from jug.plots.pictures import figure_width_in
from jug.plots.style import panel_size_in, small_size

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE_HEIGHT = 1.45
"""Height of a line of the legend in sizes of its font."""

MOST_OF_FIGURE = 0.4
"""Largest height of the legend, as a share of the height that the figure had without it."""

LEAST_COLUMNS = 2
"""Columns that fit even in a narrow figure. The middle of longer names is left out."""

HANDLE_EM = 3.0
"""Width of the marker and the gaps beside a label, in sizes of the font."""


def add_legend(
    figure: "Figure", labels: Sequence[str], styles: Sequence[Mapping[str, str]], sizes: Sequence[int], *, own: bool
) -> None:
    """Add a legend with the groups of a picture below its panels.

    If not all have room, the largest groups are named, and the last entry gives the number of the others.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        With constrained layout.
    labels : sequence of str
    styles : sequence of dict
        ``color`` and ``fmt`` of each group.
    sizes : sequence of int
        Number of points of each group.
    own : bool
        Whether the figure may grow by the height of the legend, so that the panels keep their height.
    """
    from matplotlib.lines import Line2D

    size, width = small_size(), 0.97 * figure_width_in(figure)
    handle_in, line_in = HANDLE_EM * size / 72.0, LINE_HEIGHT * size / 72.0
    names = [_name_that_fits(label, size, width / LEAST_COLUMNS - handle_in) for label in labels]
    handles = [
        Line2D([], [], linestyle="", color=style["color"], marker=style["fmt"], markersize=0.5 * size)
        for style in styles
    ]
    columns = max(1, int(width / (max(text_width_in(name, size) for name in names) + handle_in)))
    height_in = figure.bbox.height / figure.dpi
    room = max(1, int(MOST_OF_FIGURE * height_in / line_in)) * columns
    if len(names) > room:
        named = sorted(sorted(range(len(names)), key=lambda i: -sizes[i])[: room - 1])
        rest = f"and {len(names) - len(named)} more"
        names, handles = (
            [*(names[i] for i in named), rest],
            [*(handles[i] for i in named), Line2D([], [], linestyle="")],
        )
    columns = min(columns, len(names))
    if own:
        figure.set_figheight(height_in + line_in * -(-len(names) // columns))
    made = figure.legend(
        handles,
        names,
        loc="outside lower center",
        ncols=columns,
        fontsize=size,
        frameon=False,
        labelspacing=LINE_HEIGHT - 1.2,
        borderpad=0.2,
        columnspacing=1.2,
        handlelength=1.0,
        handletextpad=0.4,
    )
    for text in made.get_texts():  # names of flags are not mathtext
        text.set_parse_math(False)


def _name_that_fits(label: str, size: float, width_in: float) -> str:
    """A label shortened to a width. The middle of a longer label is left out."""
    name = shortened_name(label)
    while len(name) > 8 and text_width_in(name, size) > width_in:
        name = shortened_name(label, len(name) - 2)
    return name


def legend_on_top(ax: "Axes") -> None:
    """Add a legend inside a panel, above its points. The vertical axis is extended to make room for it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its lines are drawn and have labels.
    """
    handles, names = ax.get_legend_handles_labels()
    if not names:
        return
    size = small_size()
    width_in, height_in = panel_size_in(ax)
    entry_in = max(text_width_in(name, size) for name in names) + HANDLE_EM * size / 72.0
    columns = max(1, min(len(names), int(width_in / entry_in)))
    share = min(0.5, (-(-len(names) // columns) * LINE_HEIGHT + 0.6) * size / 72.0 / height_in)
    bottom, top = ax.get_ylim()
    if ax.get_yscale() == "log":
        ax.set_ylim(bottom, top * (top / bottom) ** (share / (1.0 - share)))
    else:
        ax.set_ylim(bottom, top + share / (1.0 - share) * (top - bottom))
    style = {"frameon": False, "borderpad": 0.2, "columnspacing": 1.2, "handlelength": 1.5, "handletextpad": 0.4}
    ax.legend(handles, names, loc="upper left", ncols=columns, fontsize=size, **style)
