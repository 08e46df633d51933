"""Whether a solution fits, and whether it is the only one."""

from enum import Enum

from jug.connection.linear_problem import Task
from jug.connection.sought import Sought

UNIQUE = 25.0
"""Least difference of chi2 between the next best solution and the best one, in units of the reduced chi2 where that is
above 1: 5 sigma."""

NOISY = 9.0
"""Reduced chi2 inside the clusters above which an ambiguous search counts as not connected: noise does not explain
uncertainties that are too small by more than a factor of 3."""

POOR_PROBABILITY = 1e-5
"""Least probability of so large a chi2 by chance. Below it a solution does not connect the TOAs."""


class Verdict(Enum):
    """The conclusion of a search."""

    UNIQUE = "unique"
    AMBIGUOUS = "ambiguous"
    UNFINISHED = "not finished"
    NOT_CONNECTED = "not connected"


def degrees_of_freedom(task: Task) -> int:
    """Count TOAs and priors less the free parameters and the offset.

    Parameters
    ----------
    task : Task

    Returns
    -------
    int
    """
    priors = int((task.sigma < float("inf")).sum())
    return len(task.toas) + priors - len(task.sigma) - 1


def noise_scale(task: Task, sought: Sought) -> float:
    """Estimate the reduced chi2 of the data from the scatter inside the clusters, at least 1.

    Parameters
    ----------
    task : Task
    sought : Sought

    Returns
    -------
    float
        1 with fewer than 5 degrees of freedom.
    """
    dof = degrees_of_freedom(task) - (task.clusters.n - 1)
    return max(1.0, sought.jumped / dof) if dof >= 5 else 1.0


def is_noisy(task: Task, sought: Sought) -> bool:
    """Whether the TOAs inside the clusters do not fit, because the model or their uncertainties are wrong.

    Parameters
    ----------
    task : Task
    sought : Sought

    Returns
    -------
    bool
    """
    return noise_scale(task, sought) > NOISY


def fits(task: Task, sought: Sought) -> bool:
    """Whether the best solution has a chi2 that noise can explain.

    Parameters
    ----------
    task : Task
    sought : Sought

    Returns
    -------
    bool
    """
    from scipy.special import chdtrc

    dof = degrees_of_freedom(task)
    if not sought.leaves or dof <= 0:
        return False
    return bool(chdtrc(dof, sought.leaves[0].chi2 / noise_scale(task, sought)) > POOR_PROBABILITY)


def margin(task: Task, sought: Sought) -> float:
    """Return by how much chi2 of another solution must be larger for the best one to be unique.

    Parameters
    ----------
    task : Task
    sought : Sought

    Returns
    -------
    float
        Difference of chi2, no unit.
    """
    return UNIQUE * max(1.0, sought.leaves[0].chi2 / degrees_of_freedom(task))


def next_best(sought: Sought) -> float:
    """Return a lower limit of the difference of chi2 between the next best solution and the best one.

    Parameters
    ----------
    sought : Sought

    Returns
    -------
    float
        No unit. -inf where the enumeration did not end; 0 where solutions that were not fitted may be as good.
    """
    if sought.beyond == float("-inf"):
        return sought.beyond
    others = [one.chi2 for one in sought.leaves[1:2]]
    return max(0.0, min([*others, sought.beyond]) - sought.leaves[0].chi2)


def is_lower_limit(sought: Sought) -> bool:
    """Whether `next_best` is only a lower limit: no other solution was fitted up to where the enumeration ended.

    Parameters
    ----------
    sought : Sought

    Returns
    -------
    bool
    """
    return not any(one.chi2 <= sought.beyond for one in sought.leaves[1:2])


def verdict_of_search(task: Task, sought: Sought) -> Verdict:
    """Return the verdict on the outcome of a search.

    Parameters
    ----------
    task : Task
    sought : Sought

    Returns
    -------
    Verdict
    """
    if not sought.limited:
        return Verdict.NOT_CONNECTED
    if (sought.ended or is_noisy(task, sought)) and not fits(task, sought):
        return Verdict.NOT_CONNECTED
    unclear = sought.beyond == float("-inf")
    if not unclear and next_best(sought) > margin(task, sought):
        return Verdict.UNIQUE
    if is_noisy(task, sought):
        return Verdict.NOT_CONNECTED
    return Verdict.UNFINISHED if unclear else Verdict.AMBIGUOUS
