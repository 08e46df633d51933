"""Timing noise as a Fourier series of delays.

delay = sum_k [WXSIN_k sin(2 pi WXFREQ_k dt) + WXCOS_k cos(2 pi WXFREQ_k dt)]    s,   dt = t - WXEPOCH

t the time after the delays before it, the binary's included; WXFREQ in 1/d, amplitudes in s. Susobhanan et al. 2024,
ApJ 971, 150, section 2.3; PINT 1.1.8 is the same, except that its design matrix takes the sines at the TOA's own TDB.
WAVE_SIN and WAVE_COS become WXSIN and WXCOS with the sign reversed and WXFREQ_k = k WAVE_OM / 2 pi.
"""

from math import pi
from types import ModuleType
from typing import Any

from jug.circle import sine_cosine
from jug.model.declare import Array, Columns, Component, Param, Values, indexed

WX = indexed("WX")

PARAMS = (
    Param("WXFREQ", "1/d", "Frequency", -1, family=WX),
    Param("WXSIN", "s", "Sine amplitude", 1, default=0.0, family=WX),
    Param("WXCOS", "s", "Cosine amplitude", 1, default=0.0, family=WX),
    Param("WXEPOCH", "MJD", "Epoch of the series", 0, codec="mjd", default="PEPOCH", fit=False),
)


def _waves(xp: ModuleType, p: Values, t: Array) -> tuple[Array, Array, Array]:
    """Seconds since WXEPOCH, (n, 1), and sine and cosine of each term, (n, k)."""
    dt = (t - p["WXEPOCH"])[:, None]
    angle = dt * (2.0 * pi * p["WXFREQ"])
    return dt, *sine_cosine(xp, angle)


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Seconds, (n,)."""
    _, sine, cosine = _waves(xp, p, t)
    return sine @ p["WXSIN"] + cosine @ p["WXCOS"]


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By frequencies and amplitudes, (n, k), and by the time."""
    dt, sine, cosine = _waves(xp, p, t)
    slope = cosine * p["WXSIN"] - sine * p["WXCOS"]
    return {
        "WXFREQ": 2.0 * pi * dt * slope,
        "WXSIN": sine,
        "WXCOS": cosine,
        "t": slope @ (2.0 * pi * p["WXFREQ"]),
    }


def check(p: Values) -> tuple[str, int, str] | None:
    """A frequency of zero is a constant."""
    wrong = p["WXFREQ"] == 0.0
    return ("WXFREQ", int(wrong.argmax()), "is zero") if wrong.any() else None


COMPONENT = Component(
    "WaveX",
    PARAMS,
    delay=delay,
    partials=partials,
    check=check,
    triggers=("WXFREQ", "WXSIN", "WXCOS"),
)
