"""`connect`: the steps of a phase connection, in order."""

from collections.abc import Callable, Iterable
from os import PathLike, fspath

import numpy as np

from jug.connection.clusters import Clusters, clusters
from jug.connection.judgement import Verdict, verdict_of_search
from jug.connection.leaf import fit_with_jumps
from jug.connection.linear_problem import Task
from jug.connection.numbering import first_numbers
from jug.connection.own_fit import is_own_fit
from jug.connection.priors import prior_sigmas
from jug.connection.result import Connected
from jug.connection.search import TurnSearch
from jug.connection.solutions import fit_solutions
from jug.connection.state import SearchState
from jug.connection.stated_turns import without_jumps, without_stated_turns
from jug.connection.stepwise_search import search_with_additions
from jug.core.array import Int, Toa
from jug.core.execution.given_warnings import give_warning
from jug.errors import FitError, InputWarning
from jug.fitting.checks import model_to_fit
from jug.fitting.verdict.without_turns import LEAST_FALL
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

MAX_NODES = 10_000_000
"""Largest number of nodes of all enumerations together: half a minute. Campaigns that can be connected need some
thousand."""


def connect(
    model: TimingModel,
    toas: TOAs,
    *,
    free: Iterable[str] | None = None,
    by: str = "auto",
    gap_d: float | None = None,
    priors: bool = True,
    add: bool = True,
    max_nodes: int = MAX_NODES,
    state: str | PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Connected:
    """Find the whole number of turns in each gap between clusters of TOAs.

    Parameters
    ----------
    model, toas : TimingModel, TOAs
        As `jug.load` returns them.
    free : iterable of str, optional
        Parameters to fit; when absent, the parameters with a fit flag in the par file.
    by : {"auto", "jumps", "gaps"}
        From JUMP blocks and GAP lines of the tim file, or from the gaps; ``auto``: from such lines where there are any.
    gap_d : float, optional
        Longest gap inside a cluster, d. When absent: gaps across which the par file's uncertainties predict the phase
        to 0.1 turn; or 0.25 d where F0 has no uncertainty, or where the uncertainties are not priors.
    priors : bool
        Whether uncertainties of the par file are priors. Those of a fit of these TOAs never are: it assumed turns.
    add : bool
        Whether to free more parameters where nothing connects the TOAs, or where an F-test is significant at 3 sigma.
    max_nodes : int
        Nodes of all enumerations together, at most. A search that reaches it is not called unique.
    state : path, optional
        A file for the state of a search, from which a later run with the same input goes on.
    progress : callable, optional
        Called with a line of text about the progress, every few seconds.

    Returns
    -------
    Connected
        Also where nothing connects the TOAs: ``.verdict`` has the conclusion.

    Raises
    ------
    FitError, InputError
        No parameter is free; there is only one cluster; a state file that cannot be used.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.connect(model, toas, gap_d=10.0)
    >>> found.unique, found.clusters.n
    (True, 15)
    """
    model = model_to_fit(model, toas, free, wideband=False)
    runner = TurnSearch(max_nodes, SearchState(None if state is None else fspath(state)), progress or _ignore_progress)
    own_fit = is_own_fit(model, toas)
    found = clusters(model, toas, by, gap_d, trusted=priors and not own_fit)
    return _connect_clusters(model, toas, found, runner, priors=priors, own_fit=own_fit, add=add)


def _connect_clusters(
    model: TimingModel, toas: TOAs, found: Clusters, runner: TurnSearch, *, priors: bool, own_fit: bool, add: bool
) -> Connected:
    """Number the pulses inside the clusters, search, judge, and fit the solutions."""
    bare, start = without_stated_turns(toas, found), without_jumps(model) if found.by == "jumps" else model
    if not start.free:
        raise FitError(f"{model.par.path}: no parameter is free; set fit flags to 1 in the par file")

    def task_with(one: TimingModel, number: Int[Toa]) -> Task:
        return Task(one, bare, found, number, prior_sigmas(one, wanted=priors and not own_fit), own_fit)

    number = first_numbers(model, toas, found)
    if "phase" in toas.raw.flags:
        without = first_numbers(model, toas, found, phases=False)
        number = _better_numbers(task_with(start, number), task_with(start, without))

    def task_of(one: TimingModel) -> Task:
        return task_with(one, number)

    try:
        task, outcome, tested = search_with_additions(task_of, start, runner, add=add)
    except KeyboardInterrupt:
        runner.state.save()
        raise
    verdict = verdict_of_search(task, outcome)
    connected = Connected(verdict, task, outcome, tuple(tested), fit_solutions(task, outcome, verdict))
    if verdict is not Verdict.UNFINISHED:
        runner.state.remove()
    return connected


def _better_numbers(task: Task, other: Task) -> Int[Toa]:
    """Choose the pulse numbers with the turns of PHASE, or those without, by the smaller chi2."""
    turned = np.flatnonzero(task.number != other.number)
    if not len(turned):
        return task.number
    chi2, without = fit_with_jumps(task)[1], fit_with_jumps(other)[1]
    if chi2 < without + LEAST_FALL:
        return task.number
    give_warning(
        InputWarning(
            f"whole turns of PHASE or -phase are left out: chi2 with a JUMP for each cluster is {chi2 - without:.3g} "
            f"lower without them (the first at {task.toas.raw.where(int(turned[0]))})"
        )
    )
    return other.number


def _ignore_progress(text: str) -> None:
    """Ignore a report of progress."""
