"""The outcome of a phase connection in one sentence."""

from jug.connection.judgement import Verdict, degrees_of_freedom, fits, is_lower_limit, is_noisy, margin, next_best
from jug.connection.linear_problem import Task
from jug.connection.search_outcome import TurnSearchOutcome
from jug.fitting.verdict.wrong_orbit import orbit_advice


def statement(verdict: Verdict, task: Task, outcome: TurnSearchOutcome) -> str:
    """State the conclusion of a search in one sentence.

    Parameters
    ----------
    verdict : Verdict
    task : Task
    outcome : TurnSearchOutcome

    Returns
    -------
    str
    """
    if not outcome.limited:
        bare = ", ".join(name for name, sigma in zip(task.model.free, task.sigma, strict=True) if sigma == float("inf"))
        todo = f"give an uncertainty in the par file to {bare}, or fix some" if bare else "free fewer parameters"
        if task.own_fit:
            todo = "use the start from before that fit, with its uncertainties, a longer --gap (gap_d=), or free less"
        return f"not connected: neither TOAs nor priors limit the turns of every gap; {todo}"
    if verdict is Verdict.NOT_CONNECTED and is_noisy(task, outcome):
        dof = degrees_of_freedom(task) - (task.clusters.n - 1)
        found = f"chi2 is {outcome.jumped:.1f} for {dof} degrees of freedom with a JUMP for each cluster already"
        todo = "check the values of the par file, priors (--no-priors, priors=False, leaves them out) and uncertainties"
        return f"not connected: {found}, so the TOAs inside the clusters do not fit; {_orbit_first(task)}{todo}"
    if verdict is Verdict.NOT_CONNECTED:
        best, own = outcome.leaves[0].chi2, task.prior_chi2(outcome.leaves[0].delta)
        shares = contributions(best, own, int((task.sigma < float("inf")).sum()), 1)
        found = f"chi2 {best:.1f}{shares} for {degrees_of_freedom(task)} degrees of freedom"
        todo = "check clusters, uncertainties and priors (--no-priors, priors=False, leaves them out), or free more"
        return f"not connected: the best solution has {found}; {_orbit_first(task)}{todo}"
    if verdict is Verdict.UNFINISHED and outcome.ended:
        return "not finished: the residuals are not linear enough for the best solution to settle; use a better start"
    if verdict is Verdict.UNFINISHED:
        found = f"the limit was reached after {outcome.nodes} nodes, so other solutions may be better"
        wrong = "" if fits(task, outcome) else _orbit_first(task)
        todo = "raise --max-nodes (max_nodes=), or give more parameters an uncertainty in the par file"
        return f"not finished: {found}; {wrong}{todo}"
    above = f"{next_best(outcome):.1f}"
    if verdict is Verdict.UNIQUE:
        least = "at least " if is_lower_limit(outcome) else ""
        return f"unique: the next best solution has a chi2 {least}{above} larger"
    limit = margin(task, outcome)
    many = sum(one.chi2 - outcome.leaves[0].chi2 <= limit for one in outcome.leaves)
    more = " or more" if outcome.beyond - outcome.leaves[0].chi2 <= limit else ""
    near = f"{many}{more} solutions have a chi2 within {limit:.1f} of the best one"
    return f"ambiguous: {near}; the next is {above} above it"


def contributions(chi2: float, of_priors: float, priors: int, digits: int = 2) -> str:
    """Format what TOAs and priors contribute to chi2.

    Parameters
    ----------
    chi2 : float
        With the priors.
    of_priors : float
        What they contribute.
    priors : int
        Number of priors.
    digits : int
        Decimals.

    Returns
    -------
    str
        In parentheses, after a blank; empty without priors.
    """
    return f" (TOAs {chi2 - of_priors:.{digits}f}, priors {of_priors:.{digits}f})" if priors else ""


def _orbit_first(task: Task) -> str:
    """The hint to look for another orbit first, followed by "or"; empty for a pulsar without an orbit."""
    advice = orbit_advice(task.model, task.toas)
    return f"{advice}, or begin with the orbit that spin periods show; or " if advice else ""
