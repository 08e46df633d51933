"""Small file systems in memory, for disks that are full or read-only, and system calls that fail (strace)."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

MOUNTS = "this test mounts a file system on Linux, which needs the rights of root (in a container CAP_SYS_ADMIN)"
TRACES = "this test makes system calls fail, which needs strace 4.15 or newer and the right to trace (CAP_SYS_PTRACE)"


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A file system of this size, mounted on a new folder; the test is skipped where that is not permitted."""
    folder.mkdir()
    mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=60)


def make_read_only(folder: Path) -> None:
    """Mount a file system of `small_disk` again, read-only."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True, timeout=60)


def read_only_view(of: Path, folder: Path) -> list[str]:
    """The words before a command that sees a folder elsewhere, and cannot change it; skipped where not permitted.

    The mount is in a namespace of the command alone. One that others see would outlive a test that is killed, and
    whoever removes the temporary files would remove the folder behind it.
    """
    folder.mkdir()
    script = f'mount --bind "{of}" "{folder}" && mount -o remount,ro,bind "{folder}" && exec "$@"'
    words = ["unshare", "-m", "sh", "-c", script, "sh"]
    if shutil.which("unshare") is None:
        pytest.skip("this test needs the command unshare of util-linux: install util-linux")
    if subprocess.run([*words, "true"], capture_output=True, timeout=60).returncode:
        pytest.skip(MOUNTS)
    return words


def mount(*words: str) -> None:
    """Mount a file system; the test is skipped where the system has no such command, or does not permit it."""
    if shutil.which("mount") is None:
        pytest.skip("this test needs the command mount of util-linux: install util-linux")
    if subprocess.run(["mount", *words], capture_output=True, timeout=60).returncode:
        pytest.skip(MOUNTS)


@cache
def injection_works() -> bool:
    """Whether strace is there and may inject faults."""
    words = ["strace", "-f", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"]
    return bool(shutil.which("strace")) and not subprocess.run(words, capture_output=True, timeout=60).returncode


needs_strace = pytest.mark.skipif(not injection_works(), reason=TRACES)

WRITING = ("write", "fsync", "rename", "openat", "chmod", "unlink", "close")
"""System calls by which a file is written and named."""


def injected(call: str, fault: str, number: int, log: Path, only: Path | None = None) -> str:
    """The words before a command that make its call number ``number`` of this kind fail.

    Parameters
    ----------
    call : str
        Name of the system call.
    fault : str
        ``"error=EIO"`` or ``"signal=KILL"``.
    number : int
        From 1.
    log : Path
        Where strace writes the calls.
    only : Path, optional
        Calls on this path alone are counted.
    """
    path = f"-P {only} " if only else ""
    return f"strace -f -qq -o {log} {path}-e trace={call} -e inject={call}:{fault}:when={number} "
