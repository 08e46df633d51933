"""A picture of residuals: of a model, or before and after a fit, against time or another quantity."""

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING

from jug.core.arguments.kinds import read_names
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.panels import draw_panels
from jug.plots.pictures import check_drawing, check_picture
from jug.plots.residual_data import ResidualPicture, ShownResiduals, residual_picture
from jug.plots.style import finish_picture, new_figure, picture_style, set_title

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_residuals(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    colour: str = "auto",
    title: str | None = None,
    figure: "Figure | None" = None,
    subtract: str | Iterable[str] = (),
    whiten: bool = False,
    average: bool = False,
    against: str = "mjd",
    stage: str = "both",
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw residuals with error bars: those of a model, or those before and after a fit.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        The TOAs of the fit, in its order. For wideband TOAs a panel below has the residuals of the measured DMs.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    colour : str
        A flag (``"fe"``), ``"site"``, ``"freq"``, ``"none"``; ``"auto"``: the flag, site or frequency that differs.
    title, figure : str and matplotlib.figure.Figure, optional
        A title in place of jug's; a figure to draw into, by default a new one that pyplot does not know.
    subtract : str or iterable of str
        Noise processes whose realisations are subtracted first (``["RED", "DM"]``).
    whiten, average : bool
        Subtract all of them; draw averages over the epochs of ECORR (`jug.average`).
    against, stage : str
        ``"mjd"``, ``"orbital-phase"``, ``"frequency"``, ``"day-of-year"``, ``"elevation"``, ``"serial"``; of a fit
        ``"both"``, ``"pre"`` or ``"post"``.
    style : str or path-like
        ``"screen"``, ``"one-column"``, ``"two-column"``, or the path of a style sheet of matplotlib.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the TOAs are not those of the fit; no TOA has the flag.
    InputError
        The picture cannot be written there; no such style; no orbit for an orbital phase.

    Examples
    --------
    >>> import jug
    >>> figure = jug.plot_residuals(*jug.load(*jug.data.example("NGC6440E")), against="elevation")
    >>> figure.axes[0].get_xlabel()
    'Elevation (degrees)'
    """
    check_picture(path)
    how = ShownResiduals(read_names(subtract, "noise processes to subtract"), whiten, average)
    picture = residual_picture(what, toas, how, against=against, stage=stage, colour=colour)
    return draw_residual_picture(picture, path, title, figure, style)


def draw_residual_picture(
    picture: ResidualPicture,
    path: str | PathLike[str] | None,
    title: str | None,
    figure: "Figure | None",
    style: str | PathLike[str],
) -> "Figure":
    """Draw a picture of panels in a style, and write it.

    Parameters
    ----------
    picture : ResidualPicture
    path, title, figure, style
        As for `plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    check_drawing(title, figure)
    with picture_style(style):
        drawn = new_figure(len(picture.panels)) if figure is None else figure
        draw_panels(drawn, picture, own=figure is None)
        set_title(drawn, picture.title if title is None else title)
        return finish_picture(drawn, path)
