"""Folders, copies, locks and standard streams: permissions, what is already there, and streams that are closed."""

import os
import stat
import sys
from pathlib import Path

import pytest

from jug.errors import InputError, JugError
from jug.io import special_files
from jug.io.folders import make_folder
from jug.io.staging import open_new
from jug.io.standard_streams import standard_input, to_standard_output
from jug.io.tim.read import read_tim

POSIX = pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")


def test_a_folder_is_made_below_one_that_is_there(tmp_path: Path) -> None:
    assert make_folder(tmp_path / "a") == make_folder(os.fspath(tmp_path / "a")) == tmp_path / "a"
    with pytest.raises(InputError, match="cannot make the folder: No such file"):
        make_folder(tmp_path / "b" / "c")
    assert make_folder(tmp_path / "b" / "c", parents=True).is_dir()
    (tmp_path / "d").write_text("")
    with pytest.raises(InputError, match="cannot make the folder: File exists; give another name"):
        make_folder(tmp_path / "d")


@POSIX
def test_permissions_of_new_files(tmp_path: Path) -> None:
    """All may read and write an output as far as the umask lets them; nobody else may read a lock."""
    before = os.umask(0)
    try:
        open_new(tmp_path / "output").close()
        special_files.open_private_file(tmp_path / "lock").close()
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"output": 0o666, "lock": 0o600}


def test_own_files_of_a_system_without_the_flag_for_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no O_NOFOLLOW."""
    monkeypatch.delattr(os, "O_NOFOLLOW", raising=False)
    with special_files.open_private_file(tmp_path / "lock") as file:
        file.write("1")
    with special_files.open_private_file(tmp_path / "lock") as file:
        assert file.read() == "1"


def test_a_copy_of_many_blocks_and_a_marker_that_is_there(tmp_path: Path) -> None:
    content = bytes(range(256)) * 8193  # 2 MiB and 256 bytes
    (tmp_path / "a").write_bytes(content)
    special_files.copy_new(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == content
    with pytest.raises(FileExistsError):
        special_files.copy_new(tmp_path / "a", tmp_path / "b")
    special_files.make_marker(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == content


def test_a_folder_that_gets_its_name_is_put_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(special_files, "sync_folder", synced.append)
    (tmp_path / "room").mkdir()
    special_files.publish_folder(tmp_path / "room", tmp_path / "target")
    assert ([path.name for path in tmp_path.iterdir()], synced) == (["target"], [tmp_path])


def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python sets them to None where the shell has closed them (``<&-``, ``>&-``)."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(JugError, match=r"^cannot read standard input: it is closed$"):
        standard_input()
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(JugError, match=r"^cannot write to standard output: it is closed$"):
        to_standard_output(b"PSR")


def test_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"PSR J0")
    (tmp_path / "b").write_bytes(b"PSR J1")
    with open(tmp_path / "a") as first, open(tmp_path / "b") as second:
        monkeypatch.setattr(sys, "stdin", first)
        assert (standard_input(), standard_input()) == (b"PSR J0", b"PSR J0")
        monkeypatch.setattr(sys, "stdin", second)
        assert standard_input() == b"PSR J1"
    with open(tmp_path / "c", "w") as unreadable:
        monkeypatch.setattr(sys, "stdin", unreadable)
        with pytest.raises(JugError, match="cannot read standard input"):
            standard_input()


@pytest.mark.parametrize("end", ["\x1a", "\n\x1a", "\n\x1a\n"])
def test_a_tim_file_may_end_as_those_of_dos(tmp_path: Path, end: str) -> None:
    """By the byte 1A, on a line of its own or behind the last word, which it is no part of."""
    (tmp_path / "a.tim").write_text(f"FORMAT 1\na 1400 54000.5 1 gbt\nb 1400 54001.5 2 gbt -f x{end}", newline="")
    found = read_tim(tmp_path / "a.tim")
    assert len(found) == 2
    assert found.flags["f"].values[-1] == "x"
