"""An orbit of DDGR, or of T2 with MTOT, at another T0 or TASC.

The masses stay the same. With the new PB they give another PBDOT and another advance of periastron; XPBDOT and XOMDOT
absorb the difference.

PBDOT and the advance of periastron by general relativity follow from the masses and PB at T0. PB and PBDOT at the new
T0 are those of `orbit_epochs`, and the periastron advances by the same angle in every orbit. So XPBDOT'
= P' - PBDOT(PB') and XOMDOT' = OMDOT PB / PB' - OMDOT(PB'); OMDOT is the sum of the advance and the old XOMDOT. The
change of gamma, a third of that of PB, is neglected: 0.01 ns in 1,000 d for PSR B1913+16.
"""

from collections.abc import Mapping
from decimal import Decimal
from math import degrees
from typing import cast

from jug.conversion.epochs.epoch_values import Exact, Move
from jug.conversion.epochs.orbit_epochs import orbit_move
from jug.core import constants
from jug.model.components.binary.ddgr import relativity
from jug.model.declare import ByName


def relativity_move(
    word: str, values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...]
) -> Move:
    """Return the function that moves T0 of DDGR, or T0 or TASC of T2 with MTOT.

    Parameters
    ----------
    word, values, epoch, to, frequencies
        As in `jug.conversion.epochs.orbit_epochs.orbit_move`.

    Returns
    -------
    Move
    """
    tempo2 = word == "T2"
    explicit = orbit_move(word, _explicit(values, tempo2), epoch, to, frequencies)

    def move(values: Exact) -> Exact:
        out = explicit(_explicit(values, tempo2))
        pbdot, omdot = out.pop("PBDOT"), out.pop("OMDOT")
        by_masses = _by_masses(out, tempo2)
        if not frequencies:
            out["XPBDOT"] += pbdot - by_masses["PBDOT"]
        if "OM" in out:
            out["XOMDOT"] = omdot - by_masses["OMDOT"]
        return out

    return move


def _explicit(values: Mapping[str, Decimal], tempo2: bool) -> Exact:
    """The values with PBDOT, and with OMDOT that contains XOMDOT."""
    by_masses = _by_masses(values, tempo2)
    return {**values, "PBDOT": by_masses["PBDOT"], "OMDOT": by_masses["OMDOT"] + values["XOMDOT"]}


def _by_masses(values: Mapping[str, Decimal], tempo2: bool) -> Exact:
    """PBDOT and OMDOT (deg/yr) that general relativity gives."""
    v = {name: float(values[name]) for name in ("MTOT", "M2", "A1", "PB", "FB0") if name in values}
    period = {"PB": v["PB"] * constants.DAY} if "PB" in v else {"FB": [v["FB0"]]}
    masses = {"MTOT": v["MTOT"] * constants.T_SUN, "M2": v["M2"] * constants.T_SUN}
    e = float(values.get("ECC", Decimal(0)))
    found = relativity(cast(ByName, {**masses, **period}), v["A1"], e, tempo2=tempo2)
    omdot = degrees(float(found.k) * float(found.n)) * constants.YEAR
    return {"PBDOT": Decimal(float(found.pbdot)), "OMDOT": Decimal(omdot)}
