"""The process of a command: limits, Ctrl-C, the parser, the line of progress, each without a process of its own."""

import argparse
import io
import os
import resource
import signal
import sys
from threading import RLock
from types import SimpleNamespace
from typing import Any

import pytest

from jug.cli.common.exit_codes import ExitCode
from jug.cli.process import collector, interrupts, limits, parser, progress
from jug.cli.process.more_times import add_more_times
from jug.cli.process.progress import ProgressLine
from jug.core.execution.threads import THREAD_VARIABLES
from jug.errors import JugMemoryError


@pytest.mark.parametrize(
    ("threads", "processes", "can_start", "room_mb", "one"),
    [
        (4, 9_999, False, 1e6, True),
        (4, 0, False, 1e6, True),
        (2, 0, False, 1e6, True),
        (4, 9_999, True, 1e6, False),
        (4, 10_000, False, 1e6, False),
        (4, -1, False, 1e6, False),
        (1, 0, False, 1e6, False),
        (4, -1, True, 309.9, True),
        (4, -1, True, 310.0, False),
        (2, -1, True, 210.0, False),
        (1, -1, True, 160.0, False),
    ],
)
def test_one_thread_where_a_limit_leaves_no_room_for_more(
    monkeypatch: pytest.MonkeyPatch, threads: int, processes: int, can_start: bool, room_mb: float, one: bool
) -> None:
    """160 MB, and 50 MB for each further thread; without a limit of processes the system gives -1."""
    for name in THREAD_VARIABLES:
        monkeypatch.setenv(name, "as it was")
    monkeypatch.setattr(limits, "workers", lambda: threads)
    monkeypatch.setattr(limits, "_can_start", lambda n: can_start and n == threads)
    monkeypatch.setattr(limits, "address_space_left", lambda: room_mb)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (processes, 7))
    limits.respect_limits()
    assert {os.environ[name] for name in THREAD_VARIABLES} == {"1" if one else "as it was"}


def test_less_memory_than_any_fit_needs_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in THREAD_VARIABLES:  # they are as before after the test
        monkeypatch.setenv(name, "1")
    monkeypatch.setattr(limits, "workers", lambda: 1)
    monkeypatch.setattr(limits, "address_space_left", lambda: 159.6)
    said = (
        r"^a fit needs 160 MB of memory at least, and the limit of this process leaves 160 MB; raise it \(ulimit -v\)$"
    )
    with pytest.raises(JugMemoryError, match=said):
        limits.respect_limits()


def test_threads_are_started_and_ended() -> None:
    assert limits._can_start(2)


def test_a_thread_too_many_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those before it are ended."""
    started: list[str] = []

    class Thread:
        def __init__(self, target: Any) -> None:
            self.target = target

        def start(self) -> None:
            if len(started) == 2:
                raise RuntimeError("can't start new thread")
            started.append("start")

        def join(self) -> None:
            assert self.target.__self__.is_set()
            started.append("join")

    monkeypatch.setattr(limits.threading, "Thread", Thread)
    assert not limits._can_start(3)
    assert started == ["start"] * 2 + ["join"] * 2


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The handler of Ctrl-C, which is not that of this process, and what the end of a process writes."""
    state = SimpleNamespace(handler=signal.default_int_handler, ended=[])
    own = SimpleNamespace(
        SIGINT=signal.SIGINT, SIG_IGN=signal.SIG_IGN, default_int_handler=signal.default_int_handler,
        getsignal=lambda _: state.handler, signal=lambda _, handler: setattr(state, "handler", handler),
    )  # fmt: skip

    def end(code: int) -> None:
        state.ended.append(code)
        raise SystemExit(code)

    monkeypatch.setattr(interrupts, "signal", own)
    monkeypatch.setattr(interrupts, "os", SimpleNamespace(write=lambda *told: state.ended.append(told), _exit=end))
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    return state


ENDED = [(2, b"jug: interrupted\n"), ExitCode.INTERRUPTED]


def test_a_command_watches_ctrl_c_until_it_ignores_it(ctrl_c: SimpleNamespace) -> None:
    interrupts.watch_interrupts()
    assert ctrl_c.handler is interrupts._end_during_import
    assert sys.unraisablehook is interrupts._end_if_dropped
    interrupts.end_at_next_interrupt()
    assert ctrl_c.handler is interrupts._end
    interrupts.ignore_interrupts()
    assert ctrl_c.handler is signal.SIG_IGN


def test_a_handler_that_is_not_pythons_stays(ctrl_c: SimpleNamespace) -> None:
    """As under nohup."""
    for handler in (signal.SIG_IGN, signal.SIG_DFL, print):
        ctrl_c.handler = handler
        interrupts.watch_interrupts()
        interrupts.end_at_next_interrupt()
        interrupts.ignore_interrupts()
        assert ctrl_c.handler is handler
    assert sys.unraisablehook is sys.__unraisablehook__


def frame(*files: str) -> Any:
    """Frames from the innermost outwards."""
    made = None
    for file in reversed(files):
        made = SimpleNamespace(f_code=SimpleNamespace(co_filename=file), f_back=made)
    return made


