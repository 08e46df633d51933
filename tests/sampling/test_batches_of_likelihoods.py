"""Batches of a likelihood of many TOAs are loops: with the numbers of single calls, and derivatives by vmap."""

import numpy as np

import jug
from jug.core.index_sums import FEWEST_STORED, store_once
from jug.sampling.one_by_one import GRADIENTS_TOGETHER, one_by_one


def test_a_batch_has_the_numbers_of_single_calls(epochs_of_three):
    """Under ``many``, ``vmap`` and ``vmap`` of the gradient; 1e-9 of log L: sums in another order differ by 1e-12."""
    import jax

    model, toas = epochs_of_three("EFAC -fe L 1.1", n=GRADIENTS_TOGETHER + 30)
    like = jug.likelihood(model, toas)
    rng = np.random.default_rng(1)
    at = like.start + 0.3 * rng.uniform(-1.0, 1.0, (3, len(like.names)))
    values, slopes = (np.array(found) for found in zip(*(like.value_and_grad(theta) for theta in at), strict=True))
    with jax.enable_x64(True):
        vector = np.asarray(jax.jit(jax.vmap(like))(jax.numpy.asarray(at)))
        both = jax.jit(jax.vmap(jax.value_and_grad(like)))(jax.numpy.asarray(at))
    for found in (vector, both[0], like.many(at)):
        np.testing.assert_allclose(found, values, rtol=1e-9)
    np.testing.assert_allclose(both[1], slopes, rtol=1e-7, atol=1e-7 * np.max(np.abs(slopes)))


def test_batches_of_either_argument_or_of_both():
    """Also a batch in a batch; the data of a batch make arrays of all points."""
    import jax

    def total(theta, rest):
        return jax.numpy.sum(theta * rest["a"]), rest["b"] * theta[0]

    made = one_by_one(jax, total, 81, 80)
    assert made is not total
    assert one_by_one(jax, total, 80, 80) is total
    theta, a, b = np.arange(6.0).reshape(3, 2), np.arange(6.0, 12.0).reshape(3, 2), np.array([1.0, 3.0, 5.0])
    with jax.enable_x64(True):
        for axes in ((0, None), (None, {"a": 0, "b": None}), (0, {"a": 0, "b": 0})):
            rest = {"a": a if axes[1] else a[0], "b": b if axes[1] and axes[1]["b"] == 0 else b[0]}
            own = theta if axes[0] == 0 else theta[0]
            wanted = jax.vmap(total, in_axes=axes)(own, rest)
            for x, y in zip(jax.vmap(made, in_axes=axes)(own, rest), wanted, strict=True):
                np.testing.assert_array_equal(x, y)
        rest = {"a": a[0], "b": b[0]}
        twice = jax.vmap(jax.vmap(made, in_axes=(0, None)), in_axes=(0, None))(theta[None], rest)
        np.testing.assert_array_equal(twice[0][0], theta @ a[0])


def test_stored_numbers_are_the_same():
    """Vectors and columns, their batches and their derivatives."""
    import jax

    rng = np.random.default_rng(1)
    rows = rng.normal(size=(FEWEST_STORED, 2))
    with jax.enable_x64(True):
        xp = jax.numpy
        for values in (rows, rows[:, 0], rows[:5]):
            np.testing.assert_array_equal(jax.jit(lambda v: store_once(xp, v))(values), values)
        batch = jax.vmap(lambda v: store_once(xp, v))(np.stack([rows[:, 0], rows[:, 1]]))
        np.testing.assert_array_equal(batch, rows.T)
        slope = jax.grad(lambda v: xp.sum(store_once(xp, v) ** 2))(rows[:, 0])
        np.testing.assert_array_equal(slope, 2.0 * rows[:, 0])
    assert store_once(np, rows) is rows
