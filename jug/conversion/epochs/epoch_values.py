"""The values of a model at other epochs, to 60 digits, as a function of its values in par units.

A Taylor series: c_n' = sum_m c_(n+m) dt^m / m!. A position: with u = n0 (1 + PMRV dt) + mu dt + a dt^2 / 2, which the
direction follows (`jug.model.components.astrometry`), the new direction is u / |u|, and the new motions are the
components of du/dt / |u| and a / |u| along longitude and latitude there.
"""

from collections.abc import Callable
from decimal import Decimal
from math import factorial

from jug.core.angles import PI, arc_tangent_exact, sine_cosine_exact

Exact = dict[str, Decimal]
"""Values by name, in par units; angles of a position in rad."""

Move = Callable[[Exact], Exact]
"""A function from the values of a model at the old epoch to all values at the new one."""

EXACT_DAY, EXACT_YEAR = Decimal(86400), Decimal("365.25")
"""s in a day, days in a year."""

MAS_EXACT = PI / 180 / 3_600_000
"""One mas in rad, to all digits."""


def series_move(names: tuple[str, ...], epoch: str, to: Decimal, per: Decimal) -> Move:
    """Return the function that moves the epoch of a Taylor series.

    Parameters
    ----------
    names : tuple of str
        The coefficients, from order 0.
    epoch : str
    to : Decimal
        MJD.
    per : Decimal
        Units of time of the series in a day.

    Returns
    -------
    Move
    """

    def move(values: Exact) -> Exact:
        dt = (to - values[epoch]) * per
        return {**values, **taylor([values[name] for name in names], names, dt), epoch: to}

    return move


def position_move(keys: tuple[str, ...], to: Decimal) -> Move:
    """Return the function that moves POSEPOCH.

    Parameters
    ----------
    keys : tuple of str
        Longitude, latitude, their motions, and the derivatives of these, which need not be among the values.
    to : Decimal
        MJD.

    Returns
    -------
    Move
    """

    def move(values: Exact) -> Exact:
        dt = (to - values["POSEPOCH"]) / EXACT_YEAR
        lon, lat, *rest = (values.get(key, Decimal(0)) for key in keys)
        n0, east, north = _triad(lon, lat)
        mu = [(rest[0] * e + rest[1] * q) * MAS_EXACT for e, q in zip(east, north, strict=True)]
        a = [(rest[2] * e + rest[3] * q) * MAS_EXACT for e, q in zip(east, north, strict=True)]
        radial = values.get("PMRV", Decimal(0)) * MAS_EXACT
        u = [n * (1 + radial * dt) + m * dt + b * dt * dt / 2 for n, m, b in zip(n0, mu, a, strict=True)]
        rate = [n * radial + m + b * dt for n, m, b in zip(n0, mu, a, strict=True)]
        length = _dot(u, u).sqrt()
        out = {keys[0]: positive_angle(arc_tangent_exact(u[1], u[0]), 2 * PI)}
        out[keys[1]] = arc_tangent_exact(u[2], (u[0] ** 2 + u[1] ** 2).sqrt())
        n1, east, north = _triad(out[keys[0]], out[keys[1]])
        out |= {keys[2]: _dot(rate, east) / length / MAS_EXACT, keys[3]: _dot(rate, north) / length / MAS_EXACT}
        out |= {keys[4]: _dot(a, east) / length / MAS_EXACT, keys[5]: _dot(a, north) / length / MAS_EXACT}
        out["PMRV"] = _dot(rate, n1) / length / MAS_EXACT
        return {**values, **{key: value for key, value in out.items() if key in values}, "POSEPOCH": to}

    return move


def taylor(old: list[Decimal], names: tuple[str, ...], dt: Decimal) -> Exact:
    """Return the coefficients of a Taylor series at a later time.

    Parameters
    ----------
    old, names : list of Decimal, tuple of str
        The coefficients from order 0, and their names.
    dt : Decimal
        The later time less the old one, in the unit of time of the coefficients.

    Returns
    -------
    dict of str to Decimal
    """
    if not dt:  # decimal arithmetic has no 0^0
        return dict(zip(names, old, strict=True))
    return {
        name: sum((c * dt**m / factorial(m) for m, c in enumerate(old[n:])), Decimal(0)) for n, name in enumerate(names)
    }


def _triad(lon: Decimal, lat: Decimal) -> tuple[list[Decimal], list[Decimal], list[Decimal]]:
    """Unit vectors towards a direction, and there towards growing longitude and latitude."""
    (sl, cl), (sb, cb) = sine_cosine_exact(lon), sine_cosine_exact(lat)
    return [cl * cb, sl * cb, sb], [-sl, cl, Decimal(0)], [-cl * sb, -sl * sb, cb]


def positive_angle(angle: Decimal, turn: Decimal) -> Decimal:
    """Add a turn to a negative angle.

    Parameters
    ----------
    angle : Decimal
        More than minus a turn, less than a turn.
    turn : Decimal
        A turn, in the unit of the angle.

    Returns
    -------
    Decimal
    """
    return angle + turn if angle < 0 else angle


def _dot(a: list[Decimal], b: list[Decimal]) -> Decimal:
    return sum((x * y for x, y in zip(a, b, strict=True)), Decimal(0))
