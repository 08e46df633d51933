"""Terms whose delay is that of a dispersion measure."""

from types import ModuleType
from typing import Any

from jug.core.array import Array
from jug.core.constants import K_DM
from jug.model.declare.columns import Columns
from jug.model.declare.component import Component, Kernel, Values
from jug.model.declare.param import Param
from jug.model.declare.selections import scaled


def dispersive(name: str, params: tuple[Param, ...], dm: Kernel, dm_partials: Kernel, **given: Any) -> Component:
    """A component whose delay is that of a dispersion measure: K DM / f^2, f the frequency at the barycentre.

    Parameters
    ----------
    name, params
        As in `Component`; so are the keywords that follow.
    dm : callable
        The dispersion measure, (n,) pc cm^-3.
    dm_partials : callable
        Its derivatives by parameters and by ``n``.
    """

    def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        return K_DM * dm(xp, p, x, t) * x.inv_freq**2

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        weight = K_DM * x.inv_freq**2
        by = {key: scaled(weight, value) for key, value in dm_partials(xp, p, x, t).items()}
        return {**by, "inv_freq": 2.0 * K_DM * dm(xp, p, x, t) * x.inv_freq}

    return Component(name, params, delay=delay, partials=partials, dm=dm, dm_partials=dm_partials, **given)
