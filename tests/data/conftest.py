"""A publisher, an empty cache, and no proxy between them."""

from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

import pytest
from publisher import Publisher, publishing

from jug.data import search_path


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    for variable in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with publishing() as found:
        yield found


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded_only: None) -> Path:
    """The user's cache: a folder that is not there yet; nothing but it and the embedded set is searched.

    Packages that hold an ephemeris are looked for in ``tmp_path / "site-packages"`` alone, whatever is installed.
    """
    folder = tmp_path / "cache"
    here = [str(tmp_path / "site-packages")]
    monkeypatch.setattr(search_path, "find_spec", lambda name: PathFinder.find_spec(name, here))
    monkeypatch.setenv("JUG_CACHE", str(folder))
    return folder
