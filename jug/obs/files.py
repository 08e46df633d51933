"""The interface by which the layers below `jug.data` find data files (`Files`), and the record of their use.

`jug.data.data_files.DataFiles` finds files in folders and in the set that comes with the package;
`jug.data.frozen.FrozenFiles` finds them in a frozen folder. This module does not read the environment.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from jug.errors import DataError
from jug.obs.integrity import INSTALL_AGAIN, check_installed_file
from jug.text.json_types import JsonMapping

COMPUTED = "computed, cache"
"""Source, as in `DataUse`, of a table that was computed and written to the user's cache."""


class Found(NamedTuple):
    """A data file at hand.

    Attributes
    ----------
    name : str
        The name that was asked for.
    path : Path
    source : str
        As in `DataUse`.
    damage: str
        Why the file cannot be used, and the way out; empty for a sound one.
    """

    name: str
    path: Path
    source: str
    damage: str = ""


EARTH_ORIENTATION = "Earth orientation"
"""Purpose of the tables of UT1 and polar motion."""


class DataUse(NamedTuple):
    """The use of a data file for a result.

    Attributes
    ----------
    what : str
        Its purpose, as ``"clock of gbt"`` or ``"TT(BIPM2019)"``.
    name : str
        Name of the file.
    source : str
        Where it came from, as ``"embedded"`` or ``"JUG_DATA (/data/clocks)"``.
    good_until_mjd : float or None
        Last date that the file covers, for Earth orientation the last measured one; None where no date limits it.
    n_beyond : int
        Number of TOAs that the file does not cover (before its first date or after its last).
    """

    what: str
    name: str
    source: str
    good_until_mjd: float | None = None
    n_beyond: int = 0


class Files(Protocol):
    """Finds clock files, ephemerides, Earth orientation and packaged tables; `jug.data.open_files` makes one.

    Examples
    --------
    >>> import jug
    >>> files = jug.data.open_files()
    >>> files.clock("gps2utc.clk").path.name, files.clock("unknown.clk"), "DE421" in files.ephemeris_names()
    ('gps2utc.clk', None, True)
    """

    def clock(self, name: str) -> Found | None:
        """Find a clock file, plain or compressed.

        Parameters
        ----------
        name : str
            Name of the file, as ``"gps2utc.clk"``.

        Returns
        -------
        Found or None
            None where there is none.
        """

    def clock_names(self) -> tuple[str, ...]:
        """Name every clock file at hand.

        Returns
        -------
        tuple of str
        """

    def ephemeris(self, name: str) -> Found | None:
        """Find an ephemeris: an SPK kernel, or a folder of Chebyshev coefficients.

        Parameters
        ----------
        name : str
            As ``"DE421"``.

        Returns
        -------
        Found or None
            None where there is none.
        """

    def ephemeris_names(self) -> tuple[str, ...]:
        """Name every ephemeris at hand.

        Returns
        -------
        tuple of str
            In upper case.
        """

    def orientation(self, name: str) -> Found:
        """Find a file of Earth orientation or leap seconds.

        Parameters
        ----------
        name : str
            As ``"finals2000A.all"``.

        Returns
        -------
        Found

        Raises
        ------
        DataError
            There is no such file.
        """

    def table(self, name: str) -> Path:
        """Locate a table that comes with the package.

        Parameters
        ----------
        name : str
            Name of the file.

        Returns
        -------
        Path

        Raises
        ------
        DataError
            The installation lacks it, or it is damaged.
        """

    def cached_table(self, name: str) -> Found | None:
        """Find a table that was computed from other data files and is in the cache.

        Parameters
        ----------
        name : str
            Name of the file.

        Returns
        -------
        Found or None
            None where there is none.
        """

    def cache_table(self, name: str, content: bytes) -> Found | None:
        """Store a computed table, so that `cached_table` finds it.

        Parameters
        ----------
        name : str
            Name of the file.
        content : bytes

        Returns
        -------
        Found or None
            None where the cache cannot be written.
        """

    def own_sites(self) -> Mapping[str, tuple[JsonMapping, str]]:
        """Read the user's own observatories.

        Returns
        -------
        mapping of str to tuple
            By name: a row as in `jug.obs.sites.own_site`, and the file it comes from.
        """

    def far_site(self, name: str) -> JsonMapping | None:
        """Look up an observatory of astropy's list.

        Parameters
        ----------
        name : str
            In lower case.

        Returns
        -------
        dict or None
            None where there is none.
        """


def packaged_root() -> Path:
    """Folder of the data that come with jug: inside an installed package, beside it in a checkout."""
    package = Path(__file__).parent.parent
    for root in (package / "_embedded", package.parent / "data"):
        if root.is_dir():
            return root
    raise DataError("the data that come with jug are not there", hint=f"{package} is incomplete: install jug again")


def packaged_table(name: str) -> Path:
    """Path of a table that comes with the package; DataError when the installation lacks it or it is damaged."""
    path = packaged_root() / "tables" / name
    if not path.is_file():
        raise DataError(f"the table {name} that comes with jug is not there", hint=INSTALL_AGAIN)
    return check_installed_file(packaged_root(), path)
