"""Whether a solution fits, and whether it is the only one."""

from enum import Enum

from jug.connection.linear_problem import Task
from jug.connection.search_outcome import TurnSearchOutcome

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


def noise_scale(task: Task, outcome: TurnSearchOutcome) -> float:
    """Estimate the reduced chi2 of the data from the scatter inside the clusters, at least 1.

    Parameters
    ----------
    task : Task
    outcome : TurnSearchOutcome

    Returns
    -------
    float
        1 with fewer than 5 degrees of freedom.
    """
    dof = degrees_of_freedom(task) - (task.clusters.n - 1)
    return max(1.0, outcome.jumped / dof) if dof >= 5 else 1.0


def is_noisy(task: Task, outcome: TurnSearchOutcome) -> bool:
    """Whether the TOAs inside the clusters do not fit, because the model or their uncertainties are wrong.

    Parameters
    ----------
    task : Task
    outcome : TurnSearchOutcome

    Returns
    -------
    bool
    """
    return noise_scale(task, outcome) > NOISY


def fits(task: Task, outcome: TurnSearchOutcome) -> bool:
    """Whether the best solution has a chi2 that noise can explain.

    Parameters
    ----------
    task : Task
    outcome : TurnSearchOutcome

    Returns
    -------
    bool
    """
    from scipy.special import chdtrc

    dof = degrees_of_freedom(task)
    if not outcome.leaves or dof <= 0:
        return False
    return bool(chdtrc(dof, outcome.leaves[0].chi2 / noise_scale(task, outcome)) > POOR_PROBABILITY)


def margin(task: Task, outcome: TurnSearchOutcome) -> float:
    """Return by how much chi2 of another solution must be larger for the best one to be unique.

    Parameters
    ----------
    task : Task
    outcome : TurnSearchOutcome

    Returns
    -------
    float
        Difference of chi2, no unit.
    """
    return UNIQUE * max(1.0, outcome.leaves[0].chi2 / degrees_of_freedom(task))


def next_best(outcome: TurnSearchOutcome) -> float:
    """Return a lower limit of the difference of chi2 between the next best solution and the best one.

    Parameters
    ----------
    outcome : TurnSearchOutcome

    Returns
    -------
    float
        No unit. -inf where the enumeration did not end; 0 where solutions that were not fitted may be as good.
    """
    if outcome.beyond == float("-inf"):
        return outcome.beyond
    others = [one.chi2 for one in outcome.leaves[1:2]]
    return max(0.0, min([*others, outcome.beyond]) - outcome.leaves[0].chi2)


def is_lower_limit(outcome: TurnSearchOutcome) -> bool:
    """Whether `next_best` is only a lower limit: no other solution was fitted up to where the enumeration ended.

    Parameters
    ----------
    outcome : TurnSearchOutcome

    Returns
    -------
    bool
    """
    return not any(one.chi2 <= outcome.beyond for one in outcome.leaves[1:2])


def verdict_of_search(task: Task, outcome: TurnSearchOutcome) -> Verdict:
    """Return the verdict on the outcome of a search.

    Parameters
    ----------
    task : Task
    outcome : TurnSearchOutcome

    Returns
    -------
    Verdict
    """
    if not outcome.limited:
        return Verdict.NOT_CONNECTED
    if (outcome.ended or is_noisy(task, outcome)) and not fits(task, outcome):
        return Verdict.NOT_CONNECTED
    unclear = outcome.beyond == float("-inf")
    if not unclear and next_best(outcome) > margin(task, outcome):
        return Verdict.UNIQUE
    if is_noisy(task, outcome):
        return Verdict.NOT_CONNECTED
    return Verdict.UNFINISHED if unclear else Verdict.AMBIGUOUS
