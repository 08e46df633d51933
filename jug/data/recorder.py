"""Record the data files that a load uses: `Recorder` passes each request to another `Files` and stores the result."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jug.obs.files import Files, Found
from jug.text.json_types import JsonMapping


@dataclass(frozen=True)
class Recorder:
    """Passes every request to another `Files`, and records the request and its result.

    Attributes
    ----------
    files : Files
        Finds the files.
    found : dict
        (kind, name) of each file that was found.
    absent : set
        (kind, name) of each file that was asked for and is missing.
    far : dict
        Rows of the observatories that were found in astropy's list.
    """

    files: Files
    found: dict[tuple[str, str], Found] = field(default_factory=dict)
    absent: set[tuple[str, str]] = field(default_factory=set)
    far: dict[str, JsonMapping] = field(default_factory=dict)

    def clock(self, name: str) -> Found | None:
        """As `Files.clock`."""
        return self._record("clock", name, self.files.clock(name))

    def clock_names(self) -> tuple[str, ...]:
        """As `Files.clock_names`."""
        return self.files.clock_names()

    def ephemeris(self, name: str) -> Found | None:
        """As `Files.ephemeris`."""
        return self._record("ephemeris", name.upper().removesuffix(".BSP"), self.files.ephemeris(name))

    def ephemeris_names(self) -> tuple[str, ...]:
        """As `Files.ephemeris_names`."""
        return self.files.ephemeris_names()

    def orientation(self, name: str) -> Found:
        """As `Files.orientation`."""
        found = self.files.orientation(name)
        self._record("orientation", name, found)
        return found

    def table(self, name: str) -> Path:
        """As `Files.table`."""
        path = self.files.table(name)
        self._record("table", name, Found(name, path, "embedded"))
        return path

    def cached_table(self, name: str) -> Found | None:
        """As `Files.cached_table`."""
        return self._record("table", name, self.files.cached_table(name))

    def cache_table(self, name: str, content: bytes) -> Found | None:
        """Store a computed table as `Files.cache_table` does, and record it.

        Parameters
        ----------
        name : str
            Name of the file.
        content : bytes

        Returns
        -------
        Found or None
            None where it cannot be stored.
        """
        return self._record("table", name, self.files.cache_table(name, content))

    def own_sites(self) -> Mapping[str, tuple[JsonMapping, str]]:
        """As `Files.own_sites`."""
        return self.files.own_sites()

    def far_site(self, name: str) -> JsonMapping | None:
        """As `Files.far_site`."""
        row = self.files.far_site(name)
        if row is not None:
            self.far[name] = row
        return row

    def _record(self, kind: str, name: str, found: Found | None) -> Found | None:
        if found is None:
            self.absent.add((kind, name))
        else:
            self.found[kind, name] = found
        return found
