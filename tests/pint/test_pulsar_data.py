"""What noise codes ask of a pulsar, against PINT: times, frequencies, directions, bodies, uncertainties, angles."""

import math

import numpy as np
import oracle
import pytest
from astropy import units as u
from copies import example
from jplephem.spk import SPK

import jug
from jug.core.constants import C
from jug.exchange.sun_and_planets import ALL_PLANETS
from jug.io.par import parse_lines

CASES = ["NGC6440E", "B1855+09_NANOGrav_9yv1", "J0613-sim"]


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[jug.PulsarData, jug.TOAs, oracle.Loaded, np.ndarray]:
    par, tim = example(request.param)
    with oracle.quiet():
        model, toas = jug.load(par, tim)
    loaded = oracle.load(par, tim)
    return jug.pulsar_data(model, toas), toas, loaded, oracle._order(loaded.toas)


def test_barycentric_times(case: tuple[jug.PulsarData, jug.TOAs, oracle.Loaded, np.ndarray]) -> None:
    """Before the binary. PINT's long double of an MJD has steps of 0.3 ns, and that is how far they are apart."""
    ours, _, (model, theirs), order = case
    with oracle.quiet():
        want = model.get_barycentric_toas(theirs).value[order]
    day = ours.barycentric.day
    seconds = np.asarray((want - day) * 86400, dtype=np.float64)
    assert np.abs(seconds - ours.barycentric.sec.hi).max() < 1e-9
    assert np.abs(ours.barycentric_mjd - want.astype(np.float64)).max() < 1e-11
    assert np.abs(ours.tdb_mjd - np.asarray(theirs.table["tdbld"][order], dtype=np.float64)).max() < 1e-11


def test_the_column_bat() -> None:
    """The text of a listed time is exact to 1e-16 d or better; PINT's long double of an MJD has steps of 0.3 ns."""
    par, tim = example("J0613-sim")
    with oracle.quiet():
        texts = jug.columns(*jug.load(par, tim), "bat").texts["bat"]
    model, theirs = oracle.load(par, tim)
    with oracle.quiet():
        want = model.get_barycentric_toas(theirs).value[oracle._order(theirs)]
    assert len(texts) == len(want) > 50
    for text, there in zip(texts, want, strict=True):
        day, _, fraction = text.partition(".")
        seconds = (there - int(day)) * 86400
        assert abs(float(seconds) - float(f"0.{fraction}") * 86400.0) < 1e-9


def test_frequencies_and_directions(case: tuple[jug.PulsarData, jug.TOAs, oracle.Loaded, np.ndarray]) -> None:
    """Velocities of the observatory agree to 1e-12 c; directions to 1e-12, 0.5 ns of Roemer delay."""
    ours, toas, (model, theirs), order = case
    with oracle.quiet():
        freq = model.barycentric_radio_freq(theirs).to_value(u.Hz)[order]
        to_pulsar = model.ssb_to_psb_xyz_ICRS(epoch=theirs.table["tdbld"][order]).value
        coords = model.coords_as_ICRS(epoch=model.POSEPOCH.value)
    finite = np.isfinite(toas.freq_hz)
    assert np.abs(ours.barycentric_freq_hz[finite] / freq[finite] - 1.0).max() < 1e-11
    assert np.all(np.isinf(ours.barycentric_freq_hz[~finite]))
    assert np.abs(ours.direction - to_pulsar).max() < 2e-12
    assert ours.phi_rad == pytest.approx(coords.ra.rad, abs=1e-12)
    assert ours.theta_rad == pytest.approx(math.pi / 2 - coords.dec.rad, abs=1e-12)


