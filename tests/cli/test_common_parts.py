"""Parts of all commands by themselves: colours, streams, outputs, inputs, words of options, pictures that fail."""

import argparse
import errno
import io
import os
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest

from jug.cli.common import colour, streams
from jug.cli.common.base_verdict import warn_of_base_fit
from jug.cli.common.drawing import draw_each
from jug.cli.common.exit_codes import MACHINE_ERRORS, ExitCode, code_of, lacks_memory
from jug.cli.common.inputs import check_order
from jug.cli.common.options import (
    conventions_of,
    free_of,
    names_of,
    non_negative_integer,
    positive_integer,
    subtract_of,
    times_of,
)
from jug.cli.common.outputs import LateFailure, check_folder, check_outputs
from jug.cli.common.results import write_or_print
from jug.errors import InputError, InputWarning, JugError


class Terminal(io.StringIO):
    """A standard output with colours."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


VERDICTS = "Verdict      good: it is\nVerdict      poor: it is not\nFit    not converged yet\n"
REPORT = f"PSR X\n{VERDICTS}\nName  Unit\n----  ----\n"


def test_colours_of_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heads are bold, a good verdict green, another one yellow, a fit that failed red."""
    on_a_terminal(monkeypatch)
    bold, green, yellow, red, none = "\x1b[1m", "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[0m"
    assert colour.coloured_report(REPORT).splitlines() == [
        f"{bold}PSR X{none}",
        f"Verdict      {green}good{none}: it is",
        f"Verdict      {yellow}poor{none}: it is not",
        f"Fit    {red}not converged yet{none}",
        "",
        f"{bold}Name  Unit{none}",
        "----  ----",
    ]


def test_no_colours_where_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    assert colour.terminal_has_colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour.terminal_has_colours()
    monkeypatch.setenv("NO_COLOR", "")
    assert colour.terminal_has_colours()
    monkeypatch.setenv("TERM", "dumb")
    assert not colour.terminal_has_colours()
    monkeypatch.setenv("TERM", "xterm")
    for out in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stdout", out)
        assert not colour.terminal_has_colours()
        assert colour.coloured_report(REPORT) == REPORT


def test_a_machine_is_told_from_an_input() -> None:
    """Also behind another error; a library that cannot be mapped lacks memory, one that is missing does not."""
    for number in MACHINE_ERRORS:
        assert code_of(OSError(number, "x")) == ExitCode.MACHINE
    assert code_of(OSError(errno.ENOENT, "x")) == ExitCode.BAD_INPUT
    assert code_of(MemoryError()) == ExitCode.MACHINE
    behind = InputError("cannot write")
    behind.__cause__ = OSError(errno.ENOSPC, "no space")
    during = InputError("cannot write")
    during.__context__ = MemoryError()
    assert code_of(behind) == code_of(during) == ExitCode.MACHINE
    assert lacks_memory(ImportError("libopenblas.so: failed to map segment from shared object"))
    assert lacks_memory(OSError(errno.ENOMEM, "x"))
    assert not lacks_memory(ImportError("No module named 'x'"))
    assert not lacks_memory(OSError(errno.ENOSPC, "x"))


