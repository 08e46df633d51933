"""A picture of the correlation matrix of the fitted parameters."""

from collections.abc import Sequence
from itertools import groupby
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.core.arguments.kinds import expect, read_names
from jug.core.array import Float, N, Parameter
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.plots.labels import shortened_name, text_width_in
from jug.plots.pictures import check_picture, figure_width_in
from jug.plots.style import OWN_SIZES, draw_picture, small_size
from jug.text.name_lists import comma_list, counted_noun

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST_FAMILY = 4
"""Least number of members of a family, side by side, that share one label."""

MOST_OF_FAMILY = 5.0
"""Largest height of all rows of a family, in rows of a single parameter."""

SPACING = 1.2
"""Least distance of two labels, in sizes of the font."""

LEAST_LABEL_PT = 4.5
"""Least size of a label, points. If labels overlap at this size, some are left out."""

LONGEST_PARAMETER = 14
"""Largest number of characters of a parameter's name."""

WRITTEN_CELL_IN = 0.3
"""Least width of a cell in which the coefficient is written, inches."""


class MatrixRow(NamedTuple):
    """Rows of the matrix with one label: a parameter, or the members of a family side by side."""

    label: str
    first: int
    n: int

    @property
    def extent(self) -> float:
        """Height of all rows of the label, in rows of a single parameter."""
        return min(float(self.n), MOST_OF_FAMILY)


def plot_correlation(
    result: FitResult,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the correlation coefficients of the fitted parameters.

    Every parameter has a row and a column. Members of large families (DMX, JUMP) that are side by side have narrower
    rows, and one label.

    Parameters
    ----------
    result : FitResult
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        The parameters, in this order; by default all fitted parameters.
    title, figure, style
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing.
    InputError
        Fewer than two parameters, one named twice or not fitted; the picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
    >>> [label.get_text() for label in jug.plot_correlation(result).axes[0].get_yticklabels()]
    ['RAJ', 'DECJ', 'F0', 'F1', 'DM']
    """
    expect(result=(result, FitResult))
    check_picture(path)
    chosen = list(result.names if names is None else read_names(names, "names of parameters"))
    for i, name in enumerate(chosen):
        if name in chosen[:i]:
            raise InputError(f"{name} is named twice", hint="name each parameter once")
        if name not in result.names:
            raise InputError(f"{name} was not fitted", hint=f"fitted are {comma_list(result.names, 12)}")
    if len(chosen) < 2:
        verb = "is" if len(chosen) == 1 else "are"
        raise InputError(f"a correlation matrix takes 2 fitted parameters or more; there {verb} {len(chosen)}")
    at = [result.names.index(name) for name in chosen]
    matrix = result.correlation[np.ix_(at, at)]
    rows = matrix_rows([(name, result.model.entries[name].param.name) for name in chosen])
    title = f"PSR {result.model.psr}, {counted_noun(len(chosen), 'fitted parameter')}" if title is None else title
    return draw_picture(
        lambda drawn: _draw(drawn, matrix, rows, own=figure is None), path, title, figure, style, n_panels=2.6
    )


def matrix_rows(names: Sequence[tuple[str, str]]) -> list[MatrixRow]:
    """Group the members of large families that are side by side under one label.

    Parameters
    ----------
    names : sequence of (str, str)
        Each parameter and its family.

    Returns
    -------
    list of MatrixRow
    """
    rows, first = [], 0
    for family, members in groupby(names, key=lambda one: one[1]):
        own = [name for name, _ in members]
        if len(own) >= LEAST_FAMILY:
            rows.append(MatrixRow(f"{family} ({len(own)})", first, len(own)))
        else:
            rows += [MatrixRow(shortened_name(name, LONGEST_PARAMETER), first + i, 1) for i, name in enumerate(own)]
        first += len(own)
    return rows


def _draw(figure: "Figure", matrix: Float[Parameter, Parameter], rows: list[MatrixRow], *, own: bool) -> None:
    ax, edges = figure.subplots(subplot_kw={"label": OWN_SIZES}), _edges(rows)
    mesh = ax.pcolormesh(edges, edges, matrix, cmap="RdBu_r", vmin=-1.0, vmax=1.0, rasterized=len(matrix) > 50)
    ax.set_xlim(0.0, edges[-1])
    ax.set_ylim(edges[-1], 0.0)
    ax.set_aspect("equal")
    ends = np.cumsum([0.0, *(row.extent for row in rows)])
    cell_pt = 72.0 * _side_in(figure, rows, own=own) / float(ends[-1])
    size = float(np.clip(cell_pt / SPACING, LEAST_LABEL_PT, small_size()))
    places, labels = _labels_with_room(
        0.5 * (ends[1:] + ends[:-1]), [row.label for row in rows], SPACING * size / cell_pt
    )
    ax.set_yticks(places, labels)
    ax.set_xticks(places, labels, rotation=90)
    for end in ends[1:-1]:
        for line in (ax.axhline, ax.axvline):
            line(float(end), color="white", linewidth=0.5)
    if len(rows) == len(matrix) and cell_pt >= 72.0 * WRITTEN_CELL_IN:
        _write_coefficients(ax, matrix, min(size, cell_pt / 3.2))
    figure.colorbar(mesh, ax=ax, label="Correlation coefficient", pad=0.02, fraction=0.05)
    ax.tick_params(length=2.0, labelsize=size)


def _edges(rows: list[MatrixRow]) -> Float[N]:
    """Edges of the rows of all parameters, (k + 1,)."""
    widths = [row.extent / row.n for row in rows for _ in range(row.n)]
    return np.cumsum([0.0, *widths])


def _side_in(figure: "Figure", rows: list[MatrixRow], *, own: bool) -> float:
    """The side of the square matrix beside labels, colour scale and title, inches; set the height of an own figure."""
    from matplotlib import rcParams

    words = max(text_width_in(row.label, small_size()) for row in rows) + 0.15
    side, above = 0.83 * figure_width_in(figure) - words - 0.25, 0.2 + 2.0 * float(rcParams["font.size"]) / 72.0
    if own:
        figure.set_figheight(side + words + above)
    return max(0.5, min(side, float(figure.bbox.height) / float(figure.dpi) - words - above))


def _labels_with_room(places: Float[N], labels: list[str], least: float) -> tuple[list[float], list[str]]:
    """The labels that do not overlap an earlier one, with their places."""
    kept: list[tuple[float, str]] = []
    for place, label in zip(places.tolist(), labels, strict=True):
        if not kept or place - kept[-1][0] >= least - 1e-9:
            kept.append((place, label))
    return [place for place, _ in kept], [label for _, label in kept]


def _coefficient_text(coefficient: float) -> str:
    """A coefficient with two decimals, 0.00 without a sign."""
    return f"{round(coefficient, 2) + 0.0:.2f}".replace("-", "\N{MINUS SIGN}")


def _write_coefficients(ax: "Axes", matrix: Float[Parameter, Parameter], size: float) -> None:
    """Write each coefficient below the diagonal into its cell."""
    for i, j in zip(*np.tril_indices(len(matrix), -1), strict=True):
        colour = "white" if abs(matrix[i, j]) > 0.6 else "black"
        ax.text(
            j + 0.5, i + 0.5, _coefficient_text(matrix[i, j]), ha="center", va="center", fontsize=size, color=colour
        )
