"""Worker processes from the parent's side, and the numbers and words of a script for Slurm."""

import os
import threading
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest

from jug.errors import InputError
from jug.pulsars.jobs.job import Job
from jug.pulsars.workers import process as module
from jug.pulsars.workers import slurm, worker
from jug.pulsars.workers.process import WorkerProcess, _text_of_end


@pytest.mark.parametrize(
    ("code", "text"),
    [(0, "ended with exit code 0"), (3, "ended with exit code 3"), (-9, "was killed by SIGKILL"),
     (-6, "was killed by SIGABRT"), (-99, "was killed by signal 99")],
)  # fmt: skip
def test_how_a_process_ended(code: int, text: str) -> None:
    assert _text_of_end(code) == text


def test_the_last_line_of_a_process_that_died() -> None:
    """Of the last 300 characters of its standard error."""
    import io

    made = WorkerProcess(None, None)
    assert made._last_words() == ""
    for words, last in ((b"", ""), (b"one\ntwo \n", ": two"), (b"x" * 400, f": {'x' * 300}")):
        made._stderr_file = io.BytesIO(words)
        assert made._last_words() == last
    made._discard_output()
    assert made._stderr_file is None


class Pipes:
    """Both ends of a pipe as the standard output of a process."""

    def __init__(self) -> None:
        self.read, self.write = os.pipe()
        self.stdout = Made(fileno=lambda: self.read)

    def close(self) -> None:
        for end in (self.read, self.write):
            with suppress(OSError):  # it is closed
                os.close(end)


@pytest.fixture
def pipes() -> Any:
    made = Pipes()
    yield made
    made.close()


def test_an_answer_in_parts(pipes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the end of its line, however long it is waited for in one call; or what came before the end."""
    monkeypatch.setattr(module, "LONGEST_WAIT_S", 0.001)
    os.write(pipes.write, b"{")
    threading.Timer(0.02, lambda: os.write(pipes.write, b"}\n")).start()
    assert WorkerProcess(None, None)._answer(pipes, 0.0) == b"{}\n"
    os.write(pipes.write, b"half")
    os.close(pipes.write)
    assert WorkerProcess(None, None)._answer(pipes, 0.0) == b"half"


def test_an_answer_that_does_not_come_in_time(pipes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.time, "monotonic", lambda: 100.0)
    os.write(pipes.write, b"half")
    assert WorkerProcess(5.0, None)._answer(pipes, 94.0) == b"half"


@pytest.mark.parametrize(
    ("seconds", "passed", "line", "reason"),
    [
        (5.0, 5.0, b"", "not done after 5 s, the limit of time"),
        (5.0, 4.9, b"", "its process was killed by SIGKILL: why"),
        (None, 1e9, b"", "its process was killed by SIGKILL: why"),
        (5.0, 4.9, b"3\n", "its process was killed by SIGKILL: why"),
    ],
)  # fmt: skip
def test_a_pulsar_without_an_answer_has_failed(
    seconds: float | None, passed: float, line: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In time, with the time that it took, in ms; also where the answer is none of jug."""
    now, killed = iter([10.0, *[10.0 + passed + 0.00049] * 3]), []
    monkeypatch.setattr(module.time, "monotonic", lambda: next(now))
    process = Made(stdin=Made(write=lambda text: None, flush=lambda: None), kill=lambda: killed.append(True))
    made: Any = WorkerProcess(seconds, None)
    made._running_process = lambda: process
    made._answer = lambda process, started: line
    made.end = lambda: -9
    made._last_words = lambda: ": why"
    found = made.do(Job("J1", "a", "b", {}, "c"))
    assert (found.name, found.state, found.reason) == ("J1", "failed", reason)
    assert found.seconds == pytest.approx(passed, abs=1e-12)
    assert killed == ([True] if "limit of time" in reason else [])


def test_the_limit_of_memory_is_named() -> None:
    made: Any = WorkerProcess(None, 1.5)
    made._running_process = lambda: Made(stdin=Made(write=lambda text: None, flush=lambda: None))
    made._answer = lambda process, started: b""
    made.end = lambda: 1
    found = made.do(Job("J1", "a", "b", {}, "c"))
    assert found.reason == "its process ended with exit code 1 (limits.memory_gb is 1.5)"


def test_an_answer_is_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []

    def write(stream: int, content: bytes) -> int:
        written.append(content[:3])
        return min(3, len(content))

    monkeypatch.setattr(worker.os, "write", write)
    worker._answer(7, b"12345678")
    assert b"".join(written) == b"12345678"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "00:01:00"), (60.0, "00:02:00"), (60.1, "00:03:00"), (3540.0, "01:00:00"), (360000.0, "100:01:00")],
)
def test_times_of_slurm_are_whole_minutes_with_one_to_start(seconds: float, text: str) -> None:
    assert slurm._clock(seconds) == text


def test_the_script_asks_for_the_largest_limits() -> None:
    """Two GB and an hour where a pulsar has no limit; a task does every second pulsar, one after the other."""

    def job(**limits: float) -> Any:
        return Made(options=lambda step: limits)

    script = slurm.SlurmScript(Path("/a %j/slurm.sh"), 3, 2)
    plan: Any = [job(seconds=600.0, memory_gb=2.5004), job(), job(seconds=60.0)]
    text = slurm._script_text(script, plan, ["jug", "run", "a b"], again=True)
    assert "#SBATCH --array=1-2" in text
    assert "#SBATCH --mem=2501M" in text
    assert "#SBATCH --time=01:01:00" in text
    assert "log='/a %%j/slurm/%A_%a.log'" in text
    assert "run=(jug run 'a b')" in text
    assert '"${SLURM_CPUS_PER_TASK:-1}" --again' in text
    plain = slurm._script_text(script, plan[::2], ["jug"], again=False)
    assert "#SBATCH --time=00:11:00" in plain
    assert "--again" not in plain
    assert script.work() == "3 pulsars in 2 tasks"
    assert script.summary().splitlines()[1] == "Submit it: bash '/a %j/slurm.sh'"


def test_options_as_words_of_a_command_line() -> None:
    found = list(slurm._words({"fit": {"max_iter": 3, "search": True}, "cut": {"a": ["x", "y"], "t": {"k": "v"}}}))
    assert found == [
        "--set", "fit.max_iter=3", "--set", "fit.search=true", "--set", 'cut.a=["x", "y"]',
        "--set", 'cut.t={"k" = "v"}',
    ]  # fmt: skip
    for empty in ({}, None, "x"):
        with pytest.raises(
            InputError, match=r"^the step dmx without options has no place in a command line; write \[dmx\]"
        ):
            list(slurm._words({"dmx": empty}))
