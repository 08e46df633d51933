"""Reading text with clear errors, and writing that is all or nothing."""

import os
from pathlib import Path

import pytest

from jug.errors import InputError, ParError, TimError
from jug.io import files


def test_line_ends_and_marks_of_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree \xc3\xa9\n\x1a")
    assert files.read_text(path, "par file", ParError) == "one\ntwo\nthree é\n\x1a"


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 0, "empty par file"),
        (b" \n\t\n", 0, "empty par file"),
        (b"PSR J1\nF0 \x00\x01", 2, "binary file .byte 0x00."),
        (b"\x89PNG\r\n\x1a\n\x00", 3, "binary"),
        (b"PSR J1\n# S\xe3o Paulo\n", 2, "0xe3 is not UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, line: int, reason: str) -> None:
    path = tmp_path / "a.par"
    path.write_bytes(content)
    with pytest.raises(ParError, match=reason) as error:
        files.read_text(path, "par file", ParError)
    assert error.value.where is not None
    assert (error.value.where.path, error.value.where.line) == (str(path), line)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TimError, match=r"nothing\.tim: no such tim file; check"):
        files.read_text(tmp_path / "nothing.tim", "tim file", TimError)
    with pytest.raises(TimError, match="a directory, where a tim file is expected"):
        files.read_text(tmp_path, "tim file", TimError)
    with pytest.raises(TimError, match="cannot read the tim file"):
        files.read_text(tmp_path / ("x" * 5000), "tim file", TimError)
    with pytest.raises(TimError, match="cannot read the tim file"):
        files.read_text("a\0b", "tim file", TimError)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tim"
    path.write_text("FORMAT 1\n")
    path.chmod(0)
    with pytest.raises(TimError, match="no permission"):
        files.read_text(path, "tim file", TimError)


def test_a_written_file_replaces_the_old_one_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.par"
    path.write_text("old")
    path.chmod(0o640)
    files.write_text(path, "new é\n")
    assert path.read_text(encoding="utf-8") == "new é\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["a.par"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("real")
    files.write_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.par"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"a\.par: cannot write: No space left"):
        files.write_text(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.par"]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder; make it first"):
        files.write_text(tmp_path / "no" / "a.par", "new")
    with pytest.raises(InputError, match="a directory has this name"):
        files.write_text(tmp_path, "new")
