"""Looks at many rows over the cores: the same bits whatever their number."""

import numpy as np
import pytest

from jug import parallel
from jug.fitting import backend, jaxed, pieces, stretches
from jug.fitting.backend import kernels
from jug.model.anchor import make_anchor

WAVES = [
    f"WX{kind}_{k:04d} {value}" for k in (1, 2) for kind, value in (("FREQ", k / 900), ("SIN", "0 1"), ("COS", "0 1"))
]


@pytest.fixture
def small_pieces(monkeypatch):
    """Pieces of 30 rows, in at most 4 stretches."""
    for module in (backend, pieces, stretches):
        monkeypatch.setattr(module, "PIECE", 30)
    monkeypatch.setattr(stretches, "STRETCHES", 4)
    for name in parallel.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    jaxed._executables.cache_clear()
    yield
    jaxed._executables.cache_clear()


@pytest.mark.parametrize("name", ["numpy", "jax"])
def test_the_number_of_cores_changes_no_bit(simulated, monkeypatch, small_pieces, name):
    model, toas = simulated("JUMP -fe S 0 1", "DM1 0 1", "WXEPOCH 55000", *WAVES, n=335)
    run = kernels(name, model.components, model.layout)
    placed = run.to_device(make_anchor(model, toas).reference)
    found = []
    for cores in (1, 2, 3):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        found.append(run.look(placed, np.zeros(len(model.free)), 0.0))
    assert len(found[0].turns) == 335
    for other in found[1:]:
        np.testing.assert_array_equal(other.turns, found[0].turns)
        np.testing.assert_array_equal(other.step.dx, found[0].step.dx)
        np.testing.assert_array_equal(other.step.normal.gram, found[0].step.normal.gram)


@pytest.mark.parametrize("name", ["numpy", "jax"])
def test_what_is_not_finite_has_no_step(simulated, small_pieces, name):
    model, toas = simulated("DM1 0 1", n=335)
    run = kernels(name, model.components, model.layout)
    reference = make_anchor(model, toas).reference
    reference.turns[100] = np.nan
    assert run.look(run.to_device(reference), np.zeros(len(model.free)), 0.0).step is None
