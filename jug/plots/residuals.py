"""A picture of residuals: of a model, or before and after a fit."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from jug.analysis.averaging import average as average_of
from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import expect
from jug.core.array import Bool, Float, N, Str
from jug.errors import JugError
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.measured_dms import weighted_rms
from jug.model.evaluation.residuals import residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.pictures import (
    COLOURS,
    RESIDUAL_UNITS,
    check_picture,
    figure_class,
    unit_for,
    with_dates,
    written_picture,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLAGS = ("f", "fe", "be", "sys", "group")
"""Flags that name a receiver or a backend, in the order in which colouring tries them."""

MOST_GROUPS = 12
"""Largest number of groups with a colour each; with more groups the colour shows the frequency."""

MARKERS = ("o", "s", "^", "D")

HEADROOM = 0.14
"""Share of a panel's height that stays free of points, for the text."""

DM_UNITS = ((1.0, "pc cm⁻³"), (1e-3, "10⁻³ pc cm⁻³"), (1e-6, "10⁻⁶ pc cm⁻³"))


class Panel(NamedTuple):
    """One panel: its title, MJDs, residuals and their uncertainties, (m,) each, and the units to choose from."""

    title: str
    mjd: Float[N]
    value: Float[N]
    error: Float[N]
    units: tuple[tuple[float, str], ...] = RESIDUAL_UNITS


class ShownResiduals(NamedTuple):
    """The changes of residuals before they are drawn: processes subtracted, whitened, averaged over epochs."""

    subtract: tuple[str, ...]
    whiten: bool
    average: bool


class PlottedGroup(NamedTuple):
    """TOAs that are drawn in one style: their label, and which they are, (n,) bool."""

    label: str
    members: Bool[N]


def plot_residuals(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    colour: str = "auto",
    title: str | None = None,
    figure: "Figure | None" = None,
    subtract: Iterable[str] = (),
    whiten: bool = False,
    average: bool = False,
) -> "Figure":
    """Draw residuals against MJD with error bars: those of a model, or those before and after a fit.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        Those of the fit, in its order. For wideband TOAs a panel below has the residuals of the measured DMs.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    colour : str
        The meaning of the colours: the values of a flag (``"fe"``), ``"site"``, ``"freq"``, ``"none"``; ``"auto"``
        takes the first that differs between TOAs: a flag of the receiver or backend, the site, the frequency.
    title : str, optional
        Above the panels; the name of the pulsar when absent.
    figure : matplotlib.figure.Figure, optional
        Figure to draw into; when absent a new one, unknown to pyplot (for ``plt.show()`` give ``plt.figure()``).
    subtract : iterable of str
        Noise processes whose realisations are subtracted first (``["RED", "DM"]``).
    whiten : bool
        Subtract all of them.
    average : bool
        Draw averages over the epochs of ECORR (`jug.average`), in one colour.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the TOAs are not those of the fit; no TOA has the flag.
    InputError
        The picture cannot be written there.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(jug.plot_residuals(model, toas, colour="none").axes)
    1
    """
    check_picture(path)
    panels = _panels(what, toas, ShownResiduals(tuple(subtract), whiten, average))
    figure = _new_figure(len(panels)) if figure is None else figure
    _draw(figure, panels, toas, colour)
    figure.suptitle(_title(what, toas) if title is None else title, fontsize=12)
    return written_picture(figure, path)


def _new_figure(n_panels: int) -> "Figure":
    return figure_class()(figsize=(8.5, 1.5 + 2.2 * n_panels), layout="constrained")


def _title(what: TimingModel | FitResult, toas: TOAs) -> str:
    """Name of the pulsar and number of TOAs."""
    model = model_of(what)
    return f"PSR {model.psr}, {len(toas)} TOAs"


def _panels(what: TimingModel | FitResult, toas: TOAs, how: ShownResiduals) -> tuple[Panel, ...]:
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs))
    if isinstance(what, TimingModel):
        sources = [("Residual", what, residuals(what, toas))]
    else:
        if len(what.residuals) != len(toas):
            raise JugError(f"the fit had {len(what.residuals)} TOAs, these are {len(toas)}: give those of the fit")
        sources = [("Pre-fit residual", what.prefit, what.prefit_residuals)]
        sources.append(("Post-fit residual", what.model, what.residuals))
    panels, dms = [], []
    for name, model, found in sources:
        found = found.white() if how.whiten else found.less(how.subtract)
        if how.average:
            epochs = average_of(model, toas, found)
            panels.append(Panel(name, epochs.mjd, epochs.time_s, epochs.error_s))
            continue
        panels.append(Panel(name, toas.mjd, found.time_s, found.error_s))
        if found.dm is not None:
            dms.append(Panel(name.replace("residual", "DM res."), toas.mjd, found.dm.value, found.dm.error, DM_UNITS))
    return (*panels, *dms[-1:])


def _frame(ax: "Axes", panel: Panel) -> None:
    """Draw labels, zero line, limits and weighted rms of a panel."""
    ax.set_ylabel(f"{panel.title} ({_scale(panel)[1]})")
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    ax.tick_params(direction="in", right=True)
    bottom, top = ax.get_ylim()
    ax.set_ylim(bottom, top + HEADROOM * (top - bottom))
    wrms = weighted_rms(panel.value, panel.error)
    size, name = unit_for(wrms, panel.units)
    words = f"weighted rms {wrms / size:#.4g} {name}"
    ax.text(0.99, 0.96, words, transform=ax.transAxes, ha="right", va="top", fontsize=9)


