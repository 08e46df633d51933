"""Traces of products with a projected inverse covariance, against dense matrices; and what the tables say."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.information import projected_covariance as projected_covariance_module
from jug.analysis.information import variance_slopes as variance_slopes_module
from jug.analysis.information.fisher import Fisher
from jug.analysis.information.fit_gradient import FitGradient
from jug.analysis.information.projected_covariance import projected_covariance
from jug.analysis.information.variance_slopes import VarianceSlopes, times_slope
from jug.core.blocks import Binned, Dense, dense_columns
from jug.errors import FitError
from jug.model.covariance.noise import Noise, Process

RNG = np.random.default_rng(13)
N = 9
DENSE = Dense(RNG.normal(size=(N, 2)))
BINNED = Binned(np.array([0, 0, 1, 1, 2, 2, 3, 3, 3]), RNG.uniform(0.5, 2.0, N), np.array([0.1, -0.2, 0.3]))
"""Three rows of the last belong to no member."""

NOISE = Noise(
    RNG.uniform(1.0, 2.0, N),
    (Process("A", DENSE, np.array([2.0, 0.5])), Process("B", BINNED, np.array([1.5, 0.7, 3.0]))),
)
BASIS = np.concatenate([dense_columns(np, DENSE), dense_columns(np, BINNED)], axis=1)
TIMING = RNG.normal(size=(N, 2)) * np.array([1.0, 1e9])


def dense_inverse(timing: np.ndarray) -> np.ndarray:
    """P from its definition."""
    variance = np.concatenate([p.variance for p in NOISE.processes])
    inverse = np.linalg.inv(np.diag(NOISE.sigma**2) + (BASIS * variance) @ BASIS.T)
    m = timing / np.linalg.norm(timing, axis=0) if timing.shape[1] else timing
    return inverse - inverse @ m @ np.linalg.solve(m.T @ inverse @ m, m.T @ inverse)


@pytest.mark.parametrize("timing", [TIMING, TIMING[:, :0]], ids=["timing", "none"])
def test_traces_are_those_of_dense_matrices(timing: np.ndarray) -> None:
    """The first derivative is of some white variances, the second of those of both processes, the third of all."""
    found, p = projected_covariance(NOISE, timing), dense_inverse(timing)
    white, prior = RNG.normal(size=(3, N)), RNG.normal(size=(3, 5))
    white[0, 4:], white[1], prior[0] = 0.0, 0.0, 0.0
    slopes = [np.diag(d) + (BASIS * v) @ BASIS.T for d, v in zip(white, prior, strict=True)]
    wanted = [[np.trace(p @ a @ p @ b) for b in slopes] for a in slopes]
    np.testing.assert_allclose(found.trace(white, prior), wanted, rtol=1e-9, atol=1e-11)
    columns = RNG.normal(size=(N, 3))
    np.testing.assert_allclose(found.between(columns), columns.T @ p @ columns, rtol=1e-9, atol=1e-11)


def test_the_memory_of_dense_matrices_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six arrays of (9 + 5) x (5 + 2) numbers of 8 bytes."""
    asked: list[tuple[float, str]] = []
    monkeypatch.setattr(projected_covariance_module, "require_memory", lambda mb, work, out: asked.append((mb, work)))
    projected_covariance(NOISE, TIMING)
    assert asked == [(pytest.approx(6 * 14 * 7 * 8e-6), "a Fisher matrix of 9 TOAs and 5 columns of noise")]


def test_a_slope_times_a_vector() -> None:
    """Processes whose slopes are 0 are left out, not those after them."""
    z, white = RNG.normal(size=N), RNG.normal(size=N)
    for prior in (
        (np.zeros(2), np.array([1.0, -2.0, 0.5])),
        (np.array([0.3, 0.0]), np.zeros(3)),
        (np.ones(2), np.ones(3)),
    ):
        wanted = white * z + (BASIS * np.concatenate(prior)) @ (BASIS.T @ z)
        np.testing.assert_allclose(times_slope(NOISE, VarianceSlopes(white, prior), z), wanted, rtol=1e-12)


def fisher(matrix: np.ndarray, psr: str = "J1") -> Fisher:
    return Fisher(psr, ("F0", "EFAC1"), ("Hz", ""), (61.4854765543725, 1.1), matrix)


def test_expected_uncertainties() -> None:
    """The inverse of [[4, 1], [1, 1]] is [[1, -1], [-1, 4]] / 3, whatever the units."""
    scale = np.array([1e-12, 1e3])
    found = fisher(np.array([[4.0, 1.0], [1.0, 1.0]]) / np.outer(scale, scale))
    wanted = np.array([[1.0, -1.0], [-1.0, 4.0]]) / 3.0 * np.outer(scale, scale)
    np.testing.assert_allclose(found.covariance, wanted, rtol=1e-12)
    assert found.errors == pytest.approx({"F0": 1e-12 / 3.0**0.5, "EFAC1": 2e3 / 3.0**0.5})
    assert found.to_json()["errors"] == found.errors
    assert [found.to_json()[key] for key in ("psr", "names", "units")] == ["J1", ["F0", "EFAC1"], ["Hz", ""]]
    assert [line.split() for line in found.summary().split("\n")] == [
        ["PSR", "J1"],
        [],
        ["Parameter", "Unit", "Value", "Expected", "uncertainty"],
        ["-" * n for n in (11, 6, 11, 22)],
        ["F0", "Hz", "61.48547655", "5.77e-13"],
        ["EFAC1", "1.1", "1.15e+03"],
    ]
    assert fisher(np.eye(2), "").summary().startswith("PSR (no name)\n\n")


