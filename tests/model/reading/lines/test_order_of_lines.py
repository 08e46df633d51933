"""The order of the lines of a par file has no meaning, except among JUMPs: families are read by their numbers."""

import random

import numpy as np
import pytest

import jug
from jug.io.par import parse_lines

LINES = """PSR TEST
ELONG 265.7 1
ELAT 13.1 1
PX 1.9
POSEPOCH 54100
F0 61.485476554 1
F1 -1.1e-12 1
F2 1e-22 1
F3 1e-30
PEPOCH 54500.3
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1234
TZRFRQ 1400
TZRSITE gbt
DM 21.3 1
DM1 1e-3 1
DM2 1e-3
DMEPOCH 54333
DMX_0001 2e-3
DMXR1_0001 54100
DMXR2_0001 54250
DMX_0007 -1e-3
DMXR1_0007 54300
DMXR2_0007 54700
CM 1.2e-2
CM1 3e-3
CM2 -2e-3
CMEPOCH 54400
NE_SW 7.9
NE_SW1 1.3
SWEPOCH 54410
GLEP_1 54300.4
GLPH_1 0.11
GLF0_1 1.2e-6
GLEP_2 54500.1
GLF0_2 1e-7
WAVEEPOCH 54400
WAVE_OM 0.0123
WAVE1 1e-3 -2e-3
WAVE2 -3.3e-4 1e-4
DMWXEPOCH 54400
DMWXFREQ_0001 0.0027
DMWXSIN_0001 2e-3
DMWXCOS_0001 -1e-3
DMWXFREQ_0002 0.0047
DMWXSIN_0002 1e-3
DMWXCOS_0002 3e-3
SIFUNC 2 0
IFUNC1 53950 1e-3 0
IFUNC2 54300 2e-3 0
IFUNC3 54700.5 -1e-3 0
FD1 1e-4 1
FD2 -2e-5
FD3 1e-6
BINARY ELL1
A1 2.5 1
TASC 54400.1 1
EPS1 1e-5
EPS2 -2e-5
FB0 2.3e-5 1
FB1 -4e-20
FB2 1e-28""".splitlines()


@pytest.fixture(scope="module")
def usual() -> tuple[jug.TimingModel, jug.TOAs]:
    model = jug.load_model(parse_lines(LINES, "usual.par"))
    mjd = np.linspace(54110.0, 54690.0, 80)
    freq = np.tile([450.0, 1400.0], 40)
    return model, jug.simulate(model, mjd, freq_mhz=freq, error_us=1.0, site="gbt", noise=True, seed=1)


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_lines_in_another_order_are_the_same_model(seed: int | None, usual: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """Reversed, and drawn twice. Residuals to 1e-12 s, of sums in another order, also at other epochs; a fit to
    1e-4 of its errors."""
    model, toas = usual
    lines = LINES[::-1] if seed is None else random.Random(seed).sample(LINES, len(LINES))
    other = jug.load_model(parse_lines(lines, "other.par"))
    before = jug.residuals(model, toas).time_s
    np.testing.assert_allclose(jug.residuals(other, toas).time_s, before, atol=1e-12)
    one, two = (jug.fit(m, toas, backend="numpy") for m in (model, other))
    assert two.chi2 == pytest.approx(one.chi2, rel=1e-6)
    for name, error in one.errors.items():
        assert two.errors[name] == pytest.approx(error, rel=1e-4)
        assert abs(float(two.values[name]) - float(one.values[name])) < 1e-4 * error + 1e-15 * abs(one.values[name])
    epochs = {"PEPOCH": 54200, "DMEPOCH": 54700, "SWEPOCH": 54100, "TASC": 54600, "CMEPOCH": 54100}
    here, there = (jug.residuals(jug.move_epochs(m, epochs, toas=toas).model, toas).time_s for m in (model, other))
    np.testing.assert_allclose(there, here, atol=1e-12)
