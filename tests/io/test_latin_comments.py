"""A byte of Latin-1 in a comment or a line INFO is read on with one warning; in a value it is refused."""

from pathlib import Path

import pytest

import jug
from jug.errors import InputError, InputWarning, ParError

TOA = b"a 1400 55000.5 1 @ -i x\n"


@pytest.mark.parametrize("line", [b"# S\xe3o Paulo", b"C S\xe3o Paulo", b"INFO -S\xe3o", b"PSR J1 # S\xe3o Paulo"])
def test_a_comment_of_a_par_file(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "a.par"
    path.write_bytes(b"F0 1\r\n" + line + b"\r\n# again \xe9\r\n")
    with pytest.warns(InputWarning, match="0xe3 in a comment is not UTF-8 text and is read as Latin-1") as found:
        par = jug.read_par(path)
    assert [str(one.message).startswith(f"{path}:2: ") for one in found] == [True]
    assert "and 1 more such lines" in str(found[0].message)
    assert par.find("F0")[0].args == ("1",)
    assert "São" in par.lines[1].text


@pytest.mark.parametrize("line", [b"# S\xe3o Paulo\n", b"C S\xe3o\n", b"CC S\xe3o\n", b"INFO S\xe3o\n"])
def test_a_comment_of_a_tim_file(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "a.tim"
    path.write_bytes(b"FORMAT 1\n" + line + TOA)
    with pytest.warns(InputWarning, match=r"a\.tim:2: byte 0xe3 in a comment"):
        assert len(jug.read_tim(path)) == 1


@pytest.mark.parametrize("line", [b"FORMAT 1\na 1400 55000.5 1 @ -i \xe3\n", b"FORMAT 1\nINCLUDE \xe3.tim\n"])
def test_a_value_of_a_tim_file(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "a.tim"
    path.write_bytes(line + TOA)
    with pytest.raises(InputError, match=r"a\.tim:2: byte 0xe3 is not UTF-8 text"):
        jug.read_tim(path)


def test_a_value_besides_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "a.par"
    path.write_bytes(b"# S\xe3o Paulo\nPSR J\xe3\n")
    with pytest.raises(ParError, match=r"a\.par:2: byte 0xe3 is not UTF-8 text"):
        jug.read_par(path)
