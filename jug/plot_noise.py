"""Pictures of noise: the realisation of each correlated process with its uncertainty, one panel for each."""

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jug.errors import JugError
from jug.fitting.result import FitResult
from jug.model.residuals import Residuals, residuals
from jug.model.timing import TimingModel
from jug.obs.toas import TOAs
from jug.plot import COLOURS, check_picture, figure_class, unit_for, written, years_on_top


def plot_noise(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    figure: Any = None,
) -> Any:
    """Draw the most probable realisation of each correlated noise process at the TOAs, with its standard deviation.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        Those of the fit.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        Which processes (``RED``, ``DM``, ``ECORR``, ...); all of them when absent.
    figure : matplotlib.figure.Figure, optional
        Drawn into; a new one when absent.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the model has no such process, or none at all.
    InputError
        The picture cannot be written there.
    """
    if path is not None:
        check_picture(path)
    new_figure = figure_class()
    found = what.residuals if isinstance(what, FitResult) else residuals(what, toas)
    model = what.model if isinstance(what, FitResult) else what
    if len(found) != len(toas):
        raise JugError(f"the fit had {len(found)} TOAs, these are {len(toas)}: give those of the fit")
    chosen = _chosen(found, names)
    if figure is None:
        figure = new_figure(figsize=(8.5, 1.2 + 1.6 * len(chosen)), layout="constrained")
    axes = figure.subplots(len(chosen), 1, sharex=True, squeeze=False)[:, 0]
    order = np.argsort(toas.mjd, kind="stable")
    for k, (name, ax) in enumerate(zip(chosen, axes, strict=True)):
        process = found.noise[name]
        _panel(ax, name, toas.mjd[order], process.time_s[order], process.error_s[order], COLOURS[k % len(COLOURS)])
    axes[-1].set_xlabel("MJD")
    axes[-1].ticklabel_format(axis="x", useOffset=False)
    years_on_top(axes[0])
    figure.align_ylabels(list(axes))
    figure.suptitle(f"PSR {model.psr}, noise of {len(toas)} TOAs", fontsize=12)
    return written(figure, path)


def _chosen(found: Residuals, names: Sequence[str] | None) -> list[str]:
    if not found.noise:
        raise JugError("the model has no correlated noise to draw")
    wanted = [name.upper() for name in (found.noise if names is None else names)]
    for name in wanted:
        if name not in found.noise:
            raise JugError(f"there is no noise process {name!r}; the model has {', '.join(found.noise)}")
    return wanted


def _panel(
    ax: Any, name: str, mjd: NDArray[np.float64], value: NDArray[np.float64], error: NDArray[np.float64], colour: str
) -> None:
    size, unit = unit_for(float(np.max(np.abs(value) + error, initial=0.0)) / 3.0)
    ax.errorbar(
        mjd,
        value / size,
        yerr=error / size,
        fmt=".",
        color=colour,
        markersize=3.5,
        elinewidth=0.5,
        rasterized=len(mjd) > 5000,
    )
    ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
    ax.set_ylabel(unit)
    ax.tick_params(direction="in", right=True)
    ax.text(0.01, 0.93, name, transform=ax.transAxes, ha="left", va="top", fontsize=9)
    bottom, top = ax.get_ylim()
    ax.set_ylim(bottom, top + 0.3 * (top - bottom))