@pytest.mark.parametrize(
    ("par", "tim", "said"),
    [
        ("a.tim", "a.par", "a.tim: this looks like a tim file; the par file comes first"),
        ("A.TIM", "other", "A.TIM: this looks like a tim file"),
        ("a.par", "b.PAR", "b.PAR: this looks like a par file; the tim file comes second"),
    ],
)
def test_files_in_each_other_s_place(par: str, tim: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        check_order(par, tim)


@pytest.mark.parametrize(
    ("par", "tim"), [("a.par", "a.tim"), ("a", "b"), ("a.tim", "b.tim"), ("other", "b.par"), ("a.par", "b")]
)
def test_files_that_may_be_in_their_place(par: str, tim: str) -> None:
    assert check_order(par, tim) is None  # type: ignore[func-returns-value]


def test_words_of_options() -> None:
    assert [positive_integer("1"), non_negative_integer("0")] == [1, 0]
    for read, text in (
        (positive_integer, "0"),
        (positive_integer, "1.5"),
        (non_negative_integer, "-1"),
        (non_negative_integer, "x"),
    ):
        with pytest.raises(argparse.ArgumentTypeError, match=r"is not a whole number of [01] or more"):
            read(text)
    assert conventions_of(["TNDM=tempo2", "EQUAD", "A=b=c"]) == {"TNDM": "tempo2", "EQUAD": "", "A": "b=c"}
    assert (free_of(None), free_of("F0, F1,"), subtract_of(None), subtract_of("RED")) == (
        None,
        ["F0", "F1"],
        [],
        ["RED"],
    )
    assert names_of('F2,"JUMP -fe L,S"', "parameter", "--add F2") == ["F2", "JUMP -fe L,S"]
    with pytest.raises(InputError, match="--add names no parameter; as in --add F2"):
        names_of(" , ", "parameter", "--add F2")
    with pytest.raises(InputError, match='--add has a quote that does not end: "F2; as in --add F2'):
        names_of('"F2', "parameter", "--add F2")


def test_times_of_an_option() -> None:
    """FROM:TO:N has both ends, or FROM alone; from 1 to a million of them."""
    assert times_of("60000,60100.5") == ["60000", "60100.5"]  # as they were written, with every digit
    assert times_of("60000:60100:5") == [60000.0, 60025.0, 60050.0, 60075.0, 60100.0]
    assert times_of("60000:60100:1") == [60000.0]
    for wrong in ("60000:60100:0", "60000:60100:1000001", "60000:60100", "x", "a:b:3"):
        with pytest.raises(InputError, match=r"is not a list of times; write MJDs or dates .* or FROM:TO:N, "):
            times_of(wrong)


def arguments(command: str = "fit", **own: Any) -> Any:
    return argparse.Namespace(**{"command": command, "json": None, "par": None, "tim": None, "output": None, **own})


def test_outputs_that_overwrite_something(tmp_path: Path) -> None:
    par, other = tmp_path / "a.par", tmp_path / "b.par"
    par.write_text("PSR X\n")
    own = arguments(par=str(par), output=str(par))
    check_outputs(own, [str(par), str(other), None])  # a par file may be written anew
    for args, outputs, said in (
        (arguments("residuals", par=str(par), output=str(par)), [str(par)], "this is the par file"),
        (own, [str(other), str(other)], "this is another output of this command"),
        (arguments(tim=str(par), output=str(par)), [str(par)], "this is the tim file"),
        (arguments("combine", files=[str(par)]), [str(par)], "this is a file to be read"),
        (own, [str(tmp_path / "none" / "x")], "no such folder; make it first"),
        (own, [str(tmp_path)], "a folder has this name"),
        (own, [f"{other}/"], "a folder has this name"),
        (own, [str(tmp_path / ("x" * 300))], "File name too long"),
    ):
        with pytest.raises(InputError, match=said):
            check_outputs(args, outputs)


def test_standard_output_takes_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    aside: list[bool] = []
    monkeypatch.setattr("jug.cli.common.outputs.report_to_standard_error", lambda: aside.append(True))
    for args, outputs, good in (
        (arguments(), ["-"], True),
        (arguments(plot="-"), [], True),
        (arguments(), ["-", "/dev/stdout"], False),
        (arguments(plot="-"), ["-"], False),
        (arguments(plot="-", json=True), [], False),
        (arguments(json=True), ["-"], True),
    ):
        aside.clear()
        if good:
            check_outputs(args, outputs)
            assert aside == [True]
            continue
        with pytest.raises(InputError, match="standard output takes one file; give the others a name"):
            check_outputs(args, outputs)
    aside.clear()
    check_outputs(arguments(), [None])
    assert aside == []


def test_folders_that_can_be_made(tmp_path: Path) -> None:
    check_folder(None)
    check_folder(str(tmp_path))
    check_folder(str(tmp_path / "new"))
    (tmp_path / "file").write_text("")
    for path, said in (("file", "a file has this name; give the name of a folder"), ("a/b", "no such folder; make")):
        with pytest.raises(InputError, match=said):
            check_folder(str(tmp_path / path))


def test_the_first_failure_of_an_output_is_told_late() -> None:
    late = LateFailure()
    late.raise_first()
    for error in (OSError(1, "first"), JugError("second")):
        with late:
            raise error
    with pytest.raises(OSError, match="first"):
        late.raise_first()
    with pytest.raises(ZeroDivisionError), late:
        raise ZeroDivisionError


def test_a_picture_that_fails_suppresses_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made: list[str] = []

    def fail() -> None:
        raise ValueError

    args, first, last = arguments(), str(tmp_path / "a.png"), str(tmp_path / "c.png")
    pictures = ((first, lambda: made.append("a")), (str(tmp_path / "b.png"), fail), (last, lambda: made.append("c")))
    code = draw_each(args, [None], *pictures)
    assert (code, made) == (ExitCode.BAD_INPUT, ["a", "c"])
    assert capsys.readouterr().err == "jug: error: a picture is not drawn: ValueError\n"
    assert draw_each(args, [first], (first, lambda: made.append("never"))) == ExitCode.BAD_INPUT
    assert "another output" in capsys.readouterr().err
    assert draw_each(args, []) == draw_each(args, [], ("-", lambda: made.append("-"))) == ExitCode.DONE
    assert made == ["a", "c", "-"]


@pytest.fixture
def manner() -> Any:
    yield
    streams.reset_output()
    streams.set_line_clearer(None)


@pytest.mark.usefixtures("manner")
def test_what_is_said_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    cleared: list[int] = []
    streams.set_line_clearer(lambda: cleared.append(1))
    streams.print_text("a report")
    streams.print_to_stderr("two\nlines \x1b")
    streams.print_warning("warning: x")
    assert capsys.readouterr() == ("a report\n", "jug: two lines \\x1b\njug: warning: x\n")
    assert len(cleared) == 3
    streams.set_quiet(listing=False)
    streams.print_text("a report")
    streams.print_warning("warning: x")
    streams.print_text("a listing", even_if_quiet=True)
    streams.print_to_stderr("error: y")
    assert capsys.readouterr() == ("a listing\n", "jug: error: y\n")
    streams.set_quiet(listing=True)
    streams.print_text("as JSON")
    streams.reset_output()
    streams.report_to_standard_error()
    streams.print_text("a report")
    assert capsys.readouterr() == ("as JSON\n", "a report\n")


@pytest.mark.usefixtures("manner")
def test_each_warning_is_one_line_and_none_is_of_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    with streams.one_line_warnings():
        for _ in range(2):
            warnings.warn(InputWarning("a\nb"), stacklevel=1)
        warnings.warn(InputWarning("c"), stacklevel=1)
        warnings.showwarning("divide by zero", RuntimeWarning, "x", 1)
        streams.set_quiet(listing=False)
        warnings.warn(InputWarning("d"), stacklevel=1)
    assert capsys.readouterr().err == "jug: warning: a b\njug: warning: c\n"


@pytest.mark.usefixtures("manner")
def test_characters_that_a_stream_lacks_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(raw := io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    streams.print_text("\u03bcs")
    assert raw.getvalue() == b"\\u03bcs" + os.linesep.encode()


def test_a_verdict_that_is_not_good_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for good in (True, False):
        verdict = Made(good=good, name="poor", sentence="it is not", next="look")
        warn_of_base_fit(Made(verdict=verdict))  # type: ignore[arg-type]
    assert capsys.readouterr().err == "jug: warning: the fit is not good (poor): it is not; look\n"


def test_a_text_goes_to_its_file_or_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_or_print("a table", str(tmp_path / "a.txt"))
    assert ((tmp_path / "a.txt").read_text(), capsys.readouterr().out) == ("a table\n", "")
    write_or_print("a table", None)
    assert capsys.readouterr().out == "a table\n"


def test_the_rest_of_an_output_goes_to_the_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of standard output, whose reader has gone."""
    moved: list[tuple[int, int]] = []
    monkeypatch.setattr(sys, "stdout", Made(fileno=lambda: 77))
    monkeypatch.setattr(os, "open", lambda path, flags: {os.devnull: 55}[path])
    monkeypatch.setattr(os, "dup2", lambda new, old: moved.append((new, old)))
    streams.drop_output()
    assert moved == [(55, 77)]
