"""Dispersion measure by straight lines between nodes (the form of the IPTA's and PPTA's data sets).

DM(t) += sum_i DMOFF_i w_i(t)

w_i falls from 1 at node i to 0 at its neighbours, linearly; before the first and after the last node the value is
held. Par file: ``DMMODEL DM 1`` (the offsets are from DM; the flag frees them all) and one line ``DMOFF mjd value
uncertainty`` for each node. ``DMMODEL x`` puts the number x in the place of DM. tempo2 2023.05, Keith et al. 2013,
MNRAS 429, 2161, section 3; PINT 1.1.8 does not read it. The node times are compared with clock-corrected UTC here and
with the site time in tempo2. With DMMODEL tempo2 takes no account of DMX and of the flags -dm and -dmo; jug refuses the
former and does the same for the latter.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, OwnColumns, Param, Values, dispersive, on_line

DMMODEL = Param(
    "DMMODEL",
    "pc cm^-3",
    "Dispersion measure by nodes: the word DM or a number that takes its place, and whether they are free",
    -1,
    links=("DM",),
    frees=("DMOFF",),
    fit=False,
)
NODE = Param(
    "DMOFFMJD", "MJD", "Time of one node (UTC)", 0, codec="mjd", family=on_line("DMOFF", 0, counted=True), fit=False
)
DMOFF = Param(
    "DMOFF", "pc cm^-3", "Dispersion measure at one node, from DM", -1, family=on_line("DMOFF", 1, counted=True)
)


def weights(xp: ModuleType, rows: Any) -> OwnColumns:
    """Column ``nodes_DMOFF``: w_i at each TOA, (n, k)."""
    nodes = rows.values("DMOFFMJD")
    order = xp.argsort(nodes)
    unit = xp.eye(len(nodes))
    weight = xp.stack([xp.interp(rows.mjd, nodes[order], row[order]) for row in unit], axis=1)
    return OwnColumns({"nodes_DMOFF": weight})


def dm(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersion measure, (n,) pc cm^-3."""
    return x.own["nodes_DMOFF"] @ p["DMOFF"]


def dm_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each DMOFF, (n, k)."""
    return {"DMOFF": x.own["nodes_DMOFF"]}


def dm_from_number(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersion measure, (n,) pc cm^-3: DM, which the series has, is exchanged for the number."""
    return dm(xp, p, x, t) + (p["DMMODEL"] - p["DM"][0])


def dm_from_number_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each DMOFF, (n, k), and by DM, (n, k)."""
    by_dm = xp.where(xp.arange(p["DM"].shape[0]) == 0, -1.0, 0.0)
    return {**dm_partials(xp, p, x, t), "DM": by_dm * xp.ones((t.shape[0], 1))}


def check(p: Values) -> tuple[str, int, str] | None:
    """Nodes at times of their own, in any order."""
    nodes = p["DMOFFMJD"]
    again = [i for i in range(nodes.shape[0]) if (nodes[:i] == nodes[i]).any()]
    return ("DMOFF", again[0], "has the time of another node") if again else None


COMPONENT, FROM_NUMBER = (
    dispersive(
        name,
        (DMMODEL, NODE, DMOFF),
        measure,
        by,
        triggers=("DMMODEL",),
        needs=("DMOFF", "DM"),
        options=(("DMMODEL", (word,)),),
        columns=weights,
        check=check,
    )
    for name, word, measure, by in (
        ("DMMODEL", "DM", dm, dm_partials),
        ("DMMODEL (number)", "", dm_from_number, dm_from_number_partials),
    )
)
