"""Every binary model that PINT 1.1.8 has, against it: residuals over twenty years.

PINT's long-double times are 0.28 ns apart, so 0.2 ns is what can be seen. TOAs are at the barycentre unless the site
matters.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import oracle
import orbits
import pytest
from copies import NOISE_KEYS, REFERENCE, example, written_copy
from orbits import ECLIPTIC, EQUATORIAL, Size

import jug

NS = 1e-9
Compare = Callable[..., float]
KEPLER = "OMDOT 4.2\nEDOT 1e-17\nXDOT 2e-14\nPBDOT -2.4e-12\n"
LENS = "M2 0.3\nSINI 0.98\n"
DEFORMED = "GAMMA 4.3e-3\nDR 1e-6\nDTH 2e-6\nA0 1e-6\nB0 2e-6\n"
DRIFT = "XDOT 1e-13\nPBDOT 3e-12\nX2DOT 1e-23\n"
TRIPLE = "BINARY2 {}\nPB_2 327.3 \nA1_2 74.7\n"
WAVES = "ORBWAVE_OM 2e-8\nORBWAVE_EPOCH 55000\nORBWAVEC0 1e-4\nORBWAVES0 -2e-4\nORBWAVEC1 1e-5\nORBWAVES1 3e-5\n"


def difference(par: Path, tim: Path) -> np.ndarray:
    """Ours less PINT's, s, without whole turns and what all have in common."""
    model, toas = jug.load(par, tim)
    turns = jug.residuals(model, toas).phase - oracle.residuals(par, tim).phase
    turns = turns - turns[0]
    turns = turns - np.rint(turns)
    return (turns - np.median(turns)) / model.values["F0"]


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """Make a tim file of a site, at random times and so of any phase: the same for all orbits."""
    folder = tmp_path_factory.mktemp("tims")
    alone = jug.load_model(orbits.written(folder, ""))

    @cache
    def made(site: str, n: int) -> Path:
        span = (51350.0, 58650.0) if site == "@" else (53000.0, 57000.0)
        mjd = np.sort(np.random.default_rng(3).uniform(*span, n))
        tim = folder / f"{site}{n}.tim"
        jug.write_tim(jug.simulate(alone, mjd, freq_mhz=0.0 if site == "@" else 1400.0, site=site), tim)
        return tim

    return made


@pytest.fixture
def compare(tmp_path: Path, observed: Callable[[str, int], Path]) -> Compare:
    """Largest difference, s, of a model with these lines."""

    def compared(body: str, position: str = EQUATORIAL, site: str = "@", n: int = 120) -> float:
        par = orbits.written(tmp_path, body, position)
        return float(np.abs(difference(par, observed(site, n))).max())

    return compared


@pytest.mark.parametrize("name", ["BT", "DD", "DDS", "DDH"])
def test_eccentric_over_the_range(compare: Compare, name: str) -> None:
    more = {"BT": "GAMMA 4.3e-3\n", "DD": LENS + DEFORMED, "DDS": "M2 0.3\nSHAPMAX 4\n", "DDH": "H3 3e-7\nSTIG 0.7\n"}
    for size in orbits.sizes():
        body = f"BINARY {name}\n" + orbits.kepler_lines(size) + KEPLER + more[name]
        assert compare(body, n=60) < NS, size


@pytest.mark.parametrize("name", ["ELL1", "ELL1H", "ELL1k"])
def test_circular_over_the_range(compare: Compare, name: str) -> None:
    """Where x e^4 is below 1 us."""
    more = {"ELL1": LENS + DRIFT, "ELL1H": "H3 3e-7\n", "ELL1k": LENS + "OMDOT 10\nLNEDOT 1e-3\n"}
    for size in orbits.sizes((1e-8, 1e-5, 1e-2)):
        if size.x * size.e**4 < 1e-6:
            body = f"BINARY {name}\n" + orbits.circle_lines(size) + more[name]
            assert compare(body, n=60) < NS, size


CIRCLE = orbits.circle_lines(Size(1.53344947, 1.8980989, 2.5e-4))
ELLIPSE = orbits.kepler_lines(Size(1.53344947, 1.8980989, 0.617))


