"""The files in the user's cache that can be made or fetched again: their sizes, and their removal."""

import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from jug.data.cache import Cache
from jug.data.data_files import TABLES_FOLDER
from jug.data.fetch import cannot_write
from jug.data.lock import folder_lock
from jug.io.folders import cache_folder
from jug.obs.files import COMPUTED, packaged_root
from jug.obs.time_ephemeris import SHIPPED_TABLES

CACHE_KINDS = {
    "tables": "time ephemerides IF99 that were computed",
    "clock": "clock files that were fetched",
    "ephemeris": "ephemerides that were fetched",
    "aside": "files that were fetched and put aside",
    "jax": "compiled code",
}
"""Folders of the cache, and their content."""

_OF_EPHEMERIS = re.compile(r"if99_(.+)_[0-9a-f]{12}\.npy")


class TableRow(NamedTuple):
    """A table of IF99: name of its file, the ephemeris, size in bytes, path, and source."""

    name: str
    ephemeris: str
    size: int
    path: str
    source: str


class Removed(NamedTuple):
    """Files of one kind that were removed: their number and size in bytes."""

    kind: str
    number: int
    size: int


def time_ephemerides(cache: Path | None = None) -> tuple[TableRow, ...]:
    """List the tables of TIMEEPH IF99: those that come with jug, and those in the user's cache.

    Parameters
    ----------
    cache : Path, optional
        The user's when left out.

    Returns
    -------
    tuple of TableRow
    """
    embedded = packaged_root() / "tables"
    rows = [(embedded / name, ephemeris, "embedded") for ephemeris, name in SHIPPED_TABLES.items()]
    folder = (cache_folder() if cache is None else cache) / TABLES_FOLDER
    for path in sorted(folder.glob("if99_*.npy")) if folder.is_dir() else ():
        found = _OF_EPHEMERIS.fullmatch(path.name)
        rows.append((path, found[1].upper() if found else "", COMPUTED))
    return tuple(TableRow(path.name, name, path.stat().st_size, str(path), source) for path, name, source in rows)


def cache_sizes(cache: Path | None = None) -> tuple[Removed, ...]:
    """Count the files of each kind in the cache, and their bytes.

    Parameters
    ----------
    cache : Path, optional

    Returns
    -------
    tuple of Removed
        As `remove` would report them.
    """
    folder = cache_folder() if cache is None else cache
    return tuple(_count_files(folder, kind) for kind in CACHE_KINDS)


def remove(kinds: tuple[str, ...], cache: Path | None = None) -> tuple[Removed, ...]:
    """Remove files of the cache; the next update, fit or compilation makes or fetches those that are needed.

    Parameters
    ----------
    kinds : tuple of str
        Keys of `CACHE_KINDS`.
    cache : Path, optional

    Returns
    -------
    tuple of Removed

    Raises
    ------
    DataError
        An update is running, or a folder cannot be written to.
    """
    folder = cache_folder() if cache is None else cache
    if not folder.is_dir():
        return tuple(Removed(kind, 0, 0) for kind in kinds)
    with folder_lock(folder):
        store, found = Cache(folder), []
        for kind in kinds:
            found.append(_count_files(folder, kind))
            files = store.manifest["files"]
            for key in [key for key in files if key.startswith(f"{kind}/")]:
                del files[key]
            if kind == "aside":
                store.manifest["aside"].clear()
            try:
                with suppress(FileNotFoundError):
                    shutil.rmtree(folder / kind)
            except OSError as error:
                raise cannot_write(folder / kind, error) from None
        if (folder / "manifest.json").exists():
            store.save()
    return tuple(found)


def _count_files(folder: Path, kind: str) -> Removed:
    inside = [path for path in (folder / kind).rglob("*") if path.is_file()] if (folder / kind).is_dir() else []
    return Removed(kind, len(inside), sum(path.stat().st_size for path in inside))
