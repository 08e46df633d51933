"""A posterior and its evidence by nested sampling with dynesty, in the unit cube of the priors.

Skilling 2006, Bayesian Anal. 1, 833; Speagle 2020, MNRAS 493, 3132. The weighted samples are converted to draws of
equal weight, whose number is the effective number of samples (sum w)^2 / sum w^2. The evidence is that of jug's
likelihood, which lacks the constant n log(2 pi) / 2 and has flat priors of density 1 per par unit for the timing
parameters. So it can only compare models with the same TOAs and the same free timing parameters.
"""

from collections.abc import Callable
from time import perf_counter
from types import ModuleType

import numpy as np

from jug.chains.coordinates_of_draws import coordinates_of_u
from jug.chains.options import ChosenOptions
from jug.chains.result import Chains
from jug.chains.setup import SamplingSetup
from jug.chains.unit_cube import cube_of
from jug.core.array import Float, Int, N, Parameter
from jug.core.execution.progress import report
from jug.errors import FitError, JugError
from jug.text.json_types import JsonObject

LIVE_PER_CHAIN = 100
"""Number of live points for each chain of the options."""


def nested_chains(
    ready: SamplingSetup,
    settings: JsonObject,
    options: ChosenOptions,
    before: Chains | None,
    store: Callable[[Chains], None],
) -> Chains:
    """Sample with dynesty.

    Parameters
    ----------
    ready : Prepared
    settings : dict
        Settings of the run, stored in the result.
    options : ChosenOptions
    before : None
        A nested run is not continued.
    store : callable
        Not called.

    Returns
    -------
    Chains
        One chain, with the evidence.
    """
    if settings["timing"] != "marginal":
        raise FitError("a nested sampler needs normalised priors: leave timing='marginal' (--timing marginal)")
    began, post, random = perf_counter(), ready.posterior, np.random.default_rng(options.seed)

    def log_likelihood(u: Float[Parameter]) -> float:
        value = float(post.likelihood(post._priors.theta(np, u)[0]))
        return value if np.isfinite(value) else -1e300

    live = LIVE_PER_CHAIN * options.chains
    report("live points of the nested sampler", live)
    sampler = _dynesty().NestedSampler(log_likelihood, cube_of(post), len(post.names), nlive=live, rstate=random)
    sampler.run_nested(print_progress=False)
    found = sampler.results
    chosen = _indices_of_equal_weight(np.exp(found.logwt - found.logz[-1]), random)
    u, height, count = found.samples[chosen], found.logl[chosen], len(chosen)
    ones = np.ones((1, count))
    return Chains(
        psr=ready.model.psr,
        names=post.names,
        units=ready.units,
        labels=ready.labels,
        values=coordinates_of_u(post, u)[None],
        log_likelihood=height[None],
        log_posterior=height[None] + np.asarray(post._priors.log_density(np, u))[None],
        acceptance=ones,
        steps=ones.astype(np.int64),
        divergent=ones > 1.0,
        at_limit=ones > 1.0,
        priors=ready.priors,
        settings=settings,
        evidence=(float(found.logz[-1]), float(found.logzerr[-1])),
        seconds=perf_counter() - began,
        enterprise=ready.enterprise,
    )


def _dynesty() -> ModuleType:
    try:
        import dynesty
    except ImportError as reason:
        raise JugError(f"dynesty cannot be imported ({reason}); pip install 'jug-timing[sample]'") from reason
    module: ModuleType = dynesty
    return module


def _indices_of_equal_weight(weight: Float[N], random: np.random.Generator) -> Int[N]:
    """Indices of samples for draws of equal weight, in random order; their number is the effective one."""
    share = weight / np.sum(weight)
    count = max(int(1.0 / np.sum(share**2)), 1)
    places = (random.uniform() + np.arange(count)) / count
    found: Int[N] = random.permutation(np.minimum(np.searchsorted(np.cumsum(share), places), len(share) - 1))
    return found
