"""An orbit at another T0 or TASC: the values of its parameters, to 60 digits, as a function of those before.

T0 (or TASC) moves by N whole orbits. With P = PBDOT + XPBDOT and u = N + P u^2 / 2, T0' = T0 + PB u,
PB' = PB / (1 - P u), P' = P / (1 - P u)^2, which is the same number of orbits at any time; for FB0, FB1, ... the Taylor
series. A1, ECC, OM, EPS1 and EPS2 change by their derivatives, in ELL1K by the rate OMDOT and the growth LNEDOT of the
eccentricity. OM is an exception where its advance follows the true anomaly:

- T2, DDGR: by OMDOT PB in every orbit, PB that at T0: OM' = OM + OMDOT PB N and OMDOT' = OMDOT PB / PB';
- DD, DDS, DDH, DDK: by OMDOT over the angular frequency n at the TOA, 2 pi / (PB + PBDOT dt) without XPBDOT. With that
  period B at the new T0, OM' = OM + OMDOT B N and OMDOT' = OMDOT (B / PB' + N dB/dt); d2B/dt2, by FB2, is left out.

`moved_relativity`, `moved_orientation`, `moved_general` and `moved_anomaly` have the additional changes
of DDGR, DDK, T2 with KIN, and MSS.
"""

from collections.abc import Mapping
from decimal import Decimal
from math import factorial

from jug.conversion.epochs.epoch_values import EXACT_DAY, EXACT_YEAR, Exact, Move, positive_angle, taylor
from jug.core.angles import PI, sine_cosine_exact
from jug.core.whole_number import is_whole_number
from jug.errors import InputError

MODELS = ("BT", "BTX", "DD", "DDS", "DDH", "DDK", "DDGR", "ELL1", "ELL1H", "ELL1K", "MSS", "T2")
"""Binary models whose T0 or TASC can be moved."""

ADVANCES = {"T2": "orbit", "DDGR": "orbit", "DD": "anomaly", "DDS": "anomaly", "DDH": "anomaly", "DDK": "anomaly"}
"""The advance of periastron by orbits or by true anomaly; in the other models it is at the rate OMDOT."""

DRIFTS = {
    "A1": ("A1DOT", EXACT_DAY),
    "ECC": ("EDOT", EXACT_DAY),
    "OM": ("OMDOT", 1 / EXACT_YEAR),
    "EPS1": ("EPS1DOT", EXACT_DAY),
    "EPS2": ("EPS2DOT", EXACT_DAY),
}
"""Elements, the derivative of each, and the number of units of time of the derivative in a day."""


def orbit_move(word: str, values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...]) -> Move:
    """Return the function that moves T0 or TASC by whole orbits to the passage nearest to a date.

    Parameters
    ----------
    word : str
        Word of the line BINARY.
    values : dict of str to Decimal
        The values at the old epoch, which determine the number of orbits.
    epoch : str
        ``"T0"`` or ``"TASC"``.
    to : Decimal
        MJD.
    frequencies : tuple of str
        FB0, FB1, ...; empty where the model has PB.

    Returns
    -------
    Move
    """
    turns = turns_between(values, epoch, to, frequencies)

    def move(values: Exact) -> Exact:
        dt = _time_of(values, Decimal(turns), frequencies)
        out = dict(values)
        if frequencies:
            out |= taylor([values[name] for name in frequencies], frequencies, dt)
        else:
            rate = _change(values)
            slow = 1 - rate * dt / (values["PB"] * EXACT_DAY)
            out |= {"PB": values["PB"] / slow}
            out |= {name: values[name] / slow**2 for name in ("PBDOT", "XPBDOT") if name in values}
        days = dt / EXACT_DAY
        for name, (derivative, per) in DRIFTS.items():
            if name in values and derivative in values:
                out[name] = values[name] + values[derivative] * days * per
        if "A1DOT2" in values:
            out["A1"] += values["A1DOT2"] * dt * dt / 2
            out["A1DOT"] = values.get("A1DOT", Decimal(0)) + values["A1DOT2"] * dt
        if "LNEDOT" in values:
            out |= _turn_orbit(values, days)
        if "OM" in values and "OMDOT" in values:
            out |= _advance_periastron(ADVANCES.get(word, "rate"), values, out, turns, frequencies)
        if "OM" in out:
            out["OM"] = positive_angle(out["OM"] % 360, Decimal(360))
        out[epoch] = values[epoch] + days
        return out

    return move


def turns_between(values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...]) -> int:
    """Count the orbits from T0 or TASC to the passage nearest to a date.

    Parameters
    ----------
    values, epoch, to, frequencies
        As in `orbit_move`.

    Returns
    -------
    int
    """
    return round(_turns(values, (to - values[epoch]) * EXACT_DAY, frequencies))


