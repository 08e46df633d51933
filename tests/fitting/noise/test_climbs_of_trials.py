"""Scales of a climb from other values: those that are known, else estimated ones."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.noise_choice import trial as module


@pytest.mark.parametrize(
    ("scales", "used"),
    [({"b": 0.7}, [0.3, 0.7]), ({"a": 0.1, "b": 0.7}, [0.1, 0.7]), ({"c": 1.0}, "estimated"), ({}, "estimated")],
)
def test_scales_that_are_not_known_are_0_3_beside_others(
    scales: dict[str, float], used: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def climb(objective: Any, x: Any, scale: Any) -> tuple[str, str]:
        asked.append((x, scale if isinstance(scale, str) else scale.tolist()))
        return "point", "scale after"

    monkeypatch.setattr(module, "climb", climb)
    monkeypatch.setattr(module, "coordinate_scale", lambda objective, x, slope: "estimated")
    objective: Any = type("Objective", (), {"__call__": lambda self, x: (0.0, "slope")})()
    objective.likelihood = Made(names=("A", "B"))
    objective.coordinates = Made(x=lambda theta: theta.tolist())
    start: Any = Made(
        objective=objective, keys=("a", "b"), terms=("t",), model=Made(values={"A": 1.0, "B": 2.0})
    )  # fmt: skip
    found = module.climb_trial(start, {"b": 5.0}, scales)  # type: ignore[dict-item]
    assert asked == [([1.0, 5.0], used)]
    assert (found.terms, found.keys, found.point, found.scale) == (("t",), ("a", "b"), "point", "scale after")
    np.testing.assert_array_equal(module.point_of(start, {}), [1.0, 2.0])
