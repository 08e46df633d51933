"""Dispersion measure by linear interpolation between nodes (DMMODEL of tempo2, as in IPTA and PPTA data sets).

DM(t) += sum_i DMOFF_i w_i(t)

DMOFF_i is in pc cm^-3. w_i falls linearly from 1 at node i to 0 at the adjacent nodes. Before the first and after the
last node the DM is constant. tempo2 2023.05; Keith et al. 2013, MNRAS 429, 2161, section 3. PINT 1.1.8 does not read
it.

In the par file ``DMMODEL DM 1`` means offsets from DM; the fit flag frees all of them. ``DMMODEL x`` replaces DM by the
number x. Each node has a line ``DMOFF mjd value uncertainty``. The node times are clock-corrected UTC; tempo2 compares
them with the site time. With DMMODEL tempo2 ignores DMX and the flags -dm and -dmo of TOAs. jug ignores the flags too,
and refuses DMX.
"""

from jug.core.array import Float, Row
from jug.model.declare import (
    ByName,
    Columns,
    Namespace,
    OwnColumns,
    Param,
    Partials,
    ToaRows,
    Values,
    dispersive_component,
    line_family,
)

DMMODEL = Param(
    "DMMODEL",
    "pc cm^-3",
    "Dispersion measure by nodes: the word DM, or a number that replaces DM; the flag frees the nodes",
    -1,
    links=("DM",),
    frees=("DMOFF",),
    fit=False,
)
NODE = Param(
    "DMOFFMJD", "MJD", "Time of one node, UTC", 0, codec="mjd", family=line_family("DMOFF", 0, counted=True), fit=False
)
DMOFF = Param(
    "DMOFF",
    "pc cm^-3",
    "Dispersion measure at one node, relative to DM",
    -1,
    family=line_family("DMOFF", 1, counted=True),
)


def node_weights(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the column ``nodes_DMOFF``.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``nodes_DMOFF``: w_i at each TOA, (n, k).
    """
    nodes = rows.values("DMOFFMJD")
    order = xp.argsort(nodes)
    unit = xp.eye(len(nodes))
    weight = xp.stack([xp.interp(rows.mjd, nodes[order], row[order]) for row in unit], axis=1)
    return OwnColumns({"nodes_DMOFF": weight})


def dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the nodes, (n,) pc cm^-3."""
    return x.own["nodes_DMOFF"] @ p["DMOFF"]


def dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the dispersion measure by each DMOFF, (n, k)."""
    return {"DMOFF": x.own["nodes_DMOFF"]}


def dm_from_number(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the nodes, with DM replaced by the number of DMMODEL, (n,) pc cm^-3."""
    total: Float[Row] = dm(xp, p, x, t) + (p["DMMODEL"] - p["DM"][0])
    return total


def dm_from_number_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the dispersion measure by each DMOFF and by each DM_n, (n, k) each."""
    by_dm = xp.where(xp.arange(p["DM"].shape[0]) == 0, -1.0, 0.0)
    return {**dm_partials(xp, p, x, t), "DM": by_dm * xp.ones((t.shape[0], 1))}


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report two nodes at the same time."""
    nodes = p["DMOFFMJD"]
    again = [i for i in range(nodes.shape[0]) if (nodes[:i] == nodes[i]).any()]
    return ("DMOFF", again[0], "has the time of another node") if again else None


COMPONENT, FROM_NUMBER = (
    dispersive_component(
        name,
        (DMMODEL, NODE, DMOFF),
        measure,
        by,
        triggers=("DMMODEL",),
        needs=("DMOFF", "DM"),
        options=(("DMMODEL", (word,)),),
        columns=node_weights,
        check=check,
    )
    for name, word, measure, by in (
        ("DMMODEL", "DM", dm, dm_partials),
        ("DMMODEL (number)", "", dm_from_number, dm_from_number_partials),
    )
)
