"""Outer orbit of a hierarchical triple: BINARY2 DD, BT or ELL1 with the parameters PB_2, A1_2, ...

Corresponds to BinaryDD2, BinaryBT2 and BinaryELL12 in PINT. The models are those of one orbit, with parameter names
that end in ``_2``. The outer orbit is evaluated first. The inner orbit is evaluated at the time after the outer delay,
as in PINT 1.1.8. There is no XPBDOT_2, as in PINT.
"""

from dataclasses import replace
from typing import cast

from jug.core.array import Array, Float, Row
from jug.model.components.binary import bt, dd, ell1, params
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values

SUFFIX = "_2"


def param_of_orbit(param: Param, suffix: str = SUFFIX, which: str = "outer orbit") -> Param:
    """The same parameter for another orbit.

    Parameters
    ----------
    param : Param
        Parameter of a binary model.
    suffix : str
        Added to the names.
    which : str
        Added to the description.

    Returns
    -------
    Param
    """
    default = param.default + suffix if isinstance(param.default, str) else param.default
    aliases = tuple(alias + suffix for alias in param.aliases if alias not in ("A2DOT", "ECCDOT"))
    return replace(param, name=param.name + suffix, aliases=aliases, default=default, doc=f"{param.doc}, {which}")


def _second(inner: Component, word: str, shared: dict[Param, Param]) -> Component:
    """A binary model for the outer orbit."""
    own = tuple(q for q in inner.params if q is not params.BINARY and q.family is None and "ORBWAVE" not in q.name)
    own = tuple(q for q in own if q is not ell1.ELL1ORDER and q is not params.XPBDOT)
    for q in own:
        shared.setdefault(q, param_of_orbit(q))
    names = [q.name for q in own]
    assert inner.delay is not None
    assert inner.partials is not None
    evaluate, differentiate = inner.delay, inner.partials

    def view(p: Values) -> Values:
        """The parameters of the outer orbit under the names of the inner one."""
        return p.renamed({name: name + SUFFIX for name in names}).with_values({params.XPBDOT.name: cast(Array, 0.0)})

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        return evaluate(xp, view(p), x, t)

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        by = differentiate(xp, view(p), x, t)
        return {key + SUFFIX if key in names else key: v for key, v in by.items() if key in names or key == "t"}

    return Component(
        f"outer {inner.name}",
        (BINARY2, *(shared[q] for q in own)),
        delay=delay,
        partials=partials,
        triggers=("BINARY2",),
        needs=tuple("PB_2" if key == "PB|FB0" else key + SUFFIX for key in inner.needs),
        options=(("BINARY2", (word,)),),
    )


BINARY2 = Param("BINARY2", "", "Binary model of the outer orbit", 0, codec="str", fit=False)
SHARED: dict[Param, Param] = {}
COMPONENTS = (
    _second(ell1.ELL1, "ELL1", SHARED),
    _second(bt.BT, "BT", SHARED),
    _second(dd.DD, "DD", SHARED),
)
