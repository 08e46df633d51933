"""The search for the best turns: enumeration about one model, non-linear fits, enumeration about the best of them.

The enumeration is exact where the residuals are linear in the parameters. So the solutions it finds are fitted, and it
is repeated about the best one until that one stays the best.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jug.compute.enumeration import Enumeration
from jug.compute.lattice import reduced
from jug.connection.leaf import Leaf, leaf, start
from jug.connection.linear_problem import Task, linear_problem
from jug.connection.projection import limited, projected
from jug.connection.state import SearchState

KEPT_SOLUTIONS = 10
"""Number of solutions to look for."""

CHI2_WINDOW = 500.0
"""Solutions with a chi2 further above the best one are not looked for."""

CENTRES = 8
"""Number of models about which to enumerate, at most."""

POOR_RISE = 10.0
"""Where chi2 of the best solution is larger by this for each gap than with a JUMP for each cluster, the search begins
again about the values of the par file."""

NODES_AT_ONCE = 2_000_000
"""Nodes between two reports of progress: about a second."""


class Sought(NamedTuple):
    """The outcome of a search.

    Attributes
    ----------
    leaves : tuple of Leaf
        The best first; those with a chi2 larger by more than `CHI2_WINDOW` are left out.
    jumped : float
        chi2 with an arbitrary offset for each cluster.
    beyond : float
        Every solution that is not among the leaves has at least this chi2 in the linear problem; -inf where the
        enumeration did not end, or the best solution did not stay the best.
    nodes : int
        Number of nodes visited.
    ended : bool
        Whether every enumeration ended below the limit of nodes.
    limited : bool
        Whether data and priors limit the turns of every gap; if not there are no leaves.
    """

    leaves: tuple[Leaf, ...]
    jumped: float
    beyond: float
    nodes: int
    ended: bool = True
    limited: bool = True


class TurnSearch:
    """A search with limits.

    Parameters
    ----------
    max_nodes : int
        Number of nodes of one enumeration, at most.
    state : SearchState
        Enumerations that were begun before.
    progress : callable
        Called with a line of text about the progress.
    """

    def __init__(self, max_nodes: int, state: SearchState, progress: Callable[[str], None]) -> None:
        self.max_nodes, self.state, self.progress = max_nodes, state, progress

    def run(self, task: Task, about: Leaf | None = None) -> Sought:
        """Search for the turns of a task.

        Parameters
        ----------
        task : Task
        about : Leaf, optional
            A solution about which to begin; the fit with a JUMP for each cluster when absent, and, where this leads to
            no solution that fits, the values of the par file.

        Returns
        -------
        Sought
        """
        delta, jumped, _ = start(task)
        none = (0,) * (task.clusters.n - 1)
        values = Leaf(np.inf, none, np.zeros(len(task.sigma)))
        waiting = [Leaf(np.inf, none, delta), values] if about is None else [about]
        leaves = {} if about is None else {about.turns: about}
        centred: set[tuple[int, ...]] = set()
        centre, nodes, beyond, ended = waiting.pop(0), 0, -np.inf, True
        for _ in range(CENTRES):
            found = self._enumerated(task, centre)
            if found is None:
                return Sought((), jumped, -np.inf, nodes, limited=False)
            candidates, least, visited = found
            nodes, ended = nodes + visited, ended and least > -np.inf
            for turns in candidates:
                if turns not in leaves:
                    leaves[turns] = leaf(task, turns, centre.delta)
            best = min(leaves.values(), key=lambda one: one.chi2)
            self.progress(f"chi2 {best.chi2:.1f}, {len(leaves)} solutions fitted, {nodes} nodes")
            if best.turns == centre.turns and np.isfinite(centre.chi2):
                beyond = least  # the enumeration about the best solution finds no better one
            if best.turns not in centred:
                centre = best
                centred.add(best.turns)
            elif waiting and best.chi2 - jumped > POOR_RISE * len(none):
                centre, beyond = waiting.pop(0), -np.inf
            else:
                break
        least = min(one.chi2 for one in leaves.values())
        ordered = sorted((one for one in leaves.values() if one.chi2 <= least + CHI2_WINDOW), key=lambda one: one.chi2)
        return Sought(tuple(ordered), jumped, beyond, nodes, ended)

    def _enumerated(self, task: Task, centre: Leaf) -> tuple[list[tuple[int, ...]], float, int] | None:
        """The best turns about a solution, the chi2 of all others at least, and the nodes; None if not limited."""
        origin = np.array(centre.turns, dtype=np.int64)
        form = projected(linear_problem(task, centre.delta, origin))
        if not limited(form):
            return None
        try:
            basis = reduced(form.r)
        except ArithmeticError:
            return None
        one = Enumeration(basis.r, basis.q @ form.t, KEPT_SOLUTIONS, CHI2_WINDOW)
        key = self.state.key(task.model.free, form.r, form.t)
        if key in self.state.enumerations:
            one.resume(self.state.enumerations[key])
        while not one.done and one.nodes < self.max_nodes:
            one.run(min(NODES_AT_ONCE, self.max_nodes - one.nodes))
            self.state.enumerations[key] = one.state()
            if not one.done:
                self.state.save()
                self.progress(f"{one.nodes} nodes, {len(one.best)} solutions")
        turns = [tuple((origin + basis.u @ np.array(found.w, dtype=np.int64)).tolist()) for found in one.best]
        return turns, form.base + one.limit if one.done else -np.inf, one.nodes
