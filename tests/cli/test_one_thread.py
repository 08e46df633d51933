"""A limit of address space or processes: one thread where there is room for no more, an error where there is none."""

import os

import pytest

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
