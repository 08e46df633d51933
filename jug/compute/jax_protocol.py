"""The part of JAX that jug uses, for the type checker alone; `jug.compute.jax_import.import_jax` returns the module.

To the type checker JAX's arrays are NumPy's (`jug.core.array`), and its namespace is a `jug.core.namespace.Namespace`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import ParamSpec, Protocol, TypeAlias, TypeVar, overload

from jug.core.array import Array, Float, Int, N
from jug.core.namespace import Mask, Namespace, SumsOfLength

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
S = TypeVar("S")
T = TypeVar("T")

XlaOptions: TypeAlias = Mapping[str, str | bool]
"""Options of XLA."""


class Lowered(Protocol[P, R_co]):
    """A traced function."""

    def compile(self, compiler_options: XlaOptions | None = None) -> Callable[P, R_co]:
        """Compile it."""


class Jitted(Protocol[P, R_co]):
    """What ``jax.jit`` returns."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Run it, compiled at the first call."""

    def lower(self, *args: P.args, **kwargs: P.kwargs) -> Lowered[P, R_co]:
        """Trace it for arguments of these shapes and types."""


class Device(Protocol):
    """``jax.Device``."""

    platform: str
    device_kind: str


class Sharding(Protocol):
    """``jax.sharding``."""

    def Mesh(self, devices: Sequence[Device], axis_names: tuple[str, ...], /) -> object:
        """Devices in a grid with named axes."""

    def PartitionSpec(self, *axes: str) -> object:
        """Which dimension of an array is divided along which axis of the mesh."""

    def NamedSharding(self, mesh: object, spec: object, /) -> object:
        """Where an array that is divided so is."""


class DeviceArray(Protocol):
    """``jax.Array``: what NumPy's arrays do not have, and the kind of numbers."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions."""

    @property
    def dtype(self) -> Hashable:
        """Kind of number."""

    @property
    def sharding(self) -> Hashable:
        """Where it is."""

    def devices(self) -> set[Device]:
        """The devices that have it."""


class JaxNumpy(Namespace, SumsOfLength, Protocol):
    """``jax.numpy``."""

    inf: float

    def arange(self, start: int, stop: int, step: int, /) -> Int[N]:  # type: ignore[override]
        """Whole numbers in steps, below ``stop``."""

    def all(self, x: Mask, /) -> Mask:
        """Whether all are true."""


class LaxLinearAlgebra(Protocol):
    """``jax.lax.linalg``."""

    def cholesky(self, x: Float[N, N], /) -> Float[N, N]:
        """The lower factor, by LAPACK on a CPU."""


class Lax(Protocol):
    """``jax.lax``."""

    linalg: LaxLinearAlgebra

    def dynamic_slice_in_dim(self, x: Array, start: Int[()] | int, length: int, /) -> Array:
        """Some rows, from one that is known when the code runs."""

    @overload
    def map(self, function: Callable[[tuple[S, T]], R], x: tuple[S, T], /, *, batch_size: int | None = None) -> R: ...
    @overload
    def map(self, function: Callable[[Array], R], x: Array, /, *, batch_size: int | None = None) -> R: ...
    def map(self, function: Callable[..., R], x: object, /, *, batch_size: int | None = None) -> R:
        """The results for each row of x, or of the arrays of a pair, stacked."""

    def cond(self, which: Mask, if_true: Callable[[S], R], if_false: Callable[[S], R], x: S, /) -> R:
        """One of two functions of x, by a value that is known when the code runs."""

    def scan(self, function: Callable[[S, Int[()]], tuple[S, R]], first: S, x: Int[N], /) -> tuple[S, R]:
        """Carry a state through the numbers x; the last state, and the results stacked."""


class Tree(Protocol):
    """``jax.tree``."""

    def map(self, function: Callable[[Array], object], tree: T, /) -> T:
        """The same structure with other arrays, or with what stands for them."""

    def flatten(self, tree: object, /) -> tuple[Sequence[DeviceArray], Hashable]:
        """Return the arrays of a tree and its structure."""

    def unflatten(self, structure: Hashable, leaves: Sequence[Array], /) -> object:
        """The tree with other arrays."""

    def leaves(self, tree: object, /) -> Sequence[Array]:
        """Its arrays."""


