"""Waves of the dispersion measure at given frequencies.

DM(t) += sum_i DMWXSIN_i sin(2 pi DMWXFREQ_i (t - DMWXEPOCH)) + DMWXCOS_i cos(2 pi DMWXFREQ_i (t - DMWXEPOCH))

Frequencies in 1/d, t the TOA's own TDB (PINT 1.1.8; tempo2 does not have it). The frequencies can be fitted here.
Susobhanan et al. 2024, ApJ 971, 150, section 2.3.
"""

from math import pi
from types import ModuleType
from typing import Any

from jug.circle import waves
from jug.model.declare import Array, Columns, Param, Values, dispersive, indexed, is_wanted, once

GROUP = indexed("DMWX")
EPOCH = Param("DMWXEPOCH", "MJD", "Epoch of the waves of DM", 0, codec="mjd", default="PEPOCH", fit=False)
FREQ = Param("DMWXFREQ", "1/d", "Frequency of one wave of DM", -1, family=GROUP)
SIN = Param("DMWXSIN", "pc cm^-3", "Sine amplitude of one wave of DM", -1, default=0.0, family=GROUP)
COS = Param("DMWXCOS", "pc cm^-3", "Cosine amplitude of one wave of DM", -1, default=0.0, family=GROUP)


def _waves(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, Array]:
    """Sine and cosine of each wave, (n, k)."""
    return once(x, "DMWaveX", lambda: waves(xp, 2.0 * pi * p["DMWXFREQ"], x["tdb"] - p["DMWXEPOCH"]))


def dm(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersion measure, (n,) pc cm^-3."""
    sine, cosine = _waves(xp, p, x)
    return sine @ p["DMWXSIN"] + cosine @ p["DMWXCOS"]


def dm_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By amplitudes and frequencies, (n, k) each."""
    sine, cosine = _waves(xp, p, x)
    by = {"DMWXSIN": sine, "DMWXCOS": cosine}
    if is_wanted(x, "DMWXFREQ"):
        turn = 2.0 * pi * (x["tdb"] - p["DMWXEPOCH"])[:, None]
        by["DMWXFREQ"] = turn * (p["DMWXSIN"] * cosine - p["DMWXCOS"] * sine)
    return by


COMPONENT = dispersive("DMWaveX", (FREQ, SIN, COS, EPOCH), dm, dm_partials, triggers=("DMWXFREQ", "DMWXSIN", "DMWXCOS"))
