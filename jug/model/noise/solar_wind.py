"""Solar-wind noise: the density of the wind at 1 AU as a power-law Gaussian process (PINT 1.1.8).

delay(t) = K g(t) / f^2  sum_k [a_k sin(2 pi f_k t) + b_k cos(2 pi f_k t)],   <a_k^2> = <b_k^2> = P(f_k) df_k

P and the frequencies as in `fourier`, C 100 where it is not given; K the constant of dispersion, g the electrons that
the line of sight meets for 1 cm^-3 at 1 AU (`jug.model.components.solar_wind.geometry`), by SWM and SWP as for NE_SW,
f the frequency at the barycentre. A TOA at the barycentre has no wind. Hazboun et al. 2022, ApJ 929, 39; Susarla et
al. 2024, A&A 692, A18. PINT needs a line NE_SW for it; jug does not.
"""

from types import ModuleType

from jug.core.constants import K_DM
from jug.model.components.solar_wind.geometry import inverse_square, power_law, sun_angle
from jug.model.components.solar_wind.wind import POWER_LAW, SQUARE_LAW, SWM, SWP
from jug.model.declare import Array, Columns, Values
from jug.model.noise.fourier import keywords, process


def square(xp: ModuleType, p: Values, x: Columns) -> Array:
    """Delay of a wind of 1 cm^-3 at 1 AU, its density falling as the square of the distance, (n,) s per cm^-3."""
    c, r, _ = sun_angle(xp, x)
    return (K_DM * inverse_square(xp, c, r)[0] * x.inv_freq**2 * x.on_site)[:-1]


def power(xp: ModuleType, p: Values, x: Columns) -> Array:
    """The same, the density falling as the power SWP."""
    c, r, _ = sun_angle(xp, x)
    return (K_DM * power_law(xp, c, r, p["SWP"])[0] * x.inv_freq**2 * x.on_site)[:-1]


WIND = (SWM, SWP)
"""Parameters of the geometry."""

_PARAMS = (*keywords("TNSW", "solar-wind noise", span=False), *WIND)

SQUARE = process("solar-wind noise", "TNSW", "SW", _PARAMS, square, default=100, dispersive=True, options=SQUARE_LAW)
POWER = process(
    "solar-wind noise (power law)", "TNSW", "SW", _PARAMS, power, default=100, dispersive=True, options=POWER_LAW
)
