"""Phases and polycos against PINT: its absolute phases, and its reader of the files."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import example

import jug

CASES = ["NGC6440E", "B1855+09_NANOGrav_9yv1", "J0613-sim"]
TIMES = ("54500.1234567890123", "54500.3", "54500.49", "54500.9")


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[jug.TimingModel, object]:
    par, tim = example(request.param)
    with oracle.quiet():
        return jug.load_model(par), oracle.load(par, tim).model


def test_phases_are_pints(case: tuple[jug.TimingModel, object]) -> None:
    """PINT rounds times to 0.3 ns: 1e-7 turns at 300 Hz."""
    ours, theirs = case
    with oracle.quiet():
        from astropy import units as u
        from pint.pulsar_mjd import Time
        from pint.toa import TOA, get_TOAs_list

        toas = get_TOAs_list(
            [
                TOA(Time(*_two(text), scale="utc", format="pulsar_mjd"), obs="gbt", freq=1400.0 * u.MHz)
                for text in TIMES
            ],
            ephem=ours.settings.ephem,
            planets=ours.settings.planets,
            include_bipm="BIPM" in ours.settings.clock,
            bipm_version="BIPM2019",
        )
        phase = theirs.phase(toas, abs_phase=True)
        found = jug.phase(ours, list(TIMES), site="gbt", freq_mhz=1400.0)
    turn = np.asarray(phase.int.value, dtype=np.float64)
    rest = np.asarray(phase.frac.value, dtype=np.float64)
    assert np.max(np.abs((found.turn - turn) + (found.fraction - rest))) < 3e-7


def _two(text: str) -> tuple[float, float]:
    day, _, part = text.partition(".")
    return float(day), float(f"0.{part}")


def test_pints_reader_gives_the_same_phases(case: tuple[jug.TimingModel, object], tmp_path: Path) -> None:
    """It takes the phase from long doubles: 1e10 turns to 1e-9."""
    ours, _ = case
    with oracle.quiet():
        made = jug.polyco(ours, 54500.0, 54501.0, site="gbt", freq_mhz=1400.0)
        jug.write_polyco(made, tmp_path / "polyco.dat")
        from pint.polycos import Polycos

        read = Polycos.read(str(tmp_path / "polyco.dat"))
        times = np.linspace(54500.01, 54500.99, 40)
        phase, hz = read.eval_abs_phase(times), read.eval_spin_freq(times)
    found = made.phase(times)
    off = (found.turn - np.asarray(phase.int.value, dtype=np.float64)) + (
        found.fraction - np.asarray(phase.frac.value, dtype=np.float64)
    )
    assert (
        np.max(np.abs(off)) < 1e-5
    )  # a float64 MJD, which PINT's reader takes, holds 0.6 us: 4e-4 turns apart at worst
    np.testing.assert_allclose(found.frequency_hz, np.asarray(hz, dtype=np.float64), rtol=1e-12)
