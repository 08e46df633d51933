"""PINT with its rounding of times undone: the spin phase of its model in integers, everything else as it is.

What PINT 1.1.8 rounds, TOA by TOA (std, largest; B1855+09, J1614-2230, J0740+6620 agree):
- the TDB that enters the phase is an 80-bit float of days, 2^-48 d = 0.307 ns apart: 88 ps, 154 ps;
- reading a date, in hours, minutes and seconds of float64, and astropy's fraction of a day: 5.6 ps, 23 ps;
- 80-bit times since PEPOCH and turns: 3 to 5 ps, 18 ps;
- angles of the position in float64: 0.07 to 0.5 ps, 1.1 ps (jug: 0.05 ps, 0.2 ps against 40 digits).
The first three are undone here; with that, residuals are jug's to 2 ps and chi2 to 2e-8 of itself.
"""

import copy
import math
from fractions import Fraction
from typing import Any

import astropy.units as u
import erfa
import numpy as np

from jug.core import times
from jug.io.tim.raw_toas import RawTOAs

GRAIN_S = 86400.0 * 2.0**-48
"""Distance of 80-bit MJDs between 32768 and 65535, s."""

ONE = 1 << 100
"""Ticks in a second."""

TURN = 1 << 300

ticks = np.frompyfunc(lambda x: round(Fraction(x) * ONE), 1, 1)
seconds = np.frompyfunc(lambda x: float(Fraction(x, ONE)), 1, 1)


def unrounded(model: Any, toas: Any, raw: RawTOAs) -> Any:
    """A copy of PINT's model whose spin phase, of these TOAs, is exact and without its whole turns."""
    model = copy.deepcopy(model)
    spin = model.components["Spindown"]
    spin.phase_funcs_component = [ExactSpin(spin, exact_tdb(toas, raw))]
    return model


def lost(toas: Any) -> np.ndarray:
    """What PINT's 80-bit TDB has too much, (n,) s in PINT's order."""
    rounded = np.array([_fraction(x) for x in toas.table["tdbld"]], dtype=object) * 86400
    return np.asarray([float(x) for x in rounded - _two_floats(toas.table["tdb"])])


class ExactSpin:
    """Stands for ``Spindown.spindown_phase``: delays as PINT has them, then integers."""

    def __init__(self, spin: Any, tdb: np.ndarray) -> None:
        self.spin, self.tdb = spin, tdb

    def __call__(self, toas: Any, delay: Any) -> Any:
        own = len(toas) == len(self.tdb)
        tdb = self.tdb if own else ticks(_two_floats(toas.table["tdb"]))  # the TZR point moves all alike
        epoch = ticks(_two_floats([self.spin.PEPOCH.quantity]))[0]
        t = tdb - ticks([_fraction(d) for d in delay.to_value(u.s)]) - epoch
        terms = [round(_fraction(f.value) * TURN) for f in self.spin.get_spin_terms()]
        turns = 0 * t
        for k in range(len(terms), 0, -1):
            turns = (turns + terms[k - 1]) * t // (ONE * k)
        turns -= (turns + TURN // 2) // TURN * TURN
        return np.array([float(Fraction(x, TURN)) for x in turns]) * u.dimensionless_unscaled


def exact_tdb(toas: Any, raw: RawTOAs) -> np.ndarray:
    """TDB from the decimals of the tim file, the clock corrections of PINT and erfa's TDB - TT, (n,) ticks."""
    table = toas.table
    written = np.array([Fraction(text) for text in times.format_mjds(raw.times)], dtype=object)[table["index"]]
    clock = [float(flags.get("clkcorr", 0.0)) for flags in table["flags"]]
    utc = ticks(written * 86400) + ticks(clock)
    if table["mjd"][0].location is None:
        return utc  # times at the barycentre are TDB
    day, second = _day_second(utc)
    year, month, date, _ = erfa.jd2cal(2400000.5, day)
    tt = utc + ticks([Fraction(s) + Fraction("32.184") for s in erfa.dat(year, month, date, second / 86400.0)])
    place = np.array([[x.to_value(u.km) for x in time.location.geocentric] for time in table["mjd"]])
    x, y, z = place.T
    day, of_day = _day_second(tt)
    slow = erfa.dtdb(day + 2400000.5, of_day / 86400.0, second / 86400.0, np.arctan2(y, x), np.hypot(x, y), z)
    return tt + ticks(slow.tolist())


def _day_second(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    day = t // (86400 * ONE)
    return day.astype(np.float64), seconds(t - day * (86400 * ONE)).astype(np.float64)


def _two_floats(times: Any) -> np.ndarray:
    """Astropy times without loss, fractions of seconds since MJD 0."""
    jd = [Fraction(float(t.jd1)) + Fraction(float(t.jd2)) for t in times]
    return np.array([(x - Fraction(4800001, 2)) * 86400 for x in jd], dtype=object)


def _fraction(x: Any) -> Fraction:
    """A float, 80-bit or not, as it is."""
    high = float(x)
    low = float(x - high)
    assert math.isfinite(high)
    return Fraction(high) + Fraction(low)
