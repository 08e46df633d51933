"""Noise that data of this kind cannot show is refused before the search, with the reason."""

from collections.abc import Iterable

import numpy as np

from jug.errors import FitError
from jug.fitting.noise.absorbed_noise import refuse_absorbed_noise
from jug.model.evaluation.wideband import measured_dms
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

CHROMATIC_NOISE = {
    **{"TNDM": "DM noise", "TNCHROM": "chromatic noise", "TNBANDDM": "DM noise in bands"},
    "TNQPDM": "quasi-periodic DM noise",
}
ONE_FREQUENCY_RANGE = 1e-3
"""Relative range of radio frequencies within which they count as one."""

PROCESS_TITLES = {"TNRED": "red noise", "RN": "red noise", "TNSW": "solar-wind noise", **CHROMATIC_NOISE}
"""What a process is called, by the beginning of its keywords."""


def refuse_unidentifiable(model: TimingModel, toas: TOAs, names: Iterable[str] | None) -> None:
    """Refuse DM and chromatic noise at one radio frequency, and noise that free sinusoids or bins can fit.

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
    names = None if names is None else tuple(names)
    refuse_absorbed_noise(model, toas, names, PROCESS_TITLES)
    frequency = toas.freq_hz
    if np.min(frequency) < (1.0 - ONE_FREQUENCY_RANGE) * np.max(frequency) or measured_dms(model, toas) is not None:
        return
    for name in model.entries if names is None else names:
        prefix = model.entries[name].param.name.removesuffix("AMP").removesuffix("GAM")
        if prefix in CHROMATIC_NOISE and model.entries[name].param.sampled:
            raise FitError(
                f"{name}: {CHROMATIC_NOISE[prefix]} cannot be told from red noise, since all TOAs are at one radio "
                f"frequency ({frequency[0] / 1e6:.6g} MHz); use TNREDAMP and TNREDGAM"
            )
