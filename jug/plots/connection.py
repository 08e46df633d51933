"""A picture of a phase connection: residuals of the best solution by cluster, and chi2 of the best solutions."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.connection.judgement import margin
from jug.connection.report import LISTED_SOLUTIONS
from jug.connection.result import Connected
from jug.core.arguments.kinds import expect
from jug.plots.legend import legend_on_top
from jug.plots.panels import write_on_top
from jug.plots.pictures import COLOURS, add_dates, check_picture, unit_for
from jug.plots.points import marker_size
from jug.plots.style import draw_picture, label_sideways
from jug.text.name_lists import counted_noun

MOST_ABOVE = 1.1
"""Highest place of the arrow for all other solutions, in units of the highest point of the panel."""

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot_connection(
    found: Connected,
    path: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the residuals of the best solution, and chi2 of the other solutions above that of the best.

    Parameters
    ----------
    found : Connected
        Of `jug.connect`. Without a solution there is no panel of residuals.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
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
        The picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(jug.plot_connection(jug.connect(model, toas, gap_d=10.0)).axes)
    2
    """
    expect(found=(found, Connected))
    check_picture(path)
    if title is None:
        title = f"PSR {found.task.model.psr}, {counted_noun(found.clusters.n, 'cluster')}: {found.verdict.value}"
    return draw_picture(lambda drawn: _draw(drawn, found), path, title, figure, style, n_panels=2)


def _draw(figure: "Figure", found: Connected) -> None:
    panels = list(figure.subplots(2 if found.solutions else 1, 1, squeeze=False)[:, 0])
    if found.solutions:
        _draw_residuals(panels[0], found)
    _draw_solutions(panels[-1], found)
    figure.align_ylabels(panels)


def _draw_residuals(ax: "Axes", found: Connected) -> None:
    best = found.solutions[0]
    residuals, mjd = best.fit.residuals, best.toas.mjd
    size, unit = unit_for(float(np.max(np.abs(residuals.time_s) + residuals.error_s)))
    for k in range(found.clusters.n):
        own = found.clusters.number == k
        ax.errorbar(
            mjd[own],
            residuals.time_s[own] / size,
            yerr=residuals.error_s[own] / size,
            fmt="o",
            color=COLOURS[k % len(COLOURS)],
            markersize=marker_size(len(mjd)),
            elinewidth=0.8,
        )
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    write_on_top(ax, "neighbouring clusters differ in colour", "best solution")
    label_sideways(ax, f"Residual ({unit})")
    ax.tick_params(direction="in", right=True)
    add_dates([ax], mjd)


def _draw_solutions(ax: "Axes", found: Connected) -> None:
    """Draw a bar and a point for each fitted solution, and an arrow for all others, at `MOST_ABOVE` at most."""
    leaves = found.sought.leaves[:LISTED_SOLUTIONS]
    ax.set_xlabel("Solution, the best first")
    label_sideways(ax, "χ² above the best solution")
    ax.tick_params(direction="in", right=True)
    if not leaves:
        return
    above, places = [one.chi2 - leaves[0].chi2 for one in leaves], list(range(1, len(leaves) + 1))
    limit, names = margin(found.task, found.sought), list(map(str, places))
    ax.axhline(limit, color=COLOURS[1], linewidth=1.0, label="unique if no other lies below")
    ax.bar(places, above, color=COLOURS[0], width=0.6)
    ax.plot(places, above, linestyle="", marker="o", color=COLOURS[0], label="fitted solution", clip_on=False, zorder=3)
    highest = max(limit, *above)
    others = min([found.sought.beyond, *(one.chi2 for one in found.sought.leaves[LISTED_SOLUTIONS:])]) - leaves[0].chi2
    if 0.0 < others < np.inf:
        places, names = [*places, places[-1] + 1], [*names, "all others"]
        ax.errorbar(
            places[-1],
            min(others, MOST_ABOVE * highest),
            yerr=0.15 * highest,
            lolims=True,
            fmt="_",
            color=COLOURS[2],
            capsize=3.0,
            label=f"all others: at least {others:.4g}",
        )
        highest *= MOST_ABOVE + 0.2
    ax.set_ylim(-0.02 * highest, 1.1 * highest)
    ax.set_xlim(0.5, places[-1] + 0.5)
    ax.set_xticks(places, names)
    legend_on_top(ax)
