"""A folder that ``jug data freeze`` made: exactly the files that some pulsars need.

No other folder is searched, so that a newer file elsewhere does not change a result. A file is compared with its listed
sha256 when it is first used after the folder is opened; a file that differs is an error. A request for a file that was
not requested when the folder was made is an error too. A file that was missing then counts as missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jug.core.execution.given_warnings import give_warning
from jug.data.hashes import read_json, sha256
from jug.data.search_path import DataFolder
from jug.errors import DataError, InputWarning, Where
from jug.obs.files import Found, packaged_table
from jug.text.json_types import JsonMapping, JsonObject
from jug.version import __version__

FROZEN = "frozen.json"
"""The list of a frozen folder."""

FREEZE_NOTICE = "made by `jug data freeze`"
"""Words of the README.txt of a frozen folder."""

FROZEN_KINDS = ("clock", "ephemeris", "orientation", "table")
SITES = "sites.json"
"""The packaged table that is not copied, because it is not searched in folders; its sha256 is recorded."""


@dataclass(frozen=True)
class FrozenFiles:
    """The files of a frozen folder, with the methods of `jug.obs.files.Files`.

    Parameters
    ----------
    folder : Path
    listed : dict
        The content of ``frozen.json``: for each of `FROZEN_KINDS` a name, its ``path`` in the folder and the sha256 of
        each file; ``absent``: for each kind, the names that were asked for and missing.
    """

    folder: Path
    listed: JsonObject
    _checked: set[str] = field(default_factory=set, repr=False)

    @classmethod
    def open(cls, folder: Path) -> "FrozenFiles":
        """Read the list of a frozen folder.

        Parameters
        ----------
        folder : Path

        Returns
        -------
        FrozenFiles

        Raises
        ------
        DataError
            The list is damaged.

        Warns
        -----
        InputWarning
            It was made with another version of jug or another table of observatories.
        """
        path = folder / FROZEN
        listed = read_json(path, "list of frozen data")
        if any(not isinstance(listed.get(key), dict) for key in (*FROZEN_KINDS, "absent", "versions", "sites")):
            raise cls._damaged(path)
        entries = [entry for kind in FROZEN_KINDS for entry in listed[kind].values()]
        if not all(map(_is_entry, entries)) or not isinstance(listed.get("own_sites", {}), dict):
            raise cls._damaged(path)
        differs = []
        if (made_by := listed["versions"].get("jug")) != __version__:
            differs.append(f"frozen by jug {made_by}, this is jug {__version__}")
        if listed["sites"].get("sha256") != sha256(packaged_table(SITES)):
            differs.append("its table of observatories was another one")
        if differs:
            text = f"{folder}: {'; '.join(differs)}: residuals may differ in their last digits"
            give_warning(InputWarning(text))
        return cls(folder, listed)

    @staticmethod
    def _damaged(path: Path) -> DataError:
        return DataError("the list of frozen data is damaged", Where(str(path)), "take a fresh copy of the folder")

    @property
    def folders(self) -> tuple[DataFolder, ...]:
        """The one folder that is searched."""
        version, made = self.listed["versions"].get("jug"), self.listed.get("made", "")
        return (DataFolder(self.folder, f"frozen by jug {version} on {made[:10]}, searched alone"),)

    def clock(self, name: str) -> Found | None:
        """The clock file of that name; None if it was missing when the folder was made."""
        return self._find("clock", name)

    def clock_names(self) -> tuple[str, ...]:
        """Name every clock file in the folder."""
        return tuple(sorted(self.listed["clock"]))

    def ephemeris(self, name: str) -> Found | None:
        """The ephemeris of that name; None if it is not in the folder."""
        key = name.upper().removesuffix(".BSP")
        return self._find("ephemeris", key) if key in self.listed["ephemeris"] else None

    def ephemeris_names(self) -> tuple[str, ...]:
        """Name every ephemeris in the folder."""
        return tuple(sorted(self.listed["ephemeris"]))

    def orientation(self, name: str) -> Found:
        """The file of Earth orientation of that name."""
        found = self._find("orientation", name)
        if found is None:
            raise self._unknown(name)
        return found

    def table(self, name: str) -> Path:
        """The table of that name."""
        found = self._find("table", name)
        return packaged_table(name) if found is None else found.path

    def cached_table(self, name: str) -> Found | None:
        """The computed table of that name; None if it was not recorded when the folder was made."""
        return self._find("table", name)

    def cache_table(self, name: str, content: bytes) -> Found | None:
        """Store nothing: a frozen folder does not change.

        Parameters
        ----------
        name : str
        content : bytes
            Neither is used.

        Returns
        -------
        None
        """
        return None

    def own_sites(self) -> Mapping[str, tuple[JsonMapping, str]]:
        """The user's observatories at the time when the folder was frozen."""
        place = str(self.folder / FROZEN)
        return {name: (row, place) for name, row in self.listed.get("own_sites", {}).items()}

    def far_site(self, name: str) -> JsonMapping | None:
        """The observatory of astropy's list that was used then."""
        row: JsonMapping | None = self.listed.get("far_sites", {}).get(name)
        return row

    def _find(self, kind: str, name: str) -> Found | None:
        known = self.listed[kind].get(name)
        if known is None:
            if name in self.listed["absent"].get(kind, ()):
                return None
            raise self._unknown(name)
        if name not in self._checked:
            for relative, recorded in known["files"].items():
                self._check(self.folder / relative, recorded["sha256"])
            self._checked.add(name)
        return Found(name, self.folder / known["path"], f"frozen ({self.folder})")

    def _check(self, path: Path, expected: str) -> None:
        hint = "take a fresh copy of the folder, or freeze again"
        try:
            found = sha256(path)
        except OSError as error:
            raise DataError(f"a frozen file cannot be read ({error.strerror})", Where(str(path)), hint) from None
        if found != expected:
            why = f"this file has changed since it was frozen (sha256 {found[:12]}..., was {expected[:12]}...)"
            raise DataError(why, Where(str(path)), hint)

    def _unknown(self, name: str) -> DataError:
        pulsars = ", ".join(pair["par"] for pair in self.listed.get("pairs", []))
        return DataError(
            f"{name} is not among the data frozen in {self.folder} for {pulsars or 'nothing'}",
            hint="freeze again with this par and tim file, or name another folder",
        )


def _is_entry(entry: JsonObject) -> bool:
    """Whether this is an entry of a list: a path, and at least one file with a sha256."""
    files = entry.get("files") if isinstance(entry, dict) else None
    if not isinstance(files, dict) or not files or not isinstance(entry.get("path"), str):
        return False
    return all(isinstance(recorded, dict) and isinstance(recorded.get("sha256"), str) for recorded in files.values())
