"""Pictures of the terms of a timing model, one panel for each."""

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from jug.errors import JugError
from jug.model.delays import Delays, delays
from jug.model.timing import TimingModel
from jug.obs.toas import TOAs
from jug.plot import COLOURS, check_picture, figure_class, unit_for, written, years_on_top

TOTAL = "total"


def plot_delays(
    model: TimingModel,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    figure: Any = None,
) -> Any:
    """Draw what each term of a timing model does to the TOAs, as a delay against MJD, and their total.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        Which terms (``jug.delays(model, toas).names``, and ``"total"``); when absent all that do something.
    figure : matplotlib.figure.Figure, optional
        Drawn into; a new one when absent.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; a name that is no term of the model.
    InputError
        The picture cannot be written there.
    """
    if path is not None:
        check_picture(path)
    new_figure = figure_class()
    terms = delays(model, toas)
    chosen = _chosen(terms, names)
    if figure is None:
        figure = new_figure(figsize=(8.5, 1.2 + 1.4 * len(chosen)), layout="constrained")
    axes = figure.subplots(len(chosen), 1, sharex=True, squeeze=False)[:, 0]
    order = np.argsort(toas.mjd, kind="stable")
    for k, (name, ax) in enumerate(zip(chosen, axes, strict=True)):
        seconds = (terms.total if name == TOTAL else terms[name])[order]
        _panel(ax, name, toas.mjd[order], seconds, COLOURS[k % len(COLOURS)])
    axes[-1].set_xlabel("MJD")
    axes[-1].ticklabel_format(axis="x", useOffset=False)
    years_on_top(axes[0])
    figure.align_ylabels(list(axes))
    figure.suptitle(f"PSR {model.psr}, delays of {len(toas)} TOAs", fontsize=12)
    return written(figure, path)


def _chosen(terms: Delays, names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [*(name for name in terms.names if np.any(terms[name])), TOTAL]
    known = (*terms.names, TOTAL)
    for name in names:
        if name not in known:
            raise JugError(f"the model has no term {name!r}; it has {', '.join(known)}")
    return list(names)


def _panel(ax: Any, name: str, mjd: Any, seconds: Any, colour: str) -> None:
    size, unit = unit_for(float(np.max(np.abs(seconds), initial=0.0)))
    ax.plot(mjd, seconds / size, ".", color=colour, markersize=3.5, rasterized=len(mjd) > 5000)
    ax.set_ylabel(unit)
    ax.tick_params(direction="in", right=True)
    ax.text(0.01, 0.93, name, transform=ax.transAxes, ha="left", va="top", fontsize=9)
    bottom, top = ax.get_ylim()
    ax.set_ylim(bottom, top + 0.3 * (top - bottom))
