"""The values of a model at other epochs, to 60 digits, as a function of its values in par units.

A Taylor series: c_n' = sum_m c_(n+m) dt^m / m!. A position: with u = n0 (1 + PMRV dt) + mu dt + a dt^2 / 2, which the
direction follows (`jug.model.components.astrometry`), the new direction is u / |u|, and the new motions are the parts
of du/dt / |u| and a / |u| along longitude and latitude there. An orbit: T0 (or TASC) moves by N whole orbits. With
P = PBDOT + XPBDOT and u = N + P u^2 / 2, T0' = T0 + PB u, PB' = PB / (1 - P u), P' = P / (1 - P u)^2, which is the same
number of orbits at any time; of FB0, FB1, ... the Taylor series. A1, ECC, OM, EPS1 and EPS2 go on by their
derivatives. With T2 the periastron advances by OMDOT PB in every orbit, PB that at T0: OM' = OM + OMDOT PB N and
OMDOT' = OMDOT PB / PB'.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from math import factorial

from jug.core.angles import PI, arc_tangent_exact, sine_cosine_exact
from jug.errors import InputError

Exact = dict[str, Decimal]
"""Values by name, in par units; angles of a position in rad."""

Move = Callable[[Exact], Exact]
"""Gives all values of a model from those at the old epoch."""

DAY, YEAR = Decimal(86400), Decimal("365.25")
"""s in a day, days in a year."""

MAS_EXACT = PI / 180 / 3_600_000
"""One mas in rad, to all digits."""

MODELS = ("BT", "DD", "DDS", "DDH", "ELL1", "ELL1H", "T2")
"""Binary models whose elements are all given at T0 or TASC by the rules above."""

DRIFTS = {
    "A1": ("A1DOT", DAY),
    "ECC": ("EDOT", DAY),
    "OM": ("OMDOT", 1 / YEAR),
    "EPS1": ("EPS1DOT", DAY),
    "EPS2": ("EPS2DOT", DAY),
}
"""Elements, their derivatives, and the units of time of these in a day."""


def moved_series(names: tuple[str, ...], epoch: str, to: Decimal, per: Decimal) -> Move:
    """Move the epoch of a Taylor series.

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
        return {**values, **_taylor([values[name] for name in names], names, dt), epoch: to}

    return move


