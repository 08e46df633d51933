"""Radio frequency in the frame of the barycentre: the first-order Doppler shift by the observatory's velocity.

f = f_site (1 - v.n)

f and f_site are in Hz, v is the observatory's velocity in units of c, (n, 3), and n the unit vector to the pulsar,
(n, 3). PINT 1.1.8 and tempo2 use the same first order. The second order is 5e-9 of f. It changes a dispersion delay
of 1 s by 10 ns, equally in every program that quotes a DM. The component provides 1/f, so that an infinite frequency
is 0 and has the derivative 0.
"""

from jug.core.array import Float, Row
from jug.model.declare import Columns, Component, Namespace, Partials, Values, dot


def signal(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """1/f at the barycentre, (n,) 1/Hz."""
    return x.inv_freq_site / (1.0 - dot(x.v_obs, x.n))


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of 1/f by the direction n, (n, 3) 1/Hz."""
    shift = 1.0 - dot(x.v_obs, x.n)
    return {"n": x.v_obs * (x.inv_freq_site / (shift * shift))[:, None]}


COMPONENT = Component("barycentric frequency", signal=signal, partials=partials, signal_name="inv_freq")
