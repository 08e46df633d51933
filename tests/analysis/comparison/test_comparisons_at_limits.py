"""Comparisons at limits: the same passage of an orbit, refits with a column of zeros, numbers of two runs."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.analysis.comparison.comparison import _by_label, _difference, _same_passage
from jug.analysis.diagnosis.effect import ReferenceResiduals
from jug.core.blocks import Dense
from jug.io.par import parse_lines

HEAD = ["PSR X", "RAJ 1:0:0", "DECJ 1:0:0", "F0 100 1", "PEPOCH 55000", "DM 10", "EPHEM DE421", "UNITS TDB"]


@pytest.mark.parametrize("values", [{"PB": 2.0}, {"FB0": 1.0 / 172800.0}])
def test_passages_less_than_half_an_orbit_apart_are_one(values: dict[str, float]) -> None:
    """Of an orbit of two days: up to one day, to a part in 1e5."""
    first: Any = Made(values={**values, "T0": 55000.0})
    for apart, same in ((0.99999, True), (-0.99999, True), (1.00001, False)):
        assert _same_passage(first, Made(values={"T0": 55000.0 + apart}), "T0") == same  # type: ignore[arg-type]
    alone: Any = Made(values={"T0": 55000.0})
    assert not _same_passage(alone, alone, "T0")


def test_differences_of_values() -> None:
    """In each uncertainty; a change below the digits of a value is none."""
    one, other = (jug.load_model(parse_lines([*HEAD, line])) for line in ("PX 1.5 1 0.5", "PX 2.5 0 0.25"))
    found = _difference("PX", one.entries["PX"], other.entries["PX"])
    assert (found.difference, found.sigma_first, found.sigma_second) == (1.0, 2.0, 4.0)
    assert (found.first, found.second, found.unit, found.free) == ("1.5", "2.5", "mas", (True, False))
    assert found.sigma == 4.0
    bare = _difference("F0", one.entries["F0"], other.entries["F0"])
    assert (bare.difference, bare.sigma_first, bare.sigma) == (0.0, None, 0.0)
    assert "PX" in _by_label(one, {})
    assert _by_label(one, {"PX": "other"}).keys() >= {"other"}


def test_a_column_of_zeros_takes_nothing_in_a_refit() -> None:
    """It is left out; the others leave what least squares leave."""
    rng = np.random.default_rng(6)
    matrix = np.column_stack([np.ones(20), np.linspace(-1.0, 1.0, 20), np.zeros(20)])
    rows, sigma = rng.normal(size=20), rng.uniform(0.5, 2.0, 20)
    of: Any = Made(blocks=(Dense(matrix),), matrix=matrix)
    found = ReferenceResiduals._rest_after_refit(of, rows, sigma, None)
    x = np.linalg.lstsq(matrix[:, :2] / sigma[:, None], rows / sigma, rcond=None)[0]
    np.testing.assert_allclose(found, rows - matrix[:, :2] @ x, atol=1e-12)


def test_numbers_of_an_earlier_run_stand_before_those_now(monkeypatch: pytest.MonkeyPatch) -> None:
    from jug.pulsars.one_pulsar import report_sections

    monkeypatch.setattr(report_sections, "outcome_numbers", lambda done: {"n_toa": 70})
    done: Any = Made(earlier={"n_toa": 62})
    html = report_sections._numbers(done)
    assert html.index(">62<") < html.index(">70<")
    assert report_sections._numbers(Made(earlier={})) == ""  # type: ignore[arg-type]
    assert report_sections._numbers(Made(earlier={"n_toa": 70})) == ""  # type: ignore[arg-type]
