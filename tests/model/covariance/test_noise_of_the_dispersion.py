"""Which processes of noise move measured DMs."""

from collections.abc import Callable

import numpy as np
import pytest

import jug
from jug.core.constants import K_DM
from jug.core.execution import chunks
from jug.model.evaluation.anchor import make_anchor
from jug.model.registry import every_term

Made = Callable[..., tuple[jug.TimingModel, jug.TOAs]]


def test_only_delays_by_1_over_f_squared_are_dispersion() -> None:
    """Red noise and ECORR are of all frequencies; chromatic noise and noise of a band have another power or range."""
    noise = [c for c in every_term() if c.basis is not None]
    assert {c.process for c in noise if c.dispersive} == {"DM", "QPDM", "BANDDM", "SW", "TDSW"}
    assert {c.process for c in noise if not c.dispersive} == {"RED", "CHROM", "BAND", "GROUP", "ECORR", "SECORR"}


@pytest.mark.parametrize("rows", [25, 4096], ids=["made on demand", "in memory"])
def test_noise_of_measured_dms_is_that_of_their_toas(
    wideband_of: Made, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    """A delay of DM noise is K DM / f^2: times f^2 / K the row of a TOA is that of its DM. Red noise has no DM."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", rows)
    lines = ("TNREDAMP -12.5", "TNREDGAM 3.5", "TNREDC 5", "TNDMAMP -12.5", "TNDMGAM 3", "TNDMC 4")
    model, toas = wideband_of("DMDATA 1", *lines, n=60)
    basis = {one.name: np.asarray(one.block.matrix) for one in make_anchor(model, toas).noise.processes}
    delay, dm = basis["DM"][:60], basis["DM"][60:]
    assert np.allclose(delay * toas.freq_hz[:, None] ** 2 / K_DM, dm, rtol=3e-4, atol=0.0)  # 2 v/c, of the Earth
    assert (np.any(basis["RED"][:60]), np.any(basis["RED"][60:])) == (True, False)
