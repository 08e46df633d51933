"""Solar-wind noise: the density of the solar wind at 1 AU as a power-law Gaussian process (PLSWNoise in PINT).

delay(t) = K g(t) / f^2  sum_k [a_k sin(2 pi f_k t) + b_k cos(2 pi f_k t)],   <a_k^2> = <b_k^2> = P(f_k) df_k

a_k and b_k are in cm^-3. P and the frequencies are as in `fourier`; C is 100 when absent. K is the dispersion constant,
f the frequency at the barycentre. g is the column density of `jug.model.components.solar_wind.geometry` in pc for 1
cm^-3 at 1 AU, by SWM and SWP as for NE_SW. A TOA at the barycentre has no solar wind. Hazboun et al. 2022, ApJ 929, 39;
Susarla et al. 2024, A&A 692, A18. PINT 1.1.8 is the same, but needs a line NE_SW; jug does not.
"""

from jug.core.array import Float, Toa
from jug.core.constants import K_DM
from jug.model.components.solar_wind.geometry import inverse_square, power_law, sun_angle
from jug.model.components.solar_wind.wind import POWER_LAW, SQUARE_LAW, SWM, SWP
from jug.model.declare import Columns, Namespace, Values
from jug.model.noise.fourier import power_law_process, process_params


def square_law_delay(xp: Namespace, p: Values, x: Columns) -> Float[Toa]:
    """Compute the delay for 1 cm^-3 at 1 AU and a density that falls as the square of the distance.

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns

    Returns
    -------
    (n,) array
        s per cm^-3.
    """
    c, r, _ = sun_angle(xp, x)
    return (K_DM * inverse_square(xp, c, r)[0] * x.inv_freq**2 * x.on_site)[:-1]


def power_law_delay(xp: Namespace, p: Values, x: Columns) -> Float[Toa]:
    """Compute the delay for 1 cm^-3 at 1 AU and a density that falls as the power SWP.

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns

    Returns
    -------
    (n,) array
        s per cm^-3.
    """
    c, r, _ = sun_angle(xp, x)
    return (K_DM * power_law(xp, c, r, p["SWP"])[0] * x.inv_freq**2 * x.on_site)[:-1]


WIND = (SWM, SWP)
"""Parameters of the form of the density."""

_PARAMS = (*process_params("TNSW", "solar-wind noise", span=False), *WIND)

SQUARE_NOISE = power_law_process(
    "solar-wind noise", "TNSW", "SW", _PARAMS, square_law_delay, default=100, dispersive=True, options=SQUARE_LAW
)
POWER_NOISE = power_law_process(
    "solar-wind noise (power law)",
    "TNSW",
    "SW",
    _PARAMS,
    power_law_delay,
    default=100,
    dispersive=True,
    options=POWER_LAW,
)
