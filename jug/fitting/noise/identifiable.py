"""Noise that no data of this kind can show: refused before any work, with the reason."""

from collections.abc import Iterable

import numpy as np

from jug.errors import FitError
from jug.model.evaluation.wideband import measured
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

CHROMATIC_NOISE = {"TNDM": "DM noise", "TNCHROM": "chromatic noise", "TNBANDDM": "DM noise in bands"}
ONE_FREQUENCY_RANGE = 1e-3
"""Relative range of radio frequencies within which they are one."""


def refuse_unidentifiable(model: TimingModel, toas: TOAs, names: Iterable[str] | None) -> None:
    """Refuse DM and chromatic noise where all TOAs are at one radio frequency.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    names : iterable of str or None
        The parameters to estimate; None: all.

    Raises
    ------
    FitError
    """
    frequency = toas.freq_hz
    if np.min(frequency) < (1.0 - ONE_FREQUENCY_RANGE) * np.max(frequency) or measured(model, toas) is not None:
        return
    for name in model.entries if names is None else names:
        prefix = model.entries[name].param.name.removesuffix("AMP").removesuffix("GAM")
        if prefix in CHROMATIC_NOISE and model.entries[name].param.sampled:
            raise FitError(
                f"{name}: {CHROMATIC_NOISE[prefix]} cannot be told from red noise, since all TOAs are at one radio "
                f"frequency ({frequency[0] / 1e6:.6g} MHz); use TNREDAMP and TNREDGAM"
            )
