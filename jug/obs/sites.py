"""Observatories: where they stand, what tim files call them, and which clock files belong to them.

The table (``data/tables/sites.json``) holds the observatories of PINT 1.1.8 and the barycentre and geocentre.
A site is found by its name, an alias, tempo's one-letter code or ITOA's two-letter code, in any case.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from jug.errors import DataError, Where
from jug.obs.files import packaged_table


class ClockRef(NamedTuple):
    """A clock file of a site, and how it is to be read (see `jug.io.clockfile.read_clock`)."""

    name: str
    kind: str
    drop_last: bool = False
    hold: bool = False


@dataclass(frozen=True)
class Site:
    """An observatory, or another place that times can be given for.

    Attributes
    ----------
    name : str
        Name in the table, lower case.
    xyz_m : tuple of float, shape (3,)
        Position in the terrestrial frame (ITRF), m; zeros for a special place.
    gps : bool
        The clock is steered to GPS: UTC - UTC(GPS) comes after the clock files.
    aliases : tuple of str
        Other names and codes, lower case.
    tempo_code, itoa_code : str
        tempo's one-letter and ITOA's two-letter code, empty where there is none.
    clock : tuple of ClockRef
        Clock files, in the order in which they are applied; none: the clock needs no correction.
    fallback : tuple of ClockRef
        What to use instead where a file of `clock` is not at hand.
    fallback_gps : bool
        `gps` when `fallback` serves.
    special : str
        ``"barycenter"`` (times are TDB there), ``"geocenter"``, ``"spacecraft"``; empty for an observatory.
    """

    name: str
    xyz_m: tuple[float, float, float]
    gps: bool = True
    aliases: tuple[str, ...] = ()
    tempo_code: str = ""
    itoa_code: str = ""
    clock: tuple[ClockRef, ...] = ()
    fallback: tuple[ClockRef, ...] = ()
    fallback_gps: bool = True
    special: str = ""


def make_site(name: str, entry: Mapping[str, Any]) -> Site:
    """Make a site from a row of the table."""
    fields = dict(entry)
    fields["xyz_m"] = tuple(entry["xyz_m"])
    fields["aliases"] = tuple(entry.get("aliases", ()))
    for key in ("clock", "fallback"):
        fields[key] = tuple(ClockRef(**ref) for ref in entry.get(key, ()))
    return Site(name=name, **fields)


@cache
def site_table() -> Mapping[str, Site]:
    """Give the sites that come with jug, by name."""
    table = json.loads(packaged_table("sites.json").read_text(encoding="utf-8"))
    return MappingProxyType({name: make_site(name, entry) for name, entry in table.items()})


@cache
def _index() -> Mapping[str, Site]:
    """Sites by every name and alias; a name goes before an alias."""
    sites = site_table().values()
    aliases = {alias: site for site in sites for alias in site.aliases}
    return MappingProxyType({**aliases, **site_table()})


def find_site(text: str, where: Where | None = None) -> Site:
    """Find the site that a tim or par file names.

    Parameters
    ----------
    text : str
        Name, alias or code, in any case.
    where : Where, optional
        The line that names it, for the message.

    Raises
    ------
    DataError
        If there is no such site, or it is one that jug cannot place yet.
    """
    index = _index()
    site = index.get(text.strip().lower())
    if site is None:
        from difflib import get_close_matches

        near = get_close_matches(text.strip().lower(), [key for key in index if len(key) > 2], n=3)
        guess = f"did you mean {', '.join(near)}?" if near else "jug.obs.sites.site_table() lists the known ones"
        raise DataError(f"unknown observatory {text!r}", where, guess)
    if site.special == "spacecraft":
        raise DataError(f"the site {text!r} is a spacecraft, which is not supported yet", where)
    return site
