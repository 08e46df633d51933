"""Sums of the noise alone: kept by the basis for the next iteration, and formed anew for other noise."""

import pickle

import numpy as np
import pytest

import jug
from jug.compute.kernels import kernels
from jug.core.execution import chunks
from jug.core.execution.rows_on_demand import RowsOnDemand
from jug.model.covariance import noise_sums as module
from jug.model.covariance.equations_with_noise import equations_with_noise
from jug.model.covariance.marginalisation import equations
from jug.model.covariance.noise_sums import NoiseSums
from jug.model.covariance.sums_for_next_anchor import reuse_noise_sums
from jug.model.evaluation.anchor import Reference, make_anchor

NOISE = ("ECORR -fe S 0.5", "TNREDAMP -12.5", "TNREDGAM 3.5", "TNREDC 5", "TNDMAMP -12.5", "TNDMGAM 3", "TNDMC 4")


@pytest.fixture
def problem(epochs_of_three, monkeypatch):
    """A model and the arrays of its anchor, in chunks of 30 rows."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    model, toas = epochs_of_three("JUMP -fe S 1e-4 1", "DM1 0 1", *NOISE, n=336)
    return model, make_anchor(model, toas).reference


def step(model: jug.TimingModel, reference: Reference):
    run = kernels("numpy", model.components, model.layout)
    return run.iteration(reference, np.zeros(len(model.free)), 0.0).step


def stored_sums(reference: Reference) -> NoiseSums:
    basis = reference.prior.basis
    assert isinstance(basis, RowsOnDemand)
    assert isinstance(basis.cached_sums, NoiseSums)
    return basis.cached_sums


def test_a_second_iteration_takes_them_with_the_same_bits(problem):
    model, reference = problem
    first = step(model, reference)
    sums = stored_sums(reference)
    assert any(one is not None and one.half is not None for one in sums.chunks)
    again = step(model, reference._replace(sigma=reference.sigma.copy()))
    assert stored_sums(reference) is sums
    np.testing.assert_array_equal(again.dx, first.dx)
    assert again.chi2 == first.chi2


def test_others_are_formed_for_other_noise(problem):
    model, reference = problem
    step(model, reference)
    for other in (
        reference._replace(sigma=1.5 * reference.sigma),
        reference._replace(prior=reference.prior._replace(epoch_variance=2.0 * reference.prior.epoch_variance)),
    ):
        sums = stored_sums(other)
        found = step(model, other)
        assert stored_sums(other) is not sums
        run = kernels("numpy", model.components, model.layout)
        whole = run.iteration_with_matrix(other, np.zeros(len(model.free)), 0.0).step
        assert found.chi2 == pytest.approx(whole.chi2, rel=1e-12)


def test_few_rows_keep_them_too(epochs_of_three):
    """As one chunk; the equations are those of all rows formed anew."""
    model, toas = epochs_of_three("JUMP -fe S 1e-4 1", "DM1 0 1", *NOISE, n=336)
    reference = make_anchor(model, toas).reference
    run = kernels("numpy", model.components, model.layout)
    residual, blocks = run.evaluate(reference, np.zeros(len(model.free)))
    noise = residual, reference.sigma, reference.prior
    for _ in range(2):
        found = equations_with_noise(np, blocks, *noise)
        for one, other in zip(found, equations(np, blocks, *noise), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-12 * float(np.max(np.abs(other))))
    assert len(stored_sums(reference).chunks) == 1


@pytest.mark.parametrize("noise", [NOISE, NOISE[:4]], ids=["red and DM", "red"])
def test_a_next_anchor_takes_them_where_the_noise_is_the_same(problem, epochs_of_three, noise):
    model, toas = epochs_of_three("JUMP -fe S 1e-4 1", "DM1 0 1", *noise, n=336)
    first = make_anchor(model, toas)
    step(model, first.reference)
    for name, share, same in (("F0", 1e-7, True), ("TNREDAMP", 0.01, True), ("ECORR1", 0.01, False)):
        moved = model.set(name, model.values[name] * (1.0 + share))
        after = make_anchor(moved, toas, first.pulse_number)
        ref = after.reference
        alone = step(moved, make_anchor(moved, toas, first.pulse_number).reference)
        reuse_noise_sums(first.noise, first.reference.prior, after.noise, ref.prior, ref.sigma)
        assert isinstance(ref.prior.basis.cached_sums, NoiseSums) is same
        found = step(moved, ref)
        assert found.chi2 == pytest.approx(alone.chi2, rel=1e-11)
        np.testing.assert_allclose(found.dx, alone.dx, rtol=1e-7, atol=1e-9 * np.max(np.abs(alone.dx)))


def test_noise_without_epochs_has_no_sums_of_epochs(epochs_of_three):
    model, toas = epochs_of_three("DM1 0 1", *NOISE[1:], n=60)
    reference = make_anchor(model, toas).reference
    step(model, reference)
    found = stored_sums(reference)
    assert (found.cross.shape, found.size.shape, found.log_det) == ((18, 0), (0,), 0.0)
    assert set(found.chunks) == {None}


def test_the_variance_of_the_basis_is_none_of_theirs(problem):
    """An estimate of red noise changes it alone."""
    model, reference = problem
    step(model, reference)
    sums = stored_sums(reference)
    other = reference._replace(prior=reference.prior._replace(variance=3.0 * reference.prior.variance))
    found = step(model, other)
    assert stored_sums(other) is sums
    run = kernels("numpy", model.components, model.layout)
    whole = run.iteration_with_matrix(other, np.zeros(len(model.free)), 0.0).step
    assert found.chi2 == pytest.approx(whole.chi2, rel=1e-12)


def test_products_that_would_take_much_memory_are_formed_each_time(problem, monkeypatch):
    model, reference = problem
    first = step(model, reference)
    reference.prior.basis.cached_sums = None
    monkeypatch.setattr(module, "MOST_CACHED_BYTES", 1)
    again = step(model, reference)
    assert all(one is None or one.half is None for one in stored_sums(reference).chunks)
    np.testing.assert_array_equal(again.dx, first.dx)


def test_as_much_memory_as_allowed_is_kept(problem, monkeypatch):
    """Up to the largest memory for each row, and no byte more."""
    model, reference = problem
    step(model, reference)
    halves = [one.half for one in stored_sums(reference).chunks if one is not None]
    used = sum(half.nbytes for half in halves) / len(reference.sigma)
    for most, keeps in ((used, True), (np.nextafter(used, 0.0), False)):
        reference.prior.basis.cached_sums = None
        monkeypatch.setattr(module, "MOST_CACHED_BYTES", most)
        step(model, reference)
        assert any(one is not None and one.half is not None for one in stored_sums(reference).chunks) is keeps


def test_other_processes_get_the_matrix_alone(problem):
    model, reference = problem
    step(model, reference)
    basis = reference.prior.basis
    other = pickle.loads(pickle.dumps(basis))
    assert other.cached_sums is None
    np.testing.assert_array_equal(other[5:20], basis[5:20])
