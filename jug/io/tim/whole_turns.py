"""Whole turns of PHASE commands in the programs that read them.

tempo adds them to all later TOAs of the file. tempo2 2023.05.1 adds them to the TOAs that are later in time than the
last one read before the command. In PINT 1.1.8 they have no effect where no pulse numbers are given.
"""

import numpy as np

from jug.core import times
from jug.core.array import Int, Toa
from jug.io.tim.pulse_numbers import whole_turns
from jug.io.tim.raw_toas import RawTOAs


def turns_of_phase(raw: RawTOAs, reading: str) -> Int[Toa]:
    """Find the whole turns that are added to each residual.

    Parameters
    ----------
    raw : RawTOAs
        (n,)
    reading : {"FILE", "TIME", "NONE"}
        Turns for all TOAs that are later in the file (tempo), later in time (tempo2), or for none (PINT).

    Returns
    -------
    (n,) int64

    Raises
    ------
    TimError
        A flag that is not a number, or is too large.
    """
    turns = whole_turns(raw)
    if reading == "FILE" or not turns.any():
        return turns
    total = np.zeros_like(turns)
    if reading == "NONE":
        return total
    order = np.argsort(raw.serial, kind="stable")
    t = times.to_days(raw.times)
    steps = np.diff(turns[order], prepend=0)
    for place in np.flatnonzero(steps):
        if place:
            last = order[place - 1]
            later = (t.hi - t.hi[last]) + (t.lo - t.lo[last]) > 0.0
            total[later] += steps[place]
        else:
            total += steps[place]
    return total
