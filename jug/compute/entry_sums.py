"""The sha256 of each entry of the cache of compiled code, in a file beside it, checked before XLA loads the entry.

XLA executes what it loads, and the format of an entry may have no checksum (JAX's zstd frames have none): one flipped
bit then ends the process.
"""

from contextlib import suppress
from pathlib import Path

from jug.errors import InputError
from jug.io.files import write_text

SUM_SUFFIX = ".sha256"

_sound: set[tuple[Path, int, int]] = set()
"""Entries that this process has checked: path, size and time of change, ns."""


def remove_unsound(folder: Path) -> None:
    """Delete each entry that has no sha256 beside it, or a different one.

    Parameters
    ----------
    folder : Path
        Folder of compiled code.
    """
    for entry in folder.glob("*-cache"):
        with suppress(OSError):
            state = entry.stat()
            key = entry, state.st_size, state.st_mtime_ns
            if key not in _sound and not _is_sound(entry):
                remove_entry(entry)
            else:
                _sound.add(key)


def remove_entry(entry: Path) -> None:
    """Delete an entry and its sha256; OSError where the entry cannot be deleted.

    Parameters
    ----------
    entry : Path
    """
    entry.unlink(missing_ok=True)
    _sum_file(entry).unlink(missing_ok=True)


def add_sums(folder: Path) -> None:
    """Write the sha256 of each entry that has none; do nothing where the folder cannot be written to.

    Parameters
    ----------
    folder : Path
        Folder of compiled code.
    """
    for entry in folder.glob("*-cache"):
        with suppress(OSError, InputError):
            if not _sum_file(entry).exists():
                write_text(_sum_file(entry), _sum(entry))


def _is_sound(entry: Path) -> bool:
    try:
        return _sum_file(entry).read_bytes() == _sum(entry).encode()
    except FileNotFoundError:
        return False


def _sum_file(entry: Path) -> Path:
    return entry.with_name(f"{entry.name}{SUM_SUFFIX}")


def _sum(entry: Path) -> str:
    import hashlib

    return hashlib.sha256(entry.read_bytes()).hexdigest()
