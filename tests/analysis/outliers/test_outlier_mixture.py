"""The mixture of good and bad TOAs by its formula, its limits, and which groups of TOAs are left out together."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

from jug.analysis.outliers import outlier_probability as mixtures
from jug.analysis.outliers.outlier_probability import Mixture, outlier_probability
from jug.analysis.outliers.outliers import _chance, _confirm_by_fits, _epochs, _files, _groups, _rank, _refit


def test_the_probability_is_that_of_the_formula() -> None:
    """f / P and g N(u; 0, W) / error beside (1 - f - g) N(u; 0, 1) / error, each times the error."""
    m = Mixture(anywhere=0.02, near=0.05, width=7.0)
    u, turns = np.array([0.0, 1.5, -4.0, 9.0, 60.0]), np.array([0.001, 0.01, 0.02, 0.05, 0.3])
    good, near, anywhere = 0.93 * norm.pdf(u), 0.05 * norm.pdf(u, scale=7.0), 0.02 * turns
    first, second = mixtures._probability(u, turns, m)
    np.testing.assert_allclose(first, anywhere / (good + near + anywhere), rtol=1e-12)
    np.testing.assert_allclose(second, near / (good + near + anywhere), rtol=1e-12)


def test_the_mixture_begins_with_one_in_a_hundred_of_each_kind() -> None:
    assert Mixture() == (0.01, 0.01, 6.0)


def test_among_good_toas_both_fractions_are_the_least() -> None:
    """A twentieth of a TOA. The excess of each is far below its error; an unknown error makes no outlier."""
    error = np.full(40, 2e-6)
    error[3] = np.inf
    probability, found = mixtures._mixture(np.full(40, 1e-9), error, np.full(40, 0.01), Mixture())
    assert (found.anywhere, found.near) == (0.05 / 40, 0.05 / 40)
    assert found.width == 4.0  # the least
    assert probability[3] == 0.0
    assert np.all(probability < 1e-3)


def test_no_more_than_a_quarter_is_of_either_kind() -> None:
    """Half at random phases, half at 100 of their errors: the width ends at 30, and nothing is good."""
    turns = np.full(40, 1e-6)
    excess = np.where(np.arange(40) % 2, 0.3, 1e-4)
    probability, found = mixtures._mixture(excess, turns, np.ones(40), Mixture())
    assert (found.anywhere, found.near, found.width) == (0.25, 0.25, 30.0)
    assert np.all(probability > 0.999)


def test_the_end_of_the_search_is_a_stationary_mixture() -> None:
    """Expectation and maximisation from there change it by less than 1e-9."""
    rng = np.random.default_rng(3)
    excess = rng.normal(size=300)
    excess[:6] *= 9.0
    period = np.full(300, 1000.0)
    _, found = mixtures._mixture(excess, np.ones(300), period, Mixture())
    anywhere, near = mixtures._probability(excess, 1.0 / period, found)
    assert found.anywhere == pytest.approx(max(np.mean(anywhere), 0.05 / 300), abs=2e-9)
    assert found.near == pytest.approx(np.mean(near), abs=2e-9)
    assert found.width == pytest.approx(np.sqrt(near @ excess**2 / near.sum()), abs=2e-8)


def test_bad_toas_do_not_predict_others_and_rounds_are_limited() -> None:
    """Residuals are computed without the TOAs above one half, until these are the same, or 20 times."""
    asked: list[list[int]] = []

    def ready(excess_of: Any) -> Any:
        def excess_of_each_row(bad: Any) -> Any:
            asked.append(bad.tolist())
            return excess_of(len(asked)), np.ones(42)

        return Made(excess_of_each_row=excess_of_each_row)

    settled = np.zeros(42)
    settled[[5, 41]] = 50.0  # the last two rows are measured DMs
    probability, excess, error, fraction = outlier_probability(ready(lambda n: settled), 40, np.full(40, 1000.0))
    assert asked == [[], [5]]
    assert len(probability) == len(excess) == len(error) == 40
    assert np.flatnonzero(probability > 0.5).tolist() == [5]
    assert 0.05 / 40 + 0.02 < fraction < 0.05
    asked.clear()

    def alternating(n: int) -> Any:
        return np.where(np.arange(42) == n % 2, 50.0, 0.0)

    outlier_probability(ready(alternating), 40, np.full(40, 1000.0))
    assert asked == [[], *([[1], [0]] * 10)[:19]]


def toas(names: list[str], mjd: list[float]) -> Any:
    return Made(names=names, mjd=np.array(mjd), __len__=lambda: len(mjd))


def test_files_and_epochs() -> None:
    """Gaps of more than half a day end an epoch; its rows are in their order in the file."""
    some = toas(["b", "a", "b", "a"], [55000.9, 55000.25, 55000.5, 55001.6])
    assert [(name, rows.tolist()) for name, rows in _files(some)] == [("a", [1, 3]), ("b", [0, 2])]
    assert [(name, rows.tolist()) for name, rows in _epochs(some)] == [("55000.25", [0, 1, 2]), ("55001.60", [3])]


class Several(Made):
    """TOAs with a length."""

    def __len__(self) -> int:
        return len(self.mjd)


@pytest.mark.parametrize("rows_of_data", [4, 8])
def test_groups_are_left_out_with_their_measured_dms(rows_of_data: int) -> None:
    some: Any = Several(names=["b", "a", "b", "a"], mjd=np.array([55000.0, 55000.0, 55003.0, 55003.0]))
    left_out: list[list[int]] = []

    def leave_out(rows: Any) -> Any:
        left_out.append(rows.tolist())
        return Made(decrease=4.0, determines=False)

    ready: Any = Made(q=np.zeros((rows_of_data, 1)), leave_out=leave_out)
    groups = list(_groups(ready, some))
    wanted = [[1, 3], [0, 2], [0, 1], [2, 3]]
    assert left_out == (wanted if rows_of_data == 4 else [[*rows, *(i + 4 for i in rows)] for rows in wanted])
    assert [(g.kind, g.name, g.mjd) for g in groups] == [
        ("file", "a", 55000.0), ("file", "b", 55000.0), ("epoch", "55000.00", 55000.0), ("epoch", "55003.00", 55003.0),
    ]  # fmt: skip
    n = 2 if rows_of_data == 4 else 4
    chi2_above_4 = {2: np.exp(-2.0), 4: 3.0 * np.exp(-2.0)}
    assert all(g.probability == pytest.approx(chi2_above_4[n], rel=1e-12) for g in groups)
    alone: Any = Several(names=["a", "a"], mjd=np.array([55000.0, 55000.1]))
    assert list(_groups(ready, alone)) == []


def test_the_chance_of_a_decrease() -> None:
    """chi2 of two TOAs has exp(-x / 2) above x; a rise by rounding counts as no decrease."""
    assert _chance(3.0, 2) == pytest.approx(np.exp(-1.5), rel=1e-12)
    assert _chance(-1.0, 2) == 1.0


def test_files_come_first_and_the_least_likely() -> None:
    groups: list[Any] = [
        Made(kind="epoch", probability=1e-9, delta_chi2=50.0), Made(kind="file", probability=0.5, delta_chi2=1.0),
        Made(kind="file", probability=0.0, delta_chi2=900.0), Made(kind="file", probability=0.0, delta_chi2=990.0),
    ]  # fmt: skip
    assert [one.delta_chi2 for one in sorted(groups, key=_rank)] == [990.0, 900.0, 1.0, 50.0]


def test_nothing_is_left_without_all_toas() -> None:
    some: Any = Several(mjd=np.zeros(3))
    assert _refit(None, some, np.arange(3), "numpy") is None  # type: ignore[arg-type]


def test_only_groups_expected_less_than_once_by_chance_are_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four files one of probability 0.25 is expected: not less than one. Measured DMs double the data."""
    from jug.analysis.outliers import outliers as module
    from jug.analysis.outliers.outlier_result import Group

    rows = np.arange(1)
    groups = [
        Group("file", name, rows, 55000.0, 3.0, p, determines=name == "c")
        for name, p in (("a", 0.25), ("b", 0.2), ("c", 1e-3), ("d", 0.1))
    ]
    fitted: list[Any] = []

    def refit(base: Any, toas: Any, rows: Any, backend: str) -> Any:
        fitted.append(rows)
        return Made(chi2=96.0)

    monkeypatch.setattr(module, "_refit", refit)
    for dm, chance in ((None, _chance(4.0, 1)), (object(), _chance(4.0, 2))):
        base: Any = Made(chi2=100.0, residuals=Made(dm=dm))
        found = _confirm_by_fits(base, None, groups, 9, "numpy")  # type: ignore[arg-type]
        assert [one.name for one in found if one.confirmed] == ["b", "d"]
        assert [(one.delta_chi2, one.probability) for one in found if one.confirmed] == [(4.0, chance)] * 2
    first = _confirm_by_fits(base, None, groups, 1, "numpy")  # type: ignore[arg-type]
    assert [one.name for one in first if one.confirmed] == ["d"]
