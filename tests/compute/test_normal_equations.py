"""The weighted mean of residuals, with and without measured DMs among the rows."""

import numpy as np
import pytest

from jug.compute.normal_equations import weighted_mean

RESIDUAL, SIGMA = np.array([1.0, 4.0, 100.0]), np.array([1.0, 2.0, 0.1])


def test_rows_that_the_offset_does_not_move_have_no_weight() -> None:
    """(1 / 1 + 4 / 4) / (1 / 1 + 1 / 4) = 1.6; a measured DM on the third row does not enter."""
    assert float(weighted_mean(np, RESIDUAL, SIGMA, np.array([1.0, 1.0, 0.0]))) == pytest.approx(1.6, rel=1e-15)
    assert float(weighted_mean(np, RESIDUAL[:2], SIGMA[:2])) == pytest.approx(1.6, rel=1e-15)
    assert float(weighted_mean(np, RESIDUAL, SIGMA, np.zeros(3))) == 0.0
