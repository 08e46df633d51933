"""White noise: uncertainties of the TOAs rescaled per receiver, backend, or stretch of time.

sigma^2 = EFAC^2 (e^2 + EQUAD^2)

e the uncertainty of the tim file. Every EQUAD that covers a TOA is added in quadrature, then every EFAC multiplied
(PINT 1.1.8; for disjoint selections, the ordinary case, the order in the file does not matter). TNEQ is an EQUAD
given as log10 of seconds; PINT puts it inside EFAC like any EQUAD, tempo2 and TempoNest outside
(sigma^2 = EFAC^2 e^2 + EQUAD^2): the convention ``EQUAD`` of `jug.model.reading.conventions`, for all of them. Where
selections overlap, the factors of all EFACs that cover a TOA multiply, and the EQUADs add in quadrature; the same
selection twice is an error, and an EQUAD of a selection puts its TNEQ aside (PINT; tempo2 applies both).

TNGLOBALEF and TNGLOBALEQ (log10 of seconds), of all TOAs, come before: sqrt(TNGLOBALEF^2 e^2 + 10^(2 TNGLOBALEQ))
stands in the place of e (tempo2, where T2EFAC and T2EQUAD come before them).
"""

from collections.abc import Callable
from types import ModuleType

from jug.model.declare import Array, Columns, Component, Param, Values, member_values, selected

FACTOR = (None, 1e12)
"""What a factor of uncertainties may be; `positive` says from where on."""

LEAST_FACTOR = 1e-12

LOG10_S = (None, 6.0)
"""What log10 of an uncertainty in s may be."""

EFAC = Param(
    "EFAC",
    "",
    "Factor of the uncertainties",
    0,
    family=selected(),
    aliases=("T2EFAC", "TNEF"),
    fit=False,
    sampled=True,
    bounds=FACTOR,
)
EQUAD = Param(
    "EQUAD",
    "us",
    "Added to the uncertainties in quadrature",
    1,
    family=selected(),
    aliases=("T2EQUAD",),
    fit=False,
    sampled=True,
    bounds=(0.0, 1e12),
)
TNEQ = Param("TNEQ", "", "log10 of an EQUAD in s", 0, family=selected(), fit=False, sampled=True, bounds=LOG10_S)


GLOBAL_EFAC = Param("TNGLOBALEF", "", "Factor of all uncertainties", 0, fit=False, sampled=True, bounds=FACTOR)
GLOBAL_EQUAD = Param(
    "TNGLOBALEQ", "", "log10 of an EQUAD in s for all TOAs", 0, fit=False, sampled=True, bounds=LOG10_S
)


def positive(*names: str) -> Callable[[Values], tuple[str, int, str] | None]:
    """The check (`Component.check`) that every value of these parameters is above zero, and not by next to nothing."""

    def check(p: Values) -> tuple[str, int, str] | None:
        for name in (name for name in names if name in p):
            for place, v in enumerate(_members(p[name])):
                if not v >= LEAST_FACTOR:
                    return name, place, f"must be at least {LEAST_FACTOR:g}" if v > 0.0 else "must be positive"
        return None

    return check


def _members(value: Array) -> list[float]:
    """The values of a family, or the one of a plain parameter."""
    return [float(v) for v in value] if getattr(value, "shape", ()) else [float(value)]


def product(xp: ModuleType, factors: Array, selection: Array) -> Array:
    """Product of the members that cover each row, by their logarithms; 1 where there is none."""
    return xp.exp(member_values(xp, xp.log(factors), selection))


def _quadrature(xp: ModuleType, p: Values, x: Columns) -> Array:
    """Sum of the squares of EQUAD and TNEQ on each row, s^2."""
    total = 0.0 * x.error
    if "EQUAD" in p:
        total = total + member_values(xp, p["EQUAD"] ** 2, x.selections["EQUAD"])
    if "TNEQ" in p:
        total = total + member_values(xp, 10.0 ** (2.0 * p["TNEQ"]), x.selections["TNEQ"])
    return total


def inside(xp: ModuleType, p: Values, x: Columns, sigma: Array) -> Array:
    """EFAC sqrt(sigma^2 + EQUAD^2), s."""
    factor = product(xp, p["EFAC"], x.selections["EFAC"]) if "EFAC" in p else 1.0
    return factor * xp.sqrt(sigma * sigma + _quadrature(xp, p, x))


def outside(xp: ModuleType, p: Values, x: Columns, sigma: Array) -> Array:
    """sqrt(EFAC^2 sigma^2 + EQUAD^2), s."""
    factor = product(xp, p["EFAC"], x.selections["EFAC"]) if "EFAC" in p else 1.0
    return xp.sqrt((factor * sigma) ** 2 + _quadrature(xp, p, x))


def overall(xp: ModuleType, p: Values, x: Columns, sigma: Array) -> Array:
    """sqrt(TNGLOBALEF^2 sigma^2 + 10^(2 TNGLOBALEQ)), s."""
    total = (p["TNGLOBALEF"] * sigma) ** 2 if "TNGLOBALEF" in p else sigma * sigma
    return xp.sqrt(total + 10.0 ** (2.0 * p["TNGLOBALEQ"]) if "TNGLOBALEQ" in p else total)


_PARAMS = (EFAC, EQUAD, TNEQ)
_TRIGGERS = ("EFAC", "EQUAD", "TNEQ")

GLOBAL_COMPONENT = Component(
    "white noise of all TOAs",
    (GLOBAL_EFAC, GLOBAL_EQUAD),
    scale=overall,
    check=positive("TNGLOBALEF"),
    triggers=("TNGLOBALEF", "TNGLOBALEQ"),
)


def _component(name: str, word: str, scale: Callable[..., Array]) -> Component:
    check, options = positive("EFAC"), (("@EQUAD", (word,)),)
    return Component(name, _PARAMS, scale=scale, check=check, triggers=_TRIGGERS, options=options)


COMPONENT = _component("white noise", "INSIDE", inside)
OUTSIDE_COMPONENT = _component("white noise, EQUAD outside EFAC", "OUTSIDE", outside)
