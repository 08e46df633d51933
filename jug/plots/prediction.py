"""A picture of a prediction: the uncertainty of the residuals against time, with random models."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.analysis.prediction.prediction_result import LOST_TURNS, Prediction
from jug.core.arguments.kinds import expect
from jug.errors import InputError
from jug.plots.legend import legend_on_top
from jug.plots.pictures import COLOURS, add_dates, check_picture, unit_for
from jug.plots.style import draw_picture, label_sideways
from jug.text.name_lists import counted_noun

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_LINES = 50
"""Largest number of random models that are drawn."""

DATES_AT = {"barycenter": "TDB at the barycentre", "geocenter": "UTC at the geocentre"}
"""The time scale of dates at places other than observatories, for the label."""


def plot_prediction(
    prediction: Prediction,
    path: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the uncertainty of the residuals that a model predicts, with frequency and site in the labels.

    Parameters
    ----------
    prediction : Prediction
        At two times or more. The default frequency of `jug.predict` is infinite, that of ``jug plot`` is the median of
        the TOAs.
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
        Fewer than two times; the picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.predict(model, toas, mjd=[54000.0, 55000.0, 56000.0])
    >>> len(jug.plot_prediction(found).axes)
    1
    """
    expect(prediction=(prediction, Prediction))
    check_picture(path)
    if len(np.unique(prediction.mjd)) < 2:
        raise InputError(
            "a prediction is drawn at two times or more, here 1",
            hint="as --at 60000:61000:11 (in Python: mjd=[60000.0, 61000.0])",
        )
    if title is None:
        title = "Prediction" if prediction.base is None else f"PSR {prediction.base.model.psr}, prediction"
    return draw_picture(lambda drawn: _draw(drawn, prediction), path, title, figure, style)


def _draw(figure: "Figure", prediction: Prediction) -> None:
    ax = figure.subplots()
    order = np.argsort(prediction.mjd)
    mjd, error = prediction.mjd[order], prediction.error_s[order]
    size, unit = unit_for(float(np.max(error, initial=1e-9)))
    reach, words = error / size, "±1 standard deviation"
    ax.fill_between(mjd, -reach, reach, color=COLOURS[0], alpha=0.3, zorder=2, label=words)
    lines = ax.plot(mjd, prediction.draws_s[:MOST_LINES, order].T / size, color="0.7", linewidth=0.6, zorder=1)
    if lines:
        lines[0].set_label(counted_noun(len(lines), "random model"))
    if np.all(np.isfinite(prediction.span)):
        ax.axvspan(*prediction.span, color=COLOURS[2], alpha=0.12, zorder=0, label="TOAs of the fit")
    if np.any(prediction.lost):
        limit = LOST_TURNS / prediction.rate_hz[order] / size
        words = f"±{LOST_TURNS:g} turn: phase connection lost"
        ax.plot(mjd, np.column_stack([limit, -limit]), color=COLOURS[1], linewidth=1.0, label=[words, "_lower"])
    freq = f"{prediction.freq_mhz:.6g} MHz" if prediction.freq_mhz > 0.0 else "infinite frequency"
    label_sideways(ax, f"Residual predicted at {freq} ({unit})")
    ax.tick_params(direction="in", right=True)
    legend_on_top(ax)
    add_dates([ax], mjd)
    ax.set_xlabel(f"MJD ({DATES_AT.get(prediction.site, f'UTC at {prediction.site}')})")
