"""The end of a fit: its model, anchor, last loop and residuals."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Toa
from jug.fitting.loop import LoopResult
from jug.model.evaluation.anchor import Anchor, Reference
from jug.model.evaluation.residuals import Residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.findings.fit_verdict import FlatDirection
    from jug.fitting.robust.result import RobustFit


class FitEnd(NamedTuple):
    """The end of a fit.

    Parameters
    ----------
    model : TimingModel
        With the fitted values.
    toas : TOAs
    anchor : Anchor
        Of this model.
    outcome : LoopResult
        Of the last loop.
    residuals : Residuals
        After the fit.
    drift_s : float
        Largest difference between the fast residuals at the end and the exact ones, s.
    robust : RobustFit or None
        Weights and scale of a robust fit.
    undetermined : tuple of FlatDirection
        Sets of degenerate parameters; the first of each was fixed.
    """

    model: TimingModel
    toas: TOAs
    anchor: Anchor
    outcome: LoopResult
    residuals: Residuals
    drift_s: float
    robust: "RobustFit | None" = None
    undetermined: "tuple[FlatDirection, ...]" = ()

    @property
    def chi2(self) -> float:
        """chi2 after the fit; for a robust fit the degrees of freedom, since its scale is found from the residuals."""
        return self.residuals.chi2 if self.robust is None else float(self.residuals.dof)

    @property
    def noise_scale(self) -> float:
        """Reduced chi2, at least 1: the factor of changes of chi2 where uncertainties are too small."""
        dof = self.residuals.dof
        return max(1.0, self.chi2 / dof) if dof > 0 else 1.0

    @property
    def sigma_factor(self) -> Float[Toa]:
        """Factor by which a robust fit increases the uncertainty of each TOA, (n,); 1 after least squares."""
        if self.robust is None:
            return np.ones(len(self.toas))
        found: Float[Toa] = self.robust.scale / np.sqrt(np.maximum(self.robust.weights, 1e-8))
        return found

    @property
    def reference(self) -> Reference:
        """The arrays of the anchor, with the uncertainties that the fit used."""
        ref, factor = self.anchor.reference, self.sigma_factor
        if self.robust is None:
            return ref
        return ref._replace(sigma=ref.sigma * np.concatenate([factor, np.ones(len(ref.sigma) - len(factor))]))

    @property
    def data_residuals(self) -> Float[Datum]:
        """Phase residuals, turns, and below them DM residuals, pc cm^-3, (rows,)."""
        ref, dm = self.anchor.reference, self.residuals.dm
        return ref.residual if dm is None else np.concatenate([ref.residual[: len(ref.rate)], dm.value])
