"""The search for the best turns: enumeration about one model, non-linear fits, enumeration about the best of them.

The enumeration is exact where the residuals are linear in the parameters. So the solutions it finds are fitted, and it
is repeated about the best one until that one stays the best.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.connection.enumeration import Enumeration
from jug.connection.lattice import reduced
from jug.connection.leaf import Leaf, leaf, start
from jug.connection.linear_problem import LinearProblem, Task, linear_problem
from jug.connection.projection import limited, projected
from jug.connection.state import State

KEEP = 10
"""Number of solutions to look for."""

WINDOW = 500.0
"""Solutions with a chi2 further above the best one are not looked for."""

CENTRES = 8
"""Number of models about which to enumerate, at most."""

PART = 200_000
"""Nodes between two reports of progress: about half a second."""


class Sought(NamedTuple):
    """The outcome of a search.

    Attributes
    ----------
    leaves : tuple of Leaf
        The best first.
    jumped : float
        chi2 with an arbitrary offset for each cluster.
    beyond : float
        Every solution that is not among the leaves has at least this chi2 in the linear problem; -inf where the
        enumeration did not end.
    nodes : int
        Number of nodes visited.
    limited : bool
        Whether data and priors limit the turns of every gap; if not there are no leaves.
    """

    leaves: tuple[Leaf, ...]
    jumped: float
    beyond: float
    nodes: int
    limited: bool = True


class Search:
    """A search with limits.

    Parameters
    ----------
    max_nodes : int
        Number of nodes of one enumeration, at most.
    state : State
        Enumerations that were begun before.
    progress : callable
        Is told how far the search is, in words.
    """

    def __init__(self, max_nodes: int, state: State, progress: Callable[[str], None]) -> None:
        self.max_nodes, self.state, self.progress = max_nodes, state, progress

    def run(self, task: Task) -> Sought:
        """Search for the turns of a task.

        Parameters
        ----------
        task : Task

        Returns
        -------
        Sought
        """
        delta, jumped, problem = start(task)
        origin = np.zeros(task.clusters.n - 1, dtype=np.int64)
        leaves: dict[tuple[int, ...], Leaf] = {}
        centred: set[tuple[int, ...]] = set()
        nodes = 0
        for _ in range(CENTRES):
            found = self._enumerated(task, problem)
            if found is None:
                return Sought((), jumped, -np.inf, nodes, limited=False)
            candidates, beyond, visited = found
            nodes += visited
            for turns in candidates:
                key = tuple((turns + origin).tolist())
                if key not in leaves:
                    leaves[key] = leaf(task, key, delta)
            best = min(leaves.values(), key=lambda one: one.chi2)
            self.progress(f"chi2 {best.chi2:.1f}, {len(leaves)} solutions fitted, {nodes} nodes")
            if best.turns in centred:
                break  # the enumeration about the best solution finds no better one
            centred.add(best.turns)
            origin, delta = np.array(best.turns, dtype=np.int64), best.delta
            problem = linear_problem(task, delta, origin)
        else:
            beyond = -np.inf
        ordered = sorted(leaves.values(), key=lambda one: one.chi2)
        return Sought(tuple(ordered), jumped, beyond, nodes)

    def _enumerated(self, task: Task, problem: LinearProblem) -> tuple[list[NDArray[np.int64]], float, int] | None:
        """The best turns of a linear problem, the chi2 of all others at least, and the nodes; None if not limited."""
        form = projected(problem)
        if not limited(form):
            return None
        try:
            basis = reduced(form.r)
        except ArithmeticError:
            return None
        one = Enumeration(basis.r, basis.q @ form.t, KEEP, WINDOW)
        key = self.state.key(task.model.free, form.r, form.t)
        if key in self.state.enumerations:
            one.resume(self.state.enumerations[key])
        while not one.done and one.nodes < self.max_nodes:
            one.run(min(PART, self.max_nodes - one.nodes))
            self.state.enumerations[key] = one.state()
            if not one.done:
                self.state.save()
                self.progress(f"{one.nodes} nodes, {len(one.best)} solutions")
        turns = [basis.u @ np.array(found.w, dtype=np.int64) for found in one.best]
        return turns, form.base + one.limit if one.done else -np.inf, one.nodes
