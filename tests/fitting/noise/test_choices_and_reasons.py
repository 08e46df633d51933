"""Forward and backward selection, reasons of open intervals, other maxima, and what timing parameters take."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.findings.interval import Interval
from jug.fitting.noise import absorbed_noise, reasons
from jug.fitting.noise.other_maxima import MOST_MAXIMA, other_maxima
from jug.fitting.noise_choice import forward


class Searching:
    """Terms of which each is worth a number beside those that are there; a trial is what it has."""

    def __init__(self, worths: dict[frozenset[str], float], threshold: float = 2.0) -> None:
        self.criteria, self.rule = worths, Made(threshold=threshold)
        self.terms = [Made(name=name) for name in sorted({name for names in worths for name in names})]

    def trial(self, names: frozenset[str]) -> Any:
        return Made(terms=[Made(name=name) for name in sorted(names)], log_likelihood=self.criteria[names])

    def names(self, trial: Any) -> frozenset[str]:
        return frozenset(term.name for term in trial.terms)

    def with_term(self, trial: Any, term: Any) -> Any:
        return Made(term=term, without=trial, trial=self.trial(self.names(trial) | {term.name}))

    def best(self, trial: Any, all_of_them: bool = False) -> tuple[Any, float]:
        made = [self.with_term(trial, term) for term in self.others(trial)]
        if not made:
            return None, 0.0
        one = max(made, key=lambda one: self.worth(one))
        return one, self.worth(one)

    def removals(self, trial: Any) -> list[Any]:
        own = self.names(trial)
        return [Made(term=Made(name=name), without=self.trial(own - {name}), trial=trial) for name in sorted(own)]

    def worth(self, one: Any) -> float:
        return self.criteria[self.names(one.trial)] - self.criteria[self.names(one.without)]

    def others(self, trial: Any) -> list[Any]:
        return [term for term in self.terms if term.name not in self.names(trial)]

    def gain_alone(self, start: Any, term: Any) -> float:
        return self.criteria[frozenset({term.name})]


def criteria(**values: float) -> dict[frozenset[str], float]:
    return {frozenset(key.replace("_", "")): value for key, value in {"_": 0.0, **values}.items()}


def test_terms_are_added_until_none_is_worth_the_threshold() -> None:
    """A is worth 9, B then 2 (the threshold itself), C 1.9."""
    search: Any = Searching(criteria(a=9, b=3, c=5, ab=11, ac=10.5, bc=7, abc=12.9))
    found = forward.forward_selection(search, search.trial(frozenset()))
    assert [(step.action, step.term, step.worth) for step in found.steps] == [("add", "a", 9.0), ("add", "b", 2.0)]
    assert [one.term.name for one in found.without] == ["a", "b"]
    assert [one.term.name for one in found.more] == ["c"]
    assert found.alone == {"a": 9.0, "b": 3.0, "c": 5.0}


def test_a_term_that_another_pair_replaces_is_dropped() -> None:
    """A alone is best, B and C together make it worth 1: less than the threshold."""
    search: Any = Searching(criteria(a=9, b=5, c=5, ab=12, ac=11, bc=20, abc=21))
    found = forward.forward_selection(search, search.trial(frozenset()))
    assert [(step.action, step.term) for step in found.steps] == [
        ("add", "a"),
        ("add", "b"),
        ("add", "c"),
        ("drop", "a"),
    ]
    assert found.steps[-1].worth == 1.0


def test_backward_selection_drops_down_to_none() -> None:
    search: Any = Searching(criteria(a=1.9, b=0.5, ab=2.4))
    found = forward.backward_selection(search, search.trial(frozenset()))
    assert [(step.action, step.term) for step in found.steps] == [("drop", "b"), ("drop", "a")]
    search = Searching(criteria(a=2.0, b=0.5, ab=2.4))
    found = forward.backward_selection(search, search.trial(frozenset()))
    assert [(step.action, step.term) for step in found.steps] == [("drop", "b")]


def test_intervals_that_reach_zero_and_have_no_limit() -> None:
    """A profile whose low end is absent or at the least value; a maximum at that edge, to 1e-6."""
    ends = [(None, True), (0.05, True), (0.0501, False)]
    for low, reaches in ends:
        assert reasons._reaches_zero(Interval(1.0, 0.1, low=low, high=2.0, profiled=True), 0.05) == reaches
    for value, reaches in ((0.05, True), (0.05 * (1 + 9e-7), True), (0.05 * (1 + 2e-6), False)):
        assert reasons._reaches_zero(Interval(value, None), 0.05) == reaches
    assert not reasons._reaches_zero(Interval(0.05, 0.1), 0.05)
    assert not reasons._reaches_zero(Interval(0.05, None, determined=False), 0.05)
    assert reasons._has_no_limit(Interval(1.0, None))
    for other in ({"upper_limit": 2.0}, {"lower_limit": 0.1}, {"profiled": True}, {"determined": False}):
        assert not reasons._has_no_limit(Interval(1.0, None, **other))  # type: ignore[arg-type]
    assert not reasons._has_no_limit(Interval(1.0, 0.1))


def test_reasons_of_single_intervals() -> None:
    model: Any = Made(entries={name: Made(param=Made(name=name)) for name in ("A", "B", "C")})
    names = ("A", "B", "C")
    found: Any = Made(
        names=names, intervals=[Interval(1.0, 0.5, profiled=True), Interval(1.0, None), Interval(1.0, 0.5)],
    )  # fmt: skip
    found._replace = lambda intervals: intervals
    first, second, third = reasons.with_reasons(model, None, found)  # type: ignore[arg-type]
    assert first.reason == "the data do not determine A: log L falls by less than 0.5 from one edge to the other"
    assert first.error is None
    assert second.reason == "the data do not limit B: log L falls by less than 1.35 from that edge to the other"
    assert third.reason is None
    assert reasons.reasons_of({"A": first, "B": second, "D": first, "C": third}) == (first.reason, second.reason)
    assert reasons._linear_size(-6.0, "TNEQ") == 1e-6
    assert reasons._linear_size(-6.0, "EQUAD") == -6.0


def test_other_maxima_name_what_differs_most_by_share() -> None:
    """Of four parameters at most, whatever their sizes; five maxima have a line."""
    values = {"EQUAD1": 1e-9, "EFAC1": 1.0, "TNREDAMP": -13.0, "TNREDGAM": 3.0, "ECORR1": 2.0}
    moved = {"EQUAD1": 3e-9, "EFAC1": 1.2, "TNREDAMP": -13.5, "TNREDGAM": 1.0, "ECORR1": 2.0}

    def maximum(drop: float, n: int, own: dict[str, float], converged: bool = True) -> Any:
        return Made(log_likelihood=100.0 - drop, n_starts=n, values=own, converged=converged)

    lines = other_maxima([maximum(0.0, 3, values), maximum(1.25, 2, moved, converged=False)])
    assert lines[0] == "This maximum was reached from 3 of the starts. Others:"
    assert lines[1].startswith("  log L lower by 1.25, from 2, not converged: ")
    assert [word.split()[0] for word in lines[1].partition(": ")[2].split(", ")] == [
        "TNREDGAM", "EQUAD1", "EFAC1", "TNREDAMP",
    ]  # fmt: skip
    many = other_maxima([maximum(0.0, 0, values), *[maximum(1.0, 1, moved)] * (MOST_MAXIMA + 2)])
    assert many[0] == "This maximum was found from a point after the starts. Others:"
    assert len(many) == 1 + MOST_MAXIMA + 1
    assert many[-1] == "  and 2 more"


def test_the_share_of_a_process_that_columns_leave() -> None:
    """Of two orthogonal modes one is a column: half; weights are 1/sigma; without modes it is 1."""
    sigma = np.array([1.0, 2.0, 1.0, 2.0])
    modes = np.array([[1.0, 1.0], [2.0, -2.0], [1.0, 1.0], [2.0, -2.0]])
    from jug.core.blocks import Dense

    noise: Any = Made(sigma=sigma, processes=(Made(name="RED", block=Dense(modes)),))
    assert absorbed_noise._share_left(noise, "RED", 3.0 * modes[:, :1]) == pytest.approx(0.5, abs=1e-12)
    assert absorbed_noise._share_left(noise, "RED", modes @ np.array([[1.0, 1.0], [1.0, 2.0]])) == pytest.approx(
        0.0, abs=1e-12
    )
    assert absorbed_noise._share_left(noise, "DM", modes) == 1.0
