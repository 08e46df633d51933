"""Jumps between the maxima of a posterior, so that chains visit each maximum in proportion to its probability.

Trajectories of NUTS seldom cross the low density between two maxima. After each draw a jump is proposed from a maximum
a to another one b. Each maximum has its place c and the root L of the covariance about it. The jumps are the
deterministic ones of Pompe, Holmes and Latuszynski 2020, Ann. Statist. 48, 2930 (arXiv:1812.02609):

    z' = c_b + L_b L_a^-1 (z - c_a)

a is drawn with the shares r of the Gaussian densities of the maxima at z, b with equal probability among the others.
The jump is accepted with the probability of Metropolis and Hastings, so that the posterior is unchanged for any c and
L:

    min(1, p(z') |L_b| r_b(z') / (p(z) |L_a| r_a(z)))
"""

from collections.abc import Callable
from typing import Any, TypeAlias

Traced: TypeAlias = Any
"""Objects that JAX traces, and modules and functions of BlackJAX, which have no types."""


def jump_between(jax: Traced, density: Callable[[Traced], Traced]) -> Callable[[Traced, Traced, Traced], Traced]:
    """Make the function that proposes a jump and accepts or rejects it, to be traced.

    Parameters
    ----------
    jax : module
    density : callable
        ``w -> (log density, its gradient)``, w in the coordinates of the metric.

    Returns
    -------
    callable
        ``(key, (w, log density, gradient), metric) -> (w, log density, gradient)`` after the jump or without it.
    """
    jnp, random = jax.numpy, jax.random

    def shares_of_peaks(z: Traced, peaks: Traced) -> tuple[Traced, Traced, Traced]:
        """z in the coordinates of each maximum, log |det L|, and the logarithms of the shares."""
        u = jnp.linalg.solve(peaks.root, (z - peaks.place)[..., None])[..., 0]
        size = jnp.sum(jnp.log(jnp.abs(jnp.diagonal(peaks.root, axis1=1, axis2=2))), axis=1)
        return u, size, jax.nn.log_softmax(-0.5 * jnp.sum(u * u, axis=1) - size)

    def jump(key: Traced, at: Traced, metric: Traced) -> Traced:
        peaks, m = metric.peaks, metric.peaks.place.shape[0]
        first, second, third = random.split(key, 3)
        u, size, share = shares_of_peaks(metric.mode + metric.root @ at[0], peaks)
        a = random.categorical(first, share)
        b = (a + random.randint(second, (), 1, m)) % m
        z = peaks.place[b] + peaks.root[b] @ u[a]
        w = jnp.linalg.solve(metric.root, z - metric.mode)
        height, rise = density(w)
        change = height - at[1] + size[b] - size[a] + shares_of_peaks(z, peaks)[2][b] - share[a]
        accepted = jnp.logical_and(jnp.log(random.uniform(third)) < change, jnp.all(jnp.isfinite(rise)))
        return tuple(jnp.where(accepted, new, old) for new, old in zip((w, height, rise), at, strict=True))

    return jump
