"""The exit codes: one table for all commands, and what memory, disk and streams end with."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import ROOT, example

from jug.cli import command as cli
from jug.cli.common.exit_codes import TABLE, ExitCode, code_of
from jug.errors import InputError

pytestmark = pytest.mark.usefixtures("embedded_only")

PAR, TIM = example("NGC6440E")


def jug(words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command through a shell, so that streams can be closed."""
    line = f"{before}{sys.executable} -m jug {words}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(["sh", "-c", line], env=env, capture_output=True, text=True, timeout=120)


def test_the_readme_has_the_same_table() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert rows == [(str(int(code)), code.meaning) for code in ExitCode]


def test_help_names_the_codes(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["fit"]):
        with pytest.raises(SystemExit):
            cli.main([*words, "--help"])
        assert " ".join(TABLE.split()) in " ".join(capsys.readouterr().out.split())


def test_help_says_what_each_command_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence of its own between the usage and the options."""
    for name in (*cli.COMMANDS, "data status", "data update", "data freeze", "data clear"):
        with pytest.raises(SystemExit):
            cli.main([*name.split(), "--help"])
        usage, about, *_ = capsys.readouterr().out.split("\n\n")
        assert usage.startswith(f"usage: jug {name} ")
        assert re.match(r"[A-Z][a-z]*,? (.|\n)+[.?]$", about), (name, about)


def test_a_closed_standard_output_is_told_and_the_files_are_written(tmp_path: Path) -> None:
    ended = jug(f"fit {PAR} {TIM} -o {tmp_path}/post.par >&-")
    assert ended.returncode == 5
    assert ended.stderr == "jug: error: cannot write to standard output: it is closed\n"
    assert (tmp_path / "post.par").is_file()


def test_a_closed_standard_error_changes_nothing(tmp_path: Path) -> None:
    ended = jug(f"fit {PAR} {TIM} -o {tmp_path}/post.par 2>&-")
    assert ended.returncode == 0
    assert "Post-fit" in ended.stdout
    assert (tmp_path / "post.par").is_file()
    assert jug(f"fit {tmp_path}/none.par {TIM} 2>&-").returncode == 2


def test_a_file_that_may_not_grow_is_of_the_machine(tmp_path: Path) -> None:
    ended = jug(f"fit {PAR} {TIM} -o {tmp_path}/post.par", before="ulimit -f 0; ")
    assert ended.returncode == 5
    assert (
        ended.stderr
        == f"jug: error: {tmp_path}/post.par: cannot write: File too large; raise the limit of file size (ulimit -f)\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def hungry(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 3.2 TiB")

    monkeypatch.setattr("jug.loading.load", hungry)
    assert cli.main(["residuals", str(PAR), str(TIM)]) == 5
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("jug: error: out of memory (Unable to allocate 3.2 TiB)")
    assert err.count("\n") == 1


def _raised(act: Callable[[], None]) -> BaseException:
    try:
        act()
    except InputError as error:
        return error
    raise AssertionError("nothing was raised")


def _full_disk() -> None:
    try:
        raise OSError(28, "No space left on device")
    except OSError as problem:
        raise InputError(f"cannot write: {problem.strerror}") from None


def test_a_full_disk_behind_another_error_is_of_the_machine() -> None:
    assert code_of(_raised(_full_disk)) == ExitCode.MACHINE
    assert code_of(InputError("no such par file")) == ExitCode.BAD_INPUT
    assert code_of(IsADirectoryError(21, "Is a directory")) == ExitCode.BAD_INPUT
