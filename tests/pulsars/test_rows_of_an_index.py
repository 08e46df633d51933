"""Rows of the page of a run: verdicts, reasons, numbers with all digits for sorting, and the places on the sky."""

from typing import Any

import pytest

from jug.pulsars.index_page import _number, _row, index_page
from jug.pulsars.jobs.pulsar_outcome import PULSAR_DONE, PULSAR_FAILED, PulsarOutcome


def outcome(state: str = PULSAR_DONE, reason: str = "a reason", name: str = "J1", **numbers: Any) -> PulsarOutcome:
    return PulsarOutcome(name, state, reason, numbers)


def test_a_long_verdict_may_break_at_its_underscores() -> None:
    row = _row(outcome(verdict="flat_direction_<x", good=False))
    assert "<td>flat_<wbr>direction_<wbr>&lt;x</td>" in row
    assert f"<td>{PULSAR_FAILED}</td>" in _row(outcome(PULSAR_FAILED, verdict="good", good=True))


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ({"good": True}, ""), ({"good": False}, "a reason"),
        ({"good": True, "to_check": ["CLK", "UNITS"]}, "to check: CLK, UNITS"),
        ({"good": False, "to_check": ["CLK"]}, "a reason; to check: CLK"), ({"good": True, "to_check": "CLK"}, ""),
    ],
)  # fmt: skip
def test_the_reasons_of_a_pulsar(numbers: dict[str, Any], why: str) -> None:
    """A good one has only what is to be checked."""
    assert f">{why}</td></tr>" in _row(outcome(verdict="good", **numbers))
    assert ">a reason" in _row(outcome(PULSAR_FAILED, **{**numbers, "to_check": []}))


def test_numbers_have_all_digits_for_sorting() -> None:
    assert _number(1.23456, ".2f") == '<td class="number" data-value="1.23456">1.23</td>'
    assert _number(2**63 - 1, "d") == f'<td class="number" data-value="{2**63 - 1}">{2**63 - 1}</td>'
    for other in (2**63, None, "1"):
        assert _number(other, "d") == '<td class="number"></td>'


def test_the_head_of_the_page_and_the_map() -> None:
    """Pulsars that are done are counted; those with a position are on the map, with the report where there is one."""
    with_place = outcome(ra_rad=1.0, dec_rad=0.5, good=True)._replace(outputs={"report.html": "0"})
    page = index_page([with_place, outcome(PULSAR_FAILED, name="J2"), outcome(name="J 3", ra_rad=1.0)])
    assert "<p>2 of 3 done." in page
    assert "<h1>3 pulsars</h1>" in page
    assert page.count("<circle ") == 1
    assert 'href="J1/report.html" aria-label="J1"' in page
    assert '<a href="J%203/' in page
