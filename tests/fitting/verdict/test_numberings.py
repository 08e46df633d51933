"""Other pulse numbers that only turns at several gaps at once reach."""

import itertools
from types import SimpleNamespace
from typing import Any

import hard_fits
import numpy as np
import pytest
from hard_fits import HEAD, Hard, model_of

import jug
from jug.fitting.verdict import numbering_advice, pulse_numbers
from jug.fitting.verdict.numberings import other_numbering
from jug.io.tim.edits import with_flag

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
SPARSE = Hard("sparse", "pulse_numbers_in_doubt", start="DM 223.9", n=14, days=365.0, error_us=400.0)
"""Fourteen TOAs of 0.025 turns in a year, position and spin free."""


def test_the_least_of_all_integers_is_found() -> None:
    """Four gaps of which two together change little, against all integers up to 4."""
    rng = np.random.default_rng(5)
    jacobian = rng.normal(size=(9, 4))
    jacobian[:, 3] = jacobian[:, 1] - 2.0 * jacobian[:, 0] + 0.1 * rng.normal(size=9)
    gram, slope = 9.0 * jacobian.T @ jacobian, jacobian.T @ rng.normal(size=9)
    every = [np.array(z) for z in itertools.product(range(-4, 5), repeat=4) if any(z)]
    least = min(every, key=lambda z: float(z @ gram @ z + 2.0 * slope @ z))
    change = float(least @ gram @ least + 2.0 * slope @ least)
    found = other_numbering(gram, slope, change + 1.0)
    assert found is not None
    np.testing.assert_array_equal(found.turns, least)
    assert found.delta_chi2 == pytest.approx(change, abs=1e-9)
    assert other_numbering(gram, slope, change - 0.1) is None


def test_turns_at_several_gaps_are_in_doubt() -> None:
    """No single turn fits; many together do. A fit with those turns has the chi2 that the verdict says, near enough."""
    found = hard_fits.fitted(SPARSE)
    verdict = found.verdict
    assert verdict.name == "pulse_numbers_in_doubt", verdict.sentence
    assert "gaps together" in verdict.sentence
    assert all(gap.turns and gap.delta_chi2 < 25.0 for gap in verdict.gaps)


def test_numbers_of_the_file_are_not_in_doubt_and_the_sentence_says_so() -> None:
    model, toas = hard_fits.simulated(SPARSE)
    given = toas.raw
    for i, number in enumerate(jug.residuals(model, toas).pulse_number):
        given = with_flag(given, np.arange(len(toas)) == i, "pn", str(int(number)))
    verdict = jug.fit(model, jug.prepare(model, given), backend="numpy").verdict
    assert verdict.good
    assert "the pulse numbers are those of the tim file" in verdict.sentence


def test_turns_that_a_jump_takes_up_are_no_doubt() -> None:
    """A receiver in the middle year has a JUMP: a turn more before it and one fewer after it move nothing else."""
    model = model_of(HEAD + "\nJUMP -fe L 0 1")
    mjd = np.concatenate([start + np.linspace(0, 300, 30) for start in (55000, 55400, 55800)])
    flags = {"fe": ["S"] * 30 + ["L"] * 30 + ["S"] * 30}
    toas = jug.simulate(
        model, mjd, freq_mhz=np.tile([1400.0, 820.0], 45), error_us=20.0, flags=flags, noise=True, seed=2
    )
    verdict = jug.fit(model, toas, backend="numpy").verdict
    assert verdict.good, verdict.sentence


@pytest.mark.parametrize(
    ("ecc", "scale", "half", "ell1"),
    [(0.049, 10.1, True, True), (0.05, 10.1, True, False), (0.049, 10.0, False, False)],
)
def test_advice_on_a_lost_orbit(
    ecc: float, scale: float, half: bool, ell1: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a reduced chi2 above ten on; TASC of ELL1 is advised below an eccentricity of 0.05."""
    monkeypatch.setattr(numbering_advice, "fixed_causes", lambda model: "")
    end: Any = SimpleNamespace(model=SimpleNamespace(free=("T0",), values={"ECC": ecc}), noise_scale=scale, toas=(1, 2))
    said = numbering_advice.numbering_advice(end, SimpleNamespace(n_toa=1))  # type: ignore[arg-type]
    assert said.startswith("find the turns with `jug connect`")
    assert (numbering_advice.HALF_ORBIT in said, "--binary ELL1" in said) == (half, ell1)


@pytest.mark.parametrize(
    ("phase", "sigma", "scale", "doubtful"),
    [
        (0.3, 0.2, 1.0, False),
        (0.3, 0.22, 1.0, True),
        (-0.3, 0.22, 1.0, True),
        (0.3, 0.2, 1.2, True),
        (0.1, 0.22, 1.0, False),
    ],
)
def test_toas_that_fit_about_as_well_one_turn_away(phase: float, sigma: float, scale: float, doubtful: bool) -> None:
    """chi2 rises by (1 - 2 |phase|) / sigma^2, phases in turns, by less than 9; an outlier's phase decides nothing."""
    residuals = SimpleNamespace(phase=np.array([phase, 0.0]), error_s=np.array([0.1 * sigma, 1e-9]), rate_hz=10.0)
    end: Any = SimpleNamespace(residuals=residuals, sigma_factor=np.ones(2), noise_scale=scale)
    assert pulse_numbers._doubtful_toas(end).tolist() == [doubtful, False]
    end.sigma_factor = np.array([1e3, 1.0])
    assert not pulse_numbers._doubtful_toas(end).any()
