"""The weighted mean of residuals, with and without measured DMs among the rows."""

import numpy as np
import pytest

from jug.compute.normal_equations import combined_equations, sums_of, weighted_mean
from jug.core.blocks import Dense

RESIDUAL, SIGMA = np.array([1.0, 4.0, 100.0]), np.array([1.0, 2.0, 0.1])


def test_rows_that_the_offset_does_not_move_have_no_weight() -> None:
    """(1 / 1 + 4 / 4) / (1 / 1 + 1 / 4) = 1.6; a measured DM on the third row does not enter."""
    assert float(weighted_mean(np, RESIDUAL, SIGMA, np.array([1.0, 1.0, 0.0]))) == pytest.approx(1.6, rel=1e-15)
    assert float(weighted_mean(np, RESIDUAL[:2], SIGMA[:2])) == pytest.approx(1.6, rel=1e-15)
    assert float(weighted_mean(np, RESIDUAL, SIGMA, np.zeros(3))) == 0.0


@pytest.mark.parametrize("offset", [True, False])
def test_chunks_about_their_own_means_make_the_equations_of_all_rows(offset: bool) -> None:
    """Residuals that drift by a hundred errors from chunk to chunk; chi2 about the mean of all rows."""
    rng = np.random.default_rng(1)
    columns, sigma = rng.normal(size=(60, 3)), rng.uniform(0.5, 2.0, 60)
    residual = rng.normal(size=60) + np.repeat([0.0, 100.0, -50.0], 20)
    parts = [slice(0, 20), slice(20, 40), slice(40, 60)]
    sums = [sums_of(np, residual[rows], (Dense(columns[rows]),), sigma[rows], offset) for rows in parts]
    gram = np.sum([one.equations.gram for one in sums], axis=0)
    of_chunks = tuple(
        np.array(values)
        for values in zip(
            *((s.equations.slope, s.equations.chi2, s.mean, s.equations.gram[0]) for s in sums), strict=True
        )
    )
    found = combined_equations(np, gram, of_chunks, offset)
    mean = np.average(residual, weights=sigma**-2.0) if offset else 0.0
    matrix = (np.column_stack([np.ones(60), columns]) if offset else columns) / sigma[:, None]
    white = (residual - mean) / sigma
    np.testing.assert_allclose(np.abs(found.gram), np.abs(matrix.T @ matrix), rtol=1e-12)
    np.testing.assert_allclose(np.abs(found.slope)[offset:], np.abs(matrix.T @ white)[offset:], rtol=1e-10)
    assert float(found.chi2) == pytest.approx(float(white @ white), rel=1e-12)
