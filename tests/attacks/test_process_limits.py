"""``jug fit`` under limits of memory, files, processes and file size: a code of the table, and one line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from under_attack import FIT, PAR, TIM, faults, jug, left_over

from jug.cli.process.limits import LEAST_MB

pytestmark = [
    pytest.mark.usefixtures("embedded_only"),
    pytest.mark.skipif(shutil.which("prlimit") is None, reason="this test needs the command prlimit of util-linux"),
]


@pytest.mark.parametrize(
    ("limit", "codes"),
    [
        (f"--as={(LEAST_MB - 40) * 1_000_000}", {5}),
        (f"--as={(LEAST_MB + 40) * 1_000_000}", {0}),
        ("--nofile=5", {5}),
        ("--fsize=2000", {5}),
        ("--nproc=1", {0}),
    ],
)
def test_a_fit_under_a_limit(tmp_path: Path, limit: str, codes: set[int]) -> None:
    ended = jug(f"{FIT} -o {tmp_path}/post.par --json {tmp_path}/a.json", before=f"prlimit {limit}")
    assert ended.returncode in codes
    assert faults(ended) == []
    assert left_over(tmp_path, expected={"post.par", "a.json"}) == []


@pytest.mark.parametrize(
    ("limit", "way_out"),
    [
        ("--nofile=5", "raise the limit of open files (ulimit -n)"),
        ("--fsize=2000", "raise the limit of file size (ulimit -f)"),
        (f"--as={(LEAST_MB - 40) * 1_000_000}", "raise it (ulimit -v)"),
    ],
)
def test_a_limit_is_told_with_the_file_and_the_way_out(tmp_path: Path, limit: str, way_out: str) -> None:
    said = jug(f"{FIT} --json {tmp_path}/a.json", before=f"prlimit {limit}").stderr
    assert said.startswith("jug: error: ")
    assert said.endswith(f"{way_out}\n")
    assert "--as" in limit or "/" in said.removesuffix(way_out)


@pytest.mark.long
@pytest.mark.parametrize("threads", ["1", ""])
def test_a_fit_with_any_limit_of_memory(tmp_path: Path, threads: str) -> None:
    """From 20 to 400 MB; OpenBLAS ended the process with code 1, or the installation was said to be incomplete."""
    codes = []
    for mb in range(20, 340, 40):
        ended = jug(f"{FIT} -o {tmp_path}/post.par", before=f"prlimit --as={mb}000000", OMP_NUM_THREADS=threads)
        assert faults(ended) == [], f"{mb} MB"
        codes.append(ended.returncode)
    assert set(codes) == {0, 5}
    assert sorted(codes, reverse=True) == codes, "more memory does not do worse"


@pytest.mark.long
def test_jax_with_any_limit_of_memory() -> None:
    for mb in (300, 600, 1200, 1800):
        ended = jug(f"fit {PAR} {TIM} --backend jax", before=f"prlimit --as={mb}000000")
        assert faults(ended) == [], f"{mb} MB"
        assert ended.returncode in (0, 5)


@pytest.mark.long
def test_a_fit_with_any_limit_of_files_and_file_size(tmp_path: Path) -> None:
    for limit in ("--nofile=6", "--nofile=8", "--nofile=10", "--fsize=0", "--fsize=6000", "--fsize=30000"):
        outputs = f"-o {tmp_path}/post.par --json {tmp_path}/a.json --plot {tmp_path}/a.png"
        ended = jug(f"{FIT} {outputs}", before=f"prlimit {limit}")
        if "error while loading shared libraries" in ended.stderr or "Fatal Python error" in ended.stderr:
            continue  # Python itself does not start
        assert faults(ended) == [], limit
        assert ended.returncode in (0, 5), limit
        assert left_over(tmp_path, expected={"post.par", "a.json", "a.png"}) == []


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0,
    reason="this test acts as another user: it needs root",
)
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="this test needs the command setpriv of util-linux")
def test_a_user_who_may_start_no_thread() -> None:
    """OpenBLAS interrupted the process where it could not start its threads; one thread is taken.

    The other user may read all files, wherever Python and the sources are, and has no other right of root.
    """
    rights = " ".join(f"--{kind}-caps=-all,+dac_read_search" for kind in ("inh", "ambient"))
    user = f"setpriv --reuid=65533 --regid=65533 --clear-groups {rights} prlimit --nproc=1"
    if subprocess.run([*user.split(), "true"], capture_output=True, timeout=60).returncode:
        pytest.skip("this test sets rights of another user, which needs root with CAP_SETPCAP and CAP_DAC_READ_SEARCH")
    threads = {"OMP_NUM_THREADS": "", "OPENBLAS_NUM_THREADS": ""}
    program = "import threading; threading.Thread(target=print).start()"
    words = [*user.split(), sys.executable, "-c", program]
    refused = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert "can't start new thread" in refused.stderr
    ended = jug(FIT, before=user, **threads)
    assert ended.returncode == 0
    assert faults(ended) == []
