"""A picture of the judgement on noise: standardised residuals, their quantiles, backends, the power spectrum."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.analysis.noise_check.result import NoiseCheck
from jug.core.arguments.kinds import expect
from jug.plots.pictures import COLOURS, check_picture, figure_class, written_picture, years_on_top

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NAMES = 12
"""Largest number of backends whose names the panel of backends writes."""


def plot_noise_check(
    check: NoiseCheck, path: str | PathLike[str] | None = None, *, figure: "Figure | None" = None
) -> "Figure":
    """Draw standardised residuals against time and normal quantiles, their scatter by backend, and the power spectrum.

    Parameters
    ----------
    check : NoiseCheck
        Of `jug.check_noise`.
    path : path-like, optional
        Write the picture there too; the format follows the ending.
    figure : matplotlib.figure.Figure, optional
        Drawn into; a new one when absent.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing.
    InputError
        The picture cannot be written there.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(jug.plot_noise_check(jug.check_noise(model, toas, draws=99)).axes)
    4
    """
    expect(check=(check, NoiseCheck))
    check_picture(path)
    figure = figure_class()(figsize=(10.0, 7.0), layout="constrained") if figure is None else figure
    (time, quantiles), (backends, spectrum) = figure.subplots(2, 2)
    _draw_time(time, check)
    _draw_quantiles(quantiles, check)
    _draw_backends(backends, check)
    _draw_spectrum(spectrum, check)
    figure.suptitle(f"PSR {check.psr}: residuals against the noise of the model, {len(check.mjd)} TOAs", fontsize=12)
    return written_picture(figure, path)


def _draw_time(ax: "Axes", check: NoiseCheck) -> None:
    for i, name in enumerate(np.unique(check.backends)):
        rows = check.backends == name
        colour = COLOURS[i % len(COLOURS)]
        ax.plot(check.mjd[rows], check.z[rows], ".", color=colour, markersize=3.0, rasterized=len(check.mjd) > 5000)
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    ax.set_xlabel("MJD")
    ax.ticklabel_format(axis="x", useOffset=False)
    ax.set_ylabel("Residual (standard deviations)")
    years_on_top(ax)


def _draw_quantiles(ax: "Axes", check: NoiseCheck) -> None:
    from scipy.special import ndtri

    for i, name in enumerate(np.unique(check.backends)):
        z = np.sort(check.z[(check.backends == name) & (check.z != 0.0)])
        normal = ndtri((np.arange(len(z)) + 0.5) / len(z)) if len(z) else z
        ax.plot(normal, z, ".", color=COLOURS[i % len(COLOURS)], markersize=3.0, rasterized=len(check.mjd) > 5000)
    reach = float(np.max(np.abs(check.z), initial=1.0))
    ax.plot([-reach, reach], [-reach, reach], color="0.6", linewidth=0.8, zorder=0)
    ax.set_xlim(-4.5, 4.5)
    ax.set_xlabel("Normal quantile")
    ax.set_ylabel("Residual (standard deviations)")


def _draw_backends(ax: "Axes", check: NoiseCheck) -> None:
    names = list(np.unique(check.backends))
    own = {test.group: test for test in check.tests if test.kind == "chi2"}
    for i, name in enumerate(names):
        test = own.get(str(name) or "no backend")
        if test is not None:
            ax.errorbar(test.expected, i, xerr=2.0 * test.deviation, color="0.6", capsize=3.0, zorder=0)
            ax.plot(test.value, i, "o", color=COLOURS[i % len(COLOURS)], markersize=5.0)
    many = len(names) > MOST_NAMES
    ax.set_yticks([] if many else range(len(names)), [] if many else [str(n) or "no backend" for n in names])
    ax.set_ylim(-0.7, len(names) - 0.3)
    ax.set_xlabel("Mean square of the residuals; grey: model, 2 standard deviations")
    if many:
        ax.set_ylabel(f"{len(names)} backends")


def _draw_spectrum(ax: "Axes", check: NoiseCheck) -> None:
    per_year = check.spectrum.frequency * 365.25
    if len(per_year):
        low, middle, high = check.spectrum.expected
        ax.fill_between(per_year, low, high, color="0.85", zorder=0, label="model, 95 %")
        ax.plot(per_year, middle, color="0.5", linewidth=1.0, label="model, median")
        ax.plot(
            per_year, check.spectrum.power, "o-", color=COLOURS[0], markersize=3.5, linewidth=0.8, label="residuals"
        )
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.legend(fontsize=9, frameon=False)
    ax.set_xlabel("Frequency (1/yr)")
    ax.set_ylabel("Power (s$^2$)")
