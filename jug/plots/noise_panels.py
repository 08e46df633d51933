"""Panels of noise realisations: a band for a process that is continuous in time, points for one with epochs."""

from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.analysis.residuals.averaging import EPOCH_PROCESSES, process_epochs
from jug.analysis.residuals.observing_epochs import EPOCH_DAYS
from jug.core.array import Bool, Float, N, Toa
from jug.model.covariance.realisation import Realisation
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.panels import write_on_top
from jug.plots.pictures import COLOURS, add_dates, unit_for
from jug.plots.points import marker_size
from jug.plots.series import PANEL_OF_RESIDUALS
from jug.plots.style import draw_picture
from jug.text.name_lists import counted_noun, toa_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

REFERENCE_MHZ = 1400.0
"""Frequency for which processes that depend on the frequency are drawn, MHz."""

LONG_GAP = 6.0
"""A band is interrupted at gaps longer than this, in median distances between epochs."""

MOST_MARKED = 400
"""Largest number of dates at which the line of a band has markers."""


class NoisePanel(NamedTuple):
    """The realisation of one process where it acts.

    Parameters
    ----------
    name : str
        Name of the process, with the frequency for which it is drawn.
    where : str
        The number of TOAs on which it acts, as text; empty for all.
    mjd, value, error : (m,) arrays
        In the order of time; value and standard deviation in s.
    band : bool
        Whether the process is continuous in time, so that a line connects the values.
    """

    name: str
    where: str
    mjd: Float[N]
    value: Float[N]
    error: Float[N]
    band: bool


def noise_panel(model: TimingModel, toas: TOAs, name: str, found: Realisation) -> NoisePanel:
    """Collect the data of the panel of a process.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    name : str
        Name of the process.
    found : Realisation
        At the TOAs; the process acts where its standard deviation is above 0.

    Returns
    -------
    NoisePanel
    """
    acts: Bool[Toa] = found.error_s > 0.0
    n = int(np.count_nonzero(acts))
    if name in EPOCH_PROCESSES:
        epochs = [rows for rows in process_epochs(model, toas, name) if acts[rows[0]]]
        first = np.unique([rows[0] for rows in epochs])
        first = first[np.argsort(toas.mjd[first], kind="stable")]
        where = f"{counted_noun(len(epochs), 'epoch')}, {n} of {toa_count(len(toas))}"
        return NoisePanel(name, where, toas.mjd[first], found.time_s[first], found.error_s[first], False)
    index = frequency_index(model, name)
    factor = (toas.freq_hz[acts] / (REFERENCE_MHZ * 1e6)) ** index if index else 1.0
    mjd, value, error = toas.mjd[acts], found.time_s[acts] * factor, found.error_s[acts] * factor
    order = np.argsort(mjd, kind="stable")
    words = f"{name} at {REFERENCE_MHZ:.0f} MHz" if index else name
    where = "" if n == len(toas) else f"on {n} of {toa_count(len(toas))}"
    return NoisePanel(words, where, mjd[order], value[order], error[order], True)


def frequency_index(model: TimingModel, name: str) -> float:
    """Return the power of 1/frequency with which a process acts on times of arrival.

    Parameters
    ----------
    model : TimingModel
    name : str
        Name of the process, with its number.

    Returns
    -------
    float
        2 for dispersion, TNCHROMIDX for chromatic noise, else 0.
    """
    own = name.rstrip("0123456789")
    if own == "CHROM":
        return float(model.values.get("TNCHROMIDX", 4.0))
    dispersive = any(c.dispersive for c in model.components if c.process in (own, name))
    return 2.0 if dispersive else 0.0


def draw_noise_panels(
    panels: "Sequence[NoisePanel]",
    toas: TOAs,
    path: str | PathLike[str] | None,
    title: str,
    figure: "Figure | None",
    style: str | PathLike[str],
) -> "Figure":
    """Draw a picture of noise, one panel below the other.

    Parameters
    ----------
    panels : sequence of NoisePanel
    toas : TOAs
    path, title, figure, style
        As for `jug.plots.style.draw_picture`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    height = PANEL_OF_RESIDUALS * len(panels)
    return draw_picture(lambda drawn: _draw(drawn, panels, toas.mjd), path, title, figure, style, n_panels=height)


def _draw(figure: "Figure", panels: "Sequence[NoisePanel]", mjd: Float[Toa]) -> None:
    axes = list(figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0])
    for k, (panel, ax) in enumerate(zip(panels, axes, strict=True)):
        size, unit = unit_for(float(np.max(np.abs(panel.value) + panel.error)))
        (_draw_band if panel.band else _draw_points)(ax, panel, size, COLOURS[k % len(COLOURS)])
        ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
        ax.tick_params(direction="in", right=True)
        ax.set_ylabel(f"Noise ({unit})")
        write_on_top(ax, panel.name, panel.where)
    add_dates(axes, mjd)
    figure.align_ylabels(axes)


def _draw_points(ax: "Axes", panel: NoisePanel, size: float, colour: str) -> None:
    ax.errorbar(
        panel.mjd,
        panel.value / size,
        yerr=panel.error / size,
        fmt=".",
        color=colour,
        markersize=marker_size(len(panel.mjd)),
        elinewidth=0.5,
        rasterized=len(panel.mjd) > 5000,
    )


def _draw_band(ax: "Axes", panel: NoisePanel, size: float, colour: str) -> None:
    """Draw a line and a band for each run of dates without a long gap; a single date has a point with a bar."""
    first = np.concatenate([[0], 1 + np.flatnonzero(np.diff(panel.mjd) > 0.0)])  # one row of each date
    mjd, value, error = panel.mjd[first], panel.value[first] / size, panel.error[first] / size
    for rows in slices_without_gap(mjd):
        x, y, e = mjd[rows], value[rows], error[rows]
        if float(np.ptp(x)) < EPOCH_DAYS:
            ax.errorbar(x[:1], y[:1], yerr=e[:1], fmt=".", color=colour, elinewidth=0.8)
            continue
        ax.fill_between(x, y - e, y + e, color=colour, alpha=0.25, linewidth=0.0)
        ax.plot(x, y, color=colour, linewidth=1.0)
        if len(mjd) <= MOST_MARKED:
            ax.plot(x, y, linestyle="", marker=".", color=colour, markersize=0.7 * marker_size(len(mjd)))


def slices_without_gap(mjd: Float[N]) -> list[slice]:
    """Split dates at long gaps.

    Parameters
    ----------
    mjd : (m,) array
        In ascending order.

    Returns
    -------
    list of slice
        One for each run of dates without a long gap.
    """
    gap = np.diff(mjd)
    between = gap[gap > EPOCH_DAYS]
    if not between.size:
        return [slice(0, len(mjd))]
    ends = [0, *(1 + np.flatnonzero(gap > LONG_GAP * float(np.median(between)))).tolist(), len(mjd)]
    return [slice(a, b) for a, b in pairwise(ends)]
