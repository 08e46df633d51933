"""The columns that components read: the data of each TOA, and the signals that components provide.

Every array has one row for each TOA and the TZR point as its last row, except those in ``tables`` and ``noise``.
`jug.model.evaluation.columns` makes the columns from the TOAs.
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
    """Which partial derivatives one evaluation needs, and its cache.

    Parameters
    ----------
    free : frozenset of str
        The parameters by which partial derivatives are needed.
    cache : dict of str to object
        Intermediate results that a component's delay and its partials both use, by name.
    """

    free: frozenset[str]
    cache: dict[str, Any]


class Columns(NamedTuple):
    """The argument ``x`` of a component's functions: columns of n TOAs and then the TZR point (a JAX pytree).

    Parameters
    ----------
    tdb, tdb_lo : (n + 1,) array
        TDB at the observatory, s since the model's epoch, as a sum of two float64.
    r_obs : (n + 1, 3) array
        Position of the observatory relative to the solar-system barycentre, ICRS, light-s.
    v_obs : (n + 1, 3) array
        Its velocity, in units of c.
    inv_freq_site : (n + 1,) array
        1 / frequency at the observatory, 1/Hz.
    on_site : (n + 1,) array
        0 where the TOA is already at the barycentre, else 1.
    is_toa : (n + 1,) array
        0 on the row of the TZR point, else 1.
    error : (n + 1,) array
        Uncertainty in the tim file, s.
    bodies : mapping of str to (n + 1, 3) array
        Positions of the bodies of the solar system relative to the observatory, ICRS, light-s.
    selections : mapping of str to (n + 1,) int array or (n + 1, k) array
        For each family of k members with a selector or a range of dates, which member applies
        (`jug.model.declare.member_values`).
    own : mapping of str to array
        Columns that components make, n + 1 rows each (`OwnColumns.by_row`).
    tables : mapping of str to array
        Other values that components make or read (`OwnColumns.tables`), such as a rotation matrix.
    noise : mapping of str to array or tuple
        Epochs, frequency grids and interpolation matrices of the noise terms (`OwnColumns.noise`).
    dm_measured, dm_error : (n + 1,) array or None
        Measured dispersion measures of wideband data and their uncertainties, pc cm^-3.
    n : (n + 1, 3) array
        Signal: unit vector to the pulsar, ICRS.
    n_shift : (n + 1, 3) array
        Signal: ``n`` less ``tables["n_origin"]``, more precise than the difference of the two rounded vectors.
    inv_freq : (n + 1,) array
        Signal: 1 / frequency at the barycentre, 1/Hz.
    beside : (n + 1,) array or None
        Signal: delay of T2's other companions, s; None in a model without them.
    t_lo : (n + 1,) array
        Rounding error of the argument ``t`` in float64, s; set before each component is evaluated.
    scope : Scope or None
        Needed partials and cache of this evaluation; None: all partials are needed, and nothing is cached.
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
        """Apply a function to every array that has one row for each TOA.

        Parameters
        ----------
        function : callable
            ``array -> array``, for instance a slice of the rows.

        Returns
        -------
        Columns
            With the results in place of these arrays, and all else as it was.
        """

        def applied(name: str, value: Any) -> Any:
            if value is None or name in NOT_BY_ROW:
                return value
            if isinstance(value, Mapping):
                return {key: function(array) for key, array in value.items()}
            return function(value)

        return Columns(*map(applied, self._fields, self))


class OwnColumns(NamedTuple):
    """The columns that a component makes from the TOAs, on the host, when a model meets its TOAs.

    Parameters
    ----------
    by_row : mapping of str to array
        Columns with n + 1 rows, for ``Columns.own``.
    tables : mapping of str to array
        Values that do not have one row for each TOA, for ``Columns.tables``.
    noise : mapping of str to array or tuple
        Values that only noise terms read, for ``Columns.noise``.
    """

    by_row: Mapping[str, Array] = _NONE
    tables: Mapping[str, Array] = _NONE
    noise: Mapping[str, Any] = _NONE

    def added_to(self, x: Columns) -> Columns:
        """Add these columns to others.

        Parameters
        ----------
        x : Columns

        Returns
        -------
        Columns
            A copy.
        """
        return x._replace(
            own={**x.own, **self.by_row}, tables={**x.tables, **self.tables}, noise={**x.noise, **self.noise}
        )


def cached(x: Columns, name: str, make: Callable[[], T]) -> T:
    """Return an intermediate result, evaluated at its first use in each evaluation.

    Parameters
    ----------
    x : Columns
    name : str
        Name of the result, unique in the model.
    make : callable
        ``() -> result``.

    Returns
    -------
    object
        What ``make`` returned, at this call or at an earlier one in the same evaluation.
    """
    if x.scope is None:
        return make()
    cache: dict[str, T] = x.scope.cache
    if name not in cache:
        cache[name] = make()
    return cache[name]


def is_free(x: Columns, key: str) -> bool:
    """Tell whether the evaluation needs the partials by a parameter.

    Parameters
    ----------
    x : Columns
    key : str
        Key of the parameter or family in ``p``.

    Returns
    -------
    bool
    """
    return x.scope is None or key in x.scope.free
