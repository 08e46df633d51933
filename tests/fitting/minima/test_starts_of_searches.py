"""Starts of a search at further glitches, angles and draws; and when a fit goes on, is given up, or is the result."""

import math
from dataclasses import replace
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import orbits
import pytest
import simulated
from orbits import Size

import jug
from jug.fitting.minima import search as searching
from jug.fitting.minima.draws import _move_model, draw_starts
from jug.fitting.minima.glitches import epochs_turns_away, other_decays, turn_d
from jug.fitting.minima.orbits import aliases, half_orbits, orbital_frequency
from jug.fitting.minima.orientation import motion_angle, reflections, same_orbit, turned_nodes, within_a_turn
from jug.fitting.minima.relation import differences_in_sigma, relation
from jug.fitting.minima.search import End, _MinimumSearch
from jug.io.par import parse_lines
from jug.model.building.build import build

STILL = "RAJ 07:51:09.15\nDECJ 18:07:38.6\nPX 2.1\nPOSEPOCH 55000"
MOVING = "ELONG 256.67\nELAT 30.70\nPMELONG 5.267\nPMELAT -3.443\nPX 1.5\nPOSEPOCH 55000\nECL IERS2010"
DDK = "BINARY DDK\n" + orbits.kepler_lines(Size(67.825, 32.342, 0.01)) + "M2 0.28\nKIN 71.9 1\nKOM 83.1 1\n"
GLITCH = "GLEP_1 54505.25 1\nGLF0_1 2e-6 1\n"


def glitching(lines: str) -> jug.TimingModel:
    return build(parse_lines((simulated.SHORT + "F1 -1e-15 1\n" + lines).splitlines(), "glitch.par"))


def with_errors(model: jug.TimingModel, errors: dict[str, float]) -> jug.TimingModel:
    """Free these parameters alone, with these uncertainties."""
    model = model.with_free(errors)
    changed = {name: replace(model.entries[name], error=error) for name, error in errors.items()}
    return replace(model, entries={**model.entries, **changed})


def test_epochs_of_a_glitch_one_and_two_turns_away() -> None:
    """1 / GLF0 is 5.787 d; a step that decays counts too, and without a step there is no turn."""
    model = glitching(GLITCH)
    day = 1.0 / 2e-6 / 86400.0
    assert turn_d(model, "GLEP_1") == pytest.approx(day, rel=1e-12)
    starts = list(epochs_turns_away(model))
    moved = [(start.model.values["GLEP_1"] - 54505.25) / day for start in starts]
    assert moved == pytest.approx([-2.0, -1.0, 1.0, 2.0], abs=1e-9)
    assert all(start.renumbered for start in starts)
    both = glitching(GLITCH + "GLF0D_1 2e-6 1\nGLTD_1 50 1\n")
    assert turn_d(both, "GLEP_1") == pytest.approx(0.5 * day, rel=1e-12)
    assert list(epochs_turns_away(glitching(GLITCH.replace("2e-6", "0")))) == []
    assert list(epochs_turns_away(model.freeze("GLEP_1"))) == []


def test_decays_with_other_time_constants_end_in_the_same_phase() -> None:
    """GLF0D times GLTD is the phase long after the glitch; at last the step has the other sign."""
    model = glitching(GLITCH + "GLF0D_1 1e-8 1\nGLTD_1 50 1\n")
    found = [start.model.values for start in other_decays(model)]
    assert [q["GLTD_1"] for q in found] == pytest.approx([5.0, 15.0, 150.0, 500.0, 50.0])
    assert [q["GLTD_1"] * q["GLF0D_1"] for q in found[:4]] == pytest.approx([5e-7] * 4, rel=1e-9)
    assert found[4]["GLF0D_1"] == -1e-8
    assert not any(start.renumbered for start in other_decays(model))
    assert [start.model.values["GLTD_1"] for start in other_decays(model.freeze("GLF0D_1"))] == pytest.approx(
        [5.0, 15.0, 150.0, 500.0]
    )
    assert list(other_decays(model.freeze("GLTD_1"))) == []
    long = glitching(GLITCH + "GLF0D_1 0 1\nGLTD_1 100000 1\n")  # up to 1e6 d, and 0 has no sign
    assert [start.model.values["GLTD_1"] for start in other_decays(long)] == pytest.approx([1e4, 3e4, 3e5])


