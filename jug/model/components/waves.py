"""Waves of a measure (DM, CM) at given frequencies, as terms declare them.

    m(t) = sum_i SIN_i sin(2 pi FREQ_i (t - EPOCH)) + COS_i cos(2 pi FREQ_i (t - EPOCH))

FREQ in 1/d, t the TOA's own TDB (PINT 1.1.8).
"""

from math import pi
from types import ModuleType
from typing import Any, NamedTuple

from jug.core.sincos import waves
from jug.model.declare import Array, Columns, Kernel, Param, Values, cached, indexed, is_free


class Waves(NamedTuple):
    """What a component of waves is made of: parameters, the measure (n,), its derivatives (n, k), its triggers."""

    params: tuple[Param, ...]
    measure: Kernel
    partials: Kernel
    triggers: tuple[str, ...]


def waves_of(measure: str, prefix: str, unit: str, time_power: int) -> Waves:
    """Waves of a measure.

    Parameters
    ----------
    measure : str
        Its name in the parameters' descriptions: ``"DM"``.
    prefix : str
        What the keywords begin with: ``"DMWX"``.
    unit, time_power
        Of the amplitudes, as in `Param`.
    """
    freq, sin, cos, epoch = (f"{prefix}{word}" for word in ("FREQ", "SIN", "COS", "EPOCH"))
    group, of = indexed(prefix), f"of one wave of {measure}"
    params = (
        Param(freq, "1/d", f"Frequency {of}", -1, family=group),
        Param(sin, unit, f"Sine amplitude {of}", time_power, default=0.0, family=group),
        Param(cos, unit, f"Cosine amplitude {of}", time_power, default=0.0, family=group),
        Param(epoch, "MJD", f"Epoch of the waves of {measure}", 0, codec="mjd", default="PEPOCH", fit=False),
    )

    def sines(xp: ModuleType, p: Values, x: Columns) -> tuple[Array, Array]:
        return cached(x, prefix, lambda: waves(xp, 2.0 * pi * p[freq], x.tdb - p[epoch]))

    def value(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        sine, cosine = sines(xp, p, x)
        return sine @ p[sin] + cosine @ p[cos]

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        sine, cosine = sines(xp, p, x)
        by = {sin: sine, cos: cosine}
        if is_free(x, freq):
            turn = 2.0 * pi * (x.tdb - p[epoch])[:, None]
            by[freq] = turn * (p[sin] * cosine - p[cos] * sine)
        return by

    return Waves(params, value, partials, (freq, sin, cos))
