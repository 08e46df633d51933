"""The publishers of data files: base addresses, which can be set, and the place of each ephemeris below them."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from jug.errors import InputError

BASES = {
    "clock": "https://ipta.github.io/pulsar-clock-corrections/",
    "clock-mirror": "https://raw.githubusercontent.com/ipta/pulsar-clock-corrections/main/",
    "naif": "https://naif.jpl.nasa.gov/pub/naif/generic_kernels/spk/planets/",
    "naif-old": "https://naif.jpl.nasa.gov/pub/naif/generic_kernels/spk/planets/a_old_versions/",
    "ssd": "https://ssd.jpl.nasa.gov/ftp/eph/planets/bsp/",
    "imcce": "https://ftp.imcce.fr/pub/ephem/planets/",
}
"""Publisher -> base address, which ``--base NAME=ADDRESS`` or a variable (``JUG_BASE_NAIF_OLD``) sets."""

NAIF_CHECKSUMS = "aa_checksums.txt"
"""NAIF's list of MD5 sums, one in each folder: the sum and the name of a file on a line."""

_DE = re.compile(r"de\d{3}[a-z]?")
_INPOP = re.compile(r"inpop\d{2}[a-z]")


class EphemerisSource(NamedTuple):
    """One place of an ephemeris.

    Attributes
    ----------
    url : str
    checksums : str
        Address of the publisher's list of checksums; empty where there is none.
    member : str
        Name of the file inside the archive at `url`; empty where `url` is the file itself.
    """

    url: str
    checksums: str = ""
    member: str = ""


def base_addresses(given: Iterable[str] = (), environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the base addresses of the publishers: `BASES`, changed by the environment and then by `given`.

    If ``clock`` is changed and ``clock-mirror`` is not, the clock files have no mirror.

    Parameters
    ----------
    given : iterable of str
        Words ``NAME=ADDRESS``.
    environ : Mapping, optional
        The environment; ``os.environ`` when left out.

    Returns
    -------
    dict of str to str

    Raises
    ------
    InputError
        An unknown name, or an address that does not begin with http:// or https://.
    """
    env = os.environ if environ is None else environ
    bases = dict(BASES)
    for name in BASES:
        variable = f"JUG_BASE_{name.upper().replace('-', '_')}"
        if value := env.get(variable):
            bases[name] = _address(value, variable)
    for word in given:
        name, mark, value = word.partition("=")
        if name not in BASES or not mark:
            raise InputError(
                f"--base {word!r} sets no base address", hint=f"NAME=ADDRESS, NAME one of {', '.join(BASES)}"
            )
        bases[name] = _address(value, f"--base {name}")
    if bases["clock"] != BASES["clock"] and bases["clock-mirror"] == BASES["clock-mirror"]:
        bases["clock-mirror"] = bases["clock"]
    return bases


def _address(text: str, what: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise InputError(f"{what}: {text!r} is not an address", hint="it begins with https:// or http://")
    return text if text.endswith("/") else f"{text}/"


def is_ephemeris(name: str) -> bool:
    """Whether a name is that of an ephemeris, as ``DE405``, ``de440s``, ``INPOP19a``."""
    word = name.lower().removesuffix(".bsp")
    return bool(_DE.fullmatch(word) or _INPOP.fullmatch(word))


def ephemeris_sources(name: str, bases: Mapping[str, str]) -> tuple[EphemerisSource, ...]:
    """Return addresses where an ephemeris may be, in the order in which they are tried.

    Parameters
    ----------
    name : str
        As ``"DE440"``.
    bases : Mapping
        As from `base_addresses`.

    Returns
    -------
    tuple of EphemerisSource
        Publishers with checksums first.
    """
    word = name.lower().removesuffix(".bsp")
    if _INPOP.fullmatch(word):
        stem = f"{word}_TDB_m100_p100_spice"
        return (EphemerisSource(f"{bases['imcce']}{word}/{stem}.tar.gz", member=f"{stem}.bsp"),)
    naif = tuple(
        EphemerisSource(f"{bases[key]}{word}.bsp", f"{bases[key]}{NAIF_CHECKSUMS}") for key in ("naif", "naif-old")
    )
    return (*naif, EphemerisSource(f"{bases['ssd']}{word}.bsp"))


def published_md5(text: str, name: str) -> str:
    """Find the MD5 sum of a file in a publisher's list.

    Parameters
    ----------
    text : str
        The list: sum and name on a line.
    name : str

    Returns
    -------
    str
        Empty where the list does not have the file.
    """
    for line in text.splitlines():
        words = line.split()
        if (
            len(words) == 2
            and words[1].lstrip("*").rsplit("/", 1)[-1] == name
            and re.fullmatch(r"[0-9a-fA-F]{32}", words[0])
        ):
            return words[0].lower()
    return ""
