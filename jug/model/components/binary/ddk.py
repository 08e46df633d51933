"""DDK: DD with the orientation KIN and KOM, and annual and secular changes of x and omega (BinaryDDK in PINT).

Equations and conventions are those of `kopeikin`. Parallax and proper motion are the parameters of the astrometry, so
that their partial derivatives have a contribution from both terms. SINI is the sine of the inclination at the time of
the TOA.
"""

from jug.core.array import Array, Float, Row
from jug.model.components.binary import keplerian, params
from jug.model.components.binary.dd import PARAMS, elements, rows, slopes_at_fixed_omdot
from jug.model.components.binary.ellipse import orbit_from_t0
from jug.model.components.binary.impossible import report_inclination
from jug.model.components.binary.keplerian import KeplerianElements, orbit_state
from jug.model.components.binary.kopeikin import FRAMES, Frame, changed_orbit_slopes, orientation, orientation_rows
from jug.model.components.binary.orbit import ElementRow, ElementRows, Orbit, Slopes
from jug.model.components.binary.rows import apply_chain_rule, merge_rows, multiply_slope
from jug.model.declare import Columns, Component, Namespace, Partials, Values

K96_ON = ("", "Y", "YES", "1", "T", "TRUE")
K96_OFF = ("N", "NO", "0", "F", "FALSE")


def _by_kin(xp: Namespace, p: Values) -> tuple[Float[()], Float[()] | float]:
    return p["M2"], 0.0


def slopes_by_orientation(slopes: Slopes, x0: Float[Row], table: ElementRows) -> Slopes:
    """Derivatives of the delay by KIN, KOM, PX, proper motion, n and time (key "t").

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivatives of the delay by the elements.
    x0 : (n,) array
        Projected semi-major axis before the change of orientation, light-s.
    table : ElementRows
        Result of `kopeikin.orientation_rows`.

    Returns
    -------
    dict
        (n,) arrays; (n, 3) for n.
    """
    by = {key: _sum_terms(changed_orbit_slopes(slopes, x0), row) for key, row in table.items()}
    return {"t" if key == "dt" else key: value for key, value in by.items()}


def _sum_terms(slopes: Slopes, row: ElementRow) -> Array:
    terms = [multiply_slope(slopes[e], v) for e, v in row.items()]
    return sum(terms[1:], terms[0])


def _component(frame: Frame, motion: bool) -> Component:
    def solve(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Orbit, KeplerianElements, Float[Row]]:
        o = orbit_from_t0(xp, p, x, t)
        plain = elements(xp, p, o, _by_kin)
        now = orientation(xp, frame, motion, p, x, o.dt)
        return o, plain._replace(x=plain.x * now.factor, om=plain.om + now.d_om, sini=now.sini), now.factor

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        o, el, _ = solve(xp, p, x, t)
        return keplerian.delay(xp, el, orbit_state(xp, el, o))

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        o, el, factor = solve(xp, p, x, t)
        slopes = slopes_at_fixed_omdot(keplerian.slopes(xp, el, o, orbit_state(xp, el, o)), el, o)
        turned = slopes_by_orientation(slopes, el.x / factor, orientation_rows(xp, frame, motion, p, x, o.dt))
        base = {**slopes, "x": slopes["x"] * factor}
        out = apply_chain_rule(base, merge_rows(rows(xp, p, t, o), {"M2": {"m2": 1.0}}))
        drift = turned.pop("t", 0.0)
        return {**out, **turned, "t": out["t"] + drift, "T0": out["T0"] - drift}

    words = K96_ON if motion else K96_OFF
    return Component(
        f"binary DDK ({frame.name}{'' if motion else ', no K96'})",
        (*PARAMS, params.M2, params.KIN, params.KOM, params.K96),
        delay=delay,
        partials=partials,
        triggers=(frame.trigger,),
        needs=("PB|FB0", "A1", "T0", "KIN", "KOM"),
        options=(("BINARY", ("DDK",)), ("K96", words)),
        check=report_inclination,
    )


COMPONENTS = tuple(_component(frame, motion) for frame in FRAMES for motion in (True, False))
