"""Pictures of the terms of a timing model, one panel for each."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.core.arguments.kinds import expect
from jug.errors import JugError
from jug.model.evaluation.delays import Delays, delays
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.pictures import check_picture
from jug.plots.series import PlottedQuantity, draw_series
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOTAL = "total"


def plot_delays(
    model: TimingModel,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the delay by each term of a timing model at the TOAs against MJD, and their total.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        Which terms (``jug.delays(model, toas).names``, and ``"total"``); by default all whose delay is not zero.
    title, figure, style
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; a name that is not a term of the model.
    InputError
        The picture cannot be written there.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(jug.plot_delays(model, toas, names=["total"]).axes)
    1
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    check_picture(path)
    terms = delays(model, toas)
    series = [
        PlottedQuantity(name, terms.total if name == TOTAL else terms[name]) for name in _terms_to_draw(terms, names)
    ]
    title = f"PSR {model.psr}, delays of {toa_count(len(toas))}" if title is None else title
    return draw_series(series, toas, title, path, figure, style)


def _terms_to_draw(terms: Delays, names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [*(name for name in terms.names if np.any(terms[name])), TOTAL]
    known = (*terms.names, TOTAL)
    for name in names:
        if name not in known:
            raise JugError(f"the model has no term {name!r}; it has {', '.join(known)}")
    return list(names)
