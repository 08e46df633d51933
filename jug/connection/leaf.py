"""The non-linear fit at fixed pulse numbers: Gauss-Newton steps with the priors, halved where chi2 rises."""

from typing import NamedTuple

import numpy as np

from jug.connection.linear_problem import LinearProblem, Task, linear_problem
from jug.connection.projection import best_change, least_chi2
from jug.core.array import Float, Int, K, Parameter
from jug.errors import InputError

LEAF_STEPS, LEAF_HALVINGS = 12, 6
"""Largest number of steps of a fit of one numbering, and of halvings of a step."""

SETTLED = 1e-3
"""Predicted decrease of chi2 at which the fit ends. Solutions are compared at differences of 10 and more."""


class Leaf(NamedTuple):
    """One solution.

    Attributes
    ----------
    chi2 : float
        With the priors, at the end of the non-linear fit.
    turns : tuple of int
        Turns of the clusters after the first.
    delta : (k,) float64
        Change of the free parameters from the start, in the units of the values.
    """

    chi2: float
    turns: tuple[int, ...]
    delta: Float[Parameter]


def fit_leaf(task: Task, turns: tuple[int, ...], delta: Float[Parameter]) -> Leaf:
    """Fit at fixed turns.

    Parameters
    ----------
    task : Task
    turns : tuple of int
        Turns of the clusters after the first.
    delta : (k,) float64
        Where the fit begins.

    Returns
    -------
    Leaf
    """
    delta, chi2, _ = minimise_over_parameters(task, delta, np.array(turns, dtype=np.int64), jumps=False)
    return Leaf(chi2, turns, delta)


def fit_with_jumps(task: Task) -> tuple[Float[Parameter], float, LinearProblem]:
    """Fit with an arbitrary offset for each cluster, as a JUMP would give it.

    Parameters
    ----------
    task : Task

    Returns
    -------
    delta : (k,) float64
    chi2 : float
        With the priors.
    problem : LinearProblem
        At this change, without turns.
    """
    return minimise_over_parameters(
        task, np.zeros(len(task.sigma)), np.zeros(task.clusters.n - 1, dtype=np.int64), jumps=True
    )


def minimise_over_parameters(
    task: Task, delta: Float[Parameter], turns: Int[K], *, jumps: bool
) -> tuple[Float[Parameter], float, LinearProblem]:
    """Take steps until chi2 no longer falls.

    Parameters
    ----------
    task : Task
    delta : (k,) float64
        Where to begin.
    turns : (clusters - 1,) int64
    jumps : bool
        Whether each cluster has an offset of its own.

    Returns
    -------
    delta : (k,) float64
    chi2 : float
        At the end, no unit.
    problem : LinearProblem
        At this change and these turns.
    """
    problem = linear_problem(task, delta, turns)
    chi2 = least_chi2(problem, jumps=jumps)
    for _ in range(LEAF_STEPS):
        step, predicted = best_change(problem, jumps=jumps)
        if chi2 - predicted < SETTLED:
            break
        for halving in range(LEAF_HALVINGS):
            try:
                after = linear_problem(task, delta + step * 0.5**halving, turns)
            except InputError:  # a value outside its bounds
                continue
            lower = least_chi2(after, jumps=jumps)
            if lower < chi2:
                break
        else:
            break
        delta, chi2, problem = delta + step * 0.5**halving, lower, after
    return delta, chi2, problem
