"""Chunks of rows and groups of chunks: their number and sizes at the limits, and what is told of them."""

import pytest

from jug.core.execution.chunks import (
    CHUNK_ROWS,
    MAX_GROUPS,
    NUMPY_CHUNK_ROWS,
    STREAMED_ROWS,
    THREADED_ROWS,
    are_many,
    are_streamed,
    chunks,
    equal_chunk_rows,
    groups,
    over_chunks,
)
from jug.core.execution.progress import reporting_to


@pytest.mark.parametrize(
    ("n_rows", "sizes"),
    [
        (1, [1]),
        (CHUNK_ROWS, [CHUNK_ROWS]),
        (CHUNK_ROWS + 1, [2049, 2048]),  # many rows are two chunks at least
        (2 * NUMPY_CHUNK_ROWS, [NUMPY_CHUNK_ROWS, NUMPY_CHUNK_ROWS]),
        (2 * NUMPY_CHUNK_ROWS + 1, [5462, 5462, 5461]),
    ],
)
def test_the_fewest_chunks_of_one_size(n_rows: int, sizes: list[int]) -> None:
    cut = chunks(n_rows)
    assert [rows.stop - rows.start for rows in cut] == sizes
    assert [rows.start for rows in cut] == [sum(sizes[:i]) for i in range(len(sizes))]


def test_limits_belong_to_the_smaller_side() -> None:
    assert [are_many(CHUNK_ROWS), are_many(CHUNK_ROWS + 1)] == [False, True]
    assert [are_streamed(STREAMED_ROWS), are_streamed(STREAMED_ROWS + 1)] == [False, True]
    assert [equal_chunk_rows(n) for n in (8, CHUNK_ROWS, 2 * CHUNK_ROWS, 15 * 1024)] == [
        8,
        CHUNK_ROWS,
        CHUNK_ROWS,
        3840,
    ]


@pytest.mark.parametrize("n_chunks", [2, 5, MAX_GROUPS, MAX_GROUPS + 3])
def test_groups_are_consecutive_and_about_equal(n_chunks: int) -> None:
    n_rows = n_chunks * NUMPY_CHUNK_ROWS
    found = groups(n_rows)
    assert [rows for group in found for rows in group] == chunks(n_rows)
    assert len(found) == min(n_chunks, MAX_GROUPS)
    assert max(map(len, found)) - min(map(len, found)) <= 1


def test_progress_of_rows_is_told_where_threads_take_part() -> None:
    told: list[tuple[str, int, int | None]] = []
    for n_rows in (THREADED_ROWS, THREADED_ROWS + 1):
        with reporting_to(lambda *now: told.append(now)):
            found = over_chunks(lambda rows: rows.stop - rows.start, n_rows, "pulses")
        assert sum(found) == n_rows
    assert [what for what, *_ in told] == ["pulses"] * 3
    assert (told[0], told[-1]) == (("pulses", 0, 8193), ("pulses", 8193, 8193))
    assert told[1][1:] in ((4097, 8193), (4096, 8193))  # whichever chunk is done first
