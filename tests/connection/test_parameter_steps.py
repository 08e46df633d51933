"""The parameters that a phase connection may add, and their order."""

from types import SimpleNamespace
from typing import Any

import pytest
from campaigns import pulsar

from jug.connection import parameter_steps, stepwise_search
from jug.connection.judgement import Verdict
from jug.connection.parameter_steps import additions


def names(free: tuple[str, ...], *lines: str) -> list[str]:
    """All parameters that may be added to these."""
    model = pulsar(3600.0, 3600.0, 100.0, 0.0, lines).with_free(free)
    return [name for group in additions(model) for name in group]


def test_a_derivative_comes_after_what_it_is_of() -> None:
    """In a year with the position free F2 was as good as F1, and was freed in its place where F1 was fixed at 0."""
    assert "F1" in names(("F0", "RAJ", "DECJ"))
    assert "F2" not in names(("F0", "RAJ", "DECJ"))
    assert "F2" in names(("F0", "F1"))


def test_a_change_of_the_period_comes_after_the_period() -> None:
    orbit = ("BINARY ELL1", "PB 1.5", "A1 2", "TASC 56500", "EPS1 0", "EPS2 0", "PBDOT 0")
    assert "PBDOT" not in names(("F0",), *orbit)
    assert "PBDOT" in names(("F0", "PB"), *orbit)


def test_the_parameters_of_the_least_chance_are_freed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is tried on the best solution; those that are as probable by chance stay out, and are what is told."""
    chances = {(): {"A": 1e-3, "B": 1e-9, "C": 0.5}, ("B",): {"A": 1e-6, "C": 0.9}, ("B", "A"): {"C": 0.8}}
    searched: list[tuple[str, ...]] = []

    def run(task: tuple[str, ...], about: object = None) -> Any:
        searched.append(task)
        return SimpleNamespace(limited=True, ended=True)

    def trial(task_of: object, task: Any, outcome: object, names: tuple[str, ...]) -> Any:
        free = task.model
        return parameter_steps.Tested(names, 1.0, chances[free][names[0]]), Model((*free, *names)), None

    class Model(tuple[str, ...]):
        @property
        def model(self) -> tuple[str, ...]:
            return tuple(self)

    monkeypatch.setattr(stepwise_search, "additions", lambda free: [(name,) for name in chances[free]])
    monkeypatch.setattr(stepwise_search, "_test_addition", trial)
    monkeypatch.setattr(stepwise_search, "fits", lambda task, outcome: True)
    monkeypatch.setattr(stepwise_search, "is_noisy", lambda task, outcome: False)
    monkeypatch.setattr(stepwise_search, "verdict_of_search", lambda task, outcome: Verdict.UNIQUE)
    task, _, told = stepwise_search.search_with_additions(Model, (), SimpleNamespace(run=run), add=True)  # type: ignore[arg-type]
    assert (task, searched) == (("B", "A"), [(), ("B",), ("B", "A")])
    assert [one.names for one in told] == [("C",)]
    assert stepwise_search.search_with_additions(Model, (), SimpleNamespace(run=run), add=False)[::2] == ((), [])  # type: ignore[arg-type]
