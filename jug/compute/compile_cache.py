"""Which looks have been compiled before on this machine: marks beside the compiled code, so that asking is cheap.

XLA's own keys need the traced program. A mark that is wrong only costs a worse guess of the time.
"""

from pathlib import Path
from zlib import crc32

from jug.io.folders import cache_folder
from jug.model.declare import Component
from jug.model.parameters import Layout


def compiled_folder() -> Path:
    """Where compiled code is kept."""
    return cache_folder() / "jax"


def is_cached(components: tuple[Component, ...], layout: Layout, size: int) -> bool:
    """Whether a structure has been compiled for a padded size and kept."""
    return _mark(components, layout, size).exists()


def note(components: tuple[Component, ...], layout: Layout, size: int) -> None:
    """Leave a mark; without a word where that cannot be done."""
    try:
        _mark(components, layout, size).touch()
    except OSError:
        return


def _mark(components: tuple[Component, ...], layout: Layout, size: int) -> Path:
    structure = repr(([c.name for c in components], layout)).encode()
    return compiled_folder() / f"known-{crc32(structure):08x}-{size}"
