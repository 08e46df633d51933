"""One pulsar of a `jug.PTA`: its model, its TOAs, and the result of a fit."""

from dataclasses import dataclass, replace

from jug.core.display.fields_shown import FieldsShown
from jug.fitting.result.fit_result import FitResult
from jug.loading import prepare
from jug.model.evaluation.residuals import Residuals, residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


@dataclass(frozen=True, eq=False, repr=False)
class ArrayPulsar(FieldsShown):
    """One pulsar of an array.

    Parameters
    ----------
    name : str
    model : TimingModel
        The fitted model if there is a result.
    toas : TOAs
    result : FitResult or None
        The result of the fit; None before a fit.
    """

    name: str
    model: TimingModel
    toas: TOAs
    result: FitResult | None = None

    @property
    def source(self) -> TimingModel | FitResult:
        """The result of the fit if there is one, else the model."""
        return self.model if self.result is None else self.result

    @property
    def residuals(self) -> Residuals:
        """Residuals of the fit if there is one, else of the model."""
        return residuals(self.model, self.toas) if self.result is None else self.result.residuals

    def with_model(self, model: TimingModel, *, moved: bool = False) -> "ArrayPulsar":
        """Return the pulsar with another model and without a result.

        Parameters
        ----------
        model : TimingModel
        moved : bool
            Whether the TOAs are carried to the barycentre again, for another ephemeris or clock.

        Returns
        -------
        ArrayPulsar
        """
        return replace(self, model=model, toas=prepare(model, self.toas.raw) if moved else self.toas, result=None)
