"""A model whose parameters have been converted, with their covariance and the change of the residuals."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from jug.core.array import Float, K
from jug.core.display.fields_shown import FieldsShown
from jug.model.evaluation.residual_change import residual_change
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


@dataclass(frozen=True, eq=False, repr=False)
class ConvertedModel(FieldsShown):
    """A model with converted values.

    Parameters
    ----------
    model : TimingModel
        Values, fit flags and uncertainties converted.
    names : tuple of str
        The uncertain parameters of the new model.
    covariance : (k, k) array
        Covariance of `names`, in the units of `TimingModel.errors`.
    notes : tuple of str
        Decisions of the conversion, in words.
    change_ns : float or None
        Largest change of a residual, ns, after subtraction of the mean; None without TOAs.
    change_rms_ns : float or None
        Root mean square of the change, ns.
    """

    model: TimingModel
    names: tuple[str, ...]
    covariance: Float[K, K]
    notes: tuple[str, ...]
    change_ns: float | None = None
    change_rms_ns: float | None = None

    def with_change(self, before: TimingModel, toas: TOAs | None) -> Self:
        """Measure the change of the residuals.

        Parameters
        ----------
        before : TimingModel
            The model that was converted.
        toas : TOAs or None

        Returns
        -------
        ConvertedModel
            A copy with the change; itself without TOAs.
        """
        if toas is None:
            return self
        change = residual_change(before, self.model, toas)
        return replace(self, change_ns=float(np.max(np.abs(change))), change_rms_ns=float(np.std(change)))
