"""Parameters whose effect a zero hides at the start: the end of the fit is that from any other start."""

import hard_fits
import pytest
from hard_fits import Hard

import jug
from jug.fitting.freezing import degenerate_at_any_values, degenerate_parameters
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
PAIR = hard_fits.ELL1 + "\nM2 0.4 1\nSINI 0.98 1"
SHAPMAX = hard_fits.ELL1.replace("ELL1", "DDS").replace("TASC", "T0").replace("EPS1 1e-5", "ECC 0.1")
SHAPMAX = SHAPMAX.replace("EPS2 -2e-5", "OM 30") + "\nM2 0.4 1\nSHAPMAX 3.9 1"
ORTHOMETRIC = hard_fits.ELL1.replace("ELL1", "ELL1H") + "\nH3 4e-7 1\nSTIGMA 0.7 1"
ECCENTRIC = hard_fits.BT.replace("BT", "DD").replace("ECC 0.2", "ECC 1e-5")
GLITCH = "GLEP_1 55600\nGLPH_1 0 1\nGLF0_1 1e-8 1\nGLF0D_1 2e-8 1\nGLTD_1 90 1"
CASES = (
    Hard("M2", "", PAIR, "M2 0 1", n=300, error_us=1.0),
    Hard("SINI", "", PAIR, "SINI 0 1", n=300, error_us=1.0),
    Hard("M2 and SINI", "", PAIR, "M2 0 1\nSINI 0 1", n=300, error_us=1.0),
    Hard("M2 and SHAPMAX", "", SHAPMAX, "M2 0 1\nSHAPMAX 0 1", n=300, error_us=1.0),
    Hard("H3", "", ORTHOMETRIC, "H3 0 1\nSTIGMA 0.5 1", n=300, error_us=1.0),
    Hard("ECC", "", ECCENTRIC, "ECC 0 1", error_us=1.0),
    Hard("GLF0D", "", GLITCH, "GLF0D_1 0 1", error_us=1.0),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_start_at_zero_has_the_same_end(case: Hard) -> None:
    """SINI was held at 0.9 where M2 began at zero: chi2 537 in place of 480, "no TOA depends on SINI"."""
    model, toas = hard_fits.simulated(case)
    truth = model.with_values(hard_fits.model_of(hard_fits.text(hard_fits.HEAD, case.truth)).values)
    right = jug.fit(truth, toas, backend="numpy")
    for freeze in (False, True):
        found = jug.fit(model, toas, backend="numpy", freeze_degenerate=freeze)
        assert found.chi2 == pytest.approx(right.chi2, abs=0.01)  # chi2 within 1e-2: a tenth of a sigma
        assert (found.verdict.name, found.frozen, found.names) == (right.verdict.name, (), right.names)
        assert found.prefit.values == model.values
        assert found.verdict.good


def test_on_jax() -> None:
    model, toas = hard_fits.simulated(CASES[0])
    one, other = (jug.fit(model, toas, backend=backend) for backend in ("numpy", "jax"))
    assert other.chi2 == pytest.approx(one.chi2, abs=1e-4)
    assert other.verdict.good


def test_a_start_that_was_changed_is_said() -> None:
    model, toas = hard_fits.simulated(CASES[1])
    found = jug.fit(model, toas, backend="numpy")
    assert found.warnings == ("SINI is 0 at the start, which hides its effect: the fit began anew at 0.7",)


def test_what_stays_hidden_is_held_fixed() -> None:
    """With SINI fixed at zero no TOA depends on M2; with M2 fixed at zero none on SINI."""
    model, toas = hard_fits.simulated(CASES[2])
    for name, other in (("M2", "SINI"), ("SINI", "M2")):
        found = jug.fit(model, toas, free=[one for one in model.free if one != other], backend="numpy")
        assert [one.name for one in found.frozen] == [name] or found.values[name] != 0.0
        assert found.verdict.name == "flat_direction"


def test_what_the_fit_itself_may_release_is_not_frozen_at_the_start() -> None:
    model, toas = hard_fits.simulated(CASES[0])
    anchor = make_anchor(model, toas)
    assert [one.name for one in degenerate_parameters(model, anchor)] == ["SINI"]
    assert degenerate_at_any_values(model, anchor) == ()
