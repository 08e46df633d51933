"""The zero of phase of simulated TOAs, which must not change while TOAs move to whole turns.

Without TZRMJD the zero is the MJD number of the first TOA after PEPOCH (`jug.model.evaluation.tzr_toa`). If a TOA
crossed midnight or PEPOCH on its way to a whole turn, the zero would change, and with it the turns of all TOAs.
"""

from dataclasses import replace

import numpy as np

from jug.core.array import Float, Toa
from jug.core.constants import DAY
from jug.core.times import add_seconds, to_mjd
from jug.io.tim.raw_toas import RawTOAs
from jug.model.timing_model import TimingModel

ROOM_TURNS = 1.0
"""Smallest distance, turns, from midnight and from PEPOCH of a TOA that defines the zero of phase; TOAs move by up to
half a turn."""


def with_steady_zero(model: TimingModel, raw: RawTOAs) -> RawTOAs:
    """Move TOAs that could change the zero of phase away from midnight and from PEPOCH, by up to two turns.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs
        (n,)

    Returns
    -------
    RawTOAs
        Unchanged if the model has TZRMJD.
    """
    if model.settings.tzr_mjd is not None:
        return raw
    room, epoch = ROOM_TURNS / model.entries["F0"].value.hi / DAY, model.entries["PEPOCH"].value.hi
    mjd = to_mjd(raw.times)
    late = np.where(np.abs(mjd - epoch) < room, epoch + room - mjd, 0.0)
    later = mjd[mjd + late > epoch]
    deciding = np.abs(mjd - (later.min() if len(later) else mjd.max())) < 2.0 * room
    late = late + np.where(deciding, _from_midnight(mjd + late, room), 0.0)
    return replace(raw, times=add_seconds(raw.times, late * DAY)) if late.any() else raw


def _from_midnight(mjd: Float[Toa], room: float) -> Float[Toa]:
    """Compute the shift, d, that moves a TOA at least `room` days away from midnight; 0 if it is that far already."""
    after = mjd - np.round(mjd)
    return np.where(np.abs(after) < room, np.where(after < 0.0, -room, room) - after, 0.0)
