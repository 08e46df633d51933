"""TOAs in a folder, a file for each column: written part by part, and mapped into memory to be used."""

import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from jug.core.arguments.kinds import expect, path_text
from jug.errors import InputError, TimError, Where
from jug.io.files import read_bytes, write_text
from jug.io.folders import make_folder
from jug.io.growing_npy import GrowingNpy
from jug.io.npy import StoredNumbers, map_npy
from jug.io.special_files import publish_folder
from jug.io.stored_words import words_as_bytes
from jug.obs.files import DataUse
from jug.obs.sites import Site
from jug.obs.stored_columns import (
    DESCRIPTION,
    PREPARED_WITH,
    TZR_FOLDER,
    VERSION,
    CodesOfWords,
    StoredArrays,
    add_uses,
    arrays_of,
    check_same_preparation,
    toas_of,
)
from jug.obs.toas import TOAs
from jug.text.json_types import JsonMapping, JsonObject
from jug.text.strict_json import json_text, read_json_text
from jug.text.system_errors import error_hint


def store_toas(folder: str | PathLike[str], toas: TOAs | Iterable[TOAs]) -> TOAs:
    """Write TOAs to a folder, part by part, and return them with columns that are mapped into memory.

    A set that does not fit into memory is made in parts, each prepared for the model: one tim file after the other, or
    simulated TOAs. `jug.fit` takes the result like other TOAs, and needs 2 GB for 10^7 of them with white noise.

    Parameters
    ----------
    folder : path-like
        A new or empty folder, with room for 190 bytes a TOA, 320 with planets. It gets this name once it is complete.
    toas : TOAs, or an iterable of TOAs
        The parts in order. The TZR point is that of the first. Deleted TOAs, and the text of the lines, are left out.

    Returns
    -------
    TOAs
        As `open_toas` gives them.

    Raises
    ------
    InputError
        The folder is not empty or cannot be written to; a part was prepared for another model.
    TimError
        There are no TOAs.
    KindError
        `toas` is neither TOAs nor an iterable of TOAs.

    Examples
    --------
    >>> import jug, tempfile
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> stored = jug.store_toas(tempfile.mkdtemp(), (toas[:30], toas[30:]))
    >>> len(stored), bool((stored.mjd == toas.mjd).all())
    (62, True)
    """
    place = Path(path_text(folder)).absolute()
    expect(toas=(toas, (TOAs, Iterable)))
    make_folder(place.parent, parents=True)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise InputError("it is not an empty folder", Where(str(place)), "give the name of a new one")
    room = None
    try:
        room = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
        _write(room, toas, place)
        room.chmod(0o755)
        if place.exists():
            place.rmdir()
        publish_folder(room, place)
    except OSError as problem:
        raise InputError(
            f"cannot write: {problem.strerror or problem}", Where(str(place)), error_hint(problem)
        ) from problem
    finally:
        if room is not None:
            shutil.rmtree(room, ignore_errors=True)
    return open_toas(place)


def _write(room: Path, toas: TOAs | Iterable[TOAs], place: Path) -> None:
    """Write all files into a folder; messages name it `place`."""
    writer = _StoreWriter(room)
    try:
        for part in (toas,) if isinstance(toas, TOAs) else toas:
            expect(toas=(part, TOAs))
            writer.add(part)
    finally:
        writer.close()
    if writer.first is None:
        raise TimError("there are no TOAs", Where(str(place)), "give at least one part")
    if writer.first.tzr is not None:
        (room / TZR_FOLDER).mkdir()
        _write(room / TZR_FOLDER, writer.first.tzr, place)
    write_text(room / DESCRIPTION, json_text(writer.description()) + "\n")


def open_toas(folder: str | PathLike[str]) -> TOAs:
    """Open the TOAs that `store_toas` has written; only the pages that are used are read.

    Parameters
    ----------
    folder : path-like

    Returns
    -------
    TOAs
        Their arrays are mapped files that cannot be written to.

    Raises
    ------
    InputError
        The folder is missing, incomplete or damaged.

    Examples
    --------
    >>> import jug, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> stored = jug.store_toas(folder, toas)
    >>> jug.fit(model, jug.open_toas(folder)).chi2 == jug.fit(model, toas).chi2
    True
    """
    place = Path(path_text(folder))
    description = _read_description(place)
    try:
        arrays = {name: _column(place, name, *kind) for name, kind in description["columns"].items()}
        toas = toas_of(arrays, description)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(place / DESCRIPTION, f"it is damaged ({type(error).__name__}: {error})") from None
    return replace(toas, tzr=open_toas(place / TZR_FOLDER)) if (place / TZR_FOLDER).is_dir() else toas


