"""Parts of a phase connection at their limits: steps of a fit, forms without a limit, spin periods, what is said."""

import io
import math
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.connection import leaf as leaves
from jug.connection.clusters import Clusters, _labels_of_gaps
from jug.connection.linear_problem import LinearProblem, Task
from jug.connection.numbering import _numbers_by_neighbours
from jug.connection.orbit_report import error_factor, orbit_is_clear, orbit_report
from jug.connection.orbit_search import CircularOrbit, _residuals_and_slopes, search_orbits
from jug.connection.priors import prior_sigmas
from jug.connection.projection import Projected, _svd, best_change, least_chi2, turns_are_limited
from jug.connection.solutions import _with_track
from jug.connection.spin_periods import read_periods, with_orbit
from jug.connection.stated_turns import without_jumps, without_stated_turns
from jug.errors import InputError
from jug.io.par import parse_lines
from jug.model.building.tim_jumps import FLAG

INF = float("inf")
PAR = jug.data.example("NGC6440E")[0]


def orbit(chi2: float, pb: float = 1.5) -> CircularOrbit:
    values = {"F0": 100.0, "A1": 2.0, "PB": pb, "TASC": 56500.25}
    return CircularOrbit(chi2, values, dict.fromkeys(values, 0.001))


def test_an_orbit_is_clear_above_25_times_the_reduced_chi2() -> None:
    """Of 24 periods 20 degrees of freedom; a reduced chi2 below 1 counts as 1."""
    assert error_factor([orbit(80.0)], 24) == 2.0
    assert error_factor([orbit(10.0)], 24) == 1.0
    assert orbit_is_clear([orbit(80.0)], 24)
    assert [orbit_is_clear([orbit(20.0), orbit(20.0 + more)], 24) for more in (25.0, 25.1)] == [False, True]
    assert [orbit_is_clear([orbit(80.0), orbit(80.0 + more)], 24) for more in (100.0, 100.1)] == [False, True]
    lines = orbit_report([orbit(20.0, 1.5 + k) for k in range(7)], 24).splitlines()
    assert lines[0] == "Orbits from 24 spin periods, 20 degrees of freedom"
    assert lines[2].split() == ["1.50000000", "2.000000", "56500.250000", "20.00"]
    assert len(lines) == 2 + 5 + 1
    assert lines[-1] == "The orbit is not clear: another one fits about as well"
    assert orbit_report([orbit(20.0)], 24).splitlines()[-1] == "The orbit is clear"


def test_slopes_of_spin_frequencies_are_differences() -> None:
    """By F0, A1, PB and TASC, against central differences of 1e-6 of each."""
    t = np.linspace(-20.0, 20.0, 9)
    x = np.array([100.0, 2.0, 1.5, 0.3])
    slopes = _residuals_and_slopes(x, t, np.zeros(9), np.full(9, 0.5))[1]
    for k, h in enumerate(1e-6 * x):
        up, down = (
            _residuals_and_slopes(x + sign * h * np.eye(4)[k], t, np.zeros(9), np.full(9, 0.5))[0]
            for sign in (1.0, -1.0)
        )
        np.testing.assert_allclose(slopes[:, k], -(up - down) / (2.0 * h), rtol=1e-5, atol=1e-6)


def test_exact_spin_frequencies_give_their_orbit() -> None:
    """Periods are sought from the least to the most, ends included; the best is exact, its errors are of its size."""
    mjd = 56500.0 + np.array([0.0, 0.2, 0.55, 1.1, 2.7, 4.3, 7.9, 8.05])
    angle = 2.0 * np.pi * (mjd - 56500.25) / 1.5
    freq = 100.0 * (1.0 - 2.0 * np.pi * 2.0 / (1.5 * 86400.0) * np.cos(angle))
    found = search_orbits(mjd, freq, np.full(8, 1e-6), 0.5, 5.0)
    assert found[0].values["PB"] == pytest.approx(1.5, rel=1e-8)
    assert found[0].values["A1"] == pytest.approx(2.0, rel=1e-6)
    assert math.remainder(found[0].values["TASC"] - 56500.25, 1.5) == pytest.approx(0.0, abs=1e-6)
    assert found[0].chi2 < 1e-6
    assert [one.chi2 for one in found] == sorted(one.chi2 for one in found)
    assert len(found) <= 10


@pytest.mark.parametrize(
    ("row", "good"),
    [
        ("999999.9 0.0081 1e-9", True),
        ("1000000 0.0081 1e-9", False),
        ("-1000000 0.0081 1e-9", False),
        ("56500 1.1e-9 1e-12", True),
        ("56500 1e-9 1e-12", False),
        ("56500 1e9 1", False),
        ("56500 0.0081 0", False),
        ("56500 0.0081 1e9", False),
        ("56500 0.0081 1e-9 more words", True),
    ],
)
def test_bounds_of_spin_periods(tmp_path: Path, row: str, good: bool) -> None:
    """The uncertainty of the frequency is that of the period over its square; six are enough."""
    path = tmp_path / "a.periods"
    path.write_text("\n# a comment\n" + "56500 0.008 2e-9\n" * 5 + f"{row}\n")
    if good:
        found = read_periods(path)
        assert (len(found.mjd), found.freq_hz[0]) == (6, 125.0)
        assert found.error_hz[0] == pytest.approx(2e-9 * 125.0**2)
        return
    with pytest.raises(InputError, match=r"a\.periods:8: no spin period"):
        read_periods(path)


