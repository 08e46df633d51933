"""A limit of address space or processes: one thread where there is room for no more, an error where there is none."""

import os
from collections.abc import Callable

import pytest
from copies import example

from jug.cli.process import limits
from jug.core.execution.threads import THREAD_VARIABLES
from jug.errors import JugMemoryError

pytest.importorskip("resource", reason="this system has no such limits")


@pytest.fixture(autouse=True)
def four_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in THREAD_VARIABLES:
        monkeypatch.setenv(name, "4")
    monkeypatch.setattr(limits, "workers", lambda: 4)


def threads_with(monkeypatch: pytest.MonkeyPatch, room: float) -> str:
    """The number of threads that is set where the limit leaves this room, MB."""
    monkeypatch.setattr(limits, "address_space_left", lambda: room)
    limits.respect_limits()
    return os.environ["OPENBLAS_NUM_THREADS"]


@pytest.mark.parametrize(("room", "threads"), [(310.0, "4"), (309.0, "1"), (160.0, "1")])
def test_room_for_threads(monkeypatch: pytest.MonkeyPatch, room: float, threads: str) -> None:
    """160 MB, and 50 MB for each further thread."""
    assert threads_with(monkeypatch, room) == threads


def test_room_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(JugMemoryError, match=r"a fit needs 160 MB of memory at least, and .* leaves 159 MB"):
        threads_with(monkeypatch, 159.0)


@pytest.mark.parametrize(("limit", "threads"), [(100, "1"), (-1, "4"), (10_000, "4")])
def test_a_limit_of_processes(monkeypatch: pytest.MonkeyPatch, limit: int, threads: str) -> None:
    """It is tried whether threads start only where the limit is low."""
    import resource

    def refuse(_: int) -> bool:
        return False

    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit, limit))
    monkeypatch.setattr(limits, "_can_start", refuse)
    assert threads_with(monkeypatch, 1000.0) == threads


def test_threads_are_tried() -> None:
    assert limits._can_start(3)


COMMAND = """
import os, sys
for name in {variables}:
    os.environ.pop(name, None)
from jug.cli.command import main
sys.argv = {argv!r}
assert main() == 0
from threadpoolctl import threadpool_info
print("THREADS", *(one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"))
"""


def test_blas_of_numpy_and_of_scipy_has_one_thread_in_a_command(run_python: Callable[[str], str]) -> None:
    """A module that loaded NumPy before the command had set the number gave it all cores, and nothing said so."""
    argv = ["jug", "noise", *map(str, example("NGC6440E")), "--add", "efac", "--starts", "1", "-q"]
    said = run_python(COMMAND.format(variables=THREAD_VARIABLES, argv=argv))
    assert set(said.split("THREADS")[1].split()) == {"1"}
