"""The solutions of a search as fitted models and TOAs with pulse numbers."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jug.connection.judgement import Verdict, margin
from jug.connection.leaf import Leaf
from jug.connection.linear_problem import Task
from jug.connection.prior_limited import names_limited_by_priors
from jug.connection.search_outcome import TurnSearchOutcome
from jug.connection.stated_turns import with_numbers
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.io.par import ParFile, parse_line
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


class Solution(NamedTuple):
    """One way to connect the TOAs.

    Attributes
    ----------
    fit : FitResult
        The fit with these pulse numbers, without priors; parameters that priors determine better are fixed.
    toas : TOAs
        With pulse numbers as flags -pn.
    turns : tuple of int
        Turns by which each cluster after the first is ahead of the prediction of the model with which the search began.
    above : float
        By how much chi2, with the priors, is larger than that of the best solution.
    """

    fit: FitResult
    toas: TOAs
    turns: tuple[int, ...]
    above: float


def fit_solutions(task: Task, outcome: TurnSearchOutcome, verdict: Verdict) -> tuple[Solution, ...]:
    """Fit the best solution and those that are about as good.

    Parameters
    ----------
    task : Task
    outcome : TurnSearchOutcome
    verdict : Verdict

    Returns
    -------
    tuple of Solution
        The best first; empty where the TOAs are not connected, or the search did not end.
    """
    if verdict in (Verdict.NOT_CONNECTED, Verdict.UNFINISHED):
        return ()
    best, limit = outcome.leaves[0].chi2, margin(task, outcome)
    near = [one for one in outcome.leaves if one.chi2 - best <= limit]
    model = replace(task.model, par=_with_track(task.model.par), settings=replace(task.model.settings, track="-2"))
    return tuple(_fit_solution(task, model, one, one.chi2 - best) for one in near)


def _fit_solution(task: Task, model: TimingModel, one: Leaf, above: float) -> Solution:
    start = model.moved(dict(zip(model.free, one.delta.tolist(), strict=True)))
    toas = with_numbers(task.toas, task.numbers_with(np.array(one.turns, dtype=np.int64)))
    fixed = names_limited_by_priors(task, one)
    free = [name for name in start.free if name not in fixed]
    return Solution(fit(start, toas, free=free, backend="numpy", robust="none", noise=False), toas, one.turns, above)


def _with_track(par: ParFile) -> ParFile:
    """The par file with TRACK -2, so that every program uses the pulse numbers."""
    kept = tuple(line for line in par.lines if line.key != "TRACK")
    number = max(line.number for line in par.lines) + 1
    return replace(par, lines=(*kept, parse_line(number, "TRACK -2")))
