"""docs/from_tempo2.md and docs/from_libstempo.md: what stands in the column of jug runs as it is written.

`tests/pint/test_from_pint.py` does the same with PINT, and runs PINT's column too.
"""

import ast
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from copies import ROOT, example

import jug
from jug.cli import command as cli

matplotlib.use("Agg")


def rows(page: str) -> list[str]:
    """The code in the last column of tables of three columns; the second one is code too, or says "by hand"."""
    text = (ROOT / "docs" / page).read_text()
    return re.findall(r"^\|[^|]*\| (?:`[^`]*`|by hand) \| `([^`]*)` \|$", text, re.MULTILINE)


COMMANDS = [words for words in rows("from_tempo2.md") if words.startswith("jug ")]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with psr.par and psr.tim, whose TOAs below 1600 MHz have the flag -fe L."""
    folder = tmp_path_factory.mktemp("tempo2")
    par, tim = example("NGC6440E")
    shutil.copy(par, folder / "psr.par")
    words = [
        "edit",
        str(par),
        "--tim",
        str(tim),
        "--flag",
        "-fe L freq < 1600",
        "--tim-output",
        str(folder / "psr.tim"),
    ]
    assert cli.main(words) == 0
    shutil.copy(par, folder / "post.par")  # a row writes it, which another worker may run later than those that read it
    shutil.copy(example("J0613-sim")[0], folder / "binary.par")
    return folder


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_command_of_the_page_of_tempo2(
    words: str, room: Path, embedded_only: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(room)
    if "--binary" in words:
        words = words.replace("psr.par", "binary.par")
    assert cli.main(shlex.split(words)[1:]) == 0, capsys.readouterr().err


OF_PLK = (ROOT / "docs/from_tempo2.md").read_text().split("## What is done in plk")[1].split("\n##")[0]
PLK = re.findall(r"`(jug (?:edit|fit) psr\.par [^`]*|jug fit other[^`]*)`", OF_PLK)


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_what_is_done_in_plk(
    room: Path, embedded_only: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of its table, in their order, as each has the files of those above."""
    monkeypatch.chdir(room)
    assert len(PLK) >= 5
    for words in PLK:
        assert cli.main(shlex.split(words)[1:]) == 0, capsys.readouterr().err


def test_the_table_of_tempo2_was_read() -> None:
    assert len(COMMANDS) >= 25


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_lines_of_the_page_of_libstempo(
    tmp_path: Path, embedded_only: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    par, tim = map(str, example("J0613-sim"))
    names: dict[str, Any] = {"par": par, "tim": tim}
    exec("import jug\nimport numpy as np", names)
    lines = rows("from_libstempo.md")
    assert len(lines) >= 35
    for line in lines:
        tree = ast.parse(line)
        exec(compile(tree, line, "exec"), names)
    assert names["result"].converged
    assert len(names["kept"]) < len(names["toas"])
    assert {path.name for path in tmp_path.iterdir()} >= {"post.par", "post.tim", "psr.feather"}
    assert jug.load_model("post.par").values["F0"] == names["result"].values["F0"]
