"""Frequency-dependent delay of the TOAs of one receiver or backend (FDJump in PINT).

delay = sum_n FDnJUMP y^n    s, on the selected TOAs

y = ln(f / 1 GHz), or f / 1 GHz with ``FDJUMPLOG N``. FDnJUMP is in s; f is the frequency at the barycentre, (n,). A
TOA at infinite frequency has no such delay. Without a line FDJUMPLOG, y is the logarithm, as in PINT 1.1.8. tempo2
writes FDJUMPn and has only the powers of f / 1 GHz, so a par file from tempo2 needs ``FDJUMPLOG N``. Susobhanan et al.
2024, ApJ 971, 150, section 2.3.
"""

from collections.abc import Callable

from jug.core.array import Array, Float, Row
from jug.core.constants import GHZ
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    member_partials,
    member_values,
    selected_family,
)

HIGHEST = 20
"""Largest power, as in PINT 1.1.8."""

PARAMS = tuple(
    Param(
        f"FD{n}JUMP",
        "s",
        f"Coefficient of the power {n} on the selected TOAs",
        1,
        aliases=(f"FDJUMP{n}",),
        family=selected_family(),
    )
    for n in range(1, HIGHEST + 1)
)

FDJUMPLOG = Param("FDJUMPLOG", "", "Y: powers of ln(f / 1 GHz); N: powers of f / 1 GHz", 0, codec="str", fit=False)

Measure = Callable[[Namespace, Array], tuple[Array, Array]]


def _log(xp: Namespace, inv_freq: Float[Row]) -> tuple[Float[Row], Float[Row]]:
    """ln(f / 1 GHz) and its derivative by 1/f (Hz), for finite frequencies; (n,) each."""
    return -xp.log(inv_freq * GHZ), -1.0 / inv_freq


def _linear(xp: Namespace, inv_freq: Float[Row]) -> tuple[Float[Row], Float[Row]]:
    """f / 1 GHz and its derivative by 1/f (Hz), for finite frequencies; (n,) each."""
    y = 1.0 / (inv_freq * GHZ)
    return y, -y / inv_freq


def _component(name: str, words: tuple[str, ...], measure: Measure) -> Component:
    def present(p: Values) -> list[int]:
        return [n for n in range(1, HIGHEST + 1) if f"FD{n}JUMP" in p]

    def y_of(xp: Namespace, x: Columns) -> tuple[Float[Row], Float[Row]]:
        finite = x.inv_freq > 0.0
        y, slope = measure(xp, xp.where(finite, x.inv_freq, 1.0 / GHZ))
        return xp.where(finite, y, 0.0), xp.where(finite, slope, 0.0)

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        y, _ = y_of(xp, x)
        return sum(y**n * member_values(xp, p[f"FD{n}JUMP"], x.selections[f"FD{n}JUMP"]) for n in present(p)) + 0.0 * y

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        y, slope = y_of(xp, x)
        by, by_y = {}, 0.0 * y
        for n in present(p):
            key = f"FD{n}JUMP"
            by[key] = member_partials(xp, y**n, x.selections[key], p[key].shape[0])
            by_y = by_y + n * y ** (n - 1) * member_values(xp, p[key], x.selections[key])
        return {**by, "inv_freq": by_y * slope}

    triggers = tuple(q.name for q in PARAMS)
    options = ((FDJUMPLOG.name, words),)
    return Component(name, (*PARAMS, FDJUMPLOG), delay=delay, partials=partials, triggers=triggers, options=options)


LOG_COMPONENT = _component("FDJUMP", ("", "Y", "YES", "T", "TRUE", "1"), _log)
LINEAR_COMPONENT = _component("FDJUMP, linear", ("N", "NO", "F", "FALSE", "0"), _linear)
