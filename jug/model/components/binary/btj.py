"""BTJ: BT whose elements jump at epochs BPJEP_1, BPJEP_2, ...

After an epoch, A1, ECC and OM grow by BPJA1, BPJEC and BPJOM (rad, as tempo2 reads it), the period by BPJPB (s), and
the delay by BPJPH / F0. n and the orbits are those of the period with its jumps, 2 pi / PB. tempo2 BTJmodel.C.
"""

from types import ModuleType
from typing import Any

from jug.model.components.binary import params
from jug.model.components.binary.bt import Elements, bt_delay, bt_slopes, elements, rows
from jug.model.components.binary.ellipse import orbit_from_t0
from jug.model.components.binary.orbit import TURN, Orbit
from jug.model.components.binary.rows import chained
from jug.model.components.binary.t2 import steady_rows
from jug.model.declare import Array, Columns, Component, Param, Values, indexed

STEPS = indexed("BPJ")
BPJEP = Param("BPJEP", "MJD", "Epoch of a jump of the orbit", 0, codec="mjd", family=STEPS, fit=False)
BPJPH = Param("BPJPH", "turn", "Jump of the pulse phase", 0, default=0.0, family=STEPS)
BPJA1 = Param("BPJA1", "ls", "Jump of A1", 1, default=0.0, family=STEPS)
BPJEC = Param("BPJEC", "", "Jump of the eccentricity", 0, default=0.0, family=STEPS)
BPJOM = Param("BPJOM", "rad", "Jump of the longitude of periastron", 0, default=0.0, family=STEPS)
BPJPB = Param("BPJPB", "s", "Jump of the orbital period", 1, default=0.0, family=STEPS)


def _after(p: Values, t: Array) -> Array:
    """1 after an epoch, (n, k)."""
    return (t[:, None] > p["BPJEP"]) * 1.0


def _solve(xp: ModuleType, p: Values, x: Columns, t: Array) -> tuple[Array, dict[str, Any], Elements, Orbit]:
    after = _after(p, t)
    now = {key: value for key, value in p.items() if not key.startswith(("FB", "ORBWAVE"))}
    step = after @ p["BPJPB"]
    now["PB"] = p["PB"] + step
    now["PB_lo"] = (step - (now["PB"] - p["PB"])) + p.get("PB_lo", 0.0)
    o = orbit_from_t0(xp, now, x, t)
    o = o._replace(n=TURN / now["PB"])
    plain = elements(p, o)
    el = plain._replace(
        x=plain.x + after @ p["BPJA1"], e=plain.e + after @ p["BPJEC"], om=plain.om + after @ p["BPJOM"]
    )
    return after, now, el, o


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Delay, (n,) s."""
    after, _, el, o = _solve(xp, p, x, t)
    return bt_delay(xp, el, o) + after @ p["BPJPH"] / p["F"][0]


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """Derivatives by every parameter and t."""
    after, now, el, o = _solve(xp, p, x, t)
    by = chained(bt_slopes(xp, el, o), steady_rows(xp, now, rows(xp, now, t, o)))
    slopes = {"BPJA1": "A1", "BPJEC": "ECC", "BPJOM": "OM", "BPJPB": "PB"}
    first = xp.concatenate([xp.ones(1), xp.zeros(p["F"].shape[0] - 1)])
    turns = after @ p["BPJPH"]
    return {
        **by,
        **{jump: after * by[whole][:, None] for jump, whole in slopes.items()},
        "BPJPH": after / p["F"][0],
        "F": -(turns / p["F"][0] ** 2)[:, None] * first,
    }


BTJ = Component(
    "binary BTJ",
    (
        *(q for q in params.PERIOD if not q.name.startswith(("FB", "ORBWAVE"))),
        *params.SIZE,
        *params.ELLIPSE,
        params.OMDOT,
        params.GAMMA,
        BPJEP,
        BPJPH,
        BPJA1,
        BPJEC,
        BPJOM,
        BPJPB,
    ),
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=("PB", "A1", "T0", "BPJEP"),
    options=(("BINARY", ("BTJ",)),),
)
