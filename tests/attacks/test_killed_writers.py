"""A process that is killed, or whose system call fails, while it writes: the old file or the whole new one is there."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import ROOT
from disks import WRITING, injected, needs_strace

OLD, NEW = b"old\n" * 3000, b"new\n" * 5000
WRITE = f"from jug.io.files import write_bytes; write_bytes('a.par', {NEW[:4]!r} * 5000)"
TEMPORARY = re.compile(r"\.a\.par\.[0-9a-f]{16}\.tmp")

pytestmark = needs_strace


def attack(folder: Path, call: str, fault: str, number: int) -> tuple[bool, subprocess.CompletedProcess[str]]:
    """Whether the call happened, and how the process ended that replaced ``a.par``."""
    (folder / "a.par").write_bytes(OLD)
    log = folder.parent / f"{folder.name}.log"
    before = injected(call, fault, number, log).split()
    words = [*before, sys.executable, "-S", "-c", WRITE]
    env = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=60)
    return "INJECTED" in log.read_text() or "killed by SIGKILL" in log.read_text(), ended


@pytest.mark.parametrize("call", [call for call in WRITING if call not in ("openat", "close")])
def test_a_kill_at_each_call_leaves_a_whole_file(tmp_path: Path, call: str, trials: Callable[[int], None]) -> None:
    room = tmp_path / "room"
    room.mkdir()
    number, happened = 0, True
    while happened:
        number += 1
        happened, _ = attack(room, call, "signal=KILL", number)
        assert (room / "a.par").read_bytes() in (OLD, NEW)
        for left in room.iterdir():
            assert left.name == "a.par" or TEMPORARY.fullmatch(left.name)
            if left.name != "a.par":
                left.unlink()
    trials(number - 1)
    assert number > 1 or call == "unlink", "the call was never met"


@pytest.mark.parametrize("error", ["EIO", "ENOSPC", "EDQUOT"])
@pytest.mark.parametrize("call", ["write", "fsync", "rename", "chmod"])
def test_a_call_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, call: str, error: str) -> None:
    """The second fsync is that of the folder; some file systems refuse it, and the file is then complete."""
    room = tmp_path / "room"
    room.mkdir()
    happened, ended = attack(room, call, f"error={error}", 1)
    assert happened
    assert ended.returncode == 1
    assert "InputError: a.par: cannot write: " in ended.stderr
    assert (room / "a.par").read_bytes() == OLD
    assert [path.name for path in room.iterdir()] == ["a.par"]


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_call_that_a_signal_interrupts_is_made_again(tmp_path: Path, call: str) -> None:
    room = tmp_path / "room"
    room.mkdir()
    happened, ended = attack(room, call, "error=EINTR", 1)
    assert happened
    assert ended.returncode == 0
    assert (room / "a.par").read_bytes() == NEW
    assert [path.name for path in room.iterdir()] == ["a.par"]
