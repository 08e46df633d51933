"""Tails of chi2 and F against scipy."""

import pytest
from scipy.special import chdtrc, fdtrc

from jug.core.tail_probability import chi2_tail, f_tail


@pytest.mark.parametrize("dof", [1, 2, 5, 44, 3914, 1_000_000])
@pytest.mark.parametrize("reduced", [1e-3, 0.5, 1.0, 1.1, 1.5, 3.0, 30.0])
def test_chi2(dof: int, reduced: float) -> None:
    assert chi2_tail(reduced * dof, dof) == pytest.approx(chdtrc(dof, reduced * dof), rel=1e-8, abs=1e-300)


@pytest.mark.parametrize("q", [1, 2, 4, 30])
@pytest.mark.parametrize("dof", [1, 3, 10, 56, 3914, 1_000_000])
@pytest.mark.parametrize("f", [1e-3, 0.3, 1.0, 2.0, 5.0, 30.0, 200.0])
def test_f(q: int, dof: int, f: float) -> None:
    assert f_tail(f, q, dof) == pytest.approx(fdtrc(q, dof, f), rel=1e-8, abs=1e-300)


def test_the_ends() -> None:
    assert chi2_tail(0.0, 3) == 1.0
    assert chi2_tail(1e6, 3) == 0.0
    assert f_tail(0.0, 2, 5) == 1.0