def _read_description(place: Path) -> JsonMapping:
    """The content of ``toas.json``."""
    path = place / DESCRIPTION
    try:
        description = read_json_text(read_bytes(path, "folder of stored TOAs", InputError))
    except ValueError as error:
        raise _damaged(path, f"it is damaged ({error})") from None
    if not isinstance(description, dict) or description.get("version") != VERSION:
        raise _damaged(path, f"not of version {VERSION} of stored TOAs")
    return description


def _column(place: Path, name: str, dtype: str, shape: list[int]) -> StoredNumbers:
    """Map a column."""
    path = place / f"{name}.npy"
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not a column")
    if not shape[0]:
        return np.zeros(shape, dtype)
    try:
        array = map_npy(path)
    except OSError as error:
        raise InputError(
            f"cannot read the column: {error.strerror or error}", Where(str(path)), error_hint(error)
        ) from error
    except ValueError as error:
        raise _damaged(path, str(error)) from None
    if array.dtype.str != dtype or array.shape != tuple(shape):
        raise _damaged(path, f"its array is {array.dtype.str} {array.shape}, and {dtype} {tuple(shape)} is expected")
    return array


def _damaged(path: Path, why: str) -> InputError:
    return InputError(why, Where(str(path)), "store the TOAs again: jug.store_toas")


class _StoreWriter:
    """Writes the columns of one part after the other."""

    def __init__(self, place: Path) -> None:
        self.place, self.n, self.text_end = place, 0, 0
        self.first: TOAs | None = None
        self.files: dict[str, GrowingNpy] = {}
        self.sites, self.written, self.sources = CodesOfWords(), CodesOfWords(), CodesOfWords()
        self.known_sites: dict[str, JsonObject] = {}
        self.flags: dict[str, CodesOfWords] = {}
        self.uses: dict[tuple[str, str], DataUse] = {}

    def add(self, part: TOAs) -> None:
        """Append a part."""
        if self.first is None:
            self.first = part
        check_same_preparation(self.first, part)
        raw, n = part.raw, len(part)
        text, lengths = words_as_bytes(raw.name)
        ends = self.text_end + np.cumsum(lengths)
        index = self.sources.codes(part.site._replace(codes=raw.file_index, values=raw.files))
        columns: StoredArrays = {
            **arrays_of(part),
            "site": self.sites.codes(part.site),
            "written_site": self.written.codes(raw.site),
            "file_index": index,
            "serial": np.arange(self.n, self.n + n, dtype=np.int32),
            "name_text": text,
            "name_end": ends,
        }
        for key in dict.fromkeys((*self.flags, *raw.flags)):
            name = self._flag_file(key)
            columns[name] = self.flags[key].codes(raw.flags[key]) if key in raw.flags else np.full(n, -1, np.int32)
        for name, rows in columns.items():
            self._file(name, rows).append(rows)
        self.known_sites |= {site.name: _plain(site) for site in part.sites}
        add_uses(self.uses, part.uses)
        self.text_end, self.n = int(ends[-1]) if n else self.text_end, self.n + n

    def _flag_file(self, key: str) -> str:
        """The name of a flag's column; a new column has -1 (no flag) for the TOAs of earlier parts."""
        if key not in self.flags:
            self.flags[key] = CodesOfWords()
            name = f"flag_{len(self.flags) - 1}"
            self._file(name, np.zeros(0, np.int32)).append(np.full(self.n, -1, np.int32))
        return f"flag_{list(self.flags).index(key)}"

    def _file(self, name: str, rows: StoredNumbers) -> GrowingNpy:
        if name not in self.files:
            self.files[name] = GrowingNpy(self.place / f"{name}.npy", rows.dtype, rows.shape[1:])
        return self.files[name]

    def close(self) -> None:
        """Complete all columns."""
        for file in self.files.values():
            file.close()

    def description(self) -> JsonMapping:
        """The content of ``toas.json``."""
        assert self.first is not None
        return {
            "version": VERSION,
            "columns": {name: (file.dtype.str, (file.n_rows, *file.width)) for name, file in self.files.items()},
            "bodies": list(self.first.bodies),
            "sites": [self.known_sites[name] for name in self.sites.words],
            "written_sites": list(self.written.words),
            "files": list(self.sources.words),
            "flags": [[key, list(codes.words)] for key, codes in self.flags.items()],
            "uses": [use._asdict() for use in self.uses.values()],
            **{name: getattr(self.first, name) for name in PREPARED_WITH},
        }


def _plain(site: Site) -> JsonObject:
    """The fields of a site as a dict; its clock files become dicts too."""
    return {**site._asdict(), **{key: [ref._asdict() for ref in getattr(site, key)] for key in ("clock", "fallback")}}
