"""What `jug connect` writes is read by PINT 1.1.8 with the same pulse numbers and residuals."""

from pathlib import Path

import numpy as np
import oracle
from campaigns import binary_campaign

import jug


def test_residuals_of_a_connected_binary(tmp_path: Path) -> None:
    case = binary_campaign(2016)
    found = jug.connect(case.model, case.toas)
    jug.write_par(found.model, tmp_path / "made.par")
    jug.write_tim(found.toas, tmp_path / "made.tim")
    other = oracle.residuals(tmp_path / "made.par", tmp_path / "made.tim")
    assert np.max(np.abs(other.time_s - found.fit.residuals.time_s)) < 1e-9
