"""The list of the files in the user's cache, ``manifest.json``, and checks that they are unchanged.

The sha256 of an ephemeris of 100 MB takes 0.1 to 0.3 s. ``checks.json`` beside the list has the large files that were
compared, with size and time of change, so that a file is compared again only after it has changed.
"""

import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from jug.data.hashes import entry, hashed_text, read_json
from jug.errors import DataError, InputError
from jug.io.files import write_text
from jug.text.json_types import JsonObject

MANIFEST = "manifest.json"

CHECKS = "checks.json"

LARGE_BYTES = 2_000_000
"""Size of a file, bytes, from which the result of its comparison is noted."""

LATER_S = 0.2
"""Time, s, after which a file that differs from the list is examined again: an update may be replacing it."""


def read_manifest(folder: Path) -> JsonObject:
    """Read the list of a cache; empty if it is missing or cannot be read, so that every file is fetched again."""
    try:
        found = read_json(folder / MANIFEST, "list of the cache")
    except DataError:
        found = {}
    parts = {key: _object(found.get(key)) for key in ("files", "aside", "index")}
    for key in ("files", "aside"):
        parts[key] = {name: known for name, known in parts[key].items() if isinstance(known, dict)}
    rows = _object(parts["index"].get("rows"))
    parts["index"]["rows"] = {name: row for name, row in rows.items() if isinstance(row, list) and len(row) == 3}
    return parts


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def is_whole(path: Path, known: JsonObject) -> bool:
    """Whether a file has the size and sha256 of its entry in the list.

    Parameters
    ----------
    path : Path
    known : dict
        Its entry: ``size`` (bytes), ``sha256``.

    Returns
    -------
    bool
        Also False if it cannot be read.
    """
    try:
        return path.stat().st_size == known.get("size") and entry(path)["sha256"] == known.get("sha256")
    except OSError:
        return False


def is_fetched(folder: Path, kind: str, path: Path) -> bool:
    """Whether a file in a cache is the one of its list; also True if the list does not have its name.

    Parameters
    ----------
    folder : Path
        The cache.
    kind : str
        The folder of the file in it, ``"clock"`` or ``"ephemeris"``.
    path : Path

    Returns
    -------
    bool
        Each state of the file is compared once in a process; that of a large file once on this machine.
    """
    try:
        state = path.stat()
    except OSError:
        return False
    return _is_fetched(folder, f"{kind}/{path.name}", path, state.st_size, state.st_mtime_ns)


@cache
def _is_fetched(folder: Path, key: str, path: Path, size: int, changed_ns: int) -> bool:
    for wait in (0.0, LATER_S):
        time.sleep(wait)
        known = read_manifest(folder)["files"].get(key)
        if known is None:
            return True
        state = [size, changed_ns, known.get("sha256")]
        if size >= LARGE_BYTES and size == known.get("size") and _checks(folder).get(key) == state:
            return True
        if is_whole(path, known):
            if size >= LARGE_BYTES:
                _note(folder, key, state)
            return True
    return False


def _checks(folder: Path) -> JsonObject:
    """Large files that were compared: size, time of change (ns) and sha256 by their name in the list."""
    try:
        return _object(read_json(folder / CHECKS, "list of checks").get("checked"))
    except DataError:
        return {}


def _note(folder: Path, key: str, state: list[object]) -> None:
    """Note that a file was compared; where that cannot be written, the next process compares it again."""
    with suppress(OSError, InputError):
        write_text(folder / CHECKS, hashed_text({"checked": {**_checks(folder), key: state}}))
