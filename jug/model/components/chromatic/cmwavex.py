"""Waves of the chromatic measure at given frequencies.

CM(t) += sum_i CMWXSIN_i sin(2 pi CMWXFREQ_i (t - CMWXEPOCH)) + CMWXCOS_i cos(2 pi CMWXFREQ_i (t - CMWXEPOCH))

with the conventions of `form`; frequencies in 1/d, t the TOA's own TDB (PINT 1.1.8). The frequencies can be fitted
here.
"""

from math import pi
from types import ModuleType
from typing import Any

from jug.circle import waves
from jug.model.components.chromatic.form import CM_TIME_POWER, CM_UNIT, chromatic
from jug.model.declare import Array, Columns, Param, Values, indexed, is_wanted, once

GROUP = indexed("CMWX")
EPOCH = Param("CMWXEPOCH", "MJD", "Epoch of the waves of CM", 0, codec="mjd", default="PEPOCH", fit=False)
FREQ = Param("CMWXFREQ", "1/d", "Frequency of one wave of CM", -1, family=GROUP)
SIN = Param("CMWXSIN", CM_UNIT, "Sine amplitude of one wave of CM", CM_TIME_POWER, default=0.0, family=GROUP)
COS = Param("CMWXCOS", CM_UNIT, "Cosine amplitude of one wave of CM", CM_TIME_POWER, default=0.0, family=GROUP)


def _waves(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, Array]:
    """Sine and cosine of each wave, (n, k)."""
    return once(x, "CMWaveX", lambda: waves(xp, 2.0 * pi * p["CMWXFREQ"], x["tdb"] - p["CMWXEPOCH"]))


def cm(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Chromatic measure, (n,)."""
    sine, cosine = _waves(xp, p, x)
    return sine @ p["CMWXSIN"] + cosine @ p["CMWXCOS"]


def cm_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By amplitudes and frequencies, (n, k) each."""
    sine, cosine = _waves(xp, p, x)
    by = {"CMWXSIN": sine, "CMWXCOS": cosine}
    if is_wanted(x, "CMWXFREQ"):
        turn = 2.0 * pi * (x["tdb"] - p["CMWXEPOCH"])[:, None]
        by["CMWXFREQ"] = turn * (p["CMWXSIN"] * cosine - p["CMWXCOS"] * sine)
    return by


COMPONENT = chromatic("CMWaveX", (FREQ, SIN, COS, EPOCH), cm, cm_partials, triggers=("CMWXFREQ", "CMWXSIN", "CMWXCOS"))
