"""What results came from: sha256 of files, and of the data files that a load asked for."""

import hashlib
import os
import stat
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jug.data.hashes import sha256
from jug.data.recorder import Recorder
from jug.io.clockfile import included_files
from jug.obs.files import Files, Found
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text


def text_hash(content: object) -> str:
    """Return the sha256 of numbers, lists and dicts.

    Parameters
    ----------
    content : object
        As `json_text` takes it.

    Returns
    -------
    str
        In hexadecimal.
    """
    return hashlib.sha256(json_text(content, sort_keys=True).encode()).hexdigest()


def file_hash(path: str | Path) -> str:
    """Return the sha256 of a file, or of the files of a folder; empty where it cannot be read, or is no file.

    A pipe or a device is not read, because reading could wait for ever. A file is read again only where its size or
    its times have changed.

    Parameters
    ----------
    path : path

    Returns
    -------
    str
    """
    place = Path(path)
    try:
        if place.is_dir():
            return text_hash([[one.name, file_hash(one)] for one in sorted(place.iterdir()) if one.is_file()])
        found = os.stat(place)
        return _hash_of(place, found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else ""
    except (OSError, ValueError):
        return ""


@cache
def _hash_of(path: Path, size: int, mtime_ns: int) -> str:
    return sha256(path)


def file_hashes(paths: Iterable[str]) -> dict[str, str]:
    """Return the sha256 of each of several files, by its path.

    Parameters
    ----------
    paths : iterable of str

    Returns
    -------
    dict of str to str
    """
    return {path: file_hash(path) for path in paths}


def data_hashes(recorder: Recorder) -> JsonObject:
    """Return what a load asked for among the data files: ``kind/name`` -> sha256, empty for a file that is absent.

    Parameters
    ----------
    recorder : Recorder

    Returns
    -------
    dict
        Tables that jug has computed are left out: they follow from the others and from the version of jug.
    """
    found = {f"{kind}/{name}": _data_hash(kind, one) for (kind, name), one in recorder.found.items() if kind != "table"}
    return {**found, **{f"{kind}/{name}": "" for kind, name in recorder.absent if kind != "table"}}


def _data_hash(kind: str, found: Found) -> str:
    """The sha256 of a data file, with the clock files that it includes."""
    more = included_files(found.path) if kind == "clock" else ()
    own = file_hash(found.path)
    return text_hash([own, *map(file_hash, more)]) if more else own


def same_data(hashes: JsonObject, files: Files) -> bool:
    """Whether the data files that a load asked for are still the same.

    Parameters
    ----------
    hashes : dict
        As `data_hashes` gives them.
    files : Files
        Those that a load would ask now.

    Returns
    -------
    bool
    """
    for key, old in hashes.items():
        kind, _, name = key.partition("/")
        found: Found | None
        if kind == "clock":
            found = files.clock(name)
        elif kind == "ephemeris":
            found = files.ephemeris(name)
        else:
            found = files.orientation(name)
        if (_data_hash(kind, found) if found else "") != old:
            return False
    return True
