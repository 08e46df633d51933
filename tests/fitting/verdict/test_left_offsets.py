"""Verdicts on offsets that no JUMP takes up: of a flag value, of a site, and a step in time at a date."""

from dataclasses import replace

import numpy as np
import pytest
from hard_fits import BT, HEAD, Hard, model_of, simulated, text

import jug
from jug.analysis.simulation.simulation import with_time_added
from jug.core.array import Bool, Toa
from jug.fitting.verdict.offsets import GroupedTOAs, TriedOffsets, closer_dates

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


def late(model: jug.TimingModel, toas: jug.TOAs, which: Bool[Toa], delay_s: float) -> jug.FitResult:
    """The fit of TOAs of which some are late."""
    raw = with_time_added(toas.raw, np.where(which, delay_s, 0.0))
    return jug.fit(model, jug.prepare(model, raw), backend="numpy")


def test_an_offset_between_receivers_is_named_with_its_line() -> None:
    """30 us of uncertainties of 20 us, in 40 of 80 TOAs. With the line the fit is good."""
    model, toas = simulated(Hard("offset", "signal_left"))
    result = late(model, toas, toas.flag("fe") == "A", 30e-6)
    (signal,) = result.verdict.signals
    assert (signal.kind, signal.parameter, signal.line) == ("offset", "JUMP -fe A", "JUMP -fe A 0 1")
    assert signal.probability < 1e-6
    assert "`JUMP -fe A 0 1`" in result.verdict.next
    assert result.fit_end is not None
    assert jug.fit(model.add("JUMP -fe A 0 1"), result.fit_end.toas, backend="numpy").verdict.good


def test_a_jump_that_is_fixed_is_to_be_fitted() -> None:
    model, toas = simulated(Hard("offset", "signal_left"))
    fixed = model.add("JUMP -fe B 0", free=False)
    found = late(fixed, toas, toas.flag("fe") == "B", 30e-6).verdict
    assert (found.signals[0].parameter, found.signals[0].line) == ("JUMP -fe B", "")
    assert found.next == "fit JUMP -fe B too"


def test_an_offset_of_a_site_is_found_where_flags_do_not_tell() -> None:
    mjd = 55000.0 + 15.0 * np.arange(100) + np.random.default_rng(3).uniform(-5.0, 5.0, 100)
    model, sites = model_of(HEAD), np.where(np.arange(100) % 3, "gbt", "parkes")
    toas = jug.simulate(
        model, mjd, freq_mhz=np.where(np.arange(100) % 2, 1400.0, 800.0), error_us=5.0, site=sites, noise=True, seed=4
    )
    found = late(model, toas, np.array(toas.site_names) == "parkes", 20e-6).verdict
    assert found.signals[0].line == "JUMP TEL parkes 0 1", found.sentence


@pytest.mark.parametrize(("n", "orbit"), [(80, ""), (400, BT)], ids=["every date", "dates in windows"])
def test_a_step_in_time_is_dated(n: int, orbit: str) -> None:
    """60 us at MJD 55777; of 400 TOAs the gaps of the windows are not those around it."""
    model, toas = simulated(Hard("step", "signal_left", orbit, n=n))
    result = late(model, toas, np.asarray(toas.mjd) > 55777.0, 60e-6)
    signal = result.verdict.signals[0]
    assert signal.kind == "step", result.verdict.sentence
    assert [one.kind for one in result.verdict.signals].count("step") == 1
    date = float(signal.line.split()[2])
    assert abs(date - 55777.0) < 40.0
    assert result.fit_end is not None
    assert jug.fit(model.add(signal.line), result.fit_end.toas, backend="numpy").verdict.name in (
        "good",
        "model_rejected",
    )


def test_outliers_are_no_offset() -> None:
    """Two of the 80 TOAs are 25 sigma late: the mean of each flag moves, the others of the flag do not."""
    model, toas = simulated(Hard("outliers", "model_rejected"))
    found = late(model, toas, np.isin(np.arange(80), [20, 24]), 500e-6).verdict
    assert not [one for one in found.signals if one.kind in ("offset", "step")], found.sentence
    assert "2 TOAs stand out" in " ".join([found.sentence, *(one.sentence for one in found.also)])


def test_noise_that_the_toas_of_a_day_share_is_no_offset() -> None:
    """30 TOAs a day, 20 us of their own and 40 us in common: the means of 40 days scatter, and no receiver is off."""
    rng = np.random.default_rng(5)
    mjd = np.repeat(55000.0 + 37.0 * np.arange(40), 30) + np.tile(np.arange(30) * 1e-3, 40)
    flags = {"fe": [("A", "B")[day % 2] for day in np.repeat(np.arange(40), 30)]}
    model = model_of(text(HEAD, "DM 223.9"))
    toas = jug.simulate(model, mjd, freq_mhz=1400.0, error_us=20.0, flags=flags, noise=True, seed=5)
    raw = with_time_added(toas.raw, np.repeat(rng.normal(0.0, 40e-6, 40), 30))
    found = jug.fit(model, jug.prepare(model, raw), backend="numpy").verdict
    assert not [one for one in found.signals if one.kind in ("offset", "step")], found.sentence


def test_fits_without_an_offset_name_none() -> None:
    """A step at one of sixty dates is called by chance in one of 500 sets."""
    for seed in range(8):
        model, toas = simulated(Hard("nothing", "good"), seed)
        found = jug.fit(model, toas, backend="numpy").verdict
        assert not found.signals, (seed, found.sentence)


def test_toas_without_flags_have_no_offsets() -> None:
    model, toas = simulated(Hard("bare", "good", n=12, days=300.0))
    bare = jug.prepare(model, replace(toas.raw, flags={}))
    assert not jug.fit(model, bare, backend="numpy").verdict.signals


@pytest.mark.parametrize(("which", "after"), [(0, [2, 3]), (1, [4]), (2, [6])])
def test_dates_near_a_step_have_three_toas_on_each_side(which: int, after: list[int]) -> None:
    """Ten TOAs, a day apart but two at once, with steps tried behind the 4th, 5th and 7th."""
    mjd = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 6.0, 7.0, 8.0])
    member = np.searchsorted([3, 4, 6], np.arange(10), side="left")
    later = (np.arange(4)[:, None] > np.arange(3)).astype(float)
    tried = TriedOffsets((), GroupedTOAs(np.zeros(10, dtype=np.intp), 0), GroupedTOAs(member, 4), later)
    steps, found = closer_dates(mjd, tried, which)
    assert (found.sum(axis=0) - 10).tolist() == [-1 - k for k in after]
    assert [step.line for step in steps] == [f"JUMP MJD {0.5 * (mjd[k] + mjd[k + 1]):.1f} 9" for k in after]
