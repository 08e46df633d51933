"""Whole turns of PHASE and -phase, and fits after which the model predicts these turns without them.

The turns are added to the pulse that is nearest in the model of the par file, as in tempo. They correct the count of a
model that is too far off. A fit with them gives a model that predicts the right pulse as the nearest one. Where its par
file is fitted with the same tim file, the turns are added once more.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Int, Toa
from jug.io.tim.whole_turns import turns_of_phase
from jug.model.evaluation.anchor import Anchor, has_pulse_numbers, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count


class TurnsOfFile(NamedTuple):
    """Turns of PHASE and -phase that act on the residuals.

    Parameters
    ----------
    turns : (n,) int64 array
        For each TOA, less those that most TOAs have.
    place : str
        File and line of the first TOA with any.
    """

    turns: Int[Toa]
    place: str

    @property
    def who(self) -> str:
        """Number of the TOAs with turns, and the place of the first, in words."""
        return f"{np.count_nonzero(self.turns)} of {toa_count(len(self.turns))} (the first at {self.place})"


def turns_of_file(model: TimingModel, toas: TOAs) -> TurnsOfFile | None:
    """Find the whole turns that the tim file adds to residuals.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    TurnsOfFile or None
        None where they are the same for all TOAs, or pulse numbers (-pn) count.
    """
    if "phase" not in toas.raw.flags or has_pulse_numbers(model, toas):
        return None
    turns = turns_of_phase(toas.raw, model.settings.conventions.get("PHASE", "FILE"))
    values, counts = np.unique(turns, return_counts=True)
    if len(values) < 2:
        return None
    turns = turns - values[np.argmax(counts)]
    return TurnsOfFile(turns, str(toas.raw.where(int(np.flatnonzero(turns)[0]))))


def note_on_counted_turns(model: TimingModel, toas: TOAs, anchor: Anchor) -> str:
    """Return a note where the model after a fit predicts the turns of the tim file by itself.

    Parameters
    ----------
    model : TimingModel
        After the fit.
    toas : TOAs
    anchor : Anchor
        Of this model, with the pulse numbers of the fit.

    Returns
    -------
    str
        Empty where a further fit has the same pulse numbers.
    """
    found = turns_of_file(model, toas)
    if found is None or not np.ptp(make_anchor(model, toas).pulse_number - anchor.pulse_number):
        return ""
    return (
        f"after the fit the model itself predicts the pulses that PHASE or -phase gave to {found.who}: a fit of the "
        "new par file with this tim file would add these turns once more; take them out of the tim file first"
    )
