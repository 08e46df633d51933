import re

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


def test_a_pulse_within_a_leap_second_is_left_out(model):
    """MJD 56109 begins after a leap second: a pulse within it has no MJD, one beside it has."""
    near = 56109.0 + np.array([-1.0, -0.008, -0.002, 0.0, 0.002, 0.008, 1.0]) / 86400
    toas = jug.simulate(model, near)
    assert np.max(np.abs(jug.residuals(model, toas).time_s)) < 2e-13
    assert np.max(np.abs(toas.mjd - near)) * 86400 < 1.01 / model.values["F0"]


@pytest.mark.parametrize("pb", [0.07, 1.5])
def test_a_fast_orbit_needs_more_steps_and_jumps_nowhere(tmp_path, pb):
    """A step leaves v/c, up to 2e-3, of what was missing: 1 us after three steps."""
    path = tmp_path / "orbit.par"
    orbit = f"BINARY ELL1\nPB {pb}\nA1 2.0\nTASC 54000.1\nEPS1 1e-6\nEPS2 0\n"
    path.write_text(example("NGC6440E")[0].read_text() + orbit)
    binary = jug.load_model(path)
    days = 53000 + 10.0 * np.arange(200)
    made = jug.simulate(binary, days)
    assert np.max(np.abs(jug.residuals(binary, made).time_s)) < 3e-13
    assert np.max(np.abs(made.mjd - days)) * 86400 < 0.51 / binary.values["F0"]


@pytest.mark.parametrize("first", [53750.0, 53750.0 - 1e-8, 53751.0, 53751.0 - 3e-8, 53800.0])
def test_toas_at_midnight_without_a_zero_of_phase(tmp_path, first):
    """Without TZRMJD the day of the first TOA after PEPOCH, MJD 53750, is the zero; 0.4 turns are 8e-8 d here."""
    path = tmp_path / "zero.par"
    lines = example("NGC6440E")[0].read_text().splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith("TZR")) + "\n")
    zero = jug.load_model(path)
    for turn in np.arange(0.0, 1.0, 0.2) / zero.values["F0"] / 86400:
        days = first + turn + 14.0 * np.arange(3)
        made = jug.simulate(zero, days)
        assert np.max(np.abs(jug.residuals(zero, made).time_s)) < 2e-13
        assert np.max(np.abs(made.mjd - days)) * 86400 < 2.51 / zero.values["F0"]


def test_a_pulse_within_the_step_of_a_glitch_is_left_out(tmp_path):
    path = tmp_path / "glitch.par"
    path.write_text(example("NGC6440E")[0].read_text() + "GLEP_1 54000\nGLPH_1 0.4\n")
    glitch = jug.load_model(path)
    steps = 54000 + np.arange(-700, 700) / 86400  # the light travels 500 s to the barycentre
    made = jug.simulate(glitch, steps)
    assert np.max(np.abs(jug.residuals(glitch, made).time_s)) < 2e-13
    assert np.max(np.abs(made.mjd - steps)) * 86400 < 1.01 / glitch.values["F0"]


def test_more_toas_than_memory_holds_are_refused(model, monkeypatch):
    monkeypatch.setattr("jug.core.execution.memory.memory_left", lambda: 100.0)
    with pytest.raises(jug.errors.JugMemoryError, match=r"200000 simulated TOAs need about 0.5 GB"):
        jug.simulate(model, start=53000, stop=54000, n_toa=200_000)


def test_noise_carries_no_toa_over_a_leap_second(model):
    near = 56109.0 + np.linspace(-0.1, 0.1, 20) / 86400
    still = jug.simulate(model, near)
    noisy = jug.simulate(model, still, noise=True, seed=1)
    assert np.array_equal(still.mjd, jug.simulate(model, near).mjd)
    large = jug.simulate(model, near, error_us=2e4, noise=True, seed=1)
    for made in (noisy, large):
        moved = (made.tdb.day - still.tdb.day) * 86400 + (made.tdb.sec.hi - still.tdb.sec.hi)
        assert np.max(np.abs(moved)) < 0.1  # 5 sigma of 20 ms, where a leap second is 1 s
    assert np.std(moved) > 0.01


@pytest.mark.parametrize("time", [np.nan, np.inf, 1e300, -2e6])
def test_a_time_that_is_no_mjd(model, time):
    meant = r"is not an MJD|is not finite; times are MJDs within \+-1000000"
    with pytest.raises(jug.InputError, match=meant):
        jug.simulate(model, [time], seed=1)
    with pytest.raises(jug.InputError, match=meant):
        jug.simulate(model, start=53500, stop=time)


@pytest.mark.parametrize("error", [np.nan, np.inf, 1e300, -1.0])
def test_an_uncertainty_that_none_can_be(model, error):
    with pytest.raises(jug.InputError, match=r"error_us is .* an uncertainty is from 0 to"):
        jug.simulate(model, [53700.0], error_us=error, noise=True, seed=1)


def test_a_word_is_the_flag_of_every_toa() -> None:
    """Its name is given with a dash or without."""
    toas = jug.simulate(jug.load_model(example("NGC6440E")[0]), n_toa=3, flags={"-be": "GUPPI", "fe": ["a", "b", ""]})
    assert toas.flags["be"].tolist() == ["GUPPI"] * 3
    assert toas.flags["fe"].tolist() == ["a", "b", ""]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"flags": {"be": ["a"]}}, 'flags["be"] has length 1'),
        ({"flags": {"f": 5}}, 'a value of flags["f"] is text, not 5'),
        ({"flags": {"f": ["a", "b", {}]}}, 'a value of flags["f"] is text, not a dict'),
        ({"flags": {"f": None}}, 'a value of flags["f"] is text, not None'),
        ({"flags": {"f": "two words"}}, "flags[\"f\"] has 'two words', which is more than one word"),
        ({"flags": [1, 2, 3]}, "flags is a list, not a dict"),
        ({"flags": {5: "x"}}, "the name of a flag is text, not 5"),
        ({"flags": {"8": "x"}}, "a tim file cannot hold the flag '8'"),
        ({"flags": {"f": "x", "-f": "y"}}, "flags has 'f' twice"),
        ({"site": ["gbt", "ao"]}, "site has length 2"),
        ({"freq_mhz": [1400.0, 800.0]}, "freq_mhz has length 2"),
        ({"error_us": [[1.0, 2.0]]}, "error_us has shape (1, 2)"),
        ({"freq_mhz": [1400.0, -2.0, 0.0]}, "a frequency of -2 MHz"),
        ({"dm_error": [1e-4, 1e-4]}, "dm_error has length 2"),
    ],
)
def test_an_argument_that_cannot_be_is_named(given: dict[str, object], name: str) -> None:
    with pytest.raises(jug.InputError, match=re.escape(name)):
        jug.simulate(jug.load_model(example("NGC6440E")[0]), n_toa=3, **given)