def _turn_orbit(values: Exact, days: Decimal) -> Exact:
    """EPS1, EPS2 and LNEDOT of ELL1K after a number of days."""
    growth = 1 + values["LNEDOT"] * days / EXACT_YEAR
    s, c = sine_cosine_exact(values["OMDOT"] * days / EXACT_YEAR * PI / 180)
    return {
        "EPS1": growth * (values["EPS1"] * c + values["EPS2"] * s),
        "EPS2": growth * (values["EPS2"] * c - values["EPS1"] * s),
        "LNEDOT": values["LNEDOT"] / growth,
    }


def _advance_periastron(advance: str, values: Exact, out: Exact, turns: int, frequencies: tuple[str, ...]) -> Exact:
    """OM and OMDOT after a number of orbits."""
    days = _time_of(values, Decimal(turns), frequencies) / EXACT_DAY
    before, after = (period_at(v, frequencies) for v in (values, out))
    if advance == "orbit":
        om = values["OM"] + values["OMDOT"] * before * turns / EXACT_YEAR
        return {"OM": om, "OMDOT": values["OMDOT"] * before / after}
    if advance == "anomaly":
        period, growth = after, Decimal(0)
        if len(frequencies) > 1:
            growth = -out[frequencies[1]] / out[frequencies[0]] ** 2
        elif not frequencies:
            growth = values.get("PBDOT", Decimal(0))
            period = values["PB"] + growth * days
        om = values["OM"] + values["OMDOT"] * period * turns / EXACT_YEAR
        return {"OM": om, "OMDOT": values["OMDOT"] * (period / after + turns * growth)}
    return {name: out[name] for name in ("OM", "OMDOT")}


def check_orbit(word: str, values: Mapping[str, Decimal]) -> None:
    """Raise an error for a binary model whose elements do not change by their own derivatives.

    Parameters
    ----------
    word : str
        Word of the line BINARY.
    values : dict of str to Decimal

    Raises
    ------
    InputError
        T0 cannot be moved; the message names the binary model or the parameter.
    """
    if word not in MODELS:
        raise InputError(
            f"T0 is not moved with BINARY {word}",
            hint=f"it is with {', '.join(MODELS)}: jug convert --binary DD (jug.convert_binary)",
        )
    waves = [name for name in values if name.startswith(("ORBWAVE", "T0X", "A1X"))]
    if waves:
        raise InputError(f"T0 is not moved with {waves[0]}, which changes the number of orbits")
    jumps = [name for name in values if name.startswith("BPJ")]
    if jumps:
        raise InputError(
            f"T0 is not moved with {jumps[0]}: orbits after a jump are counted from T0 with the elements after it"
        )
    if "MTOT" in values and values.get("EDOT"):
        why = f"T0 is not moved with EDOT and MTOT of BINARY {word}: the advance of periastron depends on them"
        raise InputError(why, hint="convert it first: jug convert --binary DD (jug.convert_binary)")
    if "PB" in values and any(name.startswith("FB") and is_whole_number(name[2:]) for name in values):
        raise InputError("T0 is not moved with PB and FB1 together", hint="give FB0, FB1, ... alone")


def _turns(values: Mapping[str, Decimal], dt: Decimal, frequencies: tuple[str, ...]) -> Decimal:
    """Orbits after dt seconds."""
    if frequencies:
        terms = (values[name] * dt ** (n + 1) / factorial(n + 1) for n, name in enumerate(frequencies))
        return sum(terms, Decimal(0))
    u = dt / (values["PB"] * EXACT_DAY)
    return u - _change(values) * u * u / 2


def period_at(values: Mapping[str, Decimal], frequencies: tuple[str, ...]) -> Decimal:
    """Return the orbital period at T0 or TASC.

    Parameters
    ----------
    values, frequencies
        As in `orbit_move`.

    Returns
    -------
    Decimal
        d.
    """
    return 1 / (values[frequencies[0]] * EXACT_DAY) if frequencies else values["PB"]


def _time_of(values: Mapping[str, Decimal], turns: Decimal, frequencies: tuple[str, ...]) -> Decimal:
    """Seconds after which a number of orbits is complete, by Newton's method."""
    mean = values[frequencies[0]] if frequencies else 1 / (values["PB"] * EXACT_DAY)
    dt = turns / mean
    for _ in range(60):
        step = (turns - _turns(values, dt, frequencies)) / mean
        dt += step
        if abs(step) < Decimal("1e-40"):
            break
    return dt


def _change(values: Mapping[str, Decimal]) -> Decimal:
    return values.get("PBDOT", Decimal(0)) + values.get("XPBDOT", Decimal(0))
