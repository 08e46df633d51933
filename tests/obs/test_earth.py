"""Earth orientation and site positions against erfa's full series and against astropy (which PINT uses)."""

import warnings

import erfa
import numpy as np
import pytest

from jug.core import times
from jug.core.constants import ARCSEC, DAY, TT_MINUS_TAI, C
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import DataFiles, DataFolder
from jug.errors import DataError
from jug.obs import earth, eop, smooth, timescale
from jug.obs.files import packaged_table

TABLE = packaged_table(smooth.SMOOTH_TABLE)
GBT = (882589.289, -4924872.368, 3943729.418)
PARKES = (-4554231.5, 2816759.1, -3454036.3)
LEAPS = eop.leap_seconds()


@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_a_table_that_was_cut_at_the_end_of_a_line_is_an_error(tmp_path, kept):
    """A whole finals2000A.all ends with a year of predictions; a cut one ends with a measured day."""
    folder = tmp_path / "orientation"
    folder.mkdir()
    for name in (eop.FINALS, eop.C04):
        content = eop.iers_file(name).read_bytes()
        rows = content.splitlines(keepends=True)
        (folder / name).write_bytes(content if name != eop.FINALS else b"".join(rows[: int(kept * len(rows))]))
    files = DataFiles((DataFolder(tmp_path, "here"),))
    with pytest.raises(DataError, match=r"finals2000A.all:\d+: the file is cut short: it ends with a measured day"):
        eop.earth_orientation(np.array([45000]), np.zeros(1), LEAPS, files)


