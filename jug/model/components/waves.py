"""Sinusoids of a measure (DM or CM) at given frequencies, for the components DMWaveX and CMWaveX.

    m(t) = sum_i SIN_i sin(2 pi FREQ_i (t - EPOCH)) + COS_i cos(2 pi FREQ_i (t - EPOCH))

FREQ is in 1/d; t is the TDB at the observatory (PINT 1.1.8).
"""

from math import pi
from typing import NamedTuple

from jug.core.array import Float, Member, Row
from jug.core.sincos import waves
from jug.model.declare import (
    Columns,
    Kernel,
    Namespace,
    Param,
    Partials,
    PartialsKernel,
    Values,
    evaluate_once,
    indexed_family,
    is_free,
)


class Waves(NamedTuple):
    """Parts of a component of sinusoids.

    Parameters
    ----------
    params : tuple of Param
        Its parameters.
    measure : callable
        The measure, (n,).
    partials : callable
        Its derivatives, (n, k) each.
    triggers : tuple of str
        The keywords by which the component is chosen.
    """

    params: tuple[Param, ...]
    measure: Kernel
    partials: PartialsKernel
    triggers: tuple[str, ...]


def waves_of(measure: str, prefix: str, unit: str, time_power: int) -> Waves:
    """Declare the sinusoids of a measure.

    Parameters
    ----------
    measure : str
        Name of the measure in the descriptions of the parameters, for instance ``"DM"``.
    prefix : str
        Beginning of the keywords, for instance ``"DMWX"``.
    unit : str
        Unit of the amplitudes.
    time_power : int
        Power of time in that unit, as in `Param`.

    Returns
    -------
    Waves
        The parameters and functions for a component.
    """
    freq, sin, cos, epoch = (f"{prefix}{word}" for word in ("FREQ", "SIN", "COS", "EPOCH"))
    group, of = indexed_family(prefix), f"of one sinusoid of {measure}"
    params = (
        Param(freq, "1/d", f"Frequency {of}", -1, family=group),
        Param(sin, unit, f"Sine amplitude {of}", time_power, default=0.0, family=group),
        Param(cos, unit, f"Cosine amplitude {of}", time_power, default=0.0, family=group),
        Param(epoch, "MJD", f"Epoch of the sinusoids of {measure}", 0, codec="mjd", default="PEPOCH", fit=False),
    )

    def sines(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Row, Member], Float[Row, Member]]:
        return evaluate_once(x, prefix, lambda: waves(xp, 2.0 * pi * p[freq], x.tdb - p[epoch]))

    def value(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        sine, cosine = sines(xp, p, x)
        return sine @ p[sin] + cosine @ p[cos]

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        sine, cosine = sines(xp, p, x)
        by = {sin: sine, cos: cosine}
        if is_free(x, freq):
            turn = 2.0 * pi * (x.tdb - p[epoch])[:, None]
            by[freq] = turn * (p[sin] * cosine - p[cos] * sine)
        return by

    return Waves(params, value, partials, (freq, sin, cos))
