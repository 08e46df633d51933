"""A picture of the periodogram of residuals, with the band of the noise of the model."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from jug.analysis.residuals.periodogram import Periodogram, periodogram
from jug.conversion.error_propagation import model_of
from jug.core.array import Float, N
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.abscissa import YEAR_LENGTH_D
from jug.plots.panels import decades_shown, tick_logarithmic, write_on_top
from jug.plots.pictures import COLOURS, check_picture
from jug.plots.style import draw_picture, label_below, label_sideways
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST_POWER = 3e-3
"""Least lower end of the axis of power. The power of noise can be arbitrarily small."""


def plot_periodogram(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    whiten: bool = False,
    draws: int = 200,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the Lomb-Scargle periodogram of residuals at uneven dates.

    The power is half of the decrease of chi2 when a sinusoid is fitted. For white noise its mean is 1 before a fit, and
    less after a fit that absorbs much of it. At each frequency the band contains 95 % of simulated noise of the model,
    and the line in it is the median, after the same fit (`jug.analysis.residuals.periodogram`).

    Parameters
    ----------
    what : FitResult or TimingModel
        For a model, its residuals are drawn without a fit.
    toas : TOAs
        The TOAs of the fit, on four days or more.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    whiten : bool
        Subtract the realisation of every correlated process first.
    draws : int
        Number of sets of simulated noise; 0 for no band.
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
        TOAs of fewer than four days; the picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> jug.plot_periodogram(jug.fit(model, toas), toas, draws=20).axes[0].get_xlabel()
    'Frequency (1/yr)'
    """
    check_picture(path)
    found = periodogram(what, toas, whiten=whiten, draws=draws)
    done = {"post-fit": "fit"} if isinstance(what, FitResult) else {}
    done |= {"whitened": "whitening"} if found.whitened else {}
    before = f" before {' and '.join(done.values())}" if done else ""
    label = " ".join(["Power of", *done, f"residuals (white noise{before}: mean\u00a01)"])
    if title is None:
        title = f"PSR {model_of(what).psr}, {toa_count(len(toas))}{', whitened' if found.whitened else ''}"
    return draw_picture(lambda drawn: _draw(drawn, found, label), path, title, figure, style)


def _draw(figure: "Figure", found: Periodogram, label: str) -> None:
    ax, frequency = figure.subplots(), found.frequency * YEAR_LENGTH_D
    if found.expected is not None:
        low, middle, high = found.expected
        expected_at = found.expected_at * YEAR_LENGTH_D
        ax.fill_between(expected_at, low, high, color="0.85", zorder=0)
        ax.plot(expected_at, middle, color="0.5", linewidth=1.0, zorder=1)
    marker = "o" if len(frequency) < 30 else ""
    ax.plot(frequency, found.power, marker=marker, markersize=3.0, color=COLOURS[0], linewidth=0.8, zorder=2)
    ax.set_yscale("log")
    if len(frequency) > 1:
        ax.set_xscale("log")
        ax.set_xlim(frequency[0], frequency[-1])
        tick_logarithmic(ax)
    bottom, top = ax.get_ylim()
    ax.set_ylim(max(bottom, LEAST_POWER), top)
    label_below(ax, "Frequency (1/yr)")
    label_sideways(ax, label)
    ax.tick_params(direction="in", right=True, which="both")
    _add_periods_on_top(ax)
    peak = int(np.argmax(found.power))
    note = "" if found.expected is None else "grey: median and 95 % of the noise of the model"
    write_on_top(ax, note, f"highest {found.power[peak]:.3g} at {YEAR_LENGTH_D / frequency[peak]:.4g} d")


def _add_periods_on_top(ax: "Axes") -> None:
    """Add an axis of periods along the top."""
    from matplotlib.ticker import FixedLocator, NullLocator

    top = ax.secondary_xaxis("top", functions=(_period, _period))
    top.set_xlabel("Period (d)")
    low, high = sorted(YEAR_LENGTH_D / end for end in ax.get_xlim())
    steps = (1.0, 2.0, 5.0) if high < low * 10.0 ** decades_shown(ax) else (1.0,)
    places = [k * 10.0**n for n in range(-3, 7) for k in steps]
    top.xaxis.set_major_locator(FixedLocator([x for x in places if low <= x <= high]))
    top.xaxis.set_minor_locator(NullLocator())
    top.xaxis.set_major_formatter("{x:g}")
    top.tick_params(direction="in", which="both")


def _period(x: ArrayLike) -> Float[N]:
    """The period in days of a frequency in 1/yr, and the frequency of a period."""
    value = np.asarray(x, dtype=np.float64)
    return np.divide(YEAR_LENGTH_D, value, out=np.full_like(value, np.inf), where=value != 0.0)
