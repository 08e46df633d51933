"""The shell lines of README.md, CONTRIBUTING.md and docs/ run as they are written, each page in a folder of its own.

The folder has the files that the page names. bash stops at the first command that fails.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jug

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = {
    path.name: [lines for language, lines in FENCED.findall(path.read_text()) if language in ("", "sh", "bash")]
    for path in PAGES
}

ELSEWHERE = {
    "README.md": "install jug: .ci/run runs both commands, in fresh virtual environments",
    "CONTRIBUTING.md": "install jug and run these tests; .ci/run has the same words",
    "architecture.md": "are a picture of the flow of data, and a recipe that tests/model/test_term_recipe.py follows",
}
"""Pages whose shell lines are not run here, and why."""

PAR = """PSR J0000
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
PX 0.5
F0 61.485476554 1
F1 -1.181e-15 1
PEPOCH 55050
DM 223.9 1
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
"""
NOISE = (
    "ECORR -fe L-wide 1\nECORR -fe S-wide 1\nTNREDAMP -12.5\nTNREDGAM 3\nTNREDC 5\nTNDMAMP -12.5\nTNDMGAM 3\nTNDMC 5\n"
)
BINS = "DMX_0001 0 1\nDMXR1_0001 54900\nDMXR2_0001 55100\nDMX_0002 0 1\nDMXR1_0002 55101\nDMXR2_0002 55300\n"
ORBIT = "BINARY ELL1\nPB 1.5 1\nA1 2.0 1\nTASC 55000.1 1\nEPS1 1e-6 1\nEPS2 1e-6 1\n"
OWN = {"a": NOISE, "J0000": BINS, "PULSAR": ORBIT}
"""What the pulsar of this name has besides."""


@pytest.fixture(scope="module")
def pulsars(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of each file that a page may name: 80 simulated TOAs of two receivers at Green Bank."""
    folder = tmp_path_factory.mktemp("pulsars")
    mjd = np.repeat(np.linspace(54910.3, 55290.7, 40), 2)
    files = {}
    for name in ("J0000", "a", "J1713", "B1855", "PULSAR"):
        par = folder / f"{name}.par"
        par.write_text(PAR + OWN.get(name, ""))
        toas = jug.simulate(
            jug.load_model(par),
            mjd,
            freq_mhz=[1400.0, 800.0] * 40,
            error_us=2.0,
            flags={"fe": ["L-wide", "S-wide"] * 40},
            noise=True,
            seed=1,
        )
        jug.write_tim(toas, folder / f"{name}.tim")
        files |= {f"{name}.{kind}": (folder / f"{name}.{kind}").read_text() for kind in ("par", "tim")}
    return files


def test_pages_that_are_left_out_have_shell_lines() -> None:
    assert [page for page in ELSEWHERE if not BLOCKS[page]] == []


@pytest.mark.parametrize("page", [page for page, blocks in BLOCKS.items() if blocks and page not in ELSEWHERE])
def test_the_shell_lines_of_a_page_run(page: str, pulsars: dict[str, str], tmp_path: Path, embedded_only: None) -> None:
    for name, text in pulsars.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "jug"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jug "$@"\n')
    command.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])),
        "HOME": str(tmp_path),
        "MPLBACKEND": "Agg",
    }
    for block in BLOCKS[page]:
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert ran.returncode == 0, f"{block}\n{ran.stderr}"
        assert "Traceback" not in ran.stderr
