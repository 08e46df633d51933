"""Every example of PINT 1.1.8, and par files of its tests, against PINT: residuals to 1 ns, copies without noise lines.

A copy names the ephemeris and the obliquity that both programs have, and says what PINT takes anyway.
"""

from pathlib import Path

import numpy as np
import oracle
import pint.config
import pytest
from copies import EXAMPLES, NOISE_KEYS, REFERENCE, WIDEBAND_KEYS, written_copy

import jug

NS = 1e-9
DE440, IERS2010 = {"EPHEM": "DE440"}, {"ECL": "IERS2010"}
AS_PINT = {"CLK": "TT(BIPM2019)", "TIMEEPH": "FB90", "DILATEFREQ": "N"}
WAVES = DE440 | AS_PINT | {"NE_SW": "0"}
OF_TEMPO2 = AS_PINT | {"DIALATEFREQ": "N"}

OF_THE_WHEEL = {
    "NGC6440E.par": ("NGC6440E.tim", {}),
    "B1855+09_NANOGrav_9yv1.gls.par": ("B1855+09_NANOGrav_9yv1.tim", DE440 | IERS2010),
    "B1855+09_NANOGrav_dfg+12_TAI.par": ("B1855+09_NANOGrav_dfg+12.tim", DE440),
    "J0613-sim.par": ("J0613-sim.tim", {}),
    "J0740+6620.FCP+21.wb.DMX3.0.par": ("J0740+6620.FCP+21.wb.tim", DE440 | IERS2010),
    "J1028-5819-example.par": ("J1028-5819-example.tim", DE440 | AS_PINT),
    "J1614-2230_NANOGrav_12yv3.wb.gls.par": ("J1614-2230_NANOGrav_12yv3.wb.tim", DE440 | IERS2010),
    "PSRJ0030+0451_psrcat.par": ("", DE440 | {"CLK": "TT(BIPM2019)"}),
    "test-wb-0.par": ("test-wb-0.tim", {"CLK": "TT(BIPM2019)", "UNITS": "TDB"}),
    "waves.par": ("waves_withpn.tim", WAVES),
}
OF_THE_TESTS = {
    "NGC6440E_nist.par": ("NGC6440E_nist.tim", {"CLK": "TT(BIPM2019)"}),
    "J0613-0200_NANOGrav_dfg+12_TAI_FB90.par": ("J0613-0200_NANOGrav_dfg+12.tim", DE440),
    "J1713+0747_small.gls.par": ("J1713+0747_small.tim", DE440 | IERS2010),
    "J1744-1134.basic.par": ("J1744-1134.Rcvr1_2.GASP.8y.x.tim", {}),
    "PSR_J0218+4232.par": ("", AS_PINT),
    "testtimes.par": ("testtimes.tim", OF_TEMPO2),
}
"""Par file: tim file ("": TOAs are simulated), and what the copy changes."""


def test_no_example_is_left_out() -> None:
    """The table has the par files of PINT's folder of examples, and ours are those, byte for byte."""
    theirs = Path(pint.config.examplefile("NGC6440E.par")).parent
    assert {path.name for path in theirs.glob("*.par")} == set(OF_THE_WHEEL)
    for par, (tim, _) in OF_THE_WHEEL.items():
        for name in filter(None, (par, tim)):
            assert (EXAMPLES / name).read_bytes() == (theirs / name).read_bytes()


def at_hand(name: str) -> Path:
    """A file of the examples, or of those for reference."""
    return EXAMPLES / name if (EXAMPLES / name).exists() else REFERENCE / name


@pytest.mark.parametrize("name", [*OF_THE_WHEEL, *OF_THE_TESTS])
@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_residuals(tmp_path: Path, name: str) -> None:
    """Also the phase, up to what all TOAs have in common."""
    tim, said = (OF_THE_WHEEL | OF_THE_TESTS)[name]
    par = written_copy(at_hand(name), tmp_path, drop=(*NOISE_KEYS, *WIDEBAND_KEYS), replace=said)
    if tim:
        toas = at_hand(tim)
    else:
        toas = tmp_path / "made.tim"
        mjd = np.linspace(55800.2, 57809.7, 50)
        site, mhz = ["gbt", "arecibo"] * 25, [430.0, 1400.0, 820.0, 2100.0, 1400.0] * 10
        jug.write_tim(jug.simulate(jug.load_model(par), mjd, freq_mhz=mhz, site=site, noise=True), toas)
    model, prepared = jug.load(par, toas)
    ours, theirs = jug.residuals(model, prepared), oracle.residuals(par, toas)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS
    np.testing.assert_allclose(ours.error_s, theirs.error_s, rtol=1e-12)
    rest = ours.phase - theirs.phase
    rest = rest - np.median(rest)
    assert np.abs(rest).max() / model.values["F0"] < NS
