"""The outcome of a phase connection in words."""

import math
from collections.abc import Sequence
from textwrap import fill, wrap

from jug.connection.judgement import Verdict, degrees_of_freedom
from jug.connection.linear_problem import Task
from jug.connection.parameter_steps import Tested
from jug.connection.search_outcome import TurnSearchOutcome
from jug.connection.solutions import Solution
from jug.connection.statement import contributions, statement
from jug.core.display.shown import REPORT_WIDTH

LISTED_SOLUTIONS = 10
"""Largest number of solutions in the report."""

FOUND_BY = {"jumps": "from JUMP blocks and GAP lines of the tim file", "gaps": "from the gaps"}

OWN_FIT = "; the uncertainties of the par file are those of a fit of these TOAs, which assume the turns"


def connection_report(
    verdict: Verdict, task: Task, outcome: TurnSearchOutcome, tested: Sequence[Tested], solutions: Sequence[Solution]
) -> str:
    """Format the outcome as text.

    Parameters
    ----------
    verdict : Verdict
    task : Task
    outcome : TurnSearchOutcome
    tested : sequence of Tested
    solutions : sequence of Solution

    Returns
    -------
    str
    """
    clusters, priors = task.clusters, int((task.sigma < math.inf).sum())
    shares = contributions(outcome.jumped, outcome.jumped_priors, priors)
    jumped_dof = degrees_of_freedom(task) - (clusters.n - 1)
    lines = [
        f"PSR {task.model.psr or '(no name)'}",
        "",
        f"Number of TOAs            {len(task.toas)}",
        f"Clusters                  {clusters.n}, {FOUND_BY[clusters.by]}",
        f"Free parameters           {', '.join(task.model.free)}",
        f"With priors               {priors}{OWN_FIT if task.own_fit else ''}",
        f"Start                     chi2 {outcome.jumped:.2f}{shares} for {jumped_dof} degrees of freedom, a JUMP a"
        " cluster",
        f"Nodes                     {outcome.nodes}",
    ]
    if solutions:
        fit = solutions[0].fit
        if fixed := [name for name in task.model.free if name not in fit.names]:
            lines.append(f"Fixed in the last fit     {', '.join(fixed)}, which priors determine better than the TOAs")
        alone = ", of the TOAs alone: the last fit has no priors" if priors else ""
        lines.append(f"Best solution             chi2 {fit.chi2:.2f} for {fit.dof} degrees of freedom{alone}")
    lines += [
        f"Not added                 {', '.join(test.names)}: chi2 falls by {test.decrease:.1f}, by chance with"
        f" probability {test.chance:.2g}"
        for test in tested
        if test.decrease > 0.05
    ]
    folded = [
        fill(line, REPORT_WIDTH, subsequent_indent=26 * " ", break_on_hyphens=False) if line else "" for line in lines
    ]
    conclusion = statement(verdict, task, outcome)  # the last line, not wrapped, for scripts
    return "\n".join([*folded, "", *_table(task, outcome), "", conclusion])


def _table(task: Task, outcome: TurnSearchOutcome) -> list[str]:
    """Format the best solutions, a line each; with priors also what TOAs and priors contribute to chi2."""
    if not outcome.leaves:
        return []
    best, priors = outcome.leaves[0].chi2, bool((task.sigma < math.inf).any())
    extra = "     of TOAs   of priors" if priors else ""
    rows = [f"Solution        chi2{extra}   above the best   turns of clusters after the first"]
    indent = " " * rows[0].index("turns")
    for k, one in enumerate(outcome.leaves[:LISTED_SOLUTIONS], 1):
        own = task.prior_chi2(one.delta)
        apart = f" {one.chi2 - own:11.2f} {own:11.2f}" if priors else ""
        row = f"{k:8d} {one.chi2:11.2f}{apart} {one.chi2 - best:16.2f}   {' '.join(map(str, one.turns))}"
        rows += wrap(row, REPORT_WIDTH, subsequent_indent=indent, break_on_hyphens=False)
    return rows
