"""White noise: rescaled uncertainties of the TOAs of a receiver, backend or range of time (ScaleToaError in PINT).

sigma^2 = EFAC^2 (e^2 + EQUAD^2)

e is the uncertainty in the tim file and EQUAD is in s. TNEQ is an EQUAD given as log10 of seconds. Every EQUAD that
covers a TOA is added in quadrature, then every EFAC is multiplied (PINT 1.1.8). Where selections do not overlap, which
is the usual case, the order of the lines does not matter. Where they overlap, all factors multiply and all EQUADs add
in quadrature. The same selection twice is an error. An EQUAD replaces the TNEQ of the same selection (PINT; tempo2
applies both).

PINT applies TNEQ inside EFAC like any EQUAD. TempoNest applies it outside: sigma^2 = EFAC^2 e^2 + EQUAD^2. The
convention ``EQUAD`` of `jug.model.reading.dialects.conventions` chooses between the two, for all EQUADs of the model;
its word TEMPO2 keeps EQUAD inside and puts TNEQ outside: sigma^2 = EFAC^2 (e^2 + EQUAD^2) + TNEQ^2 (tempo2).

TNGLOBALEF and TNGLOBALEQ (log10 of seconds) apply to all TOAs and come first: sqrt(TNGLOBALEF^2 e^2 + 10^(2
TNGLOBALEQ)) replaces e (tempo2, where T2EFAC and T2EQUAD come before them).
"""

from jug.core.array import Float, Member, Toa
from jug.model.declare import (
    ByName,
    Check,
    Columns,
    Component,
    Namespace,
    Param,
    ScaleKernel,
    Selection,
    Values,
    member_values,
    selected_family,
)

FACTOR = (None, 1e12)
"""Bounds of a factor of uncertainties; `positive_factors` checks the lower one."""

LEAST_FACTOR = 1e-12
"""Smallest factor of uncertainties."""

LOG10_S_BOUNDS = (None, 6.0)
"""Bounds of log10 of an uncertainty in s."""

EFAC = Param(
    "EFAC",
    "",
    "Factor of the uncertainties",
    0,
    family=selected_family(),
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
    family=selected_family(),
    aliases=("T2EQUAD",),
    fit=False,
    sampled=True,
    bounds=(0.0, 1e12),
)
TNEQ = Param(
    "TNEQ", "", "log10 of an EQUAD in s", 0, family=selected_family(), fit=False, sampled=True, bounds=LOG10_S_BOUNDS
)


GLOBAL_EFAC = Param("TNGLOBALEF", "", "Factor of all uncertainties", 0, fit=False, sampled=True, bounds=FACTOR)
GLOBAL_EQUAD = Param(
    "TNGLOBALEQ", "", "log10 of an EQUAD in s for all TOAs", 0, fit=False, sampled=True, bounds=LOG10_S_BOUNDS
)


def positive_factors(*names: str) -> Check:
    """Make the check that every value of some parameters is at least `LEAST_FACTOR`.

    Parameters
    ----------
    *names : str
        Names of parameters or families.

    Returns
    -------
    callable
        As `Component.check`.
    """

    def check(p: ByName) -> tuple[str, int, str] | None:
        for name in (name for name in names if name in p):
            for place, v in enumerate(_members(p[name])):
                if not v >= LEAST_FACTOR:
                    return name, place, f"must be at least {LEAST_FACTOR:g}" if v > 0.0 else "must be positive"
        return None

    return check


def _members(value: Float[Member] | Float[()]) -> list[float]:
    """The values of a family, or the single value of a plain parameter."""
    return [float(v) for v in value] if getattr(value, "shape", ()) else [float(value)]


def product_of_members(xp: Namespace, factors: Float[Member], selection: Selection) -> Float[Toa]:
    """Product of the members of a family that apply to each row.

    Parameters
    ----------
    xp : Namespace
    factors : (k,) array
        The members, positive.
    selection : (n,) int array or (n, k) array
        Which members apply (`jug.model.declare.member_values`).

    Returns
    -------
    (n,) array
        1 where no member applies.
    """
    return xp.exp(member_values(xp, xp.log(factors), selection))


