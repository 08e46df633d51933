"""``jug convert``: a par file for another program."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from copies import example, written_copy

import jug
from jug import cli
from jug.dialects import PROGRAMS


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], embedded_only: None) -> Callable[..., tuple[int, str, str]]:
    """Run the command in this process: exit code, standard output, standard error."""

    def call(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return call


def test_the_command(run: Callable, tmp_path: Path) -> None:
    par, tim = example("NGC6440E")
    for program in ("jug", *PROGRAMS):
        assert run("convert", par, "-o", tmp_path / program, "--to", program) == (0, "", "")
        one, toas = jug.load(par, tim)
        other, again = jug.load(tmp_path / program, tim)
        assert {n: e.value for n, e in one.entries.items()} == {n: e.value for n, e in other.entries.items()}
        np.testing.assert_array_equal(jug.residuals(one, toas).time_s, jug.residuals(other, again).time_s)
    assert (tmp_path / "jug").read_text() == par.read_text()


def test_the_command_rounds(run: Callable, tmp_path: Path) -> None:
    par, _ = example("NGC6440E")
    assert run("convert", par, "-o", tmp_path / "r.par", "--round") == (0, "", "")
    assert len((tmp_path / "r.par").read_text().splitlines()) == len(par.read_text().splitlines())


def test_the_command_names_what_is_lacking(run: Callable, tmp_path: Path) -> None:
    written_copy(example("NGC6440E")[0], tmp_path, add=["JUMP MJD 55000 55100 1e-6 1"], name="in.par")
    words = ("convert", tmp_path / "in.par", "-o", tmp_path / "out.par", "--to", "tempo")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "tempo lacks" in err
    code, out, err = run(*words, "--leave-out")
    assert (code, out) == (0, "")
    assert "left out" in err
    code, _, err = run("convert", tmp_path / "in.par", "-o", tmp_path / "none" / "out.par")
    assert code == 2
    assert "no such folder" in err
