"""The same answer with any hash seed and locale, with python -O, from a read-only installation, from two at a time."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from copies import EXAMPLES, ROOT
from disks import read_only_view
from under_attack import FIT, faults, jug

pytestmark = [pytest.mark.usefixtures("embedded_only"), pytest.mark.long]


def answer(folder: Path, *, words: str = FIT, **variables: str) -> tuple[str, bytes]:
    """The report and the par file of a fit."""
    folder.mkdir(exist_ok=True)
    ended = jug(f"{words} -o post.par", folder=folder, **variables)
    assert ended.returncode == 0
    assert faults(ended) == []
    return ended.stdout, (folder / "post.par").read_bytes()


@pytest.fixture
def usual(tmp_path: Path) -> tuple[str, bytes]:
    return answer(tmp_path / "usual")


def test_hash_seeds(tmp_path: Path, usual: tuple[str, bytes]) -> None:
    for seed in range(10):
        assert answer(tmp_path / "room", PYTHONHASHSEED=str(seed)) == usual


def test_hash_seeds_and_a_model_with_many_terms(tmp_path: Path) -> None:
    pulsar = f"{EXAMPLES}/J1614-2230_NANOGrav_12yv3.wb"
    words = f"fit {pulsar}.gls.par {pulsar}.tim --ephem DE440"
    found = {answer(tmp_path / "room", words=words, PYTHONHASHSEED=str(seed)) for seed in range(4)}
    assert len(found) == 1


def test_locales(tmp_path: Path, usual: tuple[str, bytes]) -> None:
    """Every locale that is there, and one that is not; the file has the same bytes."""
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, timeout=60).stdout.split()
    for name in [*listed[:8], "C", "POSIX", "xx_XX"]:
        assert answer(tmp_path / "room", LC_ALL=name, LANG=name)[1] == usual[1]
    assert answer(tmp_path / "room", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="latin-1")[1] == usual[1]


@pytest.mark.parametrize("level", ["1", "2"])
def test_optimised_python(tmp_path: Path, usual: tuple[str, bytes], level: str) -> None:
    """Without assert statements and docstrings (``-O``, ``-OO``)."""
    assert answer(tmp_path / "room", PYTHONOPTIMIZE=level) == usual


def test_a_read_only_installation(tmp_path: Path, usual: tuple[str, bytes]) -> None:
    installed = tmp_path / "installed"
    words = [*FIT.split(), "-o", "post.par"]
    code = (
        f"import jug, os, sys; assert jug.__file__.startswith({str(installed)!r}), jug.__file__\n"
        f"try: open({str(installed / 'jug' / 'a')!r}, 'w')\nexcept OSError: pass\nelse: sys.exit('not read-only')\n"
        f"from jug.cli.command import main; sys.exit(main({words!r}))"
    )
    ran = subprocess.run(
        [*read_only_view(ROOT, installed), sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed), "OMP_NUM_THREADS": "1", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.stderr == ""
    assert ran.returncode == 0
    assert (tmp_path / "post.par").read_bytes() == usual[1]


def test_no_home_and_no_cache(tmp_path: Path, usual: tuple[str, bytes]) -> None:
    assert answer(tmp_path / "room", HOME="/nonexistent", XDG_CACHE_HOME="/nonexistent")[1] == usual[1]


ODD = {
    "TZ": ("Asia/Kathmandu", "nonsense/tz", "UTC+99", ":/etc/passwd"),
    "HOME": ("", "relative", "/proc"),
    "TMPDIR": ("/dev/null/a",),
    "COLUMNS": ("0", "abc"),
    "OMP_NUM_THREADS": ("abc", "-1", "100000"),
    "OPENBLAS_NUM_THREADS": ("1000000",),
    "PYTHONWARNINGS": ("error",),
    "PYTHONDEVMODE": ("1",),
    "MPLCONFIGDIR": ("/dev/null/a",),
}
"""Variables of the environment, and values that are odd."""


@pytest.mark.parametrize("name", ODD)
def test_odd_variables(tmp_path: Path, usual: tuple[str, bytes], name: str, trials: Callable[[int], None]) -> None:
    """A fit with a picture: the same answer, and nothing on standard error."""
    trials(len(ODD[name]))
    for value in ODD[name]:
        room = tmp_path / "room"
        assert answer(room, words=f"{FIT} --plot a.png", **{name: value}) == usual
        assert (room / "a.png").stat().st_size > 1000


@pytest.mark.parametrize("words", ["", "--backend jax"])
@pytest.mark.parametrize("place", ["a file", "/dev/null", "relative", "a circle", "/tmp/" + "a" * 5000])
@pytest.mark.parametrize("name", ["JUG_CACHE", "XDG_CACHE_HOME", "JAX_COMPILATION_CACHE_DIR"])
def test_a_cache_that_is_no_folder(tmp_path: Path, usual: tuple[str, bytes], name: str, place: str, words: str) -> None:
    """The cache is a help: without one the answer is the same. A warning of JAX is one line."""
    (tmp_path / "a file").touch()
    (tmp_path / "a circle").symlink_to(tmp_path / "a circle")
    place = str(tmp_path / place) if place in ("a file", "a circle") else place
    report, content = answer(tmp_path / "room", words=f"{FIT} {words}", **{name: place})
    assert (content == usual[1]) or words  # of JAX the last digits, which no residual shows, are others
    assert report.startswith("PSR ")


@pytest.mark.parametrize("before", ["ulimit -s 256;", "ulimit -s 1024;", "umask 777;", "exec <&-;", "exec </dev/full;"])
def test_odd_limits_and_streams(tmp_path: Path, usual: tuple[str, bytes], before: str) -> None:
    (tmp_path / "room").mkdir()
    ended = jug(f"{FIT} -o post.par", before=before, folder=tmp_path / "room")
    assert ended.returncode == 0
    assert faults(ended) == []
    (tmp_path / "room" / "post.par").chmod(0o600)
    assert (ended.stdout, (tmp_path / "room" / "post.par").read_bytes()) == usual


@pytest.mark.parametrize("words", ["--backend jax", "--ephem DE405"])
def test_processes_that_share_an_empty_cache(tmp_path: Path, words: str) -> None:
    """Compiled code, and a time ephemeris (IF99) that each of three makes for itself."""
    par = (EXAMPLES / "NGC6440E.par").read_text().replace("TIMEEPH             FB90", "TIMEEPH IF99")
    assert "IF99" in par
    (tmp_path / "a.par").write_text(par)
    fit = f"fit {tmp_path}/a.par {EXAMPLES}/NGC6440E.tim {words}"
    with ThreadPoolExecutor(3) as pool:
        rooms = [tmp_path / f"room{i}" for i in range(3)]
        ended = list(pool.map(lambda room: answer(room, words=fit, JUG_CACHE=str(tmp_path / "cache")), rooms))
    again = answer(tmp_path / "again", words=fit, JUG_CACHE=str(tmp_path / "cache"))
    assert {content for _, content in (*ended, again)} == {again[1]}
    assert not list((tmp_path / "cache").rglob("*.tmp"))
