"""A fitted model with its anchor and the end of the last loop."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.compute.selector import Choice
from jug.core.blocks import Block, scale_block_rows
from jug.fitting.loop import LoopResult
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.evaluate import columns_at
from jug.model.evaluation.residuals import Residuals, residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.findings.fit_verdict import FlatDirection
    from jug.fitting.robust.result import RobustFit
    from jug.fitting.robust.weights import Weighing


class Fitted(NamedTuple):
    """A fitted model.

    Parameters
    ----------
    model : TimingModel
        With the fitted values.
    anchor : Anchor
        Of this model.
    outcome : LoopResult
        Of the last loop.
    choice : Choice
        The backend that the last loop ran on.
    n_iter : int
        Number of steps of all loops.
    drift_s : float
        Largest difference between the fast residuals at the end and the exact ones, s.
    undetermined : tuple of FlatDirection
        Sets of degenerate parameters; the first of each is fixed in the model.
    notes : tuple of str
        Sentences about changes that the fit made besides its steps.
    weighing : Weighing or None
        The weights of a robust fit.
    """

    model: TimingModel
    anchor: Anchor
    outcome: LoopResult
    choice: Choice
    n_iter: int
    drift_s: float
    undetermined: "tuple[FlatDirection, ...]" = ()
    notes: tuple[str, ...] = ()
    weighing: "Weighing | None" = None

    def timing_columns(self) -> tuple[Block, ...]:
        """Return the columns of the free parameters in s, and pc cm^-3, which noise realisations need."""
        if not self.anchor.noise.processes:
            return ()
        factor = self.anchor.in_time(np.ones(len(self.anchor.noise.sigma)))
        blocks = self.outcome.blocks or columns_at(self.model, self.anchor.reference)
        return tuple(scale_block_rows(b, factor) for b in blocks)

    def residuals(self, toas: TOAs) -> "tuple[Residuals, RobustFit | None]":
        """Evaluate the residuals, and the report of a robust fit.

        Parameters
        ----------
        toas : TOAs
            The TOAs of the fit.

        Returns
        -------
        residuals : Residuals
        robust : RobustFit or None
        """
        timing = self.timing_columns
        if self.weighing is None:
            return residuals_at_anchor(self.model, self.anchor, timing), None
        from jug.fitting.robust.result import robust_fit, robust_residuals

        found, weighted_chi2 = robust_residuals(self.model, self.anchor, timing, self.weighing)
        return found, robust_fit(toas, self.weighing, weighted_chi2)
