"""From which models a search for minima begins, in which order, and orbits of small eccentricity turned by quarters."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.fitting.minima import search as module
from jug.fitting.minima.orbits import aliases, half_orbits, orbital_frequency, periastra
from jug.io.par import parse_lines

HEAD = [
    "PSR X",
    "RAJ 1:0:0",
    "DECJ 1:0:0",
    "F0 100 1",
    "PEPOCH 55000",
    "DM 10",
    "EPHEM DE421",
    "UNITS TDB",
    "BINARY DD",
]


def orbit(ecc: float, *, free: bool = True, om: float = 30.0) -> jug.TimingModel:
    flag = " 1" if free else ""
    lines = [*HEAD, "PB 2 1", "A1 3 1", f"T0 55001{flag}", f"OM {om}{flag}", f"ECC {ecc} 1"]
    return jug.load_model(parse_lines(lines))


@pytest.mark.parametrize("in_vain", [False, True])
def test_the_starts_of_a_search(in_vain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the lowest minimum of the first fit; half an orbit away only where the fit was in vain."""
    asked: list[tuple[Any, ...]] = []
    names = ("half_orbits", "reflections", "turned_nodes", "periastra", "inclinations", "aliases", "epochs_turns_away",
             "other_decays", "draw_starts")  # fmt: skip
    for name in names:
        monkeypatch.setattr(module, name, lambda *given, name=name: asked.append((name, *given)) or [name])
    runs: list[list[str]] = []

    class Search:
        def __init__(self, refine: Any, numbers: Any, before: Any) -> None:
            self.given = (refine, numbers, before)
            chi2 = module.HOPELESS * 10 * (1.001 if in_vain else 1.0)
            fitted = Made(model="lowest", outcome=Made(covariance="covariance"))
            self.ends, self.found = [Made(fitted=fitted, chi2=chi2)], [1]

        def continue_fit(self, first: Any) -> Any:
            return first

        def take(self, end: Any) -> None:
            asked.append(("take", end))

        def run(self, starts: Any) -> None:
            runs.append(list(starts))

        def minima(self) -> list[Any]:
            """A second minimum after the second run."""
            return [Made(fitted=Made(model=f"minimum {i}")) for i in range(2 if len(runs) > 1 else 1)]

        def outcome(self) -> Any:
            return "outcome"

    monkeypatch.setattr(module, "_MinimumSearch", Search)
    first: Any = Made(anchor=Made(pulse_number="numbers"))
    toas: Any = [0] * 10
    assert module.search_minima("before", first, toas, None) == "outcome"  # type: ignore[arg-type]
    half = [("half_orbits", "before")] if in_vain else []
    assert asked == [
        ("take", first), *half, ("reflections", "lowest"), ("turned_nodes", "lowest"),
        ("periastra", "lowest", "before"),
        ("inclinations", "lowest"), ("aliases", "lowest", toas), ("epochs_turns_away", "lowest"),
        ("other_decays", "lowest"), ("draw_starts", "lowest", "covariance"), ("reflections", "minimum 1"),
    ]  # fmt: skip
    assert [len(run) for run in runs] == [5 + in_vain, 3, 1]


def test_periastra_a_quarter_and_half_a_turn_away() -> None:
    """T0 moves with OM, so that the ascending node stays; an eccentricity of zero is that before the fit."""
    starts = [start.model.values for start in periastra(orbit(0.01), orbit(0.2))]
    assert [(v["T0"], v["OM"], v["ECC"]) for v in starts] == [
        (55000.5, -60.0, 0.01), (55001.5, 120.0, 0.01), (55002.0, 210.0, 0.01),
    ]  # fmt: skip
    assert {start.model.values["ECC"] for start in periastra(orbit(0.0), orbit(0.02))} == {0.02}
    least = {start.model.values["ECC"] for start in periastra(orbit(0.0), orbit(0.0))}
    assert len(least) == 1
    assert 0.0 < least.pop() < 0.1
    assert list(periastra(orbit(0.7), orbit(0.7))) == []
    assert list(periastra(orbit(0.01, free=False), orbit(0.01))) == []


def test_half_an_orbit_away_the_pulses_are_numbered_again() -> None:
    (start,) = half_orbits(orbit(0.1))
    assert start.renumbered
    assert start.model.values["T0"] == 55002.0
    assert list(half_orbits(orbit(0.1, free=False))) == []


def circular(pb: str, *, free: bool = True) -> jug.TimingModel:
    orbit_lines = ["BINARY ELL1", pb, "A1 3 1", f"TASC 55001.3{' 1' if free else ''}", "EPS1 0 1", "EPS2 0 1"]
    return jug.load_model(parse_lines([*HEAD[:-1], *orbit_lines]))


@pytest.mark.parametrize("pb", ["PB 2 1", "PB 0.4 1", "FB0 5.2e-6 1", "PB 700 1"])
def test_aliases_have_the_same_delays_at_times_a_day_or_a_year_apart(pb: str) -> None:
    """Of a circular orbit, x sin 2 pi f (t - TASC), at whole multiples of the interval from the middle TOA."""
    model = circular(pb)
    toas: Any = Made(mjd=np.array([55900.0, 55100.25, 55500.5]))
    old = orbital_frequency(model)
    periods = [365.25, 1.0, 0.99726957]
    wanted = [abs(old + sign / period) for period in periods for sign in (1.0, -1.0)]
    found = list(aliases(model, toas))
    assert [orbital_frequency(start.model) for start in found] == pytest.approx(wanted, rel=1e-12)
    assert all(start.steps == 2 for start in found)
    times = 55500.5 + np.outer(np.repeat(periods, 2), np.arange(-3, 4))
    for start, t in zip(found, times, strict=True):
        f, tasc = orbital_frequency(start.model), start.model.values["TASC"]
        delay, alias = np.sin(2 * np.pi * old * (t - 55001.3)), np.sin(2 * np.pi * f * (t - tasc))
        np.testing.assert_allclose(alias, delay, atol=1e-6)
        assert abs(tasc - 55500.5) <= 1.0 / f


def test_a_mirrored_orbit_has_its_periastron_on_the_other_side() -> None:
    """The alias of PB 2 d by a day is slower than none: OM is 180 deg - OM, EPS2 changes its sign."""
    toas: Any = Made(mjd=np.array([55500.5]))
    turned = [start.model.values for start in aliases(orbit(0.2), toas)]
    assert [v["OM"] for v in turned] == [30.0, 30.0, 30.0, 150.0, 30.0, 150.0]
    assert list(aliases(circular("PB 2"), toas)) == []
    held = [orbital_frequency(start.model) for start in aliases(circular("PB 2 1", free=False), toas)]
    assert len(held) == 6
    assert [start.model.values["TASC"] for start in aliases(circular("PB 2 1", free=False), toas)] == [55001.3] * 6
