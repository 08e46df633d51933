"""R-hat and effective sizes written out in loops, after Vehtari et al. 2021, equations 4, 10, 11 and 14."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import ndtri

from jug.chains.diagnostics import _halves, _normal_ranks, _ratio, convergence, effective_size
from jug.chains.file import read_chain, write_chain
from jug.chains.result import Chains
from jug.chains.verdict import ChainVerdictKind


def drawn(m: int, n: int, seed: int = 1) -> np.ndarray:
    """Random walks that forget slowly."""
    x = np.random.default_rng(seed).normal(size=(m, n))
    for i in range(1, n):
        x[:, i] += 0.7 * x[:, i - 1]
    return x


def size_in_loops(x: np.ndarray) -> float:
    """m n / tau, tau = -1 + 2 sum of P_t = rho_2t + rho_2t+1 while positive, none larger than the one before."""
    m, n = x.shape
    means = [float(np.mean(row)) for row in x]
    variances = [sum((v - mean) ** 2 for v in row) / (n - 1) for row, mean in zip(x, means, strict=True)]
    within = sum(variances) / m
    between = n * sum((mean - sum(means) / m) ** 2 for mean in means) / (m - 1) if m > 1 else 0.0
    total = (n - 1) / n * within + between / n
    rho = [1.0]
    for lag in range(1, n):
        products = [
            sum((row[i] - mean) * (row[i + lag] - mean) for i in range(n - lag)) / (n - 1)
            for row, mean in zip(x, means, strict=True)
        ]
        rho.append(1.0 - (within - sum(products) / m) / total)
    tau, before = -1.0, np.inf
    for t in range(n // 2):
        pair = rho[2 * t] + rho[2 * t + 1]
        if pair <= 0.0:
            break
        before = min(before, pair)
        tau += 2.0 * before
    return float(m * n / max(tau, 1.0 / np.log10(m * n)))


@pytest.mark.parametrize(("m", "n"), [(1, 30), (2, 31), (4, 60)])
def test_the_effective_size_by_its_formula(m: int, n: int) -> None:
    assert effective_size(drawn(m, n)) == pytest.approx(size_in_loops(drawn(m, n)), rel=1e-10)


def test_the_effective_size_is_at_most_that_of_antithetic_draws() -> None:
    """m n log10(m n) for draws that alternate; NaN where nothing varies."""
    alternating = np.tile([1.0, -1.0], (2, 50)) + 1e-3 * np.random.default_rng(3).normal(size=(2, 100))
    assert effective_size(alternating) == pytest.approx(200.0 * np.log10(200.0))
    assert np.isnan(effective_size(np.ones((2, 10))))


def test_ranks_and_halves() -> None:
    """Phi^-1((r - 3/8) / (S + 1/4)), ties with their mean rank; of five draws the middle one is left out."""
    found = _normal_ranks(np.array([[3.0, 1.0], [1.0, 7.0]]))
    expected = ndtri((np.array([[3.0, 1.5], [1.5, 4.0]]) - 0.375) / 4.25)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert _halves(np.array([[1.0, 2.0, 3.0, 4.0, 5.0]])).tolist() == [[1.0, 2.0], [4.0, 5.0]]


def test_the_scatter_between_chains_by_its_formula() -> None:
    x = drawn(3, 20)
    within = np.mean(np.var(x, axis=1, ddof=1))
    variance = 19.0 / 20.0 * within + np.var(np.mean(x, axis=1), ddof=1)
    assert _ratio(x) == pytest.approx(np.sqrt(variance / within), rel=1e-12)
    assert _ratio(np.array([[1.0, 1.0], [2.0, 2.0]])) == np.inf
    split = _halves(x)
    folded = np.abs(split - np.median(split))
    found = convergence(x)
    assert found.r_hat == pytest.approx(max(_ratio(_normal_ranks(split)), _ratio(_normal_ranks(folded))))
    edges = np.quantile(split, [0.05, 0.95])
    assert found.bulk == pytest.approx(size_in_loops(_normal_ranks(split)))
    assert found.tail == pytest.approx(min(size_in_loops((split <= edge).astype(float)) for edge in edges))
    assert np.isnan(convergence(x[:, :3]).r_hat)
    assert np.isfinite(convergence(x[:, :4]).r_hat)


def chains(m: int = 2, n: int = 60, **own: Any) -> Chains:
    flags = np.zeros((m, n), dtype=bool)
    flags[0, 1] = flags[1, 3] = True
    plain = np.arange(float(m * n)).reshape(m, n)
    fields: dict[str, Any] = {
        "psr": "X", "names": ("A", "B"), "units": ("", "us"), "labels": ("A", "B -f x"),
        "values": np.stack([drawn(m, n), 2.0 * drawn(m, n, 2)], axis=-1), "log_likelihood": plain,
        "log_posterior": plain - 1.0, "acceptance": plain / (m * n), "steps": np.full((m, n), 3), "divergent": flags,
        "at_limit": ~flags, "priors": {"A": "uniform(0, 1)"}, "settings": {"chains": 1}, "seconds": 2.5,
    }  # fmt: skip
    return Chains(**{**fields, **own})


def test_chains_read_back_from_their_file(tmp_path: Path) -> None:
    for evidence in (None, (-3.5, 0.25)):
        made = chains(evidence=evidence)
        write_chain(made, tmp_path / "a.feather")
        found = read_chain(tmp_path / "a.feather")
        for name in ("values", "log_likelihood", "log_posterior", "acceptance", "steps", "divergent", "at_limit"):
            np.testing.assert_array_equal(getattr(found, name), getattr(made, name), err_msg=name)
        for name in ("psr", "names", "units", "labels", "priors", "settings", "seconds", "evidence"):
            assert getattr(found, name) == getattr(made, name), name


def test_walkers_are_not_counted_one_by_one() -> None:
    """Of 200 walkers for one chain that was asked for 100 independent draws are wanted, of 20 chains 2000."""
    values = np.random.default_rng(5).normal(size=(20, 60, 2))
    none = np.zeros((20, 60), dtype=bool)
    own = {name: np.zeros((20, 60)) for name in ("log_likelihood", "log_posterior", "acceptance", "steps")}
    walkers = chains(20, 60, values=values, divergent=none, at_limit=none, **own)
    assert walkers.verdict.kind is ChainVerdictKind.GOOD
    many = chains(20, 60, values=values, divergent=none, at_limit=none, settings={"chains": 20}, **own)
    assert many.verdict.kind is ChainVerdictKind.TOO_FEW
    assert "2000 are wanted" in many.verdict.sentence
    diverged = chains(20, 60, values=values, divergent=~none, at_limit=none, **own)
    assert diverged.verdict.kind is ChainVerdictKind.DIVERGENT
