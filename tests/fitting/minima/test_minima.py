"""Other minima of chi2: found from the wrong one, listed with their relation, and merged where they are the same."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import orbits
import pytest
import simulated
from orbits import Size

import jug
from jug.cli.command import main
from jug.fitting.findings.kinds import VerdictKind
from jug.fitting.findings.minimum import Minimum, Searched, minima_lines, most_different_names
from jug.fitting.minima import relation as relations
from jug.fitting.minima.draws import draw_starts
from jug.fitting.minima.orbits import inclinations, near_epoch
from jug.fitting.minima.orientation import motion_angle, reflections, same_orbit, within_a_turn
from jug.fitting.minima.relation import relation, same_minimum

STILL = "RAJ 07:51:09.15\nDECJ 18:07:38.6\nPX 2.1\nPOSEPOCH 55000"
SLOW_MOTION = "ELONG 256.67\nELAT 30.70\nPMELONG 5.267\nPMELAT -3.443\nPX 1.5\nPOSEPOCH 55000\nECL IERS2010"
DDK = "BINARY DDK\n" + orbits.kepler_lines(Size(67.825, 32.342, 0.01)) + "M2 0.28\nKIN 71.9 1\nKOM 83.1 1\n"
PERIODS = ("F0", "PB", "A1", "TASC")


def noisy(model: jug.TimingModel, mjd: Sequence[float], error_us: float, seed: int = 1) -> jug.TOAs:
    """TOAs at the barycentre with white noise."""
    return jug.simulate(model, mjd, error_us=error_us, noise=True, seed=seed, site="@")


def at_random(n: int, seed: int = 1) -> np.ndarray:
    """Times over eleven years."""
    return np.sort(np.random.default_rng(seed).uniform(53400.0, 57400.0, n))


def listed(result: jug.FitResult) -> list[float]:
    """chi2 of the minima; they are in order, and the first one is the result."""
    chi2 = [minimum.chi2 for minimum in result.minima]
    assert chi2 == sorted(chi2)
    assert chi2[0] == pytest.approx(result.chi2, abs=1e-6)
    assert result.minima[0].values == result.values
    return chi2


@pytest.fixture(scope="module")
def ddk() -> tuple[jug.TimingModel, jug.TOAs, jug.FitResult]:
    """A DDK pulsar from the wrong side of the sky, its TOAs as seen from the Earth, and its search."""
    truth = orbits.model(DDK, SLOW_MOTION)
    toas = jug.simulate(truth, at_random(60), error_us=0.5, noise=True, seed=1)
    wrong = truth.with_values({"KIN": 108.0, "KOM": 263.0})
    return wrong, toas, jug.fit(wrong, toas, backend="numpy", search=True)


def test_the_search_finds_the_orientation_that_the_fit_misses(ddk) -> None:
    """chi2 44.46 from the wrong side, 39.84 for 50 degrees of freedom with the KIN and KOM that the TOAs have."""
    wrong, toas, result = ddk
    assert jug.fit(wrong, toas, backend="numpy").chi2 == pytest.approx(listed(result)[1], abs=0.01)
    assert result.converged
    for name, true in (("KIN", 71.9), ("KOM", 83.1)):
        assert abs(result.values[name] - true) < 4.0 * result.errors[name]
    assert result.minima[1].relation == "KIN reflected, KOM reflected"
    assert not result.verdict.good
    said = dict([(result.verdict.kind, result.verdict.sentence), *(one[:2] for one in result.verdict.also)])
    assert "chi2 4.62 higher (KIN reflected, KOM reflected)" in said[VerdictKind.SEVERAL_MINIMA]
    assert result.prefit.values["KIN"] == 108.0


def test_every_start_is_accounted_for(ddk) -> None:
    result = ddk[2]
    assert result.searched.starts == sum(result.searched[1:])
    assert result.searched.starts > 20
    assert f"{result.searched.starts} starts: " in result.summary()


@pytest.mark.filterwarnings("ignore::jug.FitWarning")
def test_a_periastron_on_the_wrong_side_of_a_nearly_circular_orbit() -> None:
    """The fit ends at ECC 0, with chi2 9076 for 80 TOAs; the periastron is half an orbit away."""
    truth = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(5.741, 3.3667, 1e-5)), STILL)
    toas = noisy(truth, at_random(80), 1.0)
    wrong = truth.with_values({"OM": 226.57 - 180.0, "T0": truth.values["T0"] - 0.5 * 5.741})
    assert jug.fit(wrong, toas).values["ECC"] == 0.0
    result = jug.fit(wrong, toas, search=True)
    assert result.chi2 < 120.0
    assert result.values["ECC"] == pytest.approx(1e-5, abs=4.0 * result.errors["ECC"])


@pytest.mark.filterwarnings("ignore:.*more than half a turn off")
def test_aliases_of_the_orbital_period() -> None:
    """Forty TOAs a day apart to 2 ms: the orbit of 1.533 d, and those by a turn a day and two turns the other way."""
    truth = orbits.model("BINARY ELL1\n" + orbits.circle_lines(Size(1.533, 1.898, 0.0)), STILL).with_free(PERIODS)
    toas = noisy(truth, 55000.0 + np.arange(40), 2000.0, seed=2)
    result = jug.fit(truth, toas, search=True)
    turns_a_day = sorted(1.0 / minimum.values["PB"] for minimum in result.minima)
    f = 1.0 / 1.533
    assert turns_a_day == pytest.approx([1.0 - f, f, 1.0 + f], abs=1e-3)
    assert listed(result)[-1] < result.chi2 + 5.0
    assert all("per day" in minimum.relation for minimum in result.minima[1:])


def test_epochs_of_a_glitch_a_turn_away(tmp_path: Path) -> None:
    """No TOA lies within 15 d of the glitch, and 1 / GLF0 is 5.8 d: five epochs fit, with 1 turn between them."""
    par = tmp_path / "glitch.par"
    par.write_text(simulated.SHORT + "F1 -1e-15 1\nGLEP_1 54505.3 1\nGLF0_1 2e-6 1\n")
    model = jug.load_model(par)
    toas = noisy(model, np.concatenate([np.linspace(54300, 54490, 25), np.linspace(54520, 54800, 40)]), 50.0)
    result = jug.fit(model, toas, search=True)
    epochs = sorted(minimum.values["GLEP_1"] for minimum in result.minima)
    assert len(epochs) == 5
    assert np.diff(epochs) == pytest.approx([1.0 / 2e-6 / 86400.0] * 4, abs=0.01)
    assert max(minimum.above for minimum in result.minima) < 0.01
    assert {minimum.relation for minimum in result.minima} >= {"GLEP_1 1 turn later", "GLEP_1 1 turn earlier"}
    assert abs(result.values["GLEP_1"] - 54505.3) < 1.0


def test_a_decay_from_another_time_constant(tmp_path: Path) -> None:
    """One minimum, from time constants of 4 to 400 d."""
    par = tmp_path / "decay.par"
    par.write_text(simulated.SHORT + "F1 -1e-15 1\nGLEP_1 54500\nGLF0_1 1e-8 1\nGLF0D_1 2e-8 1\nGLTD_1 40 1\n")
    model = jug.load_model(par)
    toas = noisy(model, np.linspace(54300.3, 54800.3, 70), 20.0)
    result = jug.fit(model, toas, search=True)
    assert listed(result) == [result.chi2]
    assert result.searched.listed > 5
    assert "no other minimum within chi2 25" in result.summary()


def test_a_plain_fit_is_as_it_was(ddk) -> None:
    """Without a search there are no minima, and with one in a model without further solutions the numbers are equal."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    plain = jug.fit(model, toas)
    assert plain.minima == ()
    assert plain.searched is None
    assert "Search" not in plain.summary()
    searched = jug.fit(model, toas, search=True)
    assert searched.values == plain.values
    assert np.array_equal(searched.covariance, plain.covariance)
    assert len(searched.minima) == 1


