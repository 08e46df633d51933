"""Columns of DMX are taken out of the likelihood of noise as epochs are: the same value and slopes."""

import numpy as np
import pytest
from noise_sets import SETS

import jug
from jug.core.blocks import Binned
from jug.model.covariance.disjoint_epochs import UnitEpochs
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.log_density import density_slopes, log_density
from jug.model.covariance.plain_prior import PlainPrior
from jug.model.covariance.repeated_density import RepeatedDensity
from jug.sampling import compiled_data
from jug.sampling.disjoint_columns import SplitPrior, disjoint_columns, orthonormal_columns, split_prior
from jug.sampling.noise_likelihood import NoiseLikelihood

N = 120


def problem(epochs: str) -> tuple[np.ndarray, np.ndarray, PlainPrior, int]:
    """Residuals, variances, and a prior whose last 14 columns are 12 bins and two that touch all rows."""
    rng = np.random.default_rng(11)
    bins = np.repeat(np.eye(12), N // 12, axis=0) * rng.uniform(0.5, 2.0, (N, 1))
    bins[:4] = 0.0
    basis = np.column_stack([rng.normal(size=(N, 6)), rng.normal(size=(N, 2)), bins])
    member = np.arange(N) // 3
    m = N // 3
    kinds = {
        "none": (None, None),
        "unit": (UnitEpochs(np.where(np.arange(N) % 7 == 0, m, member)), rng.uniform(0.1, 2.0, m)),
        "all in one": (UnitEpochs(member), rng.uniform(0.1, 2.0, m)),
        "values": (Binned(member, rng.uniform(0.5, 1.5, N), np.zeros(m)), rng.uniform(0.1, 2.0, m)),
    }
    variance = np.concatenate([rng.uniform(0.1, 3.0, 6), np.full(14, 1e8)])
    return rng.normal(size=N), rng.uniform(0.5, 2.0, N), PlainPrior(*kinds[epochs], basis, variance), 14


@pytest.mark.parametrize("epochs", ["none", "unit", "all in one", "values"])
def test_split_columns_give_the_same_value_and_slopes(epochs: str) -> None:
    r, sigma2, prior, n_extra = problem(epochs)
    value, evaluated = log_density(np, r, sigma2, prior)
    slopes = density_slopes(np, evaluated)
    split = split_prior(prior, n_extra)
    assert len(split.flat) == 12
    assert split.kept.tolist() == [0, 1]
    assert isinstance(split.prior.epochs, Binned if epochs == "none" else LinkedEpochs)
    repeated = RepeatedDensity(split.prior)
    for _ in range(2):  # the second evaluation finds what the first has left
        found, by = repeated.value_and_slopes(r, sigma2, split.prior)
        assert found == pytest.approx(float(value), abs=1e-6)
        np.testing.assert_allclose(by.sigma2, slopes.sigma2, rtol=1e-6, atol=1e-8)
        assert by.variance is not None
        assert slopes.variance is not None
        np.testing.assert_allclose(by.variance[:6], slopes.variance[:6], rtol=1e-6, atol=1e-9)
        if slopes.epoch_variance is not None and by.epoch_variance is not None:
            np.testing.assert_allclose(by.epoch_variance[: N // 3], slopes.epoch_variance, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("epochs", ["none", "unit", "all in one", "values"])
def test_a_prior_that_is_not_split_gives_the_same_too(epochs: str) -> None:
    r, sigma2, prior, _ = problem(epochs)
    value, evaluated = log_density(np, r, sigma2, prior)
    found, by = RepeatedDensity(prior).value_and_slopes(r, sigma2, prior)
    assert found == pytest.approx(float(value), abs=1e-8)
    np.testing.assert_allclose(by.sigma2, density_slopes(np, evaluated).sigma2, rtol=1e-8, atol=1e-10)


def test_columns_are_chosen_that_share_no_row() -> None:
    columns = np.zeros((100, 11))
    for j in range(10):
        columns[8 * j : 8 * j + 8, j] = 1.0
    columns[:, 10] = 1.0  # touches all rows
    assert disjoint_columns(columns).tolist() == list(range(10))
    columns[72, 0] = 1.0  # now the first has nine rows, one of them in common with the last
    assert disjoint_columns(columns).tolist() == list(range(1, 10))
    assert disjoint_columns(columns[:, :7]).tolist() == []  # too few
    assert split_prior(PlainPrior(None, None, columns[:, 10:], np.ones(1)), 1).prior.epochs is None


def test_orthonormal_columns_have_the_volume_of_the_design_matrix() -> None:
    rng, sigma = np.random.default_rng(2), np.linspace(0.5, 2.0, N)
    columns = problem("none")[2].basis
    assert columns is not None
    columns = columns[:, ::-1]  # the last one touches all rows
    found, log_volume, least = orthonormal_columns(columns, sigma)
    q = found / sigma[:, None]
    np.testing.assert_allclose(q.T @ q, np.eye(columns.shape[1]), atol=1e-12)
    scaled = columns / sigma[:, None]
    assert log_volume == pytest.approx(0.5 * np.linalg.slogdet(scaled.T @ scaled)[1], abs=1e-9)
    others = np.linalg.qr(scaled[:, :-1])[0]
    left = scaled[:, -1] - others @ (others.T @ scaled[:, -1])
    assert least == pytest.approx(np.linalg.norm(left) / np.linalg.norm(scaled[:, -1]), rel=1e-6)
    any_of_them = columns @ rng.normal(size=columns.shape[1])
    np.testing.assert_allclose(found @ (q.T @ (any_of_them / sigma)), any_of_them, atol=1e-10)


@pytest.mark.usefixtures("quickly_compiled")
def test_a_model_with_dmx(epochs_of_three) -> None:
    """Bins of DMX in the model: value and gradient of the whole likelihood, against JAX."""
    model, toas = epochs_of_three(*SETS["all"])
    with pytest.warns(jug.JugWarning, match="are in no bin of DMX"):
        model = model.add_dmx(toas)
    like, compiled = NoiseLikelihood(model, toas, None, True), jug.likelihood(model, toas, marginal=True)
    split = like._density._terms._split
    assert split is not None
    assert len(split.flat) >= 8
    at = compiled.start + 0.1
    value, slope = compiled.value_and_grad(at)
    found = like.value_and_grad(at)
    assert found[0] == pytest.approx(value, abs=1e-6)
    np.testing.assert_allclose(found[1], slope, rtol=1e-5, atol=1e-5)


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("noise", ["white", "all"])
def test_compiled_code_with_and_without_split_columns(epochs_of_three, monkeypatch, noise: str) -> None:
    """The same value, gradient and second derivatives; with ECORR the bins share TOAs with its epochs."""
    model, toas = epochs_of_three(*SETS[noise])
    with pytest.warns(jug.JugWarning, match="are in no bin of DMX"):
        model = model.add_dmx(toas)
    split = jug.likelihood(model, toas, marginal=True, backend="jax")
    assert len(split._made().data.flat) >= 8
    monkeypatch.setattr(compiled_data, "split_prior", lambda prior, n: SplitPrior(prior, np.zeros(0), np.arange(n)))
    dense = jug.likelihood(model, toas, marginal=True, backend="jax")
    assert dense._made().data.flat is None
    at = dense.start + 0.05
    value, slope = dense.value_and_grad(at)
    found = split.value_and_grad(at)
    assert found[0] == pytest.approx(value, rel=1e-10)
    np.testing.assert_allclose(found[1], slope, rtol=1e-6, atol=1e-7 * np.max(np.abs(slope)))
    bend = dense.hessian(at)
    np.testing.assert_allclose(split.hessian(at), bend, rtol=1e-5, atol=1e-6 * np.max(np.abs(bend)))
