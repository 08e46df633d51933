"""Tim files that cannot be read: each one message with file, line, reason, text and what to do."""

from pathlib import Path

import pytest

from jug.errors import TimError
from jug.io.tim.formats import UNSUPPORTED
from jug.io.tim.read import read_tim

GOOD = "FORMAT 1\na 1400 53480.5 1 gbt -fe X\n"

LINES = {
    "b 1400 53481.5 1": "truncated TOA line, without site: ",
    "b 1400": "truncated TOA line, without MJD, uncertainty, site: ",
    "b": "truncated TOA line",
    "b 1400 53481.5 0 gbt": "zero uncertainty, which would be an infinite weight: ",
    "b 1400 53481.5 -1 gbt": "negative uncertainty: ",
    "b -1400 53481.5 1 gbt": "negative frequency: ",
    "b 1400 53481.5x 1 gbt": "MJD '53481.5x': not a number: ",
    "b 1400 nan 1 gbt": "MJD 'nan': not a finite number: ",
    "b 1400 53481.5 nan gbt": "uncertainty 'nan': not a finite number: ",
    "b -inf 53481.5 1 gbt": "frequency '-inf': not a finite number: ",
    "b 1_400 53481.5 1 gbt": "frequency '1_400': not a number: ",
    "b 1400 53481.5 1e999 gbt": "uncertainty '1e999': number too large",
    "b 1e305 53481.5 1 gbt": "frequency '1e305': number too large: ",
    "b 1400 53481.5 1 gbt stray": "the word 'stray' belongs to no flag: ",
    "b 1400 53481.5 1 gbt -fe X Y -be Z": "the word 'Y' belongs to no flag: ",
    "b 1400 53481.5 1 gbt -to soon": "flag -to soon: not a number: ",
    "b 1400 53481.5 1 gbt -padd half": "flag -padd half: not a number: ",
    "b 1400 53481.5 1 gbt -pn 1.5": "flag -pn 1.5: not a whole number: ",
    "b 1400 53481.5 1 gbt -to 1e300": "offset of more than 300 years: ",
    "b 1400 53481.5 1e300 gbt": "uncertainty whose square is out of the range of numbers: ",
    "b 1400 53481.5 1e-300 gbt": "uncertainty whose square is out of the range of numbers: ",
    "b 1400 53481.5 1 gbt -pn 1e30": "flag -pn 1e30: too large: ",
    "b 1400 53481.5 1 gbt -pn 7 -pnadd 12345678901234567": "flag -pnadd 12345678901234567: too large: ",
    "b 1400 53481.5 1 gbt -addsat later": "flag -addsat later: not a number: ",
    "EFAC 0": "EFAC 0 is zero: ",
    "EFAC": "EFAC without a value: ",
    "EQUAD -1": "EQUAD -1 is negative: ",
    "FMAX high": "FMAX high: not a number: ",
    "TIME": "TIME without a value: ",
    "TIME soon": "TIME soon: not a number: ",
    "FORMAT 2": "FORMAT 2 is not known: ",
    "INCLUDE no.tim": "there is no such file: ",
    "INCLUDE .": "it is a directory: ",
    "INCLUDE a.tim": "which is being read already: the files include each other: ",
}


