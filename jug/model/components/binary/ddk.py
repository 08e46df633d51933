"""DDK: DD with the orientation KIN and KOM, and annual and secular changes of x and omega (BinaryDDK in PINT).

Equations and conventions are those of `kopeikin`. Parallax and proper motion are the parameters of the astrometry, so
that their partial derivatives have a contribution from both terms. SINI is the sine of the inclination at the time of
the TOA.
"""

from types import ModuleType
from typing import Any

from jug.model.components.binary import keplerian, params
from jug.model.components.binary.dd import PARAMS, advancing, elements, rows
from jug.model.components.binary.ellipse import orbit_from_t0
from jug.model.components.binary.keplerian import Elements
from jug.model.components.binary.kopeikin import FRAMES, Frame, slopes_of, tilt, tilt_rows
from jug.model.components.binary.orbit import Orbit, Rows
from jug.model.components.binary.rows import chained, merge
from jug.model.declare import Array, Columns, Component, Values

YES = ("", "Y", "YES", "1", "T", "TRUE")
NO = ("N", "NO", "0", "F", "FALSE")


def _by_kin(xp: ModuleType, p: Values) -> tuple[Array, Array]:
    return p["M2"], 0.0


def by_tilt(slopes: dict[str, Any], x0: Array, table: Rows) -> dict[str, Any]:
    """Derivatives of the delay by KIN, KOM, PX, proper motion, n and time (key "t").

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivatives of the delay by the elements.
    x0 : (n,) array
        Projected semi-major axis before the change of orientation, light-s.
    table : Rows
        Result of `kopeikin.tilt_rows`.

    Returns
    -------
    dict
        (n,) arrays; (n, 3) for n.
    """
    by = {key: _summed(slopes_of(slopes, x0), row) for key, row in table.items()}
    return {"t" if key == "dt" else key: value for key, value in by.items()}


def _summed(slopes: dict[str, Any], row: dict[str, Any]) -> Any:
    terms = [slopes[e][:, None] * v if getattr(v, "ndim", 0) == 2 else slopes[e] * v for e, v in row.items()]
    return sum(terms[1:], terms[0])


def _component(frame: Frame, motion: bool) -> Component:
    def solve(xp: ModuleType, p: Values, x: Columns, t: Array) -> tuple[Orbit, Elements, Array]:
        o = orbit_from_t0(xp, p, x, t)
        plain = elements(xp, p, o, _by_kin)
        now = tilt(xp, frame, motion, p, x, o.dt)
        return o, plain._replace(x=plain.x * now.factor, om=plain.om + now.twist, sini=now.sini), now.factor

    def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        o, el, _ = solve(xp, p, x, t)
        return keplerian.delay(xp, el, o)

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        o, el, factor = solve(xp, p, x, t)
        slopes = advancing(keplerian.slopes(xp, el, o), el, o)
        turned = by_tilt(slopes, el.x / factor, tilt_rows(xp, frame, motion, p, x, o.dt))
        base = {**slopes, "x": slopes["x"] * factor}
        out = chained(base, merge(rows(xp, p, t, o), {"M2": {"m2": 1.0}}))
        drift = turned.pop("t", 0.0)
        return {**out, **turned, "t": out["t"] + drift, "T0": out["T0"] - drift}

    words = YES if motion else NO
    return Component(
        f"binary DDK ({frame.name}{'' if motion else ', no K96'})",
        (*PARAMS, params.M2, params.KIN, params.KOM, params.K96),
        delay=delay,
        partials=partials,
        triggers=(frame.trigger,),
        needs=("PB|FB0", "A1", "T0", "KIN", "KOM"),
        options=(("BINARY", ("DDK",)), ("K96", words)),
    )


COMPONENTS = tuple(_component(frame, motion) for frame in FRAMES for motion in (True, False))
