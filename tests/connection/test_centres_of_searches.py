"""About which models the turns are enumerated, one after the other, and when a search ends."""

from types import SimpleNamespace as Made
from typing import Any, cast

import numpy as np
import pytest

from jug.connection import search as searching
from jug.connection.leaf import Leaf
from jug.connection.search import TurnSearch
from jug.connection.state import SearchState

TASK: Any = Made(clusters=Made(n=3), sigma=np.array([np.inf]), prior_chi2=lambda delta: float(delta[0]) / 4.0)


class Scripted(TurnSearch):
    """Each enumeration finds what is written down for the centre it is about: turns, and the chi2 of all others."""

    def __init__(self, script: dict[Any, Any], max_nodes: int = 800) -> None:
        super().__init__(max_nodes, SearchState(), lambda text: self.said.append(text))
        self.script, self.asked, self.said = script, [], []  # type: ignore[var-annotated]

    def _enumerate_turns(self, task: Any, centre: Leaf, most: int) -> Any:
        key = centre.turns if np.isfinite(centre.chi2) else float(centre.delta[0])
        self.asked.append((key, most))
        return self.script[key]


@pytest.fixture(autouse=True)
def chi2_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """chi2 is 100 less the first turn; the fit with a JUMP a cluster ends at 8 with 20."""
    monkeypatch.setattr(searching, "fit_leaf", lambda task, turns, delta: Leaf(100.0 - turns[0], turns, delta))
    monkeypatch.setattr(searching, "fit_with_jumps", lambda task: (np.array([8.0]), 20.0, None))
    monkeypatch.setattr(searching, "is_noisy", lambda task, outcome: False)


def test_a_search_goes_on_about_the_best_until_that_stays_the_best() -> None:
    """The first centre is the fit with a JUMP a cluster; an eighth of the nodes each."""
    search = Scripted(
        {8.0: ([(70, 0)], 150.0, 5), (70, 0): ([(75, 0), (70, 0)], 140.0, 6), (75, 0): ([(75, 0)], 130.0, 7)}
    )
    found = search.run(TASK)
    assert search.asked == [(8.0, 100), ((70, 0), 100), ((75, 0), 100)]
    assert [one.chi2 for one in found.leaves] == [25.0, 30.0]
    assert (found.beyond, found.nodes, found.ended, found.jumped) == (130.0, 18, True, 20.0)
    assert found.jumped_priors == 2.0
    assert "chi2 25.0, 2 solutions fitted, 18 nodes" in search.said


def test_a_poor_solution_begins_the_search_again_about_the_par_file() -> None:
    """More than 10 for each of two gaps above the chi2 with JUMPs: 41 is poor, 40 is not."""
    for turns, again in ((59, True), (60, False)):
        script = {8.0: ([(turns, 0)], 150.0, 5), (turns, 0): ([(turns, 0)], 140.0, 6), 0.0: ([(90, 1)], 120.0, 7)}
        search = Scripted({**script, (90, 1): ([(90, 1)], 110.0, 8)})
        found = search.run(TASK)
        assert ((0.0, 100) in search.asked) == again
        assert (found.leaves[0].chi2, found.beyond) == ((10.0, 110.0) if again else (40.0, 140.0))


def test_a_search_about_a_solution_begins_there() -> None:
    about = Leaf(60.0, (40, 0), np.array([3.0]))
    search = Scripted({(40, 0): ([(45, 0)], 150.0, 5), (45, 0): ([], 140.0, 6)})
    found = search.run(TASK, about)
    assert [key for key, _ in search.asked] == [(40, 0), (45, 0)]
    assert [one.turns for one in found.leaves] == [(45, 0), (40, 0)]


def test_the_nodes_of_a_search_are_limited() -> None:
    """What is left is for the next enumeration; one that does not end leaves the others open."""
    search = Scripted({8.0: ([(70, 0)], -np.inf, 100), (70, 0): ([(70, 0)], 130.0, 20)}, max_nodes=120)
    search.visited["before"] = 8
    found = search.run(TASK)
    assert search.asked == [(8.0, 15), ((70, 0), 12)]
    assert (found.ended, found.beyond, found.nodes) == (False, 130.0, 120)


def test_turns_without_a_limit_or_a_solution() -> None:
    found = Scripted({8.0: None}).run(TASK)
    assert (found.leaves, found.limited, found.nodes, found.beyond) == ((), False, 0, -np.inf)
    none = Scripted({8.0: ([], 150.0, 5)}).run(TASK)
    assert (none.leaves, none.limited, none.nodes) == ((), True, 5)


def test_solutions_within_500_of_the_best_are_kept() -> None:
    turns = [(70, 0), (-430, 0), (-431, 0)]
    search = Scripted({8.0: (turns, 900.0, 5), (70, 0): ([], 800.0, 5)})
    assert [one.turns for one in search.run(TASK).leaves] == [(70, 0), (-430, 0)]


def test_noisy_clusters_get_a_hundredth_of_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "is_noisy", lambda task, outcome: True)
    search = Scripted({8.0: ([(70, 0)], 150.0, 8)})
    search.run(cast(Any, TASK))
    assert search.asked == [(8.0, 8)]
