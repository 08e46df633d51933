"""The data files of a list of folders; a file is taken from the first folder that has it.

A folder may be flat or have subfolders ``clock``, ``ephemeris`` and ``orientation``. A clock file may be compressed
(``time_jb.dat.gz``).
"""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jug.core.execution.given_warnings import give_warning
from jug.data.search_path import CACHE, DataFolder, search_folders
from jug.errors import ClockWarning, DataError, InputError, InputWarning, JugWarning, Where, sentence
from jug.io.files import write_bytes
from jug.io.folders import cache_folder
from jug.obs import eop
from jug.obs.coefficients import MARK
from jug.obs.ephemeris import is_path
from jug.obs.files import COMPUTED, Found, packaged_table
from jug.text.json_types import JsonMapping
from jug.text.strict_json import line_and_reason, read_json_text

TABLES_FOLDER = "tables"
"""Folder of computed tables in the user's cache."""

OWN_SITES = "sites.json"
"""A user's own observatories, in a folder that is searched."""


@dataclass(frozen=True)
class DataFiles:
    """The data files at hand, with the methods of `jug.data.Files`, which has their parameters and what they return.

    Parameters
    ----------
    folders : tuple of DataFolder, optional
        Folders in order of search; `search_folders` of the environment when left out.

    Examples
    --------
    >>> import jug
    >>> own = jug.data.DataFiles(jug.data.search_folders({}))
    >>> own.folders[-1].source, own.clock("gps2utc.clk").source
    ('embedded', 'embedded')
    """

    folders: tuple[DataFolder, ...] = field(default_factory=search_folders)

    def clock(self, name: str) -> Found | None:
        """Find a clock file by its name, plain or compressed.

        A file in the user's cache that has changed since it was fetched is skipped with a warning if a later folder has
        the file.
        """
        found = self._find("clock", name, f"{name}.gz")
        return self._as_fetched(found, "clock", lambda others: others.clock(name), ClockWarning)

    def clock_names(self) -> tuple[str, ...]:
        """Name every clock file at hand (``*.clk``, ``*.dat``), without ``.gz``, sorted."""
        names = {path.name.removesuffix(".gz") for path in self._listing("clock")}
        return tuple(sorted(name for name in names if name.endswith((".clk", ".dat"))))

    def ephemeris(self, name: str) -> Found | None:
        """Find an ephemeris, ``"DE421"`` in any case: the SPK kernel, or a folder of Chebyshev coefficients.

        A path (with a folder, or the name of an existing file with ``.bsp``) is taken literally. A file in the user's
        cache that has changed since it was fetched is skipped as in `clock`.
        """
        if is_path(name) and os.path.isfile(given := Path(os.path.expanduser(name))):
            return Found(name, given, "named by its path")
        found = self._find_ephemeris(name)
        return self._as_fetched(found, "ephemeris", lambda others: others.ephemeris(name), InputWarning)

    def _find_ephemeris(self, name: str) -> Found | None:
        stem = name.lower().removesuffix(".bsp")
        if not stem or Path(stem).name != stem:
            return None
        for searched in self.folders:
            for folder in (searched.folder / "ephemeris", searched.folder):
                if os.path.isfile(path := folder / f"{stem}.bsp"):
                    return Found(name, path, searched.source)
                for path in (folder / stem, folder):
                    if path.name == stem and os.path.isfile(path / MARK):
                        return Found(name, path, searched.source)
        return None

    def ephemeris_names(self) -> tuple[str, ...]:
        """Name every ephemeris at hand, in upper case, sorted."""
        names = {path.stem for path in self._listing("ephemeris") if path.suffix == ".bsp" or (path / MARK).is_file()}
        names |= {searched.folder.name for searched in self.folders if (searched.folder / MARK).is_file()}
        return tuple(sorted(name.upper() for name in names))

    def orientation(self, name: str) -> Found:
        """Find a file of Earth orientation; in the package astropy-iers-data where no folder has it."""
        return self._find("orientation", name) or eop.packaged_iers_file(name)

    def table(self, name: str) -> Path:
        """Locate a table that comes with the package."""
        return packaged_table(name)

    def cached_table(self, name: str) -> Found | None:
        """Find a computed table, in the user's cache."""
        path = cache_folder() / TABLES_FOLDER / name
        return Found(name, path, COMPUTED) if os.path.isfile(path) else None

    def cache_table(self, name: str, content: bytes) -> Found | None:
        """Write a computed table into the user's cache.

        Parameters
        ----------
        name : str
            Name of the file.
        content : bytes

        Returns
        -------
        Found or None
            None where it cannot be written.
        """
        path = cache_folder() / TABLES_FOLDER / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, content)
        except (OSError, InputError):
            return None
        return Found(name, path, COMPUTED)

    def own_sites(self) -> Mapping[str, tuple[JsonMapping, str]]:
        """The user's observatories, from ``sites.json`` in the searched folders; the first that has a site counts."""
        found: dict[str, tuple[JsonMapping, str]] = {}
        for searched in self.folders:
            path = searched.folder / OWN_SITES
            if searched.source != "embedded" and os.path.isfile(path):
                found = {name: (row, str(path)) for name, row in read_sites(path).items()} | found
        return found

    def far_site(self, name: str) -> JsonMapping | None:
        """An observatory of the copy of astropy's list on this machine; nothing is fetched."""
        from jug.data.far_sites import far_site  # for a site that no table has

        return far_site(name)

    def _as_fetched(
        self,
        found: Found | None,
        kind: str,
        find: Callable[["DataFiles"], Found | None],
        category: type[JugWarning],
    ) -> Found | None:
        """Replace a changed file of the cache by one of a later folder, or note the damage.

        Parameters
        ----------
        found : Found or None
        kind : str
            Its folder in the cache.
        find : callable
            Finds it in other folders.
        category : type of JugWarning
            Category of the warning that another file is used.

        Returns
        -------
        Found or None
            The same where it is unchanged, or not from the cache.
        """
        if found is None or found.source != CACHE:
            return found
        from jug.data.manifest import is_fetched  # for a file in the cache

        if is_fetched(self._cache(), kind, found.path):
            return found
        other = find(DataFiles(tuple(searched for searched in self.folders if searched.source != CACHE)))
        why, hint = "this file is not what was fetched", f"`jug data update {found.name}` fetches it again"
        if other is None:
            return found._replace(damage=f"{why}; {hint}")
        text = f"{why}; the one of {other.source} is used"
        give_warning(category(sentence(text, Where(str(found.path)), hint)))
        return other

    def _cache(self) -> Path:
        return next(searched.folder for searched in self.folders if searched.source == CACHE)

    def _find(self, kind: str, name: str, *others: str) -> Found | None:
        if not name or Path(name).name != name:
            return None  # a name from a file never leads out of the folders that are searched
        for searched in self.folders:
            for folder in (os.path.join(searched.folder, kind), searched.folder):
                for one in (name, *others):
                    if os.path.isfile(path := os.path.join(folder, one)):
                        return Found(name, Path(path), searched.source)
        return None

    def _listing(self, kind: str) -> Iterator[Path]:
        for searched in self.folders:
            for folder in (searched.folder / kind, searched.folder):
                if folder.is_dir():
                    yield from folder.iterdir()


@cache
def read_sites(path: Path) -> dict[str, JsonMapping]:
    """Read the rows of a file of observatories, by name.

    Raises
    ------
    DataError
        The file does not have this form; the message names the line.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise DataError(f"the file of observatories cannot be read ({error})", Where(str(path))) from None
    try:
        table = read_json_text(text)
    except ValueError as error:
        line, why = line_and_reason(text, error)
        raise DataError(f"not JSON: {why}", Where(str(path), line)) from None
    if not isinstance(table, dict) or not all(isinstance(row, dict) for row in table.values()):
        hint = 'as {"my_site": {"xyz_m": [x, y, z], "aliases": ["ms"]}}'
        raise DataError("a file of observatories maps names to rows", Where(str(path), 1), hint)
    return table
