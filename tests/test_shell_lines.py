"""The shell lines of README.md, CONTRIBUTING.md and docs/ run as they are written, each page in a folder of its own.

The folder has the example pulsars where a checkout has them. bash stops at the first command that fails. Where a block
of text follows at once, it is what the lines print (`shown_output.py`).
"""

import os
import runpy
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from loaded_jug import listening
from pictures_alike import differing, limit
from shown_output import missing, with_output

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCKS = {path.name: with_output(path.read_text(), ("", "sh", "bash")) for path in PAGES}

ELSEWHERE = {
    "README.md": "install jug: .ci/run runs both commands, in fresh virtual environments",
    "CONTRIBUTING.md": "install jug and run these tests; .ci/run has the same words",
    "architecture.md": "are a picture of the flow of data, and a recipe that a test follows (test_term_recipe.py)",
}
"""Pages whose shell lines are not run here, and why."""

DRAWN = runpy.run_path(str(ROOT / "docs" / "command_pictures.py"))["COMMANDS"]
"""The pictures of docs/ that the lines of a page draw: the page, and the file that the lines write."""


def test_pages_that_are_left_out_have_shell_lines() -> None:
    assert [page for page in ELSEWHERE if not BLOCKS[page]] == []


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Of the lines of all pages: ``jug`` is this one."""
    bin_ = tmp_path_factory.mktemp("bin")
    environment = {
        **os.environ,
        "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])),
        "MPLBACKEND": "Agg",
        "JAX_DISABLE_MOST_OPTIMIZATIONS": "1",  # compiled quickly, as by `quickly_compiled`
        "MPLCONFIGDIR": str(tmp_path_factory.getbasetemp() / "matplotlib"),  # the list of fonts is made once
    }
    for name in ("PINT_CLOCK_OVERRIDE", "JUG_DATA"):  # as `embedded_only`
        environment.pop(name, None)
    with listening(bin_, environment):
        yield environment


@pytest.mark.parametrize("page", [page for page, blocks in BLOCKS.items() if blocks and page not in ELSEWHERE])
def test_the_shell_lines_of_a_page_run(page: str, tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "data").symlink_to(ROOT / "data")
    for block, shown in BLOCKS[page]:
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=tmp_path,
            env={**environment, "HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert ran.returncode == 0, f"{block}\n{ran.stderr}"
        assert "Traceback" not in ran.stderr
        assert missing(shown, ran.stdout + ran.stderr) == [], ran.stdout + ran.stderr
    made = {path: tmp_path / name for path, (own, name) in DRAWN.items() if own == page and name.endswith(".png")}
    shares = {path: differing(picture, ROOT / "docs" / path) for path, picture in made.items()}
    assert {path for path, share in shares.items() if share > limit(ROOT / "docs" / path)} == set(), shares