def moved_position(keys: tuple[str, ...], to: Decimal) -> Move:
    """Move POSEPOCH.

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
        dt = (to - values["POSEPOCH"]) / YEAR
        lon, lat, *rest = (values.get(key, Decimal(0)) for key in keys)
        n0, east, north = _triad(lon, lat)
        mu = [(rest[0] * e + rest[1] * q) * MAS_EXACT for e, q in zip(east, north, strict=True)]
        a = [(rest[2] * e + rest[3] * q) * MAS_EXACT for e, q in zip(east, north, strict=True)]
        radial = values.get("PMRV", Decimal(0)) * MAS_EXACT
        u = [n * (1 + radial * dt) + m * dt + b * dt * dt / 2 for n, m, b in zip(n0, mu, a, strict=True)]
        rate = [n * radial + m + b * dt for n, m, b in zip(n0, mu, a, strict=True)]
        length = _dot(u, u).sqrt()
        out = {keys[0]: _turned_up(arc_tangent_exact(u[1], u[0]), 2 * PI)}
        out[keys[1]] = arc_tangent_exact(u[2], (u[0] ** 2 + u[1] ** 2).sqrt())
        n1, east, north = _triad(out[keys[0]], out[keys[1]])
        out |= {keys[2]: _dot(rate, east) / length / MAS_EXACT, keys[3]: _dot(rate, north) / length / MAS_EXACT}
        out |= {keys[4]: _dot(a, east) / length / MAS_EXACT, keys[5]: _dot(a, north) / length / MAS_EXACT}
        out["PMRV"] = _dot(rate, n1) / length / MAS_EXACT
        return {**values, **{key: value for key, value in out.items() if key in values}, "POSEPOCH": to}

    return move


def moved_orbit(
    values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...], *, steady: bool = False
) -> Move:
    """Move T0 or TASC by the whole number of orbits that brings it nearest to a date.

    Parameters
    ----------
    values : dict of str to Decimal
        Before; they fix the number of orbits.
    epoch : str
        ``"T0"`` or ``"TASC"``.
    to : Decimal
        MJD.
    frequencies : tuple of str
        FB0, FB1, ...; empty where the model has PB.
    steady : bool
        Whether the periastron advances by the same angle in every orbit (T2), not at the same rate.

    Returns
    -------
    Move
    """
    turns = round(_turns(values, (to - values[epoch]) * DAY, frequencies))

    def move(values: Exact) -> Exact:
        dt = _time_of(values, Decimal(turns), frequencies)
        out = dict(values)
        if frequencies:
            out |= _taylor([values[name] for name in frequencies], frequencies, dt)
        else:
            rate = _change(values)
            slow = 1 - rate * dt / (values["PB"] * DAY)
            out |= {"PB": values["PB"] / slow}
            out |= {name: values[name] / slow**2 for name in ("PBDOT", "XPBDOT") if name in values}
        days = dt / DAY
        for name, (derivative, per) in DRIFTS.items():
            if name in values and derivative in values:
                out[name] = values[name] + values[derivative] * days * per
        if "A1DOT2" in values:
            out["A1"] += values["A1DOT2"] * dt * dt / 2
            out["A1DOT"] = values.get("A1DOT", Decimal(0)) + values["A1DOT2"] * dt
        if steady and "OM" in values and "OMDOT" in values:
            before, after = (_period(v, frequencies) for v in (values, out))
            out["OM"] = values["OM"] + values["OMDOT"] * before * turns / YEAR
            out["OMDOT"] = values["OMDOT"] * before / after
        if "OM" in out:
            out["OM"] = _turned_up(out["OM"] % 360, Decimal(360))
        out[epoch] = values[epoch] + days
        return out

    return move


def check_orbit(word: str, values: Mapping[str, Decimal]) -> None:
    """Refuse a binary model with elements that do not go on by a derivative of their own.

    Parameters
    ----------
    word : str
        Of the line BINARY.
    values : dict of str to Decimal

    Raises
    ------
    InputError
        It names the binary model, or the parameter.
    """
    if word not in MODELS:
        raise InputError(
            f"T0 is not moved with BINARY {word}, whose orientation is counted from T0 or depends on masses",
            hint=f"it is with {', '.join(MODELS)}: jug convert --binary DD",
        )
    waves = [name for name in values if name.startswith(("ORBWAVE", "T0X", "A1X"))]
    if waves:
        raise InputError(f"T0 is not moved with {waves[0]}, which changes the number of orbits")
    others = [name for name in values if name in ("KIN", "MTOT") or name.startswith(("BPJ", "PB_"))]
    if word == "T2" and others:
        raise InputError(f"T0 is not moved with {others[0]} of BINARY T2, whose effects are counted from T0")
    if "PB" in values and any(name.startswith("FB") and name[2:].isdigit() for name in values):
        raise InputError("T0 is not moved with PB and FB1 together", hint="give FB0, FB1, ... alone")


def _turns(values: Mapping[str, Decimal], dt: Decimal, frequencies: tuple[str, ...]) -> Decimal:
    """Orbits after dt seconds."""
    if frequencies:
        terms = (values[name] * dt ** (n + 1) / factorial(n + 1) for n, name in enumerate(frequencies))
        return sum(terms, Decimal(0))
    u = dt / (values["PB"] * DAY)
    return u - _change(values) * u * u / 2


def _period(values: Mapping[str, Decimal], frequencies: tuple[str, ...]) -> Decimal:
    """The orbital period at the epoch, d."""
    return 1 / (values[frequencies[0]] * DAY) if frequencies else values["PB"]


def _time_of(values: Mapping[str, Decimal], turns: Decimal, frequencies: tuple[str, ...]) -> Decimal:
    """Seconds after which a number of orbits is complete, by Newton's method."""
    mean = values[frequencies[0]] if frequencies else 1 / (values["PB"] * DAY)
    dt = turns / mean
    for _ in range(60):
        step = (turns - _turns(values, dt, frequencies)) / mean
        dt += step
        if abs(step) < Decimal("1e-40"):
            break
    return dt


def _change(values: Mapping[str, Decimal]) -> Decimal:
    return values.get("PBDOT", Decimal(0)) + values.get("XPBDOT", Decimal(0))


def _taylor(old: list[Decimal], names: tuple[str, ...], dt: Decimal) -> Exact:
    """The coefficients of a Taylor series after a time."""
    return {
        name: sum((c * dt**m / factorial(m) for m, c in enumerate(old[n:])), Decimal(0)) for n, name in enumerate(names)
    }


def _triad(lon: Decimal, lat: Decimal) -> tuple[list[Decimal], list[Decimal], list[Decimal]]:
    """Unit vectors towards a direction, and there towards growing longitude and latitude."""
    (sl, cl), (sb, cb) = sine_cosine_exact(lon), sine_cosine_exact(lat)
    return [cl * cb, sl * cb, sb], [-sl, cl, Decimal(0)], [-cl * sb, -sl * sb, cb]


def _turned_up(angle: Decimal, turn: Decimal) -> Decimal:
    """An angle of less than a turn, which is not negative."""
    return angle + turn if angle < 0 else angle


def _dot(a: list[Decimal], b: list[Decimal]) -> Decimal:
    return sum((x * y for x, y in zip(a, b, strict=True)), Decimal(0))
