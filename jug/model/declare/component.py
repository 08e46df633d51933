"""One term of the timing model: a table of parameters and pure functions of ``(xp, p, x, t)``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypedDict

from jug.core.array import Bool, Float, Member, Mode, Row, Toa, Xyz
from jug.core.blocks import Block
from jug.core.namespace import Namespace
from jug.model.declare.columns import Columns
from jug.model.declare.own_columns import OwnColumns
from jug.model.declare.param import Param
from jug.model.declare.selections import Partial
from jug.model.declare.toa_rows import ToaRows
from jug.model.declare.values import ByName, Values

Partials: TypeAlias = Mapping[str, Partial]
"""Partial derivatives by parameters, and under their names by time and signals."""

Broadcast: TypeAlias = Float[Row] | Float[()] | float
"""A number for each row, or one for all rows."""

Kernel: TypeAlias = Callable[[Namespace, Values, Columns, Float[Row]], Float[Row]]
"""A function of ``(xp, p, x, t)`` with one value on each row, (n,)."""

Signal: TypeAlias = Float[Row] | Float[Row, Xyz] | tuple[Float[Row, Xyz], Float[Row, Xyz]]

SignalKernel: TypeAlias = Callable[[Namespace, Values, Columns, Float[Row]], Signal]
"""A function of ``(xp, p, x, t)`` with the value of one signal, or of two."""

PartialsKernel: TypeAlias = Callable[[Namespace, Values, Columns, Float[Row]], Partials]
"""A function of ``(xp, p, x, t)`` with the partial derivatives by parameters, time and signals."""

ScaleKernel: TypeAlias = Callable[[Namespace, Values, Columns, Float[Toa]], Float[Toa]]
"""A function of ``(xp, p, x, sigma)`` with the scaled uncertainties, (n,)."""


ColumnsMaker: TypeAlias = Callable[[Namespace, ToaRows], OwnColumns]
"""A function of ``(xp, rows)`` that makes columns of the TOAs, on the host."""

Check: TypeAlias = Callable[[ByName], tuple[str, int, str] | None]
"""A function of the values that finds an error: the parameter, its place in a family, and what is wrong.

A way out may follow what is wrong, after a semicolon.
"""

Options: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Keywords, and the words that each must have."""


class OtherFields(TypedDict, total=False):
    """Fields of `Component` that a function which makes components of one kind passes on."""

    unless: tuple[str, ...]
    columns: ColumnsMaker
    ranges: tuple[tuple[tuple[str, ...], str, str], ...]
    together: tuple[str, ...]
    check: Check | None
    yields_to: tuple[str, ...]
    dispersive: bool


class Fields(OtherFields, total=False):
    """The same, with those by which the component is chosen."""

    triggers: tuple[str, ...]
    needs: tuple[str, ...]
    options: Options


