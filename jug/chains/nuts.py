"""Chains of NUTS: modes, metric, starts, run and result."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from jug.chains.coordinates_of_draws import draws_in_coordinates
from jug.chains.kernel import ChainState, Metric, advance_of, new_state
from jug.chains.mode import PosteriorMode, mode_of, peaks_of
from jug.chains.options import ChosenOptions
from jug.chains.result import Chains
from jug.chains.run_json import without_draws
from jug.chains.running import Run, carry_out, new_run
from jug.chains.setup import SamplingSetup
from jug.chains.stages import reset_moments
from jug.chains.target import ValueAndGradient, gradient_of, target_of
from jug.core.execution.progress import report
from jug.errors import FitError
from jug.text.json_types import JsonObject

FIRST_STEP = 0.5
"""First step size, in the coordinates of the metric."""

START_WIDTH = 1.5
"""Width of the starts about a mode, in standard deviations there. It is larger than that of the posterior, so that
R-hat is a test of convergence."""

LOW_START = 30.0
"""Largest difference in log density of a start from its mode, plus `LOW_PER_PARAMETER` for each parameter. Modes with a
larger difference from the highest one are not used for starts or jumps."""

LOW_PER_PARAMETER = 3.0
"""Addition to `LOW_START` for each parameter, in log density."""

MOST_DOUBLINGS = 10
"""A trajectory has at most 2 to this power of leapfrog steps."""


def nuts_chains(
    ready: SamplingSetup,
    settings: JsonObject,
    options: ChosenOptions,
    before: Chains | None,
    store: Callable[[Chains], None],
) -> Chains:
    """Sample with NUTS.

    Parameters
    ----------
    ready : Prepared
    settings : dict
        Settings of the run, stored in the result.
    options : ChosenOptions
    before : Chains or None
        Chains to continue.
    store : callable
        It is called with the chains so far, about every minute and at an interrupt.

    Returns
    -------
    Chains
    """
    target = target_of(ready.posterior)
    report("posterior of the chains", 0)
    if before is None or before.run is None:
        function = gradient_of(target)
        mode = mode_of(function, ready.starts)
        states = tuple(_start(function, mode, options.seed, i) for i in range(options.chains))
        metric = Metric(mode.z, mode.root, peaks_of(function, mode, LOW_START))
        run, earlier = new_run(options.warmup, options.draws, states, metric), None
    else:
        run, earlier = before.run._replace(draws=max(options.draws, before.run.draws)), before
    n_peaks = len(run.metric.peaks.place)
    advance = advance_of(target, options.seed, options.accept, MOST_DOUBLINGS, n_peaks)

    def result(run: Run) -> Chains:
        return _result(ready, settings, run, earlier)

    return result(carry_out(run, advance, lambda run: store(result(run))))


def _start(function: ValueAndGradient, mode: PosteriorMode, seed: int, i: int) -> ChainState:
    """The start of a chain at random about one of the modes, which are used in turn."""
    near = np.flatnonzero(mode.heights > mode.value - LOW_START)
    centre = mode.ends[near[i % len(near)]]
    height = float(mode.heights[near[i % len(near)]])
    k = len(centre)
    away = START_WIDTH * np.random.default_rng([seed, i]).normal(size=k)
    for _ in range(30):
        z = centre + mode.root @ away
        value, slope = function(z)
        if np.all(np.isfinite(slope)) and value > height - LOW_START - LOW_PER_PARAMETER * k:
            break
        away = 0.7 * away
    else:
        raise FitError("the posterior is not finite about its maximum; check the priors")
    w = np.linalg.solve(mode.root, z - mode.z)
    return reset_moments(new_state(w, value, mode.root.T @ slope), FIRST_STEP)


def _result(ready: SamplingSetup, settings: JsonObject, run: Run, earlier: Chains | None) -> Chains:
    """The result with the draws of a run after those of an earlier one. All chains get the length of the shortest."""
    count = min(len(kept.value) for kept in run.kept)
    z = np.stack([one.w[:count] for one in run.kept])
    value = np.stack([one.value[:count] for one in run.kept])
    post = ready.posterior
    drawn = draws_in_coordinates(post, z, value)
    found = Chains(
        psr=ready.model.psr,
        names=post.names,
        units=ready.units,
        labels=ready.labels,
        values=drawn.values,
        log_likelihood=drawn.log_likelihood,
        log_posterior=drawn.log_posterior,
        acceptance=np.stack([one.acceptance[:count] for one in run.kept]),
        steps=np.stack([one.steps[:count] for one in run.kept]),
        divergent=np.stack([one.divergent[:count] > 0 for one in run.kept]),
        at_limit=np.stack([one.doublings[:count] >= MOST_DOUBLINGS for one in run.kept]),
        priors=ready.priors,
        settings=settings,
        seconds=run.seconds,
        run=without_draws(run),
        enterprise=ready.enterprise,
    )
    return found if earlier is None else _with_earlier_draws(earlier, found)


def _with_earlier_draws(earlier: Chains, found: Chains) -> Chains:
    return replace(
        found,
        values=np.concatenate([earlier.values, found.values], axis=1),
        log_likelihood=np.concatenate([earlier.log_likelihood, found.log_likelihood], axis=1),
        log_posterior=np.concatenate([earlier.log_posterior, found.log_posterior], axis=1),
        acceptance=np.concatenate([earlier.acceptance, found.acceptance], axis=1),
        steps=np.concatenate([earlier.steps, found.steps], axis=1),
        divergent=np.concatenate([earlier.divergent, found.divergent], axis=1),
        at_limit=np.concatenate([earlier.at_limit, found.at_limit], axis=1),
    )
