"""Types of arrays with their dimensions: ``Float[Toa, Parameter]`` has a row for each TOA, a column for each parameter.

A type checker takes every array, also those of JAX, for an array of NumPy. It checks the kind of numbers and the number
of dimensions. A dimension has the name of what is counted along it. All these names are int for a type checker;
`tests/test_shapes.py` compares them with the arrays of fits. A pair, the sum of two numbers, is of floats or of arrays.
`make_read_only` protects the arrays of immutable objects.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVarTuple, cast, overload

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
"""An array of float64 of any shape: for functions that take any, and for tables of arrays of different shapes."""

IntArray: TypeAlias = NDArray[np.integer]
"""An array of integers of any shape, for the same uses."""

RowIndex: TypeAlias = slice | Sequence[int] | NDArray[np.bool_] | NDArray[np.integer]
"""A mask, slice or index array that selects rows."""

Toa: TypeAlias = int
"""TOAs, without the TZR point."""

Row: TypeAlias = int
"""Rows that are evaluated together: TOAs, and the TZR point last where there is one."""

Datum: TypeAlias = int
"""Rows of the design matrix: TOAs, and then the measured DMs of wideband data."""

Parameter: TypeAlias = int
"""Free parameters."""

Column: TypeAlias = int
"""Columns of a block or of a design matrix: parameters, an overall offset, modes of noise."""

Member: TypeAlias = int
"""Members of a family: F0, F1, ...; bins of DMX; JUMPs."""

Mode: TypeAlias = int
"""Columns of the basis of a noise process."""

Harmonic: TypeAlias = int
"""Frequencies of a Fourier process, harmonics of an orbit."""

Epoch: TypeAlias = int
"""Groups of TOAs that have the same noise."""

Node: TypeAlias = int
"""Points at which a function is tabulated, or between which it is interpolated."""

Term: TypeAlias = int
"""Coefficients of a polynomial, a spline or a series."""

Xyz: TypeAlias = int
"""The three components of a vector."""

One: TypeAlias = int
"""A dimension of length 1: the only column of an array stands for any number of equal columns."""

N: TypeAlias = int
M: TypeAlias = int
K: TypeAlias = int
"""N, M and K are lengths. Each is the same throughout one signature."""

Dimensions = TypeVarTuple("Dimensions")

if TYPE_CHECKING:  # no bound can be given to a TypeVarTuple, and NumPy requires dimensions that are ints
    Float: TypeAlias = np.ndarray[tuple[*Dimensions], np.dtype[np.float64]]  # type: ignore[type-var]
    Complex: TypeAlias = np.ndarray[tuple[*Dimensions], np.dtype[np.complex128]]  # type: ignore[type-var]
    Int: TypeAlias = np.ndarray[tuple[*Dimensions], np.dtype[np.integer]]  # type: ignore[type-var]
    Bool: TypeAlias = np.ndarray[tuple[*Dimensions], np.dtype[np.bool_]]  # type: ignore[type-var]
    Str: TypeAlias = np.ndarray[tuple[*Dimensions], np.dtype[np.str_]]  # type: ignore[type-var]
else:

    class _AnyDimensions:
        """At run time, an array: an annotation with dimensions costs 10 us when NumPy evaluates it."""

        def __class_getitem__(cls, dimensions: object) -> type:
            """Return the type of arrays, whatever the dimensions."""
            return np.ndarray

    Float = Complex = Int = Bool = Str = _AnyDimensions

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # that of Python 3.11 knows no defaults; checkers have it without installing

    Part = TypeVar("Part", covariant=True, default=Array)
    Day = TypeVar("Day", covariant=True, default=IntArray)
else:
    from typing import TypeVar

    Part = TypeVar("Part", covariant=True)
    Day = TypeVar("Day", covariant=True)

Number = TypeVar("Number", float, Array)
"""A scalar or an array, the same throughout one signature."""


class DoubleDouble(NamedTuple, Generic[Part]):
    """The sum ``hi + lo``, with ``|lo| <= ulp(hi) / 2``; two floats or two arrays of one shape.

    It is a plain tuple: ``+`` would concatenate, so arithmetic goes through the functions of `jug.core.doubledouble`.
    ``DoubleDouble[float]`` is one number, and ``DoubleDouble`` alone is a pair of arrays.
    """

    hi: Part
    lo: Part


class SumOrProduct(Protocol):
    """Two numbers to a pair: of arrays where one of the two is an array."""

    @overload
    def __call__(self, a: float, b: float) -> DoubleDouble[float]: ...
    @overload
    def __call__(self, a: Array, b: Array | float) -> DoubleDouble: ...
    @overload
    def __call__(self, a: float, b: Array) -> DoubleDouble: ...


class PairOperation(Protocol):
    """Two pairs to a pair: of arrays where one of the two is of arrays."""

    @overload
    def __call__(self, a: DoubleDouble[float], b: DoubleDouble[float]) -> DoubleDouble[float]: ...
    @overload
    def __call__(self, a: DoubleDouble, b: DoubleDouble | DoubleDouble[float]) -> DoubleDouble: ...
    @overload
    def __call__(self, a: DoubleDouble[float], b: DoubleDouble) -> DoubleDouble: ...


class PairByNumber(Protocol):
    """A pair and a number to a pair: of arrays where one of the two is of arrays."""

    @overload
    def __call__(self, a: DoubleDouble[float], b: float) -> DoubleDouble[float]: ...
    @overload
    def __call__(self, a: DoubleDouble, b: Array | float) -> DoubleDouble: ...
    @overload
    def __call__(self, a: DoubleDouble[float], b: Array) -> DoubleDouble: ...


def of_numbers(function: Callable[..., object]) -> SumOrProduct:
    """Give a function of two numbers its type, in which each may be a scalar or an array."""
    return cast(SumOrProduct, function)


def of_pairs(function: Callable[..., object]) -> PairOperation:
    """Give a function of two pairs its type, in which each may be of scalars or of arrays."""
    return cast(PairOperation, function)


def of_pair_and_number(function: Callable[..., object]) -> PairByNumber:
    """Give a function of a pair and a number its type, in which each may be of scalars or of arrays."""
    return cast(PairByNumber, function)


def make_read_only(values: Iterable[object]) -> None:
    """Make all arrays among the values read-only, also those in dicts and in tuples.

    Parameters
    ----------
    values : iterable of object
        A tuple whose first element is a str (as the names of a million TOAs) is not searched for arrays.
    """
    for value in values:
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        elif isinstance(value, dict):
            make_read_only(value.values())
        elif isinstance(value, tuple) and value and not isinstance(value[0], str):
            make_read_only(value)
