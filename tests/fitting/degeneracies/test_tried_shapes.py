"""The sizes of a Shapiro delay that are tried at fixed shapes, and which of them count."""

from types import SimpleNamespace
from typing import Any

import pytest
from hard_fits import ELL1, Hard, simulated

import jug
from jug.fitting.unseen_shapiro import SINES, _try_shapes, model_without_delay
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

CIRCULAR = "BINARY DD\nPB 1.2 1\nA1 1.1 1\nT0 55000.9\nECC 5e-6\nOM 47\nM2 0 1\nSINI 0.5 1"
ORTHOMETRIC = ELL1.replace("ELL1", "ELL1H") + "\nH3 0 1\nSTIGMA 0.5 1"


def without_and_tried(lines: str, shape: str, seed: int) -> tuple[Any, jug.TOAs, tuple[Any, ...]]:
    model, toas = simulated(Hard("none", "", lines, n=60, error_us=5.0), seed)
    without = model_without_delay(model)
    base = SimpleNamespace(model=without, anchor=make_anchor(without, toas))
    return without, toas, _try_shapes(base, shape, toas)


def test_a_negative_mass_of_the_companion_counts_as_none() -> None:
    """With these noises M2 would be negative at both ends: no mass, and no decrease of chi2 by it."""
    tried = without_and_tried(CIRCULAR, "SINI", seed=1)[2]
    assert [float(one.shape) for one in tried] == list(SINES)
    assert [one.size > 0.0 for one in tried] == [0.4 < sine < 0.96 for sine in SINES]
    for one in tried:
        assert (one.size, one.gain) == (0.0, 0.0) or one.size > 0.0 < one.gain


def test_a_negative_h3_counts() -> None:
    """H3 has no bound: an amplitude that noise makes negative lowers chi2 as a positive one does."""
    without, toas, tried = without_and_tried(ORTHOMETRIC, "STIGMA", seed=1)
    assert min(one.size for one in tried) < 0.0 < max(one.size for one in tried)
    assert all(one.gain > 0.0 for one in tried)
    at_last = without.with_values({"STIGMA": tried[-1].shape}).with_free([*without.free, "H3"])
    fitted = jug.fit(at_last, toas, backend="numpy")
    assert tried[-1].size == pytest.approx(fitted.model.values["H3"], abs=0.01 * fitted.errors["H3"])
    assert tried[-1].gain == pytest.approx(jug.residuals(without, toas).chi2 - fitted.chi2, abs=1e-3)