@pytest.mark.parametrize(
    ("diagonal", "names"), [((0.0, 1.0), "F0"), ((np.nan, 0.0), "F0, EFAC1"), ((1.0, 0.0), "EFAC1")]
)
def test_what_the_data_say_nothing_of_is_named(diagonal: Any, names: str) -> None:
    with pytest.raises(FitError, match=f"^the data say nothing of {names} here: leave them out$"):
        _ = fisher(np.diag(diagonal)).covariance


def test_the_table_of_a_gradient() -> None:
    """The TOA with the largest derivative by size is counted from 1, its derivative is per microsecond."""
    made = FitGradient(("F0",), ("Hz",), ("EFAC1",), np.array([[0.5]]), np.array([[1.0, -3e6, 2.0]]))
    head, rule, row = made.summary().split("\n")[2:]
    assert made.summary().startswith("Derivatives of the fitted values\n\n")
    assert rule.replace("-", "").strip() == ""
    assert head.split()[-4:] == ["TOA,", "per", "us", "TOA"]
    assert row.split() == ["F0", "Hz", "0.5", "-3", "2"]
    assert row.endswith(" 2")
    assert made.to_json()["by_toa"] == [[1.0, -3e6, 2.0]]
    several = FitGradient(("F0",), ("Hz",), tuple("ABCDEFG"), np.ones((1, 7)), np.ones((1, 3)))
    assert several.summary().endswith("\n\nDerivatives by 2 more noise parameters are in the JSON.")


def model_at(value: float) -> Any:
    """A model of one parameter."""
    entries = {"X": Made(value=Made(hi=value))}
    return Made(entries=entries, components="components", with_values=lambda new: Made(kernel_values=new["X"]))


@pytest.mark.parametrize(("value", "step"), [(-14.0, 1.4e-4), (0.5, 1e-5), (0.0, 1e-5)])
def test_variances_are_differentiated_at_a_step_of_their_size(
    monkeypatch: pytest.MonkeyPatch, value: float, step: float
) -> None:
    """sigma^2 of x^2 + 1 and a prior variance of exp(x): central differences are right to step^2 / 6."""
    asked: list[float] = []

    def noise(_: object, components: str, x: float, columns: str) -> Noise:
        assert (components, columns) == ("components", "columns")
        asked.append(x)
        return Noise(np.full(N, np.sqrt(x * x + 1.0)), (Process("A", DENSE, np.full(2, np.exp(x))),))

    monkeypatch.setattr(variance_slopes_module, "noise_of", noise)
    model = model_at(value)
    found = variance_slopes_module.variance_slopes(model, Made(state=Made(x="columns")), "X")  # type: ignore[arg-type]
    assert asked == pytest.approx([value - step, value + step], rel=1e-12)
    assert found.white == pytest.approx(np.full(N, 2.0 * value), rel=1e-6, abs=1e-9)
    assert found.prior[0] == pytest.approx(np.full(2, np.exp(value)), rel=1e-6)


@pytest.mark.parametrize("which", [0, 1])
def test_a_parameter_that_changes_columns_is_refused(monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    """Those of any process, and any part of a block."""

    def noise(_: object, components: str, x: float, columns: str) -> Noise:
        changed = Dense(DENSE.matrix * (1.0 + x * (which == 0))), BINNED._replace(shift=BINNED.shift + x * (which == 1))
        return NOISE._replace(
            processes=tuple(p._replace(block=b) for p, b in zip(NOISE.processes, changed, strict=True))
        )

    monkeypatch.setattr(variance_slopes_module, "noise_of", noise)
    model = model_at(4.0)
    with pytest.raises(FitError, match=r"^X changes the columns of its process: no Fisher matrix has it; leave it out"):
        variance_slopes_module.variance_slopes(model, Made(state=Made(x="columns")), "X")  # type: ignore[arg-type]


def test_an_offset_that_is_fitted_says_as_much_as_one_that_is_removed() -> None:
    """With PHOFF free no mean is removed: less what PHOFF takes, the matrix is that without it."""
    model, toas = jug.load(*example("NGC6440E"))
    without, whole = jug.fisher(model, toas), jug.fisher(model.add("PHOFF 0 1"), toas)
    at = [whole.names.index(name) for name in without.names]
    offset = whole.names.index("PHOFF")
    rest = whole.matrix[np.ix_(at, at)]
    rest = rest - np.outer(whole.matrix[at, offset], whole.matrix[offset, at]) / whole.matrix[offset, offset]
    size = np.sqrt(np.diagonal(without.matrix))
    np.testing.assert_allclose(rest / np.outer(size, size), without.matrix / np.outer(size, size), atol=1e-9)