def message(path: Path) -> str:
    with pytest.raises(TimError) as error:
        read_tim(path)
    text = str(error.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize("line", LINES)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.tim"
    path.write_text(GOOD + line + "\n" + GOOD.splitlines()[1].replace("480", "490") + "\n")
    text = message(path)
    assert text.startswith(f"{path}:3: ")
    assert LINES[line] in text
    assert repr(line) in text


@pytest.mark.parametrize("command", sorted(UNSUPPORTED))
def test_commands_that_are_not_supported_yet(tmp_path: Path, command: str) -> None:
    path = tmp_path / "a.tim"
    path.write_text(f"{GOOD}{command.lower()} 1\n")
    hint = "remove the line, or comment it out with #"
    assert message(path) == f"{path}:3: {command} in a tim file is not supported yet: '{command.lower()} 1'; {hint}"


@pytest.mark.parametrize("flag", ["-padd 0", "-addsat 0.0", "-pn 7", "-phase 0", "-radd 0"])
def test_flags_that_change_nothing(tmp_path: Path, flag: str) -> None:
    path = tmp_path / "a.tim"
    path.write_text(f"FORMAT 1\na 1400 53480.5 1 gbt {flag}\n")
    assert len(read_tim(path)) == 1


FIXED = {
    "1               1949.609 53478.2858714192189": "truncated TOA line, no uncertainty in columns 45-53: ",
    "1               1949.609": "truncated TOA line, no MJD in columns 25-44: ",
    "1": "neither a command nor a TOA: ",
    "1               1949.609   53478285871419218    21.71": "no decimal point in column 30 or 31: ",
    "1               1949.6x9 53478.2858714192189    21.71": "frequency '1949.6x9': not a number: ",
    "1               1949.609 53478.285871419x189    21.71": "MJD '53478.285871419x189': not a number: ",
    "1               1949.609 53478.2858714192189     0.00": "zero uncertainty",
    "a.ff 1400 53480.5 1 gbt": "neither a command nor a TOA: ",
    "a 1400 53480.5 1 gbt": "two words where the frequency stands, columns 16-24: ",
    " PUPPI_J2044+28_58852_652 432.3420  58852.7590686063892    0.00  120.75": "no site in column 80: ",
    " PUPPI_J2044+28_58852_652 432.3420  58852.7590686063892    0.00                @": "no uncertainty in columns",
    " PUPPI_J2044+28_58852_652 432.3420  58852.7590686063892    0.x0  120.75        @": "phase offset '0.x0'",
    "1748-202153478.2858714192289 21.71  1949.6090  0.000000": "in ITOA format the site stands in columns 58-59: ",
    "B1855+09 53358.7731394424  1.28  430.0000  0.000000  AO": "two words where the frequency stands, columns 35-45",
    "B1855+09a 53358.773139442412  1.28  430.0000": "neither a command nor a TOA: ",
}


@pytest.mark.parametrize("line", FIXED)
def test_a_bad_line_without_format_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.tim"
    path.write_text(f"C first\n{line}\n")
    text = message(path)
    assert text.startswith(f"{path}:2: ")
    assert FIXED[line].removesuffix(": ") in text
    assert (repr(line.strip()) in text) or "not recognisably a tim file" in text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty tim file; it holds no text at all"),
        (b"\n \n", "empty tim file"),
        (b"C nothing\nFORMAT 1\n", "no TOAs in this tim file; every line is a comment"),
        (b"SIMPLE  =   T\x00\x00", "a binary file (byte 0x00), where a tim file is expected"),
        (b"FORMAT 1\n\xff\xfe", "byte 0xff is not UTF-8 text"),
    ],
)
def test_files_without_toas(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.tim"
    path.write_bytes(content)
    text = message(path)
    assert text.startswith(str(path))
    assert reason in text


def test_missing_or_a_directory(tmp_path: Path) -> None:
    assert message(tmp_path / "no.tim") == f"{tmp_path / 'no.tim'}: no such tim file; check the name and the folder"
    assert "a directory, where a tim file is expected" in message(tmp_path)


def test_a_circle_of_includes_shows_the_chain(tmp_path: Path) -> None:
    (tmp_path / "a.tim").write_text("INCLUDE b.tim\n")
    (tmp_path / "b.tim").write_text("C x\nINCLUDE ./a.tim\n")
    text = message(tmp_path / "a.tim")
    assert text.startswith(f"{tmp_path / 'b.tim'}:2: ")
    assert text.endswith("the chain is a.tim -> b.tim -> a.tim")


def test_an_error_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    (tmp_path / "a.tim").write_text(f"{GOOD}INCLUDE b.tim\nc 1400 53490.5 1 gbt\n")
    (tmp_path / "b.tim").write_text("FORMAT 1\nb 1400 53481.5 0 gbt\n")
    assert message(tmp_path / "a.tim").startswith(f"{tmp_path / 'b.tim'}:2: zero uncertainty")
    (tmp_path / "b.tim").write_text("")
    assert message(tmp_path / "a.tim").startswith(f"{tmp_path / 'b.tim'}:1: empty tim file")
