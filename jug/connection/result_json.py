"""The outcome of a phase connection in numbers."""

import math
from collections.abc import Sequence

from jug.connection.judgement import Verdict, is_lower_limit, next_best
from jug.connection.leaf import Leaf
from jug.connection.linear_problem import Task
from jug.connection.parameter_steps import Tested
from jug.connection.report import LISTED_SOLUTIONS
from jug.connection.search_outcome import TurnSearchOutcome
from jug.connection.solutions import Solution
from jug.connection.statement import statement
from jug.text.json_types import JsonObject
from jug.version import __version__


def connection_to_json(
    verdict: Verdict, task: Task, outcome: TurnSearchOutcome, tested: Sequence[Tested], solutions: Sequence[Solution]
) -> JsonObject:
    """Return the outcome as numbers, texts, lists and dicts; a number that is not finite becomes None.

    Parameters
    ----------
    verdict : Verdict
    task : Task
    outcome : TurnSearchOutcome
    tested : sequence of Tested
    solutions : sequence of Solution

    Returns
    -------
    dict
        ``chi2`` and ``dof`` are those of the last fit, which has no priors; ``start_chi2`` and ``chi2`` of
        ``solutions`` are with the priors; ``start_chi2_priors``, ``chi2_priors`` and ``chi2_toas`` are contributions.
    """
    fit = solutions[0].fit if solutions else None
    above = next_best(outcome) if outcome.leaves else -math.inf
    return {
        "jug": __version__,
        "psr": task.model.psr,
        "verdict": verdict.value,
        "unique": verdict is Verdict.UNIQUE,
        "statement": statement(verdict, task, outcome),
        "n_toa": len(task.toas),
        "clusters": task.clusters.number.tolist(),
        "clusters_by": task.clusters.by,
        "free": list(task.model.free),
        "start_chi2": outcome.jumped,
        "start_chi2_priors": outcome.jumped_priors,
        "nodes": outcome.nodes,
        "next_best": above if math.isfinite(above) else None,
        "next_best_is_lower_limit": math.isfinite(above) and is_lower_limit(outcome),
        "chi2": None if fit is None else fit.chi2,
        "dof": None if fit is None else fit.dof,
        "solutions": [_solution(task, one) for one in outcome.leaves[:LISTED_SOLUTIONS]],
        "not_added": [{"names": list(t.names), "decrease": t.decrease, "chance": t.chance} for t in tested],
    }


def _solution(task: Task, one: Leaf) -> JsonObject:
    """One solution: chi2 with the priors, the contributions of TOAs and of priors, and the turns."""
    own = task.prior_chi2(one.delta)
    return {"chi2": one.chi2, "chi2_toas": one.chi2 - own, "chi2_priors": own, "turns": list(one.turns)}
