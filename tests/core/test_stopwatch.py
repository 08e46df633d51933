"""Time by stage, with a clock that the test reads out."""

import pytest

from jug.core.execution import stopwatch
from jug.core.execution.stopwatch import Stage, Stopwatch, stage_table


def test_laps_add_up_and_the_rest_is_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laps of 1 and 2 s of one stage and of 3 s of another; 4 s, before `restart` and at the end, are of none."""
    times = iter([0.0, 1.0, 4.0, 5.0, 7.0, 10.0])
    monkeypatch.setattr(stopwatch, "perf_counter", lambda: next(times))
    watch = Stopwatch()
    watch.lap("anchor")
    watch.lap("solver")
    watch.restart()
    watch.lap("anchor")
    assert watch.stages == (Stage("anchor", 2, 3.0), Stage("solver", 1, 3.0), Stage("other", 1, 4.0))


def test_shares_are_of_the_sum() -> None:
    rows = stage_table((Stage("anchor", 2, 3.0), Stage("solver", 1, 1.0))).splitlines()
    assert [row.split() for row in rows[1:]] == [["anchor", "2", "3.000", "75%"], ["solver", "1", "1.000", "25%"]]
    assert stage_table((Stage("other", 1, 0.0),)).split()[-1] == "0%"
