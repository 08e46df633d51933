"""What README.md promises: its commands are those that .ci/run runs, and its Python lines run."""

import os
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from offline import REFUSED, ROOT

import jug

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


def test_both_commands_are_this_one() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts["jug-timing"] == scripts["jug"]


def test_what_readme_points_to_is_there() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_the_lines_run_without_a_network(run_python: Callable[[str], str], tmp_path: Path) -> None:
    """The lines of Python, the first fit and the list of data files, in a process that is refused any connection."""
    [lines] = blocks("python")
    assert len(lines.splitlines()) <= 10
    refused = (
        "try:\n    socket.create_connection(('192.0.2.1', 80))\nexcept OSError as why:\n    print('refused:', why)"
    )
    command = "from jug.cli.command import main\nprint('exit codes', main(['fit', *map(str, example('NGC6440E'))]))"
    said = run_python("\n".join([REFUSED, refused, lines, command, "print(main(['data', 'status', '--json']))"]))
    assert said.startswith("refused: no network\n")
    assert "F0 = 61.4854765543" in said  # PINT 1.1.8: 61.485476554372504 +- 1.8e-11
    assert (tmp_path / "post.par").is_file()
    assert (tmp_path / "ngc6440e.png").is_file()
    assert "exit codes 0\n" in said
    assert said.endswith("\n0\n")


def test_the_first_fit_is_of_62_arrival_times_from_green_bank() -> None:
    words = blocks("bash")[0].split()
    toas = jug.load(*(ROOT / word for word in words if word.endswith((".par", ".tim"))))[1]
    assert len(toas) == 62
    assert set(toas.site_names) == {"gbt"}
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert f"Python {needed.removeprefix('>=')} or later" in " ".join(README.split())


ARRAY = ROOT / "examples" / "many_pulsars.toml"


def test_the_array_is_of_the_pulsars_that_are_named() -> None:
    [named] = re.findall(r"six real pulsars \(([^)]*)\)", README)
    pulsars = tomllib.loads(ARRAY.read_text())["pulsar"]
    assert named.split(", ") == list(pulsars)
    wideband = [name for name, files in pulsars.items() if "-pp_dm " in (ARRAY.parent / files["tim"]).read_text()]
    assert wideband == ["J0740+6620", "J1614-2230"]


@pytest.mark.long
def test_the_array_goes_through_the_steps_of_a_release(tmp_path: Path) -> None:
    found = jug.run(ARRAY, tmp_path / "timing")
    assert len(found) == 6
    assert (tmp_path / "timing" / "index.html").is_file()
    for one in found:
        assert one.succeeded, one.reason
        left = {path.name for path in (tmp_path / "timing" / one.name).iterdir()}
        steps = {"toas.tim", "post.par", "ftest.json", "checks.json", "noise_dictionary.json", "report.html"}
        assert steps <= left, one.name
