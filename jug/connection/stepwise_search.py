"""The searches of a phase connection, with more free parameters where the data need them."""

from collections.abc import Callable

import numpy as np

from jug.analysis.term_tests.term_statistics import f_test
from jug.connection.judgement import Verdict, degrees_of_freedom, fits, is_noisy, verdict_of_search
from jug.connection.leaf import Leaf, fit_leaf
from jug.connection.linear_problem import Task
from jug.connection.parameter_steps import Tested, additions, with_more_free
from jug.connection.search import TurnSearch
from jug.connection.search_outcome import TurnSearchOutcome
from jug.model.timing_model import TimingModel


def search_with_additions(
    task_of: Callable[[TimingModel], Task], model: TimingModel, runner: TurnSearch, *, add: bool
) -> tuple[Task, TurnSearchOutcome, list[Tested]]:
    """Search with the free parameters, then with more where these do not connect the TOAs or an F-test asks for them.

    Parameters
    ----------
    task_of : callable
        Makes the task for a model.
    model : TimingModel
        With the first free parameters.
    runner : TurnSearch
    add : bool
        Whether more parameters may be freed.

    Returns
    -------
    task : Task
        The last one that was searched; the first one where none connects the TOAs.
    outcome : TurnSearchOutcome
        Its outcome.
    tested : list of Tested
        The parameters that were tried last, and not kept.
    """
    first = task = task_of(model)
    first_outcome = outcome = runner.run(task)
    while add and outcome.limited and (outcome.ended or is_noisy(task, outcome)) and not fits(task, outcome):
        more = additions(task.model)
        if not more:
            break
        wider = task_of(with_more_free(task.model, more[0]))
        after = runner.run(wider)
        if not after.limited:
            break
        task, outcome = wider, after
    if verdict_of_search(task, outcome) not in (Verdict.UNIQUE, Verdict.AMBIGUOUS):
        return first, first_outcome, []
    tested: list[Tested] = []
    while add:
        trials = [_test_addition(task_of, task, outcome, names) for names in additions(task.model)]
        tested = [test for test, *_ in trials]
        best = min(trials, key=lambda one: one[0].chance, default=None)
        if best is None or not best[0].kept:
            break
        after = runner.run(best[1], about=best[2])
        if not after.limited:
            break
        task, outcome = best[1], after
    return task, outcome, tested


def _test_addition(
    task_of: Callable[[TimingModel], Task], task: Task, outcome: TurnSearchOutcome, names: tuple[str, ...]
) -> tuple[Tested, Task, Leaf]:
    """The F-test of more free parameters on the best solution, the task with them, and the solution fitted again."""
    wider = task_of(with_more_free(task.model, names))
    own = dict(zip(task.model.free, outcome.leaves[0].delta.tolist(), strict=True))
    delta = np.array([own.get(name, 0.0) for name in wider.model.free])
    after = fit_leaf(wider, outcome.leaves[0].turns, delta)
    before = outcome.leaves[0].chi2
    _, chance = f_test(before - after.chi2, len(names), after.chi2, degrees_of_freedom(wider))
    return Tested(names, before - after.chi2, 1.0 if np.isnan(chance) else chance), wider, after
