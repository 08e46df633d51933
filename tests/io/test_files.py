"""Reading text with clear errors, and writing that is all or nothing."""

import ast
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from jug.errors import InputError, ParError, TimError
from jug.io import files, staging
from jug.io.stream_names import is_stream


def test_line_ends_and_marks_of_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree \xc3\xa9\n\x1a")
    assert files.read_text(path, "par file", ParError) == "one\ntwo\nthree é\n\x1a"


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 1, "empty par file"),
        (b" \n\t\n", 2, "empty par file"),
        (b"PSR J1\nF0 \x00\x01", 2, "binary file .byte 0x00."),
        (b"\x89PNG\r\n\x1a\n\x00", 3, "binary"),
        (b"PSR J1\nPSR S\xe3o # Paulo\n", 2, "0xe3 is not UTF-8"),
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


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, who may read everything; skipped where these cannot be laid down."""
    if os.geteuid() != 0:
        yield
        return
    try:
        os.seteuid(65534)
    except OSError:
        pytest.skip("this test lays down the rights of root, which needs the capability CAP_SETUID")
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this test needs a system with users of files, as Linux")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tim"
    path.write_text("FORMAT 1\n")
    path.chmod(0)
    with as_nobody(), pytest.raises(TimError, match="no permission to read the tim file"):
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
    staging.stage(tmp_path / "a", b"new").discard()
    assert not list(tmp_path.iterdir())


WRITERS = {"io/files.py", "io/special_files.py", "io/staging.py"}
"""The only files of the package that open a file for writing, move or copy one."""

TAKES_A_PATH = ("figure.savefig", "np.save", "np.savez", "np.savetxt")
"""Functions that write to a path or to a buffer; here only buffers are given to them."""

MOVES = ("shutil.copy", "shutil.move", "os.rename", "os.replace", "os.link", "os.fdopen", "tempfile.NamedTemporaryFile")


def writes(node: ast.Call) -> bool:
    """Whether a call opens a file for writing, moves or copies one; ``store`` is a cache with methods of its own."""
    called = ast.unparse(node.func)
    last = called.rpartition(".")[2]
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    modes = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    if last == "open" and called != "os.open":
        return any(mode and set(mode) <= set("rwxabt+") and set(mode) & set("wxa+") for mode in modes)
    if called == "os.open":
        return "os.devnull" not in map(ast.unparse, given)
    if called.startswith(TAKES_A_PATH) and node.args:
        return ast.unparse(node.args[0]) != "buffer"
    method = isinstance(node.func, ast.Attribute) and last in ("write_text", "write_bytes", "touch", "rename", "tofile")
    return called.startswith(MOVES) or (method and not called.startswith(("files.", "store.")))


def test_every_output_goes_through_one_function() -> None:
    """par, tim, JSON, pictures, npz, HTML, caches, downloads: no other file of the package opens a file for writing."""
    package = Path(files.__file__).resolve().parent.parent
    found = [
        f"{name}:{node.lineno} {ast.unparse(node.func)}"
        for path in package.rglob("*.py")
        if (name := path.relative_to(package).as_posix()) not in WRITERS
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and writes(node)
    ]
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        *("open(p, 'w')", "path.open(mode='rb+')", "path.write_text('x')", "os.open(p, os.O_CREAT)", "np.savez(p, a)"),
        *("figure.savefig(path)", "shutil.copyfile(a, b)", "os.replace(a, b)", "path.touch()", "gzip.open(p, 'wb')"),
    ],
)
def test_another_writer_is_seen(line: str) -> None:
    [call] = [node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Call)]
    assert writes(call)


def test_a_long_name_of_many_bytes(tmp_path: Path) -> None:
    """240 bytes in 80 characters; the temporary name was cut to 100 characters, and was too long for the disk."""
    path = tmp_path / ("\u661f" * 80)
    files.write_bytes(path, b"x")
    assert path.read_bytes() == b"x"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(("name", "stream"), [("-", True), ("/dev/null", True), (".", False), ("absent", False)])
def test_what_is_written_without_a_temporary_file(name: str, stream: bool) -> None:
    assert is_stream(name) == stream
