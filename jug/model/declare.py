"""What a timing-model term declares: its parameters, their families, and its pure functions.

A component is a table of parameters and a few functions of ``(xp, p, x, t)``:

``xp``
    numpy or jax.numpy. Only functions that both have, no item assignment, fixed shapes.
``p``
    dict of every parameter of the model in kernel units (s, rad, Hz, light-s, turns; DM in pc cm^-3);
    a scalar for a plain parameter, a vector for a family. Epochs are seconds since the model's epoch.
``x``
    dict of columns, one row a TOA and a last row for the TZR point: ``tdb`` (TDB at the observatory, s since
    the model's epoch; ``tdb_lo``: what float64 loses of it), ``r_obs`` (observatory from the barycentre,
    light-s), ``v_obs`` (in c),
    ``inv_freq_site`` (1/Hz), ``r_<body>`` (body from the observatory, light-s), ``on_site`` (0 at the
    barycentre, else 1), ``is_toa`` (0 on the TZR row), one selection per selected family (see `pick`),
    and the *wires* that earlier components lay: ``n`` (unit vector to the pulsar) and ``inv_freq``
    (1/Hz, at the barycentre).
``t``
    TDB s since the model's epoch after the delays before this component; what float64 loses of it, up to 0.06 us, is
    ``x["t_lo"]``. A term that PINT evaluates at the TOA's own TDB uses ``x["tdb"]`` and has no partial by ``t``.

``partials`` returns, at fixed other arguments, the derivative by every parameter it uses, and under the
names ``t``, ``n``, ``inv_freq`` the derivative by what it takes from components before. `chain` puts them
together, so no component repeats the chain rule.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeVar

from jug.core.blocks import Array, Binned, Dense
from jug.core.constants import K_DM

__all__ = [
    "Array",
    "Binned",
    "Component",
    "Dense",
    "Family",
    "Param",
    "cached",
    "dot",
    "indexed",
    "is_free",
    "member_partials",
    "member_values",
    "selected",
    "series",
]

T = TypeVar("T")
Values = Mapping[str, Any]
Columns = Mapping[str, Any]
Kernel = Callable[[ModuleType, Values, Columns, Array], Any]


@dataclass(frozen=True)
class Family:
    """Parameters that share a name and are held as one vector.

    ``series``: F0, F1, ... or DM, DM1, ...: a Taylor series; order n has the unit divided by ``per`` to the n; or a
    power series that begins with order ``first``, FD1, FD2, ... Orders that the file skips are 0.
    ``selected``: JUMP with a selector, numbered in file order.
    ``indexed``: DMX_0001, DMX_0007, ...: numbered by the user; the families of one ``group`` (DMX, DMXR1, DMXR2)
    have the same members, in the order of their numbers. Where ``line`` is set the families of the group stand on one
    line, ``WAVE1 a b``, each at its ``place`` among the values; lines without a number (DMOFF) are ``counted``, from 1.
    Where the number means something (ORBWAVEC0, ORBWAVEC1, ...) the members are ``unbroken`` from 0; ``needs`` are the
    parameters without which a member says nothing.
    """

    kind: str
    per: str = ""
    bare: bool = False
    group: str = ""
    separator: str = "_"
    first: int = 0
    line: str = ""
    place: int = 0
    counted: bool = False
    unbroken: bool = False
    needs: tuple[str, ...] = ()


def series(per: str, *, bare: bool = False, first: int = 0) -> Family:
    """Series by order: ``F0 F1 ...``, or ``DM DM1 ...`` when order 0 is written ``bare``, without a number."""
    return Family("series", per, bare, first=first)


def indexed(group: str, *, separator: str = "_") -> Family:
    """Numbered members, ``DMX_0001``; a member that one family of the group has, all have (by default or an error)."""
    return Family("indexed", group=group, separator=separator)


def on_line(line: str, place: int, *, counted: bool = False) -> Family:
    """Numbered members that share a line with others: ``WAVE1 a b``, a at place 0 and b at place 1."""
    return Family("indexed", group=line, separator="", line=line, place=place, counted=counted)


def selected() -> Family:
    """Repeated lines, each with a selector (``-flag value``, ``MJD a b``, ``FREQ a b``, ``TEL x``, ``NAME x``)."""
    return Family("selected")


@dataclass(frozen=True, eq=False)
class Param:
    """One keyword of a par file, or one family of them.

    Parameters
    ----------
    name : str
        Keyword as tempo writes it; for a series the name without its order.
    unit : str
        Unit of the value in the par file, a key of `jug.core.constants.UNIT_TO_SI`.
    doc : str
        What it is.
    time_power : int
        The value scales as time to this power, for TDB <-> TCB: F0 -1, JUMP 1, DM -1 (K DM / f^2 is a time), PX -1 (an
        inverse length); an epoch 0, it is moved instead. In a series each order has one less.
    codec : str
        How the text is read, a key of `jug.io.codecs.CODECS`.
    default : float or str, optional
        Value in par units when the line is absent, or the name of the parameter whose value it takes;
        None: the parameter is then not in the model (a member of a group: it must be given).
    aliases : tuple of str
        Other keywords for it.
    family : Family, optional
        Set for a family.
    fit : bool
        Whether a fit may move it.
    sampled : bool
        A noise parameter: a timing fit holds it, a likelihood may sample it. A fit flag on its line is kept and noted.
    frees : tuple of str
        Families whose members a fit flag on this line frees, those that have no flag of their own (tempo2's
        ``WAVE_OM x 1`` and ``SIFUNC 2 1``).
    tiny : int
        Where it is not 0, a value above 1e-7 in size means units of 10^-tiny (12 for PBDOT, XDOT, EDOT, ...: PINT and
        tempo2).
    split : bool
        Whether the rounding of its value to float64 matters (an orbital period, multiplied by a number of orbits): the
        kernels then get the rest under its name with ``_lo``, and the value is the sum.
    bounds : (low, high), optional
        Values outside make no sense, in par units; None for no bound. A fit stays inside.
    links : tuple of str
        Words that may stand in the place of the number (``SINI KIN``); the parameter is then not in ``p``.
    """

    name: str
    unit: str
    doc: str
    time_power: int
    codec: str = "float"
    default: float | str | None = None
    aliases: tuple[str, ...] = ()
    family: Family | None = None
    fit: bool = True
    sampled: bool = False
    frees: tuple[str, ...] = ()
    tiny: int = 0
    split: bool = False
    bounds: tuple[float | None, float | None] = (None, None)
    links: tuple[str, ...] = ()


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
        ``(xp, rows) -> dict``: columns of its own, made once on the host (`jug.model.evaluation.rows.Rows`); one that
        has not a row for each TOA is named in `jug.model.evaluation.row_slices.OF_THE_MODEL`.
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
    columns: Callable[[ModuleType, Any], dict[str, Any]] | None = None
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

    def __reduce__(self) -> tuple[Any, ...]:
        """A component goes to another process as its name, since its functions cannot."""
        from jug.model.registry import registered

        return registered, (self.name,)


def cached(x: Columns, name: str, make: Callable[[], T]) -> T:
    """What a component's delay and its partials both need: made once, where the evaluation keeps it by the name."""
    cache: dict[str, T] = x.get("cache", {})
    if name not in cache:
        cache[name] = make()
    return cache[name]


