"""Epochs that share TOAs, against dense linear algebra with the n x n covariance; in NumPy and JAX."""

import tracemalloc
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from jug.compute.jax_import import import_jax
from jug.compute.whitening import whiten_columns
from jug.core.blocks import Binned, Dense, to_dense
from jug.core.execution import memory
from jug.core.namespace import Namespace
from jug.errors import JugMemoryError
from jug.model.covariance.leave_out import LeaveOut
from jug.model.covariance.linked_epochs import LinkedEpochs, link_epochs
from jug.model.covariance.log_density import LikelihoodDerivatives, density_slopes, log_density
from jug.model.covariance.marginalisation import equations
from jug.model.covariance.noise import Noise, Prior, Process
from jug.model.covariance.realisation import noise_realisations

RTOL = 1e-12
"""What is asked for; the condition of these covariances, some hundred, costs two digits of float64's sixteen."""

Matrix = NDArray[np.float64]


Found = TypeVar("Found")


def calculate(backend: str, work: Callable[[Namespace, Matrix, Matrix], Found], *arrays: Matrix) -> Found:
    """What a function of the array namespace and two arrays gives; on JAX compiled as a whole, and in float64."""
    if backend == "numpy":
        return work(np, *arrays)
    jax = import_jax()
    with jax.enable_x64(True):
        return jax.jit(lambda *traced: work(jax.numpy, *traced))(*arrays)


class Problem(NamedTuple):
    """90 data with three layers of epochs that overlap, a basis of four columns, and five columns of a design."""

    design: Matrix
    r: Matrix
    sigma: Matrix
    prior: Prior
    columns: Matrix
    covariance: Matrix


