"""The result of a fit."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from jug.core.stopwatch import Stage
from jug.errors import FitError
from jug.fitting.stop import Stop
from jug.model.covariance.realisation import Realisation
from jug.model.evaluation.residuals import Residuals
from jug.model.timing_model import TimingModel
from jug.obs.files import DataUse


@dataclass(frozen=True, eq=False)
class FitResult:
    """A fitted timing solution.

    Parameters
    ----------
    model : TimingModel
        After the fit: values and uncertainties of the free parameters are the fitted ones.
    prefit : TimingModel
        As it went in.
    names : tuple of str
        The free parameters.
    covariance : (k, k) array
        Covariance of the free parameters, in the units of `errors`; as it comes from the uncertainties of the data,
        unless ``errors_scaled``.
    residuals, prefit_residuals : Residuals
        After and before.
    stop : Stop
        Why it ended; ``stop.converged``, ``stop.value`` is a sentence.
    backend, backend_reason : str
        ``"numpy"`` or ``"jax"``, and why.
    n_iter : int
        Steps tried.
    uses : tuple of DataUse
        Clock files, ephemeris and Earth orientation behind the residuals, and how far they reach.
    warnings : tuple of str
        What the fit wants to be looked at.
    at_border : tuple of str
        Free parameters that sat at a border of their range at the end.
    profile : tuple of Stage
        Seconds by stage (name, calls, seconds), where the fit was asked for them.
    errors_scaled : bool
        Whether uncertainties and covariance have been multiplied by sqrt(reduced chi2) and that squared (`scaled`).
    """

    model: TimingModel
    prefit: TimingModel
    names: tuple[str, ...]
    covariance: NDArray[np.float64]
    residuals: Residuals
    prefit_residuals: Residuals
    stop: Stop
    backend: str
    backend_reason: str
    n_iter: int
    uses: tuple[DataUse, ...] = ()
    warnings: tuple[str, ...] = field(default=())
    at_border: tuple[str, ...] = ()
    profile: tuple[Stage, ...] = ()
    errors_scaled: bool = False

    def scaled(self) -> "FitResult":
        """The result with its uncertainties multiplied by sqrt(reduced chi2), those of the model too (as tempo2 does).

        Raises
        ------
        FitError
            No degrees of freedom.
        """
        if self.errors_scaled:
            return self
        if self.dof <= 0:
            raise FitError("uncertainties cannot be scaled by the reduced chi2: there are no degrees of freedom")
        factor = float(np.sqrt(self.reduced_chi2))
        entries = dict(self.model.entries)
        for name, error in self.errors.items():
            entries[name] = replace(entries[name], error=error * factor)
        model = replace(self.model, entries=entries)
        return replace(self, model=model, covariance=self.covariance * factor**2, errors_scaled=True)

    @property
    def values(self) -> dict[str, float]:
        """Fitted values in par units: RAJ in hours, DECJ in degrees, epochs as MJD."""
        all_values = self.model.values
        return {name: all_values[name] for name in self.names}

    @property
    def errors(self) -> dict[str, float]:
        """Their uncertainties, in the unit a par file writes them in: RAJ in s, DECJ in arcsec, else the value's."""
        return {name: float(np.sqrt(v)) for name, v in zip(self.names, np.diag(self.covariance), strict=True)}

    @property
    def correlation(self) -> NDArray[np.float64]:
        """Correlation matrix of the free parameters, (k, k)."""
        sigma = np.sqrt(np.diag(self.covariance))
        return self.covariance / np.outer(sigma, sigma)

    @property
    def chi2(self) -> float:
        """chi2 after the fit."""
        return self.residuals.chi2

    @property
    def log_likelihood(self) -> float:
        """Log-likelihood after the fit (`jug.model.evaluation.residuals.Residuals.log_likelihood`)."""
        return self.residuals.log_likelihood

    @property
    def noise(self) -> Mapping[str, Realisation]:
        """Most probable realisation of each correlated noise process at the TOAs, with its uncertainty, by name."""
        return self.residuals.noise

    @property
    def dof(self) -> int:
        """Degrees of freedom."""
        return self.residuals.dof

    @property
    def reduced_chi2(self) -> float:
        """chi2 over degrees of freedom; NaN without any."""
        return self.chi2 / self.dof if self.dof > 0 else float("nan")

    @property
    def converged(self) -> bool:
        """Whether the fit converged."""
        return self.stop.converged

    def summary(self) -> str:
        """The table everyone reads: parameter, pre-fit, post-fit, uncertainty, difference."""
        from jug.fitting.report import summary

        return summary(self)
