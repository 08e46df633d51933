"""Pulse numbers (-pn) that only some of the TOAs have: then none of them is used."""

import numpy as np

from jug.io.tim.pulse_numbers import pulse_numbers
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count


def pulse_flag_note(model: TimingModel, toas: TOAs) -> str:
    """Describe pulse numbers that are not used because some TOAs have none.

    Parameters
    ----------
    model : TimingModel
        With TRACK -2 there is no note: a TOA without a number is then an error in the anchor.
    toas : TOAs

    Returns
    -------
    str
        Empty where every TOA has one, or none.

    Raises
    ------
    TimError
        A flag that is not a whole number.
    """
    if model.settings.track or model.settings.conventions.get("PN") == "TRACK":
        return ""
    known = pulse_numbers(toas.raw)[1]
    n = int(np.count_nonzero(known))
    if n in (0, len(known)):
        return ""
    first = toas.raw.where(int(np.argmin(known)))
    return (
        f"{n} of {toa_count(len(known))} have a pulse number (-pn), which counts only where every TOA has one, as in "
        f"PINT: the nearest pulses are taken; the first without one is {first}"
    )
