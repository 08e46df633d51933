"""A disk that is full or read-only: exit code of the table, one line, the old file as it was, nothing left over."""

from pathlib import Path

import pytest
from disks import make_read_only, small_disk
from under_attack import FIT, PAR, TIM, faults, jug

pytestmark = pytest.mark.usefixtures("embedded_only")

COMMANDS = [
    f"{FIT} -o post.par",
    f"{FIT} --json post.par",
    f"{FIT} --plot a.png",
    f"residuals {PAR} {TIM} -o post.par",
    f"convert {PAR} --to tempo2 -o post.par",
    f"doctor {PAR} {TIM} --html d.html",
    f"outliers {PAR} {TIM} -o post.par",
    f"outliers {PAR} {TIM} --json post.par",
]


@pytest.mark.parametrize("words", [COMMANDS[0], *(pytest.param(one, marks=pytest.mark.long) for one in COMMANDS[1:])])
def test_a_full_disk(tmp_path: Path, words: str) -> None:
    with small_disk(tmp_path / "disk", 64) as disk:
        (disk / "post.par").write_text("old")
        (disk / "filled").write_bytes(b"x" * (60 * 1024))
        ended = jug(words, folder=disk)
        assert ended.returncode == 5
        assert faults(ended) == []
        assert "No space left on device" in ended.stderr
        assert bool(ended.stdout) == words.startswith(("fit", "outliers", "doctor")), (
            "the report is printed all the same"
        )
        assert (disk / "post.par").read_text() == "old"
        assert {path.name for path in disk.iterdir()} == {"post.par", "filled"}


def test_a_read_only_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk:
        (disk / "post.par").write_text("old")
        make_read_only(disk)
        ended = jug(COMMANDS[0], folder=disk)
        assert ended.returncode == 2
        assert faults(ended) == []
        assert (disk / "post.par").read_text() == "old"


def test_a_run_and_an_update_on_a_full_disk_name_the_folder(tmp_path: Path) -> None:
    """Closing the lock file tried again to write what there was no room for, and that error named no file."""
    with small_disk(tmp_path / "disk", 64) as disk:
        (disk / "filled").write_bytes(b"x" * (64 * 1024))
        for words in (f"run {PAR} -o out --jobs 1", "data update time_gbt.dat"):
            ended = jug(words, folder=disk, JUG_CACHE=str(disk / "out"))
            assert ended.returncode in (2, 5)
            assert faults(ended) == []
            assert "/out: no room on the disk" in f"/{ended.stderr.removeprefix('jug: error: ')}"


@pytest.mark.long
def test_every_size_of_disk(tmp_path: Path) -> None:
    """From no room at all to room for all outputs: each output is whole or not there."""
    outputs = {"post.par", "a.json", "a.png"}
    for kilobytes in range(4, 200, 32):
        with small_disk(tmp_path / f"disk{kilobytes}", kilobytes) as disk:
            ended = jug(f"{FIT} -o post.par --json a.json --plot a.png", folder=disk)
            assert faults(ended) == []
            assert ended.returncode in (0, 5)
            there = {path.name for path in disk.iterdir()}
            assert there <= outputs
            assert (there == outputs) == (ended.returncode == 0)


@pytest.mark.long
@pytest.mark.parametrize("full", [True, False])
def test_a_cache_on_a_full_or_read_only_disk(tmp_path: Path, full: bool) -> None:
    """The cache of compiled code and of time ephemerides is a help: a fit does without it."""
    with small_disk(tmp_path / "disk", 64) as disk:
        if full:
            (disk / "filled").write_bytes(b"x" * (64 * 1024))
        else:
            make_read_only(disk)
        ended = jug(f"{FIT} --backend jax -o {tmp_path}/post.par", JUG_CACHE=str(disk))
        assert faults(ended) == []
        assert ended.returncode == 0
