"""Whether TOAs far off explain a chi2 that is too large."""

from types import SimpleNamespace

import numpy as np
import pytest

from jug.fitting.verdict.residual_tests import outliers_explain


@pytest.mark.parametrize(
    ("others", "far", "count"),
    [
        (1.0, (-6.0, -7.0), 2),  # chi2 183 of 97 degrees of freedom, and 98 of 95 without the two
        (1.0, (6.0,), 1),
        (1.5, (-6.0,), 0),  # 220 of 96 without it: its place in chi2 does not explain the rest
        (1.0, (), 0),
        (1.0, (6.0,) * 11, 0),  # more than a tenth of the TOAs are no outliers
    ],
)
def test_outliers_explain_a_chi2_that_is_likely_without_them(others: float, far: tuple[float, ...], count: int) -> None:
    error_s = np.full(98 + len(far), 2e-6)
    pull = np.concatenate([np.tile([others, -others], 49), far])
    residuals = SimpleNamespace(
        time_s=pull * error_s, error_s=error_s, dof=len(pull) - 3, chi2=float(np.sum(pull**2)), dm=None
    )
    assert outliers_explain(SimpleNamespace(residuals=residuals)) == count
