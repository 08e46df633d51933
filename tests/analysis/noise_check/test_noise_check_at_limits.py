"""The judgement of noise at its limits: least numbers of rows and pairs, scores, probabilities, and what is said."""

import inspect
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import jug
from jug.analysis.noise_check.check import LEAST_EIGENVALUE_LEFT, _batches, _layout
from jug.analysis.noise_check.groups import common_epochs, epochs_of
from jug.analysis.noise_check.result import NoiseCheck
from jug.analysis.noise_check.significance import NoiseTest, _rank, _scores, compare_with_simulated
from jug.analysis.noise_check.spectrum import Spectrum, sinusoids, spectrum_statistics
from jug.analysis.noise_check.statistics import RowGroups, Statistic, statistics
from jug.model.covariance.noise import Noise


def groups(**sizes: int) -> RowGroups:
    """Backends of these sizes, each TOA of an epoch of its own, at its own frequency."""
    ends = np.cumsum([0, *sizes.values()]).tolist()
    rows = {name: np.arange(a, b) for name, a, b in zip(sizes, ends[:-1], ends[1:], strict=True)}
    n = ends[-1]
    return RowGroups(rows, {}, np.concatenate([np.arange(s) for s in sizes.values()]), np.arange(float(n)))


def kinds(layout: RowGroups) -> dict[tuple[str, str], int]:
    n = sum(map(len, layout.backends.values())) + sum(map(len, layout.dms.values()))
    z = np.random.default_rng(1).normal(size=(n, 3))
    return {(one.kind, one.group): one.size for one in statistics(layout, z)}


def test_a_shape_needs_eight_residuals_and_a_correlation_ten_pairs() -> None:
    found = kinds(groups(a=8, b=7))
    assert found[("shape", "a")] == 8
    assert ("shape", "b") not in found
    assert (found[("chi2", "a")], found[("chi2", "b")]) == (8, 7)
    assert ("epochs", "a") not in found
    one = kinds(groups(a=10))
    assert (one[("epochs", "a")], ("time", "a") in one) == (10, False)
    assert kinds(groups(a=11))[("time", "a")] == 10
    two = kinds(groups(a=10, b=10))
    assert two[("backends", "a and b")] == 10  # the epochs that both have
    assert ("epochs", "all") in two
    assert ("epochs", "all") not in one
    assert ("backends", "a and b") not in kinds(groups(a=10, b=9))


def test_an_empty_backend_has_no_statistic() -> None:
    layout = groups(a=12)
    empty = layout._replace(backends={**layout.backends, "b": np.zeros(0, dtype=int)})
    assert {group for _, group in kinds(empty)} == {"a"}
    dms = layout._replace(backends={"a": np.arange(6)}, dms={"a": np.arange(6, 14)}, number=np.arange(14))
    found = kinds(dms)
    assert (found[("chi2", "DM of a")], found[("shape", "DM of a")]) == (8, 8)


def test_products_are_of_neighbouring_epochs_and_of_both_backends() -> None:
    layout = groups(a=11, b=11)
    z = np.arange(22.0)[:, None] * [1.0, 2.0]
    found = {(one.kind, one.group): one.value for one in statistics(layout, z)}
    expected = np.mean(np.arange(10.0) * np.arange(1.0, 11.0))
    np.testing.assert_allclose(found[("time", "a")], [expected, 4.0 * expected])
    both = np.mean(np.arange(11.0) * np.arange(11.0, 22.0))
    np.testing.assert_allclose(found[("backends", "a and b")], [both, 4.0 * both])
    means = (np.arange(11.0) + np.arange(11.0, 22.0)) / np.sqrt(2.0)
    np.testing.assert_allclose(found[("epochs", "all")][0], np.mean(means**2))
    here, there = common_epochs(epochs_of(np.arange(3), np.array([4, 5, 7])), epochs_of(np.arange(2), np.array([5, 7])))
    assert (here.tolist(), there.tolist()) == ([1, 2], [0, 1])


