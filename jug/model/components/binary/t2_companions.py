"""Other companions of T2, as plain Keplerian orbits: PB_2, A1_2, T0_2, ECC_2, OM_2, and the same with 3 and 4.

tempo2 adds the delays of all orbits at the same time (T2model.C). BINARY2 instead evaluates one orbit after the other.
So these components provide the signal ``companions_delay``, which T2 adds to its own delay.
"""

from typing import cast

from jug.core.array import Array, Float, Row
from jug.model.components.binary import keplerian, params
from jug.model.components.binary.ellipse import ellipse_rows, orbit_from_t0
from jug.model.components.binary.keplerian import KeplerianElements, orbit_state
from jug.model.components.binary.mean_motion import with_mean_motion, with_mean_motion_rows
from jug.model.components.binary.orbit import Orbit
from jug.model.components.binary.outer import SHARED, SUFFIX, param_of_orbit
from jug.model.components.binary.rows import apply_chain_rule
from jug.model.declare import Columns, Component, Namespace, Partials, Values

ORBIT_PARAMS = (params.PB, params.A1, params.T0, params.ECC, params.OM)
NONE = dict.fromkeys(("PBDOT", "XPBDOT", "A1DOT", "A1DOT2", "EDOT"), cast(Array, 0.0))
"""Parameters of an orbit for which a companion has no keyword."""

MOST_COMPANIONS = 4
"""Largest number of a companion in tempo2."""


def _companion(number: int) -> Component:
    suffix = f"_{number}"
    own = {
        q.name: SHARED[q] if suffix == SUFFIX else param_of_orbit(q, suffix, f"companion {number}")
        for q in ORBIT_PARAMS
    }

    def solve(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Values, Orbit, KeplerianElements]:
        view = p.renamed({name: name + suffix for name in own}).with_values(NONE)
        o = with_mean_motion(view, orbit_from_t0(xp, view, x, t))
        return view, o, KeplerianElements(view["A1"], view["ECC"], view["OM"])

    def signal(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        _, o, el = solve(xp, p, x, t)
        own_delay = keplerian.delay(xp, el, orbit_state(xp, el, o))
        return own_delay + (0.0 if x.companions_delay is None else x.companions_delay)

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        view, o, el = solve(xp, p, x, t)
        table = with_mean_motion_rows(xp, view, t, ellipse_rows(xp, view, t, o))
        by = apply_chain_rule(keplerian.slopes(xp, el, o, orbit_state(xp, el, o)), table)
        return {**{name + suffix: by[name] for name in own}, "t": by["t"], "companions_delay": 1.0 + 0.0 * t}

    return Component(
        f"T2 companion {number}",
        tuple(own.values()),
        signal=signal,
        signal_name="companions_delay",
        partials=partials,
        triggers=(f"PB{suffix}",),
        needs=(f"A1{suffix}", f"T0{suffix}"),
        options=(("BINARY", ("T2",)),),
    )


COMPONENTS = tuple(_companion(number) for number in range(2, MOST_COMPANIONS + 1))