def is_free(x: Columns, key: str) -> bool:
    """Whether partials by these parameters are asked for: those of free ones are, or all where nothing is said."""
    return "free" not in x or key in x["free"]


def dot(a: Array, b: Array) -> Array:
    """Scalar product row by row, (n,), of (n, 3) or (3,) vectors; a sum along so short an axis takes NumPy longer."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]


def member_values(xp: ModuleType, values: Array, selection: Array) -> Array:
    """The member's value on every row, summed over members where they overlap.

    Parameters
    ----------
    values : (k,) array
        One value for each member of the family.
    selection : (n,) int array, or (n, k) float array
        Index of the member that covers the row, k for none; or, where members overlap, a 0/1 mask.

    Returns
    -------
    (n,) array
    """
    if selection.ndim == 1:
        return xp.concatenate([values, xp.zeros(1)])[selection]
    return selection @ values


def member_partials(xp: ModuleType, values: Array, selection: Array, k: int) -> Any:
    """The partial derivatives by each member of a family, where the derivative by its value is ``values``.

    Returns
    -------
    Binned
        When members are disjoint (``selection`` is an index), without an (n, k) array.
    (n, k) array
        When they overlap.
    """
    if selection.ndim == 1:
        inside = selection < k
        return Binned(selection, xp.where(inside, values, 0.0), xp.zeros(k))
    return selection * values[:, None]


def scaled(weight: Array, partial: Any) -> Any:
    """Rows of a partial, (n,), (n, k) or `Binned`, times ``weight``, (n,)."""
    if isinstance(partial, Binned):
        return Binned(partial.index, weight * partial.values, partial.shift)
    return weight * partial if partial.ndim == 1 else weight[:, None] * partial


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
        return K_DM * dm(xp, p, x, t) * x["inv_freq"] ** 2

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        weight = K_DM * x["inv_freq"] ** 2
        by = {key: scaled(weight, value) for key, value in dm_partials(xp, p, x, t).items()}
        return {**by, "inv_freq": 2.0 * K_DM * dm(xp, p, x, t) * x["inv_freq"]}

    return Component(name, params, delay=delay, partials=partials, dm=dm, dm_partials=dm_partials, **given)
