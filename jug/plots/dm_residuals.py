"""A picture of the residuals of measured DMs of wideband TOAs."""

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING

from jug.core.arguments.kinds import read_names
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.pictures import check_picture
from jug.plots.residual_data import ShownResiduals, dm_picture
from jug.plots.residuals import draw_residual_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_dm_residuals(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    colour: str = "auto",
    title: str | None = None,
    figure: "Figure | None" = None,
    subtract: str | Iterable[str] = (),
    whiten: bool = False,
    against: str = "mjd",
    stage: str = "both",
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the measured DMs of wideband TOAs minus the DMs of a model, or of a model before and after its fit.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        The TOAs of the fit, with measured DMs (flags -pp_dm and -pp_dme).
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    colour, title, figure, subtract, whiten, against, stage, style
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the TOAs have no measured DMs, or are not those of the fit.
    InputError
        The picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("test-wb-0"))
    >>> len(jug.plot_dm_residuals(model, toas, colour="none").axes)
    1
    """
    check_picture(path)
    how = ShownResiduals(read_names(subtract, "noise processes to subtract"), whiten)
    picture = dm_picture(what, toas, how, against=against, stage=stage, colour=colour)
    return draw_residual_picture(picture, path, title, figure, style)
