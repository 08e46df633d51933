"""Chromatic events with a Gaussian profile in time (ChromaticGaussianEvent in PINT).

delay = + sum_i SIGN_i 10^LOGAMP_i (f / FREF)^-CHROMIDX_i exp(-(t - EPOCH_i)^2 / (2 sigma_i^2))    s

sigma_i = 10^LOGSIG_i d. 10^LOGAMP_i is in s, FREF = CHROMGAUSS_FREF in MHz. f is the frequency at the barycentre, t the
TDB at the observatory (PINT 1.1.8). A TOA at infinite frequency has no such delay unless CHROMIDX is 0. The form of
tempo2 is in `gaus`.
"""

from math import log as ln

from jug.core.array import Float, Member, One, Row
from jug.core.constants import DAY
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

GROUP = indexed_family("CHROMGAUSS")
FREF = Param(
    "CHROMGAUSS_FREF",
    "MHz",
    "Reference frequency of the amplitudes",
    -1,
    default=1400.0,
    fit=False,
    bounds=(1e-3, None),
)
EPOCH = Param("CHROMGAUSS_EPOCH", "MJD", "Centre of the event", 0, codec="mjd", family=GROUP)
LOGAMP = Param("CHROMGAUSS_LOGAMP", "", "log10 of the largest delay in s", 0, default=0.0, family=GROUP)
INDEX = Param("CHROMGAUSS_CHROMIDX", "", "Power of 1/frequency in the delay of the event", 0, default=0.0, family=GROUP)
SIGN = Param("CHROMGAUSS_SIGN", "", "Sign of the delay, 1 or -1", 0, default=1.0, family=GROUP, fit=False)
LOGSIG = Param("CHROMGAUSS_LOGSIG", "", "log10 of the width in d", 0, default=0.0, family=GROUP)


def _delays_by_event(
    xp: Namespace, p: Values, x: Columns
) -> tuple[Float[Row, One], Float[Row, Member], Float[Member], Float[Row, Member]]:
    """FREF / f, (n, 1); (t - epoch) / sigma, (n, k); sigma in s, (k,); delay by each event in s, (n, k)."""
    y = (p["CHROMGAUSS_FREF"] * x.inv_freq)[:, None]
    sigma = DAY * 10.0 ** p["CHROMGAUSS_LOGSIG"]
    u = (x.tdb[:, None] - p["CHROMGAUSS_EPOCH"]) / sigma
    amplitude = p["CHROMGAUSS_SIGN"] * 10.0 ** p["CHROMGAUSS_LOGAMP"]
    return y, u, sigma, amplitude * power_or_limit(xp, y, p["CHROMGAUSS_CHROMIDX"]) * xp.exp(-0.5 * u * u)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay by all events, (n,) s."""
    return xp.sum(_delays_by_event(xp, p, x)[3], axis=1)


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by the parameters of each event, (n, k), and by 1/f, (n,) s Hz."""
    y, u, sigma, event = _delays_by_event(xp, p, x)
    return {
        "CHROMGAUSS_LOGAMP": ln(10.0) * event,
        "CHROMGAUSS_CHROMIDX": event * log_or_zero(xp, y),
        "CHROMGAUSS_LOGSIG": ln(10.0) * u * u * event,
        "CHROMGAUSS_EPOCH": event * u / sigma,
        "inv_freq": p["CHROMGAUSS_FREF"] * xp.sum(p["CHROMGAUSS_CHROMIDX"] * divide_or_zero(xp, event, y), axis=1),
    }


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report a sign that is neither 1 nor -1."""
    return first_wrong("CHROMGAUSS_SIGN", abs(p["CHROMGAUSS_SIGN"]) != 1.0, "is neither 1 nor -1")


COMPONENT = Component(
    "chromatic Gaussian events",
    (EPOCH, LOGAMP, INDEX, SIGN, LOGSIG, FREF),
    delay=delay,
    partials=partials,
    check=check,
    triggers=tuple(q.name for q in (EPOCH, LOGAMP, INDEX, SIGN, LOGSIG)),
)