def test_orientations_at_all_angles() -> None:
    """Eight angles KOM with both signs of cos i; with KIN fixed with its own, with KOM fixed none."""
    model = orbits.model(DDK, MOVING)
    found = [(q["KIN"], q["KOM"]) for q in (start.model.values for start in turned_nodes(model))]
    assert found == [(pytest.approx(kin), 45.0 * k) for kin in (71.9, 108.1) for k in range(8)]
    assert [start.model.values["KOM"] for start in turned_nodes(model.freeze("KIN"))] == [45.0 * k for k in range(8)]
    assert list(turned_nodes(model.freeze("KOM"))) == []


def test_reflections_of_what_is_free() -> None:
    """Without proper motion KOM + 180 deg alone; with KOM fixed 180 deg - KIN alone."""
    moving, still = orbits.model(DDK, MOVING), orbits.model(DDK, STILL)
    theta = math.degrees(math.atan2(-3.443, 5.267))
    assert motion_angle(still) is None
    both = [83.1, 2.0 * theta - 83.1, 263.1, 2.0 * theta - 83.1 + 180.0]
    for model, koms in ((moving, both), (still, [83.1, 263.1])):
        expected = [(kin, kom % 360.0) for kin in (71.9, 108.1) for kom in koms][1:]
        found = [(s.model.values["KIN"], s.model.values["KOM"]) for s in reflections(model)]
        assert found == [pytest.approx(one, abs=1e-9) for one in expected]
    assert [s.model.values["KIN"] for s in reflections(moving.freeze("KOM"))] == [pytest.approx(108.1)]
    assert len(list(reflections(moving.freeze("KIN")))) == 3
    assert list(reflections(moving.freeze("KIN", "KOM"))) == []


@pytest.mark.parametrize(
    ("kin", "kom", "found"),
    [
        (0.0, 0.0, (0.0, 0.0)),
        (180.0, 359.5, (180.0, 359.5)),
        (71.9, 360.0, (71.9, 0.0)),
        (71.9, -0.5, (71.9, 359.5)),
        (200.0, 10.0, (160.0, 190.0)),
        (-30.0, 200.0, (30.0, 20.0)),
        (400.0, 10.0, (40.0, 10.0)),
    ],
)
def test_angles_within_a_turn(kin: float, kom: float, found: tuple[float, float]) -> None:
    model = orbits.model(DDK, MOVING).with_values({"KIN": kin, "KOM": kom})
    folded = within_a_turn(model)
    assert (folded.values["KIN"], folded.values["KOM"]) == pytest.approx(found, abs=1e-9)
    assert (folded is model) == ((kin, kom) == found)


def test_an_inclination_above_180_deg_stays_where_the_node_is_fixed() -> None:
    model = orbits.model(DDK, MOVING).freeze("KOM").with_values({"KIN": 200.0})
    assert within_a_turn(model) is model


def test_draws_are_two_five_and_ten_uncertainties_away() -> None:
    """Along the one direction of eigenvalue 1 + r, which is weak above 1.5: sqrt(1 + r) times as far."""
    model = with_errors(orbits.model(DDK, MOVING), {"A1": 1e-6, "KIN": 1.0})
    scale = np.outer([1e-6, np.radians(1.0)], [1e-6, np.radians(1.0)])

    def away(r: float) -> list[float]:
        starts = draw_starts(model, np.array([[1.0, r], [r, 1.0]]) * scale)
        changes = (((s.model.values["A1"] - 32.342) / 1e-6, s.model.values["KIN"] - 71.9) for s in starts)
        return [math.hypot(*one) for one in changes]

    assert away(0.6) == pytest.approx([size * math.sqrt(1.6) for size in (2, 5, 10, 2, 5, 10, 2, 5)], rel=1e-6)
    assert away(0.49) == []
    assert len(away(0.51)) == 8
    for wrong in (np.array([[1.0, np.nan], [np.nan, 1.0]]), np.diag([1.0, 0.0])):
        assert list(draw_starts(model, wrong * scale)) == []