def _scale(panel: Panel) -> tuple[float, str]:
    return unit_for(float(np.max(np.abs(panel.value) + panel.error, initial=0.0)) / 3.0, panel.units)


def _draw(figure: "Figure", panels: tuple[Panel, ...], toas: TOAs, colour: str) -> None:
    """Draw the points, then everything else of each panel."""
    axes = list(figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0])
    _draw_points(figure, axes, panels, toas, colour)
    for panel, ax in zip(panels, axes, strict=True):
        _frame(ax, panel)
    with_dates(axes)


def _draw_points(figure: "Figure", axes: "Sequence[Axes]", panels: tuple[Panel, ...], toas: TOAs, colour: str) -> None:
    whole = all(len(panel.mjd) == len(toas) for panel in panels)
    groups = _groups(toas, colour) if whole else (PlottedGroup("", np.ones(0, dtype=bool)),)
    if groups is None:
        _draw_by_frequency(figure, axes, panels, toas)
        return
    for panel, ax in zip(panels, axes, strict=True):
        for k, group in enumerate(groups):
            style = {"color": COLOURS[k % len(COLOURS)], "fmt": MARKERS[k // len(COLOURS) % len(MARKERS)]}
            members = group.members if whole else np.ones(len(panel.mjd), dtype=bool)
            _points(ax, panel, members, label=group.label, **style)
    if len(groups) > 1:
        figure.legend(
            *axes[0].get_legend_handles_labels(),
            loc="outside lower center",
            ncols=min(len(groups), 4),
            fontsize=9,
            frameon=False,
            markerscale=_marker_size(1) / _marker_size(len(toas)),
        )


def _draw_by_frequency(figure: "Figure", axes: "Sequence[Axes]", panels: tuple[Panel, ...], toas: TOAs) -> None:
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm, Normalize

    mhz = toas.freq_hz / 1e6
    finite = np.isfinite(mhz)
    low, high = float(mhz[finite].min()), float(mhz[finite].max())
    norm = LogNorm(low, high) if high > 2.0 * low > 0.0 else Normalize(low, high)
    scale = ScalarMappable(norm, colormaps["viridis"])
    for panel, ax in zip(panels, axes, strict=True):
        _points(ax, panel, ~finite, color="0.2", fmt="D")
        _points(ax, panel, finite, ecolor=scale.to_rgba(mhz[finite]), fmt="none")
        unit, _ = _scale(panel)
        place = panel.mjd[finite], panel.value[finite] / unit
        ax.scatter(*place, color=scale.to_rgba(mhz[finite]), s=_marker_size(len(toas)) ** 2, zorder=3)
    bar = figure.colorbar(scale, ax=list(axes), label="Frequency (MHz)", pad=0.015, aspect=35)
    if isinstance(norm, LogNorm):
        bar.ax.yaxis.set_major_formatter("{x:g}")
        bar.ax.yaxis.set_minor_formatter("{x:g}")


def _points(ax: "Axes", panel: Panel, members: Bool[N], **style: Any) -> None:
    # Any: matplotlib's types do not have one colour for each point
    if not members.any():
        return
    scale, _ = _scale(panel)
    n = len(panel.mjd)
    ax.errorbar(
        panel.mjd[members],
        panel.value[members] / scale,
        yerr=panel.error[members] / scale,
        markersize=_marker_size(n),
        elinewidth=0.8 if n < 1000 else 0.4,
        rasterized=n > 5000,
        zorder=2,
        **style,
    )


def _marker_size(n: int) -> float:
    return 4.5 if n < 200 else 3.0 if n < 2000 else 1.5


def _groups(toas: TOAs, colour: str) -> tuple[PlottedGroup, ...] | None:
    """The groups that have a colour each; None where a colour scale shows the frequency."""
    if colour == "none":
        return _by_word(np.full(len(toas), ""))
    if colour == "site":
        return _by_word(np.array(toas.site_names))
    differ = _frequencies_differ(toas)
    if colour == "freq":
        return None if differ else _by_word(np.full(len(toas), ""))
    if colour != "auto":
        words = toas.flag(colour.removeprefix("-"))
        if not np.any(words != ""):
            known = ", ".join(sorted(toas.raw.flags)) or "they have no flags"
            raise JugError(f"no TOA has the flag {colour!r} to colour by; there are: {known}")
        return _by_word(words)
    for words in (*map(toas.flag, FLAGS), np.array(toas.site_names)):
        if 2 <= len(np.unique(words)) <= MOST_GROUPS:
            return _by_word(words)
    return None if differ else _by_word(np.full(len(toas), ""))


def _by_word(words: Str[N]) -> tuple[PlottedGroup, ...]:
    return tuple(PlottedGroup(str(word) or "no flag", words == word) for word in np.unique(words))


def _frequencies_differ(toas: TOAs) -> bool:
    mhz = toas.freq_hz[np.isfinite(toas.freq_hz)]
    return bool(mhz.size) and float(np.ptp(mhz)) > 0.0
