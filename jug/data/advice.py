"""Advice on each clock file: the effect of ``jug data update``, predicted from the cache without the network."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jug.data.index import IndexRow, is_due
from jug.data.manifest import is_whole, read_manifest
from jug.data.search_path import CACHE
from jug.io.folders import cache_folder
from jug.obs.files import Found
from jug.text.json_types import JsonObject

OWN_SOURCES = ("--data", "JUG_DATA", "PINT_CLOCK_OVERRIDE", "TEMPO2", "TEMPO")
"""Sources that are searched before the cache."""

REPLACES_DAMAGED = "fetches it anew: it is not what was fetched"

LATE_DAYS = 30.0
"""An update is advised for a file that came with jug and ends more than this number of days before today."""


@dataclass(frozen=True)
class Advice:
    """The entries for clock files in the list of a cache.

    Parameters
    ----------
    folder : Path
    manifest : dict
        As from `jug.data.manifest.read_manifest`.
    rows : dict of str to IndexRow
        The publisher's list as last fetched; empty if it was never fetched.
    """

    folder: Path
    manifest: JsonObject
    rows: dict[str, IndexRow]

    @classmethod
    def of(cls, folder: Path | None = None) -> "Advice":
        """Read the list of a cache; the user's cache when absent."""
        folder = cache_folder() if folder is None else folder
        manifest = read_manifest(folder)
        listed = manifest["index"].get("rows", {})
        rows = {name: IndexRow(str(path), float(days), str(date)) for name, (path, days, date) in listed.items()}
        return cls(folder, manifest, rows)

    def missing(self, name: str) -> str:
        """Describe how an update would treat a missing file, in a phrase that follows the word "update"."""
        if self.rows and name not in self.rows:
            return "is not distributed"
        return "fetches it"

    def at_hand(self, found: Found, last_mjd: float) -> str:
        """Describe how an update would treat a clock file that was found.

        Parameters
        ----------
        found : Found
        last_mjd : float
            Last date that was measured.

        Returns
        -------
        str
            A phrase that follows the word "update".
        """
        now = datetime.now(UTC)
        if found.source.startswith(OWN_SOURCES):
            return "does not touch your own"
        if found.source.startswith("frozen"):
            return "does not touch what is frozen"
        if found.name in self.manifest["aside"]:
            return f"put one aside: it {self.manifest['aside'][found.name].get('reason', 'is another one')}"
        if self.rows and found.name not in self.rows:
            return "has nothing newer"
        known = self.manifest["files"].get(f"clock/{found.name}")
        if known is not None and not is_whole(self.folder / "clock" / found.name, known):
            return REPLACES_DAMAGED
        if found.source == CACHE:
            return self._cached_file_advice(known, found.name, now)
        days = now.timestamp() / 86400.0 + 40587.0 - last_mjd
        return f"may add {_age(days)}" if days > LATE_DAYS else "not needed"

    def _cached_file_advice(self, known: JsonObject | None, name: str, now: datetime) -> str:
        if known is None:
            return "replaces it: it was not fetched by jug"
        fetched = str(known.get("fetched", ""))[:10]
        row = self.rows.get(name)
        return (
            f"is due (fetched {fetched})" if row is None or is_due(row, known, now) else f"not due (fetched {fetched})"
        )


def _age(days: float) -> str:
    return f"{days / 365.25:.1f} years" if days > 365.25 else f"{days:.0f} days"
