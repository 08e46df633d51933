"""The same to the last bit whatever the hash seed: residuals, fit, noise, and the par file that is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import jug

LINES = (
    *("JUMP -fe S 1e-5 1", "EFAC -fe L 1.3", "EQUAD -fe U 0.7", "TNEQ -fe S -6.1", "ECORR -fe L 0.9"),
    *("ECORR MJD 54000 55000 0.4", "TNREDAMP -12.9", "TNREDGAM 3.3", "TNREDC 10", "TNDMAMP -12.8", "TNDMGAM 2.6"),
    *("TNCHROMAMP -13", "TNCHROMGAM 2", "TNCHROMC 5", "TNBANDNOISE 1000 2000 -13 2 5", "TNGROUPNOISE -fe U -13 2 5"),
    *("NE_SW 5 1", "TDSWLOGSIG 0.3", "TDSWKERNEL SQEXP", "TDSWLOGELL 2"),
)

SCRIPT = """
import hashlib, sys, warnings
import jug
from jug.conversion.writing import par_text
warnings.simplefilter("ignore")
model, toas = jug.load(sys.argv[1], sys.argv[2])
result = jug.fit(model, toas, backend="numpy")
found = hashlib.sha256(par_text(result.model).encode())
found.update(result.covariance.tobytes() + result.residuals.time_s.tobytes())
for name, own in result.residuals.noise.items():
    found.update(name.encode() + own.time_s.tobytes() + own.error_s.tobytes())
sys.stdout.write(f"{result.chi2!r} {result.residuals.log_likelihood!r} {found.hexdigest()}")
"""


def said(seed: int, *paths: Path) -> str:
    """What a new process with this hash seed says of the fit."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", SCRIPT, *map(str, paths)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.fixture
def files(epochs_of_three, tmp_path: Path) -> tuple[Path, Path]:
    model, toas = epochs_of_three(*LINES, n=150)
    (tmp_path / "x.par").write_text("\n".join(line.text for line in model.par.lines) + "\n")
    jug.write_tim(toas, tmp_path / "x.tim")
    return tmp_path / "x.par", tmp_path / "x.tim"


def test_hash_seeds(files: tuple[Path, Path]) -> None:
    one, other = said(1, *files), said(2, *files)
    assert len(one.split()) == 3
    assert one == other
