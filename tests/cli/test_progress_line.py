"""The line of progress: on a terminal, after two seconds, on standard error, cleared at the end."""

import io
import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.grids.all_points import GRID_PARTS
from jug.cli import command as cli
from jug.cli.common.streams import print_to_stderr
from jug.cli.process import progress
from jug.cli.process.progress import ProgressLine
from jug.core.execution.progress import reporting_to

PAR, TIM = map(str, example("NGC6440E"))
LEFT = re.compile(r"\d\d:\d\d<\d\d:\d\d")
"""Time that has passed, and that is left."""


class Terminal(io.StringIO):
    """Standard error that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error from here on; pytest sets its own again between a fixture and its test."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for two seconds."""
    for name in ("AFTER_S", "LOOP_S", "EVERY_S"):
        monkeypatch.setattr(progress, name, -1.0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the line of progress, which the test moves, and when it has shown its bar."""
    found = SimpleNamespace(now=0.0, shown=[])

    def bar(*_: object) -> SimpleNamespace:
        found.shown.append(found.now)
        return SimpleNamespace(n=0, update=lambda _: None, refresh=lambda: None, close=lambda: None)

    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: found.now))
    monkeypatch.setattr(progress, "_bar", bar)
    return found


@pytest.mark.parametrize(("begun", "limit"), [(0.0, 2.0), (2.0, 2.5)])
def test_a_part_is_shown_two_seconds_after_the_start_and_half_a_second_after_that_of_its_loop(
    clock: SimpleNamespace, begun: float, limit: float
) -> None:
    line = ProgressLine()
    clock.now = begun
    line("rows", 0, 9)
    clock.now = limit
    line("rows", 1, 9)
    assert clock.shown == []
    clock.now = np.nextafter(limit, 9.0)
    line("rows", 2, 9)
    assert clock.shown == [clock.now]


@pytest.mark.parametrize(("begun", "limit"), [(0.0, 2.0), (2.0, 2.5)])
def test_a_loop_without_a_part_is_shown_by_the_thread_as_soon(
    clock: SimpleNamespace, begun: float, limit: float
) -> None:
    line = ProgressLine()
    clock.now = begun
    line("JAX compiles", 0, 1)
    clock.now = limit
    line.tick()
    assert clock.shown == []
    clock.now = np.nextafter(limit, 9.0)
    line.tick()
    assert clock.shown == [clock.now]


def test_a_loop_without_an_end_is_shown_after_two_seconds(clock: SimpleNamespace) -> None:
    line = ProgressLine()
    clock.now = 2.0
    line("rows", 1, None)
    assert clock.shown == []
    clock.now = np.nextafter(2.0, 9.0)
    line("rows", 2, None)
    assert clock.shown == [clock.now]


PREDICT = ["predict", PAR, TIM, "--at", "54000,54100", "--draws", "5"]


@pytest.mark.usefixtures("at_once")
def test_a_command_shows_the_time_that_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = terminal_of(monkeypatch)
    assert cli.main(PREDICT) == 0
    shown = terminal.getvalue()
    assert "models drawn" in shown
    assert LEFT.search(shown)
    assert shown.split("\r")[-1].strip() == ""  # the line is cleared
    assert "models drawn" not in capsys.readouterr().out


@pytest.mark.usefixtures("at_once")
def test_none_with_quiet_and_none_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    assert cli.main([*PREDICT, "--quiet"]) == 0
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    assert cli.main(PREDICT) == 0
    assert terminal.getvalue() == ""


def test_none_before_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    line = ProgressLine()
    for done, at in ((0, 100.0), (1, 100.9), (2, 101.9)):
        now[0] = at
        line("parts", done, 100)
    assert terminal.getvalue() == ""
    now[0] = 104.0
    line("parts", 4, 100)
    assert "parts:   4%" in terminal.getvalue()
    found = re.search(r"00:0(\d)<0(\d):(\d\d)", terminal.getvalue())
    assert found is not None
    assert found[1] == "4"
    assert abs(60 * int(found[2]) + int(found[3]) - 96) <= 2  # 4 of 100 parts took 4 s
    line("parts", 100, 100)
    assert line.bar is None


def test_a_loop_is_shown_before_its_first_part_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """After two seconds, by the thread that looks at the time; not once its end is told."""
    terminal = terminal_of(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    line = ProgressLine()
    line("parts", 0, 27)
    for now[0] in (101.0, 101.9):
        line.tick()
    assert terminal.getvalue() == ""
    now[0] = 105.0
    line.tick()
    assert "parts:   0%|" in terminal.getvalue()
    assert "0/27 [00:05<" in terminal.getvalue()
    line("JAX compiles", 0, None)
    now[0] = 109.0
    line.tick()
    assert "JAX compiles [00:0" in terminal.getvalue()
    line("JAX compiles", 1, 1)
    now[0], told = 120.0, terminal.getvalue()
    line.tick()
    assert terminal.getvalue() == told


@pytest.mark.parametrize("columns", [0, 50])
def test_a_terminal_without_a_width_shows_it_too(columns: int, tmp_path: Path) -> None:
    """On a real terminal of the system: tqdm takes the width 0 for none."""
    pty, fcntl, termios = (pytest.importorskip(name) for name in ("pty", "fcntl", "termios"))
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 0 if columns == 0 else 24, columns, 0, 0))
    lines = (
        "import time\nfrom jug.cli.process import progress\nfrom jug.core.execution.progress import report\n"
        "progress.AFTER_S = progress.LOOP_S = 0.0\nprogress.TICK_S = 0.05\n"
        "with progress.progress_on_terminal():\n    report('parts', 0, 3)\n    time.sleep(0.5)\n"
    )
    try:
        subprocess.run([sys.executable, "-c", lines], stderr=terminal, check=True, timeout=60)
        shown = os.read(main, 10_000).decode()
    finally:
        os.close(terminal)
        os.close(main)
    assert "parts:   0%" in shown
    assert max(len(one) for one in shown.split("\r")) <= (columns or 80)


def test_compilation_by_jax_is_told() -> None:
    """Its beginning and end, before the parts of a grid, which count from 0 afterwards."""
    jax = pytest.importorskip("jax")
    from jug.compute.compile_cache import COMPILING, compiled_for

    told: list[tuple[str, int, int | None]] = []
    with reporting_to(lambda *words: told.append(words)):
        compiled_for(jax, jax.jit(lambda x: x + 1.0), (1.0,))
    assert told == [(COMPILING, 0, None), (COMPILING, 1, 1)]
    model, toas = jug.load(PAR, TIM)
    told.clear()
    axes = {"F0": model.values["F0"] + np.arange(3) * 1e-11}
    with reporting_to(lambda *words: told.append(words)), pytest.MonkeyPatch.context() as patch:
        patch.setattr("jug.core.execution.memory.BATCH_BYTES", 8.0 * 62 * 60)
        jug.grid(model, toas, axes, backend="jax")
    kinds = [what for what, *_ in told if what in (COMPILING, GRID_PARTS)]
    assert kinds == [COMPILING] * 2 + [GRID_PARTS] * 4


@pytest.mark.usefixtures("at_once")
def test_a_warning_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with progress.progress_on_terminal():
        from jug.core.execution.progress import report_each

        for k in report_each(range(4), "parts"):
            if k == 2:
                print_to_stderr("a warning")
    lines = re.split(r"[\r\n]", terminal.getvalue())
    assert "jug: a warning" in lines
    assert "\x1b" not in "".join(lines)


@pytest.mark.usefixtures("at_once")
def test_where_no_end_is_known_the_time_that_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    line = ProgressLine()
    line("iterations of the fit", 3, None)
    line("chi2 12.5, 2 solutions fitted", 0, None)
    line.close()
    assert re.search(r"iterations of the fit: 3 \[\d\d:\d\d\]", terminal.getvalue())
    assert re.search(r"chi2 12.5, 2 solutions fitted \[\d\d:\d\d\]", terminal.getvalue())


@pytest.mark.usefixtures("at_once")
def test_reading_and_writing_many_toas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    monkeypatch.setattr("jug.io.tim.read.BLOCK_BYTES", 200)
    monkeypatch.setattr("jug.io.tim.write.TOAS_PER_REPORT", 10)
    assert cli.main(["simulate", PAR, "--tim", TIM, "-o", str(tmp_path / "a.tim")]) == 0
    shown = terminal.getvalue()
    for words in ("bytes of the tim file:", "Earth orientation", "TOAs written:"):
        assert words in shown


def test_after_text_the_line_waits_before_it_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second from when the line was cleared, however long the loop has run."""
    terminal = terminal_of(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    line = ProgressLine()
    line("parts", 0, 27)
    now[0] = 105.0
    line.close()
    now[0] = 105.25
    line.tick()
    assert terminal.getvalue() == ""
    now[0] = 105.75
    line.tick()
    assert "0/27 [00:05<" in terminal.getvalue()


def test_a_short_loop_late_in_a_command_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of a loop of less than half a second would flicker."""
    terminal = terminal_of(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    line = ProgressLine()
    for done, at in ((0, 110.0), (1, 110.2), (2, 110.4)):
        now[0] = at
        line("parts", done, 100)
    assert terminal.getvalue() == ""
    now[0] = 110.6
    line("parts", 3, 100)
    assert "parts:   3%" in terminal.getvalue()


@pytest.mark.parametrize(("at", "shown"), [(101.99, False), (102.01, True)])
def test_a_command_of_two_seconds_shows_its_progress(monkeypatch: pytest.MonkeyPatch, at: float, shown: bool) -> None:
    terminal = terminal_of(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    line = ProgressLine()
    line("parts", 0, 100)
    now[0] = at
    line("parts", 50, 100)
    assert ("parts:  50%" in terminal.getvalue()) == shown
