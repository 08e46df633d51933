"""The record that enterprise and discovery read, against PINT: times, frequencies, matrix, units, values."""

import numpy as np
import oracle
import pytest
from astropy import units as u
from copies import example

import jug

CASES = ["NGC6440E", "B1855+09_NANOGrav_9yv1", "J0613-sim"]


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[jug.PulsarRecord, oracle.Loaded, np.ndarray]:
    par, tim = example(request.param)
    with oracle.quiet():
        record = jug.pulsar_record(*jug.load(par, tim))
    loaded = oracle.load(par, tim)
    return record, loaded, oracle._order(loaded.toas)


def test_times_and_frequencies(case: tuple[jug.PulsarRecord, oracle.Loaded, np.ndarray]) -> None:
    """A float64 of 4.7e9 s has steps of 1 us."""
    record, (model, toas), order = case
    with oracle.quiet():
        barycentric = np.array(model.get_barycentric_toas(toas).value * 86400, dtype=np.float64)[order]
        freq = model.barycentric_radio_freq(toas).to_value(u.MHz)[order]
    site = np.array(toas.get_mjds().value, dtype=np.float64)[order] * 86400
    assert np.max(np.abs(record.toas - barycentric)) < 2e-6
    assert np.max(np.abs(record.stoas - site)) < 2e-6
    finite = np.isfinite(freq) & np.isfinite(record.freqs)
    np.testing.assert_allclose(record.freqs[finite], freq[finite], rtol=1e-11)
    np.testing.assert_allclose(record.toaerrs, toas.get_errors().to_value(u.s)[order], rtol=1e-15)
    assert record.telescope.tolist() == list(toas.get_obss()[order])


def test_the_matrix_is_pints(case: tuple[jug.PulsarRecord, oracle.Loaded, np.ndarray]) -> None:
    """Column by column in PINT's units; PINT's of PB and ECC leave out terms with the eccentricity (2e-4)."""
    record, (model, toas), order = case
    with oracle.quiet():
        matrix, names, units = model.designmatrix(toas)
    assert set(names) == set(record.fitpars)
    for i, name in enumerate(record.fitpars):
        j = list(names).index(name)
        theirs = np.asarray(matrix[order, j], dtype=np.float64)
        if name == "Offset":
            theirs = theirs * model.F0.value  # PINT's column is for one turn
        both = np.column_stack([record.mmat[:, i], theirs])
        if name != "Offset":  # which takes up a constant
            both -= both.mean(axis=0)
        assert np.linalg.norm(both[:, 0] - both[:, 1]) < 1e-3 * np.linalg.norm(both[:, 1]), name
        if name != "Offset":
            assert u.Unit(units[j]) == u.s / getattr(model, name).units, name


def test_values_and_units_are_pints(case: tuple[jug.PulsarRecord, oracle.Loaded, np.ndarray]) -> None:
    record, (model, _), _ = case
    assert set(record.setpars) == set(record.parameters)
    compared = 0
    for name, fact in record.parameters.items():
        theirs = getattr(model, name, None)
        if fact.units is None or theirs is None or theirs.value is None or name in ("NE_SW", "TNREDC"):
            continue
        assert fact.units == (str(theirs.units) or "dimensionless"), name
        quantity = theirs.quantity
        value = quantity.to_value(theirs.units) if isinstance(quantity, u.Quantity) else theirs.value
        assert float(fact.value) == pytest.approx(float(value), rel=1e-15, abs=1e-300), name
        compared += 1
    assert compared > 8


def test_the_sun_and_the_direction(case: tuple[jug.PulsarRecord, oracle.Loaded, np.ndarray]) -> None:
    record, (model, toas), order = case
    with oracle.quiet():
        there = (toas.table["obs_sun_pos"] + toas.table["ssb_obs_pos"])[order]
        to_pulsar = model.ssb_to_psb_xyz_ICRS(epoch=toas.table["tdbld"][order]).value
    sun = u.Quantity(there, toas.table["ssb_obs_pos"].unit).to_value(u.lightyear) * 365.25 * 86400
    assert np.max(np.abs(record.sunssb[:, :3] - sun)) < 1e-8  # 3 m
    assert np.max(np.abs(record.pos_t - to_pulsar)) < 2e-12
    assert np.linalg.norm(record.pos) == pytest.approx(1.0, abs=1e-15)


def test_eps1dot_is_in_pints_unit() -> None:
    """PINT holds EPS1DOT in 1e-12/s; its column of the matrix is for that unit."""
    from jug.io.par import parse_lines

    text = example("J0613-sim")[0].read_text().splitlines()
    binary = ["BINARY ELL1", "PB 1.2", "A1 1.1", "TASC 54000.5", "EPS1 1e-6", "EPS2 2e-6", "EPS1DOT 3e-15 1 1e-16"]
    words = ("BINARY", "PB", "A1", "TASC", "EPS1", "EPS2", "T0", "ECC", "OM", "SINI", "M2", "H3", "H4", "STIGMA")
    plain = [line for line in text if not line.startswith(words)]
    model = jug.load_model(parse_lines([*plain, *binary], "ell1.par"))
    with oracle.quiet():
        toas = jug.load(*example("J0613-sim"))[1]
        toas = jug.prepare(model, toas.raw)
    record = jug.pulsar_record(model, toas)
    fact = record.parameters["EPS1DOT"]
    assert (float(fact.value), fact.units) == (0.003, "1e-12 / s")
    assert float(fact.uncertainty) == pytest.approx(1e-4)
    mine = jug.design_matrix(model, toas)["EPS1DOT"]
    np.testing.assert_allclose(record.mmat[:, record.fitpars.index("EPS1DOT")], mine * 1e-12, rtol=1e-14)
