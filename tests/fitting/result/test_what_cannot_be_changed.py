"""Arrays and values of models, TOAs and results refuse a change in place: it would be lost, or change others."""

import pickle

import numpy as np
import pytest
from copies import example

import jug


@pytest.fixture(scope="module")
def fitted() -> tuple[jug.FitResult, jug.TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return jug.fit(model, toas), toas


def test_arrays_are_read_only(fitted: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, toas = fitted
    few = toas["mjd > 53600"]
    arrays = (toas.mjd, toas.error_s, toas.freq_hz, toas.r_obs, toas.bodies["sun"], few.mjd, result.covariance)
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_values_name_the_way_to_a_changed_model(fitted: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, _ = fitted
    for values in (result.values, result.errors, result.model.values, pickle.loads(pickle.dumps(result.values))):
        with pytest.raises(TypeError, match=r"changes nothing; model.set\(F0=...\) returns a model"):
            values["F0"] = 60.0


def test_a_fitted_par_file_has_the_zero_of_phase(tmp_path) -> None:
    """Without TZRMJD the phase counts from a point that follows from the TOAs; the file that is written has it."""
    from jug.cli.command import main

    par, tim = example("NGC6440E")
    bare, post = tmp_path / "bare.par", tmp_path / "post.par"
    bare.write_text("".join(line for line in par.read_text().splitlines(keepends=True) if not line.startswith("TZR")))
    assert main(["fit", str(bare), str(tim), "-o", str(post), "-q"]) == 0
    model, toas = jug.load(post, tim)
    assert model.settings.tzr_site == "@"
    assert float(model.settings.tzr_mjd.hi) == 53801.0  # the day of the first TOA after PEPOCH, 53750
    own = jug.fit(*jug.load(bare, tim))
    np.testing.assert_array_equal(jug.residuals(model, toas).time_s, own.residuals.time_s)
    assert np.isfinite(jug.phase(model, ["53800.5"], site="gbt", freq_mhz=1400.0).fraction).all()
