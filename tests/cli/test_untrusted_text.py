"""Control characters of files and file names do not reach the terminal."""

import warnings
from pathlib import Path

import pytest

import jug
from jug.cli.command import main
from jug.cli.common.streams import print_text, print_to_stderr
from jug.errors import InputError, Where, sentence
from jug.text.control_characters import escape_controls

CONTROLS = [chr(code) for code in (*range(32), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"]
BIDIRECTIONAL = [*map(chr, (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))]


@pytest.mark.parametrize("char", CONTROLS + BIDIRECTIONAL, ids=lambda char: f"U+{ord(char):04X}")
def test_each_is_escaped(char: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = ord(char)
    shown = f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    assert escape_controls(f"a{char}b") == f"a{shown}b"
    assert sentence(f"a{char}b", Where(f"{char}.par", 3, f"F0 {char}1"), f"c{char}") == (
        f"{shown}.par:3: a{shown}b: 'F0 {shown if char != chr(13) else chr(92) + 'r'}1'; c{shown}"
    )
    print_text(f"a{char}b")
    print_to_stderr(f"a{char}b")
    found = capsys.readouterr()
    assert found.out == f"a{shown}b\n"
    assert found.err == f"jug: a{shown}b\n"


def test_the_rest_stays() -> None:
    text = "tab\tline\nÄ µs ± 東京 \N{HEBREW LETTER ALEF} \N{ZERO WIDTH JOINER}"
    assert escape_controls(text) == text


@pytest.mark.parametrize("kind", [jug.JugError, jug.errors.FitError, jug.errors.InputWarning, jug.errors.ClockWarning])
def test_errors_and_warnings_that_are_no_sentence(kind: type[Exception]) -> None:
    assert str(kind("\x9b31m.par: F0\N{RIGHT-TO-LEFT OVERRIDE}")) == "\\x9b31m.par: F0\\u202e"


def test_a_path_has_no_line_end_in_a_message() -> None:
    error = InputError("no such par file", Where("a\njug: all is well.par"))
    assert str(error) == "a\\njug: all is well.par: no such par file"


def test_names_and_paths_of_a_whole_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """PSR, a flag, the file names: a fit, its report and its warnings."""
    par, tim = (Path(path).read_text() for path in jug.data.example("NGC6440E"))
    evil = "\x9b31m\N{RIGHT-TO-LEFT OVERRIDE}"
    lines = ["PSR " + evil + "J1748" if line.startswith("PSR") else line for line in par.splitlines()]
    (tmp_path / f"{evil}a.par").write_text("\n".join([*lines, f"ODD{evil} 3"]) + "\n")
    (tmp_path / f"{evil}a.tim").write_text(tim)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        main(["fit", str(tmp_path / f"{evil}a.par"), str(tmp_path / f"{evil}a.tim")])
    found = capsys.readouterr()
    assert not set(found.out + found.err) & set(CONTROLS + BIDIRECTIONAL)
    assert "\\x9b31m\\u202e" in found.out + found.err
