"""Decays that the data do not ask for: a fit ends with values that can be read again, whatever their times run to."""

from pathlib import Path

import pytest
from simulated import made

import jug

DECAYS = {
    "glitch": "GLEP_1 54300.4\nGLF0_1 1e-8 1\nGLF0D_1 1e-8 1\nGLTD_1 50 1\nGLF0D2_1 1e-8 1\nGLTD2_1 150 1\n",
    "short dip": "EXPDIPEP_1 54400\nEXPDIPAMP_1 1e-6 1\nEXPDIPTAU_1 25 1\n",
    "long dip": "EXPDIPEP_1 54400\nEXPDIPAMP_1 1e-6 1\nEXPDIPTAU_1 100 1\n",
}


@pytest.mark.filterwarnings("ignore::jug.errors.FitWarning")
@pytest.mark.parametrize("name", DECAYS)
def test_a_fit_to_toas_without_a_decay(name: str, tmp_path: Path) -> None:
    """Steps to where a time is no more above zero, or without end, are not taken; no warning of NumPy gets out."""
    _, _, par, tim = made(tmp_path, n=30)
    text = par.read_text()
    par.write_text(text + DECAYS[name])
    result = jug.fit(*jug.load(par, tim), backend="numpy")
    after = tmp_path / "after.par"
    jug.write_par(result.model, after)
    times = [value for key, value in jug.load_model(after).values.items() if key.startswith(("GLTD", "EXPDIPTAU"))]
    assert all(0.0 <= value <= 1e6 for value in times)
    assert any(times)


def test_a_term_that_ran_away_is_no_convergence(tmp_path: Path) -> None:
    """CM falls to no delay at any frequency by its index: it was called converged, with uncertainties of zero."""
    _, _, par, tim = made(tmp_path, n=30)
    par.write_text(par.read_text() + "CM 1e4 1\nTNCHROMIDX 4 1\n")
    with pytest.warns(jug.errors.FitWarning, match="do not determine CM, TNCHROMIDX"):
        result = jug.fit(*jug.load(par, tim), backend="numpy")
    assert result.stop is jug.Stop.UNDETERMINED


def test_a_time_beyond_all_data_is_refused(tmp_path: Path) -> None:
    _, _, par, _ = made(tmp_path, n=2)
    par.write_text(par.read_text() + "GLEP_1 54300\nGLF0D_1 1e-8\nGLTD_1 2e6\n")
    with pytest.raises(jug.ParError, match="GLTD_1 must be at most 1e"):
        jug.load_model(par)