def test_draws_stay_within_bounds() -> None:
    """A1 is above 0, SINI below 1: where a draw would pass, or reach, a bound it goes half way to it."""
    lines = "BINARY DD\n" + orbits.kepler_lines(Size(5.741, 3.5, 0.01)) + "M2 0.28\nSINI 0.5 1\n"
    model = orbits.model(lines, STILL).with_free(["A1", "SINI"])
    cases = {
        (-3.5, 0.5): (1.75, 0.75),
        (-4.0, 0.6): (1.75, 0.75),
        (-3.0, 0.4): (0.5, 0.9),
        (1.0, -0.5): (4.5, 0.25),
    }
    for change, found in cases.items():
        values = _move_model(model, np.array(change)).values
        assert (values["A1"], values["SINI"]) == pytest.approx(found, rel=1e-12)


def test_the_orbit_half_a_turn_further() -> None:
    for lines, name in (
        ("BINARY DD\n" + orbits.kepler_lines(Size(5.741, 3.3667, 0.1)), "T0"),
        ("BINARY ELL1\n" + orbits.circle_lines(Size(5.741, 3.3667, 1e-3)), "TASC"),
    ):
        model = orbits.model(lines, STILL)
        (start,) = half_orbits(model)
        assert (start.model.values[name] - model.values[name]) / 5.741 == pytest.approx(0.5, abs=1e-9)
        assert start.renumbered
        assert list(half_orbits(model.freeze(name))) == []


def test_a_relation_names_three_parameters_that_differ() -> None:
    """From 0.3 sigma on, the farthest first."""
    one = with_errors(orbits.model(DDK, MOVING), {"A1": 0.5, "PB": 0.25, "ECC": 0.0009765625, "OM": 2.0})
    v = one.values
    other = one.with_values({"A1": v["A1"] + 1.0, "PB": v["PB"] + 0.25, "ECC": v["ECC"] + 0.004, "OM": v["OM"] + 1.0})
    assert relation(one, other) == "ECC 4.1 sigma away; A1 2.0 sigma away; PB 1.0 sigma away"
    assert differences_in_sigma(one, other)["OM"] == pytest.approx(0.5)
    assert relation(one, one.with_values({"OM": v["OM"] + 0.5})) == ""


@pytest.mark.parametrize(("ecc", "told"), [((0.0, 0.0), False), ((0.0, 0.1), True), ((0.1, 0.0), True)])
def test_circular_orbits_have_no_periastron_that_differs(ecc: tuple[float, float], told: bool) -> None:
    one = with_errors(orbits.model(DDK, MOVING), {"OM": 2.0})
    first, second = (one.with_values({"ECC": e}) for e in ecc)
    assert differences_in_sigma(first, second.with_values({"OM": one.values["OM"] + 1.0})) == (
        {"OM": pytest.approx(0.5)} if told else {}
    )


def test_a_node_in_words() -> None:
    """By the shorter way; from above 0.3 uncertainties on."""
    one = with_errors(orbits.model(DDK, MOVING), {"KOM": 1.0})
    assert relation(one, one.with_values({"KOM": 350.0})) == "KOM -93 deg"
    north = one.with_values({"KOM": 0.0})
    assert relation(north, north.with_values({"KOM": 0.3})) == "KOM 0.3 sigma away"
    assert relation(north, north.with_values({"KOM": 0.5})) == "KOM +0 deg"


def test_orbits_of_a_thousand_turns_a_day_are_none() -> None:
    """Of six aliases of 999.5 turns a day the two of a day and a sidereal day faster; and no orbit has no frequency."""
    lines = f"BINARY ELL1\nPB {1.0 / 999.5!r} 1\nA1 1e-5 1\nTASC 54990 1\nEPS1 0\nEPS2 0\n"
    toas: Any = Made(mjd=55000.0 + np.arange(5.0))
    found = [orbital_frequency(start.model) for start in aliases(orbits.model(lines, STILL), toas)]
    year = 1.0 / 365.25
    assert found == pytest.approx([999.5 + year, 999.5 - year, 998.5, 999.5 - 1.0 / 0.99726957], rel=1e-9)
    assert orbital_frequency(orbits.model("", STILL)) == 0.0


def test_turns_of_a_glitch_in_words() -> None:
    one = with_errors(glitching(GLITCH), {"GLEP_1": 1.0})
    day = 1.0 / 2e-6 / 86400.0
    said = {2.0: "GLEP_1 2 turns later", -1.0: "GLEP_1 1 turn earlier", 0.6: "GLEP_1 1 turn later"}
    for turns, words in said.items():
        assert relation(one, one.with_values({"GLEP_1": one.values["GLEP_1"] + turns * day})) == words
    near = relation(one, one.with_values({"GLEP_1": one.values["GLEP_1"] + 0.4 * day}))
    assert near == f"GLEP_1 {0.4 * day:.1f} sigma away"


