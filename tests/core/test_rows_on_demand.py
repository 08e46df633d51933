"""Bases whose rows are made where they are used; epochs found in one pass."""

import pickle

import numpy as np
import pytest

from jug.core.array import Float, Int, K, N, Toa
from jug.core.execution.rows_on_demand import RowsInMemory, SideBySide
from jug.core.sincos import powers_of_wave
from jug.core.sinusoids import Sinusoids, waves_gram
from jug.model.epochs import EPOCH_S, find_epochs

N_ROWS, N_MULTIPLES = 10_001, 30


@pytest.fixture
def waves() -> Sinusoids:
    """Sines and cosines at many TOAs of ten years."""
    rng = np.random.default_rng(1)
    since = np.sort(rng.uniform(0.0, 3e8, N_ROWS))
    return Sinusoids(since, 2.0 * np.pi / 3e8, N_MULTIPLES, rng.uniform(0.5, 2.0, N_ROWS))


def plain(waves: Sinusoids) -> Float[N, K]:
    """The same, each by a sine or a cosine of its own."""
    phase = waves._rate * np.outer(waves._since, np.arange(1, N_MULTIPLES + 1))
    return np.concatenate([np.sin(phase), np.cos(phase)], axis=1) * waves._factor[:, None]


def test_powers_are_sines_and_cosines() -> None:
    """Each rounding of 1.1e-16 grows as k, here to 3e-13; that of the angle, 2e4 rad, is 2e-12 by itself."""
    angle = np.linspace(-7.0, 7.0, 1001)
    found = powers_of_wave(angle, 3000)
    k = np.arange(1, 3001)[:, None]
    assert np.max(np.abs(found - np.exp(1j * k * angle))) < 1e-11
    assert np.max(np.abs(np.abs(found) - 1.0)) < 1e-12
    assert np.max(np.abs(found[:30] - np.exp(1j * k[:30] * angle))) < 1e-13


def test_rows_are_those_of_the_matrix(waves: Sinusoids) -> None:
    whole = np.asarray(waves)
    assert whole == pytest.approx(plain(waves), abs=1e-13)
    assert waves.shape == whole.shape == (N_ROWS, 2 * N_MULTIPLES)
    assert len(waves) == N_ROWS
    assert np.array_equal(waves[5000:5010], whole[5000:5010])
    assert np.array_equal(waves.T, whole.T)
    assert np.array_equal(pickle.loads(pickle.dumps(waves))[:100], whole[:100])


def test_numpy_takes_it_for_a_matrix(waves: Sinusoids) -> None:
    whole, row = np.asarray(waves), np.ones(2 * N_MULTIPLES)
    assert np.array_equal(2.0 * waves, 2.0 * whole)
    assert np.array_equal(waves @ row, whole @ row)
    assert np.array_equal(whole[:, 0] @ waves, whole[:, 0] @ whole)
    assert np.array_equal(np.concatenate([waves, whole], axis=1), np.concatenate([whole, whole], axis=1))
    assert np.asarray(waves, dtype=np.float32).dtype == np.float32


def test_bases_stand_side_by_side(waves: Sinusoids) -> None:
    whole, factor = np.asarray(waves), np.linspace(1.0, 2.0, N_ROWS)
    both = SideBySide([waves, whole[:, :3]], factor)
    expected = (np.concatenate([whole, whole[:, :3]], axis=1) * factor[:, None])[7:9000]
    np.testing.assert_allclose(both[7:9000], expected, rtol=4e-16)  # factors are multiplied first: another rounding
    other = Sinusoids(waves._since, waves._rate, waves._m, factor)
    twice = SideBySide([waves, other], np.ones(N_ROWS))[7:9000]
    assert np.array_equal(twice, np.concatenate([whole, np.asarray(other)], axis=1)[7:9000])  # with one set of waves


def test_the_gram_matrix_of_waves_is_that_of_their_columns(waves: Sinusoids) -> None:
    """To the rounding of sums of 3000 rows; not for other waves beside them."""
    rows, root = slice(7, 3007), np.linspace(0.5, 2.0, 3000)
    other = Sinusoids(waves._since.copy(), waves._rate, waves._m, np.linspace(2.0, -1.0, N_ROWS))
    both = SideBySide([waves, other], np.linspace(1.0, 2.0, N_ROWS))
    found = waves_gram(both, rows, root, {})
    columns = both[rows] * root[:, None]
    size = np.linalg.norm(columns, axis=0)
    assert found is not None
    np.testing.assert_allclose(found / np.outer(size, size), columns.T @ columns / np.outer(size, size), atol=1e-14)
    assert np.array_equal(found, found.T)
    faster = Sinusoids(waves._since, 1.1 * waves._rate, waves._m, waves._factor)
    for basis in (SideBySide([waves, faster], np.ones(N_ROWS)), SideBySide([waves, np.ones((N_ROWS, 1))], root), waves):
        assert waves_gram(basis, rows, root, {}) is None


def test_bases_are_near_whose_factors_are(waves: Sinusoids) -> None:
    near = Sinusoids(waves._since.copy(), waves._rate, waves._m, waves._factor * (1.0 + 1e-13))
    assert waves.is_near(near, 1e-12)
    assert not waves.is_near(near, 1e-14)
    assert not waves.is_near(Sinusoids(waves._since + 1.0, waves._rate, waves._m, waves._factor), 1e-12)
    assert not waves.is_near(np.asarray(waves), 1e-12)


def test_a_matrix_of_few_rows_stands_in_memory() -> None:
    matrix, out = np.arange(12.0).reshape(4, 3), np.empty((3, 2))
    one = RowsInMemory(matrix)
    assert np.asarray(one) is matrix
    assert np.array(one, copy=True) is not matrix
    assert np.asarray(one, dtype=np.float32).dtype == np.float32
    assert np.array_equal(one[1:3], matrix[1:3])
    assert np.array_equal(one @ np.ones(3), matrix @ np.ones(3))
    one.fill(out, slice(0, 2), np.array([2.0, 3.0]), {})
    assert np.array_equal(out, (matrix[:2] * [[2.0], [3.0]]).T)


def one_by_one(tdb: Float[Toa], chosen: Int[N]) -> list[list[int]]:
    """Epochs by their definition."""
    left, found = sorted(chosen.tolist(), key=lambda i: (tdb[i], i)), []
    while left:
        own = [i for i in left if tdb[i] < tdb[left[0]] + EPOCH_S]
        left = left[len(own) :]
        if len(own) > 1:
            found.append(own)
    return found


@pytest.mark.parametrize("span", [0.5, 3.0, 30.0, 300.0])
def test_epochs_are_those_of_the_definition(span: float) -> None:
    rng = np.random.default_rng(int(span))
    for _ in range(50):
        n = int(rng.integers(0, 60))
        tdb = 1e9 + np.round(rng.uniform(0.0, span, n) * 4.0) / 4.0  # some at 1 s from another
        chosen = np.flatnonzero(rng.random(n) < 0.8)
        assert [group.tolist() for group in find_epochs(tdb, chosen)] == one_by_one(tdb, chosen)
