"""The stages of a run: four stages of warm-up, then the draws of the result.

The step size is adapted in all four stages of the warm-up. In the first, the chains move to the bulk of the posterior.
After the second and the third, the metric is computed from the draws of all chains in that stage; the earlier metric
enters as `WEIGHT_BEFORE` draws.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.chains.kernel import ChainState, Metric, first_step
from jug.core.array import Float, Parameter

WEIGHT_BEFORE = 20.0
"""Weight of the earlier metric, in draws; one draw for each parameter is added."""


class RunStage(NamedTuple):
    """A stage of a run.

    Parameters
    ----------
    number : int
        Number of draws of each chain.
    adapting : bool
        Whether the step size is adapted; the draws are then not part of the result.
    new_metric : bool
        Whether a new metric is computed from the draws at the end of the stage.
    """

    number: int
    adapting: bool
    new_metric: bool


def stages_of(warmup: int, draws: int) -> tuple[RunStage, ...]:
    """Divide a run into stages.

    Parameters
    ----------
    warmup, draws : int
        Number of draws of each chain.

    Returns
    -------
    tuple of RunStage
    """
    ends = [round(part * warmup) for part in (0.15, 0.4, 0.75, 1.0)]
    counts = np.diff([0, *ends]).tolist()
    new_metrics = (False, True, True, False)
    return (
        *(RunStage(n, True, new) for n, new in zip(counts, new_metrics, strict=True)),
        RunStage(draws, False, False),
    )


def next_stage(chains: Sequence[ChainState], metric: Metric, new_metric: bool) -> tuple[tuple[ChainState, ...], Metric]:
    """Begin a stage: compute the new metric if there is one, restart the step sizes, and clear the moments.

    Parameters
    ----------
    chains : sequence of ChainState
    metric : Metric
    new_metric : bool

    Returns
    -------
    chains : tuple of ChainState
    metric : Metric
    """
    after = _metric_of_draws(chains, metric) if new_metric else metric
    to_new = np.linalg.solve(after.root, metric.root)
    found = []
    for one in chains:
        w = to_new @ one.w
        slope = np.linalg.solve(to_new.T, one.slope)
        size = float(np.exp(one.step[1]))
        found.append(reset_moments(one._replace(w=w, slope=slope), size))
    return tuple(found), after


def reset_moments(state: ChainState, size: float) -> ChainState:
    """Return a state with cleared moments and a first step size.

    Parameters
    ----------
    state : ChainState
    size : float
        Step size, in the coordinates of the metric.

    Returns
    -------
    ChainState
    """
    k = len(state.w)
    step = first_step(size)
    step[1] = step[0]
    return state._replace(step=step, counted=0.0, mean=np.zeros(k), spread=np.zeros((k, k)))


def _metric_of_draws(chains: Sequence[ChainState], metric: Metric) -> Metric:
    """The metric from the draws of all chains and the earlier metric, whose covariance in w is 1."""
    k = len(metric.mode)
    count = float(sum(one.counted for one in chains))
    mean = sum((one.counted * one.mean for one in chains), np.zeros(k)) / count
    spread = np.zeros((k, k))
    for one in chains:
        away = one.mean - mean
        spread += one.spread + one.counted * np.outer(away, away)
    before = WEIGHT_BEFORE + k
    covariance = (spread + before * np.eye(k)) / (count + before)
    root: Float[Parameter, Parameter] = (metric.root @ np.linalg.cholesky(covariance)).astype(np.float64)
    return metric._replace(root=root)