def test_five_spin_periods_are_too_few(tmp_path: Path) -> None:
    (tmp_path / "a.periods").write_text("56500 0.008 2e-9\n" * 5)
    with pytest.raises(InputError, match=r"a\.periods:5: 5 spin periods cannot show an orbit; at least 6 are needed"):
        read_periods(tmp_path / "a.periods")


def test_an_orbit_comes_into_a_par_file_with_priors() -> None:
    """F0 is the orbit's; uncertainties are multiplied by the factor; numbers of lines go on."""
    par = parse_lines(["PSR X", "F0 99.9 1 0.5", "PEPOCH 56500"])
    lines = {line.key: line for line in with_orbit(par, orbit(20.0), 3.0)}
    assert lines["F0"].args == ("100.0", "1", "0.003")
    assert lines["TASC"].args == ("56500.25", "1", "0.003")
    assert (lines["BINARY"].args, lines["EPS1"].args) == (("ELL1",), ("0",))
    assert [line.number for line in with_orbit(par, orbit(20.0), 3.0).lines] == [1, 3, 4, 5, 6, 7, 8, 9, 10]


def made_problem(y: list[float], matrix: list[list[float]], gaps: list[list[float]]) -> LinearProblem:
    return LinearProblem(np.array(y), np.array(matrix), np.array(gaps), 1)


def test_least_squares_with_and_without_jumps() -> None:
    """Offset, slope and a jump of the last two of y = 1 + 2 x, + 10: 2 of slope, 0 of chi2 with the jump."""
    x = np.arange(4.0)
    y = 1.0 + 2.0 * x + np.array([0.0, 0.0, 10.0, 10.0])
    problem = made_problem(y.tolist(), np.column_stack([np.ones(4), x]).tolist(), [[0.0], [0.0], [1.0], [1.0]])
    delta, chi2 = best_change(problem, jumps=True)
    assert (delta.tolist(), chi2) == ([pytest.approx(2.0)], pytest.approx(0.0, abs=1e-20))
    delta, chi2 = best_change(problem, jumps=False)
    assert (delta[0], chi2) == (pytest.approx(6.0), pytest.approx(20.0))
    assert least_chi2(problem, jumps=True) == pytest.approx(4.0)  # two pairs that differ by 2
    assert least_chi2(problem, jumps=False) == pytest.approx(float(np.sum((y - y.mean()) ** 2)))


def test_what_limits_the_turns() -> None:
    """A form of full rank and at least as many rows as columns."""
    for r, good in (([[2.0, 1.0], [0.0, 1.0]], True), ([[2.0, 1.0], [0.0, 0.0]], False), ([[2.0, 1.0]], False)):
        assert turns_are_limited(Projected(0.0, np.array(r), np.zeros(len(r)))) == good
    basis, inverse, scale = _svd(np.array([[1.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 0.0]]))
    assert (basis.shape, inverse.shape, scale[2]) == ((3, 1), (3, 1), 1.0)


