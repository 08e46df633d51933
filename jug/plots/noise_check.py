"""A picture of a check of noise: standardised residuals, their quantiles, backends, the power spectrum."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.analysis.noise_check.groups import WITHOUT_BACKEND
from jug.analysis.noise_check.result import NoiseCheck
from jug.core.arguments.kinds import expect
from jug.core.array import Bool, Float, N, Toa
from jug.plots.groups import style_of
from jug.plots.labels import shortened_name
from jug.plots.legend import add_legend, legend_on_top
from jug.plots.panels import tick_logarithmic
from jug.plots.pictures import COLOURS, NARROW_IN, add_dates, check_picture, figure_width_in
from jug.plots.points import marker_size
from jug.plots.style import draw_picture, label_below, label_sideways
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NAMES = 12
"""Largest number of backends whose names are written in the panel of backends."""

LONGEST_BACKEND = 16
"""Largest number of characters of a backend's name."""

NARROW_PANEL_IN = 2.3
"""Height of a panel if all panels are below each other, inches."""

RESIDUAL = "Residual (standard deviations)"

EXPECTED_RANGE = "expected ±2 standard deviations"
"""Label of the bar of a backend."""


def plot_noise_check(
    check: NoiseCheck,
    path: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw standardised residuals against time and normal quantiles, their scatter by backend, and the power spectrum.

    Parameters
    ----------
    check : NoiseCheck
        Of `jug.check_noise`.
    path : path-like, optional
        Write the picture there too; the format follows the ending.
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
    >>> len(jug.plot_noise_check(jug.check_noise(model, toas, draws=99)).axes)
    4
    """
    expect(check=(check, NoiseCheck))
    check_picture(path)
    if title is None:
        title = f"PSR {check.psr}: residuals against the noise of the model, {toa_count(len(check.mjd))}"
    own = figure is None
    return draw_picture(lambda drawn: _draw(drawn, check, own=own), path, title, figure, style, n_panels=2.2)


def _draw(figure: "Figure", check: NoiseCheck, *, own: bool) -> None:
    """Draw four panels: two by two, or below each other in a narrow figure."""
    narrow = figure_width_in(figure) <= NARROW_IN
    if narrow and own:
        figure.set_figheight(4.0 * NARROW_PANEL_IN)
    axes = figure.subplots(*((4, 1) if narrow else (2, 2))).ravel()
    for draw, ax in zip((_draw_time, _draw_quantiles, _draw_backends, _draw_spectrum), axes, strict=True):
        draw(ax, check)
    names, sizes = np.unique(check.backends, return_counts=True)
    if len(names) > 1:
        shown = [_shown_backend(str(name), len(names)) for name in names]
        styles = [style_of(i, len(names)) for i in range(len(names))]
        add_legend(figure, shown, styles, sizes.tolist(), own=own)


def _shown_backend(name: str, n_backends: int) -> str:
    """The name of a backend in the picture; a text for the TOAs without one."""
    return name or (WITHOUT_BACKEND if n_backends > 1 else "all TOAs")


def _draw_time(ax: "Axes", check: NoiseCheck) -> None:
    _draw_points_by_backend(ax, check, lambda rows: (check.mjd[rows], check.z[rows]))
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    label_sideways(ax, RESIDUAL)
    add_dates([ax], check.mjd)


def _draw_quantiles(ax: "Axes", check: NoiseCheck) -> None:
    from scipy.special import ndtri

    def ordered(rows: Bool[Toa]) -> tuple[Float[N], Float[N]]:
        z = np.sort(check.z[rows & (check.z != 0.0)])
        return ndtri((np.arange(len(z)) + 0.5) / max(len(z), 1)), z

    _draw_points_by_backend(ax, check, ordered)
    reach = float(np.max(np.abs(check.z), initial=1.0))
    ax.plot([-reach, reach], [-reach, reach], color="0.6", linewidth=0.8, zorder=0, label="a normal distribution")
    ax.set_xlim(-4.5, 4.5)
    label_below(ax, "Quantile of a normal distribution")
    label_sideways(ax, RESIDUAL)
    legend_on_top(ax)


def _draw_points_by_backend(
    ax: "Axes", check: NoiseCheck, places: "Callable[[Bool[Toa]], tuple[Float[N], Float[N]]]"
) -> None:
    """Draw the points of each backend in its colour; ``places`` gives the coordinates of rows."""
    size, many = 0.8 * marker_size(len(check.mjd)), len(check.mjd) > 5000
    backends = np.unique(check.backends)
    for i, name in enumerate(backends):
        across, up = places(check.backends == name)
        style = style_of(i, len(backends))
        ax.plot(across, up, style["fmt"], color=style["color"], markersize=size, rasterized=many)
    ax.tick_params(direction="in", right=True)


def _draw_backends(ax: "Axes", check: NoiseCheck) -> None:
    names = list(np.unique(check.backends))
    own = {test.group: test for test in check.tests if test.kind == "chi2"}
    judged = [
        (i, own[str(name) or WITHOUT_BACKEND]) for i, name in enumerate(names) if (str(name) or WITHOUT_BACKEND) in own
    ]
    for i, test in judged:
        style, words = style_of(i, len(names)), EXPECTED_RANGE if i == judged[0][0] else None
        reach = 2.0 * test.deviation
        ax.errorbar(test.expected, i, xerr=reach, color="0.6", capsize=3.0, zorder=0, label=words)
        ax.plot(test.value, i, style["fmt"], color=style["color"], markersize=marker_size(len(names)))
    many = len(names) > MOST_NAMES
    shown = [shortened_name(_shown_backend(str(name), len(names)), LONGEST_BACKEND) for name in names]
    ax.set_yticks([] if many else range(len(names)), [] if many else shown)
    ax.set_ylim(-0.7, len(names) - 0.3)
    label_below(ax, "Mean square of the residuals")
    ax.tick_params(direction="in", axis="x", top=True)
    if many:
        ax.set_ylabel(f"{len(names)} backends")
    legend_on_top(ax)


def _draw_spectrum(ax: "Axes", check: NoiseCheck) -> None:
    per_year = check.spectrum.frequency * 365.25
    label_below(ax, "Frequency (1/yr)")
    label_sideways(ax, "Power (s$^2$)")
    ax.tick_params(direction="in", right=True, which="both")
    if not len(per_year):
        return
    low, middle, high = check.spectrum.expected
    ax.fill_between(per_year, low, high, color="0.85", zorder=0, label="95 % of simulated sets")
    ax.plot(per_year, middle, color="0.5", linewidth=1.0, label="their median")
    ax.plot(
        per_year, check.spectrum.power, "o-", color=COLOURS[0], markersize=2.5, linewidth=0.8, label="these residuals"
    )
    ax.set_xscale("log")
    ax.set_yscale("log")
    tick_logarithmic(ax)
    legend_on_top(ax)
