"""Columns eliminated from normal equations, against projections of dense columns."""

import numpy as np
import pytest

from jug.compute.elimination import eliminate_columns

OWN, OTHER = np.arange(4), np.arange(4, 9)


def columns(apart: float) -> tuple[np.ndarray, np.ndarray]:
    """Nine columns of unit norm and data; the second column differs from the first by that much."""
    rng = np.random.default_rng(4)
    a, residual = rng.normal(size=(60, 9)), rng.normal(size=60)
    a /= np.linalg.norm(a, axis=0)
    a[:, 1] = a[:, 0] + apart * a[:, 1]
    return a / np.linalg.norm(a, axis=0), residual


def projected(a: np.ndarray, residual: np.ndarray, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gram matrix and slope of columns 4 to 8 without their parts along the others."""
    basis = np.linalg.svd(a[:, own], full_matrices=False)
    rest = a[:, OTHER] - basis.U[:, basis.S > 1e-9] @ (basis.U[:, basis.S > 1e-9].T @ a[:, OTHER])
    return rest.T @ rest, rest.T @ residual


@pytest.mark.parametrize("apart", [1.0, 1e-2, 0.0])
def test_against_a_projection(apart: float) -> None:
    """To the rounding of the Gram matrix, 1e-16, by its condition; dependent columns count once."""
    a, residual = columns(apart)
    found = eliminate_columns(a.T @ a, a.T @ residual, OWN, OTHER)
    gram, slope = projected(a, residual, OWN)
    np.testing.assert_allclose(found.gram, gram, atol=1e-11)
    np.testing.assert_allclose(found.slope, slope, atol=1e-11)
    assert found.gain(np.array([0, 3])) == pytest.approx(
        slope[[0, 3]] @ np.linalg.solve(gram[np.ix_([0, 3], [0, 3])], slope[[0, 3]])
    )


@pytest.mark.parametrize("apart", [1.0, 0.0])
def test_some_more(apart: float) -> None:
    """First two columns and then two more leave what four at once leave; the two more are zeros."""
    a, residual = columns(apart)
    found = eliminate_columns(a.T @ a, a.T @ residual, OWN[2:], np.r_[OWN[:2], OTHER]).without(np.array([0, 1]))
    gram, slope = projected(a, residual, OWN)
    np.testing.assert_allclose(found.gram[2:, 2:], gram, atol=1e-11)
    np.testing.assert_allclose(found.slope[2:], slope, atol=1e-11)
    assert not found.gram[:2].any()
    assert not found.gram[:, :2].any()
    assert not found.slope[:2].any()


def test_dependent_columns_may_be_refused() -> None:
    a, residual = columns(0.0)
    gram = a.T @ a
    gram[1], gram[:, 1] = gram[0], gram[:, 0]
    gram[1, 1] -= 1e-14  # the last digits decide whether it has a factor
    with pytest.raises(np.linalg.LinAlgError):
        eliminate_columns(gram, a.T @ residual, OWN, OTHER, dependent=False)
    np.testing.assert_allclose(
        eliminate_columns(gram, a.T @ residual, OWN, OTHER).gram, projected(a, residual, OWN)[0], atol=1e-11
    )
