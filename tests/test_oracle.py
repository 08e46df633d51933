"""The oracle itself: PINT runs without a network and gives the figures that it is known for."""

import socket
from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import BINARY_KEYS, NOISE_KEYS, example, written_copy, written_tim


def test_ngc6440e_is_fitted_as_pint_is_known_to(network_attempts: list[str]) -> None:
    """chi2 59.57 for 62 TOAs, 5 parameters and the mean: PINT 1.1.8 with its own example files."""
    found = oracle.fit(*example("NGC6440E"))
    assert found.names == ("RAJ", "DECJ", "F0", "F1", "DM")
    assert found.chi2 == pytest.approx(59.57, abs=0.005)
    assert found.dof == 56
    assert found.errors["RAJ"] * 3600 == pytest.approx(1.35e-4, rel=0.01)  # s of time, PINT 1.1.8
    assert found.errors["DECJ"] * 3600 == pytest.approx(0.0329, rel=0.01)  # arcsec
    assert not network_attempts


def test_the_design_matrix_has_a_column_for_each_parameter() -> None:
    columns = oracle.design_matrix(*example("NGC6440E"), free=("F0", "DM"))
    assert set(columns) == {"Offset", "F0", "DM"}
    assert all(column.shape == (62,) for column in columns.values())
    assert oracle.load(*example("NGC6440E")).model.free_params == ["RAJ", "DECJ", "F0", "F1", "DM"]


def test_preparation_is_exact_to_a_picosecond() -> None:
    """TDB - UTC in 2005 is 32 s of leap seconds, 32.184 s, and a few ms at most of relativity."""
    found = oracle.preparation(*example("NGC6440E"))
    later = (found.tdb_day - found.mjd) * 86400.0 + found.tdb_sec
    np.testing.assert_allclose(later, np.where(found.mjd < 53736, 64.184, 65.184), atol=0.003)
    assert np.abs(found.tdb_sec_lo).max() < 1e-11  # half a unit in the last place of 86400 s
    assert np.abs(found.clock_s).min() > 0
    np.testing.assert_allclose(np.linalg.norm(found.ssb_obs_km, axis=1), 1.5e8, rtol=0.03)
    assert set(found.site) == {"gbt"}


def test_a_parkes_pulsar_goes_through_the_synthetic_clock(tmp_path: Path) -> None:
    par, tim = example("J1028-5819")
    par = written_copy(par, tmp_path, replace={"EPHEM": "DE421", "CLK": "TT(BIPM2019)"})
    found = oracle.preparation(par, tim)
    assert set(found.site) == {"parkes"}
    parkes = np.interp(found.mjd, [53500.25, 57000.0], [1.4e-6, 2.2e-6])  # `synthetic_clock` 0 after its step
    rest = found.clock_s - parkes  # TT(BIPM2019) - TT(TAI), 26.92 to 27.67 us then, and some ns of GPS
    assert ((rest > 26.85e-6) & (rest < 27.75e-6)).all()


def test_planets_come_from_the_embedded_ephemeris(tmp_path: Path) -> None:
    par, tim = example("NGC6440E")
    par = written_copy(par, tmp_path, replace={"EPHEM": "DE440", "PLANET_SHAPIRO": "Y"})
    found = oracle.preparation(par, tim).bodies
    assert set(found) == {"earth", "jupiter", "saturn", "venus", "uranus", "neptune"}
    au = {name: np.linalg.norm(km, axis=1).mean() / 1.495978707e8 for name, km in found.items()}
    assert au["venus"] < 1.8 < au["jupiter"] < 7 < au["saturn"] < 11 < au["uranus"] < 22 < au["neptune"] < 32


def test_a_missing_clock_file_is_an_error_every_time(tmp_path: Path, clock_folder: Path) -> None:
    """PINT itself raises once and then goes on without the correction."""
    par, _ = example("NGC6440E")
    tim = tmp_path / "most.tim"
    tim.write_text("FORMAT 1\n" + "".join(f"a{k} 1400 {53700 + k}.5 10 most\n" for k in range(9)))
    gone = clock_folder / "mo2gps.clk"
    kept = gone.read_text()
    gone.unlink()
    oracle.Observatory.get("most")._clock = None  # another test may have had it read
    try:
        for _ in range(2):
            with pytest.raises(Exception, match="No clock file for mo2gps"):
                oracle.load(par, tim)
    finally:
        gone.write_text(kept)


def test_copies_leave_out_what_they_are_told_to(tmp_path: Path) -> None:
    par, _ = example("B1855+09_NANOGrav_9yv1")
    copy = written_copy(
        par,
        tmp_path,
        drop=BINARY_KEYS + NOISE_KEYS,
        drop_families=("DMX", "FD"),
        replace={"CLOCK": "TT(TAI)"},
    )
    old, new = par.read_text().splitlines(), copy.read_text().splitlines()
    keys = {line.split()[0] for line in new if not line.startswith("#")}
    expected = """PSR LAMBDA BETA PMLAMBDA PMBETA PX F0 F1 PEPOCH START FINISH DM SOLARN0 EPHEM ECL CLOCK
        UNITS TIMEEPH CORRECT_TROPOSPHERE PLANET_SHAPIRO NTOA TRES TZRMJD TZRFRQ TZRSITE NITS INFO JUMP"""
    assert keys == set(expected.split())
    assert [line for line in new if line not in old] == ["CLOCK TT(TAI)"]


def test_copies_of_tim_files(tmp_path: Path) -> None:
    _, tim = example("NGC6440E")
    old = tim.read_text().splitlines()
    new = written_tim(tim, tmp_path, drop=(3,), replace={4: "C nothing"}, add=("C end",)).read_text()
    assert new.splitlines() == [*old[:2], "C nothing", *old[4:], "C end"]


def test_the_guard_stops_even_what_is_caught(network_attempts: list[str]) -> None:
    for reach in (
        lambda: socket.create_connection(("192.0.2.1", 80), timeout=1),
        lambda: socket.getaddrinfo("example.org", 80),
    ):
        with pytest.raises(pytest.fail.Exception, match="reached for the network"):
            _swallow(reach)
    assert network_attempts == ["192.0.2.1", "example.org"]
    network_attempts.clear()


def _swallow(reach: object) -> None:
    try:
        reach()  # type: ignore[operator]
    except Exception as error:
        raise AssertionError("the guard was caught") from error
