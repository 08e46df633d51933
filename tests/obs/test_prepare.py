"""TOAs at the barycentre: against PINT with the same files, against tempo2's figures, and at the edges."""

import warnings

import numpy as np
import oracle
import pytest

import jug
from jug.core.constants import AU_LS, DAY, C
from jug.core.doubledouble import DoubleDouble, to_fraction
from jug.core.times import parse_mjds
from jug.data import DataFiles, example
from jug.errors import ClockWarning, DataError, InputWarning, TimError, Where
from jug.io.tim.raw_toas import make_toas
from jug.io.tim.read import read_tim
from jug.obs.barycentre import Request, to_barycentre
from jug.obs.ephemeris import PLANETS, open_ephemeris

SITES = ("arecibo", "gbt", "pks", "jodrell", "effelsberg", "ncy", "wsrt", "vla", "meerkat", "fast", "coe", "@")
KM_LS = C / 1e3


def carry(raw, **changes):
    options = {"ephem": "DE440", "clock": "TT(BIPM2019)", "planets": True, "files": DataFiles()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ClockWarning)
        return to_barycentre(raw, Request(**{**options, **changes}))


def made(mjds, site="gbt", **columns):
    return make_toas(parse_mjds(mjds), freq_hz=1.4e9, error_s=1e-6, site=site, **columns)


@pytest.fixture
def write(tmp_path):
    """Write a par file for PINT and a tim file for both."""

    def both(lines, clock="TT(BIPM2019)"):
        par, tim = tmp_path / "a.par", tmp_path / "a.tim"
        text = example("testtimes")[0].read_text()
        kept = [line for line in text.splitlines() if line[:3] not in ("CLK", "EPH", "PLA", "DIA", "COR", "T2C")]
        par.write_text("\n".join([*kept, f"CLK {clock}", "EPHEM DE440", "PLANET_SHAPIRO Y", ""]))
        tim.write_text("\n".join(["FORMAT 1", *lines, ""]))
        return par, tim

    return both


LARGEST = {
    "clock s": 1e-12,
    "TDB s": 5e-11,
    "MJD s": 2e-6,
    "observatory km": 3e-7,
    "velocity km/s": 1e-9,
    "Sun km": 3e-7,
}
PLANET_KM = 4e-6
"""TDB: PINT's own two floats are good to 0.02 ns; float64 MJDs are 0.6 us apart; Sun and Earth 0.3 mm, 30 au 4 mm."""


def too_far(toas, pint):
    """The largest differences from PINT that are larger than `LARGEST` allows, by name."""
    leap = toas.mjd.astype(int) == 57753  # astropy's MJD counts 86401 s there
    there = ~toas.at_barycentre
    differences = {
        "clock s": toas.clock_s - pint.clock_s,
        "TDB s": (toas.tdb.day - pint.tdb_day) * DAY
        + (toas.tdb.sec.hi - pint.tdb_sec)
        + (toas.tdb.sec.lo - pint.tdb_sec_lo),
        "MJD s": (toas.mjd - pint.mjd)[~leap] * DAY,
        "observatory km": toas.r_obs * KM_LS - pint.ssb_obs_km,
        "velocity km/s": toas.v_obs * KM_LS - pint.ssb_obs_km_s,
        "Sun km": (toas.bodies["sun"] * KM_LS - pint.obs_sun_km)[there],
        **{b: (toas.bodies[b] * KM_LS - pint.bodies[b])[there] for b in toas.bodies.keys() - {"sun"}},
    }
    largest = {name: float(np.abs(difference).max()) for name, difference in differences.items()}
    return {name: size for name, size in largest.items() if not size < LARGEST.get(name, PLANET_KM)}


def test_twelve_places_over_twenty_years_are_where_pint_has_them(write):
    rng = np.random.default_rng(8)
    rows = []
    for site in SITES:
        day = rng.integers(52000, 58300, 15)  # FAST's clock file begins later
        seconds = rng.integers(0, 10**15, 15)
        rows += [f"obs.ff 1400.0 {d}.{s:015d} 1.0 {site}" for d, s in zip(day, seconds, strict=True)]
    rng.shuffle(rows)
    rows[10] += " -to 0.25"
    par, tim = write([*rows[:50], "TIME 1e-3", *rows[50:]])
    toas, pint = carry(read_tim(tim)), oracle.preparation(par, tim)
    assert set(toas.site_names) == set(pint.site)
    assert [str(s) for s in toas.site_names] == list(pint.site)
    assert np.abs(toas.clock_s).max() > 1e-3
    assert not too_far(toas, pint)


