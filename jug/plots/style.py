"""Styles of pictures: for a screen, and for one and two columns of a journal.

A style is a style sheet of matplotlib. Those of jug are files in ``jug/plots/sheets``; another one can be given by its
path. A sheet applies while jug draws and writes a picture. The user's own settings are not changed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING

from jug.errors import InputError, Where
from jug.plots.labels import break_long_words, is_mathtext, wrap
from jug.plots.pictures import check_drawing, figure_class, figure_width_in, write_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

STYLES = ("screen", "one-column", "two-column")
"""The styles that jug has."""

SHEETS = Path(__file__).parent / "sheets"

LEAST_PANEL_IN = 1.5
"""Least height of a panel, inches."""

MOST_INTERVALS = 9
"""Largest number of intervals between the ticks of an axis, matplotlib's default."""

OWN_SIZES = "ticks of sizes of their own"
"""Label that marks axes whose tick labels do not have the size of the style."""


@contextmanager
def picture_style(style: str | PathLike[str]) -> Iterator[None]:
    """Apply a style inside a ``with`` block.

    Parameters
    ----------
    style : str or path-like
        One of `STYLES`, or the path of a style sheet of matplotlib.

    Raises
    ------
    JugError
        matplotlib is missing.
    InputError
        No such style, or a file that is not a style sheet.
    """
    figure_class()
    from matplotlib import rc_context, rc_params_from_file, rcParams

    path = SHEETS / f"{style}.mplstyle" if style in STYLES else Path(style)
    if not isfile(path):
        hint = f"it may be {', '.join(STYLES)}, or the path of a style sheet of matplotlib"
        raise InputError(f"no picture style {fspath(style)!r}", hint=hint)
    try:
        settings = rc_params_from_file(path, use_default_template=False)
    except (ValueError, KeyError, OSError) as reason:
        raise InputError(f"this is not a style sheet of matplotlib: {reason}", Where(str(path))) from None
    if not settings:
        raise InputError("this is not a style sheet of matplotlib", Where(str(path)), "its lines are KEY: VALUE")
    with rc_context():
        rcParams.update(settings)
        yield


def new_figure(n_panels: float = 1, height_in: float | None = None) -> "Figure":
    """Make a figure with the width of the style, for panels below each other.

    Parameters
    ----------
    n_panels : float
        Height of all panels, in heights of a panel of residuals; need not be whole.
    height_in : float, optional
        Inches; by default as high as the panels need.

    Returns
    -------
    matplotlib.figure.Figure
        With constrained layout; pyplot does not know it.
    """
    from matplotlib import rcParams

    width = float(rcParams["figure.figsize"][0])
    if height_in is None:
        height_in = 0.8 + 0.08 * width + n_panels * panel_height_in(width)
    return figure_class()(figsize=(width, height_in), layout="constrained")


def panel_height_in(width_in: float) -> float:
    """Return the height of one panel in a figure of a given width, inches."""
    return max(LEAST_PANEL_IN, 0.26 * width_in)


def panel_size_in(ax: "Axes") -> tuple[float, float]:
    """Return the approximate width and height of a panel, inches, before the layout.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    """
    spec = ax.get_subplotspec()
    columns, rows = (1, 1) if spec is None else (spec.get_gridspec().ncols, spec.get_gridspec().nrows)
    height_in = 0.7 * float(ax.figure.bbox.height) / float(ax.figure.dpi)
    return 0.7 * figure_width_in(ax.figure) / columns, height_in / rows


def small_size() -> float:
    """Return the size of the text inside panels and of legends, points."""
    from matplotlib import rcParams

    return 0.9 * float(rcParams["font.size"])


def title_size() -> float:
    """Return the size of the title above the panels, points."""
    from matplotlib import rcParams

    return 1.2 * float(rcParams["font.size"])


def set_title(figure: "Figure", title: str) -> None:
    """Put a title above the panels, wrapped to the width of the figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    title : str
        Empty for no title. Its line breaks are kept, and a tab becomes a space.
    """
    if title:
        size, width_in = title_size(), 0.94 * figure_width_in(figure)
        plain = "\n".join(title.splitlines()).replace("\t", " ")
        text = wrap(break_long_words(plain, size, width_in), size, width_in)
        figure.suptitle(text, fontsize=size, parse_math=is_mathtext(text))


def label_sideways(ax: "Axes", text: str) -> None:
    """Label the vertical axis, wrapped to its height.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    text : str
    """
    height_in = panel_size_in(ax)[1]
    ax.set_ylabel(wrap(text, float(ax.yaxis.label.get_fontsize()), height_in))


def label_below(ax: "Axes", text: str) -> None:
    """Label the horizontal axis, wrapped to the width of the panel.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    text : str
    """
    width_in = panel_size_in(ax)[0]
    ax.set_xlabel(wrap(text, float(ax.xaxis.label.get_fontsize()), width_in))


def finish_picture(figure: "Figure", path: str | PathLike[str] | None) -> "Figure":
    """Fix the sizes of ticks in a figure, for a later drawing without the style, and write it if a path is given.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : path-like or None

    Returns
    -------
    matplotlib.figure.Figure
    """
    from matplotlib import rcParams

    for ax in figure.axes:
        for one in (ax, *ax.child_axes):
            if one.get_label() != OWN_SIZES:
                one.tick_params(axis="x", labelsize=rcParams["xtick.labelsize"])
                one.tick_params(axis="y", labelsize=rcParams["ytick.labelsize"])
            _keep_number_of_ticks(one.xaxis)
    return write_picture(figure, path)


def _keep_number_of_ticks(axis: "Axis") -> None:
    """Fix the largest number of ticks, from the width of the panel before the layout.

    Otherwise matplotlib counts again after each step of the layout. When a label at the right end needs room, the
    panel gets narrower, has fewer ticks and loses that label; the layout then takes the room back, the label returns,
    and it lies outside the canvas.
    """
    from matplotlib.ticker import AutoLocator

    locator = axis.get_major_locator()
    if isinstance(locator, AutoLocator):
        locator.set_params(nbins=min(max(int(axis.get_tick_space()), 1), MOST_INTERVALS))


def draw_picture(
    draw: "Callable[[Figure], None]",
    path: str | PathLike[str] | None,
    title: str,
    figure: "Figure | None",
    style: str | PathLike[str],
    *,
    n_panels: float = 1,
    height_in: float | None = None,
) -> "Figure":
    """Draw a picture in a style, put a title above it, and write it.

    Parameters
    ----------
    draw : callable
        A function that draws everything but the title into the figure.
    path : path-like or None
    title : str
    figure : matplotlib.figure.Figure or None
        The user's figure; None for a new one of `new_figure`.
    style : str or path-like
        As for `picture_style`.
    n_panels, height_in
        As for `new_figure`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    check_drawing(title, figure)
    with picture_style(style):
        drawn = new_figure(n_panels, height_in) if figure is None else figure
        draw(drawn)
        set_title(drawn, title)
        return finish_picture(drawn, path)
