"""The example ``waves``: J0209-7427, photon TOAs at the barycentre, WAVE terms of hundreds of seconds, pulse numbers.

The copy has EPHEM DE440 (DE405 is not at hand everywhere), TIMEEPH FB90 and DILATEFREQ N, as PINT takes them anyway,
and no solar wind, which TOAs of infinite frequency do not see.
"""

from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import EXAMPLES, written_copy

import jug

NS = 1e-9
CHANGED = {"EPHEM": "DE440", "TIMEEPH": "FB90", "DILATEFREQ": "N", "NE_SW": "0"}


@pytest.fixture
def waves(tmp_path: Path) -> tuple[Path, Path]:
    return written_copy(EXAMPLES / "waves.par", tmp_path, replace=CHANGED), EXAMPLES / "waves_withpn.tim"


def test_residuals(waves: tuple[Path, Path]) -> None:
    ours, theirs = jug.residuals(*jug.load(*waves)), oracle.residuals(*waves)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-9)
    assert np.ptp(ours.phase) < 1.0


def test_the_waves_can_be_fitted(waves: tuple[Path, Path], tmp_path: Path) -> None:
    """PINT cannot: from values that are off, the fit comes back to its own minimum; the par file says so too."""
    model, toas = jug.load(*waves)
    free = [n for n in model.names if n.startswith("WAVE_SIN") or n.startswith("WAVE_COS")]
    assert len(free) == 10
    best = jug.fit(model, toas, free=free)
    assert best.converged
    assert best.chi2 <= jug.residuals(model, toas).chi2 < best.chi2 + 1e-3  # the file holds tempo2's fit
    start = {n: best.values[n] + 0.02 * (-1) ** k for k, n in enumerate(free)}
    again = jug.fit(best.model.with_values(start), toas)
    for name in best.names:
        assert abs(again.values[name] - best.values[name]) < 1e-3 * best.errors[name], name
    jug.write_par(best.model, tmp_path / "best.par")
    assert jug.residuals(*jug.load(tmp_path / "best.par", waves[1])).chi2 == best.chi2


def test_the_waves_can_be_fitted_with_the_spin(waves: tuple[Path, Path]) -> None:
    """28 days do not tell F0 from harmonics of 62 days but for chi2's last digits: a curved valley, 1e6 sigma long."""
    model, toas = jug.load(*waves)
    amplitudes = [n for n in model.names if n.startswith("WAVE_SIN") or n.startswith("WAVE_COS")]
    before = jug.residuals(model, toas).chi2
    result = jug.fit(model, toas, free=[*amplitudes, "F0"])
    assert result.converged
    assert result.n_iter < 10
    assert result.chi2 < before - 20.0
