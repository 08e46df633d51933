"""Chromatic events with a sudden onset and an exponential decay (SimpleExponentialDip in PINT).

delay = - sum_i AMP_i (f / FREF)^IDX_i g((t - EP_i), TAU_i)    s

g(u, tau) = N exp(-u / tau) / (1 + exp(-u / eps))

N = (tau / eps)^(eps / tau) (tau / (tau - eps))^((tau - eps) / tau)

AMP_i is in s, TAU_i and eps = EXPDIPEPS are in d, EP_i is an MJD, FREF = EXPDIPFREF in MHz. f is the frequency at the
barycentre, t the TDB at the observatory. The onset is smoothed over eps, so that g has a derivative everywhere; N makes
the largest value of g 1 (PINT 1.1.8). A TOA at infinite frequency has no such delay unless IDX is 0.

PINT writes EXPDIPEP_1, EXPDIPAMP_1, EXPDIPIDX_1, EXPDIPTAU_1. tempo2 writes EXPEP_1, EXPPH_1, EXPINDEX_1, EXPTAU_1,
with FREF 1.4 GHz, and IDX -2 when absent. The onset of tempo2 2023.05 is not smoothed: phase += F0 AMP (f / FREF)^IDX
exp(-u / tau) for u > 0 in emission time. A few eps after the onset the difference is AMP (eps / tau)(1 + ln(tau /
eps)), at most 1e-4 AMP for tau over 100 d. The other time scale adds a difference of AMP (500 s) / tau.
"""

from jug.core.array import Float, Member, Row
from jug.model.components.chromatic.form import divide_or_zero, log_or_zero, power_or_limit
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    first_wrong,
    indexed_family,
)

GROUP = indexed_family("EXPDIP")
EPS = Param("EXPDIPEPS", "d", "Duration of the onset of the dips", 1, default=1e-3, fit=False, bounds=(1e-9, None))
FREF = Param(
    "EXPDIPFREF", "MHz", "Reference frequency of EXPDIPAMP", -1, default=1400.0, fit=False, bounds=(1e-3, None)
)
EPOCH = Param("EXPDIPEP", "MJD", "Start of the dip", 0, codec="mjd", aliases=("EXPEP",), family=GROUP)
AMP = Param(
    "EXPDIPAMP", "s", "Largest advance of the dip at EXPDIPFREF", 1, default=0.0, aliases=("EXPPH",), family=GROUP
)
_INDEX_TEXT = "Power of the frequency in the delay of the dip"
INDEX = Param("EXPDIPIDX", "", _INDEX_TEXT, 0, default=-2.0, aliases=("EXPINDEX",), family=GROUP)
TAU = Param("EXPDIPTAU", "d", "Decay time of the dip", 1, aliases=("EXPTAU",), family=GROUP, bounds=(None, 1e6))


def _decay(xp: Namespace, p: Values) -> Float[Member]:
    """TAU in s, (k,); NaN where it is not above EPS, so that a fit rejects such a step."""
    return xp.where(p["EXPDIPTAU"] > p["EXPDIPEPS"], p["EXPDIPTAU"], xp.nan)


def _advances_by_dip(
    xp: Namespace, p: Values, x: Columns
) -> tuple[Float[Row, Member], Float[Row, Member], Float[Row, Member]]:
    """FREF / f, (n, 1); time since the onset in s, (n, k); advance for unit amplitude, (n, k)."""
    y = (p["EXPDIPFREF"] * x.inv_freq)[:, None]
    since = x.tdb[:, None] - p["EXPDIPEP"]
    tau, eps = _decay(xp, p), p["EXPDIPEPS"]
    peak = (eps / tau) * xp.log(tau / eps) + ((tau - eps) / tau) * xp.log(tau / (tau - eps))
    shape = xp.exp(peak - since / tau - xp.logaddexp(0.0, -since / eps))
    return y, since, power_or_limit(xp, y, -p["EXPDIPIDX"]) * shape


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay by all dips, (n,) s."""
    return -(_advances_by_dip(xp, p, x)[2] @ p["EXPDIPAMP"])


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by the parameters of each dip, (n, k), and by 1/f, (n,) s Hz."""
    y, since, shape = _advances_by_dip(xp, p, x)
    tau, eps = _decay(xp, p), p["EXPDIPEPS"]
    dip = -p["EXPDIPAMP"] * shape
    rise = xp.exp(-xp.logaddexp(0.0, since / eps))
    return {
        "EXPDIPAMP": -shape,
        "EXPDIPIDX": -dip * log_or_zero(xp, y),
        "EXPDIPEP": dip * (1.0 / tau - rise / eps),
        "EXPDIPTAU": dip * (since + eps * xp.log(eps / (tau - eps))) / tau**2,
        "inv_freq": -p["EXPDIPFREF"] * xp.sum(p["EXPDIPIDX"] * divide_or_zero(xp, dip, y), axis=1),
    }


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report a decay time that is not longer than the onset."""
    return first_wrong("EXPDIPTAU", p["EXPDIPTAU"] <= p["EXPDIPEPS"], "is not above EXPDIPEPS")


COMPONENT = Component(
    "exponential dips",
    (EPOCH, AMP, INDEX, TAU, EPS, FREF),
    delay=delay,
    partials=partials,
    check=check,
    triggers=("EXPDIPEP", "EXPDIPAMP", "EXPDIPIDX", "EXPDIPTAU"),
)
