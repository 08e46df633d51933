"""Observatories: their positions, their names in tim files, and their clock files.

The table (``data/tables/sites.json``) has the observatories of PINT 1.1.8 and tempo2, the barycentre and geocentre,
under every name that the two have for them; where they differ in a position or a code it has PINT's. A site is found by
its name, an alias, tempo's one-letter code or ITOA's two-letter code, in any case. A user's own sites
(`Files.own_sites`) come first; a site in none of the tables is looked up in astropy's list (`Files.far_site`). A row
that a user writes has the keys of the table, or those of PINT's observatories.json: ``itrf_xyz`` (m) or ``lat``,
``lon`` (deg), ``alt`` (m, above the WGS84 ellipsoid), ``aliases``, ``clock_file``, ``clock_fmt`` (left out: tempo for
names that end in ``.dat``, else tempo2), ``apply_gps2utc``, ``bogus_last_correction``.
"""

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import erfa

from jug.errors import DataError, Where
from jug.obs.files import Files, packaged_root, packaged_table
from jug.obs.integrity import check_installed_file
from jug.text.json_types import JsonMapping
from jug.text.strict_json import json_text, read_json_text

TEMPO2_CODES = {
    **{"2": "narrabri", "5": "nanshan", "6": "dss_43", "c": "vla", "k": "knockin"},
    **{"p": "la_palma", "y": "jodrell"},
}
"""Codes of one letter that mean another observatory in tempo2 than in PINT 1.1.8 and tempo; tempo2's observatory."""

CLOSE_SPELLING = 0.75
"""Least similarity (1 for equal names) of a name that is suggested for an unknown one: a letter or two differ."""

OWN_SITES_HINT = (
    "`jug data status --sites` lists the known ones; an observatory of your own goes into sites.json in the folder "
    'JUG_DATA ({"name": {"xyz_m": [x, y, z]}}, docs/tim_files.md)'
)
"""The hint where no table has a site."""


class ClockRef(NamedTuple):
    """A clock file of a site, and how it is to be read (see `jug.io.clockfile.read_clock`)."""

    name: str
    kind: str
    drop_last: bool = False
    hold: bool = False


class Site(NamedTuple):
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
        The files that replace a missing file of `clock`.
    fallback_gps : bool
        `gps` when `fallback` is used.
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


def make_site(name: str, entry: JsonMapping) -> Site:
    """Make a site from a row of the table.

    Parameters
    ----------
    name : str
    entry : Mapping

    Returns
    -------
    Site
    """
    fields = dict(entry)
    fields["xyz_m"] = tuple(entry["xyz_m"])
    fields["aliases"] = tuple(entry.get("aliases", ()))
    for key in ("clock", "fallback"):
        fields[key] = tuple(ClockRef(**ref) for ref in entry.get(key, ()))
    return Site(name=name, **fields)


def own_site(name: str, entry: JsonMapping) -> Site:
    """Make a site from a row that a user wrote.

    Parameters
    ----------
    name : str
    entry : Mapping
        The row; keys as in the description of this module.

    Returns
    -------
    Site

    Raises
    ------
    ValueError
        With the reason, if the row cannot be used.
    """
    unknown = [key for key in entry if key not in _OWN_KEYS]
    if unknown:
        raise ValueError(f"{', '.join(unknown)} is not known; the keys are {', '.join(_OWN_KEYS)}")
    place = entry.get("xyz_m", entry.get("itrf_xyz"))
    if place is None and all(isinstance(entry.get(key), int | float) for key in ("lat", "lon")):
        east, north = math.radians(entry["lon"]), math.radians(entry["lat"])
        if not abs(entry["lat"]) <= 90.0:
            raise ValueError("its latitude is beyond a pole; degrees are expected")
        place = erfa.gd2gc(1, east, north, float(entry.get("alt", 0.0))).tolist()
    if not isinstance(place, list | tuple) or len(place) != 3 or not all(isinstance(x, int | float) for x in place):
        raise ValueError("it has neither xyz_m (three numbers, m) nor lat and lon (deg)")
    if not 1e6 < math.hypot(*place) < 1e8:  # a list of PINT's has a site 5,095 km from the geocentre
        raise ValueError("it is deep inside the Earth, or 100,000 km away from it; metres are expected")
    listed = entry.get("clock_file", entry.get("clock", []))
    drop = bool(entry.get("bogus_last_correction", False))
    clock = []
    for ref in [listed] if isinstance(listed, str | dict) else listed:
        ref = {"name": ref} if isinstance(ref, str) else dict(ref)
        kind = ref.get("kind", entry.get("clock_fmt", "tempo" if str(ref.get("name")).endswith(".dat") else "tempo2"))
        hold = bool(ref.get("hold", ref.get("valid_beyond_ends", False)))
        if not isinstance(ref.get("name"), str) or kind not in ("tempo", "tempo2"):
            raise ValueError("a clock file has a name and is of kind tempo or tempo2")
        if ref["name"]:
            clock.append(ClockRef(ref["name"], kind, bool(ref.get("drop_last", drop)), hold))
    tempo, itoa = str(entry.get("tempo_code", "")), str(entry.get("itoa_code", ""))
    aliases = entry.get("aliases", [])
    aliases = [aliases] if isinstance(aliases, str) else aliases
    names = tuple(str(word).lower() for word in (*aliases, tempo, itoa) if word)
    gps = bool(entry.get("gps", entry.get("apply_gps2utc", True)))
    x, y, z = (float(q) for q in place)
    return Site(name.lower(), (x, y, z), gps, names, tempo, itoa, tuple(clock))


