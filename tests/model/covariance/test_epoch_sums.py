"""Sums of rows over epochs, however the rows lie in memory and however many there are."""

import numpy as np
import pytest

from jug.core.blocks import Binned, Dense
from jug.core.execution.chunks import CHUNK_ROWS
from jug.model.covariance.marginalisation import block_product


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("n", [50, 2 * CHUNK_ROWS + 7])
def test_sums_are_those_of_dense_columns(order: str, n: int) -> None:
    random = np.random.default_rng(n)
    k = 20
    index = random.integers(0, k + 1, n)  # k is no epoch
    epochs = Binned(index.astype(np.int32), random.uniform(0.5, 2.0, n), np.zeros(k))
    rows = np.asarray(random.normal(size=(n, 3)), order=order)
    w = random.uniform(0.5, 2.0, n)
    dense = (index[:, None] == np.arange(k)) * epochs.values[:, None]
    expected = (rows * w[:, None]).T @ dense
    got = block_product(np, Dense(rows), epochs, w)
    assert got == pytest.approx(expected, abs=1e-15 * n)  # rounding of sums of numbers of order 1


def test_nothing_is_copied_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """np.take copies an array that does not lie in order, all of it for every few rows that are gathered."""
    taken = []
    take = np.take

    def watched(a: np.ndarray, *args: object, **more: object) -> np.ndarray:
        taken.append(a.flags.c_contiguous)
        return take(a, *args, **more)

    monkeypatch.setattr(np, "take", watched)
    epochs = Binned(np.arange(100, dtype=np.int32) % 10, np.ones(100), np.zeros(10))
    for order in ("C", "F"):
        block_product(np, Dense(np.ones((100, 3), order=order)), epochs, np.ones(100))
    assert taken
    assert all(taken)
