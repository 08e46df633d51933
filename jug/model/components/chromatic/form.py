"""Common form of the chromatic terms: a chromatic measure times a power of the frequency (Chromatic in PINT).

delay = K CM (f / 1 MHz)^-TNCHROMIDX    s,    K = 1/2.41e-4 s MHz^2 cm^3/pc

CM is in pc cm^-3 MHz^-2; f is the frequency at the barycentre, (n,). A TOA at infinite frequency has no such delay.
TNCHROMIDX is 4 when absent (PINT 1.1.8). PINT keeps it fixed in a fit; jug can fit it. tempo2 2023.05 has the same
power, but ignores CM itself, has no factorials in CM1, CM2, ..., and uses DMEPOCH instead of CMEPOCH. The conversion
from TCB to TDB scales CM by a power that depends on TNCHROMIDX; the declared power is that for 4.
"""

from typing import Unpack

from jug.core.array import Array, Float, Row
from jug.core.constants import K_DM, MHZ
from jug.model.declare import (
    Columns,
    Component,
    Fields,
    Kernel,
    Namespace,
    Param,
    Partials,
    PartialsKernel,
    Values,
    scale_rows,
)

TNCHROMIDX = Param("TNCHROMIDX", "", "Power of 1/frequency of the chromatic delays", 0, default=4.0)
CM_UNIT = "pc cm^-3 MHz^-2"
CM_TIME_POWER = -3
"""Power of the second in the dimension of CM, by which TCB values become TDB ones."""


def power_or_limit(xp: Namespace, y: Array, index: Array) -> Array:
    """y^index, and its limit at infinite frequency.

    Parameters
    ----------
    xp : Namespace
    y : (n,) or (n, 1) array
        A reference frequency over the frequency of the TOA; 0 for an infinite frequency.
    index : float or (k,) array
        The power.

    Returns
    -------
    (n,) or (n, k) array
        y^index where y > 0. Where y = 0: 1 for an index of 0, else 0.
    """
    there = y > 0.0
    return xp.where(there, xp.where(there, y, 1.0) ** index, xp.where(index == 0.0, 1.0, 0.0))


def log_or_zero(xp: Namespace, y: Array) -> Array:
    """ln y where y > 0; 0 where y = 0, since its factor is 0 there.

    Parameters
    ----------
    xp : Namespace
    y : (n,) or (n, 1) array
        As in `power_or_limit`.

    Returns
    -------
    array of the shape of ``y``
        No unit.
    """
    return xp.log(xp.where(y > 0.0, y, 1.0))


def divide_or_zero(xp: Namespace, a: Array, y: Array) -> Array:
    """a / y where y > 0; 0 where y = 0.

    Parameters
    ----------
    xp : Namespace
    a : (n,) or (n, k) array
        In any unit.
    y : (n,) or (n, 1) array
        As in `power_or_limit`.

    Returns
    -------
    array of the shape of ``a``
        In the unit of ``a`` over that of ``y``.
    """
    return xp.where(y > 0.0, a / xp.where(y > 0.0, y, 1.0), 0.0)


def chromatic_component(
    name: str, params: tuple[Param, ...], cm: Kernel, cm_partials: PartialsKernel, **given: Unpack[Fields]
) -> Component:
    """Make a component whose delay is that of a chromatic measure.

    Parameters
    ----------
    name : str
        Name of the component.
    params : tuple of Param
        Its parameters without TNCHROMIDX.
    cm : callable
        Kernel of the chromatic measure, (n,) pc cm^-3 MHz^-2.
    cm_partials : callable
        Kernel of its derivatives by the parameters.
    **given
        Other fields of `Component`.

    Returns
    -------
    Component
    """

    def weight(xp: Namespace, p: Values, x: Columns) -> Float[Row]:
        return (K_DM / MHZ**2) * power_or_limit(xp, x.inv_freq * MHZ, p["TNCHROMIDX"])

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        return weight(xp, p, x) * cm(xp, p, x, t)

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        y, index, per_cm = x.inv_freq * MHZ, p["TNCHROMIDX"], weight(xp, p, x)
        value = cm(xp, p, x, t)
        slope = (K_DM / MHZ) * index * xp.where(y > 0.0, power_or_limit(xp, y, index - 1.0), 0.0)
        return {
            **{key: scale_rows(per_cm, partial) for key, partial in cm_partials(xp, p, x, t).items()},
            "TNCHROMIDX": per_cm * value * log_or_zero(xp, y),
            "inv_freq": slope * value,
        }

    return Component(name, (*params, TNCHROMIDX), delay=delay, partials=partials, **given)
