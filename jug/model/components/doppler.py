"""The radio frequency as the barycentre sees it.

f = f_site (1 - v.n)

v the observatory's velocity in units of c, first order (PINT 1.1.8 and tempo2; the second order is 5e-9 of f and
moves a 1 s dispersion delay by 10 ns, in the same way for every program that quotes a DM). Carried as 1/f, so that
an infinite frequency is 0 and has derivative 0.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Component, Values, dot


def signal(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """1/f at the barycentre, (n,) 1/Hz."""
    return x.inv_freq_site / (1.0 - dot(x.v_obs, x.n))


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By the direction n, (n, 3)."""
    shift = 1.0 - dot(x.v_obs, x.n)
    return {"n": x.v_obs * (x.inv_freq_site / (shift * shift))[:, None]}


COMPONENT = Component("barycentric frequency", signal=signal, partials=partials, signal_name="inv_freq")
