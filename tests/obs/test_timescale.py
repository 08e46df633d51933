"""UTC -> TAI -> TT -> TDB against erfa and astropy."""

import warnings

import erfa
import numpy as np
import pytest

from jug.core.constants import DAY
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times, parse_mjds, since
from jug.obs import eop, smooth, timescale
from jug.obs.files import packaged_table

LEAPS = eop.leap_seconds()
TABLE = packaged_table(smooth.SMOOTH_TABLE)
GBT = (882589.289, -4924872.368, 3943729.418)


def random_utc(first, last, n):
    rng = np.random.default_rng(7)
    return Times(rng.integers(first, last, n), DoubleDouble(rng.uniform(0, DAY, n), np.zeros(n)))


def tdb_of(utc, xyz):
    tt = timescale.tt_from_utc(utc, np.zeros(len(utc.day)), LEAPS)
    slow = smooth.smooth_series(TABLE, tt.day, tt.sec.hi)
    topocentric = timescale.topocentric(tt, timescale.ut_fraction(utc, LEAPS), xyz)
    return tt, timescale.tdb_from_tt(tt, slow[:, 3], topocentric)


def test_tt_is_exact_to_the_digits_of_the_text():
    utc = parse_mjds(["53478.2858714192189", "53478.28587141921890000000001"])
    tt = timescale.tt_from_utc(utc, np.array([0.0, 0.0]), LEAPS)
    moved = since(tt, 53478, 64.184)
    back = since(utc, 53478)
    assert np.abs((moved.hi - back.hi) + (moved.lo - back.lo)).max() < 1e-14
    assert (tt.sec.hi[1] - tt.sec.hi[0]) + (tt.sec.lo[1] - tt.sec.lo[0]) == pytest.approx(8.64e-19, rel=1e-6)


def test_a_leap_second_lies_between_two_pulsar_mjds():
    utc = parse_mjds(["57753.99999", "57754.0", "57754.00001"])
    elapsed = since(timescale.tt_from_utc(utc, np.zeros(3), LEAPS), 57754).hi
    assert np.diff(elapsed) == pytest.approx([1.864, 0.864], abs=1e-9)


def test_corrections_that_cross_midnight_do_not_meet_the_leap_second_twice():
    utc = parse_mjds(["57753.9999999999", "57754.0000000001"])
    plain = since(timescale.tt_from_utc(utc, np.zeros(2), LEAPS), 57754).hi
    moved = since(timescale.tt_from_utc(utc, np.array([1e-3, -1e-3]), LEAPS), 57754).hi
    assert moved - plain == pytest.approx([1e-3, -1e-3], abs=1e-12)


def test_tai_before_1972_is_erfas():
    utc = random_utc(37665, 41317, 200)
    tt = timescale.tt_from_utc(utc, np.zeros(200), LEAPS)
    tai = erfa.utctai(erfa.DJM0 + utc.day, utc.sec.hi / DAY)
    expected = ((tai[0] - erfa.DJM0) - utc.day) * DAY + tai[1] * DAY + 32.184
    quiet = np.abs(expected - since_day(tt, utc)) < 1e-3  # erfa stretches the days that end in a step
    assert quiet.mean() > 0.98
    assert np.abs(expected - since_day(tt, utc))[quiet].max() < 1e-9


def since_day(time, utc):
    return (time.day - utc.day) * DAY + time.sec.hi


def test_the_topocentric_terms_are_those_of_the_full_series():
    rng = np.random.default_rng(3)
    n = 2000
    tt = random_utc(36934, 73460, n)
    xyz = rng.normal(size=(n, 3))
    xyz *= 6378e3 / np.linalg.norm(xyz, axis=1)[:, None]
    ut = rng.uniform(0.0, 1.0, n)
    geocentre = erfa.dtdb(erfa.DJM0 + tt.day, tt.sec.hi / DAY, ut, 0.0, 0.0, 0.0)
    u, v = np.hypot(xyz[:, 0], xyz[:, 1]) / 1e3, xyz[:, 2] / 1e3
    longitude = np.arctan2(xyz[:, 1], xyz[:, 0])
    expected = erfa.dtdb(erfa.DJM0 + tt.day, tt.sec.hi / DAY, ut, longitude, u, v) - geocentre
    assert np.abs(timescale.topocentric(tt, ut, xyz) - expected).max() < 1e-17
    assert np.abs(timescale.topocentric(tt, ut, 0.0 * xyz)).max() == 0.0


def test_tdb_is_that_of_pints_times():
    """UTC as a pulsar MJD through PINT's format and astropy's TDB, leap-second days included."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from astropy.coordinates import EarthLocation
        from pint.pulsar_mjd import Time

        utc = random_utc(41400, 61000, 1000)
        days = LEAPS.mjd[2:] - 1
        utc.day[: len(days)] = days
        utc.sec.hi[: len(days)] = 86399.0
        expected = Time(
            utc.day,
            utc.sec.hi / DAY,
            format="pulsar_mjd",
            scale="utc",
            location=EarthLocation(*GBT, unit="m"),
        )
        tt, tdb = tdb_of(utc, np.broadcast_to(GBT, (1000, 3)))
        difference = (tdb.day - tt.day) * DAY + (tdb.sec.hi - tt.sec.hi)
        a, b = expected.tdb, expected.tt
    # astropy's second number has a grain of 5e-12 s; 0.02 ns is what three such roundings leave.
    assert np.abs((a.jd1 - b.jd1) * DAY + (a.jd2 - b.jd2) * DAY - difference).max() < 2e-11
    whole = ((a.jd1 - erfa.DJM0) - tdb.day) * DAY + a.jd2 * DAY - tdb.sec.hi
    assert np.abs(whole).max() < 4e-11


def test_the_rate_of_tdb_is_that_of_its_series():
    """Against a difference of the full series over two hours; the rate reaches 3e-10."""
    tt = random_utc(50000, 60000, 200)
    hours = ((tt.sec.hi + d) / DAY for d in (3600.0, -3600.0))
    later, earlier = (erfa.dtdb(erfa.DJM0 + tt.day, fraction, 0.0, 0.0, 0.0, 0.0) for fraction in hours)
    found = smooth.tdb_rate(TABLE, tt.day, tt.sec.hi)
    assert np.abs(found - (later - earlier) / 7200.0).max() < 1e-14
