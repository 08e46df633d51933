"""Ctrl-C at any moment of a command: exit code 130 and one line; no traceback, no abort, no file in part."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import ROOT
from under_attack import FIT, left_over

pytestmark = pytest.mark.usefixtures("embedded_only")

AT_IMPORT = """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""

IN_A_MODULE_IN_C = """
def watch(frame, event, argument):
    called_by = frame.f_back
    if event == "call" and called_by is not None and called_by.f_code.co_name == "_call_with_frames_removed":
        if frame.f_code.co_filename.endswith("enum.py") and "jaxlib" in sys.modules:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)
sys.setprofile(watch)
"""

AT_THE_END = "import atexit; atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))"

TWICE = """
import jug.cli.command
print_to_stderr = jug.cli.command.print_to_stderr
def slowly(text):
    os.kill(os.getpid(), signal.SIGINT)
    print_to_stderr(text)
jug.cli.command.print_to_stderr = slowly
def interrupted(*_, **__):
    raise KeyboardInterrupt
import jug.loading
jug.loading.load = interrupted
"""

LOST = """
import gc
import jug.loading
def load(*_, **__):
    gc.callbacks.append(lambda *_: os.kill(os.getpid(), signal.SIGINT))
    gc.collect()
jug.loading.load = load
"""

AND_THE_END = """
import atexit
import jug.loading
atexit.register(os._exit, 77)
def interrupted(*_, **__):
    raise KeyboardInterrupt
jug.loading.load = interrupted
"""


NOT_IGNORED = "signal.signal(signal.SIGINT, signal.default_int_handler)"
"""The tests may themselves run where Ctrl-C is ignored, as in the background of a script."""


def ended(before: str, words: str) -> subprocess.CompletedProcess[str]:
    """The command of a console script, in a process that interrupts itself."""
    code = f"import os, signal, sys\n{NOT_IGNORED}\n{before}\nsys.argv = {['jug', *words.split()]}\n"
    code += "from jug.__main__ import command\nsys.exit(command())"
    return subprocess.run([sys.executable, "-c", code], env=variables(), capture_output=True, text=True, timeout=120)


def variables() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}


@pytest.mark.parametrize(
    "before",
    [
        *(AT_IMPORT.format(module=name) for name in ("argparse", "jug.cli.command", "numpy", "jug.fitting.fit")),
        IN_A_MODULE_IN_C,
        TWICE,
        LOST,
        AND_THE_END,
    ],
    ids=["argparse", "the command", "numpy", "the fit", "a module in C", "twice", "the collector", "and at the end"],
)
def test_an_interrupt_is_one_line(before: str) -> None:
    """Those of argparse and the command showed a traceback, that in JAX's start an abort, the second one both.

    In a function of the garbage collector it was lost after a traceback; and what runs at the end of Python crashes
    while XLA compiles in threads, as under `jug sample` (codes -6 and -11).
    """
    found = ended(before, f"{FIT} --backend jax")
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "jug: interrupted\n")


def test_an_interrupt_at_the_end() -> None:
    """The report is there, and the code says so; in functions that run at the end of Python there was a traceback."""
    found = ended(AT_THE_END, FIT)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("PSR ")


def test_an_ignored_interrupt_stays_ignored() -> None:
    """As ``nohup`` and ``&`` in a script do it."""
    before = f"signal.signal(signal.SIGINT, signal.SIG_IGN)\n{AT_IMPORT.format(module='numpy')}"
    found = ended(before, FIT)
    assert (found.returncode, found.stderr) == (0, "")


MOMENTS = 25

WATCHED = f"""
import signal, sys
{NOT_IGNORED}
from jug.cli.process.interrupts import watch_interrupts
watch_interrupts()
sys.stdout.write("watched\\n")
sys.stdout.flush()
from jug.__main__ import command
sys.exit(command())
"""
"""The command, which says when Python has started and Ctrl-C is watched: that takes longer on a busy machine."""


@pytest.mark.long
@pytest.mark.parametrize("words", [f"{FIT} -o post.par --json a.json", f"{FIT} -o post.par --backend jax"])
def test_at_any_moment(tmp_path: Path, words: str, trials: Callable[[int], None]) -> None:
    """From the first moment at which Ctrl-C is watched to the end of the command, the moments evenly spaced."""
    line = [sys.executable, "-c", WATCHED, *words.split()]
    whole, codes = seconds(line, tmp_path), []
    for number in range(MOMENTS):
        room = tmp_path / str(number)
        room.mkdir()
        process = subprocess.Popen(
            line, env=variables(), cwd=room, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "watched\n"
        time.sleep(whole * (number + 0.5) / MOMENTS)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        codes.append(process.returncode)
        assert (process.returncode, said) in ((130, "jug: interrupted\n"), (0, "")), number
        assert left_over(room, expected={"post.par", "a.json"}) == []
    trials(MOMENTS)
    assert codes.count(130) > MOMENTS / 2


def seconds(words: list[str], folder: Path) -> float:
    """What a process needs, the better of two."""
    taken = []
    for _ in range(2):
        started = time.monotonic()
        subprocess.run(words, cwd=folder, env=variables(), stdout=subprocess.DEVNULL, check=True, timeout=120)
        taken.append(time.monotonic() - started)
    return min(taken)
