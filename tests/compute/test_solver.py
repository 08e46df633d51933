import numpy as np
import pytest

from jug.compute import solver
from jug.core.blocks import Binned, Dense, to_dense
from jug.errors import FitError
from jug.model.covariance import binned_products
from jug.model.covariance.marginalisation import block_product
from jug.model.covariance.noise import Prior

RNG = np.random.default_rng(2)
N = 50


def blocks():
    one = Binned(RNG.integers(0, 4, N).astype(np.int32), RNG.normal(size=N), np.array([0.0, 0.3, 0.0]))
    two = Binned(RNG.integers(0, 3, N).astype(np.int32), RNG.normal(size=N), np.array([0.1, 0.0]))
    return (Dense(RNG.normal(size=(N, 3))), one, two)


def test_gram_by_blocks_is_the_dense_one():
    parts, r, sigma = blocks(), RNG.normal(size=N), RNG.uniform(0.5, 2, N)
    matrix = np.concatenate([to_dense(b) for b in parts], axis=1) / sigma[:, None]
    normal = solver.normal_equations(np, parts, r, sigma)
    gram = normal.gram * np.outer(normal.scale, normal.scale)
    np.testing.assert_allclose(gram, matrix.T @ matrix, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(normal.slope * normal.scale, matrix.T @ (r / sigma), rtol=1e-13, atol=1e-13)


def test_undamped_step_is_least_squares():
    parts, r, sigma = blocks(), RNG.normal(size=N), RNG.uniform(0.5, 2, N)
    matrix = np.concatenate([to_dense(b) for b in parts], axis=1)
    want = -np.linalg.lstsq(matrix / sigma[:, None], r / sigma, rcond=None)[0]
    step = solver.damped_step(np, solver.normal_equations(np, parts, r, sigma), 0.0)
    np.testing.assert_allclose(step.dx, want, rtol=1e-11)
    left = np.sum(((r + matrix @ want) / sigma) ** 2)
    assert step.decrease == pytest.approx(np.sum((r / sigma) ** 2) - left, rel=1e-11)
    precise, decrease, covariance = solver.step_by_svd(parts, r, sigma, tuple("abcdefgh"))
    np.testing.assert_allclose(precise, want, rtol=1e-11)
    assert decrease == pytest.approx(step.decrease, rel=1e-11)
    np.testing.assert_allclose(covariance, solver.covariance(step.normal), rtol=1e-10)


def test_svd_takes_the_offset_out_of_the_decrease():
    """A phase of 1e3 sigma that all residuals have is no decrease of chi2: it is taken out of chi2 before."""
    parts, sigma = blocks(), RNG.uniform(0.5, 2, N)
    r = RNG.normal(size=N) + 1e3
    parts = (Dense(np.ones((N, 1))), *parts)
    step = solver.damped_step(np, solver.normal_equations(np, parts, r, sigma, offset=True), 0.0)
    dx, decrease, covariance = solver.step_by_svd(parts, r, sigma, tuple("abcdefghi"), offset=True)
    assert decrease == pytest.approx(step.decrease, rel=1e-9)
    np.testing.assert_allclose(dx, step.dx, rtol=1e-9)
    np.testing.assert_allclose(covariance, solver.covariance(step.normal), rtol=1e-9)
    matrix = np.concatenate([to_dense(b) for b in parts], axis=1) / sigma[:, None]
    want = -np.linalg.lstsq(matrix, r / sigma, rcond=None)[0]
    np.testing.assert_allclose(dx[1:], want[1:], rtol=1e-9)


@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_the_pivot_is_one_less_the_square_of_a_correlation(damping):
    """Of two columns of unit length with correlation c the second pivot is 1 + lambda - c^2 / (1 + lambda)."""
    for c in (0.0, 0.6, 0.999):
        columns = np.zeros((N, 2))
        columns[:2] = [[1.0, c], [0.0, np.sqrt(1.0 - c**2)]]
        normal = solver.normal_equations(np, (Dense(3.0 * columns),), RNG.normal(size=N), np.full(N, 2.0))
        want = 1.0 + damping - c**2 / (1.0 + damping)
        assert solver.damped_step(np, normal, damping).pivot == pytest.approx(want, abs=1e-14)


def test_damping_shortens_the_step():
    parts, r, sigma = blocks(), RNG.normal(size=N), np.ones(N)
    normal = solver.normal_equations(np, parts, r, sigma)
    lengths = [np.linalg.norm(solver.damped_step(np, normal, d).dx * normal.scale) for d in (0.0, 0.1, 1.0, 10.0)]
    assert lengths == sorted(lengths, reverse=True)


def test_columns_of_any_unit_do():
    parts, r, sigma = blocks(), RNG.normal(size=N), np.ones(N)
    factors = np.array([1e-20, 1.0, 1e15])
    scaled = (Dense(parts[0].matrix * factors), *parts[1:])
    one = solver.damped_step(np, solver.normal_equations(np, parts, r, sigma), 0.0)
    other = solver.damped_step(np, solver.normal_equations(np, scaled, r, sigma), 0.0)
    np.testing.assert_allclose(other.dx[:3] * factors, one.dx[:3], rtol=1e-12)


def test_what_cannot_be_told_apart_is_named():
    matrix = RNG.normal(size=(N, 3))
    matrix[:, 2] = 2.0 * matrix[:, 0]
    step = solver.damped_step(np, solver.normal_equations(np, (Dense(matrix),), matrix[:, 1], np.ones(N)), 0.0)
    assert not step.pivot > solver.PIVOT_MIN
    with pytest.raises(FitError, match=r"(A1, SINI|SINI, A1) cannot be told apart"):
        solver.step_by_svd((Dense(matrix),), matrix[:, 1], np.ones(N), ("A1", "F0", "SINI"))


def test_small_pivots_are_counted_together():
    """Four columns, each with 1e-3 to 1e-6 left beside the others: the pivots alone promise more than the SVD finds."""
    t = np.linspace(-1.0, 1.0, N)
    matrix = np.stack([np.ones(N), 1.0 + 1e-3 * t, 1.0 + t + 1e-3 * t**2, t + 1e-3 * t**2 + 1e-3 * t**3], axis=1)
    step = solver.damped_step(np, solver.normal_equations(np, (Dense(matrix),), t, np.ones(N)), 0.0)
    least = np.linalg.svd(matrix / np.linalg.norm(matrix, axis=0), compute_uv=False)[-1] ** 2
    assert solver.digits_left(step) < 100.0 * least < float(step.pivot)


def test_near_degenerate_columns_keep_their_digits():
    """Two columns that differ by 1e-7 are beyond normal equations (its square is 1e-14) and well within the SVD."""
    a, b = RNG.normal(size=N), RNG.normal(size=N)
    matrix = np.stack([a, a + 1e-7 * b], axis=1)
    truth = np.array([1.0, -2.0])
    dx, _, covariance = solver.step_by_svd((Dense(matrix),), -matrix @ truth, np.ones(N), ("A", "B"))
    np.testing.assert_allclose(dx, truth, rtol=1e-8)
    assert np.all(np.diag(covariance) > 0)


@pytest.mark.parametrize("with_epochs", [True, False])
@pytest.mark.parametrize("with_basis", [True, False])
def test_svd_with_correlated_noise_is_that_of_the_dense_covariance(with_epochs, with_basis):
    matrix, r, sigma = RNG.normal(size=(N, 3)), RNG.normal(size=N), RNG.uniform(0.5, 2, N)
    epochs = Binned(RNG.integers(0, 9, N).astype(np.int32), RNG.uniform(0.5, 2, N), np.zeros(8))  # 8: in none
    epochs = epochs._replace(values=np.where(epochs.member < 8, epochs.values, 0.0))
    basis, variances = RNG.normal(size=(N, 4)), (RNG.uniform(0.1, 9, 8) * (np.arange(8) > 0), RNG.uniform(0.1, 9, 4))
    covariance = np.diag(sigma**2)
    if with_epochs:
        covariance = covariance + (to_dense(epochs) * variances[0]) @ to_dense(epochs).T
    if with_basis:
        covariance = covariance + (basis * variances[1]) @ basis.T
    parts = (epochs, variances[0]) if with_epochs else (None, None)
    prior = Prior(*parts, *((basis, variances[1]) if with_basis else (None, None)))
    found = solver.step_by_svd((Dense(matrix),), r, sigma, ("A", "B", "C"), prior)
    inverse = np.linalg.inv(covariance)
    want = np.linalg.inv(matrix.T @ inverse @ matrix)
    np.testing.assert_allclose(found[2], want, rtol=1e-10)
    np.testing.assert_allclose(found[0], -want @ (matrix.T @ inverse @ r), rtol=1e-10)
    assert found[1] == pytest.approx(found[0] @ matrix.T @ inverse @ matrix @ found[0], rel=1e-10)


@pytest.mark.parametrize("at_once", [1, 7, 16, N])
def test_rows_are_summed_in_chunks_to_the_same_sums(monkeypatch, at_once):
    matrix, w = RNG.normal(size=(N, 3)), RNG.uniform(0.5, 2, N)
    bins = Binned(RNG.integers(0, 7, N).astype(np.int32), RNG.normal(size=N), np.zeros(6))  # 6: in none
    whole = block_product(np, Dense(matrix), bins, w)
    np.testing.assert_allclose(whole, (matrix * w[:, None]).T @ to_dense(bins), rtol=1e-13, atol=1e-13)
    monkeypatch.setattr(binned_products, "CHUNK_ROWS", at_once)
    np.testing.assert_array_equal(block_product(np, Dense(matrix), bins, w), whole)


def test_many_columns_that_are_degenerate_together_are_seen():
    """Sines and cosines closer than one cycle: none lies near those before it, yet 1e-15 of a combination is left."""
    t = np.linspace(-0.5, 0.5, 3000)
    waves = [f(2.0 * np.pi * 0.94 * k * t) for k in range(1, 121) for f in (np.sin, np.cos)]
    normal = solver.normal_equations(np, (Dense(np.column_stack(waves)),), t, np.ones(len(t)))
    assert np.linalg.eigvalsh(normal.gram)[0] < 1e-14
    assert np.min(np.diag(np.linalg.cholesky(normal.gram + 1e-13 * np.eye(240)))) ** 2 > 1e-3
    assert not solver.damped_step(np, normal, 0.0).pivot > solver.PIVOT_MIN
    apart = normal._replace(gram=np.eye(240))
    assert solver.damped_step(np, apart, 0.0).pivot > 0.5
