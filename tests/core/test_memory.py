"""What memory is left, and work that needs more: refused before it begins, with the size and the way out."""

import math
import os
import shutil
import sys
from pathlib import Path

import pytest
from copies import EXAMPLES

import jug
from jug.analysis.toa_columns.files import file_bytes
from jug.cli.command import main
from jug.core.execution import mapped_arrays, memory
from jug.errors import JugMemoryError


def test_what_is_left() -> None:
    assert 0.0 < memory.memory_left() <= memory.address_space_left() == math.inf or memory.address_space_left() < 1e9


def test_address_space_is_what_the_limit_leaves_beside_the_pages_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a limit of 500 MB, 1000 pages are in use; where the system does not tell, nothing is."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (500_000_000, 500_000_000))
    for pages in ((1000, 7), ()):
        monkeypatch.setattr(memory, "_numbers", lambda path, pages=pages: iter(pages))
        assert memory.address_space_left() == 500.0 - sum(pages[:1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_a_container_has_its_own_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_CGROUP_FOLDER", str(tmp_path))
    before = memory.memory_left()
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("100000000\n")
    assert memory.memory_left() == pytest.approx(before, rel=0.5)
    (tmp_path / "memory.max").write_text("350000000\n")
    (tmp_path / "memory.stat").write_text("anon 5\ninactive_file 20000000\n")
    assert memory.memory_left() == 270.0
    (tmp_path / "memory.current").write_text("400000000\n")
    assert memory.memory_left() == 0.0  # above its limit there is nothing left, and not less


def test_points_that_are_evaluated_at_once_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 8 bytes for each of 10 TOAs and 25 columns, 2000 in all; one is always evaluated."""
    for most, points in ((6000, 3), (5999, 2), (1, 1)):
        monkeypatch.setattr(memory, "BATCH_BYTES", most)
        assert memory.points_at_once(10, 25) == points


def test_a_file_gets_its_size_where_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the call of Linux, and without it as far as the disk has so much."""
    usage = shutil.disk_usage(tmp_path)
    with (tmp_path / "a").open("w+b") as file:
        mapped_arrays.take_space(file, 4096)
        assert os.fstat(file.fileno()).st_size == 4096
        monkeypatch.delattr(os, "posix_fallocate", raising=False)
        monkeypatch.setattr(mapped_arrays, "disk_usage", lambda folder: usage._replace(free=8192))
        mapped_arrays.take_space(file, 8192)
        assert os.fstat(file.fileno()).st_size == 8192
        with pytest.raises(OSError, match="No space left"):
            mapped_arrays.take_space(file, 8193)
        assert os.fstat(file.fileno()).st_size == 8192


def test_too_many_toas_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """10 million TOAs need 12 GB. Nothing checked that before they were read."""
    monkeypatch.setattr(memory, "memory_left", lambda: 8000.0)
    memory.require_for_lines(1_000_000, 60_000_000)
    with pytest.raises(JugMemoryError, match=r"10000000 TOAs need about 12 GB of memory, and 8 GB are left"):
        memory.require_for_lines(10_000_000, 540_000_000)
    monkeypatch.setattr(memory, "SMALL_MB", 0)
    monkeypatch.setattr(memory, "memory_left", lambda: 0.01)
    assert main(["fit", str(EXAMPLES / "NGC6440E.par"), str(EXAMPLES / "NGC6440E.tim")]) == 5
    told = capsys.readouterr().err
    assert told.startswith("jug: error: 6")
    assert told.count("\n") == 1


def test_a_fit_that_would_not_end_is_refused_at_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """10^6 TOAs, 0.97 GB under a limit of 1.5 GB once they are read: the fit ended after 10 s for 23 MB."""
    model, toas = jug.load(EXAMPLES / "NGC6440E.par", EXAMPLES / "NGC6440E.tim")
    monkeypatch.setattr(memory, "memory_left", lambda: 530.0)
    memory.require_for_fit(800_000)
    with pytest.raises(JugMemoryError, match=r"1000000 TOAs in a fit need about 0.6 GB of memory, and 0.53 GB"):
        memory.require_for_fit(1_000_000)
    monkeypatch.setattr(memory, "SMALL_MB", 0)
    monkeypatch.setattr(memory, "memory_left", lambda: 0.01)
    with pytest.raises(JugMemoryError, match="62 TOAs in a fit need"):
        jug.fit(model, toas)


def test_dense_columns_of_noise_are_estimated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    par = (EXAMPLES / "NGC6440E.par").read_text() + "TNREDAMP -13\nTNREDGAM 3\nTNREDC 3000\n"
    (tmp_path / "a.par").write_text(par)
    model, toas = jug.load(tmp_path / "a.par", EXAMPLES / "NGC6440E.tim")
    monkeypatch.setattr(memory, "memory_left", lambda: 10.0)
    monkeypatch.setattr(memory, "SMALL_MB", 1)
    with pytest.raises(JugMemoryError, match=r"3000 frequencies of .* for 62 TOAs need about 0.024 GB.*take fewer"):
        jug.fit(model, toas)


@pytest.mark.parametrize(("n_cores", "need"), [(1, 500), (2, 600), (16, 2000)])
def test_pyarrow_is_not_loaded_where_it_would_abort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_cores: int, need: int
) -> None:
    """`jug export` under a limit of 250 MB ended with "cannot allocate memory ...: ABORT", code 127."""
    monkeypatch.delitem(sys.modules, "pyarrow", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: n_cores)
    monkeypatch.setattr(memory, "address_space_left", lambda: float(need))
    memory.require_space_for_arrow()
    monkeypatch.setattr(memory, "address_space_left", lambda: need - 1.0)
    with pytest.raises(JugMemoryError, match=rf"pyarrow needs {need} MB of address space, and .* leaves {need - 1} MB"):
        memory.require_space_for_arrow()
    record = tmp_path / "a.feather"
    assert main(["export", str(EXAMPLES / "NGC6440E.par"), str(EXAMPLES / "NGC6440E.tim"), "-o", str(record)]) == 5
    for ending in ("feather", "parquet"):
        with pytest.raises(JugMemoryError, match=rf"pyarrow needs {need} MB of address space"):
            file_bytes({}, {}, {}, ending, str)
    monkeypatch.setitem(sys.modules, "pyarrow", object())
    memory.require_space_for_arrow()


def test_the_memory_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand bytes a line and three copies of the text; 600 bytes a TOA of a fit, 170 with columns in files."""
    asked = []
    monkeypatch.setattr(memory, "require_memory", lambda mb, *_: asked.append(mb))
    memory.require_for_lines(1_000_000, 50_000_000)
    memory.require_for_fit(1_000_000)
    memory.require_for_fit(1_000_000, streamed=True)
    assert asked == [1150.0, 600.0, 170.0]


def test_the_limits_of_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The soft limits, less the pages that are mapped (statm) and the private memory (VmData, kB)."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (2_000_000_000, 8_000_000_000))
    monkeypatch.setattr(os, "sysconf", lambda name: 4096)
    written = {"/proc/self/statm": ["100000 7 3"], "/proc/self/status": ["Name: jug", "VmData:  500000 kB"]}
    monkeypatch.setattr(memory, "_lines", lambda path: written.get(path, []))
    assert memory.address_space_left() == pytest.approx(2000.0 - 409.6)
    assert memory.data_left() == 2000.0 - 512.0
    assert memory.memory_left() == memory.data_left()
    written["/proc/meminfo"] = ["MemTotal: 9 kB", "MemAvailable: 300000 kB", "SwapFree: 100000 kB", "SwapFree:"]
    assert memory.memory_left() == pytest.approx(409.6)
    written["/proc/self/statm"] = ["900000"]  # more than the limit: nothing is left, and not less
    assert memory.address_space_left() == memory.memory_left() == 0.0
    monkeypatch.setattr(resource, "getrlimit", lambda which: (resource.RLIM_INFINITY,) * 2)
    assert memory.address_space_left() == memory.data_left() == math.inf


@pytest.mark.parametrize(
    ("mb", "left", "is_refused"), [(200.0, 199.0, True), (199.9, 1.0, False), (300.0, 300.0, False)]
)
def test_work_is_refused_from_a_size_on(
    monkeypatch: pytest.MonkeyPatch, mb: float, left: float, is_refused: bool
) -> None:
    monkeypatch.setattr(memory, "memory_left", lambda: left)
    if not is_refused:
        memory.require_memory(mb, "Two maps", "take one")
        return
    with pytest.raises(
        JugMemoryError, match=r"^Two maps need about 0\.2 GB of memory, and 0\.2 GB are left; take one$"
    ):
        memory.require_memory(mb, "Two maps", "take one")
