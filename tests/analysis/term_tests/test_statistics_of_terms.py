"""F, AIC and BIC of a term by their formulas, terms with the flag that a test gives them, and bins matched by dates."""

import math
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from scipy.stats import f as f_distribution

from jug.analysis.comparison.matched_bins import labels_by_dates
from jug.analysis.term_tests.added_columns import AddedColumns
from jug.analysis.term_tests.term_candidates import Candidate
from jug.analysis.term_tests.term_fits import flat_sets
from jug.analysis.term_tests.term_statistics import TermTestInputs, addition, f_test, removal
from jug.analysis.term_tests.trial_model import _with_flag
from jug.errors import FitError

ONE = Candidate("F2", ("F2",))


def inputs(removes_mean: bool, threshold: float = 0.05) -> TermTestInputs:
    base: Any = Made(chi2=110.0, dof=100, names=("F0", "F1"), model=Made(removes_mean=removes_mean))
    return TermTestInputs(base, None, threshold, "numpy")  # type: ignore[arg-type]


def test_f_and_its_probability() -> None:
    """(difference / q) / (chi2 / dof); without degrees of freedom there is none."""
    f, probability = f_test(8.0, 2, 90.0, 60)
    assert f == pytest.approx(8.0 / 2 / (90.0 / 60), rel=1e-14)
    assert probability == pytest.approx(f_distribution.sf(f, 2, 60), rel=1e-10)
    assert f_test(-1.0, 2, 90.0, 60) == (0.0, 1.0)
    assert f_test(1.0, 1, 90.0, 1)[0] == pytest.approx(1.0 / 90.0, rel=1e-14)
    for q, dof in ((0, 60), (2, 0), (2, -1)):
        assert all(math.isnan(x) for x in f_test(8.0, q, 90.0, dof))


@pytest.mark.parametrize("removes_mean", [False, True])
def test_an_added_term(removes_mean: bool) -> None:
    """AIC counts 2, BIC log n for each parameter; n is dof and all parameters, with the mean where it is removed."""
    n = 102 + removes_mean
    found = addition(inputs(removes_mean), ONE, 10.0, {"F2": 1.0, "F3": 2.0}, {"F2": 0.1, "F3": 0.2})
    assert (found.action, found.n_parameters, found.delta_chi2) == ("add", 2, 10.0)
    assert found.f == pytest.approx(5.0 / (100.0 / 98.0), rel=1e-14)
    assert found.delta_aic == 4.0 - 10.0
    assert found.delta_bic == pytest.approx(2.0 * math.log(n) - 10.0, rel=1e-14)
    assert (found.values, found.errors) == ({"F2": 1.0, "F3": 2.0}, {"F2": 0.1, "F3": 0.2})
    assert found.significant
    assert not found.confirmed
    assert not addition(inputs(removes_mean, found.probability), ONE, 10.0, found.values, found.errors).significant


@pytest.mark.parametrize("removes_mean", [False, True])
def test_removed_parameters(removes_mean: bool) -> None:
    """chi2 of the larger model is that of the fit, and so are its degrees of freedom."""
    n = 102 + removes_mean
    found = removal(inputs(removes_mean), ONE, 11.0, 2)
    assert (found.action, found.n_parameters, found.delta_chi2) == ("remove", 2, 11.0)
    assert found.f == pytest.approx(5.5 / 1.1, rel=1e-14)
    assert found.delta_aic == 11.0 - 4.0
    assert found.delta_bic == pytest.approx(11.0 - 2.0 * math.log(n), rel=1e-14)
    assert found.significant
    assert not found.confirmed
    assert not removal(inputs(removes_mean, found.probability), ONE, 11.0, 2).significant


@pytest.mark.parametrize(
    ("term", "line"),
    [
        ("F2", "F2"),
        ("F2 1e-20", "F2 1e-20 1"),
        ("F2 1e-20 0", "F2 1e-20 0"),
        ("JUMP -fe L-wide", "JUMP -fe L-wide"),
        ("JUMP -fe L-wide 1e-6", "JUMP -fe L-wide 1e-6 1"),
        ("JUMP MJD 54000 55000", "JUMP MJD 54000 55000"),
        ("jump freq 1000 2000", "jump freq 1000 2000"),
        ("JUMP MJD 54000 55000 1e-6", "JUMP MJD 54000 55000 1e-6 1"),
        ("GLEP_1 55000", "GLEP_1 55000"),
        ("BINARY", "BINARY"),
        ("QQQ", "QQQ"),
        ("", ""),
    ],
)
def test_the_flag_of_a_term(term: str, line: str) -> None:
    """A value without a flag gets one; a term without a value, a date, and a word that is unknown stay as they are."""
    assert _with_flag(term) == line


def added(schur: list[list[float]], slope: list[float], size: list[float], scale: list[float]) -> AddedColumns:
    made = AddedColumns.__new__(AddedColumns)
    made.names = tuple(f"P{i}" for i in range(len(slope)))
    made.schur, made.slope = np.array(schur), np.array(slope)
    made.size, made.scale = np.array(size), np.array(scale)
    made.entries = [Made(scale=2.0 + i) for i in range(len(slope))]  # type: ignore[misc]
    return made


