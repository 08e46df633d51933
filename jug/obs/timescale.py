"""From the UTC of a TOA to TT and TDB.

UTC is counted in pulsar MJDs, 86400 s in every day. A time in a leap second has no such MJD, and the day number decides
TAI - UTC. The clock corrections contain TT(BIPM) - TT(TAI) and are added to UTC itself, as in PINT, so that both agree.
UT1 and the Earth's rotation are therefore 28 us early: 13 mm at the equator, 43 ps at most.
"""

import numpy as np

from jug.core import times
from jug.core.array import Float, Toa, Xyz
from jug.core.constants import DAY, DEG, J2000_MJD, TT_MINUS_TAI
from jug.core.doubledouble import add_float, two_sum
from jug.core.times import Times
from jug.obs.eop import LeapSeconds

# Mean elements of date (deg; argument in Julian centuries of TDB): value at J2000, arcsec per century.
# Simon et al. (1994), as the topocentric part of SOFA's DTDB takes them.
SUN_LONGITUDE = (280.46645683, 129602771.103429)
SUN_ANOMALY = (357.52910918, 129596581.0481)
"""Mean anomaly of the Sun, deg, and its rate, arcsec per century."""

MOON_ELONGATION = (297.85019547, 1602961601.2090)
"""Mean elongation of the Moon from the Sun, deg, and its rate, arcsec per century."""

JUPITER_LONGITUDE = (34.35151874, 10930689.989453)
"""Mean longitude of Jupiter, deg, and its rate, arcsec per century."""

SATURN_LONGITUDE = (50.07744430, 4404639.847038)
"""Mean longitude of Saturn, deg, and its rate, arcsec per century."""


def tt_from_utc(utc: Times, correction_s: Float[Toa], leaps: LeapSeconds) -> Times:
    """TT from the UTC that an observatory wrote and the corrections to its clock.

    TT = UTC + (TAI - UTC) + 32.184 s + correction; all steps in double-double.

    Parameters
    ----------
    utc : Times
        (n,) as written.
    correction_s : (n,) float64
        Site clock -> GPS -> UTC, TIME, and TT(BIPM) - TT(TAI), s.
    leaps : LeapSeconds
        TAI - UTC.

    Returns
    -------
    Times
        (n,) TT.
    """
    tai_minus_utc = leaps.tai_minus_utc(utc.day, utc.sec.hi)
    return times.add_seconds(utc, add_float(two_sum(tai_minus_utc, TT_MINUS_TAI), correction_s))


def ut_fraction(utc: Times, leaps: LeapSeconds) -> Float[Toa]:
    """UTC as the fraction of its day.

    A day with a leap second has 86401 s, as in SOFA's quasi-JD (86400 s would change TDB by up to 0.15 ns at its end).

    Parameters
    ----------
    utc : Times
        (n,)
    leaps : LeapSeconds

    Returns
    -------
    (n,) float64
    """
    step = leaps.tai_minus_utc(utc.day + 1) - leaps.tai_minus_utc(utc.day)
    fraction: Float[Toa] = utc.sec.hi / (DAY + np.rint(step))
    return fraction


def topocentric(tt: Times, ut: Float[Toa], xyz_m: Float[Toa, Xyz]) -> Float[Toa]:
    r"""TDB - TT at a site on the Earth minus that at the geocentre.

    The position of the site against the geocentre times the Earth's velocity, over c^2 (Moyer 1981, Celest.
    Mech. 23, 33; Murray 1983), as a sum over the local time of the site,
    \sum_k A_k u sin(tau + a_k) + \sum_k B_k v cos(b_k), up to 2.1 us; the same ten terms as SOFA's DTDB.

    Parameters
    ----------
    tt : Times
        (n,) TT (or TDB).
    ut : (n,) float64
        Universal time as a fraction of the day.
    xyz_m : (n, 3) float64
        Site in the terrestrial frame, m: longitude, distance u from the axis and v from the equator.

    Returns
    -------
    (n,) float64
        s
    """
    century = ((tt.day - J2000_MJD) + tt.sec.hi / DAY) / 36525.0
    sun, anomaly, moon, jupiter, saturn = (
        np.remainder(at + rate / 3600.0 * century, 360.0) * DEG
        for at, rate in (SUN_LONGITUDE, SUN_ANOMALY, MOON_ELONGATION, JUPITER_LONGITUDE, SATURN_LONGITUDE)
    )
    x, y, v_km = xyz_m[:, 0], xyz_m[:, 1], xyz_m[:, 2] / 1e3
    u_km = np.hypot(x, y) / 1e3
    tau = 2.0 * np.pi * ut + np.arctan2(y, x)
    equator = (
        3.17679e-10 * np.sin(tau)
        - 0.13677e-10 * np.sin(tau + 2.0 * sun)
        + 0.05312e-10 * np.sin(tau - anomaly)
        - 0.00229e-10 * np.sin(tau + 2.0 * sun + anomaly)
        + 0.00133e-10 * np.sin(tau + sun - jupiter)
        + 0.00133e-10 * np.sin(tau - moon)
        + 0.00100e-10 * np.sin(tau - 2.0 * anomaly)
        + 0.00029e-10 * np.sin(tau + sun - saturn)
    )
    axis = -1.31840e-10 * np.cos(sun) - 0.02200e-10 * np.cos(sun + anomaly)
    seconds: Float[Toa] = u_km * equator + v_km * axis
    return seconds


def tdb_from_tt(tt: Times, geocentric_s: Float[Toa], topocentric_s: Float[Toa]) -> Times:
    """TDB = TT + (TDB - TT at the geocentre) + (the topocentric part).

    The geocentric part is the series of Fairhead & Bretagnon (1990, A&A 229, 240) from `jug.obs.smooth`, to which
    `jug.obs.time_ephemeris` adds the difference of TIMEEPH IF99.

    Parameters
    ----------
    tt : Times
        (n,)
    geocentric_s, topocentric_s : (n,) float64
        The two parts, s.

    Returns
    -------
    Times
        (n,)
    """
    return times.add_seconds(tt, geocentric_s + topocentric_s)
