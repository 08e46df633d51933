"""The search for the best turns: enumeration about one model, non-linear fits, enumeration about the best of them.

The enumeration is exact only where the residuals are linear in the parameters. So the solutions that it finds are
fitted, and it is repeated about the best one until that one stays the best.
"""

from collections.abc import Callable

import numpy as np

from jug.compute.enumeration import Enumeration
from jug.compute.lattice import reduce_lattice
from jug.connection.judgement import is_noisy
from jug.connection.leaf import Leaf, fit_leaf, fit_with_jumps
from jug.connection.linear_problem import Task, linear_problem
from jug.connection.projection import project_parameters, turns_are_limited
from jug.connection.search_outcome import TurnSearchOutcome
from jug.connection.state import SearchState

KEPT_SOLUTIONS = 10
"""Number of solutions to look for."""

CHI2_WINDOW = 500.0
"""Largest chi2 above that of the best solution at which a solution is looked for."""

CENTRES = 8
"""Largest number of models about which to enumerate."""

POOR_RISE = 10.0
"""Rise of chi2 for each gap, from a fit with a JUMP for each cluster to the best solution, above which the search
begins again about the values of the par file."""

NODES_AT_ONCE = 200_000
"""Number of nodes between two reports of progress, and between two writings of the state: less than a second."""

NOISY_SHARE = 0.01
"""Share of the nodes that may be visited where the TOAs inside the clusters do not fit: turns between clusters do not
improve that."""


class TurnSearch:
    """A search with limits.

    Parameters
    ----------
    max_nodes : int
        Largest number of nodes of all enumerations together. One enumeration may take an eighth of them; the next,
        about a solution that it has found, often ends with fewer.
    state : SearchState
        Enumerations that were begun before.
    progress : callable
        Called with a line of text about the progress.
    """

    def __init__(self, max_nodes: int, state: SearchState, progress: Callable[[str], None]) -> None:
        self.max_nodes, self.state, self.progress = max_nodes, state, progress
        self.visited: dict[str, int] = {}

    def run(self, task: Task, about: Leaf | None = None) -> TurnSearchOutcome:
        """Search for the turns of a task.

        Parameters
        ----------
        task : Task
        about : Leaf, optional
            A solution about which to begin. When absent, the search begins about the fit with a JUMP for each cluster,
            and again about the values of the par file where it finds no solution that fits.

        Returns
        -------
        TurnSearchOutcome
        """
        self.progress(f"fit with a JUMP for each of {task.clusters.n} clusters")
        delta, jumped, _ = fit_with_jumps(task)
        by_priors = task.prior_chi2(delta)
        left = self.max_nodes - sum(self.visited.values())
        if is_noisy(task, TurnSearchOutcome((), jumped, -np.inf, 0)):
            left = min(left, round(NOISY_SHARE * self.max_nodes))
        none = (0,) * (task.clusters.n - 1)
        values = Leaf(np.inf, none, np.zeros(len(task.sigma)))
        waiting = [Leaf(np.inf, none, delta), values] if about is None else [about]
        leaves = {} if about is None else {about.turns: about}
        centred: set[tuple[int, ...]] = set()
        centre, nodes, beyond, ended = waiting.pop(0), 0, -np.inf, True
        for _ in range(CENTRES):
            found = self._enumerate_turns(task, centre, min(max(self.max_nodes // CENTRES, 1), left - nodes))
            if found is None:
                return TurnSearchOutcome((), jumped, -np.inf, nodes, limited=False, jumped_priors=by_priors)
            candidates, least, visited = found
            nodes, ended = nodes + visited, ended and least > -np.inf
            for turns in candidates:
                if turns not in leaves:
                    leaves[turns] = fit_leaf(task, turns, centre.delta)
            if not leaves:
                return TurnSearchOutcome((), jumped, -np.inf, nodes, ended, jumped_priors=by_priors)
            best = min(leaves.values(), key=lambda one: one.chi2)
            self.progress(f"chi2 {best.chi2:.1f}, {len(leaves)} solutions fitted, {nodes} nodes")
            if best.turns == centre.turns and np.isfinite(centre.chi2):
                beyond = least  # the enumeration about the best solution finds no better one
            if nodes >= left:
                break
            if best.turns not in centred:
                centre = best
                centred.add(best.turns)
            elif waiting and best.chi2 - jumped > POOR_RISE * len(none):
                centre, beyond = waiting.pop(0), -np.inf
            else:
                break
        least = min(one.chi2 for one in leaves.values())
        ordered = sorted((one for one in leaves.values() if one.chi2 <= least + CHI2_WINDOW), key=lambda one: one.chi2)
        return TurnSearchOutcome(tuple(ordered), jumped, beyond, nodes, ended, jumped_priors=by_priors)

    def _enumerate_turns(self, task: Task, centre: Leaf, most: int) -> tuple[list[tuple[int, ...]], float, int] | None:
        """The best turns about a solution, the least chi2 of all others, the nodes; None where nothing limits turns."""
        origin = np.array(centre.turns, dtype=np.int64)
        form = project_parameters(linear_problem(task, centre.delta, origin))
        if not turns_are_limited(form):
            return None
        self.progress(f"reduction of the lattice of {len(origin)} gaps")
        try:
            basis = reduce_lattice(form.r)
        except ArithmeticError:
            return None
        one = Enumeration(basis.r, basis.q @ form.t, KEPT_SOLUTIONS, CHI2_WINDOW)
        key = self.state.key(task.model.free, form.r, form.t)
        if key in self.state.enumerations:
            one.resume(self.state.enumerations[key])
        while not one.done and one.nodes < most:
            self.progress(f"{one.nodes} nodes of {most} at most, {len(one.best)} solutions")
            one.run(min(NODES_AT_ONCE, most - one.nodes))
            self.state.enumerations[key] = one.state()
            if not one.done:
                self.state.save()
        self.visited[key] = one.nodes
        turns = [tuple((origin + basis.u @ np.array(found.w, dtype=np.int64)).tolist()) for found in one.best]
        return turns, form.base + one.limit if one.done else -np.inf, one.nodes
