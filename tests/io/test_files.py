"""Reading text with clear errors, and writing that is all or nothing."""

import ast
import os
import stat
from concurrent.futures import ThreadPoolExecutor
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


def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write_text(tmp_path / "a.par", "new")
    finally:
        os.umask(before)
    assert (tmp_path / "a.par").stat().st_mode & 0o777 == 0o640


def test_a_link_at_a_temporary_name_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links at the name that was used before, and at the random name, leave the file that they name alone."""
    (tmp_path / "victim").write_text("precious")
    (tmp_path / f".a.par.{os.getpid()}.tmp").symlink_to("victim")
    files.write_text(tmp_path / "a.par", "new")
    assert (tmp_path / "a.par").read_text() == "new"
    monkeypatch.setattr(os, "urandom", bytes)
    (tmp_path / f".b.par.{'00' * 8}.tmp").symlink_to("victim")
    with pytest.raises(InputError, match="cannot write: File exists"):
        files.write_text(tmp_path / "b.par", "new")
    assert (tmp_path / "victim").read_text() == "precious"


def test_threads_that_write_one_name_do_not_fail_each_other(tmp_path: Path) -> None:
    path = tmp_path / "a.par"
    texts = [str(i) * 10_000 for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: files.write_text(path, texts[i % 8]), range(160)))
    assert path.read_text() in texts
    assert [p.name for p in tmp_path.iterdir()] == ["a.par"]


def test_file_and_folder_are_put_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = []
    monkeypatch.setattr(os, "fsync", lambda handle: kinds.append(stat.S_IFMT(os.fstat(handle).st_mode)))
    files.write_text(tmp_path / "a.par", "new")
    assert kinds == [stat.S_IFREG, stat.S_IFDIR]


def test_a_file_that_is_staged_and_discarded_leaves_nothing(tmp_path: Path) -> None:
    files.stage(tmp_path / "a", b"new").discard()
    assert not list(tmp_path.iterdir())


OWN_FOLDERS = {"data/fetch.py", "data/kernels.py", "data/lock.py", "data/freeze.py"}
"""These write into a folder that is theirs alone until it is complete, or a lock; a rename publishes the result."""


def test_every_output_goes_through_one_function() -> None:
    """No other file of the package opens a file for writing."""
    package = Path(files.__file__).resolve().parent.parent
    found = []
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        if name == "io/files.py" or name in OWN_FOLDERS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            modes = [a.value for a in [*node.args, *(k.value for k in node.keywords)] if isinstance(a, ast.Constant)]
            writes = called.rpartition(".")[2] == "open" and any(
                isinstance(mode, str) and set(mode) <= set("rwxabt+") and set(mode) & set("wxa") for mode in modes
            )
            method = isinstance(node.func, ast.Attribute) and node.func.attr in ("write_text", "write_bytes")
            if writes or (method and not called.startswith("files.")):
                found.append(f"{name}:{node.lineno} {called}")
    assert not found
