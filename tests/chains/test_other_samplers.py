"""emcee and the nested sampler: the posterior of one parameter and its evidence against quadrature."""

from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.chains.unit_cube import cube_of
from jug.chains.verdict import ChainVerdictKind
from jug.core.execution.progress import reporting_to
from jug.errors import FitError, InputError
from jug.sampling import priors

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.fixture(scope="module")
def pulsar(module_quickly_compiled: None) -> tuple[jug.TimingModel, jug.TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return jug.fit(model.add("EFAC TEL gbt 1.0"), toas).model, toas


@pytest.fixture(scope="module")
def by_quadrature(pulsar: tuple) -> tuple[float, float, float]:
    """Mean, width and log evidence under the uniform prior of enterprise, 0.01 to 10."""
    like = jug.likelihood(*pulsar, marginal=True)
    grid = np.linspace(0.6, 2.0, 1400)
    value = like.many(grid[:, None])
    weight = np.exp(value - np.max(value))
    mean = float(np.sum(grid * weight) / np.sum(weight))
    width = float(np.sqrt(np.sum((grid - mean) ** 2 * weight) / np.sum(weight)))
    area = float(np.sum(weight) * (grid[1] - grid[0]))
    return mean, width, float(np.max(value) + np.log(area) - np.log(10.0 - 0.01))


def test_emcee_draws_the_same_posterior(pulsar: tuple, by_quadrature: tuple, tmp_path: Path) -> None:
    mean, width, _ = by_quadrature
    path = tmp_path / "chain.feather"
    steps: list[int] = []
    with reporting_to(lambda what, done, total: steps.append(done) if total == 700 else None):
        found = jug.sample(*pulsar, sampler="emcee", draws=600, warmup=100, estimate=False, path=path)
    assert steps == list(range(701))
    assert found.values.shape == (32, 600, 1)
    assert found.verdict.kind in (ChainVerdictKind.GOOD, ChainVerdictKind.NOT_MIXED)  # R-hat of short walkers scatters
    assert "--resume" not in found.verdict.next  # walkers cannot be continued
    size = found.convergence["EFAC1"].bulk
    assert size > 400.0
    assert found.mean["EFAC1"] == pytest.approx(mean, abs=4.0 * width / size**0.5)
    assert found.std["EFAC1"] == pytest.approx(width, rel=4.0 / (2.0 * size) ** 0.5)
    assert 0.4 < found.acceptance.mean() < 1.0
    like = jug.likelihood(*pulsar, marginal=True)
    assert found.log_likelihood[3, 9] == pytest.approx(like(found.values[3, 9]), abs=1e-9)
    read = jug.read_chain(path)
    np.testing.assert_array_equal(read.values, found.values)
    assert read.settings["sampler"] == "emcee"


@pytest.mark.long
def test_the_nested_sampler_gives_the_evidence(pulsar: tuple, by_quadrature: tuple, tmp_path: Path) -> None:
    mean, width, evidence = by_quadrature
    path = tmp_path / "chain.feather"
    found = jug.sample(*pulsar, sampler="nested", estimate=False, path=path)
    assert found.evidence is not None
    value, error = found.evidence
    assert value == pytest.approx(evidence, abs=4.0 * error)
    assert error < 0.2
    n = found.values.shape[1]
    assert found.verdict.good
    assert found.mean["EFAC1"] == pytest.approx(mean, abs=4.0 * width / n**0.5)
    assert found.log_posterior[0, 0] == pytest.approx(found.log_likelihood[0, 0] - np.log(10.0 - 0.01), abs=1e-9)
    assert "ln Z" in found.summary()
    assert jug.read_chain(path).evidence == found.evidence
    assert not found.divergent.any()  # only trajectories diverge or end at a limit, and it has none
    assert not found.at_limit.any()
    assert (found.acceptance == 1.0).all()
    assert (found.steps == 1).all()


def test_the_unit_cube_has_equal_shares_of_the_prior(pulsar: tuple) -> None:
    """A Gaussian cut at 0: its quartiles against those of 200,000 draws, to 4 of their errors."""
    like = jug.likelihood(*pulsar, marginal=True)
    cut = jug.posterior(like, {"EFAC1": priors.normal(0.5, 0.5)})
    coordinates = cube_of(cut)
    drawn = np.random.default_rng(3).normal(0.5, 0.5, 200_000)
    drawn = drawn[drawn > 0.0]
    for share in (0.25, 0.5, 0.75):
        assert coordinates(np.array([share]))[0] == pytest.approx(np.quantile(drawn, share), abs=0.006)
    with pytest.raises(FitError, match="EFAC1 is not normalised"):
        cube_of(jug.posterior(like, {"EFAC1": priors.physical()}))


def test_what_cannot_be_asked_of_them(pulsar: tuple, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sampler 'hmc'"):
        jug.sample(*pulsar, sampler="hmc")
    with pytest.raises(InputError, match="only chains of NUTS"):
        jug.sample(*pulsar, sampler="emcee", path=tmp_path / "chain.feather", resume=True)
    with pytest.raises(FitError, match="normalised priors"):
        jug.sample(*pulsar, sampler="nested", timing="sampled", estimate=False)
