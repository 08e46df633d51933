"""Jumps between the maxima of a posterior: each has the share of the draws that it weighs."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from jug.chains.kernel import Metric, advance_of, new_state
from jug.chains.mode import Peaks, mode_of, one_peak, peaks_of
from jug.chains.run_json import run_from_json, run_to_json
from jug.chains.running import new_run
from jug.chains.stages import reset_moments
from jug.chains.target import Target

PLACES = np.array([[0.0, 0.0], [30.0, 5.0]])
WIDTHS = np.array([[1.0, 2.0], [0.3, 0.5]])
WEIGHTS = np.array([0.8, 0.2])
"""Two Gaussians, 30 widths apart; the lighter one has the higher density."""


@pytest.fixture(scope="module")
def two(module_quickly_compiled: None) -> Target:
    """The sum of the two Gaussians as what is sampled."""
    import jax.numpy as jnp

    def value(z: Any, data: Any) -> Any:
        squares = jnp.sum(((z - PLACES) / WIDTHS) ** 2, axis=1)
        return jnp.log(jnp.sum(data * jnp.exp(-0.5 * squares) / np.prod(WIDTHS, axis=1)) + 1e-300)

    return Target(cast(Any, SimpleNamespace(start=np.zeros(2))), value, cast(Any, WEIGHTS))


def share_of_the_lighter(two: Target, peaks: Peaks) -> float:
    """Of 3,000 draws from the heavier one on, with a step of 0.5."""
    state = reset_moments(new_state(np.zeros(2), float(np.log(0.4)), np.zeros(2)), 0.5)
    advance, drawn = advance_of(two, 3, 0.8, 6, len(peaks.place)), []
    for first in range(0, 3000, 60):
        state, draws = advance(state, Metric(np.zeros(2), np.eye(2), peaks), 0, first, 60, False)
        drawn.append(draws.w[:, 0])
    return float(np.mean(np.concatenate(drawn) > 15.0))


@pytest.mark.parametrize("factor", [1.0, 1.5], ids=["their covariances", "wrong covariances"])
def test_each_maximum_has_its_share_of_the_draws(two: Target, factor: float) -> None:
    """A fifth; with covariances that are wrong too, more slowly. The error of 3,000 draws that stay 2 to 5 is 0.02."""
    roots = factor * np.array([np.diag(width) for width in WIDTHS])
    assert share_of_the_lighter(two, Peaks(PLACES, roots)) == pytest.approx(0.2, abs=0.06)


def test_without_jumps_a_chain_stays_where_it_began(two: Target) -> None:
    assert share_of_the_lighter(two, one_peak(PLACES[0], np.eye(2))) == 0.0


def test_maxima_that_are_near_or_low_are_not_jumped_to() -> None:
    """One parameter: heights 0, -2 and -50 at 0, 40 and -40; 0.1 is where one start ended too."""

    def function(z: np.ndarray) -> tuple[float, np.ndarray]:
        places, heights = np.array([0.0, 40.0, -40.0]), np.array([0.0, -2.0, -50.0])
        i = int(np.argmin(np.abs(z[0] - places)))
        return float(heights[i] - 0.5 * (z[0] - places[i]) ** 2), places[i] - z

    mode = mode_of(function, np.array([[0.5], [39.0], [-41.0]]))
    near = mode._replace(ends=np.concatenate([mode.ends, [[0.1]]]), heights=np.append(mode.heights, -0.005))
    found = peaks_of(function, near, 30.0)
    assert found.place == pytest.approx(np.array([[0.0], [40.0]]), abs=0.02)
    assert found.root == pytest.approx(np.ones((2, 1, 1)), rel=1e-6)


def test_the_state_of_a_run_keeps_them() -> None:
    """Those of older files have none: their chains go on as they began."""
    peaks = Peaks(PLACES, np.array([np.diag(width) for width in WIDTHS]))
    state = new_state(np.zeros(2), 0.0, np.zeros(2))
    content = run_to_json(new_run(20, 10, (state,), Metric(np.zeros(2), np.eye(2), peaks)))
    again = run_from_json(content).metric.peaks
    np.testing.assert_array_equal(again.place, peaks.place)
    np.testing.assert_array_equal(again.root, peaks.root)
    older = run_from_json({name: part for name, part in content.items() if name != "peaks"}).metric.peaks
    np.testing.assert_array_equal(older.place, np.zeros((1, 2)))
    with pytest.raises(ValueError, match="another peaks"):
        run_from_json({**content, "peaks": {"place": [[0.0]], "root": [[[1.0]]]}})
