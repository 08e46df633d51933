"""Fits in threads, coroutines and processes at the same time, and a thousand of them in one process."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from copies import example

import jug

pytestmark = pytest.mark.usefixtures("embedded_only")

Loaded = tuple[jug.TimingModel, jug.TOAs]


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return jug.load(*example("NGC6440E"))


def values(loaded: Loaded) -> dict[str, float]:
    """The fitted values."""
    return dict(jug.fit(*loaded, backend="numpy").values)


def load_and_fit(_: int) -> dict[str, float]:
    """The same from the files."""
    return values(jug.load(*example("NGC6440E")))


def test_eight_threads(loaded: Loaded) -> None:
    wanted = values(loaded)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(values, [loaded] * 24)) == [wanted] * 24
        assert list(pool.map(load_and_fit, range(8))) == [wanted] * 8


def test_coroutines(loaded: Loaded) -> None:
    async def several() -> list[dict[str, float]]:
        return await asyncio.gather(*(asyncio.to_thread(values, loaded) for _ in range(6)))

    assert asyncio.run(several()) == [values(loaded)] * 6


def test_eight_threads_write_one_name(loaded: Loaded, tmp_path: Path) -> None:
    path = tmp_path / "post.par"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: jug.write_par(loaded[0], path), range(24)))
    assert dict(jug.load_model(path).entries).keys() == loaded[0].entries.keys()
    assert [one.name for one in tmp_path.iterdir()] == ["post.par"]


@pytest.mark.long
@pytest.mark.parametrize(
    "method", [name for name in ("spawn", "forkserver") if name in multiprocessing.get_all_start_methods()]
)
def test_processes(loaded: Loaded, method: str) -> None:
    """Models and TOAs go to another process and give the same values there."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(values, [loaded] * 3)) == [values(loaded)] * 3


THOUSAND = """
import gc, os, warnings
import jug
warnings.simplefilter("ignore")

def state():
    gc.collect()
    pages = int(open("/proc/self/statm").read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(os.listdir("/proc/self/fd"))

pair = jug.data.example("NGC6440E")
for i in range(1001):
    if i % 20 == 0:
        loaded = jug.load(*pair)
        jug.write_par(loaded[0], "post.par")
    jug.fit(*loaded, backend="numpy")
    if i in (200, 1000):
        print(*state())
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell its memory")
def test_a_thousand_fits_take_no_more_memory_and_files(
    run_python: Callable[[str], str], trials: Callable[[int], None]
) -> None:
    """From the 200th to the 1000th: less than 2 MB, which is the noise of the allocator; loading, fitting, writing."""
    (before, files), (after, files_after) = (map(float, line.split()) for line in run_python(THOUSAND).splitlines())
    trials(1001)
    assert files_after == files
    assert after - before < 2.0
