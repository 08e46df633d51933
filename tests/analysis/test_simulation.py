import numpy as np
import pytest
from copies import example

import jug


@pytest.fixture(scope="module")
def model():
    return jug.load(*example("NGC6440E"))[0]


def test_residuals_are_zero(model):
    toas = jug.simulate(model, start=53500, stop=54500, n_toa=30, freq_mhz=[1400.0, 430.0] * 15)
    assert len(toas) == 30
    assert np.max(np.abs(jug.residuals(model, toas).time_s)) < 2e-13


def test_noise_is_white_from_a_seed(model):
    options = {"start": 53500, "stop": 54500, "n_toa": 400, "error_us": 3.0, "noise": True}
    one, two, other = (jug.simulate(model, seed=s, **options) for s in (1, 1, 2))
    r = jug.residuals(model, one)
    np.testing.assert_array_equal(r.time_s, jug.residuals(model, two).time_s)
    assert not np.array_equal(r.time_s, jug.residuals(model, other).time_s)
    # 399 degrees of freedom: chi2 is 399 with a standard deviation of 28
    assert abs(r.chi2 - 399) < 4 * 28
    assert abs(np.corrcoef(r.time_s[1:], r.time_s[:-1])[0, 1]) < 0.2


def test_toas_of_a_file_are_taken_over(model):
    _, real = jug.load(*example("NGC6440E"))
    made = jug.simulate(model, real)
    np.testing.assert_array_equal(made.freq_hz, real.freq_hz)
    np.testing.assert_array_equal(made.error_s, real.error_s)
    assert np.max(np.abs(made.mjd - real.mjd)) * 86400 < 0.51 / model.values["F0"]


def test_written_and_read_back(model, tmp_path):
    made = jug.simulate(model, start=53500, stop=54500, n_toa=20, noise=True, seed=8, flags={"be": ["X"] * 20})
    jug.write_tim(made, tmp_path / "made.tim")
    raw = jug.read_tim(tmp_path / "made.tim")
    np.testing.assert_array_equal(raw.times.sec.hi, made.raw.times.sec.hi)
    np.testing.assert_array_equal(raw.times.sec.lo, made.raw.times.sec.lo)
    assert list(raw.flag("be")) == ["X"] * 20


def test_barycentric_and_infinite_frequency(model):
    toas = jug.simulate(model, start=53500, stop=54500, n_toa=10, site="@", freq_mhz=0.0)
    assert np.all(toas.r_obs == 0)
    assert np.max(np.abs(jug.residuals(model, toas).time_s)) < 2e-13


def test_pulse_numbers_are_those_of_what_was_made(model, tmp_path):
    """From TOAs without numbers and from TOAs that have some, for a model that asks for them."""
    par, tim = example("NGC6440E")
    path = tmp_path / "tracked.par"
    path.write_text(par.read_text() + "TRACK -2\n")
    tracked = jug.load_model(path)
    bare = jug.load(par, tim)[1]
    for start in (bare, jug.simulate(tracked, jug.read_tim(tim)).select(slice(1, None, 2))):
        made = jug.simulate(tracked, start)
        after = jug.residuals(tracked, made)
        assert np.max(np.abs(after.time_s)) < 2e-13
        assert made.flag("pn").tolist() == [str(k) for k in after.pulse_number]
