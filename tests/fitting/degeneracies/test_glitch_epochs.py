"""Fits with the epoch of a glitch free: what the fit fixes, and whether pulse numbers are in doubt."""

import hard_fits
import pytest
from hard_fits import Hard

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
GLITCH = "GLEP_1 55700 1\nGLPH_1 0{}\nGLF0_1 {} 1\nGLF1_1 -1e-15 1"
FREE = GLITCH.format(" 1", 1e-7)
ERROR_US = 60.0
"""Uncertainty of the TOAs, us."""


@pytest.mark.parametrize("start", [1e-7, 1.01e-7, 0.99e-7])
def test_the_epoch_is_held_beside_phase_and_frequency(start: float) -> None:
    """GLEP is a combination of GLPH and GLF0 whatever the data; GLF0 was fixed by the fit, at a chi2 of 109,316."""
    model, toas = hard_fits.simulated(Hard("", "", FREE, f"GLF0_1 {start} 1", n=200, error_us=ERROR_US))
    for freeze, verdict in ((True, "good"), (False, "flat_direction")):
        found = jug.fit(model, toas, backend="numpy", freeze_degenerate=freeze)
        assert [one.name for one in found.frozen] == ["GLEP_1"]
        assert found.verdict.name == verdict, found.verdict.sentence
        assert found.reduced_chi2 < 1.3  # 3 sigma of 190 degrees of freedom


def test_a_start_off_by_turns_is_no_error() -> None:
    """GLF0 off by 1 in 100 of 1e-6 Hz: it ended with "cannot be told apart" and exit code 2."""
    truth = GLITCH.format(" 1", 1e-6)
    model, toas = hard_fits.simulated(Hard("", "", truth, "GLF0_1 1.01e-6 1", n=200, error_us=ERROR_US))
    found = jug.fit(model, toas, backend="numpy", freeze_degenerate=True)
    assert [one.name for one in found.frozen] == ["GLEP_1"]


def test_a_turn_that_the_epoch_takes_up_is_no_doubt() -> None:
    """One turn would move GLEP by 116 d, across TOAs; only the linear model allows it."""
    model, toas = hard_fits.simulated(Hard("", "", GLITCH.format("", 1e-7), n=200, error_us=ERROR_US))
    found = jug.fit(model, toas, backend="numpy")
    assert (found.verdict.name, found.verdict.n_doubtful) == ("several_minima", 0)
    assert jug.fit(model, toas, backend="numpy", search=True).verdict.good


def test_a_step_beside_a_glitch_may_be_its_epoch() -> None:
    """GLEP is 20 days late and held beside GLPH, so that one TOA is off; the advice was a JUMP."""
    truth = "GLEP_1 55500\nGLPH_1 0 1\nGLF0_1 1e-7 1"
    late = hard_fits.fitted(Hard("", "", truth, "GLEP_1 55520"))
    assert late.verdict.name == "signal_left"
    assert late.verdict.next.startswith(
        "GLEP_1 may be wrong: fit it with GLPH_1 fixed at 0; or add the line `JUMP MJD "
    )
    found = hard_fits.fitted(Hard("", "", truth, "GLEP_1 55520 1\nGLPH_1 0"))
    assert found.chi2 < late.chi2 / 10.0
    assert found.model.values["GLEP_1"] == pytest.approx(55500.0, abs=5.0 * found.errors["GLEP_1"])
