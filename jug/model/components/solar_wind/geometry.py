"""Column density of a spherical solar wind along the line of sight.

g = integral_0^inf (1 AU / R(s))^p ds    pc

The path s goes from the observatory towards the pulsar. R is the distance from the Sun, p > 1 the power by which the
density falls. g times the density at 1 AU in cm^-3 is a dispersion measure. Let r be the distance of the Sun, theta the
angle between Sun and pulsar at the observatory, and rho = pi - theta. Then

g = AU (AU / r)^(p-1) sin(theta)^(1-p) S,    S = integral_0^rho sin(psi)^(p-2) dpsi

For p = 2, g = AU^2 rho / (r sin rho) (Edwards, Hobbs & Manchester 2006, MNRAS 372, 1549, eqs 29 and 30). For other p it
is Hazboun et al. 2022, ApJ 929, 39, eq. 11, there with two hypergeometric functions of an unbounded argument; also You
et al. 2012, MNRAS 422, 1160. jug sums, with w = sin^2(rho / 2) <= 1/2,

    S = sin(theta)^(p-1) F(p, w) / (p - 1),    F(p, w) = 2F1(p - 1, 1; (p + 1) / 2; w)
      = 1 + r_0 w (1 + r_1 w (1 + ...)),       r_k = (p - 1 + k) / ((p + 1) / 2 + k)

(incomplete beta function, Abramowitz & Stegun 26.5.23 and 15.3.3). All terms are positive, and each is about half the
one before; the terms after the first `WIND_TERMS` are below 1e-17. For rho > pi/2, S(rho) = 2 S(pi/2) - S(pi - rho).
The derivatives are those of this sum, term by term. PINT 1.1.8 ends its integral 1e14 light-s away: its g is too small
by 3e-12 for p = 2, and by 3e-3 for p = 1.2.
"""

from jug.core.array import Array, Float, Int, Member, Row, Xyz
from jug.core.constants import AU_LS, PARSEC_LS
from jug.model.declare import Columns, Namespace, dot

WIND_TERMS, WIND_BLOCK = 56, 8
"""Terms of the series, and terms that are summed at a time."""

AU_PC = AU_LS / PARSEC_LS


def sun_angle(xp: Namespace, x: Columns) -> tuple[Float[Row], Float[Row], Float[Row, Xyz]]:
    """Geometry of Sun, observatory and pulsar.

    Parameters
    ----------
    xp : Namespace
    x : Columns
        Uses ``bodies["sun"]`` and the signal ``n``.

    Returns
    -------
    c : (n,) array
        Cosine of the angle between Sun and pulsar.
    r : (n,) array
        Distance of the Sun, AU.
    dc_dn : (n, 3) array
        Derivative of ``c`` by the direction n.
    """
    r = xp.sqrt(dot(x.bodies["sun"], x.bodies["sun"]))
    to_sun = x.bodies["sun"] / r[:, None]
    return dot(to_sun, x.n), r / AU_LS, to_sun


def inverse_square(xp: Namespace, c: Float[Row], r: Float[Row]) -> tuple[Float[Row], Float[Row]]:
    """Column density g and its derivative for p = 2.

    Parameters
    ----------
    xp : Namespace
    c : (n,) array
        Cosine of the angle between Sun and pulsar.
    r : (n,) array
        Distance of the Sun, AU.

    Returns
    -------
    g, dg_dc : (n,) arrays
        pc.
    """
    s2 = (1.0 - c) * (1.0 + c)
    scale = AU_PC / r
    g = scale * xp.arccos(-c) / xp.sqrt(s2)
    return g, (scale + c * g) / s2


def power_law(
    xp: Namespace, c: Float[Row], r: Float[Row], p: Float[Member] | Float[()], index: Int[Row] | None = None
) -> tuple[Float[Row], Float[Row], Float[Row]]:
    """Column density g and its derivatives for any p > 1.

    Parameters
    ----------
    xp : Namespace
    c, r : (n,) arrays
        As in `inverse_square`.
    p : float, (n,) array, or (k,) array with ``index``
        Power by which the density falls.
    index : (n,) int array, optional
        Element of ``p`` for each row.

    Returns
    -------
    g, dg_dc, dg_dp : (n,) arrays
        pc.
    """
    table, table_p = _coefficients(xp, p)
    falling = 0.5 ** xp.arange(float(WIND_TERMS)).reshape((-1,) + (1,) * xp.ndim(p))
    half, half_p = xp.sum(table * falling, axis=0), xp.sum(table_p * falling, axis=0)
    if index is not None:
        p, half, half_p = p[index], half[index], half_p[index]
    s2 = (1.0 - c) * (1.0 + c)
    w = 0.5 * (1.0 - xp.abs(c))
    f, f_p = _polynomial(xp, w, table, index), _polynomial(xp, w, table_p, index)
    far, log_s = c <= 0.0, 0.5 * xp.log(s2)
    whole = 2.0 * xp.exp((1.0 - p) * log_s)
    e = xp.where(far, f, whole * half - f)
    e_p = xp.where(far, f_p, whole * (half_p - half * log_s) - f_p)
    scale = AU_PC * xp.exp((1.0 - p) * xp.log(r))
    g = scale * e / (p - 1.0)
    return g, (scale + (p - 1.0) * c * g) / s2, scale * e_p / (p - 1.0) - g * (xp.log(r) + 1.0 / (p - 1.0))


def _coefficients(xp: Namespace, p: Float[Member] | Float[()]) -> tuple[Array, Array]:
    """Coefficients of w^k in F(p, w), and their derivatives by p; (TERMS, ...) each."""
    k = xp.arange(WIND_TERMS - 1.0).reshape((-1,) + (1,) * xp.ndim(p))
    top, low = p - 1.0 + k, 0.5 * (p + 1.0) + k
    first = 0.0 * top[:1]
    product = xp.concatenate([first + 1.0, xp.cumprod(top / low, axis=0)])
    return product, product * xp.concatenate([first, xp.cumsum(1.0 / top - 0.5 / low, axis=0)])


def _polynomial(xp: Namespace, w: Float[Row], table: Array, index: Int[Row] | None) -> Float[Row]:
    """Sum of table[k] w^k, evaluated in blocks of `WIND_BLOCK` terms."""
    powers = [xp.ones(w.shape[0])]
    for _ in range(WIND_BLOCK):
        powers.append(powers[-1] * w)
    step, total, stack = powers.pop(), xp.zeros(w.shape[0]), xp.stack(powers)
    for first in range(WIND_TERMS - WIND_BLOCK, -1, -WIND_BLOCK):
        rows = table[first : first + WIND_BLOCK]
        if table.ndim == 1:
            part = rows @ stack
        else:
            part = xp.einsum("kn,kn->n", rows if index is None else rows[:, index], stack)
        total = total * step + part
    return total
