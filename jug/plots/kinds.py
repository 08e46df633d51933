"""The kinds of pictures that ``jug plot`` draws: a function for each, and the choices that it takes.

Nothing is imported here but what a kind is, so that ``jug plot --help`` is quick.
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
    says : str
        What is drawn.
    function : str
        Its function, after ``jug.plots.``.
    takes : str
        The choices that it takes, besides title and style.
    fixed : dict
        Arguments of the function that make this kind.
    of : str
        What the function is given: ``toas`` a model or a fit with its TOAs, ``model`` a model with TOAs, ``values`` a
        model or a fit alone, ``fit`` a fit alone, ``grid`` a grid, ``prediction`` a prediction.
    """

    says: str
    function: str
    takes: str
    fixed: Mapping[str, str] = {}
    of: str = "toas"

    @property
    def stages(self) -> tuple[str, ...]:
        """The words of ``--stage`` that it takes; of those without ``both`` the last is meant where none is given."""
        if "stage" in self.takes.split():
            return ("both", "pre", "post")
        return ("pre", "post") if self.of in ("toas", "model", "values") else ("post",)

    @property
    def drawn_by(self) -> "Callable[..., Figure]":
        """The function."""
        module, _, name = self.function.rpartition(".")
        found: Callable[..., Figure] = getattr(import_module(f"jug.plots.{module}"), name)
        return found


def _residuals(says: str, against: str) -> PictureKind:
    return PictureKind(f"residuals against {says}", "residuals.plot_residuals", _RESIDUALS, {"against": against})


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
    "dmx": PictureKind("DMX of each bin against time", "dmx.plot_dmx", "", of="values"),
    "noise": PictureKind("realisation of each correlated noise process", "noise.plot_noise", ""),
    "delays": PictureKind("delay by each term of the model", "delays.plot_delays", "", of="model"),
    "correlation": PictureKind(
        "correlation matrix of the fitted parameters", "correlation.plot_correlation", "params", of="fit"
    ),
    "grid": PictureKind("chi2 over one or two parameters", "grid.plot_grid", "params", of="grid"),
    "prediction": PictureKind(
        "uncertainty of the residuals that the fit predicts",
        "prediction.plot_prediction",
        "at site freq flags",
        of="prediction",
    ),
}
"""Each kind by its name."""
