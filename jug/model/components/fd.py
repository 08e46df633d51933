"""Frequency-dependent delay by the change of the pulse profile with frequency (FD in PINT).

delay = sum_n FDn ln(f / 1 GHz)^n    s,   n = 1, 2, ...

FDn is in s; f is the frequency at the barycentre, (n,). A TOA at infinite frequency has no such delay. Arzoumanian et
al. 2015 (NANOGrav), ApJ 813, 65, eq. 2. The term is evaluated after the binary, as in PINT 1.1.8. tempo2 before its
version 2026.09.1 evaluates it before the binary, 479 ns for one millisecond pulsar (the convention ``FD`` BEFORE). From
that version on it is a phase in tempo2.
"""

from jug.core.array import Float, Row
from jug.core.constants import GHZ
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values, series_family

FD = Param("FD", "s", "Coefficient of ln(f / 1 GHz)^n", 1, family=series_family("", first=1))


def _log(xp: Namespace, x: Columns) -> tuple[Float[Row], Float[Row]]:
    """ln(f / 1 GHz), 0 for an infinite frequency, and its derivative by 1/f (Hz); (n,) each."""
    finite = x.inv_freq > 0.0
    inv_freq = xp.where(finite, x.inv_freq, 1.0 / GHZ)
    return -xp.log(inv_freq * GHZ), xp.where(finite, -1.0 / inv_freq, 0.0)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Frequency-dependent delay, (n,) s."""
    log, _ = _log(xp, x)
    total = 0.0 * log
    for n in range(p["FD"].shape[0] - 1, -1, -1):
        total = (total + p["FD"][n]) * log
    return total


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by each FDn, (n, k), and by 1/f, (n,) s Hz."""
    log, slope = _log(xp, x)
    powers = [log]
    for _ in range(1, p["FD"].shape[0]):
        powers.append(powers[-1] * log)
    by_log = p["FD"][0] + sum((n + 1) * p["FD"][n] * powers[n - 1] for n in range(1, p["FD"].shape[0]))
    return {"FD": xp.stack(powers, axis=1), "inv_freq": by_log * slope}


def _component(name: str, word: str) -> Component:
    return Component(name, (FD,), delay=delay, partials=partials, triggers=("FD",), options=(("@FD", (word,)),))


BEFORE_ORBIT = _component("FD before the orbit", "BEFORE")
COMPONENT = _component("FD", "AFTER")
