"""A publisher, an empty cache, and no proxy between them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from publisher import Publisher, publishing


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    for variable in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with publishing() as found:
        yield found


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded_only: None) -> Path:
    """The user's cache: a folder that is not there yet; nothing but it and the embedded set is searched."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("JUG_CACHE", str(folder))
    return folder
