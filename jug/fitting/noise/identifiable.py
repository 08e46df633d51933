"""Noise that no data of this kind can show: refused before any work, with the reason."""

from collections.abc import Iterable

import numpy as np

from jug.errors import FitError
from jug.model.evaluation.wideband import measured
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

CHROMATIC_NOISE = {
    **{"TNDM": "DM noise", "TNCHROM": "chromatic noise", "TNBANDDM": "DM noise in bands"},
    "TNQPDM": "quasi-periodic DM noise",
}
ONE_FREQUENCY_RANGE = 1e-3
"""Relative range of radio frequencies within which they are one."""

SINUSOIDS = {"TNREDAMP": "WX", "RNAMP": "WX", "TNDMAMP": "DMWX", "TNCHROMAMP": "CMWX"}
"""Keyword of the amplitude of a power law, and the beginning of the keywords of sinusoids that act as it does."""

USUAL_FREQUENCIES = 30
"""Frequencies of a power law without a line for their number."""


def refuse_unidentifiable(model: TimingModel, toas: TOAs, names: Iterable[str] | None) -> None:
    """Refuse DM and chromatic noise at one radio frequency, and a power law beside free sinusoids of its frequencies.

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
    _refuse_beside_sinusoids(model, toas, names)
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


def _refuse_beside_sinusoids(model: TimingModel, toas: TOAs, names: Iterable[str] | None) -> None:
    """Refuse a power law whose frequencies are all below the highest of free sinusoids: these take all of it."""
    span = float(np.ptp(toas.mjd))
    for name in model.entries if names is None else names:
        kind = SINUSOIDS.get(model.entries[name].param.name)
        if kind is None:
            continue
        free = [e for e in model.entries.values() if e.param.name == f"{kind}SIN" and e.free]
        number = model.entries.get("TNREDC" if kind == "WX" else f"{name.removesuffix('AMP')}C")
        count = USUAL_FREQUENCIES if number is None else int(number.value.hi)
        if len(free) < count:
            continue
        highest = max(
            float(e.value.hi)
            for e in model.entries.values()
            if e.param.name == f"{kind}FREQ" and e.order in {one.order for one in free}
        )
        if highest * span >= count:
            raise FitError(
                f"the data do not determine {name}: the {len(free)} free sinusoids {kind}SIN and {kind}COS take all of "
                f"its {count} frequencies; take one of the two out"
            )
