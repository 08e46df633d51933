"""The functions that numpy and jax.numpy share, with which a formula is written once for both: the argument ``xp``.

A type checker compares these signatures with those of numpy. Where compiled functions are made, jax.numpy is declared a
`Namespace`, although its arrays have another type.
"""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from jug.core.array import Array, Float, Int, IntArray, K, N

Numbers: TypeAlias = Array | float
"""An array of any shape, or one number."""

Mask: TypeAlias = NDArray[np.bool_]
"""An array of bool of any shape."""

Shape: TypeAlias = int | tuple[int, ...]

Points: TypeAlias = Float[K] | tuple[float, ...]
"""The points of a table."""


class LinearAlgebra(Protocol):
    """The functions of ``xp.linalg``."""

    def cholesky(self, matrix: Float[N, N], /) -> Float[N, N]:
        """Lower triangular L of a positive definite matrix L L^T."""

    def solve(self, matrix: Float[N, N], right: Array, /) -> Array:
        """y of matrix y = right."""


class Namespace(Protocol):
    """numpy or jax.numpy: functions of arrays of any shape, or of the shape that is given."""

    nan: float

    @property
    def float32(self) -> DTypeLike:
        """Numbers of 32 bits."""

    @property
    def float64(self) -> DTypeLike:
        """Numbers of 64 bits."""

    @property
    def linalg(self) -> LinearAlgebra:
        """Linear algebra."""

    def sin(self, x: Numbers, /) -> Array:
        """Sine, x in rad."""

    def cos(self, x: Numbers, /) -> Array:
        """Cosine, x in rad."""

    def arctan(self, x: Numbers, /) -> Array:
        """Inverse tangent, rad."""

    def arccos(self, x: Numbers, /) -> Array:
        """Inverse cosine, rad."""

    def exp(self, x: Numbers, /) -> Array:
        """e^x."""

    def expm1(self, x: Numbers, /) -> Array:
        """e^x - 1."""

    def log(self, x: Numbers, /) -> Array:
        """Natural logarithm."""

    def log10(self, x: Numbers, /) -> Array:
        """Logarithm to base 10."""

    def logaddexp(self, x: Numbers, y: Numbers, /) -> Array:
        """log(e^x + e^y)."""

    def sqrt(self, x: Numbers, /) -> Array:
        """Square root."""

    def cbrt(self, x: Numbers, /) -> Array:
        """Cube root."""

    def abs(self, x: Numbers, /) -> Array:
        """Absolute value."""

    def floor(self, x: Numbers, /) -> Array:
        """Next lower whole number."""

    def rint(self, x: Numbers, /) -> Array:
        """Nearest whole number."""

    def round(self, x: Array, /) -> Array:
        """Nearest whole number."""

    def minimum(self, x: Numbers, y: Numbers, /) -> Array:
        """The lesser of each pair."""

    def min(self, x: Array, /) -> Array:
        """The least of all numbers."""

    def max(self, x: Array, /) -> Array:
        """The greatest of all numbers."""

    def sum(self, x: Array, /, axis: int | None = None) -> Array:
        """Sum along an axis, or of all numbers."""

    def cumsum(self, x: Array, /, axis: int | None = None) -> Array:
        """Sums from the first number on."""

    def cumprod(self, x: Array, /, axis: int | None = None) -> Array:
        """Products from the first number on."""

    def where(self, condition: Mask, x: Numbers, y: Numbers, /) -> Array:
        """x where the condition holds, else y."""

    @overload
    def clip(self, x: Array, low: Numbers, high: Numbers, /) -> Array: ...
    @overload
    def clip(self, x: IntArray, low: int, high: int, /) -> IntArray: ...
    def clip(self, x: object, low: object, high: object, /) -> object:
        """x, or the nearest limit where x is outside."""

    def zeros(self, shape: Shape, /) -> Array:
        """An array of 0."""

    def ones(self, shape: Shape, /) -> Array:
        """An array of 1."""

    def zeros_like(self, x: Array, /) -> Array:
        """0 in the shape of x."""

    def eye(self, n: int, /) -> Float[N, N]:
        """The unit matrix."""

    @overload
    def asarray(self, x: IntArray, /) -> IntArray: ...
    @overload
    def asarray(self, x: Numbers, /, dtype: DTypeLike = ...) -> Array: ...
    def asarray(self, x: object, /, dtype: DTypeLike = ...) -> object:
        """An array of the namespace; another type of number where one is given."""

    def array(self, x: Sequence[float], /) -> Float[N]:
        """An array of these numbers."""

    def full(self, shape: Shape, value: int, /) -> IntArray:
        """An array of one whole number."""

    def stack(self, arrays: Sequence[Array], /, axis: int = 0) -> Array:
        """Arrays of one shape along a new axis."""

    @overload
    def concatenate(self, arrays: Sequence[Array], /, axis: int = 0) -> Array: ...
    @overload
    def concatenate(self, arrays: Sequence[IntArray], /, axis: int = 0) -> IntArray: ...
    def concatenate(self, arrays: object, /, axis: int = 0) -> object:
        """Arrays one after the other along an axis."""

    @overload
    def arange(self, stop: int, /) -> Int[N]: ...
    @overload
    def arange(self, stop: float, /) -> Float[N]: ...
    def arange(self, stop: object, /) -> object:
        """0, 1, ... below ``stop``."""

    def pad(self, x: Array, width: tuple[int, int], /) -> Array:
        """x with zeros before and after along every axis."""

    def diag(self, x: Array | Mask, /) -> Array:
        """The matrix with this diagonal."""

    def diagonal(self, x: Float[N, N], /) -> Float[N]:
        """The diagonal of a matrix."""

    def outer(self, x: Float[N], y: Float[K], /) -> Float[N, K]:
        """Products of all pairs."""

    def einsum(self, rule: str, /, *arrays: Array) -> Array:
        """Sum of products by Einstein's convention."""

    def interp(self, x: Array, nodes: Points, values: Points, /) -> Array:
        """Linear interpolation."""

    def searchsorted(self, nodes: Float[K], x: Float[N], side: Literal["left", "right"] = "left") -> Int[N]:
        """The number of nodes before each x."""

    def argsort(self, x: Float[N], /) -> Int[N]:
        """The order from the least to the greatest."""

    def ndim(self, x: Numbers, /) -> int:
        """Number of dimensions."""


class SumsOfLength(Protocol):
    """The function of jax.numpy by which numbers are summed by index; NumPy's has other arguments."""

    def bincount(self, index: Int[N], /, *, weights: Float[N], length: int) -> Float[K]:
        """Sums of the weights with each index from 0 to ``length`` - 1."""
