"""Gaussian events in phase (GAUSEP, GAUSAMP, ... of tempo2).

phase += F0 sum_i GAUSAMP_i (f / 1.4 GHz)^GAUSINDEX_i exp(-(t_e - GAUSEP_i)^2 / (2 GAUSSIG_i^2))    turns

GAUSAMP is an advance in s, GAUSSIG is in d, GAUSINDEX is 0 when absent. f is the frequency at the barycentre, t_e the
time after all delays. A TOA at infinite frequency has no such event unless GAUSINDEX is 0. tempo2 2023.05. PINT 1.1.8
does not read these keywords; its CHROMGAUSS (`gauss`) has the opposite sign of amplitude and power.
"""

from jug.core.array import Float, Member, Row
from jug.model.components.chromatic.form import divide_or_zero, log_or_zero, power_or_limit
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values, indexed_family, partials_by_spin

GROUP = indexed_family("GAUS")
EPOCH = Param("GAUSEP", "MJD", "Centre of the event", 0, codec="mjd", family=GROUP)
AMP = Param("GAUSAMP", "s", "Largest advance of the event at 1.4 GHz", 1, default=0.0, family=GROUP)
WIDTH = Param("GAUSSIG", "d", "Width (standard deviation) of the event", 1, family=GROUP, bounds=(1e-6, 1e6))
INDEX = Param("GAUSINDEX", "", "Power of the frequency in the advance of the event", 0, default=0.0, family=GROUP)
FREF = 1.4e9
"""Frequency at which GAUSAMP is given, Hz."""


def _advances_by_event(
    xp: Namespace, p: Values, x: Columns, t: Float[Row]
) -> tuple[Float[Row, Member], Float[Row, Member], Float[Row, Member]]:
    """FREF / f, (n, 1); (t - epoch) / sigma, (n, k); advance for unit amplitude, (n, k)."""
    y = (FREF * x.inv_freq)[:, None]
    u = (t[:, None] - p["GAUSEP"]) / p["GAUSSIG"]
    return y, u, power_or_limit(xp, y, -p["GAUSINDEX"]) * xp.exp(-0.5 * u * u)


def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Phase added by all events, (n,) turns."""
    turns: Float[Row] = p["F"][0] * (_advances_by_event(xp, p, x, t)[2] @ p["GAUSAMP"])
    return turns


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the phase by the parameters of each event, (n, k), by F, by the time, and by 1/f, (n,)."""
    y, u, shape = _advances_by_event(xp, p, x, t)
    per_s = p["F"][0] * shape
    turns = p["GAUSAMP"] * per_s
    total = shape @ p["GAUSAMP"]
    return {
        "GAUSAMP": per_s,
        "GAUSEP": turns * u / p["GAUSSIG"],
        "GAUSSIG": turns * u * u / p["GAUSSIG"],
        "GAUSINDEX": -turns * log_or_zero(xp, y),
        "F": partials_by_spin(xp, total, p["F"].shape[0]),
        "t": -xp.sum(turns * u / p["GAUSSIG"], axis=1),
        "inv_freq": -FREF * xp.sum(p["GAUSINDEX"] * divide_or_zero(xp, turns, y), axis=1),
    }


COMPONENT = Component(
    "Gaussian events",
    (EPOCH, AMP, WIDTH, INDEX),
    phase=phase,
    partials=partials,
    triggers=("GAUSEP", "GAUSAMP", "GAUSSIG", "GAUSINDEX"),
)
