"""Terms whose delay is that of a dispersion measure."""

from typing import Unpack

from jug.core.array import Float, Row
from jug.core.constants import K_DM
from jug.core.namespace import Namespace
from jug.model.declare.columns import Columns
from jug.model.declare.component import Component, Fields, Kernel, Partials, PartialsKernel
from jug.model.declare.param import Param
from jug.model.declare.selections import scale_rows
from jug.model.declare.values import Values


def dispersive_component(
    name: str, params: tuple[Param, ...], dm: Kernel, dm_partials: PartialsKernel, **given: Unpack[Fields]
) -> Component:
    """Make a component whose delay is that of a dispersion measure.

    delay = K DM / f^2    s

    K is the dispersion constant, 1/(2.41e-4) MHz^2 pc^-1 cm^3 s, and f the frequency at the barycentre.

    Parameters
    ----------
    name : str
        Name of the component.
    params : tuple of Param
        Its parameters.
    dm : callable
        ``(xp, p, x, t) -> (n,)``: the dispersion measure, pc cm^-3.
    dm_partials : callable
        ``(xp, p, x, t) -> dict``: its derivatives by parameters and by ``n``.
    **given
        Further fields of `Component`.

    Returns
    -------
    Component
        With ``delay``, ``partials``, ``dm`` and ``dm_partials``.
    """

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        return K_DM * dm(xp, p, x, t) * x.inv_freq**2

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        weight = K_DM * x.inv_freq**2
        by = {key: scale_rows(weight, value) for key, value in dm_partials(xp, p, x, t).items()}
        return {**by, "inv_freq": 2.0 * K_DM * dm(xp, p, x, t) * x.inv_freq}

    return Component(name, params, delay=delay, partials=partials, dm=dm, dm_partials=dm_partials, **given)
