"""A sinusoid of any period that is left: the orbit that the model of a single pulsar lacks."""

from dataclasses import replace

import numpy as np
import pytest
from hard_fits import HEAD, Hard, fitted, model_of, simulated, text

import jug
from jug.analysis.simulation.simulation import with_time_added
from jug.core.array import Float, Toa

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

ORBIT = "BINARY ELL1\nPB {} 1\nA1 {} 1\nTASC 55003.3 1\nEPS1 0\nEPS2 0"


@pytest.mark.parametrize(("period", "size"), [(5.741, 3e-4), (0.31234, 3e-4), (60.3, 3e-4), (5.741, 5e-5)])
def test_an_orbit_that_is_not_in_the_model_is_named_with_its_lines(period: float, size: float) -> None:
    """The verdict was that the uncertainties are too small, by 11."""
    model, toas = simulated(Hard("orbit", "signal_left", ORBIT.format(period, size), n=150))
    alone = model_of(HEAD)
    found = jug.fit(alone, jug.prepare(alone, toas.raw), backend="numpy").verdict
    assert found.name == "signal_left", found.sentence
    assert [one.kind for one in found.signals] == ["periodic"]
    lines = found.signals[0].line.split(", ")
    assert all(line in found.next for line in lines)
    better = model_of(text(HEAD, "\n".join(lines)))
    after = jug.fit(better, jug.prepare(better, toas.raw), backend="numpy")
    assert after.verdict.good, after.verdict.sentence
    assert after.values["PB"] == pytest.approx(period, abs=5.0 * after.errors["PB"])
    assert after.values["A1"] == pytest.approx(size, abs=5.0 * after.errors["A1"])
    assert model.values["PB"] == pytest.approx(period)


def delayed(delay: Float[Toa], toas: jug.TOAs, model: jug.TimingModel) -> jug.FitResult:
    """The fit of TOAs that are later by so many seconds."""
    raw = with_time_added(replace(toas.raw, flags={}), delay)
    return jug.fit(model, jug.prepare(model, raw), backend="numpy")


@pytest.mark.parametrize("seed", range(5))
def test_noise_has_no_period(seed: int) -> None:
    """White noise that the uncertainties lack; noise that five TOAs of a day share, where 4 of 5 sets had a signal."""
    model, toas = simulated(Hard("white", "good", n=150), seed)
    rng = np.random.default_rng(seed)
    assert delayed(rng.normal(0.0, 4e-5, 150), toas, model).verdict.name == "errors_too_small"
    mjd = np.repeat(np.sort(rng.uniform(55000.0, 56500.0, 40)), 5) + np.tile(np.arange(5) * 1e-3, 40)
    made = jug.simulate(model, mjd, error_us=5.0, freq_mhz=[1400.0, 820.0, 430.0, 1400.0, 820.0] * 40, seed=seed)
    shared = delayed(np.repeat(rng.normal(0.0, 2e-5, 40), 5), made, model).verdict
    assert not shared.good
    assert not [one.form for one in shared.signals if one.kind != "chromatic"]


def test_two_clocks_that_take_turns_are_no_orbit() -> None:
    """Days at either of two levels lie at two phases of a period of two days, which was called an orbit."""
    model, _ = simulated(Hard("clocks", "good", n=10))
    made = jug.simulate(model, 55000.0 + np.arange(150.0), error_us=5.0, freq_mhz=1400.0, seed=1)
    found = delayed(np.where(np.arange(150) % 2, 4e-5, -4e-5), made, model).verdict
    assert not found.good
    assert not [one for one in found.signals if one.kind == "periodic"]


def test_a_good_fit_seeks_no_period() -> None:
    assert not fitted(Hard("nothing is hard", "good")).verdict.signals
