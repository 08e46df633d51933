"""TOAs that stand out: few, and far off by the scale of the others."""

from types import SimpleNamespace

import numpy as np
import pytest

from jug.fitting.verdict.residual_tests import count_outliers


@pytest.mark.parametrize(
    ("others", "far", "count"),
    [
        (1.0, (-6.0, -8.0), 1),  # the scale of the others is 1 / 0.6745, so that 7.4 sigma stand out
        (0.5, (6.0,), 1),  # errors that are too large: 5 sigma of the error as it is given
        (0.5, (-4.9,), 0),
        (1.5, (-8.0,), 0),  # errors too small by 2.2
        (0.5, (), 0),
        (0.5, (6.0,) * 11, 0),  # more than a tenth of the TOAs are no outliers ...
        (0.5, (60.0,) * 20, 20),  # ... unless they are far from the median of all
        (0.5, (60.0,) * 45, 0),
    ],
)
def test_toas_far_off_by_the_scale_of_the_others(others: float, far: tuple[float, ...], count: int) -> None:
    error_s = np.full(98 + len(far), 2e-6)
    pull = np.concatenate([np.tile([others, -others], 49), far])
    residuals = SimpleNamespace(time_s=pull * error_s, error_s=error_s, dm=None)
    residuals.less = lambda: residuals
    assert count_outliers(SimpleNamespace(residuals=residuals)) == (count, 0)
