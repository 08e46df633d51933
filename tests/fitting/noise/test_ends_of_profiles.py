"""Which end of a profile is taken: that of Newton's method, the end of the range, or that of a search."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.noise import crossing as module
from jug.fitting.noise.crossing import UNLIKE_DROP, crossing

DROP, LOW, HIGH = 0.5, -3.0, 4.0


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, Any]]:
    """The first steps of searches, and what is known there; the maximum is at 1."""
    steps: list[tuple[float, Any]] = []

    def search(by: object, i: int, drop: float, step: float, first: Any = None) -> float:
        assert i == 0
        steps.append((step, first))
        return 77.0

    monkeypatch.setattr(module, "search_crossing", search)
    return steps


def end(monkeypatch: pytest.MonkeyPatch, value: float | None, fallen: float, step: float = 1.0) -> float | None:
    """The end, where Newton's method says `value`, and log L has fallen there by so much."""
    coordinates = Made(low=np.array([LOW]), high=np.array([HIGH]))
    by: Any = Made(objective=Made(coordinates=coordinates), maximum=Made(point=Made(x=np.array([1.0]))))
    newton = {0: None if value is None else (value, "near")}
    monkeypatch.setattr(module, "_newton_crossing", lambda by, i, drop, step: newton[i])
    monkeypatch.setattr(module, "fall", lambda by, i, at, point: ({0: fallen}[i], f"at {at:g}"))
    return crossing(by, 0, DROP, step)


@pytest.mark.parametrize(("fallen", "taken"), [(1.01, True), (0.99, True), (1.03, True), (1.05, False), (0.95, False)])
def test_newtons_end_is_taken_within_four_percent(
    fallen: float, taken: bool, monkeypatch: pytest.MonkeyPatch, searched: list[tuple[float, Any]]
) -> None:
    found = end(monkeypatch, 2.5, fallen * DROP)
    assert (found, searched) == ((2.5, []) if taken else (77.0, [(1.5, (fallen * DROP, "at 2.5"))]))


def test_four_percent_itself_is_too_much(monkeypatch: pytest.MonkeyPatch, searched: list[tuple[float, Any]]) -> None:
    monkeypatch.setattr(module, "UNLIKE_DROP", 0.25)
    assert UNLIKE_DROP == 0.04
    assert end(monkeypatch, 2.5, 0.625) == 77.0
    assert end(monkeypatch, 2.5, 0.624) == 2.5


@pytest.mark.parametrize(("step", "edge"), [(1.0, HIGH), (-1.0, LOW)])
def test_a_range_that_ends_before_has_no_end(
    step: float, edge: float, monkeypatch: pytest.MonkeyPatch, searched: list[tuple[float, Any]]
) -> None:
    """Of the side of the step alone, and not where log L has fallen by the whole amount there."""
    assert end(monkeypatch, edge, 0.3, step) is None
    assert end(monkeypatch, edge, DROP, step) == edge
    assert searched == []
    assert end(monkeypatch, LOW + HIGH - edge, 0.3, step) == 77.0


def test_without_an_end_of_newton_the_search_has_the_first_step(
    monkeypatch: pytest.MonkeyPatch, searched: list[tuple[float, Any]]
) -> None:
    """Also where it ends at the maximum, from which no direction leads on."""
    assert end(monkeypatch, None, 0.0, -2.0) == 77.0
    assert end(monkeypatch, 1.0, 0.0, -2.0) == 77.0
    assert searched == [(-2.0, None)] * 2
