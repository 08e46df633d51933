"""Pulse numbers and phases that a tim file gives to its TOAs.

-pn N       the TOA is pulse number N (of a common, unknown start)
-pnadd N    N is added to the pulse number -pn of this and all later TOAs (tempo2)
-padd P     P turns are added to the phase of this TOA before it is compared with a pulse
-radd T     T seconds are added to the residual of this TOA before it is compared with a pulse: T F0 turns (tempo2)
-phase P    the same as -padd, except for whole turns; PHASE commands, which add up, become this flag (as in PINT 1.1.8)

Whole turns of PHASE and -phase act on TOAs without pulse numbers too: they are added to the residual after the nearest
pulse is taken, as in tempo. PINT 1.1.8 adds them before, where they have no effect. tempo2 adds those of a command to
all TOAs of later time.
"""

from dataclasses import replace

import numpy as np

from jug.core import times
from jug.core.array import Bool, Float, Int, Toa
from jug.errors import TimError
from jug.io.tim.flag_column import encode
from jug.io.tim.flag_numbers import numbers_of_flag
from jug.io.tim.raw_toas import RawTOAs

PHASES = ("phase", "padd")

MOST_PULSE_NUMBER = 2.0**52
"""Pulses further than this are not counted exactly in float64: 200 thousand years at 700 Hz."""


def added_turns(raw: RawTOAs, rate_hz: float = 0.0) -> Float[Toa]:
    """Add up the phase that -phase, -padd and -radd give to each TOA.

    Parameters
    ----------
    raw : RawTOAs
        (n,)
    rate_hz : float
        F0, Hz, which turns the seconds of -radd into turns.

    Returns
    -------
    (n,) float64
        Turns.

    Raises
    ------
    TimError
        A flag that is not a number.
    """
    total = np.zeros(len(raw))
    for key in PHASES:
        total += _numbers(raw, key, "turns are expected")[0]
    return total + rate_hz * _numbers(raw, "radd", "seconds are expected")[0]


def whole_turns(raw: RawTOAs) -> Int[Toa]:
    """The whole turns of PHASE and -phase (toward zero) that `added_turns` contains, (n,).

    Raises
    ------
    TimError
        A flag that is not a number, or is too large.
    """
    turns = np.trunc(_numbers(raw, "phase", "turns are expected")[0])
    if (large := np.abs(turns) > MOST_PULSE_NUMBER).any():
        row = int(large.argmax())
        raise TimError(f"flag -phase {raw.flags['phase'].word(row)}: too large", raw.where(row), "turns are expected")
    return turns.astype(np.int64)


def without_whole_turns(raw: RawTOAs) -> RawTOAs:
    """The TOAs with the whole turns removed from their -phase flags; the same object where there are none."""
    whole = whole_turns(raw)
    if not whole.any():
        return raw
    rest = _numbers(raw, "phase", "turns are expected")[0] - whole
    return replace(raw, flags={**raw.flags, "phase": encode([repr(turns) for turns in rest.tolist()])})


def pulse_numbers(raw: RawTOAs) -> tuple[Int[Toa], Bool[Toa]]:
    """The pulse number of each TOA, and whether it has one; (n,) each.

    Raises
    ------
    TimError
        A flag that is not a whole number.
    """
    number, known = _numbers(raw, "pn", "a pulse number is expected")
    added, has = _numbers(raw, "pnadd", "a whole number of pulses is expected")
    for key, values in (("pn", number), ("pnadd", added)):
        for broken, why in (
            (values != np.rint(values), "not a whole number"),
            (np.abs(values) > MOST_PULSE_NUMBER, "too large"),
        ):
            if broken.any():
                row = int(broken.argmax())
                raise TimError(f"flag -{key} {raw.flags[key].word(row)}: {why}", raw.where(row))
    if has.any():
        order = np.argsort(times.to_mjd(raw.times), kind="stable")
        number[order] += np.cumsum(added[order])
    return number.astype(np.int64), known


def _numbers(raw: RawTOAs, key: str, hint: str) -> tuple[Float[Toa], Bool[Toa]]:
    """The values of a flag, 0 where a TOA does not have one, and where it has one."""
    if key not in raw.flags:
        return np.zeros(len(raw)), np.zeros(len(raw), dtype=bool)
    column = raw.flags[key]
    has_word = np.array([*(word != "" for word in column.values), False])
    return numbers_of_flag(column, key, raw.where, hint), has_word[column.codes]
