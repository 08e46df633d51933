"""Advancing the chains in parallel: rounds of about a second, one thread for each chain, progress and checkpoints.

XLA releases Python's lock, so that threads run in parallel as processes would, and nothing is compiled twice. A chain
depends only on its own state, not on the number of threads or the division of its draws into rounds.
"""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np

from jug.chains.kernel import MOST_DRAWS, Advance, ChainState, Metric, NutsDraws
from jug.chains.stages import next_stage, stages_of
from jug.core.array import Float, Parameter
from jug.core.execution.progress import counting
from jug.core.execution.threads import map_in_threads

ROUND_S = 1.0
"""Intended time of a round, s."""

CHECKPOINT_S = 60.0
"""Time between two checkpoints, s."""


class Run(NamedTuple):
    """The state of a run at the end of a round.

    Parameters
    ----------
    warmup, draws : int
        Number of draws of each chain that are asked for.
    stage : int
        Index of the current stage.
    done : tuple of int
        Number of draws of each chain in this stage.
    chains : tuple of ChainState
    metric : Metric
    kept : tuple of NutsDraws
        The draws of each chain after the warm-up, with z instead of w.
    seconds : float
        Time that the draws have taken, s.
    """

    warmup: int
    draws: int
    stage: int
    done: tuple[int, ...]
    chains: tuple[ChainState, ...]
    metric: Metric
    kept: tuple[NutsDraws, ...]
    seconds: float

    @property
    def n_left(self) -> int:
        """Number of draws still to do, of all chains, including the warm-up."""
        counts = [stage.number for stage in stages_of(self.warmup, self.draws)]
        return len(self.chains) * sum(counts[self.stage :]) - sum(self.done)

    @property
    def n_before(self) -> int:
        """Number of draws of each chain in earlier stages."""
        return sum(stage.number for stage in stages_of(self.warmup, self.draws)[: self.stage])


def new_run(warmup: int, draws: int, chains: tuple[ChainState, ...], metric: Metric) -> Run:
    """Make the state of a run at its beginning.

    Parameters
    ----------
    warmup, draws : int
        Number of draws of each chain.
    chains : tuple of ChainState
    metric : Metric

    Returns
    -------
    Run
    """
    k = len(metric.mode)
    none, whole = np.zeros(0), np.zeros(0, dtype=np.int64)
    empty = NutsDraws(np.zeros((0, k)), none, none, whole, whole, whole)
    return Run(warmup, draws, 0, (0,) * len(chains), chains, metric, (empty,) * len(chains), 0.0)


def carry_out(run: Run, advance: Advance, store: Callable[[Run], None]) -> Run:
    """Continue a run to its end.

    Parameters
    ----------
    run : Run
    advance : callable
        The function of `jug.chains.kernel.advance_of`.
    store : callable
        It is called with the run, about every minute and at an interrupt.

    Returns
    -------
    Run
    """
    stored, size = perf_counter(), 1
    with counting("draws of the chains", run.n_left) as count:
        try:
            while run.n_left:
                began, before = perf_counter(), run.n_left
                run = _do_round(run, advance, size)
                took = perf_counter() - began
                run = run._replace(seconds=run.seconds + took)
                size = max(1, min(MOST_DRAWS, int(size * min(2.0, ROUND_S / max(took, 1e-3)))))
                count(before - run.n_left)
                if perf_counter() - stored > CHECKPOINT_S:
                    store(run)
                    stored = perf_counter()
        except KeyboardInterrupt:
            store(run)
            raise
    return run


def _do_round(run: Run, advance: Advance, size: int) -> Run:
    """Do a round of all chains, and begin the next stage if one ends."""
    stages = stages_of(run.warmup, run.draws)
    stage, first = stages[run.stage], run.n_before
    sizes = [min(size, stage.number - n) for n in run.done]

    def work(i: int) -> tuple[ChainState, NutsDraws]:
        return advance(run.chains[i], run.metric, i, first + run.done[i], sizes[i], stage.adapting)

    ended = map_in_threads(work, len(sizes)) if any(sizes) else []
    if ended:
        run = run._replace(
            chains=tuple(state for state, _ in ended),
            done=tuple(n + more for n, more in zip(run.done, sizes, strict=True)),
        )
    if ended and not stage.adapting:
        pairs = zip(run.kept, (draws for _, draws in ended), strict=True)
        run = run._replace(kept=tuple(_append_draws(kept, draws, run.metric) for kept, draws in pairs))
    if run.stage + 1 < len(stages) and all(n >= stage.number for n in run.done):
        chains, metric = next_stage(run.chains, run.metric, stage.new_metric and stage.number > 0)
        run = run._replace(stage=run.stage + 1, done=(0,) * len(chains), chains=chains, metric=metric)
    return run


def _append_draws(kept: NutsDraws, draws: NutsDraws, metric: Metric) -> NutsDraws:
    """Convert draws to z and append them to earlier ones."""
    z: Float[Parameter, Parameter] = metric.mode + draws.w @ metric.root.T
    parts = zip(kept, draws._replace(w=z), strict=True)
    return NutsDraws(*(np.concatenate(pair) for pair in parts))
