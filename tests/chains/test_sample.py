"""`jug.sample`: the posterior of a small pulsar against a grid, chains that are continued, files, refusals."""

from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.chains.verdict import ChainVerdictKind
from jug.cli.command import main
from jug.errors import FitError, InputError
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling import priors

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.fixture(scope="module")
def pulsar(module_quickly_compiled: None) -> tuple[TimingModel, TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return jug.fit(model.add("EFAC TEL gbt 1.0"), toas).model, toas


@pytest.fixture(scope="module")
def found(pulsar: tuple[TimingModel, TOAs]) -> jug.Chains:
    return jug.sample(*pulsar, draws=1500, warmup=200, estimate=False)


def test_the_posterior_is_that_of_a_grid(pulsar: tuple[TimingModel, TOAs], found: jug.Chains) -> None:
    """One parameter: mean and width by quadrature of the likelihood, to the error of about 2,000 draws."""
    like = jug.likelihood(*pulsar, marginal=True)
    grid = np.linspace(0.7, 1.7, 400)
    weight = np.exp(like.many(grid[:, None]) - np.max(like.many(grid[:, None])))
    mean = float(np.sum(grid * weight) / np.sum(weight))
    width = float(np.sqrt(np.sum((grid - mean) ** 2 * weight) / np.sum(weight)))
    assert found.verdict.good, found.verdict
    size = found.convergence["EFAC1"].bulk
    assert found.mean["EFAC1"] == pytest.approx(mean, abs=4.0 * width / size**0.5)
    assert found.std["EFAC1"] == pytest.approx(width, rel=4.0 / (2.0 * size) ** 0.5)
    assert not found.divergent.any()
    theta = found.values[1, 7]
    assert found.log_likelihood[1, 7] == pytest.approx(like(theta), abs=1e-9)  # the rounding of log L of 470
    assert found.log_posterior[1, 7] == pytest.approx(like(theta) - np.log(10.0 - 0.01), abs=1e-9)


def test_chains_that_are_continued_are_the_same(pulsar: tuple[TimingModel, TOAs], tmp_path: Path) -> None:
    """To the last bit, also where the run was stopped in its warm-up."""
    path = tmp_path / "chain.feather"
    whole = jug.sample(*pulsar, draws=60, warmup=40, chains=2, seed=3, estimate=False)
    first = jug.sample(*pulsar, draws=25, warmup=40, chains=2, seed=3, estimate=False, path=path)
    read = jug.read_chain(path)
    for name in ("values", "log_likelihood", "log_posterior", "acceptance", "steps", "divergent", "at_limit"):
        np.testing.assert_array_equal(getattr(read, name), getattr(first, name))
    assert (read.names, read.units, read.labels, read.priors) == (("EFAC1",), ("",), ("EFAC1 TEL gbt",), first.priors)
    again = jug.sample(*pulsar, draws=60, warmup=40, chains=2, seed=3, estimate=False, path=path, resume=True)
    np.testing.assert_array_equal(again.values, whole.values)
    np.testing.assert_array_equal(jug.read_chain(path).log_posterior, whole.log_posterior)
    with pytest.raises(InputError, match="another run: seed differs"):
        jug.sample(*pulsar, draws=60, warmup=40, chains=2, seed=4, estimate=False, path=path, resume=True)


def test_an_interrupted_run_is_stored_and_continued(
    pulsar: tuple[TimingModel, TOAs], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jug.chains import running

    path, rounds = tmp_path / "chain.parquet", []

    def interrupted(run: running.Run, advance: object, size: int) -> running.Run:
        rounds.append(run.stage)
        if run.stage == 2:
            raise KeyboardInterrupt
        return real(run, advance, size)  # type: ignore[arg-type]

    real = running._do_round
    monkeypatch.setattr(running, "_do_round", interrupted)
    with pytest.raises(KeyboardInterrupt):
        jug.sample(*pulsar, draws=30, warmup=40, chains=2, estimate=False, path=path)
    monkeypatch.setattr(running, "_do_round", real)
    assert len(rounds) > 2
    half = jug.read_chain(path)
    assert half.verdict.kind is ChainVerdictKind.UNFINISHED
    assert half.values.shape == (2, 0, 1)
    end = jug.sample(*pulsar, draws=30, warmup=40, chains=2, estimate=False, path=path, resume=True)
    whole = jug.sample(*pulsar, draws=30, warmup=40, chains=2, estimate=False)
    np.testing.assert_array_equal(end.values, whole.values)


def test_a_prior_moves_the_posterior(pulsar: tuple[TimingModel, TOAs]) -> None:
    """A narrow normal prior away from the data: the mean is that of the product of two Gaussians, within 20%."""
    given = {"EFAC": priors.normal(1.5, 0.02)}
    moved = jug.sample(*pulsar, draws=300, warmup=60, estimate=False, priors=given)
    assert moved.priors == {"EFAC1": "normal(1.5, 0.02)"}
    assert 1.4 < moved.mean["EFAC1"] < 1.5
    with pytest.raises(FitError, match="RAJ, which is not among those asked for: EFAC1"):
        jug.sample(*pulsar, estimate=False, priors={"RAJ": priors.normal(0, 1)})
    with pytest.raises(FitError, match="no set of priors 'flat'"):
        jug.sample(*pulsar, estimate=False, prior_set="flat")


def test_too_few_draws_are_said_to_be_so(found: jug.Chains) -> None:
    from dataclasses import replace

    few = replace(found, values=found.values[:, :40], divergent=found.divergent[:, :40])
    assert few.verdict.kind in (ChainVerdictKind.NOT_MIXED, ChainVerdictKind.TOO_FEW)
    apart = replace(found, values=found.values + np.arange(4)[:, None, None])
    assert apart.verdict.kind is ChainVerdictKind.NOT_MIXED
    assert "R-hat" in apart.verdict.sentence
    diverged = replace(found, divergent=found.divergent | (np.arange(1500) < 3))
    assert diverged.verdict.kind is ChainVerdictKind.DIVERGENT
    assert "12 of 6000 draws diverged" in diverged.verdict.sentence


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"chains": 0}, "1 chain"),
        ({"accept": 1.0}, "accept=1"),
        ({"timing": "fitted"}, "not a way to treat timing"),
        ({"resume": True}, "no file to continue"),
    ],
)
def test_what_cannot_be_asked(pulsar: tuple[TimingModel, TOAs], wrong: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        jug.sample(*pulsar, **wrong)  # type: ignore[arg-type]


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    par, tim = map(str, example("NGC6440E"))
    noisy, out = tmp_path / "noise.par", tmp_path / "chain.feather"
    noisy.write_text(Path(par).read_text() + "EFAC TEL gbt 1.0 1\n")
    line = ["sample", str(noisy), tim, "-o", str(out), "--draws", "800", "--warmup", "100", "--no-estimate"]
    assert main([*line, "--prior", "EFAC=uniform(0.5, 3)"]) == 0
    assert "The chains agree" in capfd.readouterr().out
    assert jug.read_chain(out).priors == {"EFAC1": "uniform(0.5, 3.0)"}
    assert main([*line[:5], "--draws", "5", "--warmup", "20", "--no-estimate"]) == 3
    capfd.readouterr()
    assert main([*line, "--prior", "EFAC=flat(0, 1)"]) == 2
    assert "'flat(0, 1)' is not a prior" in capfd.readouterr().err


@pytest.mark.long
def test_timing_parameters_sampled_too(pulsar: tuple[TimingModel, TOAs]) -> None:
    """Linear parameters under a Gaussian likelihood: widths of the covariance of the fit, times EFAC; EFAC as with them
    integrated over."""
    both = jug.sample(*pulsar, timing="sampled", draws=1000, warmup=300)
    alone = jug.sample(*pulsar, draws=1000, warmup=300)
    assert both.verdict.good, both.verdict
    assert both.mean["EFAC1"] == pytest.approx(alone.mean["EFAC1"], abs=0.2 * alone.std["EFAC1"])
    fitted = jug.fit(*pulsar)
    for name in ("F0", "F1", "DM"):
        assert both.std[name] == pytest.approx(fitted.errors[name] * both.mean["EFAC1"], rel=0.1)
