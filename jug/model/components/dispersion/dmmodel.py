"""Dispersion measure by straight lines between nodes (the form of the IPTA's and PPTA's data sets).

DM(t) += sum_i DMOFF_i w_i(t)

w_i falls from 1 at node i to 0 at its neighbours, linearly; before the first and after the last node the value is
held. Par file: ``DMMODEL DM 1`` (the offsets are from DM; the flag frees them all) and one line ``DMOFF mjd value
uncertainty`` for each node. tempo2 2023.05, Keith et al. 2013, MNRAS 429, 2161, section 3; PINT 1.1.8 does not read
it. The node times are compared with clock-corrected UTC here and with the site time in tempo2. With DMMODEL tempo2
takes no account of DMX and of the flags -dm and -dmo; jug refuses the former and does the same for the latter.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Param, Values, dispersive, on_line

DMMODEL = Param(
    "DMMODEL",
    "",
    "Dispersion measure by nodes: the word DM, and whether they are free",
    0,
    codec="str",
    frees=("DMOFF",),
    fit=False,
)
NODE = Param(
    "DMOFFMJD", "MJD", "Time of one node (UTC)", 0, codec="mjd", family=on_line("DMOFF", 0, counted=True), fit=False
)
DMOFF = Param(
    "DMOFF", "pc cm^-3", "Dispersion measure at one node, from DM", -1, family=on_line("DMOFF", 1, counted=True)
)


def weights(xp: ModuleType, rows: Any) -> dict[str, Array]:
    """Column ``nodes_DMOFF``: w_i at each TOA, (n, k)."""
    nodes = rows.values("DMOFFMJD")
    order = xp.argsort(nodes)
    unit = xp.eye(len(nodes))
    return {"nodes_DMOFF": xp.stack([xp.interp(rows.mjd, nodes[order], row[order]) for row in unit], axis=1)}


def dm(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersion measure, (n,) pc cm^-3."""
    return x["nodes_DMOFF"] @ p["DMOFF"]


def dm_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each DMOFF, (n, k)."""
    return {"DMOFF": x["nodes_DMOFF"]}


COMPONENT = dispersive(
    "DMMODEL",
    (DMMODEL, NODE, DMOFF),
    dm,
    dm_partials,
    triggers=("DMMODEL",),
    needs=("DMOFF", "DM"),
    options=(("DMMODEL", ("DM",)),),
    columns=weights,
)