_OWN_KEYS = (
    *("xyz_m", "itrf_xyz", "lat", "lon", "alt", "aliases", "tempo_code", "itoa_code", "clock", "clock_file"),
    *("clock_fmt", "bogus_last_correction", "gps", "apply_gps2utc", "fullname", "origin"),
)


@cache
def site_table() -> Mapping[str, Site]:
    """The sites that come with jug, by name."""
    path = check_installed_file(packaged_root(), packaged_table("sites.json"))
    table = read_json_text(path.read_bytes())
    return MappingProxyType({name: make_site(name, entry) for name, entry in table.items()})


@cache
def _index() -> Mapping[str, Site]:
    """Sites by every name and alias; a name has precedence over an alias."""
    sites = site_table().values()
    aliases = {alias: site for site in sites for alias in site.aliases}
    return MappingProxyType({**aliases, **site_table()})


def find_site(text: str, where: Where | None = None, files: Files | None = None) -> Site:
    """Find the site that a tim or par file names.

    Parameters
    ----------
    text : str
        Name, alias or code, in any case.
    where : Where, optional
        The line that names it, for the message.
    files : Files, optional
        Where a user's own sites and astropy's are found.

    Returns
    -------
    Site

    Raises
    ------
    DataError
        There is no such site, or it is a spacecraft.
    """
    index, key = _index(), text.strip().lower()
    own = _own_index(files) if files is not None else {}
    site = own.get(key) or index.get(key)
    if site is None and files is not None and (row := files.far_site(key)):
        site = own_site(key, row)
    if site is None:
        from difflib import get_close_matches

        names = [name for name in (*own, *index) if len(name) > 2]
        near = get_close_matches(key, names, n=3, cutoff=CLOSE_SPELLING)
        asked = f"did you mean {', '.join(near)}? " if near else ""
        raise DataError(f"unknown observatory {text!r}", where, f"{asked}{OWN_SITES_HINT}")
    if site.special == "spacecraft":
        hint = "jug does not read orbit files yet: give barycentred times (site @)"
        raise DataError(f"the site {text!r} is a spacecraft, which is not supported yet", where, hint)
    return site


def same_site(first: str, second: str) -> bool:
    """Whether two names mean one observatory of the table, to PINT and to tempo2.

    Parameters
    ----------
    first, second : str
        Names, aliases or codes, in any case.

    Returns
    -------
    bool
    """
    keys = [text.strip().lower() for text in (first, second)]
    sites = [_index().get(key) for key in keys]
    return sites[0] is not None and sites[0] is sites[1] and not set(keys) & set(TEMPO2_CODES)


def site_meant(text: str, codes_of_tempo2: bool) -> str:
    """The name of a site, from what a tim file has for it.

    Parameters
    ----------
    text : str
    codes_of_tempo2 : bool
        Whether a code of one letter means the observatory that it means in tempo2.

    Returns
    -------
    str
    """
    return TEMPO2_CODES.get(text.strip().lower(), text) if codes_of_tempo2 else text


def other_in_tempo2(text: str, site: Site) -> str:
    """The remark about a code that means another observatory in tempo2.

    Parameters
    ----------
    text : str
        The code in the tim file.
    site : Site
        The site that jug uses for it.

    Returns
    -------
    str
        Empty for any other code.
    """
    other = TEMPO2_CODES.get(text.strip().lower(), site.name)
    if other == site.name or site is not site_table().get(site.name):
        return ""
    return f"the site {text!r} is {site.name} as in PINT and tempo; in tempo2 it is {other}: write the name"


def _place(path: str, name: str) -> Where:
    """The line of a file of sites that names a site."""
    found = Path(path).read_bytes().partition(json_text(name).encode())
    return Where(path, found[0].count(b"\n") + 1 if found[1] else 1)


def _own_index(files: Files) -> dict[str, Site]:
    """A user's sites by every name; a name in a row has precedence over the aliases that the table gives to a site."""
    named: dict[str, Site] = {}
    taken_over: dict[str, Site] = {}
    for name, (row, path) in files.own_sites().items():
        known = site_table().get(name.lower())
        try:
            site = own_site(name, _complete_row(row, known) if known else row)
        except (ValueError, TypeError) as reason:
            raise DataError(f"the site {name!r} cannot be used: {reason}", _place(path, name)) from None
        taken_over |= dict.fromkeys(known.aliases, site) if known else {}
        named |= dict.fromkeys((*site.aliases, site.name), site)
    return taken_over | named


def _complete_row(row: JsonMapping, known: Site) -> JsonMapping:
    """Complete a row of a site that the table has too with the table's position and clock files."""
    place = {} if {"xyz_m", "itrf_xyz", "lat", "lon"} & row.keys() else {"xyz_m": list(known.xyz_m)}
    refs: JsonMapping = {"clock": [ref._asdict() for ref in known.clock], "gps": known.gps}
    return {**place, **({} if {"clock", "clock_file"} & row.keys() else refs), **row}
