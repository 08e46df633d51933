"""Bins of DMX in spans of their own width: which groups a span overlaps with, the order, and the ends."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.model.editing.dmx_bins import _group_rows, _with_ends, _with_pairs, _with_spans


@pytest.mark.parametrize(
    ("mjd", "low", "high", "split"),
    [
        ([100.03, 103.0], 90.0, 100.0, True),  # the padding of 0.05 d reaches into the span
        ([100.05, 103.0], 90.0, 100.0, False),
        ([97.0, 99.97], 100.0, 110.0, True),
        ([97.0, 99.94], 100.0, 110.0, False),
        ([97.0, 103.0], 99.0, 101.0, True),
    ],
)
def test_a_group_whose_padding_overlaps_with_a_span_is_made_again(
    mjd: list[float], low: float, high: float, split: bool
) -> None:
    how: Any = Made(pad_days=0.05, custom=(Made(low=low, high=high, days=0.5),))
    found = _with_spans(np.array(mjd), [[0, 1]], how)
    assert found == ([[0], [1]] if split else [[0, 1]])


def test_groups_stay_in_the_order_of_time() -> None:
    mjd = np.array([200.0, 100.0, 101.0, 150.0])
    how: Any = Made(pad_days=0.05, custom=(Made(low=99.0, high=102.0, days=0.5),))
    assert _with_spans(mjd, [[1, 2], [3], [0]], how) == [[1], [2], [3], [0]]


def test_a_group_has_its_width_and_what_is_within_its_padding() -> None:
    """From the first row on, the width itself included; a later row within the padding of the last one stays."""
    mjd = np.array([0.0, 6.0, 6.25, 6.5, 12.5])
    assert _group_rows(mjd, np.arange(5), 6.0, 0.25) == [[0, 1, 2], [3, 4]]
    assert _group_rows(mjd, np.arange(5), 5.9, 0.25) == [[0], [1, 2, 3], [4]]


def test_bins_that_would_overlap_end_in_the_middle() -> None:
    mjd = np.array([10.0, 11.0, 11.5, 20.0])
    first, second, third = _with_ends(mjd, [[0, 1], [2], [3]], 0.5)
    assert (first.low, second.high) == pytest.approx((9.5, 12.0), abs=1e-3)
    assert first.high == pytest.approx(11.25, abs=1e-3)
    assert second.low == pytest.approx(11.25, abs=1e-3)
    assert first.high <= second.low
    assert (third.low, third.high, third.rows) == (pytest.approx(19.5, abs=1e-3), pytest.approx(20.5, abs=1e-3), (3,))
    apart = _with_ends(mjd, [[0, 1], [2], [3]], 0.2)
    assert apart[0].high == pytest.approx(11.2, abs=1e-3)
    assert apart[1].low == pytest.approx(11.3, abs=1e-3)


def test_rows_beside_pairs_are_grouped_between_them() -> None:
    mjd = np.array([10.0, 10.0, 1.0, 2.0, 11.0, 12.0, 20.0, 20.0])
    assert _with_pairs(mjd, [[0, 1], [6, 7]], 6.0, 0.1) == [[2, 3], [0, 1], [4, 5], [6, 7]]


def test_a_row_during_a_pair_comes_after_it() -> None:
    mjd = np.array([10.0, 10.5, 10.25, 9.9])
    assert _with_pairs(mjd, [[0, 1]], 6.0, 0.1) == [[3], [0, 1], [2]]
