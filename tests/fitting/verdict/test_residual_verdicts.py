"""Verdicts on residuals: scaled uncertainties, outliers, measured DMs, and the parameter that would take a signal."""

from dataclasses import replace

import hard_fits
import numpy as np
import pytest
from hard_fits import ELL1, HEAD, Hard, model_of, simulated, text

import jug
from jug.analysis.simulation.simulation import with_time_added
from jug.core.array import Int, N

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


HALF = np.random.default_rng(4).permutation(120)[:60]
"""Every second TOA would be a sinusoid with a period of two of their distances, to 98 % of chi2."""


def late(delay_s: float, which: slice | Int[N], **options: object) -> jug.FitResult:
    """The fit of TOAs without flags, of which some are late."""
    model, toas = simulated(Hard("late", "good", n=120))
    delay = np.zeros(len(toas))
    delay[which] = delay_s
    raw = with_time_added(replace(toas.raw, flags={}), delay)
    return jug.fit(model, jug.prepare(model, raw), backend="numpy", **options)


def wideband(start: str, truth: str = "") -> jug.FitResult:
    """The fit of 100 wideband TOAs at one frequency."""
    mjd = np.linspace(55000.0, 56500.0, 100) + np.random.default_rng(2).uniform(-5.0, 5.0, 100)
    true = model_of(text(HEAD, truth))
    toas = jug.simulate(true, mjd, freq_mhz=1400.0, error_us=2.0, dm_error=2e-4, noise=True, seed=2)
    return jug.fit(model_of(text(HEAD, start)), toas, backend="numpy")


@pytest.mark.parametrize("which", [slice(10, 12), slice(0, 120, 5), HALF], ids=["two", "fifth", "half"])
def test_scaled_uncertainties_do_not_hide_what_no_gaussian_describes(which: slice | Int[N]) -> None:
    """Delays of 50 sigma."""
    found = late(1e-3, which).scaled().verdict
    assert found.name == "model_rejected", found.sentence


def test_a_fifth_of_the_toas_late_is_no_matter_of_efac() -> None:
    found = late(1e-3, slice(0, 120, 5)).verdict
    assert "24 TOAs stand out" in found.sentence


@pytest.mark.parametrize("loss", ["huber", "bisquare"])
def test_a_robust_fit_between_two_halves_is_not_good(loss: str) -> None:
    assert late(1e-3, slice(0, 120, 2), robust=loss).verdict.name == "model_rejected"
    assert "the scale of the residuals is" in late(0.0, slice(0), robust=loss).verdict.sentence


@pytest.mark.parametrize("key", ["DM1", "DM2"])
def test_a_signal_in_measured_dms_is_found(key: str) -> None:
    """At one frequency they are in the DMs alone: DM1 of 3e-4 pc cm^-3 / yr is 1.8 sigma rms, 18 sigma together."""
    below = "DM1 0 1\n" if key == "DM2" else ""
    found = wideband(below, f"{below}{key} 3e-4").verdict
    assert found.signals[0].kind == "chromatic", found.sentence
    assert found.signals[0].parameter == key
    assert wideband(below, below).verdict.good


def test_the_size_of_a_signal_is_that_of_what_is_left() -> None:
    """PX alone off: a half-yearly delay of 1.5 us remains; the yearly one is mostly in the position."""
    found = hard_fits.fitted(Hard("PX off", "signal_left", "PX 2", "PX 6", error_us=1.0, n=200))
    assert {signal.parameter for signal in found.verdict.signals} == {"PX"}
    rms = np.sqrt(np.mean(found.residuals.time_s**2))
    assert 0.3 * rms < found.verdict.signals[0].amplitude_s < rms


def test_a_fixed_parameter_goes_before_an_absent_one() -> None:
    """A1 off takes the same sinusoid as M2 without SINI, on which no TOA depends."""
    found = hard_fits.fitted(Hard("A1 off", "signal_left", ELL1, "A1 4.30002"))
    assert found.verdict.signals[0].parameter == "A1", found.verdict.sentence


def test_errors_too_large_and_signals_that_cannot_be_tried_are_said() -> None:
    """By 2.5 the fit is not good, and scaled it is; by 1.08, with 2000 TOAs, it is, and the sentence says it."""
    fit = hard_fits.fitted(Hard("EFAC too large", "errors_too_large", "EFAC -fe A 0.4\nEFAC -fe B 0.4", "-EFAC"))
    assert fit.verdict.name == "errors_too_large"
    assert "the uncertainties of the TOAs look too large by 2" in fit.verdict.sentence
    assert "--scale-errors" in fit.verdict.next
    assert fit.scaled().verdict.good
    little = hard_fits.fitted(Hard("little", "good", "EFAC -fe A 0.92\nEFAC -fe B 0.92", "-EFAC", n=2000)).verdict
    assert little.good
    assert "the uncertainties of the TOAs look too large by 1.0" in little.sentence
    few = hard_fits.fitted(
        Hard("few", "good", start="RAJ 17:48:52.8\nDECJ -20:21:29.4\nDM 223.9", n=6, days=3.0)
    ).verdict
    assert "with 3 degrees of freedom no signal could be tried" in few.sentence


def test_outliers_come_before_the_signs_that_they_spoil() -> None:
    """The verdict on two TOAs of 1,000 sigma was that neighbouring residuals are correlated, as by red noise."""
    found = late(2e-2, slice(60, 62)).verdict
    assert found.name == "model_rejected"
    assert "stand out, more than 5 sigma off" in found.sentence
    assert "jug outliers" in found.next
    assert any("runs of equal signs" in one.sentence for one in found.also)


def test_a_signal_goes_before_a_toa_that_it_moves_near_half_a_turn() -> None:
    """Position and DM held at the values of the par file: the advice was jug connect, for one of 62 TOAs."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    found = jug.fit(model, toas, free=["F0", "F1"], backend="numpy").verdict
    assert found.name == "signal_left"
    assert found.next.startswith("fit RAJ and DECJ")
    assert found.n_doubtful == 1
    assert found.also[0].kind.value == "pulse_numbers_in_doubt"
