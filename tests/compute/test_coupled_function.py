"""Rows with correlated noise or measured DMs, which JAX sums in chunks: the step of the whole."""

import numpy as np
import pytest

from jug.compute import jax_kernels as jaxed
from jug.compute.coupled_function import can_be_coupled
from jug.compute.kernels import kernels
from jug.compute.padding import pad_reference, padded_size
from jug.core.execution import chunks
from jug.core.execution.chunks import equal_chunk_rows
from jug.model.covariance.triangular import factor_and_solve
from jug.model.evaluation.anchor import make_anchor

ROUNDING = 1e-12
"""Of sums of 100 to 200 terms in another order, relative to the length of a column."""

EPOCHS = ("ECORR -fe L 0.8", "ECORR -fe S 0.5")
NOISE = (*EPOCHS, "TNREDAMP -13.5", "TNREDGAM 3.5", "TNREDC 7", "TNDMAMP -13.5", "TNDMGAM 3.0", "TNDMC 6")
FAMILIES = ("DMX_0001 0 1", "DMXR1_0001 54000", "DMXR2_0001 54900", "DMX_0002 0 1", "DMXR1_0002 54901")
FAMILIES = (*FAMILIES, "DMXR2_0002 56000", "DMX_0003 0", "DMXR1_0003 40000", "DMXR2_0003 40001")


@pytest.fixture
def small_chunks(monkeypatch):
    """Chunks of 20 of 160 rows."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    jaxed._executables.cache_clear()
    yield
    jaxed._executables.cache_clear()


def compared(model, toas):
    """The iteration of NumPy, all rows at once, and of JAX, slightly off the anchor."""
    reference = make_anchor(model, toas).reference
    assert can_be_coupled(reference)
    run, other = (kernels(name, model.components, model.layout) for name in ("numpy", "jax"))
    first = run.iteration_with_matrix(reference, np.zeros(len(model.free)), 1e-3)  # one bin of DMX has no TOA
    dx = 1e-3 * np.asarray(first.step.dx)[-len(model.free) :]
    whole = run.iteration_with_matrix(reference, dx, 1e-3)
    return reference, whole, other.iteration(other.to_device(reference), dx, 1e-3)


@pytest.mark.parametrize(
    ("measured", "more"),
    [
        (False, NOISE),
        (False, (*EPOCHS, "PHOFF 0 1", *FAMILIES)),
        (True, ("PHOFF 0 1", *FAMILIES)),
        (True, (*NOISE, *FAMILIES, "DMJUMP -fe S 0 1")),
    ],
)
def test_chunks_are_the_whole(epochs_of_three, wideband_of, small_chunks, measured, more):
    if measured:
        model, toas = wideband_of("DMDATA 1", "JUMP -fe S 0 1", *more, n=154)
    else:
        model, toas = epochs_of_three("JUMP -fe S 0 1", *more, n=155)
    n = len(toas)
    assert equal_chunk_rows(padded_size(n)) == 20
    reference, whole, part = compared(model, toas)
    assert part.residual.shape == whole.residual.shape
    assert np.max(np.abs(part.residual[:n] - whole.residual[:n]) / reference.rate) < 1e-12
    np.testing.assert_allclose(part.residual[n:], whole.residual[n:], atol=1e-11)
    np.testing.assert_allclose(part.step.normal.scale, whole.step.normal.scale, rtol=ROUNDING)
    np.testing.assert_allclose(part.step.normal.gram, whole.step.normal.gram, atol=ROUNDING)
    assert float(part.step.normal.log_det) == pytest.approx(float(whole.step.normal.log_det), rel=1e-11, abs=1e-11)
    assert float(part.step.chi2) == pytest.approx(float(whole.step.chi2), rel=5e-8)  # 0.1 ps in a residual


@pytest.mark.parametrize("n", [154, 300])
def test_a_padded_basis_has_zeros_and_is_where_jax_takes_it_without_a_copy(wideband_of, monkeypatch, n):
    """In parts of 256 TOAs and fewer; its 26 columns are filled to 32, the rows of TOAs and of DMs each to a size."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 200)  # for 300 TOAs a basis whose rows are made on demand
    model, toas = wideband_of("DMDATA 1", *NOISE, n=n)
    reference, size = make_anchor(model, toas).reference, padded_size(n)
    padded = pad_reference(reference, size).prior.basis
    own, whole = np.asarray(reference.prior.basis), np.zeros((2 * size, 32))
    whole[:n, :26], whole[size : size + n, :26] = own[:n], own[n:]
    np.testing.assert_array_equal(padded, whole)
    assert padded.flags.c_contiguous
    assert padded.ctypes.data % 64 == 0


def test_one_factorisation_gives_factor_and_solution():
    """With JAX as with NumPy, also for sides that are much longer than the matrix."""
    import jax

    rng = np.random.default_rng(3)
    columns = rng.normal(size=(50, 12))
    matrix, rhs = columns.T @ columns, rng.normal(size=(12, 3)) * [1.0, 1e9, 1e-9]
    lower, solution = factor_and_solve(np, matrix, rhs, 1e-3)
    with jax.enable_x64(True):
        found = factor_and_solve(jax.numpy, matrix, rhs, 1e-3)
        failed = factor_and_solve(jax.numpy, -matrix, rhs, 1e-3)
    np.testing.assert_allclose(found[0], lower, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[1], solution, rtol=1e-12)
    assert np.all(np.isnan(np.asarray(failed[0])[np.tril_indices(12)]))
