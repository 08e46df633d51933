"""Draws of NUTS, compiled: that of BlackJAX with its dual averaging, in the coordinates w = L^-1 (z - mode).

One compiled function does the draws of the warm-up and those after it; an argument says whether the step size is
adapted. If there are several maxima, a jump is proposed after each draw (`jug.chains.jumps`). The random key of a draw
follows from that of the chain and the number of the draw. So a chain does not depend on how its draws are divided into
calls, and can be continued. Chains do not depend on each other. NUTS: Hoffman & Gelman 2014, JMLR 15, 1593, in the form
of Betancourt 2017, arXiv:1701.02434.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from jug.chains.jumps import Traced, jump_between
from jug.chains.mode import Peaks
from jug.chains.target import Target
from jug.compute.compile_cache import compiled_for
from jug.compute.jax_import import failures, import_jax
from jug.core.array import Float, Int, N, Parameter
from jug.errors import JugError

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

MOST_DRAWS = 64
"""Largest number of draws in one call."""

STEP_PARTS = 5
"""Number of numbers in the state of dual averaging."""


class ChainState(NamedTuple):
    """The state of one chain.

    Parameters
    ----------
    w : (k,) array
        Position in the coordinates of the metric, no unit.
    value : float
        Log density of z there.
    slope : (k,) array
        Its gradient by w.
    step : (5,) array
        State of dual averaging of the step size: log, its average, count, error, centre.
    counted : float
        Number of draws in the moments.
    mean, spread : (k,) and (k, k) array
        Moments of these draws: mean of w, sum of the products of the deviations.
    """

    w: Float[Parameter]
    value: float
    slope: Float[Parameter]
    step: Float[N]
    counted: float
    mean: Float[Parameter]
    spread: Float[Parameter, Parameter]


class NutsDraws(NamedTuple):
    """n draws of one chain.

    Parameters
    ----------
    w : (n, k) array
        In the coordinates of the metric, no unit.
    value, acceptance : (n,) arrays
        Log density of z, and mean probability of acceptance.
    steps, doublings, divergent : (n,) int arrays
        Leapfrog steps, doublings of the trajectory, and 1 for a divergence.
    """

    w: Float[N, Parameter]
    value: Float[N]
    acceptance: Float[N]
    steps: Int[N]
    doublings: Int[N]
    divergent: Int[N]


class Metric(NamedTuple):
    """The coordinates of the sampler, z = mode + root w, and the maxima in z between which it jumps."""

    mode: Float[Parameter]
    root: Float[Parameter, Parameter]
    peaks: Peaks


Advance = Callable[[ChainState, Metric, int, int, int, bool], tuple[ChainState, NutsDraws]]
"""``(state, metric, chain, first, count, adapting) -> (state, draws)``."""


def advance_of(target: Target, seed: int, accept: float, most_doublings: int, n_peaks: int) -> Advance:
    """Compile the function that makes draws.

    Parameters
    ----------
    target : Target
    seed : int
    accept : float
        Mean probability of acceptance to which the step size is adapted.
    most_doublings : int
        A trajectory has at most 2 to this power of steps.
    n_peaks : int
        Number of maxima between which the sampler jumps; 1 for no jumps.

    Returns
    -------
    callable
        ``(state, metric, chain, first, count, adapting) -> (state, draws)``: ``count`` draws of a chain, at most
        `MOST_DRAWS`; ``first`` is the number of the first one.
    """
    jax, k = import_jax(), len(target.posterior.start)
    with jax.enable_x64(True):
        function = jax.jit(_draws(jax, target, accept, most_doublings))
        key = _key(seed, 0)
        like = new_state(np.zeros(k), 0.0, np.zeros(k))
        peaks = Peaks(np.zeros((n_peaks, k)), np.broadcast_to(np.eye(k), (n_peaks, k, k)))
        numbers = np.int64(0), np.int64(1), np.bool_(True)
        arguments = like, Metric(np.zeros(k), np.eye(k), peaks), key, *numbers, target.data
        run: Callable[..., Traced] = compiled_for(jax, cast(Traced, function), arguments)

    def advance(
        state: ChainState, metric: Metric, chain: int, first: int, count: int, adapting: bool
    ) -> tuple[ChainState, NutsDraws]:
        with jax.enable_x64(True), failures("run the sampler"):
            given = np.int64(first), np.int64(count), np.bool_(adapting), target.data
            new, draws = run(state, metric, _key(seed, chain), *given)
            parts = tuple(np.array(part)[:count] for part in draws)
            return ChainState(*cast(Traced, map(np.array, new))), NutsDraws(*cast(Traced, parts))

    return advance


def new_state(w: Float[Parameter], value: float, slope: Float[Parameter]) -> ChainState:
    """Make the state of a chain at a point.

    Parameters
    ----------
    w : (k,) array
        In the coordinates of the metric, no unit.
    value : float
        Log density of z there.
    slope : (k,) array
        Its gradient by w.

    Returns
    -------
    ChainState
    """
    k = len(w)
    return ChainState(w, np.float64(value), slope, np.zeros(STEP_PARTS), np.float64(0.0), np.zeros(k), np.zeros((k, k)))


def first_step(size: float) -> Float[N]:
    """Return the state of dual averaging for a first step size. Its centre is 10 times larger."""
    return np.array([np.log(size), 0.0, 1.0, 0.0, np.log(10.0 * size)])


def _key(seed: int, chain: int) -> Int[N]:
    """The random key of a chain, 64 bits from the seed and the number of the chain."""
    return np.random.SeedSequence([seed, chain]).generate_state(2).astype(np.uint32)


def _draws(jax: "Jax", target: Target, accept: float, most_doublings: int) -> Callable[..., Traced]:
    """The function ``(state, metric, key, first, count, adapting, data) -> (state, draws)``, to be traced."""
    nuts, averaging = _blackjax()
    jnp, lax, random = cast(Traced, jax).numpy, cast(Traced, jax).lax, cast(Traced, jax).random
    kernel = nuts.build_kernel()
    _, update, _ = averaging.dual_averaging_adaptation(accept)
    k = len(target.posterior.start)

    def run(
        state: Traced, metric: Traced, key: Traced, first: Traced, count: Traced, adapting: Traced, data: Traced
    ) -> Traced:
        def value(w: Traced) -> Traced:
            return target.value(metric.mode + metric.root @ w, data)

        several = metric.peaks.place.shape[0] > 1
        jump = jump_between(jax, cast(Traced, jax).value_and_grad(value))

        def draw(i: Traced, carry: Traced) -> Traced:
            state, out = carry
            size = jnp.exp(jnp.where(adapting, state.step[0], state.step[1]))
            at = nuts.hmc.HMCState(state.w, state.value, state.slope)
            one = random.fold_in(key, first + i)
            if several:
                one, other = random.split(one)
            new, info = kernel(one, at, value, size, jnp.ones(k), most_doublings)
            tuned = averaging.DualAveragingAdaptationState(*state.step)
            adapted = jnp.array(update(tuned, info.acceptance_rate), dtype=jnp.float64)
            step = jnp.where(adapting, adapted, state.step)
            w, height, slope = new.position, new.logdensity, new.logdensity_grad
            if several:
                w, height, slope = jump(other, (w, height, slope), metric)
            n = state.counted + 1.0
            away = w - state.mean
            mean = state.mean + away / n
            spread = state.spread + jnp.outer(away, w - mean)
            statistics = (
                info.acceptance_rate,
                info.num_integration_steps,
                info.num_trajectory_expansions,
                info.is_divergent,
            )
            out = tuple(a.at[i].set(b) for a, b in zip(out, (w, height, *statistics), strict=True))
            return ChainState(w, height, slope, step, n, mean, spread), out

        numbers, whole = jnp.zeros(MOST_DRAWS), jnp.zeros(MOST_DRAWS, dtype=int)
        empty = jnp.zeros((MOST_DRAWS, k)), numbers, numbers, whole, whole, whole
        return lax.fori_loop(0, count, draw, (state, empty))

    return run


def _blackjax() -> tuple[Traced, Traced]:
    """BlackJAX's modules of NUTS and of the adaptation of the step size."""
    try:
        from blackjax.adaptation import step_size
        from blackjax.mcmc import nuts
    except ImportError as reason:
        raise JugError(f"NUTS needs BlackJAX ({reason}); pip install 'jug-timing[sample]'") from reason
    return nuts, step_size