def problem(seed: int = 1, n: int = 90) -> Problem:
    """Clusters of 1 to some ten epochs, TOAs in no epoch, an epoch without a variance."""
    rng = np.random.default_rng(seed)
    layers = []
    i = np.arange(n)
    for k, member in ((30, i // 3), (9, np.where(i < 60, i // 10, 9)), (5, np.where(i // 30 == 1, i // 6 - 5, 5))):
        member = np.where(rng.random(n) < 0.2, k, member).astype(np.int32)
        layers.append(Binned(member, np.where(member < k, rng.uniform(0.5, 2.0, n), 0.0), np.zeros(k)))
    epochs = link_epochs(tuple(layers))
    variance = rng.uniform(0.1, 9.0, 44)
    variance[3] = 0.0
    basis, phi, sigma = rng.normal(size=(n, 4)), rng.uniform(0.5, 2.0, 4), rng.uniform(0.5, 2.0, n)
    columns = np.concatenate([to_dense(layer) for layer in layers], axis=1)
    covariance = np.diag(sigma**2) + (columns * variance) @ columns.T + (basis * phi) @ basis.T
    return Problem(
        rng.normal(size=(n, 5)), rng.normal(size=n), sigma, Prior(epochs, variance, basis, phi), columns, covariance
    )


def test_the_clusters() -> None:
    p = problem()
    assert isinstance(p.prior.epochs, LinkedEpochs)
    share = (p.columns != 0).astype(float)
    reached = np.linalg.matrix_power(share.T @ share + np.eye(44), 44) > 0
    home = p.prior.epochs.home[:-1]
    assert np.array_equal(reached, home[:, None] == home)
    assert 12 <= len(set(home.tolist())) < 30
    assert len(p.prior.epochs.clusters) > 2, "of several sizes"


@pytest.mark.parametrize("backend", ["numpy", "jax"])
def test_normal_equations(backend: str) -> None:
    p, inverse = problem(), np.linalg.inv(problem().covariance)
    found = calculate(backend, lambda xp, m, r: equations(xp, (Dense(m),), r, p.sigma, p.prior), p.design, p.r)
    assert found.gram == pytest.approx(p.design.T @ inverse @ p.design, rel=RTOL, abs=RTOL)
    assert found.slope == pytest.approx(p.design.T @ inverse @ p.r, rel=RTOL, abs=RTOL)
    assert float(found.chi2) == pytest.approx(p.r @ inverse @ p.r, rel=RTOL)
    log_det = np.linalg.slogdet(p.covariance)[1] - 2.0 * np.sum(np.log(p.sigma))
    assert float(found.log_det) == pytest.approx(log_det, rel=RTOL)


@pytest.mark.parametrize("backend", ["numpy", "jax"])
@pytest.mark.parametrize("with_basis", [True, False])
def test_likelihood_and_its_slopes(backend: str, with_basis: bool) -> None:
    p = problem()
    prior, c = p.prior, p.covariance
    if not with_basis:
        assert prior.basis is not None
        c = c - (prior.basis * prior.variance) @ prior.basis.T
        prior = prior._replace(basis=None, variance=None)  # type: ignore[arg-type]
    inverse = np.linalg.inv(c)
    z = inverse @ p.r

    def work(xp: Namespace, r: Matrix, sigma2: Matrix) -> tuple[Matrix, LikelihoodDerivatives]:
        value, factors = log_density(xp, r, sigma2, prior)
        return value, density_slopes(xp, factors)

    value, by = calculate(backend, work, p.r, p.sigma**2)
    assert float(value) == pytest.approx(-0.5 * (p.r @ z + np.linalg.slogdet(c)[1]), rel=RTOL)
    assert by.r == pytest.approx(-z, rel=RTOL, abs=RTOL)
    by_c = 0.5 * (np.outer(z, z) - inverse)  # the derivative by each element of C
    assert by.sigma2 == pytest.approx(np.diag(by_c), rel=RTOL, abs=RTOL)
    assert by.epoch_variance == pytest.approx(np.einsum("ie,ij,je->e", p.columns, by_c, p.columns), rel=RTOL, abs=1e-11)
    if with_basis:
        assert by.variance == pytest.approx(np.einsum("ik,ij,jk->k", prior.basis, by_c, prior.basis), rel=RTOL)
        assert by.basis == pytest.approx(2.0 * by_c @ (prior.basis * prior.variance), rel=RTOL, abs=RTOL)


def test_whitening() -> None:
    p = problem()
    matrix, r = whiten_columns(p.design, p.r, p.sigma, p.prior)
    inverse = np.linalg.inv(p.covariance)
    assert matrix.T @ matrix == pytest.approx(p.design.T @ inverse @ p.design, rel=RTOL, abs=RTOL)
    assert matrix.T @ r == pytest.approx(p.design.T @ inverse @ p.r, rel=RTOL, abs=RTOL)


def test_leaving_rows_out() -> None:
    p = problem()
    inverse = np.linalg.inv(p.covariance)
    half = inverse @ p.design
    whole = inverse - half @ np.linalg.solve(p.design.T @ half, half.T)
    ready, out = LeaveOut(p.design, p.r, p.sigma, p.prior), np.array([0, 1, 2, 30, 31, 77])
    assert ready.diagonal == pytest.approx(np.diag(whole), rel=1e-11)
    block = whole[np.ix_(out, out)]
    assert ready.leave_out(out).excess == pytest.approx(np.linalg.solve(block, (whole @ p.r)[out]), rel=1e-10)


def test_thousands_of_epochs_that_share_toas() -> None:
    """6,000 epochs on 16,000 TOAs were 380 MB of dense columns, and copies of them; the answer is that of a tenth."""
    n = 16_000
    i = np.arange(n, dtype=np.int32)
    layers = (Binned(i // 4, np.ones(n), np.zeros(n // 4)), Binned(i // 8, np.ones(n), np.zeros(n // 8)))
    rng = np.random.default_rng(3)
    design, r, sigma = rng.normal(size=(n, 5)), rng.normal(size=n), rng.uniform(0.5, 2.0, n)
    tracemalloc.start()
    prior = Prior(link_epochs(layers), np.ones(n // 4 + n // 8), None, None)  # type: ignore[arg-type]
    whole = equations(np, (Dense(design),), r, sigma, prior)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6
    gram, chi2 = np.zeros((5, 5)), 0.0
    for start in range(0, n, 800):  # the covariance has no elements between these parts
        own = slice(start, start + 800)
        e = np.equal.outer(i[own] // 4, i[own] // 4) + 1.0 * np.equal.outer(i[own] // 8, i[own] // 8)
        half = np.linalg.solve(np.diag(sigma[own] ** 2) + e, np.column_stack([design[own], r[own]]))
        gram += design[own].T @ half[:, :5]
        chi2 += r[own] @ half[:, 5]
    assert whole.gram == pytest.approx(gram, rel=RTOL, abs=1e-9)
    assert float(whole.chi2) == pytest.approx(chi2, rel=RTOL)


def test_more_epochs_than_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of epochs, each of which shares a TOA with the next, is one block."""
    monkeypatch.setattr(memory, "memory_left", lambda: 1000.0)
    i = np.arange(20_000, dtype=np.int32)
    layers = (
        Binned(i // 2, np.ones(20_000), np.zeros(10_000)),
        Binned((i + 1) // 2, np.ones(20_000), np.zeros(10_001)),
    )
    with pytest.raises(JugMemoryError, match="20001 epochs of noise that share TOAs need about 69 GB of memory"):
        link_epochs(layers)


def test_realisations() -> None:
    """Each process by itself, with the uncertainty of the timing columns; two layers have one name."""
    p = problem()
    assert isinstance(p.prior.epochs, LinkedEpochs)
    assert p.prior.basis is not None
    ends, names = [0, 30, 39, 44], ("ECORR", "ECORR", "SECORR")
    variance = p.prior.epoch_variance
    processes = [
        Process(name, layer, variance[a:b])
        for name, layer, a, b in zip(names, p.prior.epochs.layers, ends, ends[1:], strict=False)
    ]
    noise = Noise(p.sigma, (*processes, Process("RED", Dense(p.prior.basis), p.prior.variance)))
    found = noise_realisations(p.r, noise, (Dense(p.design),), len(p.r))
    inverse = np.linalg.inv(p.covariance)
    half = inverse @ p.design
    whole = inverse - half @ np.linalg.solve(p.design.T @ half, half.T)
    own = {
        "ECORR": (p.columns[:, :39] * variance[:39]) @ p.columns[:, :39].T,
        "SECORR": (p.columns[:, 39:] * variance[39:]) @ p.columns[:, 39:].T,
        "RED": (p.prior.basis * p.prior.variance) @ p.prior.basis.T,
    }
    assert set(found) == set(own)
    for name, c in own.items():
        assert found[name].time_s == pytest.approx(c @ whole @ p.r, rel=1e-10, abs=1e-11)
        assert found[name].error_s ** 2 == pytest.approx(np.diag(c - c @ whole @ c), rel=1e-9, abs=1e-11)
