"""Disjoint families stay binned: no (n_toa, k) array is made for them, on the way to a step or in it."""

import tracemalloc
from pathlib import Path

import manybins
import numpy as np
import pytest
from recovery import are_normal, pulls

import jug
from jug.compute.kernels import kernels
from jug.compute.solver import dense_matrix
from jug.core.blocks import Binned, Dense
from jug.model.evaluation.anchor import make_anchor


def step_of(model, toas):
    """Blocks and a step of the first round of a fit."""
    anchor = make_anchor(model, toas)
    run = kernels("numpy", model.components, model.layout)
    combined = run.evaluate(anchor.reference, np.zeros(len(model.free)))
    sigma = toas.error_s * anchor.reference.rate
    return combined, run.step(combined.blocks, combined.residual, sigma, None, 0.0), sigma, run


def check(tmp_path: Path, n_toa: int, n_dmx: int, n_jump: int) -> float:
    """Peak of memory of a step with its evaluation, over the size of the dense columns that are not made."""
    model, toas = manybins.made(tmp_path, n_toa, n_dmx, n_jump)
    assert len(model.free) == 20 + n_dmx + n_jump
    tracemalloc.start()
    combined, step, _, _ = step_of(model, toas)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    dense, *binned = combined.blocks
    assert isinstance(dense, Dense)
    assert dense.matrix.shape == (n_toa, 20)
    assert all(isinstance(block, Binned) for block in binned)
    assert sorted(block.shift.shape[0] for block in binned) == sorted([n_dmx, n_jump])
    assert all(block.values.shape == block.member.shape == (n_toa,) for block in binned)
    assert np.all(np.isfinite(step.dx))
    assert peak < 600e6
    return peak / (8.0 * n_toa * (n_dmx + n_jump))


def test_disjoint_families_stay_binned(tmp_path: Path) -> None:
    assert check(tmp_path, 5000, 500, 200) < 0.7


@pytest.mark.long
def test_disjoint_families_stay_binned_at_full_size(tmp_path: Path) -> None:
    assert check(tmp_path, 100_000, 500, 200) < 0.4


def test_the_step_is_that_of_dense_columns(tmp_path: Path) -> None:
    model, toas = manybins.made(tmp_path, 600, 30, 12)
    combined, step, sigma, run = step_of(model, toas)
    same = run.step((Dense(dense_matrix(combined.blocks)),), combined.residual, sigma, None, 0.0)
    error = 1.0 / np.asarray(step.normal.scale)
    assert np.max(np.abs((step.dx - same.dx) / error)) < 1e-6
    assert step.decrease == pytest.approx(same.decrease, rel=1e-9)


def test_a_fit_recovers_bins_and_jumps(tmp_path: Path) -> None:
    model, toas = manybins.made(tmp_path, 1500, 40, 12)
    start = {name: 0.0 for name in model.free if name.startswith(("DMX_", "JUMP"))}
    result = jug.fit(model.with_values(start), toas)
    assert are_normal(pulls(model, result))


def test_an_iteration_with_many_dense_columns_needs_no_design_matrix(simulated) -> None:
    """120,000 TOAs x 65 dense columns, 62 MB: an iteration needs less than half; chunks in two threads take 26 MB."""
    waves = [
        f"{name}_{j:04d} {value}"
        for j in range(1, 31)
        for name, value in (("WXFREQ", f"{(j + 2) / 2200.0!r}"), ("WXSIN", "1e-8 1"), ("WXCOS", "1e-8 1"))
    ]
    model, toas = simulated(*waves, "WXEPOCH 55000", n=120_000)
    reference = make_anchor(model, toas).reference
    run = kernels("numpy", model.components, model.layout)
    tracemalloc.start()
    combined = run.iteration(reference, np.zeros(len(model.free)), 0.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert combined.blocks is None
    assert len(model.free) == 65
    assert peak < 0.5 * 8.0 * len(toas) * len(model.free)
