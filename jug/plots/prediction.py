"""A picture of a prediction: the uncertainty of the residuals against time, with random models."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.analysis.prediction_result import LOST_TURNS, Prediction
from jug.core.arguments.kinds import expect
from jug.plots.pictures import COLOURS, check_picture, figure_class, unit_for, with_dates, written_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_LINES = 50
"""Largest number of random models that are drawn."""


def plot_prediction(
    prediction: Prediction,
    path: str | PathLike[str] | None = None,
    *,
    title: str = "",
    figure: "Figure | None" = None,
) -> "Figure":
    """Draw the uncertainty of the residuals that a model predicts.

    Parameters
    ----------
    prediction : Prediction
        At two times or more.
    path : path-like, optional
        Write the picture there too; the format follows the ending.
    title : str
        Above the picture.
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
    >>> found = jug.predict(model, toas, mjd=[54000.0, 55000.0, 56000.0])
    >>> len(jug.plot_prediction(found).axes)
    1
    """
    expect(prediction=(prediction, Prediction))
    check_picture(path)
    figure = figure_class()(figsize=(6.4, 4.0), layout="constrained") if figure is None else figure
    ax = figure.subplots()
    order = np.argsort(prediction.mjd)
    mjd, error = prediction.mjd[order], prediction.error_s[order]
    size, unit = unit_for(float(np.max(error, initial=1e-9)))
    for line in prediction.draws_s[:MOST_LINES, order] / size:
        ax.plot(mjd, line, color="0.7", linewidth=0.6, zorder=1)
    ax.fill_between(mjd, -error / size, error / size, color=COLOURS[0], alpha=0.3, zorder=2, label="1 sigma")
    if np.all(np.isfinite(prediction.span)):
        ax.axvspan(*prediction.span, color=COLOURS[2], alpha=0.12, zorder=0, label="TOAs of the fit")
    if np.any(prediction.lost):
        limit = LOST_TURNS / prediction.rate_hz[order] / size
        ax.plot(mjd, limit, color=COLOURS[1], linewidth=1.0, label=f"{LOST_TURNS:g} turn: phase connection is lost")
    ax.set_ylabel(f"Residual predicted ({unit})")
    ax.legend(fontsize=9, frameon=False)
    with_dates([ax])
    if title:
        figure.suptitle(title, fontsize=12)
    return written_picture(figure, path)