class Valley:
    """A fit of one number whose chi2 is given; each step is asked for and counted."""

    def __init__(self, chi2: Callable[[float], float], step: Callable[[float], float], predicted: float = 0.0) -> None:
        self.chi2, self.step, self.predicted, self.steps = chi2, step, predicted, 0

    def put(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def problem(task: Any, delta: Any, turns: Any) -> Any:
            if delta[0] > 100.0:
                raise InputError("a value outside its bounds")
            return float(delta[0])

        def change(x: Any, *, jumps: bool) -> Any:
            self.steps += 1
            return np.array([self.step(x)]), self.predicted

        monkeypatch.setattr(leaves, "linear_problem", problem)
        monkeypatch.setattr(leaves, "least_chi2", lambda x, *, jumps: self.chi2(x))
        monkeypatch.setattr(leaves, "best_change", change)

    def end(self, begin: float) -> tuple[float, float]:
        task: Any = Made(sigma=np.ones(1), clusters=Made(n=1))
        one = leaves.fit_leaf(task, (), np.array([begin]))
        return float(one.delta[0]), one.chi2


def test_a_step_is_halved_until_chi2_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    """To at most a 32nd: a step of 32 from 1 ends at 0, one of 33 does not; out of bounds it is halved too."""
    for long, end in ((-32.0, 0.0), (-100.0, 1.0)):
        valley = Valley(lambda x: x * x, lambda x, long=long: long if x == 1.0 else 0.0)  # type: ignore[misc]
        valley.put(monkeypatch)
        assert valley.end(1.0) == (end, end)
    out = Valley(lambda x: (x - 60.0) ** 2, lambda x: 120.0 if x == 0.0 else 0.0)
    out.put(monkeypatch)
    assert out.end(0.0) == (60.0, 0.0)


def test_a_fit_ends_where_chi2_is_predicted_to_fall_by_less_than_a_thousandth(monkeypatch: pytest.MonkeyPatch) -> None:
    for predicted, moved in ((0.9991, False), (0.998, True)):
        valley = Valley(lambda x: x * x, lambda x: -x, predicted)
        valley.put(monkeypatch)
        assert valley.end(1.0)[0] == (0.0 if moved else 1.0)
    slow = Valley(lambda x: x * x, lambda x: -0.01 * x)
    slow.put(monkeypatch)
    assert slow.end(1.0)[0] == pytest.approx(0.99**12)
    assert slow.steps == 12


def test_uncertainties_of_the_par_file_are_priors() -> None:
    lines = ["PSR X", "F0 10 1 1e-9", "F1 0 1", "DM 10 1 0", "PEPOCH 55000", "EPHEM DE421", "UNITS TDB"]
    model = jug.load_model(parse_lines([*lines, "CLK TT(BIPM2019)"]))
    assert prior_sigmas(model).tolist() == [1e-9, INF, INF]
    assert prior_sigmas(model, wanted=False).tolist() == [INF, INF, INF]


def test_priors_add_the_squares_of_what_they_are_off() -> None:
    """2 over 0.5 counts 16; without a prior nothing. Pulse numbers fall by the turns, by which residuals grow."""
    task = Task(None, None, Clusters(np.array([0, 1, 2]), 3, "gaps"), np.array([10, 20, 30]), np.array([0.5, INF]))  # type: ignore[arg-type]
    assert task.prior_chi2(np.array([2.0, 3.0])) == 16.0
    assert task.numbers_with(np.array([1, -2])).tolist() == [10, 19, 32]


def test_a_connected_par_file_has_one_line_track() -> None:
    lines = _with_track(parse_lines(["PSR X", "TRACK 0", "F0 1"])).lines
    assert [(line.number, line.text) for line in lines] == [(1, "PSR X"), (3, "F0 1"), (4, "TRACK -2")]


def test_pulses_are_counted_from_each_toa_to_the_next_in_time() -> None:
    """Residuals of 0, 0.4, 0.9, 1.6 turns in the order of time: the third has one pulse more, the last two."""
    mjd, residual = np.array([3.0, 1.0, 2.0, 0.0]), np.array([1.6, 0.4, 0.9, 0.0])
    assert _numbers_by_neighbours(np.array([10, 10, 10, 10]), residual, mjd).tolist() == [11, 10, 10, 10]
    assert _numbers_by_neighbours(np.array([10, 10, 10, 10]), 2.0 * residual, mjd).tolist() == [13, 11, 12, 10]


def test_marks_of_turns_are_removed() -> None:
    """Pulse numbers, whole turns and JUMP blocks where these are the clusters; half a turn of PHASE stays."""
    toas = jug.load(*jug.data.example("NGC6440E"))[1]
    n = len(toas)
    for phase, kept in (("1", set()), ("1.5", {"phase"})):
        marked = toas.with_flag("pn", "5").with_flag("phase", phase).with_flag("pnadd", "0").with_flag(FLAG, "1")
        for by, blocks in (("jumps", set()), ("gaps", {FLAG})):
            found: Any = Made(by=by, number=np.zeros(n, dtype=int), n=1)
            flags = set(without_stated_turns(marked, found).raw.flags)
            assert flags & {"pn", "pnadd", "phase", FLAG} == kept | blocks


def test_a_model_without_jumps_of_the_tim_file_keeps_its_other_jumps() -> None:
    text = PAR.read_text()
    plain = jug.load_model(jug.read_par(io.StringIO(text + "JUMP -fe a 0.1 1\n")))
    assert without_jumps(plain) is plain


def test_a_gap_as_long_as_the_limit_parts_nothing() -> None:
    """Of gaps of 0.5, 0.25 and 1 d the last is longer than half a day; TOAs stand in any order."""
    toas: Any = type("Toas", (), {"mjd": np.array([54000.75, 54000.0, 54001.75, 54000.5]), "__len__": lambda self: 4})()
    found = _labels_of_gaps(Made(), toas, 0.5, False)  # type: ignore[arg-type]
    assert found.tolist() == [0, 0, 1, 0]
    assert _labels_of_gaps(Made(), toas, 0.49, False).tolist() == [1, 0, 2, 1]  # type: ignore[arg-type]


def test_the_other_jumps_are_numbered_without_those_of_the_tim_file() -> None:
    lines = f"JUMP -{FLAG} 1 0 1\nJUMP -fe a 0.1 1\nJUMP -{FLAG} 2 0 1\nJUMP -fe b 0.2 1\n"
    model = jug.load_model(jug.read_par(io.StringIO(PAR.read_text() + lines)))
    left = [e for e in without_jumps(model).entries.values() if e.param.name == "JUMP"]
    assert [(str(e.selector), e.order, e.value.hi) for e in left] == [("-fe a", 0, 0.1), ("-fe b", 1, 0.2)]
