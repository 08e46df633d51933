"""Work over threads: the same in the same order, however many there are."""

import numpy as np
import pytest

from jug import parallel


@pytest.fixture
def many(monkeypatch):
    """Says how many cores there are; returns the function that does."""
    for name in parallel.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return lambda n: monkeypatch.setattr(parallel, "cores", lambda: n)


def test_results_come_in_order_and_a_failure_is_raised(many):
    many(3)
    assert parallel.each(lambda i: i * i, 7) == [0, 1, 4, 9, 16, 25, 36]
    with pytest.raises(ZeroDivisionError):
        parallel.each(lambda i: 1 // (i - 5), 7)


def test_threads_are_those_the_user_gives_and_not_nested(many, monkeypatch):
    many(4)
    assert parallel.workers() == 4
    assert parallel.each(lambda i: parallel.workers(), 4) == [1, 1, 1, 1]
    assert parallel.workers() == 4
    monkeypatch.setenv("OMP_NUM_THREADS", "2,1")
    assert parallel.workers() == 2
    monkeypatch.setenv("MKL_NUM_THREADS", "1")
    assert parallel.each(lambda i: parallel.workers(), 2) == [1, 1]


def test_settings_of_numpy_hold_in_the_threads(many):
    many(2)
    with np.errstate(divide="ignore"):
        assert parallel.each(lambda i: float(np.ones(1)[0] / np.zeros(1)[0]), 4) == [np.inf] * 4
