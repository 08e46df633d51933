"""A process of the command takes memory in large pages, and gives it back as a whole."""

import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.process import collector
from jug.core.execution import memory

ENDS = """
import atexit
from jug.cli.process import collector
class Kept:
    def __del__(self):
        print("taken down")
kept = Kept()
collector.end_as_a_whole()
atexit.register(print, "what a library registers")
{}
"""


@pytest.mark.parametrize(("work", "after"), [("collector.all_done(0)", ""), ("", "taken down\n")])
def test_what_libraries_register_is_done_and_nothing_is_taken_down(
    run_python: Callable[[str], str], work: str, after: str
) -> None:
    """Without the note that all is done, as after an error, Python ends as always."""
    assert run_python(ENDS.format(work)) == f"what a library registers\n{after}"


def test_what_was_registered_before_is_done(run_python: Callable[[str], str]) -> None:
    """As by a program that measures coverage: then Python ends the process."""
    before = "import atexit\natexit.register(print, 'of a watching program')\n"
    said = run_python(before + ENDS.format("collector.all_done(0)"))
    assert said.splitlines() == ["what a library registers", "of a watching program", "taken down"]


CALLS = """
import subprocess, sys
code = "import sys; from jug.__main__ import command; sys.argv = ['jug', 'completion', 'bash']; command(); sys.exit(7)"
print(subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=600).returncode)
"""


def test_a_program_that_calls_the_command_goes_on(run_python: Callable[[str], str]) -> None:
    """Only the process of the command itself ends with its code: what follows elsewhere counts."""
    assert run_python(CALLS) == "7\n"


class _Full:
    def flush(self) -> None:
        raise OSError("no space left")


@pytest.mark.parametrize(
    ("code", "changed", "ended"),
    [
        (4, {}, [4]),
        (0, {"stdout": None}, [0]),
        (None, {}, []),
        (0, {"stdout": _Full()}, []),
        (0, {"gettrace": lambda: print}, []),
        (0, {"getprofile": lambda: print}, []),
    ],
)
def test_the_process_ends_with_the_code(
    monkeypatch: pytest.MonkeyPatch, code: int | None, changed: dict[str, object], ended: list[int]
) -> None:
    """Python itself tells that text cannot be written; a program that watches the process has its own end."""
    found: list[int] = []
    monkeypatch.setattr(collector._Work, "code", code)
    monkeypatch.setattr(os, "_exit", found.append)
    monkeypatch.setattr(sys, "gettrace", lambda: None)  # this test may itself be watched
    monkeypatch.setattr(sys, "getprofile", lambda: None)
    for name, value in changed.items():
        monkeypatch.setattr(sys, name, value)
    collector._end()
    assert found == ended


@pytest.mark.parametrize(("space", "data", "made"), [(1e9, np.inf, 0), (np.inf, 1e9, 0), (np.inf, np.inf, 2)])
def test_no_memory_is_asked_for_where_it_is_limited(
    monkeypatch: pytest.MonkeyPatch, space: float, data: float, made: int
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(memory, "address_space_left", lambda: space)
    monkeypatch.setattr(memory, "data_left", lambda: data)
    monkeypatch.setattr(np, "empty", lambda size, kind: sizes.append(size))
    memory.take_large_pages()
    assert sizes == [31_000_000] * made


def test_a_system_without_that_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def none_left(size: int, kind: type) -> None:
        asked.append(size)
        raise MemoryError

    monkeypatch.setattr(memory, "address_space_left", lambda: np.inf)
    monkeypatch.setattr(memory, "data_left", lambda: np.inf)
    monkeypatch.setattr(np, "empty", none_left)
    memory.take_large_pages()
    assert asked == [31_000_000]


def test_large_pages_are_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the first fit of a process."""
    taken: list[bool] = []
    monkeypatch.setattr(memory, "take_large_pages", lambda: taken.append(True))
    memory.take_large_pages_once.cache_clear()
    memory.take_large_pages_once()
    model, toas = jug.load(*jug.data.example("NGC6440E"), ephem="DE440")
    jug.fit(model, toas, backend="numpy")
    memory.take_large_pages_once.cache_clear()
    jug.fit(model, toas, backend="numpy")
    assert taken == [True, True]


HEAP = """
from jug.core.execution.memory import take_large_pages
take_large_pages()
heap = open("/proc/self/smaps").read().split("[heap]")[1:]
print(any(" hg" in part.partition("VmFlags:")[2].partition("\\n")[0] for part in heap))
"""


@pytest.mark.skipif(not Path("/sys/kernel/mm/transparent_hugepage").exists(), reason="no large pages in this system")
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another library has other thresholds")
def test_the_heap_has_large_pages(run_python: Callable[[str], str]) -> None:
    """The kernel marks memory for which large pages are wanted with the flag hg."""
    assert run_python(HEAP) == "True\n"
