"""A test run ends: no subprocess and no thread of the tests is waited for without a limit, and none of the readers."""

import ast
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from time_limit import time_limit

TESTS = Path(__file__).resolve().parent
FILES = sorted(TESTS.rglob("*.py"))

needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarm")

PROGRAMS = ("run", "call", "check_call", "check_output")
METHODS = {"communicate": 1, "wait": 0, "join": 0, "get": 0, "result": 0}
"""Methods that wait, and how many arguments they have before the limit of time; those of dicts and texts have more."""


def waiting(source: str) -> Iterator[str]:
    """Every call that waits for something, without a limit of time."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or any(keyword.arg in ("timeout", None) for keyword in node.keywords):
            continue
        name, _, last = ast.unparse(node.func).rpartition(".")
        if (name == "subprocess" and last in PROGRAMS) or (name and len(node.args) <= METHODS.get(last, -1)):
            yield f"line {node.lineno}: {name}.{last}"


def test_nothing_is_waited_for_without_a_limit() -> None:
    assert {path: found for path in FILES if (found := list(waiting(path.read_text())))} == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("subprocess.run(words, check=True)", True),
        ("subprocess.run(words, timeout=60)", False),
        ("process.communicate(text)", True),
        ("process.wait()", True),
        ("event.wait(10.0)", False),
        ("thread.join()", True),
        ("', '.join(words)", False),
        ("jug.run()", False),
    ],
)
def test_a_wait_without_a_limit_is_seen(line: str, found: bool) -> None:
    assert bool(list(waiting(line))) == found


@needs_alarm
def test_what_does_not_end_is_interrupted() -> None:
    """A sleep, a lock, a program; and the limit around it, as pytest-timeout sets one, is as it was."""
    lock = threading.Lock()
    around = signal.getitimer(signal.ITIMER_REAL)[0]
    lock.acquire()
    for hanging in (
        lambda: sleep(60),
        lambda: lock.acquire(timeout=60),
        lambda: subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"], timeout=60),
    ):
        with pytest.raises(pytest.fail.Exception, match=r"no end after 0\.05 s"), time_limit(0.05):
            hanging()
    assert around - 60.0 < signal.getitimer(signal.ITIMER_REAL)[0] <= around


@needs_alarm
def test_a_limit_is_over_when_its_lines_are() -> None:
    with time_limit(0.02):
        before = signal.getitimer(signal.ITIMER_REAL)[0]
    sleep(0.04)
    assert before <= 0.02
