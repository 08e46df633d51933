"""Residuals of measured dispersion measures, and the weighted rms of residuals of any kind."""

from dataclasses import dataclass

import numpy as np

from jug.core.array import Float, N, Toa


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


def weighted_rms(value: Float[N], error: Float[N]) -> float:
    """Return the root of the weighted mean square about the weighted mean.

    Parameters
    ----------
    value, error : (n,) arrays
        The weights are 1/error^2.

    Returns
    -------
    float
        In the unit of ``value``.
    """
    w = 1.0 / error**2
    mean = np.sum(w * value) / np.sum(w)
    return float(np.sqrt(np.sum(w * (value - mean) ** 2) / np.sum(w)))
