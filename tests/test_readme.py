"""What README.md promises: its commands are those that .ci/run runs, and its Python lines run."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    """The fenced blocks of README.md in one language."""
    return [text.strip() for text in re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)]


def test_readme_and_ci_run_the_same_two_commands() -> None:
    """.ci/run runs them in fresh virtual environments; pytest does not, as it would call itself."""
    named = re.findall(r'^(?:fit|test)_command="(.*)"$', (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
    assert named == blocks("bash")
    assert len(named) == 2


def test_ci_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=True, timeout=60)


def test_readme_never_sends_anybody_to_the_other_jug() -> None:
    assert not re.search(r"pip3? install (-\S+ )*['\"]?jug(?!-timing)", README)


def test_what_readme_points_to_is_there() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_the_python_lines_run(run_python: Callable[[str], str], tmp_path: Path) -> None:
    [lines] = blocks("python")
    assert len(lines.splitlines()) <= 10
    said = run_python(lines)
    assert "F0 = 61.4854765543" in said  # PINT 1.1.8: 61.485476554372504 +- 1.8e-11
    assert (tmp_path / "post.par").is_file()
    assert (tmp_path / "ngc6440e.png").is_file()
