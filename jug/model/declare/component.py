"""One term of the timing model: a table of parameters and pure functions of ``(xp, p, x, t)``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from jug.core.array import Array
from jug.model.declare.columns import Columns, OwnColumns
from jug.model.declare.param import Param

Values = Mapping[str, Array]
"""The parameters of a model in kernel units: a scalar, or a vector (k,) for a family."""

Kernel = Callable[[ModuleType, Values, Columns, Array], Any]
"""A function of ``(xp, p, x, t)``."""


@dataclass(frozen=True, eq=False)
class Component:
    """One term of the timing model.

    Exactly one of ``delay`` (s), ``phase`` (turns), ``signal`` (the value of the wire ``wire``), ``spin``, ``scale``
    or ``basis`` is set.

    Parameters
    ----------
    name : str
        Name in reports and in the registry.
    params : tuple of Param
        Its parameters; two components may share one.
    triggers : tuple of str
        The component is in a model when the par file has any of these keywords; empty: it is always there.
    also : str
        A second wire that differs from the first by a constant: the signal is then the pair (``n_shift`` beside ``n``,
        which keeps the digits that the sum with a unit vector loses).
    needs : tuple of str
        Once it is there, these must be given too; ``"PB|FB0"``: one of them, and not both.
    unless : tuple of str
        It is not chosen when one of these is given.
    options : tuple of (keyword, words)
        It is chosen only when each keyword has one of these words ("" stands for an absent line): a choice between
        formulas is a choice between components, so that none branches on a value. A keyword ``@NAME`` is a
        convention that the caller chose (`jug.model.timing_model.Settings.conventions`).
    yields_to : tuple of str
        Where the par file has one of these keywords, which say the same in another form, the component and its
        lines are left aside with a warning.
    scale : callable, optional
        White noise: ``(xp, p, x, sigma) -> sigma``, uncertainties of the TOAs in s.
    dm_scale : callable, optional
        The same of measured DMs: ``(xp, p, x, sigma) -> sigma``, pc cm^-3.
    basis, weights : callable, optional
        Correlated noise: ``(xp, p, x) -> tuple of blocks``, columns on the TOAs (no TZR row) in s for a unit
        coefficient; ``(xp, p, x) -> tuple of (k,) arrays``, the prior variance of the coefficients of each block.
    process : str
        Short name of a correlated process, by which its realisation is asked for.
    numbered : bool
        Whether each block of its basis is a process by itself, named by ``process`` and its number from 1.
    dispersive : bool
        Whether the delay, or the noise, goes exactly as 1/f^2, so that it has a part in the DM of wideband data.
    columns : callable, optional
        ``(xp, rows) -> OwnColumns``: what the component needs of the TOAs and `Columns` does not have, made once on the
        host (`jug.model.evaluation.rows.Rows`).
    dm, dm_partials : callable, optional
        The dispersion measure that the term says a TOA has, pc cm^-3, and its partials: what a measured DM is compared
        with. A term that gives a delay too is made by `dispersive`.
    ranges : tuple of (families, low, high)
        Families whose members act between the MJDs of the families ``low`` and ``high``, both ends included; each
        gets the column ``sel_<family>``.
    together : tuple of str
        Keywords of which a par file gives all or none.
    asks : tuple of str
        What it needs of the TOAs that is only worked out on request: ``"zenith"``.
    check : callable, optional
        ``values -> (name, place, why) or None``: what is wrong with the values (kernel units) of a par file, with the
        parameter and its place in a family's vector.
    """

    name: str
    params: tuple[Param, ...] = ()
    partials: Kernel | None = None
    delay: Kernel | None = None
    phase: Kernel | None = None
    signal: Kernel | None = None
    signal_name: str = ""
    second_signal_name: str = ""
    spin: bool = False
    triggers: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    columns: Callable[[ModuleType, Any], OwnColumns] | None = None
    dm: Kernel | None = None
    dm_partials: Kernel | None = None
    ranges: tuple[tuple[tuple[str, ...], str, str], ...] = ()
    together: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    check: Callable[[Values], tuple[str, int, str] | None] | None = None
    yields_to: tuple[str, ...] = ()
    scale: Callable[..., Any] | None = None
    dm_scale: Callable[..., Any] | None = None
    basis: Callable[..., tuple[Any, ...]] | None = None
    weights: Callable[..., tuple[Any, ...]] | None = None
    process: str = ""
    numbered: bool = False
    dispersive: bool = False
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(p.name for p in self.params))
