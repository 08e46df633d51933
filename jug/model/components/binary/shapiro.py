"""Shapiro delay in the field of the companion, for circular orbits: from M2 and SINI, and in orthometric form.

    companion:   -2 r ln(1 - s sin Phi)                                    Lange+ 2001, MNRAS 326, 274, eq. A16
    full:        -2 r ln(1 + S^2 - 2 S sin Phi),  r = H3/S^3               Freire & Wex 2010, MNRAS 409, 199, eq. 29
    absorbed:    the same + (2 S sin Phi - S^2 cos 2 Phi), harmonics from the third on          ibid., eq. 28
    harmonics:   -2 H3 sum_{k=3}^N c_k S^(k-3),  S = H4/H3                                      ibid., eq. 19

Phi is the orbital phase from the ascending node in rad, s = sin i, r = T_sun M2 in s, S = STIGMA, and H3 and H4 are in
s. c_k = (-1)^((k+1)/2) (2/k) sin k Phi for odd k, (-1)^((k+2)/2) (2/k) cos k Phi for even k. The eccentricity is
neglected: a relative change of order e.
"""

from jug.core.array import Float, Row
from jug.model.components.binary.orbit import Slopes
from jug.model.declare import Namespace


def m2_sini_delay(xp: Namespace, phi_sin: Float[Row], m2: Float[()], sini: Float[()]) -> Float[Row]:
    """Shapiro delay -2 m2 ln(1 - sini sin Phi).

    Parameters
    ----------
    xp : Namespace
    phi_sin : (n,) array
        sin Phi.
    m2, sini : float or (n,) array
        Mass of the companion, s, and sine of the inclination.

    Returns
    -------
    (n,) array
        s.
    """
    return -2.0 * m2 * xp.log(1.0 - sini * phi_sin)


def m2_sini_slopes(xp: Namespace, phi_sin: Float[Row], phi_cos: Float[Row], m2: Float[()], sini: Float[()]) -> Slopes:
    """Derivatives of `m2_sini_delay` by the phase "M" (rad), "m2" (s) and "sini".

    Parameters
    ----------
    xp, phi_sin, m2, sini
        As in `m2_sini_delay`.
    phi_cos : (n,) array
        cos Phi.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    brace = 1.0 - sini * phi_sin
    return {
        "M": 2.0 * m2 * sini * phi_cos / brace,
        "m2": -2.0 * xp.log(brace),
        "sini": 2.0 * m2 * phi_sin / brace,
    }


def orthometric(
    xp: Namespace, phi_sin: Float[Row], phi_cos: Float[Row], h3: Float[()], stigma: Float[()], absorbed: bool = False
) -> Float[Row]:
    """Orthometric Shapiro delay with all harmonics.

    Parameters
    ----------
    xp : Namespace
    phi_sin, phi_cos : (n,) arrays
        sin Phi and cos Phi.
    h3, stigma : float
        H3, s, and STIGMA.
    absorbed : bool
        Whether the first two harmonics are omitted (eq. 28 instead of eq. 29).

    Returns
    -------
    (n,) array
        s.
    """
    return -2.0 * h3 / stigma**3 * _log(xp, phi_sin, phi_cos, stigma, absorbed)


def _log(xp: Namespace, s: Float[Row], c: Float[Row], stigma: Float[()], absorbed: bool) -> Float[Row]:
    log = xp.log(1.0 + stigma * stigma - 2.0 * stigma * s)
    if absorbed:
        log = log + 2.0 * stigma * s - stigma * stigma * (c * c - s * s)
    return log


def orthometric_slopes(
    xp: Namespace, s: Float[Row], c: Float[Row], h3: Float[()], stigma: Float[()], absorbed: bool = False
) -> Slopes:
    """Derivatives of `orthometric` by the phase "M" (rad), "h3" (s) and "stigma".

    Parameters
    ----------
    xp, h3, stigma, absorbed
        As in `orthometric`.
    s, c : (n,) arrays
        sin Phi and cos Phi.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    brace = 1.0 + stigma * stigma - 2.0 * stigma * s
    scale = -2.0 / stigma**3
    log = _log(xp, s, c, stigma, absorbed)
    by_phase = -2.0 * stigma * c / brace
    by_stigma = 2.0 * (stigma - s) / brace
    if absorbed:
        by_phase = by_phase + 2.0 * stigma * c + 4.0 * stigma * stigma * s * c
        by_stigma = by_stigma + 2.0 * s - 2.0 * stigma * (c * c - s * s)
    return {
        "M": scale * h3 * by_phase,
        "h3": scale * log,
        "stigma": scale * h3 * (by_stigma - 3.0 * log / stigma),
    }


def harmonics_from_third(xp: Namespace, phase: Float[Row], h3: Float[()], h4: Float[()], highest: int) -> Float[Row]:
    """Orthometric Shapiro delay with the harmonics from the third to the one numbered ``highest``.

    Parameters
    ----------
    xp : Namespace
    phase : (n,) array
        Phi, rad.
    h3, h4 : float
        H3 and H4, s. Where H3 is 0, S counts as 0.
    highest : int
        N.

    Returns
    -------
    (n,) array
        s.
    """
    total, stigma = 0.0 * phase, _ratio(xp, h3, h4)
    for k in range(3, highest + 1):
        total = total + stigma ** (k - 3) * _harmonic(xp, k, phase)
    return -2.0 * h3 * total


def harmonics_slopes(xp: Namespace, phase: Float[Row], h3: Float[()], h4: Float[()], highest: int) -> Slopes:
    """Derivatives of `harmonics_from_third` by the phase "M" (rad), "h3" (s) and "h4" (s).

    Parameters
    ----------
    xp, phase, h3, h4, highest
        As in `harmonics_from_third`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    by_phase, by_h3, by_stigma = 0.0 * phase, 0.0 * phase, 0.0 * phase
    stigma = _ratio(xp, h3, h4)
    for k in range(3, highest + 1):
        by_phase = by_phase + stigma ** (k - 3) * _harmonic(xp, k, phase, slope=True)
        by_h3 = by_h3 + stigma ** (k - 3) * _harmonic(xp, k, phase)
        if k > 3:
            by_stigma = by_stigma + (k - 3) * stigma ** (k - 4) * _harmonic(xp, k, phase)
    return {"M": -2.0 * h3 * by_phase, "h3": -2.0 * (by_h3 - stigma * by_stigma), "h4": -2.0 * by_stigma}


def _ratio(xp: Namespace, h3: Float[()], h4: Float[()]) -> Float[()]:
    """S = H4/H3, and 0 where H3 is 0."""
    return xp.where(h3 == 0.0, 0.0, h4 / xp.where(h3 == 0.0, 1.0, h3))


def _harmonic(xp: Namespace, k: int, phase: Float[Row], slope: bool = False) -> Float[Row]:
    """c_k, or its derivative by Phi."""
    if k % 2:
        sign = (-1.0) ** ((k + 1) // 2)
        return 2.0 * sign * xp.cos(k * phase) if slope else (2.0 * sign / k) * xp.sin(k * phase)
    sign = (-1.0) ** ((k + 2) // 2)
    return -2.0 * sign * xp.sin(k * phase) if slope else (2.0 * sign / k) * xp.cos(k * phase)
