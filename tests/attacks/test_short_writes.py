"""System calls that write a few bytes and return, or are interrupted: every output is whole and the usual one.

The file system of a network, a pipe and a signal may do so. A library that is loaded before the C library
(``LD_PRELOAD``) makes each write short; strace cannot, as it either makes a call or not.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from under_attack import FIT, PAR, TIM, faults, jug

SOURCE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>
#include <sys/stat.h>

static int calls;

static size_t part(int fd, size_t size) {
    struct stat about;
    if (size <= MOST || fstat(fd, &about) || S_ISCHR(about.st_mode)) return size;
    return 1 + (size_t)(++calls * 31) % MOST;
}

ssize_t write(int fd, const void *bytes, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    if (size > MOST && calls % 3 == 2) { calls++; errno = EINTR; return -1; }
    return real(fd, bytes, part(fd, size));
}
"""
"""At most MOST bytes of a write are written, and every third call is interrupted."""

MOST = 1000

COMMANDS = {
    "fit": (f"{FIT} -o post.par --json a.json --report r.html --plot a.png", "post.par a.json r.html a.png"),
    "to pipes": (
        f"{FIT} -q --json - | cat > a.json; {FIT} -q -o - | cat > b.par; {FIT} | cat > c.txt",
        "a.json b.par c.txt",
    ),
    "residuals": (f"residuals {PAR} {TIM} -o r.csv --columns mjd,res", "r.csv"),
    "export": (f"export {PAR} {TIM} -o a.feather --json a.json", "a.feather a.json"),
    "polyco": (f"polyco {PAR} --site gbt --start 53801 --end 53801.5 -o p.dat", "p.dat"),
    "outliers": (f"outliers {PAR} {TIM} --confirm 0 -o post.tim --json a.json", "post.tim a.json"),
    "doctor": (f"doctor {PAR} {TIM} --html d.html", "d.html"),
    "run": (
        f"run {PAR} -o out --jobs 1 --set export.feather=true",
        "out/1748-2021E/post.par out/1748-2021E/fit.json out/1748-2021E/report.html out/1748-2021E/1748-2021E.feather "
        "out/1748-2021E/log.txt out/index.html out/manifest.json",
    ),
}

pytestmark = [
    pytest.mark.usefixtures("embedded_only"),
    pytest.mark.skipif(sys.platform != "linux", reason="this test replaces a function of the C library of Linux"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="this test compiles a library: it needs a C compiler (cc)"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "short.c").write_text(SOURCE)
    words = ["cc", "-shared", "-fPIC", f"-DMOST={MOST}", "-o", "short.so", "short.c", "-ldl"]
    subprocess.run(words, cwd=folder, check=True, timeout=60)
    return folder / "short.so"


def test_the_library_makes_writes_short(library: Path, tmp_path: Path) -> None:
    """A program that does not look at what was written loses most of it."""
    code = f"import os; f = os.open({str(tmp_path / 'a')!r}, os.O_WRONLY | os.O_CREAT); os.write(f, b'x' * 100_000)"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "LD_PRELOAD": str(library)}, check=True, timeout=60)
    assert 0 < (tmp_path / "a").stat().st_size <= MOST


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "residuals" else pytest.mark.long) for name in COMMANDS]
)
def test_every_output_is_whole(name: str, library: Path, tmp_path: Path, trials: Callable[[int], None]) -> None:
    """The same bytes as without the attack, but for what an output says of the time at which it was made."""
    words, names = COMMANDS[name]
    words = words.replace(f"; {FIT}", f"; {sys.executable} -m jug {FIT}")
    found = []
    for preload in ("", str(library)):
        room = tmp_path / ("short" if preload else "usual")
        room.mkdir()
        ended = jug(words, folder=room, LD_PRELOAD=preload)
        assert faults(ended) == []
        assert ended.returncode in (0, 1)
        found.append({output: room / output for output in names.split()})
    for output in names.split():
        usual, short = (comparable(one[output]) for one in found)
        assert usual == short, output
    trials(len(names.split()))


def comparable(path: Path) -> bytes | list[bytes]:
    """The content; of pages and JSON the lines without a time or a folder, the number of lines among them."""
    content = path.read_bytes()
    if path.suffix in (".png", ".feather"):
        return content
    lines = content.splitlines()
    timed = (b"This page made", b"seconds", b'_s"', b"jug fit ", b" s.", b" s ", b"/usual/", b"/short/")
    return [line for line in lines if not any(word in line for word in timed)] + [b"%d" % len(lines)]