def _quadrature(xp: Namespace, p: Values, x: Columns) -> Float[Toa]:
    """Sum of the squares of EQUAD and TNEQ on each row, (n,) s^2."""
    total = 0.0 * x.error
    if "EQUAD" in p:
        total = total + member_values(xp, p["EQUAD"] ** 2, x.selections["EQUAD"])
    if "TNEQ" in p:
        total = total + member_values(xp, 10.0 ** (2.0 * p["TNEQ"]), x.selections["TNEQ"])
    return total


def equad_inside(xp: Namespace, p: Values, x: Columns, sigma: Float[Toa]) -> Float[Toa]:
    """Rescale uncertainties: EFAC sqrt(sigma^2 + EQUAD^2).

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns
    sigma : (n,) array
        Uncertainties, s.

    Returns
    -------
    (n,) array
        s.
    """
    factor = product_of_members(xp, p["EFAC"], x.selections["EFAC"]) if "EFAC" in p else 1.0
    return factor * xp.sqrt(sigma * sigma + _quadrature(xp, p, x))


def equad_outside(xp: Namespace, p: Values, x: Columns, sigma: Float[Toa]) -> Float[Toa]:
    """Rescale uncertainties: sqrt(EFAC^2 sigma^2 + EQUAD^2).

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns
    sigma : (n,) array
        Uncertainties, s.

    Returns
    -------
    (n,) array
        s.
    """
    factor = product_of_members(xp, p["EFAC"], x.selections["EFAC"]) if "EFAC" in p else 1.0
    return xp.sqrt((factor * sigma) ** 2 + _quadrature(xp, p, x))


def tneq_outside(xp: Namespace, p: Values, x: Columns, sigma: Float[Toa]) -> Float[Toa]:
    """Rescale uncertainties: sqrt(EFAC^2 (sigma^2 + EQUAD^2) + TNEQ^2).

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns
    sigma : (n,) array
        Uncertainties, s.

    Returns
    -------
    (n,) array
        s.
    """
    first = equad_inside(xp, p.without(("TNEQ",)), x, sigma)
    if "TNEQ" not in p:
        return first
    return xp.sqrt(first * first + member_values(xp, 10.0 ** (2.0 * p["TNEQ"]), x.selections["TNEQ"]))


def scale_all_toas(xp: Namespace, p: Values, x: Columns, sigma: Float[Toa]) -> Float[Toa]:
    """Rescale uncertainties: sqrt(TNGLOBALEF^2 sigma^2 + 10^(2 TNGLOBALEQ)).

    Parameters
    ----------
    xp : Namespace
    p : Values
    x : Columns
    sigma : (n,) array
        Uncertainties, s.

    Returns
    -------
    (n,) array
        s.
    """
    total = (p["TNGLOBALEF"] * sigma) ** 2 if "TNGLOBALEF" in p else sigma * sigma
    return xp.sqrt(total + 10.0 ** (2.0 * p["TNGLOBALEQ"]) if "TNGLOBALEQ" in p else total)


_PARAMS = (EFAC, EQUAD, TNEQ)
_TRIGGERS = ("EFAC", "EQUAD", "TNEQ")

GLOBAL_COMPONENT = Component(
    "white noise of all TOAs",
    (GLOBAL_EFAC, GLOBAL_EQUAD),
    scale=scale_all_toas,
    check=positive_factors("TNGLOBALEF"),
    triggers=("TNGLOBALEF", "TNGLOBALEQ"),
)


def _component(name: str, word: str, scale: ScaleKernel) -> Component:
    check, options = positive_factors("EFAC"), (("@EQUAD", (word,)),)
    return Component(name, _PARAMS, scale=scale, check=check, triggers=_TRIGGERS, options=options)


COMPONENT = _component("white noise", "INSIDE", equad_inside)
OUTSIDE_COMPONENT = _component("white noise, EQUAD outside EFAC", "OUTSIDE", equad_outside)
TEMPO2_COMPONENT = _component("white noise, TNEQ outside EFAC", "TEMPO2", tneq_outside)
