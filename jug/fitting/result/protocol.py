"""The attributes of a `jug.FitResult` that tables and JSON read, for files that `fit_result` imports."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from jug.core.array import Float, Parameter
from jug.fitting.findings.fit_verdict import FitVerdict
from jug.fitting.findings.minimum import Minimum, Searched
from jug.fitting.freezing import FrozenParameter
from jug.fitting.robust.result import RobustFit
from jug.fitting.stop import Stop
from jug.model.evaluation.residuals import Residuals
from jug.model.timing_model import TimingModel
from jug.obs.files import DataUse

if TYPE_CHECKING:
    from jug.fitting.findings.interval import Interval


class TabulatedFit(Protocol):
    """The attributes that the tables read."""

    @property
    def model(self) -> TimingModel:
        """The model after the fit."""

    @property
    def prefit(self) -> TimingModel:
        """The model before the fit."""

    @property
    def names(self) -> tuple[str, ...]:
        """The k free parameters."""

    @property
    def errors(self) -> dict[str, float]:
        """Uncertainties by name, in the units of ``values``."""

    @property
    def residuals(self) -> Residuals:
        """Residuals after the fit."""

    @property
    def stop(self) -> Stop:
        """The reason why the iterations ended."""

    @property
    def noise_intervals(self) -> "Mapping[str, Interval]":
        """Errors, intervals and limits of fitted noise parameters, by name."""


class JsonFit(TabulatedFit, Protocol):
    """The attributes that the JSON has."""

    @property
    def values(self) -> dict[str, float]:
        """Fitted values by name, in the units of `model.units`."""

    @property
    def covariance(self) -> Float[Parameter, Parameter]:
        """Covariance of the free parameters, in the units of ``values``."""

    @property
    def correlation(self) -> Float[Parameter, Parameter]:
        """Correlation coefficients of the free parameters."""

    @property
    def chi2(self) -> float:
        """chi2 after the fit."""

    @property
    def dof(self) -> int:
        """Degrees of freedom."""

    @property
    def reduced_chi2(self) -> float:
        """chi2 per degree of freedom."""

    @property
    def errors_scaled(self) -> bool:
        """Whether uncertainties are multiplied by the square root of the reduced chi2."""

    @property
    def prefit_residuals(self) -> Residuals:
        """Residuals before the fit."""

    @property
    def robust(self) -> RobustFit | None:
        """Loss, scale and weights of a robust fit; None after least squares."""

    @property
    def verdict(self) -> FitVerdict:
        """The verdict on the fit."""

    @property
    def frozen(self) -> tuple[FrozenParameter, ...]:
        """The parameters that the fit has fixed."""

    @property
    def minima(self) -> tuple[Minimum, ...]:
        """The minima that a search has found, lowest first."""

    @property
    def searched(self) -> Searched | None:
        """The starts of a search, counted; None without one."""

    @property
    def n_iter(self) -> int:
        """Number of steps that were tried."""

    @property
    def backend(self) -> str:
        """``numpy`` or ``jax``."""

    @property
    def backend_reason(self) -> str:
        """The reason for this backend."""

    @property
    def uses(self) -> tuple[DataUse, ...]:
        """The data files in use."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of the fit."""
