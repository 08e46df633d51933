"""Quantities of every pulsar: period and its derivative, age, magnetic field, energy loss, motion, distance.

Moment of inertia 1e45 g cm^2, radius 10 km: B = 3.2e19 sqrt(P Pdot) G at the equator, Edot = 4 pi^2 I Pdot / P^3
(Lorimer & Kramer 2005, Handbook of Pulsar Astronomy, section 3.2). The observed derivative of the period includes
contributions of the transverse motion, mu^2 d P / c (Shklovskii 1970, Sov. Astron. 13, 562), and of the acceleration in
the Galaxy (`jug.analysis.derived.galaxy`).
"""

from collections.abc import Callable
from math import hypot, nan, pi, sqrt

from jug.analysis.derived.galaxy import line_of_sight_acceleration
from jug.conversion.error_propagation import NamedNumbers
from jug.core.constants import AU, MAS, YEAR, C

INERTIA = 1e45
"""Moment of inertia, g cm^2."""

FIELD_FACTOR = 3.2e19
"""Magnetic field at the equator divided by sqrt(P Pdot), G s^-1/2."""

DerivedRule = tuple[str, str, tuple[str, ...], Callable[[NamedNumbers], float]]
"""Unit, description, the parameters it needs ("a|b": one of them), the function."""

MOTION = "PMRA|PMDEC|PMELONG|PMELAT"


def kpc(v: NamedNumbers) -> float:
    """Distance from the parallax, kpc; nan if that is negative."""
    return 1.0 / v["PX"] if v["PX"] > 0.0 else nan


def mas_per_year(v: NamedNumbers) -> float:
    """Total proper motion, mas/yr."""
    pair = ("PMELONG", "PMELAT") if "PMELONG" in v else ("PMRA", "PMDEC")
    return hypot(v[pair[0]], v[pair[1]])


def shklovskii(v: NamedNumbers) -> float:
    """Relative rate of change of any period due to the transverse motion, mu^2 d / c, 1/s."""
    return (mas_per_year(v) * MAS / YEAR) ** 2 * kpc(v) * AU / MAS / C


def _velocity(v: NamedNumbers) -> float:
    """Transverse velocity, km/s."""
    return mas_per_year(v) * MAS / YEAR * kpc(v) * AU / MAS / 1e3


def _slowing(v: NamedNumbers) -> float:
    return -v["F1"] / v["F0"] ** 2


def spin_rules(place: tuple[float, float] | None, moving: bool) -> dict[str, DerivedRule]:
    """List the rules of quantities that every pulsar has.

    Parameters
    ----------
    place : (float, float) or None
        Galactic longitude and latitude, rad; None for a model without a position.
    moving : bool
        Whether the model has a parallax, so that the observed derivative of the period can be corrected.

    Returns
    -------
    dict of str to DerivedRule
        By name.
    """
    spin = ("F0", "F1")
    rules: dict[str, DerivedRule] = {
        "PERIOD": ("s", "spin period", ("F0",), lambda v: 1.0 / v["F0"]),
        "PDOT": ("", "derivative of the spin period", spin, _slowing),
    }
    corrected = place is not None and moving
    rate = _slowing
    if place is not None and moving:
        l_rad, b_rad = place

        def galaxy(v: NamedNumbers) -> float:
            return line_of_sight_acceleration(l_rad, b_rad, kpc(v)) / v["F0"]

        def motion(v: NamedNumbers) -> float:
            return shklovskii(v) / v["F0"]

        def rate(v: NamedNumbers) -> float:
            return _slowing(v) - motion(v) - galaxy(v)

        rules["PDOT_SHKLOVSKII"] = ("", "PDOT by the transverse motion", ("F0", "PX", MOTION), motion)
        rules["PDOT_GALAXY"] = ("", "PDOT by acceleration in the Galaxy", ("F0", "PX"), galaxy)
        rules["PDOT_INTRINSIC"] = ("", "PDOT less both", (*spin, "PX"), rate)
    source, needs = ("PDOT_INTRINSIC", (*spin, "PX")) if corrected else ("PDOT", spin)
    rules |= {
        "AGE": ("yr", f"characteristic age from {source}", needs, lambda v: _above(rate(v), _age, v)),
        "B_SURFACE": ("G", f"magnetic field at the equator from {source}", needs, lambda v: _above(rate(v), _field, v)),
        "EDOT": ("erg/s", f"loss of rotational energy from {source}", needs, lambda v: _above(rate(v), _loss, v)),
    }
    if place is not None:
        rules["PM"] = ("mas/yr", "total proper motion", (MOTION,), mas_per_year)
        rules["VELOCITY"] = ("km/s", "transverse velocity", (MOTION, "PX"), _velocity)
    return rules


def _above(pdot: float, of: Callable[[float, float], float], v: NamedNumbers) -> float:
    """A function of the period and its derivative; nan if the derivative is not above 0."""
    return of(1.0 / v["F0"], pdot) if pdot > 0.0 else nan


def _age(period: float, pdot: float) -> float:
    return period / (2.0 * pdot) / YEAR


def _field(period: float, pdot: float) -> float:
    return FIELD_FACTOR * sqrt(period * pdot)


def _loss(period: float, pdot: float) -> float:
    return 4.0 * pi**2 * INERTIA * pdot / period**3
