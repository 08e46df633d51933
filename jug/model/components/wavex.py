"""Timing noise as a Fourier series of delays (WaveX in PINT).

delay = sum_k [WXSIN_k sin(2 pi WXFREQ_k dt) + WXCOS_k cos(2 pi WXFREQ_k dt)]    s,   dt = t - WXEPOCH

t is the time after all earlier delays, the binary delay included. WXFREQ is in 1/d, WXSIN and WXCOS are in s.
Susobhanan et al. 2024, ApJ 971, 150, section 2.3. PINT 1.1.8 is the same, except that its design matrix takes the sines
at the TDB of the observatory. WAVE_SIN and WAVE_COS become WXSIN and WXCOS with the sign reversed and WXFREQ_k = k
WAVE_OM / 2 pi.
"""

from math import pi

from jug.core.array import Float, Member, Row
from jug.core.sincos import waves
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    evaluate_once,
    first_wrong,
    indexed_family,
    is_free,
)

WX = indexed_family("WX")

PARAMS = (
    Param("WXFREQ", "1/d", "Frequency of one sinusoid", -1, family=WX),
    Param("WXSIN", "s", "Sine amplitude of the delay", 1, default=0.0, family=WX),
    Param("WXCOS", "s", "Cosine amplitude of the delay", 1, default=0.0, family=WX),
    Param("WXEPOCH", "MJD", "Epoch of the sinusoids", 0, codec="mjd", default="PEPOCH", fit=False),
)


def _waves(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Float[Row, Member], Float[Row, Member]]:
    """Sine and cosine of each term, (n, k) each."""
    return evaluate_once(x, "WaveX", lambda: waves(xp, 2.0 * pi * p["WXFREQ"], t - p["WXEPOCH"]))


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay by the sinusoids, (n,) s."""
    sine, cosine = _waves(xp, p, x, t)
    return sine @ p["WXSIN"] + cosine @ p["WXCOS"]


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by the frequencies and amplitudes, (n, k), and by the time, (n,)."""
    sine, cosine = _waves(xp, p, x, t)
    rate = 2.0 * pi * p["WXFREQ"]
    by = {"WXSIN": sine, "WXCOS": cosine, "t": cosine @ (rate * p["WXSIN"]) - sine @ (rate * p["WXCOS"])}
    if is_free(x, "WXFREQ"):
        turn = 2.0 * pi * (t - p["WXEPOCH"])[:, None]
        by["WXFREQ"] = turn * (cosine * p["WXSIN"] - sine * p["WXCOS"])
    return by


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report a frequency of zero, which would be a constant delay."""
    return first_wrong("WXFREQ", p["WXFREQ"] == 0.0, "is zero")


COMPONENT = Component(
    "WaveX",
    PARAMS,
    delay=delay,
    partials=partials,
    check=check,
    triggers=("WXFREQ", "WXSIN", "WXCOS"),
)
