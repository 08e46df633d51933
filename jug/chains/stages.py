"""The stages of a run: the warm-up in four parts, then the draws that count.

In the first the chains come to where the posterior is. After the second and the third the metric is that of their
draws, of all chains together, with the metric of before as `WEIGHT_BEFORE` draws. In the fourth only the step size is
adapted, as in all.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.chains.kernel import ChainState, Metric, first_step
from jug.core.array import Float, Parameter

WEIGHT_BEFORE = 20.0
"""Draws that the metric of before counts for, and one more for each parameter."""


class RunStage(NamedTuple):
    """A stage of a run.

    Parameters
    ----------
    number : int
        Draws of each chain.
    adapting : bool
        Whether the step size is adapted; the draws then do not count.
    new_metric : bool
        Whether the draws give a new metric at its end.
    """

    number: int
    adapting: bool
    new_metric: bool


def stages_of(warmup: int, draws: int) -> tuple[RunStage, ...]:
    """Divide a run into stages.

    Parameters
    ----------
    warmup, draws : int
        Of each chain.

    Returns
    -------
    tuple of RunStage
    """
    ends = [round(part * warmup) for part in (0.15, 0.4, 0.75, 1.0)]
    counts = np.diff([0, *ends]).tolist()
    learnt = (False, True, True, False)
    return (*(RunStage(n, True, new) for n, new in zip(counts, learnt, strict=True)), RunStage(draws, False, False))


def next_stage(chains: Sequence[ChainState], metric: Metric, new_metric: bool) -> tuple[tuple[ChainState, ...], Metric]:
    """Begin a stage: the metric where it is learnt, the step sizes begin again, the moments are empty.

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
    after = _learnt(chains, metric) if new_metric else metric
    to_new = np.linalg.solve(after.root, metric.root)
    found = []
    for one in chains:
        w = to_new @ one.w
        slope = np.linalg.solve(to_new.T, one.slope)
        size = float(np.exp(one.step[1]))
        found.append(emptied(one._replace(w=w, slope=slope), size))
    return tuple(found), after


def emptied(state: ChainState, size: float) -> ChainState:
    """Return a state without moments, with a step size to begin with.

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


def _learnt(chains: Sequence[ChainState], metric: Metric) -> Metric:
    """The metric of the draws of all chains, in which that of before has the covariance 1."""
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
