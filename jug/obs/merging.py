"""Two sets of prepared TOAs as one (`jug.TOAs.merge`)."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from jug.core.array import Float, Toa, Xyz
from jug.core.times import Times, concatenate
from jug.io.tim.flag_column import encode
from jug.io.tim.joining import joined_toas
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.files import DataUse
from jug.obs.sites import Site


class _MergedTOAs(Protocol):
    """The attributes of `jug.TOAs` that are used. The class imports this module, and so is not imported here."""

    @property
    def raw(self) -> RawTOAs: ...
    @property
    def tdb(self) -> Times: ...
    @property
    def bodies(self) -> dict[str, Float[Toa, Xyz]]: ...
    @property
    def site_names(self) -> tuple[str, ...]: ...
    @property
    def sites(self) -> Sequence[Site]: ...
    @property
    def planets(self) -> bool: ...
    @property
    def uses(self) -> tuple[DataUse, ...]: ...


def merged_fields(one: _MergedTOAs, other: _MergedTOAs, names: Iterable[str]) -> dict[str, Any]:
    """Join the columns of two disjoint sets of TOAs. The TOAs of the first set come first.

    Parameters
    ----------
    one, other : jug.TOAs
        Prepared with the same ephemeris, TT and TDB.
    names : iterable of str
        The fields of the class; an array that only one of the sets has is left out of both.

    Returns
    -------
    dict
        The fields that differ from those of the first set, by name.
    """
    arrays: dict[str, object] = {}
    for name in names:
        mine, others = getattr(one, name), getattr(other, name)
        if isinstance(mine, np.ndarray) or isinstance(others, np.ndarray):
            arrays[name] = None if mine is None or others is None else np.concatenate([mine, others])
    site = encode([*one.site_names, *other.site_names])
    known = {own.name: own for own in (*other.sites, *one.sites)}
    return {
        "raw": joined_toas(one.raw, other.raw),
        "tdb": concatenate([one.tdb, other.tdb]),
        "bodies": {k: np.concatenate([v, other.bodies[k]]) for k, v in one.bodies.items() if k in other.bodies},
        "site": site,
        "sites": tuple(known[name] for name in site.values),
        "planets": one.planets and other.planets,
        "uses": tuple(dict.fromkeys((*one.uses, *other.uses))),
        **arrays,
    }
