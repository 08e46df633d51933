"""Jumps between the maxima of a posterior, so that chains have each as often as it weighs.

Trajectories of NUTS seldom cross the low density between two maxima. After each draw a jump is tried from a maximum a
to another one b, each with its place c and the root L of the covariance about it, after the deterministic jumps of
Pompe, Holmes and Latuszynski 2020, Ann. Statist. 48, 2930 (arXiv:1812.02609):

    z' = c_b + L_b L_a^-1 (z - c_a)

a is drawn by the shares r of the Gaussian densities of the maxima at z, b evenly among the others. The jump is kept
with the probability of Metropolis and Hastings, so that any c and L leave the posterior as it is:

    min(1, p(z') |L_b| r_b(z') / (p(z) |L_a| r_a(z)))
"""

from collections.abc import Callable
from typing import Any, TypeAlias

Traced: TypeAlias = Any
"""What JAX traces, and modules and functions of BlackJAX: they have no types."""


def jump_between(jax: Traced, density: Callable[[Traced], Traced]) -> Callable[[Traced, Traced, Traced], Traced]:
    """Make the function that tries a jump, to be traced.

    Parameters
    ----------
    jax : module
    density : callable
        ``w -> (log density, its gradient)``, w in the coordinates of the metric.

    Returns
    -------
    callable
        ``(key, (w, log density, gradient), metric)`` to the three after the try.
    """
    jnp, random = jax.numpy, jax.random

    def seen(z: Traced, peaks: Traced) -> tuple[Traced, Traced, Traced]:
        """z in the coordinates of each maximum, log |det L|, and the logarithms of the shares."""
        u = jnp.linalg.solve(peaks.root, (z - peaks.place)[..., None])[..., 0]
        size = jnp.sum(jnp.log(jnp.abs(jnp.diagonal(peaks.root, axis1=1, axis2=2))), axis=1)
        return u, size, jax.nn.log_softmax(-0.5 * jnp.sum(u * u, axis=1) - size)

    def jump(key: Traced, at: Traced, metric: Traced) -> Traced:
        peaks, m = metric.peaks, metric.peaks.place.shape[0]
        first, second, third = random.split(key, 3)
        u, size, share = seen(metric.mode + metric.root @ at[0], peaks)
        a = random.categorical(first, share)
        b = (a + random.randint(second, (), 1, m)) % m
        z = peaks.place[b] + peaks.root[b] @ u[a]
        w = jnp.linalg.solve(metric.root, z - metric.mode)
        height, rise = density(w)
        change = height - at[1] + size[b] - size[a] + seen(z, peaks)[2][b] - share[a]
        kept = jnp.logical_and(jnp.log(random.uniform(third)) < change, jnp.all(jnp.isfinite(rise)))
        return tuple(jnp.where(kept, new, old) for new, old in zip((w, height, rise), at, strict=True))

    return jump