def test_ctrl_c_ends_an_import_and_interrupts_all_else(ctrl_c: SimpleNamespace) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupts._end_during_import(2, frame("a.py", "b.py"))
    assert ctrl_c.ended == []
    with pytest.raises(SystemExit):
        interrupts._end_during_import(2, frame("a.py", "<frozen importlib._bootstrap>", "b.py"))
    assert ctrl_c.ended == ENDED


def test_a_lost_ctrl_c_ends_the_process(ctrl_c: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    monkeypatch.setattr(sys, "__unraisablehook__", shown.append)
    other: Any = SimpleNamespace(exc_type=ValueError)
    interrupts._end_if_dropped(other)
    assert (shown, ctrl_c.ended) == ([other], [])
    with pytest.raises(SystemExit):
        interrupts._end_if_dropped(SimpleNamespace(exc_type=KeyboardInterrupt))  # type: ignore[arg-type]
    assert ctrl_c.ended == ENDED


def test_garbage_is_collected_rarely_and_not_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(collector.gc, "set_threshold", told.append)
    monkeypatch.setattr(collector.atexit, "register", told.append)
    collector.collect_rarely()
    assert told == [100_000, collector.gc.freeze]


def test_numbers_after_at_are_more_times() -> None:
    args = argparse.Namespace(at="54000")
    assert add_more_times(args, ["54100.5", "-1e3"])
    assert args.at == "54000,54100.5,-1e3"
    assert not add_more_times(args, ["54200", "a.tim"])
    assert args.at == "54000,54100.5,-1e3"
    assert not add_more_times(argparse.Namespace(), ["54200"])
    assert not add_more_times(argparse.Namespace(at=None), ["54200"])


@pytest.mark.parametrize(
    ("given", "columns"),
    [
        ("100", 100),
        ("7", 7),
        ("0" * 20 + "100", 100),
        ("9" * 9, 999_999_999),
        ("1" * 10, 80),
        ("0", 80),
        ("-5", 80),
        ("", 80),
    ],
)
def test_the_width_of_the_help(monkeypatch: pytest.MonkeyPatch, given: str, columns: int) -> None:
    """COLUMNS, where it is a width; standard output of a test is no terminal."""
    monkeypatch.setenv("COLUMNS", given)
    monkeypatch.setattr(sys, "__stdout__", None)
    assert parser._columns() == columns
    assert parser.Parser(prog="jug")._get_formatter()._width == columns - 2


@pytest.mark.parametrize(("told", "columns"), [(132, 132), (0, 80)])
def test_the_width_that_the_terminal_tells(monkeypatch: pytest.MonkeyPatch, told: int, columns: int) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(sys, "__stdout__", SimpleNamespace(fileno=lambda: 1))
    monkeypatch.setattr(os, "get_terminal_size", lambda _: SimpleNamespace(columns=told))
    assert parser._columns() == columns


def test_options_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A minus before a digit begins a value, also of a sexagesimal one."""
    plain, own = parser.Parser(prog="jug one"), parser.Parser(prog="jug two")
    own.add_argument("--json", metavar="FILE")
    above = parser.Parser(prog="jug three")
    below = above.add_subparsers().add_parser("part")
    for part in (plain, own, above):
        parser.add_common_options(part)
    assert "-q, --quiet" in plain.format_help()
    plain.add_argument("--dec")
    args = plain.parse_args(["-q", "--json", "--dec", "-20:21:29"])
    assert (args.quiet, args.json, args.dec) == (True, True, "-20:21:29")
    assert plain.parse_args(["--dec", "-.5"]).dec == "-.5"
    assert own.parse_args(["--json", "a"]).json == "a"
    assert below.parse_args(["--quiet"]).quiet
    with pytest.raises(SystemExit) as ended:
        plain.parse_args(["--none"])
    assert ended.value.code == ExitCode.BAD_INPUT
    said = "jug: error: unrecognized arguments: --none; `jug one --help` lists the options\n"
    assert capsys.readouterr().err == said


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A line of progress with a clock that the test sets, and all that its bars are told."""
    found = SimpleNamespace(now=0.0, told=[])

    def bar(what: str, done: int, total: int | None, elapsed_s: float) -> SimpleNamespace:
        found.told.append((what, done, total, elapsed_s))
        tell = found.told.append
        return SimpleNamespace(
            n=done, update=lambda n: tell(f"+{n}"), refresh=lambda: tell("refresh"), close=lambda: tell("close")
        )

    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: found.now))
    monkeypatch.setattr(progress, "_bar", bar)
    found.line = ProgressLine()

    def at(now: float, *told: Any) -> list[object]:
        found.now = now
        found.told.clear()
        found.line(*told) if told else found.line.tick()
        return [*found.told]

    found.at = at
    return found