@dataclass(frozen=True, eq=False)
class Component:
    """One term of the timing model.

    Its kind follows from what is set: ``delay``, ``phase``, ``signal`` or ``spin`` for a term of the timing model,
    ``scale``, ``dm_scale`` or ``basis`` for a noise term, ``dm`` alone for a DM without a delay.

    Parameters
    ----------
    name : str
        Name in reports and in the registry.
    params : tuple of Param
        Its parameters; two components may share one.
    partials : callable, optional
        ``(xp, p, x, t) -> dict``: partial derivatives of the delay, phase or signal (see `jug.model.declare`).
    delay : callable, optional
        ``(xp, p, x, t) -> (n,)``, s, subtracted from the time at which later components are evaluated.
    phase : callable, optional
        ``(xp, p, x, t) -> (n,)``, turns, added to the phase of the spin.
    signal : callable, optional
        ``(xp, p, x, t) -> array``: the field ``signal_name`` of `Columns` for later components.
    signal_name, second_signal_name : str
        The signal, one of `SIGNALS`; where the second is given, ``signal`` returns both. The second differs from the
        first by a constant and so has more digits (``n_shift`` with ``n``).
    spin : bool
        Whether it is the spin, whose phase the anchor has in double-double (`jug.model.evaluation.anchor`).
    triggers : tuple of str
        The component is in a model when the par file has any of these keywords; empty: in every model.
    needs : tuple of str
        Keywords that must then be given too; ``"PB|FB0"``: exactly one of the two.
    unless : tuple of str
        The component is not in a model whose par file has one of these keywords.
    options : tuple of (keyword, words)
        The component is in a model only when each keyword has one of these words ("" stands for an absent line). A
        choice between formulas is thus a choice between components, and no kernel branches on a value. A keyword
        ``@NAME`` is a convention that the caller chose (`jug.model.settings.Settings.conventions`).
    columns : callable, optional
        ``(xp, rows) -> OwnColumns``: columns that the component needs besides those of all models, made on the host
        from the TOAs (`jug.model.evaluation.rows.ToaAndTzrRows`).
    dm : callable, optional
        ``(xp, p, x, t) -> (n,)``: the term's part of the dispersion measure with which a measured DM is compared,
        pc cm^-3. `dispersive_component` makes a term that has the delay of this DM too.
    dm_partials : callable, optional
        ``(xp, p, x, t) -> dict``: partial derivatives of ``dm``.
    ranges : tuple of (families, low, high)
        Families whose members act between the MJDs of the families ``low`` and ``high``, both ends included. Their
        selections are in ``Columns.selections``.
    together : tuple of str
        Keywords: a par file has all of them or none.
    asks : tuple of str
        Quantities of the TOAs that are prepared only on request: ``"zenith"``.
    check : callable, optional
        ``values -> (name, place, why) or None``: an error in the values (kernel units) of a par file, with the
        parameter and its place in a family's vector.
    yields_to : tuple of str
        Keywords that describe the same effect in another form. Where the par file has one of them, the component and
        its lines are not used, with a warning.
    scale : callable, optional
        White noise: ``(xp, p, x, sigma) -> sigma``, uncertainties of the TOAs, (n,) s.
    dm_scale : callable, optional
        The same for measured DMs, (n,) pc cm^-3.
    basis : callable, optional
        Correlated noise: ``(xp, p, x) -> tuple of blocks``, columns on the TOAs (without the TZR row) in s for a unit
        coefficient.
    weights : callable, optional
        ``(xp, p, x) -> tuple of (k,) arrays``: the prior variances of the coefficients of each block.
    process : str
        Short name of a correlated process, the key of its realisation in the residuals.
    numbered : bool
        Whether each block of its basis is a process of its own, named by ``process`` and its number from 1.
    dispersive : bool
        Whether the delay or the noise is exactly proportional to 1/f^2 and so is part of the DM of wideband data.
    names : tuple of str
        Names of ``params``.
    """

    name: str
    params: tuple[Param, ...] = ()
    partials: PartialsKernel | None = None
    delay: Kernel | None = None
    phase: Kernel | None = None
    signal: SignalKernel | None = None
    signal_name: str = ""
    second_signal_name: str = ""
    spin: bool = False
    triggers: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    options: Options = ()
    columns: ColumnsMaker | None = None
    dm: Kernel | None = None
    dm_partials: PartialsKernel | None = None
    ranges: tuple[tuple[tuple[str, ...], str, str], ...] = ()
    together: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    check: Check | None = None
    yields_to: tuple[str, ...] = ()
    scale: ScaleKernel | None = None
    dm_scale: ScaleKernel | None = None
    basis: Callable[[Namespace, Values, Columns], tuple[Block, ...]] | None = None
    weights: Callable[[Namespace, Values, Columns], tuple[Float[Mode], ...]] | None = None
    process: str = ""
    numbered: bool = False
    dispersive: bool = False
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(p.name for p in self.params))


def first_wrong(name: str, wrong: Bool[Member], why: str) -> tuple[str, int, str] | None:
    """Find the first member of a family whose value is wrong, as a `Component.check` returns it.

    Parameters
    ----------
    name : str
        The family.
    wrong : (k,) bool array
    why : str
        What is wrong with such a value.

    Returns
    -------
    tuple or None
        Family, place of the member, why; None where no value is wrong.
    """
    return (name, int(wrong.argmax()), why) if wrong.any() else None
