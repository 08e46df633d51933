"""Compiled code is executed: it is kept in no folder that another user owns, can write to, or can replace."""

import os
from pathlib import Path

import pytest

from jug.compute.compile_cache import _is_writable

OTHER = 65533


@pytest.mark.parametrize(
    ("above", "own", "used"),
    [
        (0o755, 0o700, True),
        (0o755, 0o755, True),  # others may read it
        (0o775, 0o700, True),
        (0o777, 0o700, False),
        (0o1777, 0o700, True),
        (0o755, 0o720, False),
        (0o755, 0o702, False),
    ],
)
def test_who_may_write(tmp_path: Path, above: int, own: int, used: bool) -> None:
    folder = tmp_path / "cache" / "jax"
    folder.mkdir(parents=True)
    folder.parent.chmod(above)
    folder.chmod(own)
    assert _is_writable(folder) is used


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="this test gives files away: it needs root")
@pytest.mark.parametrize("level", [0, 1])
def test_a_folder_of_another_user(tmp_path: Path, level: int) -> None:
    """A folder below one of another user was used; that user can put another one in its place."""
    folder = tmp_path / "cache" / "jax"
    folder.mkdir(parents=True, mode=0o700)
    os.chown((folder, folder.parent)[level], OTHER, OTHER)
    assert not _is_writable(folder)