def test_a_bar_is_advanced_and_closed_at_the_end_of_its_loop(line: SimpleNamespace) -> None:
    assert line.at(9.0) == []
    assert line.at(10.0, "rows", 0, 9) == []
    assert line.at(13.0, "rows", 2, 9) == [("rows", 2, 9, 3.0)]
    assert line.at(13.1, "rows", 5, 9) == ["+3"]
    assert line.at(13.2) == ["refresh"]
    assert line.at(13.3, "rows", 9, 9) == ["close"]
    assert line.at(13.4) == []


def test_another_loop_closes_the_bar_of_the_one_before(line: SimpleNamespace) -> None:
    """So does the same loop that begins again; a part that is reported first is shown half a second later."""
    line.at(10.0, "rows", 0, 9)
    line.at(13.0, "rows", 2, 9)
    assert line.at(14.0, "rows", 0, 9) == ["close"]
    assert line.at(14.4, "rows", 1, 9) == []
    assert line.at(14.6, "rows", 2, 9) == [("rows", 2, 9, pytest.approx(0.6))]
    assert line.at(15.0, "rows", 3, 8) == ["close"]
    assert line.at(16.0, "rows", 4, 8) == [("rows", 4, 8, 1.0)]
    assert line.at(17.0, "columns", 4, 8) == ["close"]


def test_a_loop_without_an_end_has_the_time_since_the_start(line: SimpleNamespace) -> None:
    assert line.at(10.0, "rows", 1, None) == [("rows", 1, None, 10.0)]


def test_the_thread_shows_a_loop_that_waits_for_its_first_part(line: SimpleNamespace) -> None:
    """Half a second after it began, or after the line was cleared for other text; a loop with parts shows itself."""
    line.at(10.0, "JAX compiles", 0, 1)
    assert line.at(10.4) == []
    assert line.at(10.6) == [("JAX compiles", 0, 1, pytest.approx(0.6))]
    line.line.close()
    assert line.at(11.0) == []
    assert line.at(11.2) == [("JAX compiles", 0, 1, pytest.approx(1.2))]
    line.at(12.0, "rows", 0, 9)
    line.at(12.1, "rows", 1, 9)
    assert line.at(20.0) == []


def test_the_thread_of_the_line_has_ended_where_the_command_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would write on a line that is cleared."""
    order: list[str] = []

    class Thread:
        def __init__(self, target: Any, args: tuple[Any, Any], daemon: bool) -> None:
            assert (target, daemon) == (progress._tick_until_ended, True)
            self.ended = args[1]

        def start(self) -> None:
            order.append("start")

        def join(self) -> None:
            order.append(f"join {self.ended.is_set()}")

    monkeypatch.setattr(progress, "Thread", Thread)
    monkeypatch.setattr(progress, "set_line_clearer", lambda function: order.append(f"clear {function is not None}"))
    monkeypatch.setattr(ProgressLine, "close", lambda _: order.append("close"))
    with progress.progress_on_terminal():
        order.append("command")
    assert order == ["clear True", "start", "command", "join True", "clear False", "close"]


@pytest.mark.parametrize(
    ("done", "total", "shown"),
    [
        (3, 99_999, "3/99999 ["),
        (3_000, 100_000, "3.00k/100k ["),
        (0, None, "rows\\x1b [00:04]"),
        (3, None, "rows\\x1b: 3 [00:04]"),
        (2, 4, "50%"),
        (2, 4, "[00:04<00:04,"),
    ],
)
def test_what_a_bar_shows(monkeypatch: pytest.MonkeyPatch, done: int, total: int | None, shown: str) -> None:
    """The time left is by the mean rate: as long again after half of the parts."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "_has_width", lambda: False)
    bar = progress._bar("rows\x1b", done, total, 4.2)
    text = stream.getvalue()
    bar.close()
    assert (bar.miniters, bar.mininterval, bar.leave, bar.nrows) == (1, 0.2, False, 24)
    assert type(bar).monitor_interval == 0  # no thread of tqdm's own
    assert isinstance(type(bar).get_lock(), type(RLock()))  # the lock for processes takes a semaphore of the system
    assert shown in text
    assert len(text.split("\r")[-1]) <= 80


def test_a_terminal_of_width_zero_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(fileno=lambda: 2))
    for told, known in ((0, False), (1, True)):
        monkeypatch.setattr(os, "get_terminal_size", lambda _, told=told: SimpleNamespace(columns=told))
        assert progress._has_width() == known
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert progress._has_width()


def test_the_line_is_updated_in_steps_until_the_command_ends() -> None:
    waited, ticks = list[float](), list[int]()
    ended = SimpleNamespace(wait=lambda seconds: waited.append(seconds) or len(waited) == 3)
    progress._tick_until_ended(SimpleNamespace(tick=lambda: ticks.append(len(waited))), ended)  # type: ignore[arg-type]
    assert (waited, ticks) == ([progress.TICK_S] * 3, [1, 2])


def test_the_time_left_is_by_the_mean_rate_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the time since it began, not of the last steps."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    bar = progress._bar("parts", 3, 10, 5.0)
    assert (bar.smoothing, bar.n, bar.total) == (0, 3, 10)
    assert bar.format_dict["elapsed"] == pytest.approx(5.0, abs=0.5)
    bar.close()
