"""Parameters that priors determine much better than the TOAs do, which a fit without priors must fix."""

import numpy as np

from jug.connection.leaf import Leaf
from jug.connection.linear_problem import Task, linear_problem

PRIOR_RATIO = 3.0
"""Smallest ratio of the uncertainty from the TOAs to that of the prior at which a parameter is fixed."""

RIDGE = 1e-14
"""Added to the unit diagonal of the scaled normal matrix: a combination without data gets a large uncertainty."""


def names_limited_by_priors(task: Task, one: Leaf) -> tuple[str, ...]:
    """Name the free parameters whose uncertainty from the TOAs alone is more than 3 times that of their prior.

    They are found one by one, the worst first, each fixed before the next is looked for.

    Parameters
    ----------
    task : Task
    one : Leaf
        The solution.

    Returns
    -------
    tuple of str
    """
    bare = task._replace(sigma=np.full_like(task.sigma, np.inf))
    matrix = linear_problem(bare, one.delta, np.array(one.turns, dtype=np.int64)).matrix
    names, k = task.model.free, len(task.sigma)
    fixed: list[int] = []
    for _ in range(k):
        kept = [i for i in range(matrix.shape[1]) if i - 1 not in fixed]
        size = np.linalg.norm(matrix[:, kept], axis=0)
        size[size == 0.0] = 1.0
        scaled = matrix[:, kept] / size
        variance = np.diag(np.linalg.inv(scaled.T @ scaled + RIDGE * np.eye(len(kept))))
        ratio = np.zeros(matrix.shape[1])
        ratio[kept] = np.sqrt(variance) / size
        ratio = ratio[1 : 1 + k] / task.sigma
        worst = int(np.argmax(ratio))
        if ratio[worst] <= PRIOR_RATIO:
            break
        fixed.append(worst)
    return tuple(names[i] for i in fixed)
