"""An orbit whose angular frequency n is 2 pi / PB throughout, as tempo2's models have it."""

from types import ModuleType

from jug.model.components.binary.orbit import TURN, Orbit, Rows
from jug.model.declare import Array, Values


def mean_motion(p: Values) -> Array:
    """2 pi / PB + 2 pi FB0, whichever there is, rad/s."""
    return TURN * ((1.0 / p["PB"] if "PB" in p else 0.0) + (p["FB"][0] if "FB" in p else 0.0))


def mean_motion_rows(xp: ModuleType, p: Values, n: int, key: str) -> Rows:
    """Rows of `mean_motion` under a name, for ``n`` TOAs."""
    out: Rows = {}
    if "PB" in p:
        out["PB"] = {key: -TURN / p["PB"] ** 2}
    if "FB" in p:
        first = xp.concatenate([xp.ones(1), xp.zeros(p["FB"].shape[0] - 1)])
        out["FB"] = {key: TURN * first * xp.ones((n, 1))}
    return out


def steady(p: Values, o: Orbit) -> Orbit:
    """The orbit with an n that does not change."""
    return o._replace(n=mean_motion(p) + 0.0 * o.dt)


def steady_rows(xp: ModuleType, p: Values, t: Array, table: Rows) -> Rows:
    """Rows with the "n" of `steady`."""
    out = {name: {e: v for e, v in row.items() if e != "n"} for name, row in table.items()}
    for name, row in mean_motion_rows(xp, p, t.shape[0], "n").items():
        out[name].update(row)
    return out
