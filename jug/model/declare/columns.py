"""The columns that components read: the data of each TOA, and the signals that components provide.

Every array has one row for each TOA and the TZR point as its last row, except those in ``tables`` and ``noise``.
`jug.model.evaluation.columns` makes the columns from the TOAs.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar, cast

from jug.core.array import Array, Float, Int, Member, Row, Xyz
from jug.model.declare.noise_columns import EpochLayer, FourierGrid
from jug.model.declare.own_columns import (
    NO_EPOCHS,
    NO_GRIDS,
    NO_NOISE,
    NO_ROWS,
    NO_TABLES,
    ByRow,
    NoiseTables,
    OwnColumns,
    Tables,
)

T = TypeVar("T")

Selection: TypeAlias = Int[Row] | Float[Row, Member]
"""The member of a family that applies on each row: its index, or a 0/1 mask where members overlap."""

_NOT_PROVIDED = cast(Array, None)
"""None in place of a signal that the component which provides it has not set yet: no component before that reads it."""

NO_BODIES: Mapping[str, Float[Row, Xyz]] = {}
NO_SELECTIONS: Mapping[str, Selection] = {}

NOT_BY_ROW = frozenset({"tables", "grids", "epochs", "noise", "scope"})
"""The fields of `Columns` whose entries do not have one row for each TOA."""

SIGNALS = ("n", "n_shift", "inv_freq", "companions_delay")
"""The fields of `Columns` that components provide for later ones."""


class Scope(NamedTuple):
    """The partial derivatives that one evaluation needs, and its cache.

    Parameters
    ----------
    free : frozenset of str
        The parameters by which partial derivatives are needed.
    cache : dict of str to object
        Intermediate results that a component's delay and its partials both use, by name.
    """

    free: frozenset[str]
    cache: dict[str, object]


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
    own : ByRow
        Columns that components make, n + 1 rows each.
    tables : Tables
        Other values that components make or read, such as a rotation matrix.
    grids : mapping of str to FourierGrid
        Frequencies of each Fourier process of the noise.
    epochs : mapping of str to tuple of EpochLayer
        Epochs of simultaneous TOAs of each noise family.
    noise : NoiseTables
        Interpolation matrices and durations, which noise terms read.
    dm_measured, dm_error : (n + 1,) array or None
        Measured dispersion measures of wideband data and their uncertainties, pc cm^-3.
    n : (n + 1, 3) array
        Signal: unit vector to the pulsar, ICRS.
    n_shift : (n + 1, 3) array
        Signal: ``n`` less ``tables["n_origin"]``, more precise than the difference of the two rounded vectors.
    inv_freq : (n + 1,) array
        Signal: 1 / frequency at the barycentre, 1/Hz.
    companions_delay : (n + 1,) array or None
        Signal: delay of T2's other companions, s; None in a model without them.
    t_lo : (n + 1,) array
        Rounding error of the argument ``t`` in float64, s; set before each component is evaluated.
    scope : Scope or None
        Needed partials and cache of this evaluation; None: all partials are needed, and nothing is cached.
    """

    tdb: Float[Row]
    tdb_lo: Float[Row]
    r_obs: Float[Row, Xyz]
    v_obs: Float[Row, Xyz]
    inv_freq_site: Float[Row]
    on_site: Float[Row]
    is_toa: Float[Row]
    error: Float[Row]
    bodies: Mapping[str, Float[Row, Xyz]] = NO_BODIES
    selections: Mapping[str, Selection] = NO_SELECTIONS
    own: ByRow = NO_ROWS
    tables: Tables = NO_TABLES
    grids: Mapping[str, FourierGrid] = NO_GRIDS
    epochs: Mapping[str, tuple[EpochLayer, ...]] = NO_EPOCHS
    noise: NoiseTables = NO_NOISE
    dm_measured: Float[Row] | None = None
    dm_error: Float[Row] | None = None
    n: Float[Row, Xyz] = _NOT_PROVIDED
    n_shift: Float[Row, Xyz] = _NOT_PROVIDED
    inv_freq: Float[Row] = _NOT_PROVIDED
    companions_delay: Float[Row] | None = None
    t_lo: Float[Row] = _NOT_PROVIDED
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

        def apply(name: str, value: object) -> object:
            if value is None or name in NOT_BY_ROW:
                return value
            if isinstance(value, Mapping):
                return {key: function(array) for key, array in value.items()}
            return function(cast(Array, value))

        return Columns._make(map(apply, self._fields, self))

    def with_signals(self, made: Mapping[str, Array]) -> "Columns":
        """Set signals, or other arrays with one row for each TOA.

        Parameters
        ----------
        made : mapping of str to array
            By the names of the fields.

        Returns
        -------
        Columns
            A copy.
        """
        return Columns._make(map(made.get, self._fields, self))

    def with_own(self, made: OwnColumns) -> "Columns":
        """Add the columns that a component makes.

        Parameters
        ----------
        made : OwnColumns

        Returns
        -------
        Columns
            A copy.
        """
        return self._replace(
            own={**self.own, **made.by_row},
            tables={**self.tables, **made.tables},
            grids={**self.grids, **made.grids},
            epochs={**self.epochs, **made.epochs},
            noise={**self.noise, **made.noise},
        )


def evaluate_once(x: Columns, name: str, make: Callable[[], T]) -> T:
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
    cache = x.scope.cache
    if name not in cache:
        cache[name] = make()
    return cast(T, cache[name])


def is_free(x: Columns, key: str) -> bool:
    """Whether the evaluation needs the partials by a parameter.

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