def test_frequencies_of_a_spectrum() -> None:
    """Multiples of 1 / span, half as many as epochs and 50 at most; weights are those of the uncertainties."""
    mjd = np.linspace(100.0, 300.0, 5)
    for n_epochs, count in ((1, 0), (7, 3), (101, 50), (1000, 50)):
        frequency, rows = sinusoids(mjd, np.array([1.0, 1.0, 2.0, 1.0, 1.0]), n_epochs)
        np.testing.assert_allclose(frequency, np.arange(1, count + 1) / 200.0)
        assert rows.shape == (2 * count, 5)
    frequency, rows = sinusoids(mjd, np.array([1.0, 1.0, 2.0, 1.0, 1.0]), 4)
    np.testing.assert_allclose(rows[1], np.array([1.0, 1.0, 0.25, 1.0, 1.0]) / 4.25 * [1, -1, 1, -1, 1], atol=1e-15)
    assert len(sinusoids(np.full(3, 100.0), np.ones(3), 10)[0]) == 0  # of one date


def test_slow_power_and_the_highest_line_are_over_the_mean_of_simulated_sets() -> None:
    power = np.array([[2.0, 1.0, 3.0]] * 5 + [[12.0, 3.0, 1.0]])
    slow, line = spectrum_statistics(power)
    assert (slow.kind, slow.size, line.kind, line.size) == ("slow", 5, "line", 6)
    assert slow.value.tolist() == [1.0, 0.5, 1.5]
    assert line.value.tolist() == [6.0, 1.5, 1.5]
    assert spectrum_statistics(power[:3])[0].size == 3
    assert spectrum_statistics(np.zeros((0, 3))) == []


def statistic(kind: str, *value: float) -> Statistic:
    return Statistic(kind, "a", 5, np.array(value))


def test_scores_are_of_transformed_values() -> None:
    """The cube root of a mean square, the logarithm of a power; a power of 0 counts as the least that is not."""
    np.testing.assert_allclose(_scores(statistic("chi2", 27.0, 1.0, 8.0)), [3.0, -1.0, 1.0])
    np.testing.assert_allclose(_scores(statistic("time", 2.0, 1.0, 3.0)), [0.0, -1.0, 1.0])
    found = _scores(statistic("slow", 0.0, 1.0, np.e**2))
    np.testing.assert_allclose(found, [-1.0, -1.0, 1.0])


def test_the_share_of_sets_at_least_as_far_out() -> None:
    """Two-sided but for a shape and a line; the data are one of the sets."""
    values = (3.0, 1.0, 2.0, 3.0, 4.0)
    assert _rank(statistic("line", *values)) == 3 / 5
    assert _rank(statistic("time", *values)) == 1.0
    assert _rank(statistic("time", 4.0, 1.0, 2.0, 3.0)) == 2 / 4
    assert _rank(statistic("time", 1.0, 2.0, 3.0, 4.0)) == 2 / 4
    assert _rank(statistic("shape", 1.0, 2.0, 3.0, 4.0)) == 1.0


def test_small_shapes_and_lines_reject_nothing() -> None:
    """A score of -3 of a shape is the least likely of none; the same of a correlation is that of the data alone."""
    simulated = np.linspace(-1.0, 1.0, 9)
    low = compare_with_simulated([Statistic("time", "a", 5, np.append(-3.0, simulated))])[0]
    assert (low.probability, low.any_probability) == (2 / 10, 1 / 10)
    shape = compare_with_simulated([Statistic("shape", "a", 5, np.exp(np.append(-3.0, simulated)))])[0]
    assert (shape.probability, shape.any_probability) == (1.0, 1.0)
    assert shape.score == pytest.approx(-3.0 / np.std(simulated))


def test_draws_come_in_batches_behind_the_residuals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jug.analysis.noise_check.check.MOST_SIMULATED", 12)
    noise: Any = Noise(np.ones(4), ())
    found = list(_batches(np.arange(4.0), noise, 7, np.random.default_rng(1)))
    assert [one.shape for one in found] == [(4, 4), (4, 3), (4, 1)]
    assert found[0][:, 0].tolist() == [0.0, 1.0, 2.0, 3.0]
    monkeypatch.setattr("jug.analysis.noise_check.check.MOST_SIMULATED", 3)  # less than one draw: one by one
    assert [one.shape[1] for one in _batches(np.arange(4.0), noise, 3, np.random.default_rng(1))] == [2, 1, 1]


