"""Entries of the cache of compiled code are checked by jug's own sha256 before XLA executes them."""

from pathlib import Path

import jax
import pytest

from jug.compute import compile_cache, entry_sums


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An entry that was made inside `compilation_cache`."""
    monkeypatch.setattr(compile_cache, "cache_folder", lambda: tmp_path)
    made = tmp_path / "jax" / "jit_iteration-0123-cache"
    with compile_cache.compilation_cache(jax):
        made.write_bytes(bytes(range(256)) * 10)
    return made


def test_an_entry_that_was_stored_stays(entry: Path) -> None:
    entry_sums._sound.clear()  # as in a new process
    with compile_cache.compilation_cache(jax):
        assert entry.exists()


@pytest.mark.parametrize("place", [0, 20, 1000, 2559])
def test_a_flipped_bit_is_seen_before_xla_loads_the_entry(entry: Path, place: int) -> None:
    """A frame of zstd has no checksum: what XLA then loaded crashed this run and every later one."""
    content = bytearray(entry.read_bytes())
    content[place] ^= 4
    entry.write_bytes(content)
    with compile_cache.compilation_cache(jax):
        assert not entry.exists()
        entry.write_bytes(b"compiled again")
    entry_sums._sound.clear()
    with compile_cache.compilation_cache(jax):
        assert entry.read_bytes() == b"compiled again"


def test_an_entry_without_a_sum_is_not_loaded(entry: Path) -> None:
    """Such are those of earlier versions."""
    entry.with_name(f"{entry.name}.sha256").unlink()
    entry_sums._sound.clear()
    with compile_cache.compilation_cache(jax):
        assert not entry.exists()
