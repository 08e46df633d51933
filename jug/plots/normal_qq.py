"""A normal Q-Q picture: standardised residuals against the quantiles of a normal distribution."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.core.array import Float, N
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.panels import write_on_top
from jug.plots.pictures import COLOURS, check_picture
from jug.plots.points import marker_size
from jug.plots.standard_scores import StandardScores, standard_scores
from jug.plots.style import draw_picture, label_sideways

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BAND = 0.95
"""Probability that one point lies in the band."""


def plot_qq(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw standardised residuals in ascending order against the quantiles of a normal distribution.

    A residual is whitened and divided by its exact standard deviation, which allows for the variance that the fit and
    the realisations of the noise absorb. If model and noise are right, the points lie along the line, and each lies in
    the band with a probability of 95 %.

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
    >>> jug.plot_qq(jug.fit(model, toas), toas).axes[0].get_xlabel()
    'Normal quantile'
    """
    check_picture(path)
    scores = standard_scores(what, toas, "a Q-Q picture")
    title = scores.title if title is None else title
    return draw_picture(lambda drawn: _draw(drawn, scores), path, title, figure, style, n_panels=1.5)


def normal_quantiles(n: int) -> tuple[Float[N], Float[N], Float[N]]:
    """Return the expected values of n ordered standard normal numbers, and a band about them.

    Parameters
    ----------
    n : int

    Returns
    -------
    middle : (n,) array
        Quantiles at (i - 3/8) / (n + 1/4), the mean of the i-th number (Blom 1958).
    low, high : (n,) arrays
        Ends of the interval that contains the i-th number with the probability `BAND` (from its beta distribution).
    """
    from scipy.special import betaincinv, ndtri

    i = np.arange(1.0, n + 1.0)
    ends = (ndtri(betaincinv(i, n + 1.0 - i, 0.5 + side * BAND / 2.0)) for side in (-1.0, 1.0))
    low, high = (np.asarray(end, dtype=np.float64) for end in ends)
    return np.asarray(ndtri((i - 0.375) / (n + 0.25)), dtype=np.float64), low, high


def _draw(figure: "Figure", scores: StandardScores) -> None:
    from matplotlib import rcParams

    n, ax = len(scores.z), figure.subplots()
    middle, low, high = normal_quantiles(n)
    ax.fill_between(middle, low, high, color="0.85", zorder=0)
    ax.plot(middle[[0, -1]], middle[[0, -1]], color="0.5", linewidth=0.8, zorder=1)
    size = {"markersize": max(marker_size(n), 0.5 * rcParams["lines.markersize"]), "rasterized": n > 5000}
    ax.plot(middle, scores.z, linestyle="", marker="o", markeredgewidth=0.0, color=COLOURS[0], zorder=2, **size)
    ax.set_xlabel("Normal quantile")
    label_sideways(ax, scores.label)
    ax.tick_params(direction="in", right=True, top=True)
    words = f"standard deviation {np.std(scores.z):.3f}"
    write_on_top(ax, "grey: 95 % of normal numbers", words)
