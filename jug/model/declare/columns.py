"""The columns that components read: what is known of each TOA before the model is evaluated, and the signals.

Whether an entry has one row for each TOA follows from its place: entries of ``tables`` and ``noise`` have not, all
others have. The last row is the TZR point.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from jug.core.array import Array

T = TypeVar("T")

_UNSET: Any = None
"""A signal before the component that provides it has run."""

_NONE: Mapping[str, Any] = {}

NOT_BY_ROW = frozenset({"tables", "noise", "scope"})
"""The fields of `Columns` whose entries do not have one row for each TOA."""


SIGNALS = ("n", "n_shift", "inv_freq", "beside")
"""The fields of `Columns` that components provide for later ones."""


class Scope(NamedTuple):
    """What belongs to one evaluation and not to the data.

    Parameters
    ----------
    free : frozenset of str
        The parameters by which partial derivatives are needed.
    cache : dict
        Intermediate results that a component's delay and its partials share, by name.
    """

    free: frozenset[str]
    cache: dict[str, Any]


class Columns(NamedTuple):
    """The arguments ``x`` of a component's functions, a JAX pytree; n TOAs and then the TZR point.

    Parameters
    ----------
    tdb, tdb_lo : (n + 1,) array
        TDB at the observatory, s since the model's epoch, as a sum of two float64.
    r_obs : (n + 1, 3) array
        Observatory from the solar-system barycentre, light-s.
    v_obs : (n + 1, 3) array
        Its velocity, in units of c.
    inv_freq_site : (n + 1,) array
        1 / frequency at the observatory, 1/Hz.
    on_site : (n + 1,) array
        0 at the barycentre, else 1.
    is_toa : (n + 1,) array
        0 on the row of the TZR point, else 1.
    error : (n + 1,) array
        Uncertainty in the tim file, s.
    bodies : mapping of str to (n + 1, 3) array
        Bodies of the solar system from the observatory, light-s.
    selections : mapping of str to (n + 1,) int array or (n + 1, k) array
        For each family of k members with a selector or a range of dates, which member applies
        (`jug.model.declare.member_values`).
    own : mapping of str to array
        Columns made by components, n + 1 rows each (`OwnColumns.by_row`).
    tables : mapping of str to array
        Values made by components, or for all of them, that do not have one row for each TOA.
    noise : mapping of str to array or tuple
        What only noise terms read.
    dm_measured, dm_error : (n + 1,) array or None
        Measured dispersion measures of wideband data and their uncertainties, pc cm^-3.
    n : (n + 1, 3) array
        Signal: unit vector to the pulsar, ICRS.
    n_shift : (n + 1, 3) array
        Signal: ``n`` less ``tables["n_origin"]``, with the digits that the sum loses.
    inv_freq : (n + 1,) array
        Signal: 1 / frequency at the barycentre, 1/Hz.
    beside : (n + 1,) array or None
        Signal: delay of T2's other companions, s; None in a model without them.
    t_lo : (n + 1,) array
        What float64 loses of the argument ``t``, s; set before each component is evaluated.
    scope : Scope or None
        What this evaluation needs and has cached; None: all partials are needed, and nothing is cached.
    """

    tdb: Array
    tdb_lo: Array
    r_obs: Array
    v_obs: Array
    inv_freq_site: Array
    on_site: Array
    is_toa: Array
    error: Array
    bodies: Mapping[str, Array] = _NONE
    selections: Mapping[str, Array] = _NONE
    own: Mapping[str, Array] = _NONE
    tables: Mapping[str, Array] = _NONE
    noise: Mapping[str, Any] = _NONE
    dm_measured: Array | None = None
    dm_error: Array | None = None
    n: Array = _UNSET
    n_shift: Array = _UNSET
    inv_freq: Array = _UNSET
    beside: Array | None = None
    t_lo: Array = _UNSET
    scope: Scope | None = None

    def by_row(self, function: Callable[[Array], Array]) -> "Columns":
        """The columns with a function applied to every array that has one row for each TOA."""

        def applied(name: str, value: Any) -> Any:
            if value is None or name in NOT_BY_ROW:
                return value
            if isinstance(value, Mapping):
                return {key: function(array) for key, array in value.items()}
            return function(value)

        return Columns(*map(applied, self._fields, self))


class OwnColumns(NamedTuple):
    """What a component's ``columns`` function makes of the TOAs, once, on the host.

    Parameters
    ----------
    by_row : mapping of str to array
        Columns with n + 1 rows, for ``Columns.own``.
    tables : mapping of str to array
        Values without a row for each TOA, for ``Columns.tables``.
    noise : mapping of str to array or tuple
        What only noise terms read, for ``Columns.noise``.
    """

    by_row: Mapping[str, Array] = _NONE
    tables: Mapping[str, Array] = _NONE
    noise: Mapping[str, Any] = _NONE

    def added_to(self, x: Columns) -> Columns:
        """The columns with these."""
        return x._replace(
            own={**x.own, **self.by_row}, tables={**x.tables, **self.tables}, noise={**x.noise, **self.noise}
        )


def cached(x: Columns, name: str, make: Callable[[], T]) -> T:
    """The result of ``make``, which is called once in an evaluation for each ``name``."""
    if x.scope is None:
        return make()
    cache: dict[str, T] = x.scope.cache
    if name not in cache:
        cache[name] = make()
    return cache[name]


def is_free(x: Columns, key: str) -> bool:
    """Whether the evaluation needs the partials by this parameter."""
    return x.scope is None or key in x.scope.free
