"""Real pulsars whose models have bins of DM, frequency-dependent terms, orbits and a solar wind, against PINT.

The copies leave out noise, which has a test of its own, and name the ephemeris and obliquity that both programs have.
"""

from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import NOISE_KEYS, WIDEBAND_KEYS, example, written_copy

import jug

NS = 1e-9
SAID = {"EPHEM": "DE440", "ECL": "IERS2010"}


@pytest.mark.parametrize("name", ["B1855+09_NANOGrav_9yv1", "J1614-2230", "J0740+6620"])
def test_bins_of_dm(tmp_path: Path, name: str) -> None:
    """72, 114 and 185 DMX bins, FD, binary and solar wind, as they stand."""
    par, tim = example(name)
    par = written_copy(par, tmp_path, drop=(*NOISE_KEYS, *WIDEBAND_KEYS), replace=SAID)
    model, toas = jug.load(par, tim)
    assert sum(key.startswith("DMX_") for key in model.names) > 70
    ours, theirs = jug.residuals(model, toas), oracle.residuals(par, tim)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS


def test_test_wb_0(tmp_path: Path) -> None:
    """TOAs with DMs of their own, which do not count here; EFAC and DMEFAC are left out."""
    par, tim = example("test-wb-0")
    par = written_copy(
        par, tmp_path, drop=(*NOISE_KEYS, *WIDEBAND_KEYS), replace={"CLK": "TT(BIPM2019)", "UNITS": "TDB"}
    )
    ours, theirs = jug.residuals(*jug.load(par, tim)), oracle.residuals(par, tim)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS
