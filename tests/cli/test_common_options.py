"""What every command has: options, help, - for standard streams, completion (`test_every_command.py` runs each)."""

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from copies import example

from jug.analysis.term_tests.term_tests import SIGNIFICANT_PROBABILITY
from jug.cli import command as cli
from jug.cli.common.options import flags_of, mjd_or_date
from jug.errors import InputError

PAR, TIM = map(str, example("NGC6440E"))


def leaves(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every parser that has no subcommands, by its words."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield name, parser
    for word, part in below[0].choices.items() if below else ():
        yield from leaves(part, f"{name} {word}".strip())


PARSERS = dict(leaves(cli.parser(whole=True)))


@pytest.mark.parametrize("name", PARSERS)
def test_every_command_has_them(name: str) -> None:
    options = PARSERS[name]._option_string_actions
    assert {"--quiet", "-q", "--json", "--help"} <= set(options)


@pytest.mark.parametrize("name", ["", *PARSERS])
@pytest.mark.parametrize("columns", [80, 100])
def test_help_keeps_to_the_width_of_the_terminal(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = (PARSERS[name] if name else cli.parser(whole=True)).format_help()
    assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("name", PARSERS)
def test_the_help_has_the_short_option_first_and_every_number_that_is_taken_when_absent(name: str) -> None:
    for action in PARSERS[name]._actions:
        long = [word.startswith("--") for word in action.option_strings]
        assert long == sorted(long), action.option_strings
        number = action.default
        if isinstance(number, int | float) and not isinstance(number, bool):
            assert f"({number:g})" in action.help or (action.dest, number) == ("freq", 0.0)  # infinite


def test_what_is_taken_when_an_option_is_absent() -> None:
    """As in the Python functions: nothing is on that was not asked for."""
    taken = {
        (name, action.option_strings[0]): action.default
        for name, parser in PARSERS.items()
        for action in parser._actions
        if action.option_strings and action.default not in (None, False, [], argparse.SUPPRESS, "jug", "auto")
    }
    assert taken == {
        ("fit", "--max-iter"): 30,
        ("connect", "--orbit"): (0.05, 100.0),
        ("noise", "--timing"): "marginal",
        ("ftest", "--threshold"): SIGNIFICANT_PROBABILITY,
        ("predict", "--site"): "@",
        ("plot", "--kind"): "residuals",
        ("plot", "--style"): "screen",
        ("sample", "--timing"): "marginal",
        ("sample", "--sampler"): "nuts",
        ("sample", "--chains"): 4,
        ("sample", "--draws"): 1000,
        ("sample", "--warmup"): 500,
        ("sample", "--accept"): 0.8,
        ("polyco", "--format"): "tempo2",
        ("polyco", "--freq"): 1400.0,
        ("outliers", "--threshold"): 0.8,
        ("outliers", "--confirm"): 10,
        ("convert", "--units"): "tdb",
        ("publish", "--format"): "latex",
        ("data update", "--timeout"): 30.0,
    }


def test_every_command_is_walked() -> None:
    assert {name.split()[0] for name in PARSERS} == set(cli.COMMANDS)
    assert {"data status", "data update", "data freeze", "data clear"} <= set(PARSERS)


def test_quiet_writes_the_files_and_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fit", PAR, TIM, "--quiet", "-o", str(tmp_path / "post.par"), "--json", str(tmp_path / "fit.json")]
    assert cli.main(words) == 0
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / "post.par").is_file()
    assert json.loads((tmp_path / "fit.json").read_text())["psr"]
    assert cli.main(["fit", "none.par", TIM, "--quiet"]) == 2
    assert "no such par file" in capsys.readouterr().err
    assert cli.main(["show", PAR]) == 0
    assert capsys.readouterr().out != ""  # the next command speaks again


@pytest.fixture
def standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """The par file on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(PAR).read_bytes())))


@pytest.mark.usefixtures("standard_input")
def test_a_par_file_from_standard_input_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fit", "-", TIM, "-o", "-"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("PSR")
    assert "F0" in out
    assert "Post-fit" in err
    assert "Post-fit" not in out


def test_a_pipe_from_one_command_to_the_next() -> None:
    jug = [sys.executable, "-m", "jug"]
    limits = {"capture_output": True, "check": True, "timeout": 120}
    made = subprocess.run([*jug, "simulate", PAR, "-o", "-", "--seed", "3"], **limits)
    assert made.stdout.startswith(b"FORMAT 1\n")
    read = subprocess.run([*jug, "residuals", PAR, "-", "--json"], input=made.stdout, **limits)
    assert json.loads(read.stdout)["n_toa"] == 53


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("fit", PAR, TIM, "-o", "-"), "PSR"),
        (("edit", PAR, "--epoch", "PEPOCH=54000", "-o", "-"), "PSR"),
        (("edit", PAR, "--tim", TIM, "--delete", "error > 20", "--tim-output", "-"), "FORMAT 1"),
        (("convert", PAR, "--to", "tempo2", "-o", "-"), "PSR"),
        (("simulate", PAR, "--seed", "1", "-o", "-"), "FORMAT 1"),
        (("residuals", PAR, TIM, "--columns", "mjd,res", "-o", "-"), "# mjd"),
        (("publish", PAR, TIM, "-o", "-"), "%"),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else "",
)
def test_a_file_on_standard_output_is_written_by_a_quiet_command_too(
    words: tuple[str, ...], begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words, "--quiet"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(begins)
    assert out.count("\n") > 15
    assert err == ""


def test_every_command_that_loads_toas_takes_an_ephemeris() -> None:
    """As the message on an ephemeris that is not at hand says: ``--ephem DE440``."""
    without = {name for name, parser in PARSERS.items() if "--ephem" not in parser._option_string_actions}
    assert without == {"data status", "data update", "data clear", "completion", "tune"}


def test_every_command_that_reads_a_model_takes_a_program() -> None:
    without = {name for name, parser in PARSERS.items() if "--as" not in parser._option_string_actions}
    assert without == {"data status", "data update", "data clear", "completion", "tune"}


def test_many_pulsars_are_read_as_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the configuration, as --ephem."""
    assert cli.main(["run", PAR, "-o", str(tmp_path / "out"), "--as", "tempo2", "--jobs", "1", "--quiet"]) == 0
    [log] = (tmp_path / "out").glob("*/log.txt")
    assert re.search(r"^Read as +tempo2$", log.read_text(), re.M)
    assert capsys.readouterr().err == ""


def test_one_stream_is_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fit", "-", "-"]) == 2
    assert "standard input is one file" in capsys.readouterr().err
    assert cli.main(["fit", PAR, TIM, "-o", "-", "--json", "-"]) == 2
    assert "standard output takes one file" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such devices")
def test_devices_and_pipes_are_written_to_as_they_are(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fit", PAR, TIM, "-o", "/dev/null", "--json", "/dev/null"]) == 0
    assert "Post-fit" in capfd.readouterr().out
    assert cli.main(["fit", PAR, TIM, "-o", "/dev/stdout"]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("PSR")
    assert "Post-fit" not in out
    assert "Post-fit" in err
    assert cli.main(["convert", PAR, "-o", "/dev/full"]) == 5
    assert (
        capfd.readouterr().err
        == "jug: error: /dev/full: cannot write: No space left on device; free some space, or write elsewhere\n"
    )
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert cli.main(["convert", PAR, "-o", str(pipe)]) == 0
    assert os.read(reader, 1000).startswith(b"PSR")
    os.close(reader)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_picture_goes_to_standard_output_as_png(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The report is then on standard error; standard output takes nothing else, which is said before the work."""
    assert cli.main(["fit", PAR, TIM, "--plot", "-", "--json", str(tmp_path / "a.json")]) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"\x89PNG")
    assert b"Post-fit" in err
    for others in (["--json", "-"], ["--plot-noise", "-"], ["-o", "-"]):
        assert cli.main(["fit", PAR, TIM, "--plot", "-", *others]) == 2
        out, err = capfdbinary.readouterr()
        assert (out, err) == (b"", b"jug: error: standard output takes one file; give the others a name\n")
    assert cli.main(["grid", PAR, TIM, "F0=61.48:61.49:2", "--plot", "-", "--json"]) == 2
    assert capfdbinary.readouterr().out == b""


@pytest.mark.parametrize("text", ["53801.5", "2006-03-07T12:00:00", " 2006-03-07 12:00"])
def test_a_time_is_an_mjd_or_a_date(text: str) -> None:
    assert mjd_or_date(text) == 53801.5


def test_polynomials_between_dates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--start and --end are MJDs or dates; what is neither is named with its option."""
    files = [str(tmp_path / name) for name in ("mjd.dat", "date.dat")]
    for file, (start, end) in zip(files, (("53801", "53801.1"), ("2006-03-07", "2006-03-07T02:24")), strict=True):
        assert cli.main(["polyco", PAR, "--site", "@", "--start", start, "--end", end, "-o", file]) == 0
    assert Path(files[0]).read_text() == Path(files[1]).read_text()
    capsys.readouterr()
    with pytest.raises(SystemExit, match="2"):
        cli.main(["polyco", PAR, "--site", "@", "--start", "soon", "--end", "53801.1", "-o", files[0]])
    assert "argument --start: 'soon' is neither an MJD nor a date; give MJDs, as 60000.5" in capsys.readouterr().err


def test_flags_are_pairs_of_key_and_value() -> None:
    assert flags_of(None) is None
    assert flags_of("-fe L-wide") == {"fe": "L-wide"}
    assert flags_of(" -fe L-wide  -be PUPPI ") == {"fe": "L-wide", "be": "PUPPI"}
    for text in ("", "-fe", "-fe L -be", "fe L"):
        with pytest.raises(InputError, match="is not KEY VALUE"):
            flags_of(text)
