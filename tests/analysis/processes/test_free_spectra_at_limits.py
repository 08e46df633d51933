"""Free spectra on equations of one's own: quantiles, the posterior of one frequency, ranges that are none."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.analysis.processes.equations_of_processes import ProcessColumns, ProcessEquations
from jug.analysis.processes.free_spectrum import GRID_SIZE, FreeSpectrum, _grid, _of_one
from jug.analysis.processes.variance_draws import _density, _with_variance, draw_variances
from jug.cli.option_groups.noise_processes import USUAL_DRAWS, USUAL_RANGE
from jug.core.execution.progress import reporting_to
from jug.errors import InputError
from jug.fitting.noise_choice.free_amplitudes import LOG10_RHO_RANGE


def spectrum() -> FreeSpectrum:
    """A flat posterior from -8 to -6, and one that rises linearly."""
    grid = np.linspace(-8.0, -6.0, 201)
    density = np.array([np.full(201, 0.5), 0.5 * (grid + 8.0)])
    return FreeSpectrum("X", "RED", np.array([1e-9, 2e-9]), np.zeros((3, 2)), grid, density)


def test_quantiles_are_by_the_density() -> None:
    """Of the flat one -8 + 2 q; of the rising one -8 + 2 sqrt(q)."""
    for share in (0.0, 0.16, 0.5, 1.0):
        np.testing.assert_allclose(spectrum().quantile(share), [-8.0 + 2.0 * share, -8.0 + 2.0 * share**0.5], atol=1e-3)
    found = spectrum().to_json()
    assert found["median"][0] == pytest.approx(-7.0)
    assert (found["low"][0], found["high"][0]) == pytest.approx((-7.68, -6.32))
    rows = [row.split() for row in spectrum().summary().splitlines()[4:]]
    assert rows[0] == ["1e-09", "11574.1", "-7.00", "-7.68", "-6.32"]


def test_ceffyl_gets_the_logarithm_of_the_density(tmp_path: Path) -> None:
    one = spectrum()
    one.density[1, 0] = 0.0
    one.write_ceffyl(tmp_path / "RED")
    read = {path.stem: np.load(path) for path in (tmp_path / "RED").glob("*.npy")}
    assert read["density"].shape == (1, 2, 201)
    assert read["density"][0, 0, 5] == pytest.approx(np.log(0.5))
    assert read["density"][0, 1, 0] == pytest.approx(np.log(1e-30))
    np.testing.assert_array_equal(read["bandwidths"], np.zeros((1, 2)))
    labels = (tmp_path / "RED" / "log10rholabels.txt").read_text().split()
    assert labels == ["X_red_log10_rho_0", "X_red_log10_rho_1"]


def test_ranges_that_are_none() -> None:
    grid = _grid((-9.0, -6.0), 1)
    assert (grid[0], grid[-1], len(grid)) == (-9.0, -6.0, GRID_SIZE)
    for wrong, draws in (
        ((-6.0, -6.0), 1),
        ((-6.0, -9.0), 1),
        ((-np.inf, -6.0), 1),
        ((-9.0, np.inf), 1),
        ((-9.0, -6.0), 0),
    ):
        with pytest.raises(InputError, match="a range, the lower end first, and 1 draw are needed"):
            _grid(wrong, draws)


def test_the_posterior_of_one_frequency_is_that_of_its_amplitudes() -> None:
    """Of two measured coefficients a_k of variance s^2: p(v) is proportional to N(a; 0, v + s^2), uniform in log v."""
    s2, a = 1e-14, np.array([3e-7, -2e-7])
    grid = np.linspace(-9.0, -5.0, 201)
    v = 10.0 ** (2.0 * grid)
    expected = np.exp(-0.5 * np.sum(a**2) / (v + s2)) / (v + s2)
    gram, slope = np.eye(2) / s2, a / s2
    variance = np.full(2, 1e-13)
    covariance = np.eye(2) / (1.0 / s2 + 1.0 / 1e-13)
    found = _density(covariance, slope, np.array([0, 1]), variance, grid)
    np.testing.assert_allclose(found, expected / expected.max(), rtol=1e-8)
    drawn = draw_variances(gram, slope, grid, 1000, 2, 1)
    step = grid[1] - grid[0]
    np.testing.assert_allclose(drawn.density[0], expected / (expected.sum() * step), rtol=1e-6)
    cumulative = np.interp(drawn.log10_size[:, 0], grid, np.cumsum(expected) / expected.sum())
    assert abs(np.mean(cumulative) - 0.5) < 4.0 / np.sqrt(12.0 * 1000) + step  # uniform, with its own error
    assert drawn.log10_size.min() >= -9.0
    assert drawn.log10_size.max() <= -5.0


def test_draws_at_the_ends_of_a_range_stay_inside() -> None:
    """Amplitudes far below the range: nearly all the posterior is at its lower end."""
    grid = np.linspace(-5.0, -4.0, 11)
    steps: list[tuple[str, int, int | None]] = []
    with reporting_to(lambda *step: steps.append(step)):
        drawn = draw_variances(np.eye(2) * 1e16, np.zeros(2), grid, 200, 2, 1).log10_size
    assert steps == [("draws of the variances", done, 202) for done in range(203)]
    assert (drawn.min(), bool(np.any(drawn == -5.0))) == (-5.0, True)
    big = draw_variances(np.eye(2) * 1e16, np.full(2, 1e14), grid, 200, 2, 1).log10_size
    assert (big.max(), bool(np.any(big == -4.0))) == (-4.0, True)


def test_a_covariance_with_another_variance() -> None:
    """(G + diag(1 / v))^-1 before and after the change of v of the second frequency."""
    rng = np.random.default_rng(3)
    root = rng.normal(size=(4, 6))
    gram, variance = root @ root.T, np.array([1.0, 2.0, 1.0, 2.0])
    after = np.array([1.0, 5.0, 1.0, 5.0])
    own = np.array([1, 3])
    found = _with_variance(np.linalg.inv(gram + np.diag(1.0 / variance)), own, 2.0, 5.0)
    np.testing.assert_allclose(found, np.linalg.inv(gram + np.diag(1.0 / after)), rtol=1e-10)


def test_other_processes_are_integrated_over_with_their_priors() -> None:
    """The mean of the one process is that of both together."""
    rng = np.random.default_rng(4)
    root = rng.normal(size=(4, 8))
    gram, slope = root @ root.T, rng.normal(size=4)
    prior = np.array([0.5, 2.0])
    processes = {
        name: ProcessColumns(np.array([1e-9]), np.zeros((1, 2)), prior, slice(2 * i, 2 * i + 2))
        for i, name in enumerate(("RED", "DM"))
    }
    own_gram, own_slope = _of_one(ProcessEquations(processes, gram, slope), "DM")
    both = np.linalg.solve(gram + np.diag(np.tile(1.0 / prior, 2)), slope)
    np.testing.assert_allclose(np.linalg.solve(own_gram + np.diag(1.0 / prior), own_slope), both[2:], rtol=1e-10)


def test_the_usual_range_is_one() -> None:
    """Of Python, of the command, and of the amplitudes of a choice of noise: 0.1 ns to 0.1 ms."""
    usual = {name: one.default for name, one in inspect.signature(jug.free_spectrum).parameters.items()}
    assert usual["log10_rho"] == USUAL_RANGE == LOG10_RHO_RANGE == (-10.0, -4.0)
    assert usual["draws"] == USUAL_DRAWS
