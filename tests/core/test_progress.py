"""Loops tell how far they have come: the outermost one, from every thread, and only where somebody listens."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context

import pytest
from copies import example

import jug
from jug.core.execution.progress import counting, report, report_each, reporting_to

Told = list[tuple[str, int, int | None]]


def listened(told: Told):
    return reporting_to(lambda *now: told.append(now))


def test_nothing_is_told_without_a_callback() -> None:
    assert list(report_each([1, 2], "parts")) == [1, 2]
    report("parts", 1)
    with counting("parts", 5) as add:
        add(1)


def test_a_loop_tells_its_beginning_and_each_part() -> None:
    told: Told = []
    with listened(told):
        assert list(report_each("ab", "letters")) == ["a", "b"]
        assert list(report_each(iter("ab"), "letters")) == ["a", "b"]
        report("iterations", 3)
    assert told[:3] == [("letters", 0, 2), ("letters", 1, 2), ("letters", 2, 2)]
    assert told[3:] == [("letters", k, None) for k in range(3)] + [("iterations", 3, None)]
    report("iterations", 4)
    assert len(told) == 7


def test_the_outermost_loop_tells_and_a_loop_of_one_part_does_not() -> None:
    told: Told = []
    with listened(told):
        for _ in report_each(range(2), "outer"):
            list(report_each(range(3), "inner"))
            report("iterations", 1)
        for _ in report_each(["one"], "outer"):
            list(report_each(range(2), "inner"))
    assert [what for what, *_ in told] == ["outer"] * 3 + ["inner"] * 3


def test_after_a_break_or_an_error_the_next_loop_tells() -> None:
    told: Told = []
    with listened(told):
        for _ in report_each(range(5), "first"):
            break
        with suppress(ValueError), counting("second", 4) as add:
            add(1)
            raise ValueError
        list(report_each(range(2), "third"))
    assert [what for what, *_ in told] == ["first", "second", "second", "third", "third", "third"]


def test_parts_in_threads_are_all_counted() -> None:
    told: Told = []
    with listened(told), counting("parts", 200) as add, ThreadPoolExecutor(4) as pool:
        for _ in range(200):
            pool.submit(copy_context().run, add, 1)
    assert told == [("parts", k, 200) for k in range(201)]


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_what_takes_long_tells() -> None:
    """Grid, tests of terms, outliers, predictions and fits, on a small pulsar."""
    model, toas = jug.load(*example("NGC6440E"))
    f0, f1 = model.values["F0"], model.values["F1"]
    told: Told = []
    with listened(told):
        fitted = jug.fit(model, toas, backend="numpy")
        near = {"F0": [f0, f0 + 1e-11, f0 + 2e-11], "F1": [f1, f1 * 1.001, f1 * 1.002]}
        jug.grid(model, toas, near, backend="numpy")
        jug.ftest(model, toas, add=["F2", "PX"], remove=["F1", "DM"], confirm=False, backend="numpy")
        jug.outliers(fitted, toas, confirm=0)
        jug.predict(fitted, toas, mjd=[54000.0, 54100.0], n_draws=3)
        jug.fit(model, toas, backend="numpy", search=True)
    ends = {what for what, done, total in told if done == total}
    assert {"parts of the grid", "terms to add", "parameters to remove", "epochs left out", "models drawn"} <= ends
    assert "starts of the search for minima" in ends
    assert "iterations of the fit" in {what for what, *_ in told}