@pytest.mark.parametrize(
    "body",
    [
        "BINARY ELL1H\nH3 -3e-7\n" + CIRCLE,
        "BINARY ELL1H\nH3 3e-7\nH4 2e-7\n" + CIRCLE,
        "BINARY ELL1H\nH3 3e-7\nH4 2e-7\nNHARMS 9\n" + CIRCLE,
        "BINARY ELL1H\nH3 3e-7\nSTIG 0.7\n" + CIRCLE,
        "BINARY ELL1\n" + WAVES + CIRCLE,
        "BINARY DD\n" + LENS + WAVES + ELLIPSE,
        "BINARY BTX\nFB0 7.5e-6\nFB1 2e-20\nFB2 -1e-28\n" + ELLIPSE.split("\n", 1)[1],
        "BINARY ELL1\nFB0 7.5e-6\nFB1 2e-20\nFB2 -1e-28\n" + CIRCLE.split("\n", 1)[1],
        "BINARY ELL1\nFB0 7.5e-6\n"
        + "".join(f"FB{k} {1e-6 * 2e-9**k:.3e}\n" for k in range(1, 21))
        + CIRCLE.split("\n", 1)[1],
    ],
)
@pytest.mark.filterwarnings("ignore:.*H3 -3e-07 is outside its physical range:jug.errors.InputWarning")
def test_forms_and_frequencies(compare: Compare, body: str) -> None:
    pint_name = body.replace("BINARY BTX", "BINARY BT")
    assert compare(pint_name) < NS


@pytest.mark.parametrize("e", [1e-6, 0.088, 0.617, 0.9])
@pytest.mark.parametrize("pb", [0.102, 0.323, 60.0])
def test_ddgr(compare: Compare, pb: float, e: float) -> None:
    size = Size(pb, 2.34 * (pb / 0.323) ** (2 / 3), e)
    more = "MTOT 2.8284\nM2 1.3886\nXOMDOT 0.01\nXPBDOT 1e-13\nEDOT 1e-15\nXDOT 1e-14\n"
    assert compare("BINARY DDGR\n" + orbits.kepler_lines(size) + more) < NS


@pytest.mark.parametrize("k96", ["", "K96 N\n", "K96 1\n"])
@pytest.mark.parametrize("position", [EQUATORIAL, ECLIPTIC])
def test_ddk(compare: Compare, position: str, k96: str) -> None:
    for size in (Size(67.825, 32.342, 7.5e-5), Size(0.1, 4.0, 0.6)):
        body = "BINARY DDK\nM2 0.28\nKIN 71.9\nKOM 83.1\n" + k96 + orbits.kepler_lines(size)
        assert compare(body, position, "gbt") < NS


def test_bt_piecewise(compare: Compare) -> None:
    pieces = "XR1_0000 52000\nXR2_0000 53000\nT0X_0000 54990.124\nA1X_0000 1.8981\n"
    pieces += "XR1_0001 54000\nXR2_0001 57000\nT0X_0001 54990.122\nA1X_0001 1.8982\n"
    assert compare("BINARY BT_piecewise\n" + ELLIPSE + pieces) < NS


@pytest.mark.parametrize("outer", ["DD", "BT", "ELL1"])
@pytest.mark.parametrize("inner", ["DD", "ELL1"])
def test_triples(compare: Compare, inner: str, outer: str) -> None:
    own = "TASC_2 54700.1\nEPS1_2 1e-3\nEPS2_2 2e-3\n" if outer == "ELL1" else "T0_2 54700.1\nECC_2 0.035\nOM_2 95.7\n"
    body = f"BINARY {inner}\n" + (CIRCLE if inner == "ELL1" else ELLIPSE) + TRIPLE.format(outer) + own
    assert compare(body, site="gbt") < NS


@pytest.mark.parametrize("name", ["B1855+09_NANOGrav_9yv1", "J0613-sim"])
def test_real_pulsars(tmp_path: Path, name: str) -> None:
    par, tim = example(name)
    copy = written_copy(
        par, tmp_path, drop=NOISE_KEYS, replace={"EPHEM": "DE440"} if "DE436" in par.read_text() else None
    )
    assert np.abs(difference(copy, tim)).max() < NS


@pytest.mark.filterwarnings("ignore:.*covers no TOA:jug.InputWarning")  # the short set has none of Rcvr1_2
def test_j1713_of_the_source_distribution(tmp_path: Path) -> None:
    """A DDK orbit; DE440 in the place of DE436."""
    par, tim = REFERENCE / "J1713+0747_small.gls.par", REFERENCE / "J1713+0747_small.tim"
    copy = written_copy(par, tmp_path, drop=NOISE_KEYS, replace={"EPHEM": "DE440"})
    assert np.abs(difference(copy, tim)).max() < NS
