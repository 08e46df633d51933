"""The equations of coupled rows, with epochs and basis eliminated, against dense algebra."""

import numpy as np
import pytest

from jug.compute.coupled_sums import CoupledSums, coupled_equations
from jug.core.blocks import Binned
from jug.model.covariance.noise import Prior

N, K, M = 24, 3, 4


@pytest.mark.parametrize("with_epochs", [False, True])
@pytest.mark.parametrize("with_basis", [False, True])
def test_epochs_and_basis_are_eliminated(with_epochs: bool, with_basis: bool) -> None:
    """M^T C^-1 M, M^T C^-1 r and r^T C^-1 r of C = N + E J E^T + F Phi F^T, and log det C less log det N."""
    rng = np.random.default_rng(4)
    sigma = rng.uniform(0.5, 2.0, N)
    columns, r, basis = rng.normal(size=(N, K)), rng.normal(size=N), rng.normal(size=(N, M))
    phi = np.array([0.5, 1.0, 2.0, 0.1])
    member = np.minimum(np.arange(N) // 4, 5)  # the last group is in no epoch
    values, jitter = rng.uniform(0.5, 1.5, N), np.array([0.3, 0.8, 0.2, 1.1, 0.6])
    covariance = np.diag(sigma**2)
    rows = [columns, r[:, None], basis] if with_basis else [columns, r[:, None]]
    every = np.column_stack(rows)
    cross = None
    if with_epochs:
        e = np.where(member[:, None] == np.arange(5), values[:, None], 0.0)
        covariance = covariance + (e * jitter) @ e.T
        cross = np.vstack([e.T @ (every / sigma[:, None] ** 2), np.full(every.shape[1], 7.0)])
    if with_basis:
        covariance = covariance + (basis * phi) @ basis.T
    prior = Prior(
        Binned(member, values, np.zeros(5)) if with_epochs else None, jitter if with_epochs else None,
        basis if with_basis else None, phi if with_basis else None,
    )  # fmt: skip
    total = CoupledSums(every.T @ (every / sigma[:, None] ** 2), cross)
    found = coupled_equations(np, total, K, prior if with_epochs or with_basis else None, sigma)
    inverse = np.linalg.inv(covariance)
    np.testing.assert_allclose(found[0], columns.T @ inverse @ columns, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(found[1], columns.T @ inverse @ r, rtol=1e-10, atol=1e-12)
    assert found[2] == pytest.approx(r @ inverse @ r, rel=1e-10)
    log_det = np.linalg.slogdet(covariance)[1] - np.sum(np.log(sigma**2))
    assert found[3] == pytest.approx(log_det, abs=1e-10)
