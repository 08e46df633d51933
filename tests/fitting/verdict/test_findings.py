"""The words, digits and JSON of what a fit finds."""

import json
import math
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from jug.fitting.findings.fit_verdict import DoubtfulGap, FitVerdict, FlatDirection, LeftSignal
from jug.fitting.findings.interval import Interval
from jug.fitting.findings.kinds import Reason, VerdictKind
from jug.fitting.findings.minimum import Searched, minima_lines, most_different_names


def test_four_of_a_family_are_told_by_their_number() -> None:
    three = ("DM", "DMX_0001", "DMX_0002", "DMX_0003")
    assert "tell DM, DMX_0001, DMX_0002 and DMX_0003 apart" in FlatDirection(three, 1.0).sentence
    assert "tell DM and 4 DMX apart" in FlatDirection((*three, "DMX_0004"), 1.0).sentence


@pytest.mark.parametrize(("below", "said"), [(2.0**-49, "1 - 2e-15"), (2.0**-50, "1"), (0.25, "1 - 0.2")])
def test_a_correlation_of_one_within_the_rounding(below: float, said: str) -> None:
    """2^-50 = 8.9e-16 is four units of the last digit of 1 in float64."""
    assert f"(correlation {said})" in FlatDirection(("A", "B"), 1.0 - below).sentence


def test_a_signal_says_its_size_and_what_would_take_it() -> None:
    left = LeftSignal("yearly", "a yearly signal", 1.23456e-6, 50.0, 3.21e-7, "PX")
    said = "a yearly signal of 1.23 us rms is left (probability by chance 3e-07)"
    assert left.sentence == f"{said}; PX would take it"
    assert left._replace(parameter="").sentence == said


def test_a_verdict_as_json() -> None:
    """Numbers that are not finite are null; a JSON file has no other word for them."""
    flat = FlatDirection(("DM", "Offset"), math.nan)
    verdict = FitVerdict(
        VerdictKind.FLAT_DIRECTION, "s", "n", (Reason(VerdictKind.AT_BOUND, "also", "do"),), 0.5, math.nan,
        (DoubtfulGap(5.0, 9.0, 3, -math.inf),), 4, (flat,), (), ("DM", "SINI"), 2,
    )  # fmt: skip
    assert verdict.undetermined == ("DM", "SINI")
    assert not verdict.good
    found = verdict.to_json()
    assert json.loads(json.dumps(found, allow_nan=False)) == {
        "name": "flat_direction",
        "good": False,
        "sentence": "s",
        "next": "n",
        "also": [{"name": "at_bound", "sentence": "also", "next": "do"}],
        "chi2_probability": 0.5,
        "runs_probability": None,
        "gaps": [{"before": 5.0, "after": 9.0, "n_toa": 3, "delta_chi2": None, "turns": 0}],
        "n_doubtful": 4,
        "flat": [{"names": ["DM", "Offset"], "correlation": None}],
        "undetermined": ["DM", "SINI"],
        "signals": [],
        "n_duplicates": 2,
    }


def test_a_verdict_without_findings_counts_none() -> None:
    verdict = FitVerdict(VerdictKind.GOOD, "s", "n")
    assert (verdict.n_doubtful, verdict.n_duplicates, verdict.good) == (0, 0, True)


def test_a_value_alone_is_determined_and_has_no_profile() -> None:
    alone = Interval(1.0, 0.1)
    assert (alone.profiled, alone.determined) == (False, True)


def test_outcomes_of_no_start_are_left_out() -> None:
    every = Searched(27, 2, 3, 4, 5, 6, 7)
    assert every.sentence() == (
        "27 starts: 2 ended in a minimum of the list, 3 higher, 4 did not converge, 5 given up far above, 6 failed, "
        "7 ended at an inclination outside 0 to 180 deg"
    )
    assert Searched(2, 1, 0, 0, 0, 1, 0).sentence() == "2 starts: 1 ended in a minimum of the list, 1 failed"


def minimum(chi2: float, above: float, values: dict[str, float], errors: dict[str, float], ok: bool = True) -> Any:
    """As much of a minimum as its row of the table takes."""
    entry = SimpleNamespace(codec=SimpleNamespace(error_divisor=1))
    model = SimpleNamespace(entries=dict.fromkeys(values, entry))
    return SimpleNamespace(
        chi2=chi2, above=above, relation="another side", converged=ok, values=values, errors=errors, model=model
    )


