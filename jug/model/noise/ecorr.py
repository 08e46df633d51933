"""ECORR: noise common to the TOAs of one epoch and one selection (pulse jitter).

C_ij += ECORR^2   for i, j of the same epoch

An epoch is a group of TOAs of one selection, in order of time, all less than 1 s after the first of the group, two
TOAs or more (PINT 1.1.8, enterprise); where selections overlap, a TOA is in an epoch of each, and the variances add
up. With the convention ``ECORR`` TEMPO2 (`jug.model.reading.conventions`) an epoch is the TOAs within 1 s of one that a
selection covers, one TOA or more, whatever covers the others; of several lines that cover the first TOA the last
counts, and a TOA is in one epoch only. NANOGrav 9-yr: Arzoumanian et al. 2015, ApJ 813, 65, section 3.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from jug.model.declare import Array, Binned, Columns, Component, OwnColumns, Param, Values, selected

ECORR = Param(
    "ECORR",
    "us",
    "Noise common to an epoch",
    1,
    family=selected(),
    aliases=("TNECORR",),
    fit=False,
    sampled=True,
    bounds=(0.0, 1e12),
)


def columns(xp: ModuleType, rows: Any) -> OwnColumns:
    """The epoch of each TOA, and the ECORR of each epoch; a layer for every set of disjoint selections."""
    return OwnColumns(noise={"ECORR": rows.epochs("ECORR")})


def columns_tempo2(xp: ModuleType, rows: Any) -> OwnColumns:
    """The same with tempo2's epochs."""
    return OwnColumns(noise={"ECORR": rows.epochs("ECORR", any_flag=True)})


def basis(xp: ModuleType, p: Values, x: Columns) -> tuple[Binned, ...]:
    """One column for each epoch: 1 on its TOAs."""
    out = []
    for index, owner in x.noise["ECORR"]:
        k = owner.shape[0]
        out.append(Binned(index, xp.where(index < k, 1.0, 0.0), xp.zeros(k)))
    return tuple(out)


def weights(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, ...]:
    """ECORR^2 of each epoch, s^2."""
    return tuple(p["ECORR"][layer.owner] ** 2 for layer in x.noise["ECORR"])


def _component(name: str, word: str, found: Callable[..., OwnColumns]) -> Component:
    return Component(
        name,
        (ECORR,),
        columns=found,
        basis=basis,
        weights=weights,
        triggers=("ECORR",),
        options=(("@ECORR", (word,)),),
        process="ECORR",
    )


COMPONENT = _component("ECORR", "PINT", columns)
TEMPO2_COMPONENT = _component("ECORR, tempo2's epochs", "TEMPO2", columns_tempo2)
