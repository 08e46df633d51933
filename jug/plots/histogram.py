"""A histogram of standardised residuals with the normal distribution that they should have."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.core.array import Float, K, N
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.panels import write_on_top
from jug.plots.pictures import COLOURS, check_picture
from jug.plots.standard_scores import StandardScores, standard_scores
from jug.plots.style import draw_picture, label_below, label_sideways

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAST_REACH = 4.5
"""Least end of the axis, standard deviations."""

MOST_REACH = 10.0
"""Largest end of the axis if at most the share `FEW_BEYOND` lies beyond it; their number is then written."""

FEW_BEYOND = 0.01
"""Share of the residuals that may lie beyond the ends of the axis."""

LEAST_BINS, MOST_BINS = 12, 120
"""Least and largest number of bins."""


def plot_histogram(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw a histogram of standardised residuals, with a standard normal distribution scaled to their number.

    A residual is whitened and divided by its exact standard deviation, as for `jug.plot_qq`.

    Parameters
    ----------
    what : FitResult or TimingModel
        For a model, its residuals are drawn without a fit.
    toas : TOAs
        The TOAs of the fit.
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
        matplotlib is missing; the TOAs are not those of the fit.
    InputError
        Fewer than two TOAs; the picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> jug.plot_histogram(jug.fit(model, toas), toas).axes[0].get_xlabel()
    'Post-fit residual (standard deviations)'
    """
    check_picture(path)
    scores = standard_scores(what, toas, "a histogram")
    title = scores.title if title is None else title
    return draw_picture(lambda drawn: _draw(drawn, scores), path, title, figure, style)


def bin_edges(z: Float[N]) -> Float[K]:
    """Return the edges of bins, symmetric about 0, with the width 2 IQR / n^(1/3) (Freedman & Diaconis 1981).

    Parameters
    ----------
    z : (n,) array
        In standard deviations.

    Returns
    -------
    (k,) array
        Edges, in ascending order.
    """
    reach = max(LEAST_REACH, 1.02 * float(np.max(np.abs(z))))
    if reach > MOST_REACH and np.mean(np.abs(z) > MOST_REACH) <= FEW_BEYOND:
        reach = MOST_REACH
    low, high = np.percentile(z, [25.0, 75.0])
    width = 2.0 * float(high - low) / len(z) ** (1.0 / 3.0)
    n = int(np.clip(2.0 * reach / max(width, 1e-9 * reach), LEAST_BINS, MOST_BINS))
    return np.linspace(-reach, reach, n + 1)


def _draw(figure: "Figure", scores: StandardScores) -> None:
    ax, edges, n = figure.subplots(), bin_edges(scores.z), len(scores.z)
    ax.hist(scores.z, edges.tolist(), color=COLOURS[5], edgecolor=COLOURS[0], linewidth=0.5)
    x = np.linspace(edges[0], edges[-1], 400)
    density = np.exp(-0.5 * x**2) / np.sqrt(2.0 * np.pi)
    ax.plot(x, n * (edges[1] - edges[0]) * density, color="0.2", linewidth=1.0)
    ax.set_xlim(edges[0], edges[-1])
    label_below(ax, scores.label)
    label_sideways(ax, f"Residuals per {edges[1] - edges[0]:.2g} standard deviations")
    ax.tick_params(direction="in", right=True, top=True)
    beyond = int(np.count_nonzero(np.abs(scores.z) > edges[-1]))
    more = f"; {beyond} beyond ±{edges[-1]:.0f}" if beyond else ""
    write_on_top(ax, f"line: normal{more}", f"standard deviation {np.std(scores.z):.3f}")