def test_minima_as_lines_of_a_report() -> None:
    """Each value down to the second digit of its own uncertainty; 17 digits where that is below those of float64."""
    errors = {"KOM": 0.25, "PB": 1e-18, "OM": 500.0}
    one = minimum(10.126, 0.0, {"KOM": 10.123, "PB": 67.1, "OM": 4.4}, errors)
    two = minimum(12.25, 2.124, {"KOM": 110.126, "PB": 67.2, "OM": 2004.0}, errors, ok=False)
    lines = minima_lines((one, two), Searched(2, 2, 0, 0, 0, 0, 0))
    assert lines[:3] == ["", "Search for other minima   2 starts: 2 ended in a minimum of the list", ""]
    assert lines[3].split("\n") == [
        "  chi2    Above                  PB     KOM     OM  Relation",
        "------  -------  ------------------  ------  -----  ----------------------------",
        " 10.13     0.00  67.099999999999994   10.12      4  another side",
        " 12.25     2.12  67.200000000000003  110.13  2e+03  another side (not converged)",
    ]


def test_a_search_that_finds_nothing_says_how_far_it_looked() -> None:
    one = minimum(10.0, 0.0, {}, {})
    assert minima_lines((one,), None) == []
    assert minima_lines((one,), Searched(3, 3, 0, 0, 0, 0, 0)) == [
        "",
        "Search for other minima   3 starts: 3 ended in a minimum of the list",
        "                          no other minimum within chi2 25 of the lowest",
    ]


@pytest.mark.parametrize(("higher", "end", "then"), [(33, "given up far", "above"), (333, "given up", "far above")])
def test_lines_of_a_search_have_116_characters_at_most(higher: int, end: str, then: str) -> None:
    one = minimum(1.0, 0.0, {}, {})
    _, first, second, _ = minima_lines((one,), Searched(27, 2, higher, 4, 5, 6, 7))
    assert first.endswith(end)
    assert len(first) <= 116
    assert second.startswith(26 * " " + then)


def test_four_parameters_have_columns_and_one_sigma_is_no_difference() -> None:
    names = ("A", "B", "C", "D", "E", "F")
    errors = dict.fromkeys(names, 1.0)
    one = minimum(1.0, 0.0, dict.fromkeys(names, 0.0), errors)
    two = minimum(2.0, 1.0, dict(zip(names, (2.0, 3.0, -4.0, 1.0, 5.0, 6.0), strict=True)), errors)
    assert most_different_names((one, two)) == ["F", "E", "C", "B"]
    some = minimum(2.0, 1.0, dict.fromkeys(names, 1.0) | {"B": 1.5}, errors)
    assert most_different_names((one, some)) == ["B"]


@pytest.mark.parametrize(
    ("undetermined", "change", "doubtful", "signals", "first"),
    [
        ((), 9.0, 0, (), VerdictKind.OUT_OF_STEPS),
        (("DMX_0001",), 1e-9, 0, (), VerdictKind.FLAT_DIRECTION),
        (("DMX_0001",), 9.0, 0, (), VerdictKind.OUT_OF_STEPS),
        ((), 9.0, 3, ("sinusoid",), VerdictKind.SIGNAL_LEFT),
        (("DMX_0001",), 1e-9, 3, ("sinusoid",), VerdictKind.SIGNAL_LEFT),
        ((), 9.0, 0, ("sinusoid",), VerdictKind.OUT_OF_STEPS),
    ],
)
def test_which_finding_is_the_verdict(
    undetermined: tuple[str, ...],
    change: float,
    doubtful: int,
    signals: tuple[str, ...],
    first: VerdictKind,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal that is left where TOAs are in doubt, then bins whose turn does not matter, then the usual order."""
    judge = import_module("jug.fitting.verdict.judge")
    doubts = SimpleNamespace(gaps=(SimpleNamespace(delta_chi2=change),), n_toa=doubtful)
    found = SimpleNamespace(
        tests=SimpleNamespace(chi2=0.5, runs=0.5),
        duplicates="",
        doubts=doubts,
        signals=signals,
        flat=(),
        n_duplicates=0,
    )
    kinds = (VerdictKind.SIGNAL_LEFT, VerdictKind.FLAT_DIRECTION, VerdictKind.OUT_OF_STEPS)
    monkeypatch.setattr(judge, "_find_all", lambda end: found)
    monkeypatch.setattr(judge, "_list_reasons", lambda *of: [judge.Reason(kind, "", "") for kind in kinds])
    monkeypatch.setattr(judge, "words_of_good_fit", lambda *of: "")
    end: Any = SimpleNamespace(
        toas=(1,), model=SimpleNamespace(free=()), undetermined=undetermined, outcome=SimpleNamespace(active=())
    )
    assert judge.judge(end).kind == first
