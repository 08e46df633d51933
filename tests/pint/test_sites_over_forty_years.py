"""Ten observatories from 1985 to 2025: without interpolation, and places, times, residuals against PINT 1.1.8."""

from pathlib import Path

import numpy as np
import oracle
import pytest

import jug
from jug.core.constants import DAY, C
from jug.io.tim.read import read_tim
from jug.obs import smooth

SITES = ("arecibo", "gbt", "parkes", "jodrell", "effelsberg", "nancay", "wsrt", "vla", "meerkat", "fast")
START, STOP, N_EACH = 46066, 60676, 40
"""1985-01-01 to 2025-01-01."""

PAR = """\
PSR    J1748-2021E
RAJ    17:48:52.75
DECJ   -20:21:29.0
PMRA   -3.2
PMDEC  5.1
PX     0.4
POSEPOCH 53750
F0     61.485476554
F1     -1.181e-15
PEPOCH 53750.000000
DM     223.9
NE_SW  0
EPHEM  DE440
CLK    TT(BIPM2019)
UNITS  TDB
PLANET_SHAPIRO Y
TZRMJD 53801.38605118223
TZRFRQ 1949.609
TZRSITE 1
"""

pytestmark = pytest.mark.filterwarnings("ignore::jug.errors.ClockWarning")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("forty-years")
    rng = np.random.default_rng(7)
    rows = [
        f"{site}.ff {freq:.3f} {day:.13f} 1.0 {site}"
        for site in SITES
        for day, freq in zip(rng.uniform(START, STOP, N_EACH), rng.uniform(400, 3000, N_EACH), strict=True)
    ]
    (folder / "a.par").write_text(PAR)
    (folder / "a.tim").write_text("FORMAT 1\n" + "\n".join(rows) + "\n")
    return folder / "a.par", folder / "a.tim"


def test_nothing_is_lost_by_interpolation(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Position 1 mm, velocity 1e-6 m/s, TDB 0.1 ns are asked for; 0.02 mm, 1e-9 m/s, 7e-5 ns."""
    model, toas = jug.load(*pair)
    monkeypatch.setattr(smooth, "smooth_series", lambda path, day, sec: smooth.series_direct(day, sec))
    direct = jug.prepare(model, toas.raw)
    tdb = (toas.tdb.day - direct.tdb.day) * DAY + (toas.tdb.sec.hi - direct.tdb.sec.hi)
    tdb += toas.tdb.sec.lo - direct.tdb.sec.lo
    assert np.abs(tdb).max() < 1e-12
    assert np.abs(toas.r_obs - direct.r_obs).max() * C < 1e-4
    assert np.abs(toas.v_obs - direct.v_obs).max() * C < 1e-7


def test_places_and_times_are_those_of_pint(pair: tuple[Path, Path]) -> None:
    _, toas = jug.load(*pair)
    pint = oracle.preparation(*pair)
    tdb = (toas.tdb.day - pint.tdb_day) * DAY + (toas.tdb.sec.hi - pint.tdb_sec) + (toas.tdb.sec.lo - pint.tdb_sec_lo)
    assert np.abs(toas.clock_s - pint.clock_s).max() < 1e-12
    assert np.abs(tdb).max() < 1e-10
    assert np.abs(toas.r_obs * C - pint.ssb_obs_km * 1e3).max() < 1e-3
    assert np.abs(toas.v_obs * C - pint.ssb_obs_km_s * 1e3).max() < 1e-6


def test_residuals_are_those_of_pint(pair: tuple[Path, Path]) -> None:
    """1 ns; measured 0.2 ns. PINT holds the last value of a clock beyond its file."""
    model, toas = jug.load(*pair)
    ours, theirs = jug.residuals(model, toas), oracle.residuals(*pair)
    turns = (ours.phase - theirs.phase + 0.5) % 1.0 - 0.5
    shift = turns - turns.mean()
    assert np.abs(shift).max() / 61.5 < 1e-9


def test_every_site_has_its_line(pair: tuple[Path, Path]) -> None:
    assert set(read_tim(pair[1]).site.values) == set(SITES)