@pytest.fixture(scope="module")
def iers():
    """astropy's own tables, without a download."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from astropy.utils import iers

        with iers.conf.set_temp("auto_download", False), iers.conf.set_temp("auto_max_age", None):
            yield iers


def random_utc(first, last, n, seed=5):
    rng = np.random.default_rng(seed)
    return Times(rng.integers(first, last, n), DoubleDouble(rng.uniform(0, DAY, n), np.zeros(n)))


def site(utc, xyz, direct=False):
    tt = timescale.tt_from_utc(utc, np.zeros(len(utc.day)), LEAPS)
    tai = times.add_seconds(tt, -TT_MINUS_TAI)
    slow = smooth.series_direct(tt.day, tt.sec.hi) if direct else smooth.smooth_series(TABLE, tt.day, tt.sec.hi)
    orientation = eop.earth_orientation(utc.day, utc.sec.hi, LEAPS)
    xyz = np.broadcast_to(np.array(xyz), (len(utc.day), 3))
    return earth.site_posvel(xyz, tt, tai, slow[:, :3], orientation)


def test_the_table_errs_by_less_than_a_tenth_of_a_picosecond():
    tt = random_utc(36934, 73460, 3000)
    error = np.abs(smooth.smooth_series(TABLE, tt.day, tt.sec.hi) - smooth.series_direct(tt.day, tt.sec.hi))
    x, y, s, tdb = error.max(axis=0)
    radius_ps = 6378137.0 / C * 1e12
    assert max(x, y, s) * radius_ps < 0.1  # 0.03 mm on the ground
    assert tdb * 1e12 < 0.1


def test_outside_the_table_the_full_series_serve():
    day = np.array([20000, 36931, 36932, 73461, 73462, 73463, 90000])
    sec = np.full(7, 43000.5)
    error = np.abs(smooth.smooth_series(TABLE, day, sec) - smooth.series_direct(day, sec))
    assert error[[0, 1, 5, 6]].max() == 0.0
    assert error.max() < 5e-12  # rad (0.03 mm) or s


@pytest.mark.parametrize("xyz", [GBT, PARKES], ids=["GBT", "Parkes"])
def test_interpolation_does_not_move_a_site(xyz):
    utc = random_utc(37665, 61000, 1000)
    position, velocity = site(utc, xyz)
    exact, exact_velocity = site(utc, xyz, direct=True)
    assert np.abs(position - exact).max() * C < 3e-5  # m: 0.1 ps
    assert np.abs(velocity - exact_velocity).max() * C < 1e-8  # m/s


@pytest.mark.parametrize("xyz", [GBT, PARKES], ids=["GBT", "Parkes"])
def test_a_site_is_where_astropy_has_it(iers, xyz):
    from astropy.coordinates import EarthLocation
    from astropy.time import Time

    utc = random_utc(41700, 61000, 500)
    utc.day[np.isin(utc.day, LEAPS.mjd - 1)] -= 1  # there, astropy's MJD is not a pulsar MJD
    position, velocity = site(utc, xyz)
    t = Time(utc.day.astype(float), utc.sec.hi / DAY, format="mjd", scale="utc")
    r, v = EarthLocation(*xyz, unit="m").get_gcrs_posvel(t)
    assert np.abs(r.xyz.to_value("m").T - position * C).max() < 1e-4  # 0.1 mm
    assert np.abs(v.xyz.to_value("m/s").T - velocity * C).max() < 1e-6


def test_a_site_is_where_the_sofa_chain_has_it_on_a_leap_second_day():
    utc = Times(np.array([57753, 57754]), DoubleDouble(np.array([86399.5, 0.5]), np.zeros(2)))
    position, _ = site(utc, GBT)
    for k, (date, seconds) in enumerate([((2016, 12, 31, 23, 59), 59.5), ((2017, 1, 1, 0, 0), 0.5)]):
        jd = erfa.dtf2d("UTC", *date, seconds)
        tt = erfa.taitt(*erfa.utctai(*jd))
        o = eop.earth_orientation(utc.day[k : k + 1], utc.sec.hi[k : k + 1], LEAPS)
        dut1 = float(o.ut1_minus_tai[0] + LEAPS.tai_minus_utc(utc.day[k : k + 1])[0])
        matrix = erfa.c2t06a(*tt, *erfa.utcut1(*jd, dut1), *o.pole[0])
        assert np.abs(erfa.trxp(matrix, np.array(GBT)) - position[k] * C).max() < 1e-4


def test_earth_orientation_is_astropys_table_from_end_to_end(iers):
    table = iers.IERS_Auto.open()
    mjd = table["MJD"].value.astype(np.int64)
    found = eop.earth_orientation(mjd, np.zeros(len(mjd)), LEAPS)
    ut1_utc = found.ut1_minus_tai + LEAPS.tai_minus_utc(mjd)
    assert found.last_mjd == mjd[-1]
    assert found.use.good_until_mjd == table.meta["predictive_mjd"] - 1
    assert found.use.n_beyond == np.count_nonzero(mjd >= table.meta["predictive_mjd"])
    assert np.abs(ut1_utc - table["UT1_UTC"].value).max() < 1e-13
    inside = ~found.beyond
    assert np.abs(found.pole[inside, 0] / ARCSEC - table["PM_x"].value[inside]).max() < 1e-14
    assert np.abs(found.pole[inside, 1] / ARCSEC - table["PM_y"].value[inside]).max() < 1e-14


def test_between_days_the_interpolation_is_astropys(iers):
    utc = random_utc(41684, 61600, 3000)
    utc.day[:4] = 57753, 50629, 41682 + 2, 61300
    found = eop.earth_orientation(utc.day, utc.sec.hi, LEAPS)
    expected = iers.IERS_Auto.open().ut1_utc(2400000.5 + utc.day, utc.sec.hi / DAY).value
    assert np.abs(found.ut1_minus_tai + LEAPS.tai_minus_utc(utc.day) - expected).max() < 1e-13


def test_before_1973_the_c04_series_serves(iers):
    day = np.arange(37665, 41684)
    table = iers.IERS_B.open()
    assert table["MJD"][0].value == day[0]
    found = eop.earth_orientation(day, np.zeros(len(day)), LEAPS)
    expected = table["UT1_UTC"].value[: len(day)]
    assert np.abs(found.ut1_minus_tai + LEAPS.tai_minus_utc(day) - expected).max() < 1e-13
    assert np.abs(found.pole[:, 0] / ARCSEC - table["PM_x"].value[: len(day)]).max() < 1e-14


def test_ut1_runs_on_through_leap_seconds_and_the_steps_of_the_sixties():
    """UT1 - TAI changes by at most 4 ms a day; a leap second missed is 1000 ms, a step of 1968 100 ms."""
    day = np.repeat(np.arange(37700, 61000), 2)
    sec = np.tile([0.0, 86399.0], len(day) // 2)
    change = np.diff(eop.earth_orientation(day, sec, LEAPS).ut1_minus_tai)
    assert np.abs(change).max() < 0.005


def test_after_the_end_ut1_is_held_and_the_pole_is_the_mean():
    last = eop.earth_orientation(np.array([60000]), np.zeros(1), LEAPS).last_mjd
    day = np.array([last - 1, last, last + 1, last + 3000])
    found = eop.earth_orientation(day, np.full(4, 100.0), LEAPS)
    assert found.beyond.tolist() == [False, True, True, True]
    assert np.ptp(found.ut1_minus_tai[1:]) == 0.0
    assert found.pole[-1] == pytest.approx(np.array([0.035, 0.29]) * ARCSEC)


def test_leap_seconds_are_erfas():
    day = np.concatenate([LEAPS.mjd - 1, LEAPS.mjd, np.arange(36934, 41317, 50)])
    year, month, number, _ = erfa.jd2cal(erfa.DJM0, day.astype(float))
    expected = erfa.dat(year, month, number, 0.25)
    assert np.abs(LEAPS.tai_minus_utc(day, np.full(len(day), 21600.0)) - expected).max() == 0.0


def test_the_table_of_the_pole_serves_from_its_first_day_to_its_last(monkeypatch):
    """Those of which all nodes of a spline are in it; the full series serves the others."""
    asked = []
    monkeypatch.setattr(smooth, "series_direct", lambda day, sec: asked.extend(day.tolist()) or np.zeros((len(day), 4)))
    before = smooth.SPLINE_DEGREE // 2
    first, last = smooth.FIRST_NODE + before, smooth.LAST_NODE - smooth.SPLINE_DEGREE + before
    found = smooth.smooth_series(TABLE, np.array([first - 1, first, last, last + 1]), np.zeros(4))
    assert asked == [first - 1, last + 1]
    assert found.any(axis=1).tolist() == [False, True, True, False]


def test_without_the_iers_package_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(eop, "find_spec", lambda name: None)
    monkeypatch.setattr(eop, "_iers_folder", eop._iers_folder.__wrapped__)  # as in a new process
    with pytest.raises(DataError, match="pip install astropy-iers-data"):
        eop.leap_seconds()


def test_a_damaged_file_of_earth_orientation_is_an_error(monkeypatch, tmp_path):
    for name in (eop.FINALS, eop.C04):
        (tmp_path / name).write_bytes(eop.iers_file(name).read_bytes()[:-5])
    monkeypatch.setattr(eop, "iers_file", lambda name: tmp_path / name)
    with pytest.raises(DataError, match="not of one length"):
        eop.earth_orientation(np.array([55000]), np.zeros(1), LEAPS)


def test_a_table_of_leap_seconds_that_is_cut_or_has_no_leap_of_a_second_is_an_error(monkeypatch, tmp_path):
    """They were read, and one of them moved TT by seconds, or to infinity."""
    path, text = tmp_path / eop.LEAPS, eop.iers_file(eop.LEAPS).read_text()
    monkeypatch.setattr(eop, "iers_file", lambda name: path)
    end = text.count("\n")
    for wound, line in (
        (text[: text.rstrip().rindex("\n") + 1], end - 1),
        (text.replace("37\n", "38\n"), end),
        (text.replace("36\n", "1e999\n"), end - 1),
        (text.replace("57204.0", "56104.0"), end - 1),
        (text.replace("       10\n", "        9\n"), end - 27),
    ):
        path.write_text(wound)
        with pytest.raises(DataError, match=rf"Leap_Second.dat:{line}: this is not a table of leap seconds"):
            eop.leap_seconds()


@pytest.mark.parametrize("text", ["", "hello\n", "41317.0 1 1\n", "\xe9"], ids=["empty", "words", "short", "not ascii"])
def test_a_damaged_table_of_leap_seconds_is_an_error(monkeypatch, tmp_path, text):
    (tmp_path / eop.LEAPS).write_text(text, encoding="latin-1")
    monkeypatch.setattr(eop, "iers_file", lambda name: tmp_path / name)
    with pytest.raises(DataError, match=r"Leap_Second.dat:1: this is not a table of leap seconds; take a fresh copy"):
        eop.leap_seconds()


def test_an_empty_file_of_earth_orientation_is_an_error(monkeypatch, tmp_path):
    (tmp_path / eop.FINALS).write_bytes(b"")
    monkeypatch.setattr(eop, "iers_file", lambda name: tmp_path / name)
    with pytest.raises(DataError, match=r"finals2000A.all:1: this file is empty"):
        eop.earth_orientation(np.array([55000]), np.zeros(1), LEAPS)


@pytest.mark.parametrize(
    ("text", "line"),
    [("# head\nab\nab\n", 0), ("# head\nab\nab\nabc\nab\n", 4), ("#\na\nab\n", 3), ("# head\n#\n", 1)],
)
def test_the_first_line_of_another_length_is_named(tmp_path, text, line):
    """Comments aside, whose lines count; a file cut in its last line is named by that line."""
    path = tmp_path / eop.FINALS
    path.write_text(text)
    if line:
        with pytest.raises(DataError, match=rf"{eop.FINALS}:{line}: its lines are not of one length; update"):
            eop._matrix(path)
    else:
        assert eop._matrix(path).shape == (2, 3)