def test_a_robust_fit_has_no_search() -> None:
    with pytest.raises(jug.InputError, match="which a robust fit does not minimise"):
        jug.fit(*jug.load(*jug.data.example("NGC6440E")), robust="huber", search=True)


def test_the_command_writes_the_minima(ddk, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, toas, result = ddk
    par, tim, out = (str(tmp_path / name) for name in ("a.par", "a.tim", "a.json"))
    jug.write_par(wrong, par)
    jug.write_tim(toas, tim)
    assert main(["fit", par, tim, "--search", "--json", out, "--backend", "numpy"]) == 0
    found = json.loads(Path(out).read_text())
    assert [m["chi2"] for m in found["minima"]] == pytest.approx([m.chi2 for m in result.minima], abs=1e-3)
    assert found["minima"][0]["values"] == found["values"]
    assert found["search"]["starts"] == result.searched.starts
    assert "KIN reflected, KOM reflected" in capsys.readouterr().out


def test_angles_are_the_same_after_a_turn() -> None:
    """KOM by 360 deg, OM by 360 deg, T0 by an orbit; KIN and 360 deg - KIN at the opposite node."""
    one = orbits.model(DDK + "\n", SLOW_MOTION)
    errors = {"KOM": 1.0, "KIN": 1.0, "OM": 0.01, "T0": 0.001, "PB": 1e-7, "A1": 1e-6, "ECC": 1e-8}
    one = with_errors(one, errors)
    other = one.with_values({"KOM": 83.1 + 360.0, "OM": 226.57 - 360.0, "T0": one.values["T0"] + 67.825})
    assert same_minimum(one, other)
    assert not same_minimum(one, one.with_values({"KOM": 85.0}))
    folded = within_a_turn(one.with_values({"KIN": -71.9, "KOM": 263.1}))
    assert (folded.values["KIN"], folded.values["KOM"]) == pytest.approx((71.9, 83.1))
    assert within_a_turn(one) is one
    epoch = near_epoch(one.with_values({"T0": one.values["T0"] - 3.0 * 67.825 + 1.0}), one).values["T0"]
    assert epoch == pytest.approx(one.values["T0"] + 1.0, abs=1e-6)
    assert near_epoch(one, one) is one


def with_errors(model: jug.TimingModel, errors: dict[str, float]) -> jug.TimingModel:
    """Free these parameters alone, with these uncertainties."""
    from dataclasses import replace

    model = model.with_free(errors)
    changed = {name: replace(model.entries[name], error=error) for name, error in errors.items()}
    return replace(model, entries={**model.entries, **changed})


def test_relations_in_words() -> None:
    one = with_errors(orbits.model(DDK, SLOW_MOTION), {"KOM": 1.0, "KIN": 1.0, "A1": 1e-6})
    theta = math.degrees(math.atan2(-3.443, 5.267))
    words = {
        "KIN reflected": {"KIN": 108.0},
        "KOM + 180 deg": {"KOM": 263.0},
        "KOM reflected": {"KOM": 2.0 * theta - 83.0},
        "KOM +57 deg": {"KOM": 140.1},
        "A1 5.0 sigma away": {"A1": one.values["A1"] + 5e-6},
        "PB by an orbit per year faster": {"PB": 1.0 / (1.0 / 67.825 + 1.0 / 365.25)},
        "PB by an orbit per year slower": {"PB": 1.0 / (1.0 / 67.825 - 1.0 / 365.25)},
        "PB by 2 orbits per year faster": {"PB": 1.0 / (1.0 / 67.825 + 2.0 / 365.25)},
    }
    for text, values in words.items():
        assert relation(one, one.with_values(values)) == text
    assert len(list(reflections(one))) == 7


def test_draws_go_along_the_correlated_direction() -> None:
    """A1 and KIN correlated by 0.9999: all draws keep their difference, in uncertainties, below 0.15."""
    model = with_errors(orbits.model(DDK, SLOW_MOTION), {"A1": 1e-6, "KIN": 1.0})
    scale = np.array([1e-6, np.radians(1.0)])
    weak = np.array([[1.0, 0.9999], [0.9999, 1.0]]) * np.outer(scale, scale)
    changes = [
        ((s.model.values["A1"] - model.values["A1"]) / 1e-6, s.model.values["KIN"] - 71.9)
        for s in draw_starts(model, weak)
    ]
    sizes = np.array(changes)
    assert np.all(np.abs(sizes[:, 0] - sizes[:, 1]) < 0.15)
    assert np.all(np.abs(sizes[:, 0]) > 1.0)


@pytest.mark.long
@pytest.mark.parametrize("backend", ["numpy", "jax"])
def test_j1713_has_three_minima(backend: str) -> None:
    """The published pulsar (NANOGrav 11-yr, a fourteenth of its TOAs): KOM 297, 4.8 and 83 deg from the par file's."""
    model, toas = jug.load(*jug.data.example("J1713+0747-11yr"))
    result = jug.fit(model, toas, backend=backend, search=True)
    assert listed(result) == pytest.approx([1840.76, 1841.72, 1843.43], abs=0.05)
    assert [m.values["KOM"] for m in result.minima] == pytest.approx([297.0, 4.8, 83.0], abs=0.5)
    assert [m.values["KIN"] for m in result.minima] == pytest.approx([67.7, 109.3, 106.1], abs=0.1)
    assert result.searched.starts < 40


def test_starts_along_h3_have_the_same_h3() -> None:
    """H3 = M2 s^3 with s = sin i / (1 + |cos i|) (Freire & Wex 2010, eqs 20 and 21), to rounding of the values."""
    lines = orbits.kepler_lines(Size(5.741, 3.3667, 0.01)) + "M2 0.28 1\nSINI 0.97 1\n"
    model = orbits.model("BINARY DD\n" + lines, STILL)

    def h3(values: Mapping[str, float]) -> float:
        return values["M2"] * (values["SINI"] / (1.0 + math.sqrt(1.0 - values["SINI"] ** 2))) ** 3

    starts = [start.model.values for start in inclinations(model)]
    assert len(starts) > 3
    assert [h3(values) for values in starts] == pytest.approx([h3(model.values)] * len(starts), rel=1e-6)


def test_frequencies_apart_by_the_limit_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that float64 holds exactly stand for models of these orbital frequencies, 1/d."""
    monkeypatch.setattr(relations, "orbital_frequency", lambda model: model)
    monkeypatch.setattr(relations, "NEAR_ALIAS", 2.0**-20)
    old, new = 0.5 - 2.0**-21, 0.5 + 2.0**-21
    assert relations._alias_in_words(old, new) == ["PB by an orbit per day slower, the other way round"]
    assert relations._alias_in_words(old, old + 2.0**-22) == []


def test_a_periastron_along_the_orbit_in_words() -> None:
    """Of a small eccentricity with OM and T0 free; with T0 fixed OM alone has moved."""
    small = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(5.741, 3.3667, 1e-5)), STILL)
    half = {"OM": small.values["OM"] - 180.0, "T0": small.values["T0"] - 0.5 * 5.741}
    one = with_errors(small, {"OM": 1.0, "T0": 0.01})
    assert relation(one, one.with_values({**half, "OM": half["OM"] + 80.0})) == "periastron -100 deg along the orbit"
    alone = with_errors(small, {"OM": 1.0})
    assert relation(alone, alone.with_values({"OM": half["OM"] + 80.0})) == "OM 100.0 sigma away"


def test_a_value_without_uncertainty_has_eight_digits() -> None:
    one = with_errors(orbits.model(DDK, SLOW_MOTION), {"PB": 0.0})
    values = (67.825, 70.123456789)
    minima = tuple(Minimum(10.0 + i, float(i), "", one.with_values({"PB": v}), True) for i, v in enumerate(values))
    shown = "\n".join(minima_lines(minima, Searched(2, 2, 0, 0, 0, 0, 0)))
    assert "70.123457" in shown.split()


def test_a_parameter_without_an_uncertainty_differs_by_its_own_unit() -> None:
    """Of a fixed orientation: 1.5 deg apart counts as different, 0.9 deg does not."""

    def at(kom: float, kin: float) -> SimpleNamespace:
        return SimpleNamespace(values={"KOM": kom, "KIN": kin}, errors={"KOM": 0.0, "KIN": 0.0})

    assert most_different_names((at(10.0, 70.0), at(11.5, 70.9))) == ["KOM"]


def test_the_parameter_that_differs_most_is_named_first() -> None:
    def at(kom: float, kin: float, om: float) -> SimpleNamespace:
        return SimpleNamespace(values={"KOM": kom, "KIN": kin, "OM": om}, errors={"KOM": 1.0, "KIN": 1.0, "OM": 1.0})

    assert most_different_names((at(10.0, 70.0, 5.0), at(13.0, 79.0, 5.0), at(10.0, 70.0, 11.0))) == [
        "KIN",
        "OM",
        "KOM",
    ]


@pytest.mark.parametrize(("kom", "kin", "near"), [(22.9, 9.9, True), (23.1, 9.9, False), (22.9, 10.1, False)])
def test_orientations_near_each_other_are_one_start(kom: float, kin: float, near: bool) -> None:
    one = orbits.model(DDK, SLOW_MOTION)
    other = one.with_values({"KOM": one.values["KOM"] + kom - 360.0, "KIN": one.values["KIN"] + kin})
    assert same_orbit(one, other) == near


def test_reflections_keep_the_secular_change_of_the_orbit() -> None:
    """It is proportional to cot i sin(theta - KOM); theta is the direction of the proper motion."""
    one = with_errors(orbits.model(DDK, SLOW_MOTION), {"KOM": 1.0, "KIN": 1.0})
    theta = motion_angle(one)
    assert theta == pytest.approx(math.degrees(math.atan2(-3.443, 5.267)))

    def rate(model: jug.TimingModel) -> float:
        kin, kom = (math.radians(model.values[name]) for name in ("KIN", "KOM"))
        return math.sin(math.radians(theta) - kom) / math.tan(kin)

    sizes = [rate(start.model) for start in reflections(one)]
    assert np.abs(sizes) == pytest.approx(abs(rate(one)), rel=1e-9)
    assert sum(size == pytest.approx(rate(one), rel=1e-9) for size in sizes) == 3


def test_differences_count_from_the_lowest_minimum_in_its_uncertainties() -> None:
    def at(kom: float, error: float) -> SimpleNamespace:
        return SimpleNamespace(values={"KOM": kom}, errors={"KOM": error})

    assert most_different_names((at(10.0, 1.0), at(10.8, 0.1), at(9.2, 0.1))) == []
    assert most_different_names((at(10.0, 0.1), at(10.8, 1.0), at(9.2, 1.0))) == ["KOM"]
