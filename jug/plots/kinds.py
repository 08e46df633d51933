"""The kinds of pictures that ``jug plot`` draws: a function for each, and the choices that it takes.

The functions are imported only when they are used, so that ``jug plot --help`` is quick.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_RESIDUALS = "colour subtract whiten average stage"


class PictureKind(NamedTuple):
    """One kind of picture.

    Parameters
    ----------
    description : str
        What is drawn.
    function : str
        Its function, after ``jug.plots.``.
    takes : str
        The options that it takes, besides title and style.
    fixed : dict
        Further arguments of the function for this kind.
    subject : str
        The first arguments of the function: ``toas`` a model or a fit with its TOAs, ``model`` a model with TOAs,
        ``values`` a model or a fit alone, ``fit`` a fit alone, ``grid`` a grid, ``prediction`` a prediction.
    """

    description: str
    function: str
    takes: str
    fixed: Mapping[str, str] = {}
    subject: str = "toas"

    @property
    def stages(self) -> tuple[str, ...]:
        """The words of ``--stage`` that it takes. The default is ``both``, if it is one of them, else the last."""
        if "stage" in self.takes.split():
            return ("both", "pre", "post")
        return ("pre", "post") if self.subject in ("toas", "model", "values") else ("post",)

    @property
    def draw_function(self) -> "Callable[..., Figure]":
        """The function that draws this kind, imported."""
        module, _, name = self.function.rpartition(".")
        found: Callable[..., Figure] = getattr(import_module(f"jug.plots.{module}"), name)
        return found


def _residuals(quantity: str, against: str) -> PictureKind:
    return PictureKind(f"residuals against {quantity}", "residuals.plot_residuals", _RESIDUALS, {"against": against})


PICTURE_KINDS: Mapping[str, PictureKind] = {
    "residuals": _residuals("time", "mjd"),
    "orbital-phase": _residuals("orbital phase", "orbital-phase"),
    "frequency": _residuals("radio frequency", "frequency"),
    "day-of-year": _residuals("the day of the year", "day-of-year"),
    "elevation": _residuals("the elevation of the pulsar", "elevation"),
    "serial": _residuals("the number of the TOA in the tim file", "serial"),
    "dm": PictureKind(
        "residuals of measured DMs (wideband)", "dm_residuals.plot_dm_residuals", "colour subtract whiten stage"
    ),
    "qq": PictureKind("standardised residuals against normal quantiles", "normal_qq.plot_qq", ""),
    "histogram": PictureKind("histogram of standardised residuals", "histogram.plot_histogram", ""),
    "periodogram": PictureKind("Lomb-Scargle periodogram of residuals", "periodogram.plot_periodogram", "whiten"),
    "dmx": PictureKind("DMX of each bin against time", "dmx.plot_dmx", "", subject="values"),
    "noise": PictureKind("realisation of each correlated noise process", "noise.plot_noise", ""),
    "delays": PictureKind("delay by each term of the model", "delays.plot_delays", "", subject="model"),
    "correlation": PictureKind(
        "correlation matrix of the fitted parameters", "correlation.plot_correlation", "params", subject="fit"
    ),
    "grid": PictureKind("chi2 over one or two parameters", "grid.plot_grid", "params", subject="grid"),
    "prediction": PictureKind(
        "uncertainty of the residuals that the fit predicts",
        "prediction.plot_prediction",
        "at site freq flags",
        subject="prediction",
    ),
}
"""Each kind by its name."""
