"""Batches of a likelihood of many TOAs, one point after the other, so that the arrays of a point stay in the cache."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from jug.core.array import Float, Parameter

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

Rest = TypeVar("Rest")
Batchable = TypeVar("Batchable")

VALUES_TOGETHER, GRADIENTS_TOGETHER = 80, 1200
"""Largest numbers of TOAs with which the values, and the gradients, of a batch are evaluated together. CPU time of one
point of 64, in units of a single call: values together 0.1 at 62 TOAs, 0.7 at 100, 1.0 at 400, 1.2 at 3,000, and 0.2,
0.5, 0.7 and 0.9 one after the other; gradients together 0.2 at 100 TOAs, 0.4 at 800, 1.1 at 1,462, 1.2 at 3,000, and
0.6, 1.0, 1.1 and 1.0 one after the other."""


def one_by_one(
    jax: "Jax", function: Callable[[Float[Parameter], Rest], Batchable], n_toa: int, most: int
) -> Callable[[Float[Parameter], Rest], Batchable]:
    """Make a function whose batches under ``jax.vmap`` are a loop, for many TOAs on a CPU.

    Parameters
    ----------
    jax : module
    function : callable
        ``(theta, rest) -> arrays``.
    n_toa : int
    most : int
        `VALUES_TOGETHER` or `GRADIENTS_TOGETHER`.

    Returns
    -------
    callable
        ``function`` itself for few TOAs, and on any device but a CPU. A batch of ``rest`` is evaluated as arrays of
        all points.
    """
    if n_toa <= most or jax.default_backend() != "cpu":
        return function
    looped = jax.custom_batching.custom_vmap(function)

    def batch(
        size: int, batched: tuple[bool, Rest], theta: Float[Parameter], rest: Rest
    ) -> tuple[Batchable, Batchable]:
        if any(jax.tree.leaves(batched[1])) or not batched[0]:
            axes = (0 if batched[0] else None), jax.tree.map(lambda own: 0 if own else None, batched[1])
            found = jax.vmap(function, in_axes=axes)(theta, rest)
        else:
            found = jax.lax.map(lambda one: looped(one, rest), theta)
        return found, jax.tree.map(lambda _: True, found)

    looped.def_vmap(batch)
    return looped
