"""What several tests of the kernels need."""

import pytest

from jug.core.execution import threads


@pytest.fixture
def chunks_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of rows go to threads also where one thread is faster."""
    for name in ("THREADED_COLUMNS", "CHUNKED_NUMBERS", "COUPLED_NUMBERS"):
        monkeypatch.setattr(threads, name, 0)
