"""Which families become dense columns where a Gram matrix is formed."""

import numpy as np
import pytest

from jug.core.blocks import Binned, Dense, dense_columns
from jug.model.covariance.marginalisation import gram_of, merge


def family(width: int, n: int) -> Binned:
    """A family of as many members on disjoint rows."""
    return Binned(np.arange(n) % width, np.linspace(1.0, 2.0, n), np.zeros(width))


@pytest.mark.parametrize(("width", "is_dense"), [(2, True), (5, True), (6, False), (30, False)])
def test_small_families_join_the_dense_columns(width: int, is_dense: bool) -> None:
    """A quarter of the 20 dense columns is 5."""
    rng = np.random.default_rng(1)
    w = rng.uniform(0.5, 2.0, 60)
    blocks = (Dense(rng.normal(size=(60, 20))), family(width, 60))
    merged = merge(np, blocks)
    assert [type(block) for block in merged.blocks] == ([Dense] if is_dense else [Dense, Binned])
    matrix = np.concatenate([dense_columns(np, block) for block in blocks], axis=1)
    np.testing.assert_allclose(gram_of(np, merged, w), matrix.T @ (matrix * w[:, None]), rtol=1e-12, atol=1e-12)
