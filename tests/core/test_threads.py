"""Work over threads: the same in the same order, however many there are."""

import concurrent.futures
import contextlib
from threading import Event, Thread
from time import sleep

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from jug.core.execution import threads as parallel

pytestmark = pytest.mark.usefixtures("blas_at_rest")


@pytest.fixture
def many(monkeypatch):
    """Says how many cores there are; returns the function that does."""
    for name in parallel.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return lambda n: monkeypatch.setattr(parallel, "cores", lambda: n)


def test_results_come_in_order_and_a_failure_is_raised(many):
    many(3)
    assert parallel.map_in_threads(lambda i: i * i, 7) == [0, 1, 4, 9, 16, 25, 36]
    with pytest.raises(ZeroDivisionError):
        parallel.map_in_threads(lambda i: 1 // (i - 5), 7)


def test_threads_are_those_the_user_gives_and_not_nested(many, monkeypatch):
    many(4)
    assert parallel.workers() == 4
    assert parallel.map_in_threads(lambda i: parallel.workers(), 4) == [1, 1, 1, 1]
    assert parallel.workers() == 4
    monkeypatch.setenv("OMP_NUM_THREADS", "2,1")
    assert parallel.workers() == 2
    monkeypatch.setenv("MKL_NUM_THREADS", "1")
    assert parallel.map_in_threads(lambda i: parallel.workers(), 2) == [1, 1]


def test_settings_of_numpy_hold_in_the_threads(many):
    many(2)
    with np.errstate(divide="ignore"):
        assert parallel.map_in_threads(lambda i: float(np.ones(1)[0] / np.zeros(1)[0]), 4) == [np.inf] * 4


def test_after_a_failure_no_part_is_begun(many):
    many(2)
    begun, failed = [], Event()

    def work(i):
        begun.append(i)
        if i == 0:
            failed.set()
            raise ZeroDivisionError
        failed.wait(10.0)
        sleep(0.01)

    with pytest.raises(ZeroDivisionError):
        parallel.map_in_threads(work, 500)
    assert len(begun) < 500


def test_an_interrupt_while_waiting_begins_no_part(many, monkeypatch):
    many(2)
    begun, gone = [], Event()

    def interrupted(*_, **__):
        gone.set()
        raise KeyboardInterrupt

    def work(i):
        begun.append(i)
        gone.wait(10.0)
        sleep(0.01)

    monkeypatch.setattr(concurrent.futures, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        parallel.map_in_threads(work, 500)
    assert len(begun) < 500


def blas():
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_parts_share_the_cores_with_one_thread_of_blas_each(many):
    many(2)
    with threadpool_limits(3, user_api="blas"):
        assert parallel.map_in_threads(lambda i: set(blas()), 2) == [{1}, {1}]
        assert parallel.map_in_threads(lambda i: set(blas()), 1) == [{3}]  # one part alone, in the thread that asks
        assert set(blas()) == {3}


def test_limits_of_blas_that_overlap_leave_it_as_it_was():
    inside, leave = Event(), Event()

    def first():
        with contextlib.suppress(ZeroDivisionError), parallel.blas_limit(2):
            inside.set()
            leave.wait(10.0)
            raise ZeroDivisionError

    with threadpool_limits(3, user_api="blas"):
        before, thread = blas(), Thread(target=first)
        thread.start()
        assert inside.wait(10.0)
        seen = [blas()]
        with parallel.blas_limit(1):
            seen.append(blas())
            leave.set()
            thread.join(60)
            seen.append(blas())
        after = blas()
    assert before == after == [3] * len(before)
    assert seen == [[2] * len(before), [1] * len(before), [1] * len(before)]
    assert not parallel._before  # what a limit left there would be set again by every later one


def test_a_limit_gives_blas_no_more_threads_than_it_has():
    with threadpool_limits(1, user_api="blas"), parallel.blas_limit(4):
        assert set(blas()) == {1}


ONE_AT_FIRST = """
import os, sys
for name in {variables}:
    os.environ.pop(name, None)
{before}
from jug.core.execution import threads
threads.load_numpy_with_one_thread()
from threadpoolctl import threadpool_info
def blas():
    return [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]
threads.cores = lambda: 3
found = [blas(), "numpy" in sys.modules, sorted(set(os.environ) & set({variables})), threads.workers()]
with threads.blas_limit(2):
    found.append(blas())
    with threads.blas_limit(1):
        found.append(blas())
print(*found, blas())
"""


def test_a_process_of_its_own_begins_with_one_thread_and_takes_more(run_python):
    """The environment is as it was, so that jug's own threads and other processes see no limit."""
    code = ONE_AT_FIRST.format(variables=parallel.THREAD_VARIABLES, before="")
    assert run_python(code).strip() == "[1] True [] 3 [2] [1] [1]"


def test_the_number_that_the_user_has_set_stays(run_python):
    code = ONE_AT_FIRST.format(
        variables=parallel.THREAD_VARIABLES, before="os.environ['OMP_NUM_THREADS'] = '2'; import numpy"
    )
    most = min(2, parallel.cores())  # OpenBLAS is loaded with no more threads than cores
    assert run_python(code).strip() == f"[{most}] True ['OMP_NUM_THREADS'] 2 [{most}] [1] [{most}]"


LOADED_INSIDE = """
import os, sys
for name in {variables}:
    os.environ.pop(name, None)
from jug.core.execution import threads
{before}
import numpy
from threadpoolctl import threadpool_info
def blas():
    return sorted({{one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}})
with threads.blas_limit(1):
    import scipy.optimize
    threads.limit_new_blas()
    print(blas())
    with threads.blas_limit(1):
        threads.limit_new_blas()
with threads.blas_limit(1):
    threads.limit_new_blas()
    print(blas())
print(blas() == {after})
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "[threads.cores()]"), ("threads.load_numpy_with_one_thread()", "[1]")],
    ids=["of a script", "of a command"],
)
def test_a_limit_holds_for_the_blas_that_scipy_brings(run_python, before, after):
    """And after it each has what it had."""
    code = LOADED_INSIDE.format(variables=parallel.THREAD_VARIABLES, before=before, after=after)
    assert run_python(code).split("\n")[:3] == ["[1]", "[1]", "True"]


@pytest.mark.parametrize(
    ("n_rows", "n_columns", "coupled", "most"),
    [
        (10**6, 29, False, 1),
        (33_333, 30, False, 1),
        (33_334, 30, False, 2),
        (10_000, 100, False, 2),
        (50_000, 125, True, 1),
        (56_000, 125, True, 2),
    ],
)
def test_chunks_of_few_columns_have_one_thread(n_rows: int, n_columns: int, coupled: bool, most: int) -> None:
    """Two threads share the work on matrices; between short operations on columns they wait for Python's lock."""
    assert parallel.threads_for_chunks(n_rows, n_columns, coupled=coupled) == most


@pytest.mark.usefixtures("blas_at_rest")
def test_parts_in_one_thread_have_one_thread_of_blas(many):
    """As beside other threads, so that the results are the same."""

    def blas(_: int) -> set[int]:
        return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}

    many(2)
    assert parallel.map_in_threads(blas, 3, 1) == [{1}] * 3
