"""Residuals of a model on TOAs: in phase and in time, with their chi2 and weighted rms."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jug.model.anchor import Anchor, make_anchor
from jug.model.timing import TimingModel
from jug.obs.toas import TOAs


@dataclass(frozen=True, eq=False)
class Residuals:
    """Residuals in the order of the TOAs.

    Parameters
    ----------
    time_s : (n,) array
        Time residuals, s: phase over the spin frequency F0 + F1 (TDB - PEPOCH) + ... at each TOA (PINT 1.1.8; tempo2
        divides by F0).
    phase : (n,) array
        Phase residuals, turns.
    error_s : (n,) array
        Uncertainties of the TOAs, s.
    pulse_number : (n,) int64 array
        Turns since the TZR point.
    n_free : int
        Free parameters of the model, for `dof`.
    mean_removed : bool
        Whether the mean was taken out, weighted by 1/error_s^2, in phase (PINT 1.1.8; tempo2 does not weight it).
    """

    time_s: NDArray[np.float64]
    phase: NDArray[np.float64]
    error_s: NDArray[np.float64]
    pulse_number: NDArray[np.int64]
    n_free: int
    mean_removed: bool

    @property
    def chi2(self) -> float:
        """Sum of (residual / uncertainty)^2."""
        return float(np.sum((self.time_s / self.error_s) ** 2))

    @property
    def dof(self) -> int:
        """Degrees of freedom: TOAs less free parameters less one for the mean that is removed."""
        return len(self.time_s) - self.n_free - int(self.mean_removed)

    @property
    def wrms_s(self) -> float:
        """Root of the weighted mean square about the weighted mean, s."""
        w = 1.0 / self.error_s**2
        mean = np.sum(w * self.time_s) / np.sum(w)
        return float(np.sqrt(np.sum(w * (self.time_s - mean) ** 2) / np.sum(w)))

    def __len__(self) -> int:
        return len(self.time_s)


def residuals(model: TimingModel, toas: TOAs) -> Residuals:
    """Residuals of a timing model, exact to 0.1 ps.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    Residuals

    Raises
    ------
    InputError
        TOAs that were prepared for another ephemeris than the model's.
    """
    return from_anchor(model, toas, make_anchor(model, toas))


def from_anchor(model: TimingModel, toas: TOAs, anchor: Anchor) -> Residuals:
    """Residuals of an anchor already made."""
    ref = anchor.reference
    return from_turns(model, toas, ref.turns, ref.rate, anchor.pulse_number)


def from_turns(
    model: TimingModel,
    toas: TOAs,
    turns: NDArray[np.float64],
    rate: NDArray[np.float64],
    pulse_number: NDArray[np.int64],
) -> Residuals:
    """Residuals from phase residuals that still have their mean."""
    if model.removes_mean:
        w = 1.0 / toas.error_s**2
        turns = turns - np.sum(w * turns) / np.sum(w)
    return Residuals(turns / rate, turns, toas.error_s, pulse_number, len(model.free), model.removes_mean)
