"""The statistics of a check of noise by their definitions, and how many pairs each needs."""

import numpy as np
import pytest

from jug.analysis.noise_check.statistics import LEAST_PAIRS, LEAST_ROWS, RowGroups, _product, statistics

N = 24


def layout(number: np.ndarray, second: int = 0) -> RowGroups:
    """All TOAs of a backend A but the last ``second``, which are of B; frequencies in turn low and high."""
    rows = np.arange(N)
    backends = {"A": rows[: N - second], "B": rows[N - second :]} if second else {"A": rows}
    return RowGroups(backends, {}, number, np.where(rows % 2, 1400.0, 800.0))


def test_each_statistic_of_one_backend() -> None:
    """Twelve epochs of two TOAs: mean squares, products of neighbours in time and in frequency."""
    rng = np.random.default_rng(1)
    z = rng.normal(size=(N, 3))
    found = {one.kind: one for one in statistics(layout(np.arange(N) // 2), z)}
    assert {kind: (one.group, one.size) for kind, one in found.items()} == {
        "chi2": ("A", 24), "shape": ("A", 24), "epochs": ("A", 12), "time": ("A", 11), "frequency": ("A", 12),
    }  # fmt: skip
    mean = (z[::2] + z[1::2]) / np.sqrt(2.0)
    np.testing.assert_allclose(found["chi2"].value, np.mean(z**2, axis=0), rtol=1e-12)
    np.testing.assert_allclose(found["epochs"].value, np.mean(mean**2, axis=0), rtol=1e-12)
    np.testing.assert_allclose(found["time"].value, np.mean(mean[1:] * mean[:-1], axis=0), rtol=1e-12)
    np.testing.assert_allclose(found["frequency"].value, np.mean(z[::2] * z[1::2], axis=0), rtol=1e-12)


def test_two_backends_of_the_same_epochs() -> None:
    """The pair is named; together they are called all."""
    z = np.random.default_rng(2).normal(size=(N, 1))
    found = statistics(layout(np.arange(N) % 12, second=12), z)
    (pair,) = [one for one in found if one.kind == "backends"]
    assert (pair.group, pair.size) == ("A and B", 12)
    np.testing.assert_allclose(pair.value, np.mean(z[:12] * z[12:], axis=0), rtol=1e-12)
    assert [one.group for one in found if one.kind == "time"] == ["A", "B", "all"]


@pytest.mark.parametrize("n", [LEAST_PAIRS - 1, LEAST_PAIRS])
def test_pairs_that_are_enough(n: int) -> None:
    one, other = np.ones((n, 2)), np.full((n, 2), 3.0)
    found = _product("time", "A", one, other)
    assert len(found) == (n >= 10)
    if found:
        assert (found[0].kind, found[0].group, found[0].size, found[0].value.tolist()) == ("time", "A", 10, [3.0, 3.0])


def test_few_rows_have_no_shape_and_few_epochs_no_mean_square() -> None:
    """Seven TOAs of B; nine epochs of A."""
    z = np.random.default_rng(3).normal(size=(N, 1))
    found = statistics(layout(np.minimum(np.arange(N), 8), second=LEAST_ROWS - 1), z)
    assert [one.group for one in found if one.kind == "chi2"] == ["A", "B"]
    assert [one.group for one in found if one.kind == "shape"] == ["A"]
    assert [one.group for one in found if one.kind == "epochs"] == []
    ten = statistics(layout(np.minimum(np.arange(N), 9)), z)
    assert [one.size for one in ten if one.kind == "epochs"] == [10]
    assert [one.size for one in ten if one.kind == "time"] == []
