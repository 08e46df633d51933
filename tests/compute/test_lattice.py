"""Lattice reduction and enumeration against brute force."""

from itertools import product

import numpy as np
import pytest

from jug.compute.enumeration import Enumeration
from jug.compute.lattice import reduce_lattice


def triangle(d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A random lattice whose nearest points are within 12 of the origin, and a target."""
    rng = np.random.default_rng(seed)
    basis = 2.0 * np.eye(d + 2, d) + 0.5 * rng.normal(size=(d + 2, d))
    return np.linalg.qr(basis)[1], rng.normal(size=d) * 2.0


@pytest.mark.parametrize("d", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_the_best_solutions_are_those_of_brute_force(d: int, seed: int) -> None:
    r, t = triangle(d, seed)
    basis = reduce_lattice(r)
    one = Enumeration(basis.r, basis.q @ t, keep=5)
    assert one.run(10**6)
    assert one.limit == one.best[-1].length  # with as many as are kept, no other is looked for that is longer
    every = np.array(list(product(range(-12, 13), repeat=d)))
    length = np.sum((every @ r.T + t) ** 2, axis=1)
    best = np.argsort(length)[:5]
    np.testing.assert_allclose([found.length for found in one.best], length[best], rtol=1e-9)
    assert [tuple(basis.u @ np.array(found.w)) for found in one.best] == [tuple(z) for z in every[best].tolist()]


def test_a_reduced_basis_is_one_of_the_same_lattice() -> None:
    rng = np.random.default_rng(3)
    r = np.linalg.qr(rng.normal(size=(25, 25)))[1] @ np.diag(10.0 ** np.linspace(2.0, -3.0, 25))
    basis = reduce_lattice(r)
    np.testing.assert_allclose(basis.q @ r @ basis.u, basis.r, atol=1e-9)
    assert abs(round(np.linalg.det(basis.u.astype(float)))) == 1
    np.testing.assert_allclose(np.tril(basis.r, -1), 0.0, atol=1e-12)
    steps = np.abs(np.diag(basis.r))
    # Lovasz's condition with 0.99 and |mu| <= 1/2: a diagonal element is at least sqrt(0.74) of the one before
    assert np.all(steps[1:] > np.sqrt(0.74) * steps[:-1])


def test_a_window_leaves_out_what_is_beyond_it() -> None:
    r, t = triangle(3, 5)
    one, every = Enumeration(r, t, keep=100, window=4.0), Enumeration(r, t, keep=100)
    assert one.run(10**6)
    assert every.run(10**6)
    near = [found for found in every.best if found.length < every.best[0].length + 4.0]
    assert [found.w for found in one.best if found.length < one.limit] == [found.w for found in near]


def test_an_enumeration_goes_on_where_it_stopped() -> None:
    r, t = triangle(6, 7)
    whole = Enumeration(r, t, keep=50)
    assert whole.run(10**6)
    part = Enumeration(r, t, keep=50)
    while not part.run(10):
        state, part = part.state(), Enumeration(r, t, keep=50)
        part.resume(state)
    assert part.best == whole.best
    assert part.nodes == whole.nodes


def test_nodes_are_counted_one_by_one() -> None:
    """Whole numbers with a square below 2: 0, the two neighbours, and the next, with which the search ends."""
    one = Enumeration(np.eye(1), np.zeros(1), keep=10, most=2.0)
    assert not one.run(2)
    assert one.nodes == 2
    assert one.run(10)
    assert one.nodes == 4
    assert sorted(found.w for found in one.best) == [(-1,), (0,), (1,)]


def test_a_flat_lattice_is_refused() -> None:
    with pytest.raises(ArithmeticError, match="numerically singular"):
        reduce_lattice(np.array([[1.0, np.sqrt(2.0)], [0.0, 1e-60]]))


def test_a_vector_as_long_as_the_limit_is_not_looked_for() -> None:
    """Of whole numbers below a square of 1 there is 0 alone; no row is entered for one of which the last is 1."""
    one = Enumeration(np.eye(2), np.zeros(2), keep=10, most=1.0)
    assert one.run(100)
    assert [found.w for found in one.best] == [(0, 0)]
    assert one.nodes == 4  # 0 above, 0 and 1 below, 1 above
