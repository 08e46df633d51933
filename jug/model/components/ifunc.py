"""Timing noise as a table of time offsets, interpolated between nodes (IFunc in PINT).

phase += F0 y(t)    turns

t is the time of emission. The line ``IFUNCk MJD y`` gives the node T_k and its offset y_k in s. SIFUNC chooses the
interpolation:

    0   y is the value at the preceding node, or the first value before the first node. PINT and tempo2 intend this,
        but PINT 1.1.8 gives the first or the last value, and tempo2 none.
    1   y(t) = sum_k y_k sinc(pi (t - T_k) / D), with D the distance of the first two nodes (tempo2; not in PINT).
    2   y is linear between nodes and constant outside (PINT; tempo2 takes the site time and is zero outside).

The factor is F0, not the frequency at the TOA. Deng et al. 2012, MNRAS 424, 244. The offsets are the parameters
IFUNC1, IFUNC2, ... and can be fitted: all together by tempo2's ``SIFUNC 2 1``, or one by one by a fit flag before the
uncertainty, ``IFUNC1 MJD y 1 error``. A single number after the pair is the uncertainty (tempo2). PINT cannot fit them.
"""

from collections.abc import Callable
from math import pi

from jug.core.array import Float, Node, Row
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    line_family,
    partials_by_spin,
)

PARAMS = (
    Param(
        "IFUNC_MJD",
        "MJD",
        "Time of a node: the first value of IFUNCk",
        0,
        codec="mjd",
        family=line_family("IFUNC", 0),
        fit=False,
    ),
    Param("IFUNC", "s", "Offset at a node: the second value of IFUNCk", 1, family=line_family("IFUNC", 1)),
    Param(
        "SIFUNC",
        "",
        "Interpolation: 0 preceding node, 1 sinc, 2 linear",
        0,
        codec="str",
        fit=False,
        frees=("IFUNC",),
    ),
)

Weights = Callable[[Namespace, Values, Float[Row]], tuple[Float[Row, Node], Float[Row, Node]]]
"""Weight of each node at each time, and its time derivative (1/s); (n, k) each."""


def _preceding(xp: Namespace, p: Values, t: Float[Row]) -> tuple[Float[Row, Node], Float[Row, Node]]:
    nodes = p["IFUNC_MJD"]
    k = nodes.shape[0]
    before = xp.clip(xp.searchsorted(nodes, t, side="right") - 1, 0, k - 1)
    weight = xp.where(before[:, None] == xp.arange(k), 1.0, 0.0)
    return weight, 0.0 * weight


def _sinc(xp: Namespace, p: Values, t: Float[Row]) -> tuple[Float[Row, Node], Float[Row, Node]]:
    nodes = p["IFUNC_MJD"]
    scale = pi / (nodes[1] - nodes[0])
    angle = (t[:, None] - nodes) * scale
    small = xp.abs(angle) < 1e-4
    safe = xp.where(small, 1.0, angle)
    weight = xp.where(small, 1.0 - angle**2 / 6.0, xp.sin(safe) / safe)
    slope = xp.where(small, -angle / 3.0, (xp.cos(safe) - xp.sin(safe) / safe) / safe)
    return weight, scale * slope


def _linear(xp: Namespace, p: Values, t: Float[Row]) -> tuple[Float[Row, Node], Float[Row, Node]]:
    nodes = p["IFUNC_MJD"]
    k = nodes.shape[0]
    left = xp.clip(xp.searchsorted(nodes, t, side="right") - 1, 0, k - 2)
    step = nodes[left + 1] - nodes[left]
    part = (t - nodes[left]) / step
    inside = (part >= 0.0) & (part <= 1.0)
    part = xp.clip(part, 0.0, 1.0)
    at_left = xp.where(left[:, None] == xp.arange(k), 1.0, 0.0)
    at_right = xp.where(left[:, None] + 1 == xp.arange(k), 1.0, 0.0)
    slope = xp.where(inside, 1.0 / step, 0.0)[:, None] * (at_right - at_left)
    return at_left * (1.0 - part)[:, None] + at_right * part[:, None], slope


def _component(name: str, words: tuple[str, ...], weights: Weights) -> Component:
    def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        turns: Float[Row] = p["F"][0] * (weights(xp, p, t)[0] @ p["IFUNC"])
        return turns

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        weight, slope = weights(xp, p, t)
        seconds = weight @ p["IFUNC"]
        return {
            "IFUNC": p["F"][0] * weight,
            "F": partials_by_spin(xp, seconds, p["F"].shape[0]),
            "t": p["F"][0] * (slope @ p["IFUNC"]),
        }

    return Component(
        name,
        PARAMS,
        phase=phase,
        partials=partials,
        check=check,
        triggers=("IFUNC",),
        needs=("SIFUNC",),
        options=(("SIFUNC", words),),
    )


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report fewer than two nodes, or nodes that are not in the order of time."""
    nodes = p["IFUNC_MJD"]
    if nodes.shape[0] < 2:
        return "IFUNC", 0, "is the only node, and two are needed"
    wrong = nodes[1:] <= nodes[:-1]
    return ("IFUNC", int(wrong.argmax()) + 1, "is not later than the node before") if wrong.any() else None


PRECEDING_COMPONENT = _component("IFUNC, preceding node", ("0", "0.0"), _preceding)
SINC_COMPONENT = _component("IFUNC, sinc", ("1", "1.0"), _sinc)
LINEAR_COMPONENT = _component("IFUNC, linear", ("2", "2.0"), _linear)
