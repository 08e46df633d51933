"""Orbits with the constant angular frequency n = 2 pi / PB, as in the models of tempo2."""

from jug.core.array import Float, Row
from jug.model.components.binary.orbit import TURN, ElementRows, Orbit
from jug.model.declare import Broadcast, ByName, Namespace, Values


def mean_motion(p: ByName) -> Broadcast:
    """Angular frequency 2 pi / PB, or 2 pi FB0.

    Parameters
    ----------
    p : dict
        PB (s) or FB (Hz and its derivatives).

    Returns
    -------
    float or (n,) array
        rad/s.
    """
    return TURN * ((1.0 / p["PB"] if "PB" in p else 0.0) + (p["FB"][0] if "FB" in p else 0.0))


def mean_motion_rows(xp: Namespace, p: Values, n: int, key: str) -> ElementRows:
    """Derivatives of `mean_motion` by PB and FB.

    Parameters
    ----------
    xp : Namespace
    p : Values
        PB (s) or FB (Hz and its derivatives).
    n : int
        Number of rows.
    key : str
        Name of the mean motion in the result.

    Returns
    -------
    ElementRows
        A float for PB, (n, k) for FB.
    """
    out: ElementRows = {}
    if "PB" in p:
        out["PB"] = {key: -TURN / p["PB"] ** 2}
    if "FB" in p:
        first = xp.concatenate([xp.ones(1), xp.zeros(p["FB"].shape[0] - 1)])
        out["FB"] = {key: TURN * first * xp.ones((n, 1))}
    return out


def with_mean_motion(p: Values, o: Orbit) -> Orbit:
    """Replace n of an orbit by `mean_motion`.

    Parameters
    ----------
    p : Values
        PB (s) or FB (Hz and its derivatives).
    o : Orbit
        The orbit at each row.

    Returns
    -------
    Orbit
    """
    return o._replace(n=mean_motion(p) + 0.0 * o.dt)


def with_mean_motion_rows(xp: Namespace, p: Values, t: Float[Row], table: ElementRows) -> ElementRows:
    """The table with the derivatives of "n" replaced by those of `mean_motion`.

    Parameters
    ----------
    xp : Namespace
    p : Values
        PB or FB.
    t : (n,) array
        Any array with one row for each TOA.
    table : ElementRows
        Derivatives of the elements by the parameters.

    Returns
    -------
    ElementRows
    """
    out = {name: {e: v for e, v in row.items() if e != "n"} for name, row in table.items()}
    for name, row in mean_motion_rows(xp, p, t.shape[0], "n").items():
        out[name].update(row)
    return out
