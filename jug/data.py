"""Find clock files, ephemerides and example pulsars, in a user's folder or in the set that jug carries.

Searched in this order: the folder named by ``JUG_DATA``, the one named by ``PINT_CLOCK_OVERRIDE``, the
embedded set. A folder may be flat or have subfolders ``clock`` and ``ephemeris``; a file may be compressed
(``time_jb.dat.gz``). The first place that has the file serves it.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from jug.errors import DataError
from jug.obs.files import DataUse, Files, Found, packaged_root, packaged_table

__all__ = ["EXAMPLES", "DataFiles", "DataUse", "Files", "Found", "Place", "example", "search_places"]

VARIABLES = ("JUG_DATA", "PINT_CLOCK_OVERRIDE")
"""Environment variables that name a folder to search before the embedded set, in this order."""


class Place(NamedTuple):
    """A folder that is searched, and what reports call it."""

    folder: Path
    source: str


def search_places(environ: Mapping[str, str] | None = None) -> tuple[Place, ...]:
    """List the folders to search, in order; a variable that names no folder is an error, not a shrug.

    Parameters
    ----------
    environ : Mapping, optional
        The environment; ``os.environ`` as it is now when left out.
    """
    env = os.environ if environ is None else environ
    places = []
    for variable in VARIABLES:
        if value := env.get(variable, ""):
            folder = Path(value).expanduser()
            if not folder.is_dir():
                raise DataError(
                    f"{variable} names {value!r}, which is not a folder", hint=f"correct or unset {variable}"
                )
            places.append(Place(folder, f"{variable} ({value})"))
    return (*places, Place(packaged_root(), "embedded"))


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
        return self._find("clock", name)

    def clock_names(self) -> tuple[str, ...]:
        """Name every clock file at hand (``*.clk``, ``*.dat``), without ``.gz``, sorted."""
        names = {path.name.removesuffix(".gz") for path in self._listing("clock")}
        return tuple(sorted(name for name in names if name.endswith((".clk", ".dat"))))

    def ephemeris(self, name: str) -> Found | None:
        """Find the SPK kernel of an ephemeris, ``"DE421"`` in any case."""
        return self._find("ephemeris", f"{name.lower().removesuffix('.bsp')}.bsp", compressed=False)

    def ephemeris_names(self) -> tuple[str, ...]:
        """Name every ephemeris at hand, in upper case, sorted."""
        return tuple(sorted({path.stem.upper() for path in self._listing("ephemeris") if path.suffix == ".bsp"}))

    def table(self, name: str) -> Path:
        """Locate a table that comes with the package."""
        return packaged_table(name)

    def _find(self, kind: str, name: str, compressed: bool = True) -> Found | None:
        if not name or Path(name).name != name:
            return None  # a name from a file never leads out of the folders that are searched
        for place in self.places:
            for folder in (place.folder / kind, place.folder):
                for path in (folder / name, folder / f"{name}.gz") if compressed else (folder / name,):
                    if path.is_file():
                        return Found(name, path, place.source)
        return None

    def _listing(self, kind: str) -> Iterator[Path]:
        for place in self.places:
            for folder in (place.folder / kind, place.folder):
                if folder.is_dir():
                    yield from folder.iterdir()


EXAMPLES = {
    "NGC6440E": ("NGC6440E.par", "NGC6440E.tim"),
    "NGC6440E-nist": ("NGC6440E_nist.par", "NGC6440E_nist.tim"),
    "J1028-5819": ("J1028-5819-example.par", "J1028-5819-example.tim"),
    "B1855+09": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
    "B1855+09-dfg12": ("B1855+09_NANOGrav_dfg+12_TAI.par", "B1855+09_NANOGrav_dfg+12.tim"),
    "B1855+09-dfg12-FB90": (
        "reference/B1855+09_NANOGrav_dfg+12_TAI_FB90.par",
        "B1855+09_NANOGrav_dfg+12.tim",
    ),
    "J0613-0200-dfg12-FB90": (
        "reference/J0613-0200_NANOGrav_dfg+12_TAI_FB90.par",
        "reference/J0613-0200_NANOGrav_dfg+12.tim",
    ),
    "J0613-sim": ("J0613-sim.par", "J0613-sim.tim"),
    "J0740+6620": ("J0740+6620.FCP+21.wb.DMX3.0.par", "J0740+6620.FCP+21.wb.tim"),
    "J1614-2230": ("J1614-2230_NANOGrav_12yv3.wb.gls.par", "J1614-2230_NANOGrav_12yv3.wb.tim"),
    "J1713+0747": ("reference/J1713+0747_small.gls.par", "reference/J1713+0747_small.tim"),
    "J1744-1134": ("reference/J1744-1134.basic.par", "reference/J1744-1134.Rcvr1_2.GASP.8y.x.tim"),
    "test-wb-0": ("test-wb-0.par", "test-wb-0.tim"),
    "testtimes": ("reference/testtimes.par", "reference/testtimes.tim"),
    "waves": ("waves.par", "waves_withpn.tim"),
}
"""Short name -> par and tim file, relative to the folder of examples."""


def example(name: str) -> tuple[Path, Path]:
    """Find an example pulsar that comes with jug.

    Parameters
    ----------
    name : str
        A key of `EXAMPLES`, in any case.

    Returns
    -------
    tuple of Path
        The par file and the tim file.
    """
    keys = {key.lower(): key for key in EXAMPLES}
    key = keys.get(name.lower())
    if key is None:
        from difflib import get_close_matches

        near = [keys[match] for match in get_close_matches(name.lower(), keys, n=3)]
        guess = f"did you mean {', '.join(near)}? " if near else ""
        raise DataError(f"no example is called {name!r}", hint=f"{guess}the names are {', '.join(EXAMPLES)}")
    folder = packaged_root() / "examples"
    par, tim = EXAMPLES[key]
    return folder / par, folder / tim
