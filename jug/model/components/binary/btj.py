"""BTJ: the model BT with elements that jump at epochs (BTJ in tempo2; PINT 1.1.8 does not have it).

The delay is that of `bt` and the jumps are those of `jumps`. BPJOM is in rad and BPJPB in s, as in tempo2's
BTJmodel.C. n is 2 pi / PB, and the orbits are counted with PB; both include the jumps of the period.
"""

from jug.core.array import Float, Row
from jug.model.components.binary import jumps, params
from jug.model.components.binary.bt import BTElements, bt_delay, bt_slopes, elements, rows
from jug.model.components.binary.ellipse import orbit_from_t0
from jug.model.components.binary.mean_motion import with_mean_motion, with_mean_motion_rows
from jug.model.components.binary.orbit import Orbit, Slopes
from jug.model.components.binary.rows import apply_chain_rule
from jug.model.declare import Columns, Component, Namespace, Values


def _own(p: Values) -> Values:
    """The parameters without FB0, FB1, ... and the ORBWAVEs, which BTJ does not have."""
    return p.without(key for key in p if key.startswith(("FB", "ORBWAVE")))


def _solve(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Orbit, BTElements]:
    o = with_mean_motion(p, orbit_from_t0(xp, p, x, t))
    return o, elements(p, o)


def _delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    p = _own(p)
    o, el = _solve(xp, p, x, t)
    return bt_delay(xp, el, o)


def _partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Slopes:
    p = _own(p)
    o, el = _solve(xp, p, x, t)
    return apply_chain_rule(bt_slopes(xp, el, o), with_mean_motion_rows(xp, p, t, rows(xp, p, t, o)))


SCALE = {"BPJA1": ("A1", 1.0), "BPJEC": ("ECC", 1.0), "BPJOM": ("OM", 1.0), "BPJPB": ("PB", 1.0)}
"""The element of the orbit that each jump changes, and the factor between their units."""

delay, partials = jumps.add_orbit_jumps(_delay, _partials, SCALE, optional=False)

BTJ = Component(
    "binary BTJ",
    (
        *(q for q in params.PERIOD if not q.name.startswith(("FB", "ORBWAVE"))),
        *params.SEMI_MAJOR_AXIS,
        *params.ELLIPSE,
        params.OMDOT,
        params.GAMMA,
        *jumps.PARAMS,
    ),
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=("PB", "A1", "T0", "BPJEP"),
    options=(("BINARY", ("BTJ",)),),
)
