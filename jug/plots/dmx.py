"""A picture of DMX: the dispersion measure of each bin of time, with its uncertainty."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.conversion.error_propagation import model_of
from jug.core.array import Float, Member
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.plots.dmx_bins import DmxBins, dmx_bins, error_about_mean
from jug.plots.panels import write_on_top
from jug.plots.pictures import COLOURS, add_dates, check_picture, unit_for
from jug.plots.points import marker_size
from jug.plots.residual_data import DM_UNITS
from jug.plots.style import draw_picture, label_sideways
from jug.text.name_lists import counted_noun

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_FULL_BARS = 250
"""Largest number of bins whose bars have the full width. Bars of more bins are thinner, so that they stay apart."""


def plot_dmx(
    what: TimingModel | FitResult,
    path: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the dispersion measures of the bins of DMX against time, with their uncertainties.

    Thick bars are the uncertainties of the differences from the mean of all bins. They do not contain the uncertainty
    of an offset that all bins have in common.

    Parameters
    ----------
    what : FitResult or TimingModel
        For a model, the values and uncertainties of its par file are drawn. Bins that are not fitted are open circles.
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
        The model has no bins of DMX; the picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> binned = model.add_dmx(toas, days=30.0)
    >>> jug.plot_dmx(binned).axes[0].get_xlabel()
    'MJD'
    """
    model = model_of(what)
    check_picture(path)
    bins = dmx_bins(model)
    if title is None:
        title = f"PSR {model.psr}, DMX of {counted_noun(len(bins.value), 'bin')}"
    whole = isinstance(what, FitResult) and len(bins.names) > 1 and set(bins.names) <= set(what.names)
    about = error_about_mean(what, bins) if isinstance(what, FitResult) and whole else None
    return draw_picture(lambda drawn: _draw(drawn, bins, about), path, title, figure, style)


def _draw(figure: "Figure", bins: DmxBins, about: Float[Member] | None) -> None:
    ax = figure.subplots()
    size, unit = unit_for(float(np.max(np.abs(bins.value) + np.nan_to_num(bins.error))), DM_UNITS)
    middle, half = 0.5 * (bins.start + bins.end), 0.5 * (bins.end - bins.start)
    fitted = np.isfinite(bins.error)
    thinner = min(1.0, MOST_FULL_BARS / len(middle))
    for members, face in ((fitted, COLOURS[0]), (~fitted, "white")):
        if members.any():
            ax.errorbar(
                middle[members],
                bins.value[members] / size,
                yerr=bins.error[members] / size if face != "white" else None,
                xerr=half[members],
                fmt="o",
                color=COLOURS[0],
                markerfacecolor=face,
                markersize=marker_size(len(middle)),
                elinewidth=0.8 * thinner,
                zorder=2,
            )
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    ax.tick_params(direction="in", right=True)
    label_sideways(ax, f"DMX ({unit.replace(' ', chr(0xA0))})")
    add_dates([ax], middle)
    note = "" if fitted.all() else "open: not fitted"
    words = f"median uncertainty {np.median(bins.error[fitted]) / size:.3g}" if fitted.any() else ""
    if about is not None:
        ax.errorbar(
            middle,
            bins.value / size,
            yerr=about / size,
            fmt="none",
            ecolor=COLOURS[0],
            elinewidth=2.2 * thinner,
            zorder=3,
        )
        note = f"thick: about the mean, median {np.median(about) / size:.3g}"
    write_on_top(ax, note, words)
