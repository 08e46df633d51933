"""The user's cache: files that were fetched, a list of what they are, and a room for those not yet checked.

    clock/, ephemeris/    files that serve
    aside/                files that came but do not serve, as they change the past
    incoming/             files on their way; emptied at the beginning and the end of an update
    manifest.json         sha256, size, address, date of each

A file gets its place by being renamed, when it is whole and has passed its checks, so that a fit that runs meanwhile
sees the old one or the new one.
"""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jug.data.fetch import CacheError, Fetched, cannot_write
from jug.data.hashes import entry, json_text, read_json
from jug.errors import DataError

MANIFEST = "manifest.json"


class Cache:
    """The cache in a folder; to be changed under its lock only (`jug.data.lock.locked`).

    Parameters
    ----------
    folder : Path
    incoming : Path, optional
        A folder elsewhere for files on their way.
    """

    def __init__(self, folder: Path, incoming: Path | None = None) -> None:
        self.folder = folder
        self.incoming = incoming or folder / "incoming"
        self.manifest = read_manifest(folder)

    def empty_incoming(self, *, remove: bool = False) -> None:
        """Throw away what an update left behind, which may have been killed."""
        shutil.rmtree(self.incoming, ignore_errors=True)
        if not remove:
            try:
                self.incoming.mkdir()
            except OSError as error:
                raise cannot_write(self.folder, error) from None

    def path(self, kind: str, name: str) -> Path:
        """Where a file serves."""
        return self.folder / kind / name

    def recorded(self, kind: str, name: str) -> dict[str, Any]:
        """The manifest's entry of a file, if the file has the size and sha256 of that entry; else empty."""
        known = self.manifest["files"].get(f"{kind}/{name}", {})
        return known if known and is_whole(self.path(kind, name), known) else {}

    def install(self, fetched: Fetched, kind: str, name: str, **more: Any) -> None:
        """Put a checked file in its place, and note it; what was put aside before is of no interest any more."""
        aside = self.manifest["aside"].pop(name, None)
        try:
            self._move(fetched, kind, name, "files", more)
        except CacheError:
            if aside is not None:
                self.manifest["aside"][name] = aside
            raise
        (self.folder / "aside" / name).unlink(missing_ok=True)

    def set_aside(self, fetched: Fetched, name: str, reason: str) -> Path:
        """Keep a file where it does not serve, and note why."""
        self._move(fetched, "aside", name, "aside", {"reason": reason})
        return self.folder / "aside" / name

    def touch(self, kind: str, name: str, **more: Any) -> None:
        """Note that a file has been found to be the current one; its publisher took back what was put aside."""
        self.manifest["files"][f"{kind}/{name}"].update(fetched=now(), **more)
        self.manifest["aside"].pop(name, None)
        self.save()
        (self.folder / "aside" / name).unlink(missing_ok=True)

    def save(self) -> None:
        """Write the list."""
        os.replace(self._write_list(), self.folder / MANIFEST)

    def _move(self, fetched: Fetched, kind: str, name: str, part: str, more: dict[str, Any]) -> None:
        """Write the new list beside the old one first, so that a full disk leaves both list and file as they were."""
        target = self.path(kind, name)
        listed = self.manifest[part]
        key = f"{kind}/{name}" if part == "files" else name
        before = listed.get(key)
        listed[key] = {"sha256": fetched.sha256, "size": fetched.size, "url": fetched.url, "fetched": now(), **more}
        try:
            target.parent.mkdir(exist_ok=True)
            with fetched.path.open("rb+") as file:
                os.fsync(file.fileno())
            written = self._write_list()
            os.replace(fetched.path, target)
            os.replace(written, self.folder / MANIFEST)
        except OSError as error:
            listed.pop(key)
            if before is not None:
                listed[key] = before
            raise cannot_write(self.folder, error) from None

    def _write_list(self) -> Path:
        path = self.incoming / MANIFEST
        try:
            with path.open("w", encoding="utf-8") as file:
                file.write(json_text(self.manifest))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise cannot_write(self.folder, error) from None
        return path


def now() -> str:
    """The time, as lists have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The list of a cache; empty if there is none or it cannot be read: everything is then fetched anew."""
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


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def is_whole(path: Path, known: dict[str, Any]) -> bool:
    """Whether a file is the one that a list says."""
    try:
        return path.stat().st_size == known.get("size") and entry(path)["sha256"] == known.get("sha256")
    except OSError:
        return False
