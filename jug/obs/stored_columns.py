"""The columns of TOAs in a folder: the arrays, and the description that is written with them."""

from typing import TypeAlias

import numpy as np

from jug.core.array import Int, Toa
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.errors import InputError
from jug.io.npy import StoredNumbers
from jug.io.stored_words import StoredWords
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.files import DataUse
from jug.obs.sites import make_site
from jug.obs.toas import TOAs
from jug.text.json_types import JsonMapping

VERSION = 1
"""Version of the layout of the folder."""

DESCRIPTION = "toas.json"
"""Name of the file with everything except the columns. It is written last: a folder without it is not complete."""

TZR_FOLDER = "tzr"

PREPARED_WITH = ("ephem", "clock", "time_ephemeris", "planets")
"""Attributes that must be equal in all parts of a set."""

OPTIONAL = ("zenith", "dilation")

StoredArrays: TypeAlias = dict[str, StoredNumbers]
"""Arrays by the name of their file."""


def arrays_of(toas: TOAs) -> StoredArrays:
    """Return the columns of numbers that need no table of words, by name.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    dict of str to (n, ...) array
        In the units of `jug.TOAs`.
    """
    raw = toas.raw
    found = {
        "mjd": toas.mjd,
        "clock_s": toas.clock_s,
        **_parts("tdb", toas.tdb),
        "r_obs": toas.r_obs,
        "v_obs": toas.v_obs,
        "at_barycentre": toas.at_barycentre,
        **_parts("time", raw.times),
        "offset_s": raw.offset_s,
        "error_s": raw.error_s,
        "freq_hz": raw.freq_hz,
        "line": raw.line,
        **{f"body_{body}": position for body, position in toas.bodies.items()},
    }
    return found | {name: array for name in OPTIONAL if (array := getattr(toas, name)) is not None}


def _parts(name: str, times: Times) -> StoredArrays:
    return {f"{name}_day": times.day, f"{name}_hi": times.sec.hi, f"{name}_low": times.sec.lo}


def toas_of(arrays: StoredArrays, description: JsonMapping) -> TOAs:
    """Make TOAs of the columns of a folder and its description.

    Parameters
    ----------
    arrays : dict of str to array
        All columns of the folder, in the units of `jug.TOAs`.
    description : dict
        The content of ``toas.json``.

    Returns
    -------
    TOAs
        Without TZR point.

    Raises
    ------
    KeyError, TypeError, ValueError
        An entry is absent, or is of another type.
    """
    sites = tuple(make_site(entry.pop("name"), entry) for entry in (dict(site) for site in description["sites"]))
    raw = RawTOAs(
        times=_times("time", arrays),
        offset_s=arrays["offset_s"],
        error_s=arrays["error_s"],
        freq_hz=arrays["freq_hz"],
        site=FlagColumn(arrays["written_site"], tuple(description["written_sites"])),
        name=StoredWords(arrays["name_text"], arrays["name_end"]),
        flags={
            key: FlagColumn(arrays[f"flag_{i}"], tuple(words)) for i, (key, words) in enumerate(description["flags"])
        },
        files=tuple(description["files"]),
        file_index=arrays["file_index"],
        line=arrays["line"],
        serial=arrays["serial"],
    )
    return TOAs(
        raw=raw,
        mjd=arrays["mjd"],
        clock_s=arrays["clock_s"],
        tdb=_times("tdb", arrays),
        r_obs=arrays["r_obs"],
        v_obs=arrays["v_obs"],
        bodies={body: arrays[f"body_{body}"] for body in description["bodies"]},
        at_barycentre=arrays["at_barycentre"],
        site=FlagColumn(arrays["site"], tuple(site.name for site in sites)),
        sites=sites,
        uses=tuple(DataUse(**use) for use in description["uses"]),
        **{name: description[name] for name in PREPARED_WITH},
        zenith=arrays.get("zenith"),
        dilation=arrays.get("dilation"),
    )


def _times(name: str, arrays: StoredArrays) -> Times:
    return Times(arrays[f"{name}_day"], DoubleDouble(arrays[f"{name}_hi"], arrays[f"{name}_low"]))


def check_same_preparation(first: TOAs, part: TOAs) -> None:
    """Raise an error for a part that differs from the first in one of `PREPARED_WITH` or in its columns.

    Parameters
    ----------
    first, part : TOAs

    Raises
    ------
    InputError
    """
    for name in PREPARED_WITH:
        if (one := getattr(first, name)) != (other := getattr(part, name)):
            why = f"a part of the TOAs was prepared with {name} {other}, the first one with {one}"
            raise InputError(why, hint="prepare all for one model: jug.prepare(model, toas.raw)")
    if arrays_of(first).keys() != arrays_of(part).keys():
        raise InputError("the parts of the TOAs were prepared for different models", hint="prepare all for one model")


def add_uses(uses: dict[tuple[str, str], DataUse], more: tuple[DataUse, ...]) -> None:
    """Add the data files of a part to those of the parts before it; numbers of TOAs beyond a file's end are summed.

    Parameters
    ----------
    uses : dict
        By purpose and name of the file; changed in place.
    more : tuple of DataUse
        The files of the part.
    """
    for use in more:
        before = uses.get((use.what, use.name))
        uses[use.what, use.name] = use if before is None else use._replace(n_beyond=use.n_beyond + before.n_beyond)


class CodesOfWords:
    """One number for each different word of a column that comes in several parts."""

    def __init__(self) -> None:
        self.words: dict[str, int] = {}

    def codes(self, column: FlagColumn) -> Int[Toa]:
        """Return the numbers of the words of a part, (n,) int32; -1 where there is none."""
        table = [self.words.setdefault(word, len(self.words)) for word in column.values]
        return np.array([*table, -1], np.int32)[column.codes]
