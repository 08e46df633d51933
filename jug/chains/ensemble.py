"""Chains of emcee: walkers whose moves use the positions of other walkers, and no gradient.

The walkers move in the coordinates z of the posterior, half of them at a time. Each walker is a chain. emcee samples
the same posterior as NUTS, but needs more evaluations, and its draws are correlated over tens of steps. Goodman & Weare
2010, Comm. App. Math. Comp. Sci. 5, 65; Foreman-Mackey et al. 2013, PASP 125, 306.
"""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from jug.chains.coordinates_of_draws import draws_in_coordinates
from jug.chains.options import ChosenOptions
from jug.chains.result import Chains
from jug.chains.setup import SamplingSetup
from jug.core.array import Float, M, N, Parameter
from jug.core.execution.progress import counting
from jug.errors import JugError
from jug.sampling.posterior import Posterior
from jug.text.json_types import JsonObject

WALKERS_PER_CHAIN = 8
"""Number of walkers for each chain of the options. There are at least 2 k + 2 walkers for k parameters."""

WALKER_WIDTH = 0.1
"""Width of the walkers about a maximum at the start, in z."""


def ensemble_chains(
    ready: SamplingSetup,
    settings: JsonObject,
    options: ChosenOptions,
    before: Chains | None,
    store: Callable[[Chains], None],
) -> Chains:
    """Sample a posterior with emcee.

    Parameters
    ----------
    ready : Prepared
    settings : dict
        Settings of the run, stored in the result.
    options : ChosenOptions
    before : None
        Chains of emcee are not continued.
    store : callable
        Not called.

    Returns
    -------
    Chains
    """
    try:
        import emcee
    except ImportError as reason:
        raise JugError(f"emcee cannot be imported ({reason}); pip install 'jug-timing[sample]'") from reason
    began, k = perf_counter(), len(ready.posterior.names)
    walkers = max(WALKERS_PER_CHAIN * options.chains, 2 * k + 2)
    random = np.random.RandomState(options.seed % 2**32)
    centres = ready.starts[np.arange(walkers) % len(ready.starts)]
    at = emcee.State(centres + WALKER_WIDTH * random.normal(size=(walkers, k)), random_state=random.get_state())
    sampler = emcee.EnsembleSampler(walkers, k, _density(ready.posterior), vectorize=True)
    steps = options.warmup + options.draws
    with counting("steps of the walkers", steps) as count:
        for _ in sampler.sample(at, iterations=steps, skip_initial_state_check=True):
            count(1)
    z = np.swapaxes(sampler.get_chain(), 0, 1)
    moved = np.any(np.diff(z, axis=1, prepend=np.nan), axis=-1)[:, options.warmup :].astype(np.float64)
    drawn = draws_in_coordinates(ready.posterior, z[:, options.warmup :], sampler.get_log_prob().T[:, options.warmup :])
    nothing = np.zeros(moved.shape, dtype=bool)
    return Chains(
        psr=ready.model.psr,
        names=ready.posterior.names,
        units=ready.units,
        labels=ready.labels,
        values=drawn.values,
        log_likelihood=drawn.log_likelihood,
        log_posterior=drawn.log_posterior,
        acceptance=moved,
        steps=np.ones(moved.shape, dtype=np.int64),
        divergent=nothing,
        at_limit=nothing,
        priors=ready.priors,
        settings=settings,
        seconds=perf_counter() - began,
        enterprise=ready.enterprise,
    )


def _density(posterior: Posterior) -> Callable[[Float[M, Parameter]], Float[N]]:
    """The log density of many z. It is -inf instead of NaN, so that no walker goes there."""

    def density(zs: Float[M, Parameter]) -> Float[N]:
        value = posterior.many(zs)
        return np.where(np.isnan(value), -np.inf, value)

    return density