def test_bodies_and_uncertainties(case: tuple[jug.PulsarData, jug.TOAs, oracle.Loaded, np.ndarray]) -> None:
    """The Sun against the barycentre to 100 m, which is the site's position in both; errors to the last digits."""
    ours, _, (model, theirs), order = case
    table = theirs.table[order]
    sun = (table["ssb_obs_pos"].quantity + table["obs_sun_pos"].quantity).to_value(u.m) / C
    assert np.abs(ours.sun_ls - sun).max() < 100.0 / C
    assert np.abs(ours.obs_ls - table["ssb_obs_pos"].quantity.to_value(u.m) / C).max() < 0.1 / C
    with oracle.quiet():
        scaled = model.scaled_toa_uncertainty(theirs).to_value(u.s)[order]
    np.testing.assert_allclose(ours.scaled_error_s, scaled, rtol=1e-12)
    np.testing.assert_allclose(ours.error_s, theirs.get_errors().to_value(u.s)[order], rtol=1e-12)
    for name, vector in ours.planets_ls.items():
        there = (table["ssb_obs_pos"].quantity + table[f"obs_{name}_pos"].quantity).to_value(u.m) / C
        assert np.abs(vector - there).max() < 1000.0 / C, name
    assert np.array_equal(ours.quantity("sun_ls").to_value(u.m), ours.sun_ls * C)
    assert len(repr(ours).splitlines()) == 4


def test_sun_and_planets_in_the_layout_of_enterprise(
    case: tuple[jug.PulsarData, jug.TOAs, oracle.Loaded, np.ndarray],
) -> None:
    """Against jplephem, whose Julian date of one float64 is good to 20 us: the fastest planet moves by 1 m in that."""
    ours = case[0]
    found = ours.sun_and_planets()
    assert found.sunssb.shape == (len(ours), 6)
    assert found.planetssb.shape == (len(ours), 9, 6)
    assert np.abs(found.sunssb[:, :3] - ours.sun_ls).max() < 2e-12  # rounding of positions of 500 light-s
    path = jug.data.open_files().ephemeris(ours.ephem)
    assert path is not None
    with SPK.open(str(path.path)) as kernel:
        listed = {pair[1]: kernel[pair] for pair in kernel.pairs}
        numbers = {
            "mercury": 1,
            "venus": 2,
            "mars": 4,
            "jupiter": 5,
            "saturn": 6,
            "uranus": 7,
            "neptune": 8,
            "pluto": 9,
        }
        for name, number in numbers.items():
            rows = found.planetssb[:, ALL_PLANETS.index(name)]
            assert (name in found.missing) == (number not in listed)
            if name in found.missing:
                assert np.all(np.isnan(rows))
                continue
            place, speed = listed[number].compute_and_differentiate(ours.tdb_mjd + 2400000.5)
            assert np.abs(rows[:, :3] - place.T * 1e3 / C).max() < 2.0 / C, name
            assert np.abs(rows[:, 3:] - speed.T * 1e3 / 86400.0 / C).max() < 1e-12, name
    earth = found.planetssb[:, 2]
    assert np.abs(np.linalg.norm(earth[:, :3] - ours.obs_ls, axis=1) * C).max() < 6.4e6
    assert np.abs(np.linalg.norm(earth[:, 3:] - ours.obs_velocity_c, axis=1) * C).max() < 470.0


def test_backends_by_their_flags() -> None:
    """The order of enterprise: -group, -g, -sys, -i, -f, then -fe and -be."""
    model, toas = jug.load(*example("NGC6440E"))
    toas = toas.with_flag("fe", "L", "mjd < 53800").with_flag("be", "GASP", "mjd < 53600").with_flag("f", "x", [0])
    toas = toas.with_flag("group", "y", [0, 1])
    found = jug.pulsar_data(model, toas).backend
    assert found[:2].tolist() == ["y", "y"]
    assert np.array_equal(found[2:] == "L_GASP", toas.mjd[2:] < 53600)
    assert np.array_equal(found[2:] == "", toas.mjd[2:] >= 53600)


def test_at_the_barycentre_without_a_position() -> None:
    lines = ["PSR X", "F0 10", "PEPOCH 53750", "DM 10", "EPHEM DE440", "CLK TT(BIPM2019)", "UNITS TDB"]
    model = jug.load_model(parse_lines(lines, "x.par"))
    toas = jug.simulate(model, np.linspace(53500.0, 54000.0, 5), site="@", freq_mhz=1400.0)
    found = jug.pulsar_data(model, toas)
    assert math.isnan(found.theta_rad)
    assert np.all(np.isnan(found.sun_ls))
    assert np.all(np.isnan(found.sun_and_planets().planetssb))
    assert np.abs(found.barycentric_mjd - found.tdb_mjd).max() < 1.0 / 86400.0  # dispersion: 0.5 s
