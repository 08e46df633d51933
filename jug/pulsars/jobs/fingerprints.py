"""sha256 of the files from which results were made, including the data files that a load used."""

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
        Content that `json_text` accepts.

    Returns
    -------
    str
        In hexadecimal.
    """
    return hashlib.sha256(json_text(content, sort_keys=True).encode()).hexdigest()


def file_hash(path: str | Path) -> str:
    """Return the sha256 of a file, or of the files of a folder; empty if it cannot be read, or is not a file.

    A pipe or a device is not read, because reading could wait for ever. A file is read again only if its size or its
    time of change differs.

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
    """Return the sha256 of the data files that a load used, by ``kind/name``; empty for an absent file.

    Parameters
    ----------
    recorder : Recorder

    Returns
    -------
    dict
        Without tables that jug computed. They follow from the other files and the version of jug.
    """
    found = {f"{kind}/{name}": _data_hash(kind, one) for (kind, name), one in recorder.found.items() if kind != "table"}
    return {**found, **{f"{kind}/{name}": "" for kind, name in recorder.absent if kind != "table"}}


def _data_hash(kind: str, found: Found) -> str:
    """The sha256 of a data file together with the clock files that it includes."""
    more = included_files(found.path) if kind == "clock" else ()
    own = file_hash(found.path)
    return text_hash([own, *map(file_hash, more)]) if more else own


def is_same_data(hashes: JsonObject, files: Files) -> bool:
    """Whether the data files that a load used are still the same.

    Parameters
    ----------
    hashes : dict
        As returned by `data_hashes`.
    files : Files
        The data files that a load would use now.

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
