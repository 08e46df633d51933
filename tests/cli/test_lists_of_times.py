"""Dates with a time of day in the place of MJDs, and FROM:TO:N of dates."""

import pytest

from jug.cli.common.options import times_of
from jug.errors import InputError


@pytest.mark.parametrize("text", ["2006-03-07 12:00:00", " 2006-03-07 12:00:00 ", "2006-03-07T12:00:00"])
def test_a_date_with_a_time_of_day_is_no_range(text: str) -> None:
    assert [word.strip() for word in times_of(text)] == [text.strip()]  # type: ignore[union-attr]


def test_ranges_of_dates() -> None:
    """2023-02-25 is MJD 60000; blanks stand around the ends as they like."""
    assert times_of("2023-02-25:2023-02-27:3") == [60000.0, 60001.0, 60002.0]
    assert times_of(" 60000 : 60001 :2") == [60000.0, 60001.0]
    with pytest.raises(InputError, match="is not a list of times"):
        times_of("2023-02-25 12:60001:2")