MODEL = orbits.model(DDK, MOVING)


def end(chi2: float, model: Any = MODEL, *, converged: bool = True) -> End:
    fitted: Any = Made(model=model, outcome=Made(stop=Made(converged=converged)), anchor=Made(pulse_number="own"))
    return End(fitted, chi2)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> _MinimumSearch:
    """Fits are their chi2; minima are the same where their models are, and no angle or epoch is out of range."""
    monkeypatch.setattr(searching, "same_minimum", lambda a, b: a is b)
    monkeypatch.setattr(searching, "near_epoch", lambda model, other: model)
    monkeypatch.setattr(searching, "within_a_turn", lambda model: model)
    monkeypatch.setattr(searching, "relation", lambda lowest, other: "elsewhere")
    monkeypatch.setattr(searching, "_make_end", lambda fitted: fitted)
    return _MinimumSearch(lambda *_: pytest.fail("no fit is asked for"), np.zeros(1, dtype=np.int64), MODEL)


def test_a_fit_that_has_not_converged_goes_on_for_two_rounds_of_30_steps(search: _MinimumSearch) -> None:
    asked: list[tuple[Any, ...]] = []

    def refine(*given: Any) -> Any:
        asked.append(given[1:])
        return end(90.0 - len(asked), converged=len(asked) == ended)

    search.refine = refine
    for ended, rounds in ((1, 1), (2, 2), (5, 2)):
        asked.clear()
        found: Any = search.continue_fit(end(95.0, converged=False))  # type: ignore[arg-type]
        assert (found.chi2, found.converged) == (90.0 - rounds, ended <= 2)
        assert asked == [("own", 30)] * rounds


def test_a_fit_at_a_known_minimum_or_with_a_hopeless_chi2_does_not_go_on(search: _MinimumSearch) -> None:
    assert not search.is_hopeless(end(1e9))  # the first one
    search.take(end(100.0))
    assert [search.is_hopeless(end(chi2)) for chi2 in (999.0, 1000.0, float("nan"))] == [False, True, True]
    other = MODEL.with_values({"KOM": 10.0})
    for given in (end(1000.0, other, converged=False), end(100.05, converged=False), end(130.0, other)):
        assert search.continue_fit(given) is given  # type: ignore[arg-type, comparison-overlap]


@pytest.mark.parametrize(
    ("ends", "best"),
    [
        ([end(101.0), end(100.0)], 1),
        ([end(100.0), end(99.5, converged=False)], 0),  # within 1 a converged fit is the result
        ([end(100.0), end(99.0, converged=False)], 0),
        ([end(100.0), end(98.5, converged=False)], 1),
        ([end(100.0), end(100.0 - 5e-7)], 0),  # of equal ones the first that was found
        ([end(100.0), end(100.0 - 2e-6)], 1),
        ([end(98.0, converged=False), end(98.0)], 1),
    ],
)
def test_the_result_of_a_search(search: _MinimumSearch, ends: list[End], best: int) -> None:
    models = [MODEL.with_values({"KOM": 10.0 * i}) for i in range(len(ends))]
    own = [end(one.chi2, model, converged=one.converged) for one, model in zip(ends, models, strict=True)]
    for one in own:
        search.take(one)
    found = search.outcome()
    assert found.fitted.model is models[best]
    assert found.minima[0].relation == "the lowest"
    assert all(one.above >= 0.0 for one in found.minima)


def test_minima_within_25_are_listed(search: _MinimumSearch) -> None:
    for i, chi2 in enumerate((100.0, 124.5, 125.0, 110.0)):
        search.take(end(chi2, MODEL.with_values({"KOM": 10.0 * i})))
    assert [one.chi2 for one in search.outcome().minima] == [100.0, 110.0, 124.5]


def test_orbits_of_frequencies_are_compared_by_their_angles() -> None:
    """With FB0 there is no PB to differ."""
    one: Any = Made(values={"FB0": 1e-5, "OM": 10.0, "KIN": 70.0, "KOM": 90.0})
    assert same_orbit(one, Made(values=dict(one.values)))  # type: ignore[arg-type]
    assert not same_orbit(one, Made(values={**one.values, "OM": 12.0}))  # type: ignore[arg-type]