def judged(draws: int, *probabilities: float, score: float = 1.0, kind: str = "chi2") -> NoiseCheck:
    tests = tuple(NoiseTest(kind, f"g{i}", 9, 1.0, 1.0, 0.1, score, p, p) for i, p in enumerate(probabilities))
    nothing = np.zeros(0)
    return NoiseCheck("X", tests, draws, nothing, np.array([]), nothing, Spectrum(nothing, nothing, np.zeros((3, 0))))


def test_noise_is_rejected_below_a_hundredth() -> None:
    assert judged(999, 0.01, 0.5).good
    assert not judged(999, 0.009, 0.5).good
    said = judged(999, 0.3, 0.5).summary().splitlines()[:2]
    far = "by chance one of 2 tests is so far off with the probability 0.300."
    assert said[0] == "The residuals are as the noise says."
    assert said[1].endswith(f", g0: {far}")
    assert judged(99).summary().splitlines()[0] == "Too few TOAs to judge the noise."


def test_the_least_likely_test_is_named_first_with_what_would_take_it() -> None:
    check = judged(999, 0.001, 0.002)
    far = check.tests[1]._replace(score=-4.0)
    lines = NoiseCheck(
        "X", (check.tests[0], far), 999, *[getattr(check, k) for k in ("mjd", "backends", "z", "spectrum")]
    )
    said = lines.to_json()["sentences"]
    assert said[0] == "The residuals are not as the noise says, in 2 of 2 tests:"
    assert said[1].startswith("- mean square, g1: the uncertainties are too large")
    assert said[2].startswith("- mean square, g0: the uncertainties are too small")
    rows = [row.split() for row in lines.summary().splitlines()[-2:]]
    assert [row[-3:] for row in rows] == [["<", "0.002", "<-"], ["-4.0", "0.002", "<-"]]


@pytest.mark.parametrize(
    ("draws", "probability", "text"),
    [(99, 0.01, "< 0.02"), (99, 0.02, "0.020"), (999, 0.001, "< 0.002"), (999, 0.0015, "0.002")],
)
def test_a_probability_that_the_draws_do_not_resolve(draws: int, probability: float, text: str) -> None:
    """Of the data alone among n + 1 sets: below 2 / (n + 1)."""
    assert judged(draws, 0.5)._probability(probability) == text


def test_a_thousand_sets_are_drawn_where_nothing_is_said() -> None:
    """In Python as in the command, whose help says so."""
    usual = inspect.signature(jug.check_noise).parameters
    assert (usual["draws"].default, usual["seed"].default) == (1000, 0)


def test_a_shape_of_nothing_counts_as_the_least_one() -> None:
    """The logarithm of 0 is none: 0 stands for it, or the least of the others where that is less."""
    found = _scores(Statistic("shape", "a", 5, np.array([0.0, np.e, np.e**2, np.e**3])))
    assert found[0] == pytest.approx(-2.0 / np.std([1.0, 2.0, 3.0]))
    low = _scores(Statistic("shape", "a", 5, np.array([0.0, np.exp(-1.0), np.e, np.e**3])))
    assert low[0] == low[1]


def test_a_residual_that_a_parameter_takes_whole_is_in_no_group() -> None:
    """The share of its weight that the fit leaves is above the limit, not at it; a measured DM has its own row."""
    weight = np.array([4.0, 4.0, 4.0, 1.0, 1.0, 1.0])
    share = np.array([1.0, LEAST_EIGENVALUE_LEFT, 0.5, LEAST_EIGENVALUE_LEFT, 1.0, 1.0])
    rows: Any = SimpleNamespace(diagonal=share * weight, weight=weight)
    _, toas = jug.load(*jug.data.example("NGC6440E"))
    toas = toas[np.argsort(toas.mjd)][[0, 20, 40]]
    found, number = _layout(rows, toas)
    assert sorted(np.concatenate(list(found.backends.values())).tolist()) == [0, 2]
    assert sorted(np.concatenate(list(found.dms.values())).tolist()) == [4, 5]
    assert number.tolist() == [0, 1, 2]
