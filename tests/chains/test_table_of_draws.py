"""The table of the draws of chains: digits by the width of the interval, and the smaller effective number of draws."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.chains.chain_table import chain_table


def row(draws: np.ndarray, bulk: float = 300.0, tail: float = 200.0) -> list[str]:
    """The cells of a coordinate, from the median on."""
    judged: Any = {"A": Made(bulk=bulk, tail=tail, r_hat=1.00049)}
    [*_, line] = chain_table(["A"], ["-f x"], ["us"], np.asarray(draws)[None, :, None], judged).splitlines()
    assert line.split()[:4] == ["A", "-f", "x", "us"]
    return line.split()[4:]


@pytest.mark.parametrize(
    ("scale", "cells"),
    [
        (1.0, ["50.0", "16.0", "84.0"]),  # 68 wide: a tenth, the third digit
        (0.01, ["0.500", "0.160", "0.840"]),
        (100.0, ["5000", "1600", "8400"]),
        (1e-4, ["0.00500", "0.00160", "0.00840"]),
    ],
)
def test_an_interval_has_three_digits(scale: float, cells: list[str]) -> None:
    """Median, 16% and 84% of 0 to 100; R-hat, and the draws that the worse of middle and tails is worth."""
    assert row(scale * np.arange(101.0)) == [*cells, "1.0005", "200"]
    assert row(scale * np.arange(101.0), bulk=99.6)[-1] == "100"


def test_draws_without_a_width() -> None:
    """All the same, and none at all."""
    assert row(np.full(5, 2.0))[:3] == ["2.00000000000000"] * 3
    assert row(np.zeros(0))[:3] == ["nan"] * 3