def test_the_example_is_where_pint_has_it(write):
    par, tim = example("NGC6440E")
    text = par.read_text().replace("UTC(NIST)", "TT(BIPM2019)")
    copy = write([])[0]
    copy.write_text(text)
    toas, pint = carry(read_tim(tim), ephem="DE421", planets=False), oracle.preparation(copy, tim)
    assert len(toas) == 62
    assert not too_far(toas, pint)


def test_a_leap_second_day_is_as_pint_has_it(write):
    rows = [f"obs.ff 1400.0 {mjd} 1.0 gbt" for mjd in ("57753.1", "57753.9999", "57753.99999999", "57754.0", "57754.1")]
    par, tim = write(rows)
    assert not too_far(carry(read_tim(tim)), oracle.preparation(par, tim))


def test_tempo2s_figures_of_testtimes():
    """tempo2's general2 columns, from the PINT 1.1.8 source distribution (its version of tempo2 is not told).

    The par file has no TIMEEPH, for which tempo2 takes IF99: measured here, 60 ns from FB90 with 3 ns of
    variation over eight years. tempo2's Earth is at its own TDB, so it is moved by that difference.
    """
    par, tim = example("testtimes")
    tempo2 = np.genfromtxt(f"{par}.tempo2_test", names=True)
    raw = read_tim(tim)
    toas = carry(raw, ephem="DE421", clock="TT(TAI)", planets=False)
    clock = tempo2["oclk"] + tempo2["ut1_utc"]  # the second column is in truth UTC - UTC(GPS)
    assert np.abs(toas.clock_s - clock).max() < 1e-15
    tdb = (toas.tdb.day - raw.times.day) * DAY + (toas.tdb.sec.hi - raw.times.sec.hi) - tempo2["tt2tb"]
    assert np.ptp(tdb) < 3e-9
    assert tdb.mean() == pytest.approx(60e-9, abs=1e-9)
    position, velocity = open_ephemeris("DE421", DataFiles()).posvel("earth", toas.tdb)
    earth = np.column_stack([tempo2[f"ep{k}"] for k in range(3)]) + velocity * tdb[:, None]
    assert np.abs(position - earth).max() * C < 6e-4  # m: tempo2's rounding of the ephemeris time aside
    assert np.abs(velocity - np.column_stack([tempo2[f"ev{k}"] for k in range(3)])).max() * C < 1e-6
    gbt = np.array(toas.site_names) == "gbt"  # Arecibo has moved by 33 m in the tables since
    site = (toas.r_obs - position) - np.column_stack([tempo2[f"tp{k}"] for k in range(3)])
    assert np.abs(site[gbt]).max() * C < 2.0  # m: printed to 1e-8 light-seconds


def test_at_the_barycentre_the_time_stays_as_written_and_nothing_is_needed():
    raw = made(["55000.123456789012345678", "90000.5"], "@")
    toas = carry(raw, ephem="DE999", clock="TT(BIPM1066)")
    for k in (0, 1):
        row = DoubleDouble(toas.tdb.sec.hi[k], toas.tdb.sec.lo[k])
        assert to_fraction(row) == to_fraction(DoubleDouble(raw.times.sec.hi[k], raw.times.sec.lo[k]))
    assert toas.at_barycentre.all()
    assert not toas.r_obs.any()
    assert not toas.v_obs.any()
    assert set(toas.bodies) == {"sun", *PLANETS}
    np.testing.assert_allclose(np.linalg.norm(toas.bodies["sun"], axis=1), AU_LS, rtol=1e-15)
    assert toas.uses == ()


def test_the_geocentre_is_the_centre_of_the_earth():
    toas = carry(made(["55000.25"], "coe"))
    earth = open_ephemeris("DE440", DataFiles()).posvel("earth", toas.tdb)
    assert np.array_equal(toas.r_obs, earth[0])
    assert np.array_equal(toas.v_obs, earth[1])


def test_each_toa_is_prepared_by_itself():
    """Sites, codes of one site, and the barycentre mixed: the same as one at a time, but for the last bits."""
    sites = ["gbt", "@", "1", "pks", "GBT", "@"]
    raw = made([f"{55000 + k}.25" for k in range(6)], sites)
    together = carry(raw)
    assert together.site_names == ("gbt", "barycenter", "gbt", "parkes", "gbt", "barycenter")
    for k in range(6):
        alone = carry(raw.take([k]))
        assert alone.mjd[0] == together.mjd[k]
        assert alone.clock_s[0] == together.clock_s[k]
        assert alone.at_barycentre[0] == together.at_barycentre[k]
        assert alone.tdb.sec.hi[0] == pytest.approx(together.tdb.sec.hi[k], abs=2e-11)
        assert alone.r_obs[0] == pytest.approx(together.r_obs[k], abs=2e-13)  # 0.06 mm
        assert alone.v_obs[0] == pytest.approx(together.v_obs[k], abs=1e-18)
        assert alone.bodies["saturn"][0] == pytest.approx(together.bodies["saturn"][k], abs=4e-12)


