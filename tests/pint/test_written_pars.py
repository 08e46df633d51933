"""PINT 1.1.8 reads what jug writes and gives the same residuals, in each dialect that it can read."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import BINARY_KEYS, NOISE_KEYS, example, written_copy

import jug

NS = 1e-9
SAID = {"EPHEM": "DE421", "CLK": "TT(BIPM2019)", "UNITS": "TDB"}


@pytest.fixture(params=["NGC6440E", "J1028-5819", "B1855+09_NANOGrav_9yv1"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Equatorial, young with a proper motion, ecliptic with jumps; binary and noise lines left out."""
    par, tim = example(request.param)
    return written_copy(par, tmp_path, drop=BINARY_KEYS + NOISE_KEYS, drop_families=("DMX", "FD"), replace=SAID), tim


@pytest.mark.parametrize("program", ["jug", "pint", "tempo2", "tempo"])
@pytest.mark.filterwarnings("ignore:.*ECL:jug.InputWarning")
def test_pint_reads_it_and_agrees(files: tuple[Path, Path], program: str, tmp_path: Path) -> None:
    """Also in the phase itself, so that TZR, PEPOCH and every epoch went through."""
    model, toas = jug.load(*files)
    ours = jug.residuals(model, toas)
    free = tuple(name for name in model.free if not name.startswith("JUMP"))
    jug.write_par(
        model.moved({name: 1e-4 * (model.errors.get(name) or 0.0) for name in free}), tmp_path / "w.par", program
    )
    moved = jug.residuals(*jug.load(tmp_path / "w.par", files[1]))
    theirs = oracle.residuals(tmp_path / "w.par", files[1])
    difference = moved.phase - theirs.phase
    difference = difference - np.rint(difference)
    assert np.abs(difference - np.median(difference)).max() / model.values["F0"] < NS
    assert len(ours.time_s) == len(theirs.time_s)
