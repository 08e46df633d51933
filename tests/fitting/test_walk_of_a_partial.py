"""The derivative by F1 goes from its formula to the step through the files that docs/architecture.md lists."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from copies import example

import jug
from jug.compute.numpy_kernels import NumpyKernels
from jug.model.components import spin

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = f"{ROOT / 'jug'}/"
MOST_FILES = 7


class Followed(np.ndarray):
    """An array that comes of the derivative by F: whatever NumPy makes of one is one too."""

    __array_priority__ = 1.0


def holds(value: object) -> bool:
    """Whether a value is such an array, or has one in it."""
    if isinstance(value, dict):
        return any(holds(v) for v in value.values())
    return any(holds(v) for v in value) if isinstance(value, tuple | list) else isinstance(value, Followed)


def files_on_the_way(function: Callable[[], object]) -> list[str]:
    """The files of jug whose functions take, have or give such an array, in the order in which they give it on."""
    found: dict[str, None] = {}

    def seen(frame: FrameType, event: str, result: object) -> None:
        name = frame.f_code.co_filename
        if event == "return" and name.startswith(PACKAGE) and (holds(result) or holds(list(frame.f_locals.values()))):
            found.setdefault(f"jug/{name.removeprefix(PACKAGE)}")

    sys.setprofile(seen)
    try:
        function()
    finally:
        sys.setprofile(None)
    return list(found)


def documented() -> tuple[list[str], set[str]]:
    """The files of the walk on NumPy, the first one of each step that the page lists, and those that noise adds."""
    text = (ROOT / "docs" / "architecture.md").read_text().split("\n## The walk of F1\n")[1].split("\n## ")[0]
    noise = text.split("\nCorrelated noise adds ")[1].split("\n\n")[0]
    return re.findall(r"(?m)^\d\. `(jug/[\w/]+\.py)`", text), set(re.findall(r"`(jug/[\w/]+\.py)`", noise))


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The files on the way in each iteration of the fits that follow, with the formula's own file before them."""
    ways: list[list[str]] = []
    formula, iteration = spin.partials, NumpyKernels.iteration

    def marked(*arguments: Any) -> dict[str, Any]:
        by = formula(*arguments)
        return {**by, "F": np.asarray(by["F"]).view(Followed)}

    def watched(kernels: NumpyKernels, reference: Any, dx: Any, damping: float) -> object:
        """One iteration, from parameters that are no longer marked by the step before."""
        found: list[object] = []
        way = files_on_the_way(lambda: found.append(iteration(kernels, reference, np.array(dx), damping)))
        ways.append(["jug/model/components/spin.py", *way])  # `marked` alone begins to follow what the formula gives
        return found[0]

    monkeypatch.setitem(vars(spin.COMPONENT), "partials", marked)
    monkeypatch.setattr(NumpyKernels, "iteration", watched)
    return ways


def test_the_partial_of_f1_takes_the_documented_way(ways: list[list[str]]) -> None:
    model, toas = jug.load(*example("NGC6440E"))
    assert jug.fit(model, toas, backend="numpy").converged
    walk, _ = documented()
    assert len(walk) <= MOST_FILES
    assert len(ways) > 1
    for way in ways:
        assert way == walk


@pytest.mark.filterwarnings("ignore:.*is not used, TNREDAMP takes its place:jug.InputWarning")
def test_correlated_noise_adds_the_documented_files(ways: list[list[str]]) -> None:
    model, toas = jug.load(*example("B1855+09"))
    assert jug.fit(model, toas, backend="numpy").converged
    walk, noise = documented()
    assert ways
    for way in ways:
        assert set(way) == {*walk, *noise}
        assert [file for file in way if file in walk] == walk