def test_what_was_used_is_told():
    toas = carry(made(["55000.25", "61700.5"]))
    uses = {use.what: use for use in toas.uses}
    assert {"clock of gbt", "UTC(GPS)", "TT(BIPM2019)", "Earth orientation", "ephemeris DE440"} <= uses.keys()
    assert uses["ephemeris DE440"].good_until_mjd == 73459.0
    assert uses["clock of gbt"].n_beyond == 1
    assert (toas.ephem, toas.clock, toas.planets) == ("DE440", "TT(BIPM2019)", True)


def test_select_picks_rows_of_everything():
    toas = carry(made(["55000.25", "55001.25", "55002.25"], ["gbt", "@", "pks"], flags={"fe": ["L", "S", "L"]}))
    for picked in (toas.select(np.array([True, False, True])), toas.select([0, 2]), toas.select(slice(0, 3, 2))):
        assert len(picked) == 2
        assert picked.site_names == ("gbt", "parkes")
        assert picked.flag("fe").tolist() == ["L", "L"]
        assert np.array_equal(picked.bodies["sun"], toas.bodies["sun"][[0, 2]])
        assert np.array_equal(picked.tdb.sec.hi, toas.tdb.sec.hi[[0, 2]])
        assert picked.freq_hz.shape == picked.error_s.shape == (2,)
        assert picked.ephem == toas.ephem


def test_a_toa_outside_the_ephemeris_names_its_line(write):
    _, tim = write(["obs.ff 1400.0 55000.5 1.0 gbt", "obs.ff 1400.0 71500.5 1.0 gbt"])
    with pytest.raises(DataError, match=r"a.tim:3: MJD 71500.5.*DE421.*36934.0 to 71176.0.*'obs.ff 1400.0 71500.5"):
        carry(read_tim(tim), ephem="DE421")


@pytest.mark.parametrize("time_ephemeris", ["FB90", "IF99"])
def test_a_time_in_another_age_is_an_error_like_any_other(time_ephemeris):
    """It names the MJD that is written: with IF99 a Chebyshev series so far outside would move TDB to year 1e13."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        with pytest.raises(DataError, match=r"MJD 999999.50 lies outside the ephemeris DE440"):
            carry(made(["999999.5"]), time_ephemeris=time_ephemeris)


def test_no_toas_make_no_toas():
    toas = carry(made(["55000.5"])).select(slice(0, 0))
    assert len(carry(toas.raw)) == len(toas) == 0


def test_an_unknown_site_and_a_missing_ephemeris_name_their_lines(write):
    _, tim = write(["obs.ff 1400.0 55000.5 1.0 gbt", "obs.ff 1400.0 55000.6 1.0 nowhere"])
    with pytest.raises(DataError, match=r"a.tim:3: unknown observatory 'nowhere'"):
        carry(read_tim(tim))
    with pytest.raises(DataError, match=r"a.par:9: .*DE999.*'EPHEM DE999'"):
        carry(made(["55000.5"]), ephem="DE999", ephem_where=Where("a.par", 9, "EPHEM DE999"))


def test_before_1962_there_is_no_earth_orientation(write):
    _, tim = write(["obs.ff 1400.0 37000.5 1.0 gbt"])
    with pytest.raises(DataError, match=r"a.tim:2: a TOA before MJD 37665"):
        carry(read_tim(tim))


def test_after_the_earth_orientation_tables_one_warning():
    raw = made([f"{mjd}.5" for mjd in range(64000, 64100)])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        toas = to_barycentre(raw, Request(ephem="DE440", clock="TT(TAI)", files=DataFiles()))
    said = [str(w.message) for w in caught if "Earth orientation" in str(w.message)]
    assert len(said) == 1
    assert said[0].startswith("100 TOAs after MJD 6")
    assert np.isfinite(toas.r_obs).all()


def test_where_all_toas_are_deleted_nothing_is_prepared():
    model, toas = jug.load(*example("NGC6440E"))
    with pytest.raises(
        TimError, match=r"all 63 TOAs are commented out or deleted: .*restore\(slice\(None\)\) brings all"
    ):
        jug.prepare(model, toas.raw.delete(slice(None)))