class CustomVmap(Protocol[P, R]):
    """A function whose batches are made by a rule."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Evaluate it."""

    def def_vmap(self, rule: Callable[..., tuple[R, R]], /) -> Callable[..., tuple[R, R]]:
        """Set the rule ``(size, which have an axis, *arguments) -> (results, which have an axis)``."""


class CustomBatching(Protocol):
    """``jax.custom_batching``."""

    def custom_vmap(self, function: Callable[P, R], /) -> CustomVmap[P, R]:
        """Make a function whose batches are made by a rule."""


class Config(Protocol):
    """``jax.config``."""

    jax_compilation_cache_dir: str | None
    jax_enable_compilation_cache: bool

    def update(self, name: str, value: str | float | None, /) -> None:
        """Change a setting."""


class CompilationCache(Protocol):
    """``jax.experimental.compilation_cache.compilation_cache``."""

    def reset_cache(self) -> None:
        """Forget which folder is in use."""


class _CachePackage(Protocol):
    compilation_cache: CompilationCache


class Serializer(Protocol):
    """``jax.experimental.serialize_executable``."""

    def serialize(self, executable: Callable[..., object], /) -> tuple[bytes, Hashable, Hashable]:
        """The code, and the structures of arguments and results."""

    def deserialize_and_load(self, code: bytes, arguments: Hashable, results: Hashable, /) -> Callable[..., object]:
        """The executable."""


class _Experimental(Protocol):
    compilation_cache: _CachePackage
    serialize_executable: Serializer


class CustomVjp(Protocol[P, R]):
    """A function whose derivative is written out."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Evaluate it."""

    def defvjp(self, forward: Callable[P, tuple[R, T]], back: Callable[[T, Float[()]], tuple[T, None]], /) -> None:
        """Set the forward pass, which returns what the backward pass needs too, and the backward pass."""


class Jax(Protocol):
    """The module ``jax``."""

    __version__: str
    numpy: JaxNumpy
    lax: Lax
    tree: Tree
    config: Config
    experimental: _Experimental
    sharding: Sharding

    def jit(self, function: Callable[P, R], /, *, donate_argnums: int | tuple[int, ...] = ()) -> Jitted[P, R]:
        """Compile at the first call; memory of donated arguments is used again."""

    def vmap(self, function: Callable[P, R], /, *, in_axes: tuple[object, ...]) -> Callable[P, R]:
        """Evaluate for every row of the arguments that have an axis."""

    def grad(self, function: Callable[P, Float[()]], /) -> Callable[P, Array]:
        """Gradient by the first argument."""

    def value_and_grad(self, function: Callable[P, Float[()]], /) -> Callable[P, tuple[Float[()], Array]]:
        """Value and gradient by the first argument."""

    def jvp(self, function: Callable[[Array], R], at: tuple[Array], along: tuple[Array], /) -> tuple[R, R]:
        """Value, and derivative along a tangent."""

    def vjp(self, function: Callable[[Array], R], at: Array, /) -> tuple[R, Callable[[R], tuple[Array]]]:
        """Value, and the function from its cotangent to that of the argument."""

    @property
    def custom_batching(self) -> CustomBatching:
        """Rules of batches."""

    def custom_vjp(self, function: Callable[P, R], /) -> CustomVjp[P, R]:
        """Make a function whose derivative is given."""

    def enable_x64(self, on: bool, /) -> AbstractContextManager[object]:
        """float64 inside the ``with`` block."""

    def ensure_compile_time_eval(self) -> AbstractContextManager[object]:
        """Evaluate at once inside the ``with`` block, also during a trace."""

    def block_until_ready(self, tree: T, /) -> T:
        """Wait for the arrays of a tree."""

    def device_put(self, tree: T, device: Device | object | None, /) -> T:
        """Send a tree to a device, or divide it among several."""

    def devices(self) -> Sequence[Device]:
        """All devices."""

    def local_devices(self) -> Sequence[Device]:
        """The devices of this process."""

    def shard_map(
        self, function: Callable[P, R], /, *, mesh: object, in_specs: object, out_specs: object, check_vma: bool
    ) -> Callable[P, R]:
        """Run a function on each device of a mesh, with its part of the arguments."""

    def default_backend(self) -> str:
        """Platform of the default device."""

    @property
    def Array(self) -> type[DeviceArray]:
        """The type of its arrays."""
