"""The user's cache: fetched files, the list of them, and a folder for files that are not yet checked.

    clock/, ephemeris/    files that are used
    aside/                files that were fetched and are not used, because they change the past
    incoming/             files that are being fetched; emptied at the beginning and the end of an update
    manifest.json         the list: sha256, size, address and date of each file

A file is renamed into its folder when it is complete and has passed its checks. A fit at the same time therefore reads
either the old file or the new one.
"""

import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from jug.data.fetch import CacheError, Fetched, cannot_write
from jug.data.hashes import hashed_text
from jug.data.manifest import MANIFEST, is_whole, read_manifest
from jug.io.special_files import stage_received_file
from jug.io.staging import StagedFile, stage
from jug.text.json_types import JsonObject


class Cache:
    """The cache in a folder; it is changed only under its lock (`jug.data.lock.folder_lock`).

    Parameters
    ----------
    folder : Path
    incoming : Path, optional
        Another folder for incomplete files.
    """

    def __init__(self, folder: Path, incoming: Path | None = None) -> None:
        self.folder = folder
        self.incoming = incoming or folder / "incoming"
        self.manifest = read_manifest(folder)

    def empty_incoming(self, *, remove: bool = False) -> None:
        """Remove the files that an interrupted update may have left."""
        shutil.rmtree(self.incoming, ignore_errors=True)
        for left in self.folder.glob(f".{MANIFEST}.*.tmp"):
            with suppress(OSError):
                left.unlink()
        if not remove:
            try:
                self.incoming.mkdir()
            except OSError as error:
                raise cannot_write(self.folder, error) from None

    def path(self, kind: str, name: str) -> Path:
        """Return the path of a file that is used.

        Parameters
        ----------
        kind : str
            Its folder, ``"clock"`` or ``"ephemeris"``.
        name : str
            Name of the file.

        Returns
        -------
        Path
        """
        return self.folder / kind / name

    def recorded_entry(self, kind: str, name: str) -> JsonObject:
        """Return the manifest's entry of a file that is unchanged since it was fetched.

        Parameters
        ----------
        kind : str
            Its folder, ``"clock"`` or ``"ephemeris"``.
        name : str
            Name of the file.

        Returns
        -------
        dict
            Empty if there is no entry, or the file has another size or sha256.
        """
        known = self.manifest["files"].get(f"{kind}/{name}", {})
        return known if known and is_whole(self.path(kind, name), known) else {}

    def install(self, fetched: Fetched, kind: str, name: str, **more: object) -> None:
        """Move a checked file to its folder and list it; remove an older one that was put aside.

        Parameters
        ----------
        fetched : Fetched
        kind : str
            Its folder, ``"clock"`` or ``"ephemeris"``.
        name : str
            Name of the file.
        **more
            Further fields of its entry.

        Raises
        ------
        CacheError
            The folder cannot be written to, or is full.
        """
        aside = self.manifest["aside"].pop(name, None)
        try:
            self._move(fetched, kind, name, "files", more)
        except CacheError:
            if aside is not None:
                self.manifest["aside"][name] = aside
            raise
        (self.folder / "aside" / name).unlink(missing_ok=True)

    def set_aside(self, fetched: Fetched, name: str, reason: str) -> Path:
        """Move a file to the folder of files that are not used, and list the reason.

        Parameters
        ----------
        fetched : Fetched
        name : str
            Name of the file.
        reason : str
            Why it is not used.

        Returns
        -------
        Path
            Its new path.

        Raises
        ------
        CacheError
            The folder cannot be written to, or is full.
        """
        self._move(fetched, "aside", name, "aside", {"reason": reason})
        return self.folder / "aside" / name

    def touch(self, kind: str, name: str, **more: object) -> None:
        """Note in the list that a file is still the publisher's current one; remove one that was put aside.

        Parameters
        ----------
        kind : str
            Its folder, ``"clock"`` or ``"ephemeris"``.
        name : str
            Name of the file.
        **more
            Further fields of its entry.

        Raises
        ------
        CacheError
            The folder cannot be written to, or is full.
        """
        self.manifest["files"][f"{kind}/{name}"].update(fetched=now(), **more)
        self.manifest["aside"].pop(name, None)
        self.save()
        (self.folder / "aside" / name).unlink(missing_ok=True)

    def save(self) -> None:
        """Write the list."""
        try:
            self._stage_list().publish()
        except OSError as error:
            raise cannot_write(self.folder, error) from None

    def _move(self, fetched: Fetched, kind: str, name: str, part: str, more: JsonObject) -> None:
        """Move a file and list it. The new list is written first, so that a full disk changes neither list nor file."""
        target = self.path(kind, name)
        listed = self.manifest[part]
        key = f"{kind}/{name}" if part == "files" else name
        before = listed.get(key)
        listed[key] = {"sha256": fetched.sha256, "size": fetched.size, "url": fetched.url, "fetched": now(), **more}
        try:
            target.parent.mkdir(exist_ok=True)
            received = stage_received_file(fetched.path, target)
            written = self._stage_list()
            try:
                received.publish()
            except OSError:
                written.discard()
                raise
            written.publish()
        except OSError as error:
            listed.pop(key)
            if before is not None:
                listed[key] = before
            raise cannot_write(self.folder, error) from None

    def _stage_list(self) -> StagedFile:
        return stage(self.folder / MANIFEST, hashed_text(self.manifest).encode())


def now() -> str:
    """Return the present time (UTC, ISO format)."""
    return datetime.now(UTC).isoformat(timespec="seconds")
