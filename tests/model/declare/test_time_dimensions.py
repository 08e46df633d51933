"""The powers of time by which values scale between TDB and TCB, from the units that the parameters have."""

import pytest

from jug.model.registry import every_term

BY_UNIT = {
    **dict.fromkeys(("", "hourangle", "deg", "rad", "mas", "turn", "MJD", "ls/s"), 0),
    **dict.fromkeys(("s", "us", "d", "yr", "ls", "pc", "Msun"), 1),
    **dict.fromkeys(("1/s", "1/d", "1/yr", "rad/s", "rad/d", "deg/yr", "mas/yr", "Hz", "MHz", "1/kpc", "ls/s^2"), -1),
    **dict.fromkeys(("Hz/s", "1/s^2", "rad/s^2", "mas/yr^2"), -2),
    "Hz/s^2": -3,
    "pc cm^-3": -1,
    "pc cm^-3 MHz^-2": -3,
    "cm^-3": -2,
}
"""Lengths and masses are times (c = G = 1); K DM / f^2 is a time, so that DM is an inverse time, a density one over a
square of times, and CM, which is DM times the square of a frequency, an inverse cube."""

OTHER = {"PX": -1, "TNBANDLOW": 0, "TNBANDHIGH": 0}
"""PX is 1 AU over a distance, and 1 AU stays; bands are of the frequency at the site."""

PARAMS = {p.name: p for c in every_term() for p in c.params}


@pytest.mark.parametrize("name", PARAMS)
def test_the_power_of_time_is_that_of_the_unit(name: str) -> None:
    param = PARAMS[name]
    assert param.time_power == OTHER.get(name, BY_UNIT[param.unit])