def test_the_gain_of_some_columns() -> None:
    """g^T S^-1 g at -S^-1 g, by the scale of the column and the unit of the parameter."""
    some = added([[1.0, 0.5, 0.2], [0.5, 2.0, 0.1], [0.2, 0.1, 3.0]], [1.0, -2.0, 4.0], [1.0] * 3, [10.0, 20.0, 40.0])
    s, g = np.array([[3.0, 0.2], [0.2, 1.0]]), np.array([4.0, 1.0])
    found = some.gain(["P2", "P0"])
    inverse = np.linalg.inv(s)
    assert found.decrease == pytest.approx(g @ inverse @ g, rel=1e-12)
    np.testing.assert_allclose(found.changes, -(inverse @ g) / [40.0, 10.0] / [4.0, 2.0], rtol=1e-12)
    np.testing.assert_allclose(found.errors, np.sqrt(np.diagonal(inverse)) / [40.0, 10.0] / [4.0, 2.0], rtol=1e-12)


def test_columns_without_a_gain() -> None:
    with pytest.raises(FitError, match=r"^no TOA depends on P1$"):
        added([[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0], [1.0, 0.0], [1.0, 1.0]).gain(["P0", "P1"])
    for one in (added([[0.0]], [1.0], [1.0], [1.0]), added([[1.0, 1.0], [1.0, 1.0]], [1.0] * 2, [1.0] * 2, [1.0] * 2)):
        with pytest.raises(FitError, match=r"^P0(, P1)? cannot be told apart from parameters of the model$"):
            one.gain(one.names)


def test_sentences_about_the_sets_of_these_parameters() -> None:
    flat = [Made(names=("DM", "FD1"), sentence="one"), Made(names=("PX",), sentence="two")]
    base: Any = Made(verdict=Made(flat=flat))
    assert flat_sets(base, ["FD1", "PX"]) == "; one; two"
    assert flat_sets(base, ["PX", "F0"]) == "; two"
    assert flat_sets(base, ["F0"]) == ""


def with_bins(bins: dict[str, tuple[float, float]]) -> Any:
    """A model of which only the ends of the bins of DMX are given."""
    values = {}
    for number, (first, last) in bins.items():
        values |= {f"DMX_{number}": 0.0, f"DMXR1_{number}": first, f"DMXR2_{number}": last}
    return Made(entries=dict.fromkeys([*values, "F0"]), values=values)


def test_bins_are_matched_by_dates() -> None:
    """The middle of each is inside the other. A bin without a partner keeps its name, with its date."""
    first = with_bins({"0001": (54000.0, 54010.0), "0002": (54020.0, 54030.0), "0003": (54040.0, 54050.0)})
    second = with_bins({"0001": (54020.0, 54031.0), "0002": (54060.0, 54071.0), "0003": (54040.0, 54050.0)})
    labels, notes = labels_by_dates(first, second)
    assert labels == {
        "DMX_0001": "DMX_0002", "DMXR1_0001": "DMXR1_0002", "DMXR2_0001": "DMXR2_0002",
        "DMX_0002": "DMX_0002 (MJD 54065.5)", "DMXR1_0002": "DMXR1_0002 (MJD 54065.5)",
        "DMXR2_0002": "DMXR2_0002 (MJD 54065.5)",
    }  # fmt: skip
    assert notes == (
        "DMX: bins are matched by their dates; 1 of 3 have other numbers in the second model, 1 are new there",
    )
    assert labels_by_dates(first, first) == ({}, ())
    assert labels_by_dates(first, with_bins({})) == ({}, ())


def test_middles_at_the_ends_of_a_bin_are_inside_and_two_partners_are_none() -> None:
    one = with_bins({"0001": (54000.0, 54010.0)})
    at_ends = with_bins({"0007": (54005.0, 54015.0)})
    assert labels_by_dates(one, at_ends)[0]["DMX_0007"] == "DMX_0001"
    assert labels_by_dates(at_ends, one)[0]["DMX_0001"] == "DMX_0007"
    two = with_bins({"0007": (54000.0, 54010.0), "0008": (54001.0, 54010.0)})
    assert labels_by_dates(one, two) == ({}, ())
    assert labels_by_dates(two, one) == ({}, ())


@pytest.mark.parametrize(
    ("term", "at_zero"),
    [
        ("F2", True), ("F2 0", True), ("F2 1e-20", False), ("F2 0 1", True), ("M2", False), ("m2", False),
        ("JUMP -fe L-wide", True), ("JUMP -fe 430", True), ("JUMP -fe L-wide 1e-6", False),
        ("JUMP -fe L-wide 0 1", True),
        ("JUMP MJD 54000 55000", True), ("jump mjd 54000 55000 1e-6", False), ("JUMP FREQ 1000 2000 0", True),
    ],
)  # fmt: skip
def test_terms_that_begin_at_zero(term: str, at_zero: bool) -> None:
    """A value is the word after the selection; M2 begins at a typical one."""
    assert Candidate("x", ("F3", term)).begins_at_zero == at_zero
