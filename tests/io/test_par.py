"""Par files line by line."""

import io
from pathlib import Path

import pytest

from jug.errors import ParError, Where
from jug.io.par import ParLine, parse_line, read_par

EXAMPLES = Path(__file__).resolve().parents[2] / "data" / "examples"

TEXT = """\
# a header
PSR  1748-2021E
raj 17:48:52.75 1 0.05   # from the catalogue
C DECJ is a comment
DECJ      -20:21:29.0  1 0.4

JUMP -fe L-wide 1e-6 1 # one
JUMP -fe S-wide 2e-6 1
  #F1 1
CLK TT(BIPM2019)"""


def test_every_line_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.par"
    path.write_text(TEXT)
    par = read_par(path)
    assert par.path == str(path)
    assert par.text == TEXT + "\n"
    assert [line.number for line in par.lines] == list(range(1, 11))
    assert [line.key for line in par] == ["PSR", "RAJ", "DECJ", "JUMP", "JUMP", "CLK"]


@pytest.mark.parametrize(
    ("text", "key", "args", "comment"),
    [
        ("raj 17:48:52.75 1 0.05   # from # it ", "RAJ", ("17:48:52.75", "1", "0.05"), "# from # it"),
        ("F0\t61.4\t1", "F0", ("61.4", "1"), ""),
        ("C F0 61", "", (), "C F0 61"),
        ("c", "", (), "c"),
        ("CLK TAI", "CLK", ("TAI",), ""),
        ("   # x", "", (), "# x"),
        ("PSR J1#2", "PSR", ("J1#2",), ""),
        ("UNITS", "UNITS", (), ""),
        ("   ", "", (), ""),
    ],
)
def test_words_of_a_line(text: str, key: str, args: tuple[str, ...], comment: str) -> None:
    assert parse_line(3, text) == ParLine(3, text, key, args, comment)


def test_lines_are_found_and_placed() -> None:
    par = read_par(io.StringIO(TEXT))
    one, two = par.find("JUMP")
    assert (one.args, one.comment) == (("-fe", "L-wide", "1e-6", "1"), "# one")
    assert par.where(two) == Where("<par>", 8, "JUMP -fe S-wide 2e-6 1")
    assert par.find("F1") == ()


def test_an_open_file_has_its_name(tmp_path: Path) -> None:
    path = tmp_path / "b.par"
    path.write_text(TEXT)
    with path.open() as file:
        assert read_par(file).path == str(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty par file"),
        (b"# only\nC comments\n", "no keyword"),
        (b"\x7fELF\x02\x00", "binary"),
        (b"PSR J\xff", "not UTF-8"),
    ],
)
def test_what_is_no_par_file_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.par"
    path.write_bytes(content)
    with pytest.raises(ParError, match=reason) as error:
        read_par(path)
    assert str(error.value).startswith(str(path))


def test_missing_or_a_directory(tmp_path: Path) -> None:
    with pytest.raises(ParError, match="no such par file"):
        read_par(tmp_path / "no.par")
    with pytest.raises(ParError, match="a directory"):
        read_par(tmp_path)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.par")), ids=lambda path: path.name)
def test_real_files(path: Path) -> None:
    par = read_par(path)
    assert par.text.splitlines() == path.read_bytes().decode().splitlines()
    assert len(par.find("F0")) == 1
    assert {"RAJ", "DECJ", "LAMBDA", "BETA", "ELONG", "ELAT"} & {line.key for line in par}
