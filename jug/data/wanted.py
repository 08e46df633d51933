"""The files that ``jug data update`` should update."""

from collections.abc import Sequence
from typing import NamedTuple

from jug.data.catalogue import is_ephemeris
from jug.data.data_files import DataFiles
from jug.errors import DataError
from jug.obs.clock import GPS
from jug.obs.sites import Site, find_site, site_table


class Wanted(NamedTuple):
    """The files to update.

    Attributes
    ----------
    clocks, ephemerides : tuple of str
    named : frozenset of str
        Clock files that the user named. It is an error if the publisher does not have one of them.
    bipm : bool
        Whether every TT(BIPM) file of the publisher is wanted too.
    """

    clocks: tuple[str, ...]
    ephemerides: tuple[str, ...]
    named: frozenset[str] = frozenset()
    bipm: bool = False


def resolve(names: Sequence[str]) -> Wanted:
    """Find the clock files and ephemerides for names of files, sites and ephemerides.

    Parameters
    ----------
    names : sequence of str
        Empty: every clock file that jug can use.

    Returns
    -------
    Wanted

    Raises
    ------
    DataError
        A name is unknown.
    """
    if not names:
        files = DataFiles()
        sites = (*site_table().values(), *(find_site(name, None, files) for name in files.own_sites()))
        every = {GPS.name: None} | {name: None for site in sites for name in _site_files(site)}
        return Wanted(tuple(every), (), bipm=True)
    clocks: dict[str, None] = {}
    ephemerides: dict[str, None] = {}
    named = set()
    for name in names:
        if is_ephemeris(name):
            ephemerides[name.upper().removesuffix(".BSP")] = None
        elif name.endswith((".clk", ".dat")):
            clocks[name] = None
            named.add(name)
        else:
            try:
                clocks |= dict.fromkeys(_site_files(find_site(name, None, DataFiles())))
            except DataError as error:
                what = "neither a clock file (*.clk, *.dat) nor an ephemeris (DE405, INPOP19a) nor a known site"
                raise DataError(f"{name!r} is {what}", hint=error.hint) from None
    return Wanted(tuple(clocks), tuple(ephemerides), frozenset(named))


def _site_files(site: Site) -> tuple[str, ...]:
    gps = (GPS.name,) if site.gps else ()
    return (*(ref.name for ref in (*site.clock, *site.fallback)), *gps)
