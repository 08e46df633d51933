"""The line of progress: on a terminal, after two seconds, on standard error, cleared at the end."""

import io
import re
import sys
from pathlib import Path

import pytest
from copies import example

from jug.cli import command as cli
from jug.cli import progress
from jug.cli.progress import ProgressLine
from jug.cli.streams import complain

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


@pytest.mark.usefixtures("at_once")
def test_a_warning_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with progress.shown_on_terminal():
        from jug.core.progress import counted

        for k in counted(range(4), "parts"):
            if k == 2:
                complain("a warning")
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
    monkeypatch.setattr("jug.io.tim.write.TOLD_EVERY", 10)
    assert cli.main(["simulate", PAR, "--tim", TIM, "-o", str(tmp_path / "a.tim")]) == 0
    shown = terminal.getvalue()
    for words in ("bytes of the tim file:", "Earth orientation", "TOAs written:"):
        assert words in shown
