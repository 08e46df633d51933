"""Leaving out rows of a fit, against dense algebra."""

import numpy as np
import pytest

from jug.core.blocks import Binned
from jug.errors import FitError
from jug.model.covariance.leave_out import LeaveOut
from jug.model.covariance.noise import Prior

N = 40


@pytest.fixture(scope="module", params=["white", "basis", "epochs", "both"])
def made(request):
    rng = np.random.default_rng(7)
    matrix = np.column_stack([np.ones(N), np.linspace(-1, 1, N), rng.normal(size=(N, 2))])
    sigma, r = rng.uniform(0.5, 2.0, N), rng.normal(size=N)
    member = np.minimum(np.arange(N) // 5, 6)
    epochs = Binned(member, rng.uniform(0.5, 1.5, N), np.zeros(6)) if request.param in ("epochs", "both") else None
    jitter = np.full(6, 0.8) if epochs is not None else None
    basis = rng.normal(size=(N, 3)) if request.param in ("basis", "both") else None
    variance = np.array([0.5, 1.0, 2.0]) if basis is not None else None
    prior = None if request.param == "white" else Prior(epochs, jitter, basis, variance)
    covariance = np.diag(sigma**2)
    if epochs is not None:
        for j in range(6):
            column = np.where(member == j, epochs.values, 0.0)
            covariance += 0.8 * np.outer(column, column)
    if basis is not None:
        covariance += (basis * variance) @ basis.T
    return matrix, r, sigma, prior, covariance


def chi2(matrix, r, covariance, rows):
    inverse = np.linalg.inv(covariance[np.ix_(rows, rows)])
    m, r = matrix[rows], r[rows]
    fit = np.linalg.solve(m.T @ inverse @ m, m.T @ inverse @ r)
    return (r - m @ fit) @ inverse @ (r - m @ fit), fit


def test_rows_left_out_lower_chi2_as_a_fit_without_them(made):
    matrix, r, sigma, prior, covariance = made
    ready = LeaveOut(matrix, r, sigma, prior)
    everything = np.arange(N)
    whole = chi2(matrix, r, covariance, everything)[0]
    assert r @ ready.q == pytest.approx(whole, rel=1e-10)
    for rows in (np.array([3]), np.array([3, 4, 17]), np.arange(10, 16), np.arange(32, 40)):
        less = chi2(matrix, r, covariance, np.setdiff1d(everything, rows))[0]
        assert ready.leave_out(rows).decrease == pytest.approx(whole - less, rel=1e-9, abs=1e-10)


def test_each_row_is_compared_with_the_prediction_of_the_others(made):
    """The prediction of row i: the timing fit of the others, and their noise, by dense conditioning."""
    matrix, r, sigma, prior, covariance = made
    ready = LeaveOut(matrix, r, sigma, prior)
    for bad in ([], [5, 6, 21]):
        excess, error = ready.excess_of_each_row(np.array(bad, dtype=np.intp))
        for i in (0, 6, 22, 37):
            others = np.setdiff1d(np.arange(N), [*bad, i])
            if i in bad:
                continue
            inverse = np.linalg.inv(covariance[np.ix_(others, others)])
            m = matrix[others]
            normal = np.linalg.inv(m.T @ inverse @ m)
            fit = normal @ m.T @ inverse @ r[others]
            along = covariance[i, others] @ inverse
            row = matrix[i] - along @ m
            assert excess[i] == pytest.approx(
                r[i] - matrix[i] @ fit - along @ (r[others] - m @ fit), rel=1e-8, abs=1e-10
            )
            variance = covariance[i, i] - along @ covariance[others, i] + row @ normal @ row
            assert error[i] == pytest.approx(np.sqrt(variance), rel=1e-8)


def test_a_row_that_alone_determines_a_column_is_reported_to():
    matrix = np.column_stack([np.ones(6), np.arange(6) == 2]).astype(float)
    ready = LeaveOut(matrix, np.arange(6.0), np.ones(6), None)
    assert ready.leave_out(np.array([2])).determines
    assert ready.leave_out(np.array([2])).decrease == pytest.approx(0.0, abs=1e-12)
    assert not ready.leave_out(np.array([1])).determines
    assert np.isinf(ready.excess_of_each_row(np.zeros(0, dtype=np.intp))[1][2])
    with pytest.raises(FitError, match="do not determine"):
        LeaveOut(np.ones((6, 2)), np.arange(6.0), np.ones(6), None)


def test_the_projection_and_the_fit_of_many_residuals(made):
    """P r and M (M^T C^-1 M)^-1 M^T C^-1 r, by dense algebra."""
    matrix, _, sigma, prior, covariance = made
    many = np.random.default_rng(3).normal(size=(N, 3))
    inverse = np.linalg.inv(covariance)
    hat = matrix @ np.linalg.solve(matrix.T @ inverse @ matrix, matrix.T @ inverse)
    projected, fitted = LeaveOut(matrix, many[:, 0], sigma, prior).project(many)
    np.testing.assert_allclose(fitted, hat @ many, atol=1e-12)
    np.testing.assert_allclose(projected, inverse @ (many - hat @ many), atol=1e-12)


def test_nearly_equal_columns_lose_no_digits():
    """A polynomial of the tenth degree, whose normal equations have a condition number near 1e15."""
    x, rng = np.linspace(0.0, 1.0, N), np.random.default_rng(5)
    matrix, r, sigma = x[:, None] ** np.arange(11), rng.normal(size=N), np.ones(N)
    basis = np.linalg.qr(np.polynomial.legendre.legvander(2.0 * x - 1.0, 10))[0]
    expected = r - basis @ (basis.T @ r)
    np.testing.assert_allclose(LeaveOut(matrix, r, sigma, None).q, expected, atol=1e-8)
