"""Residuals of measured dispersion measures."""

from dataclasses import dataclass

from jug.core.array import Float, Toa
from jug.model.evaluation.weighted_rms import weighted_rms


@dataclass(frozen=True, eq=False)
class DMResiduals:
    """Residuals of the measured dispersion measures of wideband data.

    Parameters
    ----------
    value : (n,) array
        Measured less model DM, pc cm^-3; no mean is subtracted.
    error : (n,) array
        Uncertainties with DMEFAC and DMEQUAD applied, pc cm^-3.

    Examples
    --------
    >>> import jug
    >>> found = jug.residuals(*jug.load(*jug.data.example("J1614-2230"), ephem="DE440")).dm
    >>> found.value.shape, f"{found.wrms:.1e} pc cm^-3"
    ((275,), '3.6e-04 pc cm^-3')
    """

    value: Float[Toa]
    error: Float[Toa]

    @property
    def wrms(self) -> float:
        """Root of the weighted mean square about the weighted mean, pc cm^-3."""
        return weighted_rms(self.value, self.error)

    def __len__(self) -> int:
        return len(self.value)
