"""An orbit of DDGR at another T0: XPBDOT and XOMDOT take up what the masses give otherwise with the new PB.

The masses stay. PBDOT and the advance of periastron by general relativity follow from the masses and PB at T0, with PB
and PBDOT of the new T0 those of `jug.conversion.orbit_epochs`, and the periastron advances by the same angle in every
orbit. So XPBDOT' = P' - PBDOT(PB') and XOMDOT' = OMDOT PB / PB' - OMDOT(PB'), OMDOT with the old XOMDOT. What is
left is the change of gamma, a third of that of PB: of PSR B1913+16 0.01 ns in 1,000 d.
"""

from collections.abc import Mapping
from decimal import Decimal
from math import degrees
from typing import cast

from jug.conversion.epoch_values import Exact, Move
from jug.conversion.orbit_epochs import moved_orbit
from jug.core import constants
from jug.model.components.binary.ddgr import relativity
from jug.model.declare import ByName


def moved_relativity(values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...]) -> Move:
    """Move T0 of DDGR.

    Parameters
    ----------
    values, epoch, to, frequencies
        As in `jug.conversion.orbit_epochs.moved_orbit`.

    Returns
    -------
    Move
    """
    explicit = moved_orbit("DDGR", _explicit(values), epoch, to, frequencies)

    def move(values: Exact) -> Exact:
        out = explicit(_explicit(values))
        pbdot, omdot = out.pop("PBDOT"), out.pop("OMDOT")
        by_masses = _by_masses(out)
        if not frequencies:
            out["XPBDOT"] += pbdot - by_masses["PBDOT"]
        out["XOMDOT"] = omdot - by_masses["OMDOT"]
        return out

    return move


def _explicit(values: Mapping[str, Decimal]) -> Exact:
    """The values with PBDOT, and with OMDOT that contains XOMDOT."""
    by_masses = _by_masses(values)
    return {**values, "PBDOT": by_masses["PBDOT"], "OMDOT": by_masses["OMDOT"] + values["XOMDOT"]}


def _by_masses(values: Mapping[str, Decimal]) -> Exact:
    """PBDOT and OMDOT (deg/yr) that general relativity gives."""
    v = {name: float(values[name]) for name in ("MTOT", "M2", "A1", "ECC", "PB", "FB0") if name in values}
    period = {"PB": v["PB"] * constants.DAY} if "PB" in v else {"FB": [v["FB0"]]}
    masses = {"MTOT": v["MTOT"] * constants.T_SUN, "M2": v["M2"] * constants.T_SUN}
    found = relativity(cast(ByName, {**masses, **period}), v["A1"], v["ECC"])
    omdot = degrees(float(found.k) * float(found.n)) * constants.YEAR
    return {"PBDOT": Decimal(float(found.pbdot)), "OMDOT": Decimal(omdot)}
