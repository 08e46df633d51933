"""R-hat and effective sizes against processes whose autocorrelation is known; priors as text and in files."""

from pathlib import Path

import numpy as np
import pytest

import jug
from jug.chains.diagnostics import convergence, effective_size
from jug.chains.prior_file import read_priors
from jug.errors import InputError
from jug.sampling.prior_sets import PRIOR_SETS, priors_for
from jug.sampling.prior_text import prior_of_text, prior_text
from jug.sampling.priors import log_uniform, uniform


def autoregressive(rho: float, shape: tuple[int, int], seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    x = np.empty(shape)
    x[:, 0] = rng.normal(size=shape[0])
    for i in range(1, shape[1]):
        x[:, i] = rho * x[:, i - 1] + np.sqrt(1.0 - rho**2) * rng.normal(size=shape[0])
    return x


@pytest.mark.parametrize("rho", [-0.4, 0.0, 0.5, 0.9])
def test_the_effective_size_is_that_of_the_autocorrelation(rho: float) -> None:
    """n (1 - rho) / (1 + rho) of a first-order autoregressive process; its estimate scatters by a few per cent."""
    x = autoregressive(rho, (4, 8000), 5)
    assert effective_size(x) == pytest.approx(x.size * (1.0 - rho) / (1.0 + rho), rel=0.12)


def test_chains_apart_or_of_other_widths_are_seen() -> None:
    x = np.random.default_rng(2).normal(size=(4, 1000))
    assert convergence(x).r_hat < 1.005
    assert convergence(x + 0.3 * np.arange(4)[:, None]).r_hat > 1.03
    assert convergence(x * np.array([1.0, 1.0, 1.0, 3.0])[:, None]).r_hat > 1.05  # by the distances from the median
    assert convergence(x + np.linspace(0.0, 1.0, 1000)).r_hat > 1.01  # a drift, by the halves
    assert np.isnan(convergence(np.ones((4, 100))).r_hat)


@pytest.mark.parametrize("name", PRIOR_SETS)
def test_the_priors_of_a_set_read_back(name: str) -> None:
    for prior in PRIOR_SETS[name].values():
        again = prior_of_text(prior_text(prior))
        assert again.coordinate == prior.coordinate
        assert (again.low, again.high) == pytest.approx((prior.low, prior.high), abs=1e-10)


def test_a_gaussian_is_cut_at_zero_only_where_it_was() -> None:
    """One about 0 goes below it, and half of it does not; one that is cut at 0 elsewhere reads back as it was."""
    for text in ("normal(0.0, 2.0)", "half_normal(2.0)", "normal(1.0, 2.0)"):
        assert prior_text(prior_of_text(text)) == text
    assert prior_of_text("normal(0, 2)").low == -np.inf
    assert prior_of_text("half_normal(2)").low == 0.0


@pytest.mark.parametrize("text", ["uniform(1)", "uniform(2, 1)", "flat(0, 1)", "uniform(a, b)", "normal(0, nan)", ""])
def test_what_is_no_prior_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a prior"):
        prior_of_text(text)


def test_a_range_of_rnamp_below_zero_is_one_of_log10_a(tmp_path: Path) -> None:
    path = tmp_path / "red.par"
    path.write_text(Path(jug.data.example("NGC6440E")[0]).read_text() + "RNAMP 0.1\nRNIDX -3\n")
    model = jug.load_model(path)
    found = priors_for(model, ("RNAMP", "RNIDX"), "enterprise", {"RNAMP": uniform(-18.0, -12.0)})
    whole = priors_for(model, ("RNAMP", "RNIDX"), "enterprise", {})
    assert found["RNAMP"].coordinate == "log10"
    assert found["RNAMP"].high == pytest.approx(whole["RNAMP"].high - 1.0, abs=1e-12)
    assert whole["RNIDX"] == uniform(-7.0, 0.0)
    assert priors_for(model, ("RNAMP",), "enterprise", {"RNAMP": log_uniform(0.1, 1.0)})["RNAMP"].low == -1.0


def test_a_file_of_priors(tmp_path: Path) -> None:
    path = tmp_path / "priors.toml"
    path.write_text('set = "wide"\n\n[priors]\nEFAC = "uniform(0.5, 2)"\nEQUAD2 = "log_uniform(0.01, 10)"\n')
    found = read_priors(path)
    assert found.prior_set == "wide"
    assert found.priors == {"EFAC": uniform(0.5, 2.0), "EQUAD2": log_uniform(0.01, 10.0)}
    for text, line, why in (
        ('set = "flat"\n', 1, "'flat' is not a set"),
        ('[priors]\nEFAC = "flat(0, 1)"\n', 2, "EFAC: 'flat"),
        ("[priors]\nEFAC = 3\n", 2, "is a text"),
        ("seed = 3\n", 1, "no key 'seed'"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=f"priors.toml:{line}: .*{why}"):
            read_priors(path)


@pytest.mark.parametrize("name", PRIOR_SETS)
def test_the_prior_of_rnamp_is_that_of_log10_a(name: str) -> None:
    """A = RNAMP 2 pi sqrt(3) / (86400 x 365.24 x 10^6), as tempo and PINT define it."""
    factor = 2.0 * np.pi * np.sqrt(3.0) / (86400.0 * 365.24e6)
    ours, of_a = PRIOR_SETS[name]["RNAMP"], PRIOR_SETS[name]["TNREDAMP"]
    assert ours.low + np.log10(factor) == pytest.approx(of_a.low, abs=1e-12)
    assert ours.high + np.log10(factor) == pytest.approx(of_a.high, abs=1e-12)
