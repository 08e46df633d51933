"""Each check of a release is good for a pulsar that is as it should be, and tells what is not."""

from pathlib import Path

import numpy as np
import pytest

import jug
from jug.pulsars.one_pulsar.checks import checks

pytestmark = pytest.mark.usefixtures("embedded_only")

PAR = """PSR J1800-2000
RAJ 18:00:02.3 1
DECJ -20:00:11 1
PMRA 1 1
PMDEC 2 1
PX 0.5 1
F0 100 1
F1 -1D-15 1
PEPOCH 54500
DM 30
DMX_0001 1e-4 1
DMXR1_0001 53900
DMXR2_0001 54400
DMX_0002 0 1
DMXR1_0002 54400.5
DMXR2_0002 55100
JUMP -fe S 1e-6 1
EFAC -f L_B 1
EQUAD -f L_B 0.1
ECORR -f L_B 0.1
EFAC -f S_B 1
EQUAD -f S_B 0.1
ECORR -f S_B 0.1
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
PLANET_SHAPIRO Y
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
"""


def fitted(tmp_path: Path, par: str, last_mhz: float = 1400.0, mjd: float = 54000.0) -> set[str]:
    """The names of the checks that need a look."""
    path = tmp_path / "J1800-2000_v1.par"
    path.write_text(par)
    n = 80
    flags = {"fe": ["L", "S"] * (n // 2), "f": ["L_B", "S_B"] * (n // 2)}
    freq = np.tile([1200.0, 2000.0, 1500.0, 2300.0], n // 4)
    freq[-1] = last_mhz
    times = np.linspace(mjd, 55000.0, n)
    toas = jug.simulate(
        jug.load_model(path), times, site="gbt", error_us=1.0, freq_mhz=freq, noise=True, seed=2, flags=flags
    )
    wanted = {"ephem": "DE421", "clock": "TT(BIPM2019)", "troposphere": False, "reduced_chi2": [0.6, 1.4]}
    result = jug.fit(jug.load_model(path), toas)
    return {one.name for one in checks(str(path), result, toas, wanted) if not one.good}


def test_a_pulsar_that_is_as_it_should_be(tmp_path: Path) -> None:
    assert fitted(tmp_path, PAR) == set()


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("PSR J1800-2000", "PSR J1801-2000", "name of the par file"),
        ("PSR J1800-2000", "PSR J1801-2000", "name and position"),
        ("EPHEM DE421", "EPHEM DE440", "EPHEM"),
        ("BIPM2019", "BIPM2015", "CLK"),
        ("PLANET_SHAPIRO Y", "PLANET_SHAPIRO N", "PLANET_SHAPIRO"),
        ("UNITS TDB", "UNITS TDB\nCORRECT_TROPOSPHERE Y", "CORRECT_TROPOSPHERE"),
        ("TZRMJD 54500.1", "TZRMJD 50000.1", "TZRMJD"),
        ("PX 0.5 1", "PX 0.5", "fit flags"),
        ("JUMP -fe S 1e-6 1\n", "", "JUMPs"),
        ("EFAC -f S_B 1\n", "", "EFAC"),
        ("EQUAD -f S_B 0.1\n", "", "EQUAD"),
        ("ECORR -f S_B 0.1\n", "", "ECORR"),
        ("DMX_0001 1e-4 1", "DMX_0001 1e-4", "DMX fitted"),
        ("DMXR2_0001 54400", "DMXR2_0001 54300", "TOAs outside DMX"),
    ],
)
def test_what_needs_a_look(tmp_path: Path, old: str, new: str, name: str) -> None:
    found = fitted(tmp_path, PAR.replace(old, new))
    assert name in found, found


def test_an_infinite_frequency(tmp_path: Path) -> None:
    assert fitted(tmp_path, PAR, last_mhz=np.inf) == {"infinite frequency"}
