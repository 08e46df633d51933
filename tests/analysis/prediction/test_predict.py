"""The prediction of residuals at other times."""

import json
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest

import jug
from jug.analysis.prediction.joint_covariance import joint_covariance
from jug.cli.command import main
from jug.connection.stated_turns import with_numbers
from jug.io.par import parse_lines
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning")


@pytest.fixture(scope="module")
def fitted():
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    return jug.fit(model, toas), toas


def test_the_joint_covariance_has_that_of_the_fit(fitted):
    result, toas = fitted
    names, covariance = joint_covariance(result.model, toas)
    assert names == ("Offset", *result.names)
    assert np.allclose(covariance[1:, 1:], result.covariance, rtol=1e-6, atol=0.0)


def test_in_the_span_it_is_the_uncertainty_of_the_fitted_residuals(fitted):
    """sigma^2 at the TOAs themselves is the diagonal of M V M^T: its weighted trace is the number of columns."""
    result, toas = fitted
    matrix = jug.design_matrix(result.model, toas).matrix
    _, covariance = joint_covariance(result.model, toas)
    variance = np.einsum("ij,jk,ik->i", matrix, covariance, matrix)
    assert np.sum(variance / result.residuals.error_s**2) == pytest.approx(len(result.names) + 1, rel=1e-9)
    found = jug.predict(result, toas, mjd=toas.mjd[:5], site="gbt", freq_mhz=float(toas.freq_hz[0]) / 1e6)
    assert found.error_s[0] == pytest.approx(np.sqrt(variance[0]), rel=1e-3)


def test_the_future_is_that_of_fits_to_other_realisations_of_the_noise():
    """Models fitted to 60 realisations predict a later TOA with the scatter that is expected (9 % from 60 draws)."""
    model, _ = jug.load(*jug.data.example("NGC6440E"))
    times = np.append(np.linspace(53500.0, 54200.0, 40), 55500.0)
    whole = jug.simulate(model, times, error_us=20.0, site="@", freq_mhz=0.0, noise=False)
    rng, found = np.random.default_rng(4), []
    matrix = jug.design_matrix(model.with_free(["F0", "F1"]), whole).matrix
    for _ in range(60):
        noise = rng.normal(size=40) * 20e-6
        fit = np.linalg.lstsq(matrix[:-1], noise, rcond=None)[0]
        found.append(matrix[-1] @ fit)
    kept = jug.simulate(model, times[:-1], error_us=20.0, site="@", freq_mhz=0.0)
    expected = jug.predict(model.with_free(["F0", "F1"]), kept, mjd=[55500.0]).error_s[0]
    assert np.std(found) == pytest.approx(expected, rel=0.3)


def test_a_prediction_is_best_known_at_the_frequency_of_the_toas(fitted):
    """TOAs of 1.55 to 2.2 GHz: the time at infinite frequency is extrapolated with the DM, so that it is the worst."""
    result, toas = fitted
    found = {f: jug.predict(result, toas, mjd=[53800.0], freq_mhz=f, site="gb") for f in (0.0, 1400.0, 1950.0)}
    error = {freq: float(one.error_s[0]) for freq, one in found.items()}
    assert error[0.0] > error[1400.0] > 5.0 * error[1950.0]
    assert {(one.freq_mhz, one.site) for one in found.values()} == {(f, "gbt") for f in found}
    assert found[1400.0].to_json()["freq_mhz"] == 1400.0


def test_random_models_scatter_as_the_linear_rule_says(fitted):
    result, toas = fitted
    found = jug.predict(result, toas, mjd=[52000.0, 54000.0, 58000.0], n_draws=400, seed=3)
    assert np.std(found.draws_s, axis=0) == pytest.approx(found.error_s, rel=0.12)
    again = jug.predict(result, toas, mjd=[52000.0, 54000.0, 58000.0], n_draws=400, seed=3)
    assert np.array_equal(found.draws_s, again.draws_s)


def test_a_fit_with_scaled_uncertainties_has_scaled_predictions(fitted):
    result, toas = fitted
    times = [54000.0, 58000.0]
    plain = jug.predict(result, toas, mjd=times).error_s
    scaled = jug.predict(result.scaled(), toas, mjd=times).error_s
    np.testing.assert_allclose(scaled / plain, np.sqrt(result.reduced_chi2), rtol=1e-6)
    robust = jug.fit(result.model, toas, robust="huber")
    ratio = robust.errors["F0"] / result.errors["F0"]
    np.testing.assert_allclose(jug.predict(robust, toas, mjd=times).error_s / plain, ratio, rtol=1e-3)


def test_a_scaled_or_robust_fit_with_proper_motion_keeps_its_covariance():
    """Five of seven parameters have units of mas or arcsec: the factor must not depend on units."""
    lines = ["RAJ 05:10:10.1 1", "DECJ 20:10:10 1", "PMRA 3.5 1", "PMDEC -5.2 1", "PX 1.2 1", "POSEPOCH 55500"]
    lines += [
        "F0 100.123456 1",
        "F1 -1e-15 1",
        "PEPOCH 55500",
        "DM 30.5",
        "EPHEM DE421",
        "UNITS TDB",
        "CLK TT(BIPM2019)",
    ]
    model = jug.load_model(parse_lines(["PSR X", *lines, "TZRMJD 55500", "TZRSITE @", "TZRFRQ 0"]))
    toas = jug.simulate(model, np.linspace(55000.0, 56000.0, 60), site="gbt", error_us=5.0, noise=True, seed=2)
    result, times = jug.fit(model, toas), [55500.0, 57000.0]
    plain = jug.predict(result, toas, mjd=times).error_s
    scaled = jug.predict(result.scaled(), toas, mjd=times).error_s
    np.testing.assert_allclose(scaled / plain, np.sqrt(result.reduced_chi2), rtol=1e-6)
    robust = jug.fit(model, toas, robust="huber")
    ratio = jug.predict(robust, toas, mjd=times).error_s / plain
    np.testing.assert_allclose(ratio, robust.errors["F0"] / result.errors["F0"], rtol=0.02)


def test_a_model_with_track_predicts_residuals_of_the_nearest_pulse(fitted):
    """The par file of a phase connection has TRACK -2, and a TOA to come has no pulse number."""
    result, toas = fitted
    times = [54000.0, 58000.0]
    expected = jug.predict(result.model, toas, mjd=times, n_draws=2, seed=1)
    numbers = make_anchor(result.model, toas).pulse_number
    tracked = replace(result.model, settings=replace(result.model.settings, track="-2"))
    found = jug.predict(tracked, with_numbers(toas, numbers), mjd=times, n_draws=2, seed=1)
    np.testing.assert_allclose(found.error_s, expected.error_s, rtol=1e-9)
    np.testing.assert_allclose(found.draws_s, expected.draws_s, rtol=1e-6)


def test_an_orbit_with_correlated_noise_and_wideband_data():
    for name, ephem in (("B1855+09", None), ("J1614-2230", "DE440")):
        model, toas = jug.load(*jug.data.example(name), ephem=ephem)
        last = float(toas.mjd.max())
        found = jug.predict(model, toas, mjd=[last, last + 3000.0], n_draws=20, seed=1)
        assert np.all(np.diff(found.error_s) > 0.0)
        assert any("DMX" in note for note in found.notes)


def test_without_toas_the_uncertainties_of_the_par_file_are_taken(fitted):
    result, _ = fitted
    found = jug.predict(result.model, mjd=[53750.0, 60000.0])
    assert found.error_s[1] > found.error_s[0]
    assert "independent" in found.notes[0]
    with pytest.raises(jug.InputError, match="no time"):
        jug.predict(result, mjd=[])


def test_phase_connection_is_lost_when_it_is():
    model, _ = jug.load(*jug.data.example("NGC6440E"))
    toas = jug.simulate(model, [54000.0, 54000.5, 54001.0, 54001.5], error_us=100.0)
    found = jug.predict(jug.fit(model, toas, free=["F0"]), toas, mjd=[54001.0, 56000.0])
    assert found.lost.tolist() == [False, True]
    assert "lost" in found.summary()


def test_the_command(tmp_path, capsys):
    files = [str(path) for path in jug.data.example("NGC6440E")]
    out, picture = tmp_path / "a.json", tmp_path / "a.png"
    words = ["predict", *files, "--at", "54000:60000:7", "--draws", "5", "--seed", "1"]
    assert main([*words, "--json", str(out), "--plot", str(picture)]) == 0
    assert len(json.loads(out.read_text())["error_s"]) == 7
    assert picture.stat().st_size > 1000
    assert "turns" in capsys.readouterr().out
    assert main(["predict", files[0], "--at", "54000"]) == 0
    assert "independent" in capsys.readouterr().out
    assert main(["predict", *files, "--at", "x"]) == 2
    assert "is not a list of times" in capsys.readouterr().err


def test_dates_are_times(capsys):
    """MJD 54000 is 2006-09-22; a range of dates has its ends."""
    par = str(jug.data.example("NGC6440E")[0])
    shown = []
    for text in ("54000,54001.5", "2006-09-22,2006-09-23T12:00:00", "2006-09-22 00:00,54001.5"):
        assert main(["predict", par, "--at", text]) == 0
        shown.append(capsys.readouterr().out)
    assert main(["predict", par, "--at", "2006-09-22", "54001.5"]) == 0
    assert shown[0] == shown[1] == shown[2] == capsys.readouterr().out
    assert main(["predict", par, "--at", "2006-09-22:54002:3"]) == 0
    said = capsys.readouterr().out
    assert [f"5400{day}.0000" in said for day in range(3)] == [True] * 3
    model = jug.load_model(par)
    dates, numbers = (jug.predict(model, mjd=at) for at in (["2006-09-22T12:00"], [54000.5]))
    assert dates.error_s == pytest.approx(numbers.error_s, rel=1e-12)
    with pytest.raises(jug.InputError, match=r"mjd has a word that is not a time .*dates, as 2023-02-25T12:00:00"):
        jug.predict(model, mjd=["2006-09-32"])
    assert main(["predict", par, "--at", "2006-09-22T12:00:00:60000:3"]) == 2
    assert "is not a list of times; write MJDs or dates" in capsys.readouterr().err


def test_the_command_takes_times_with_blanks_between_them(capsys):
    files = [str(path) for path in jug.data.example("NGC6440E")]
    assert main(["predict", files[0], "--at", "54000", "55000", "-q"]) == 0
    assert main(["predict", *files, "--at", "54000", "55000", "60000"]) == 0
    assert "60000.0000" in capsys.readouterr().out
    assert main(["predict", files[0], "--at", "54000", "55000", "nothing.tim"]) == 2
    assert "no option or argument" in capsys.readouterr().err
    assert main(["fit", *files, "55000"]) == 2


def test_a_prediction_from_a_fit_that_is_not_good_says_so(tmp_path, capsys):
    """F0 off by 1e-8 Hz: pulse numbers are in doubt. With --strict that is the exit code."""
    par, tim = jug.data.example("NGC6440E")
    wrong = tmp_path / "wrong.par"
    wrong.write_text(par.read_text().replace("61.485476554", "61.485476564"))
    words = [str(tim), "--at", "54000", "--strict"]
    assert main(["predict", str(par), *words]) == 0
    assert "the fit is not good" not in capsys.readouterr().out
    assert main(["predict", str(wrong), *words]) == 1
    assert "Note: the fit is not good (pulse_numbers_in_doubt), so the uncertainties may be far off" in (
        capsys.readouterr().out
    )
    assert main(["predict", str(wrong), *words[:-1]]) == 0
    assert main(["predict", str(par), "--at", "54000", "--strict"]) == 2
    assert "--strict is about a fit, which needs a tim file" in capsys.readouterr().err


def _two_receivers():
    """A model with a JUMP of one receiver of two, another with that of the other, and TOAs of both."""
    lines = "PSR X\nF0 100 1\nF1 -1e-15 1\nPEPOCH 55500\nDM 30\nEPHEM DE421\nRAJ 5:00:00\nDECJ 20:00:00\n"
    lines += "UNITS TDB\nCLK TT(BIPM2019)\n"
    low, high = (jug.load_model(StringIO(f"{lines}JUMP -fe {word} 0 1\n")) for word in ("low", "high"))
    words = ["low", *(["high"] * 4)] * 10
    return low, high, jug.simulate(low, np.linspace(55000.0, 56000.0, 50), error_us=5.0, flags={"fe": words})


def test_flags_of_the_predicted_toas_say_which_jumps_act():
    """The same receiver has the same uncertainty, whichever of the two the JUMP line names; 10 TOAs know it less."""
    low, high, toas = _two_receivers()
    found = {
        (name, word): jug.predict(model, toas, mjd=[55500.0, 56500.0], flags={"fe": word}).error_s
        for name, model in (("low", low), ("high", high))
        for word in ("low", "high")
    }
    for word in ("low", "high"):
        np.testing.assert_allclose(found["low", word], found["high", word], rtol=1e-6)
    for word, count in (("low", 10), ("high", 40)):  # in the middle F1 adds 9/4 - 1 of a mean of all 50
        assert found["low", word][0] == pytest.approx(5e-6 * np.sqrt(1.0 / count + 1.25 / 50.0), rel=0.02)
    plain = jug.predict(low, toas, mjd=[55500.0, 56500.0])
    np.testing.assert_allclose(plain.error_s, found["low", "high"], rtol=1e-12)
    jump = [note for note in plain.notes if "JUMP1 (-fe low) does not act" in note]
    assert len(jump) == 1
    assert jug.predict(low, toas, mjd=[55500.0], flags={"-fe": ["low"]}).notes == ()
    assert jug.predict(low, toas, mjd=[55500.0], flags={"fe": "high"}).notes == plain.notes
    with pytest.raises(jug.InputError, match=r'flags\["fe"\] has length 2 for 1 TOA'):
        jug.predict(low, toas, mjd=[55500.0], flags={"fe": ["low", "high"]})


def test_commands_say_and_choose_which_jumps_act(tmp_path, capsys):
    low, _, toas = _two_receivers()
    files = [str(tmp_path / "a.par"), str(tmp_path / "a.tim")]
    jug.write_par(low, files[0])
    jug.write_tim(toas, files[1])
    note = "the prediction is for TOAs on which JUMP1 (-fe low) does not act; for others give their flags"
    predict, picture = ["predict", *files, "--at", "55500"], ["plot", *files, "--kind", "prediction", "-o"]
    for words, flags, said in ((predict, [], True), (predict, ["--flags", "-fe low"], False)):
        assert main([*words, *flags]) == 0
        assert (f"Note: {note}" in capsys.readouterr().out) is said
    assert main([*picture, str(tmp_path / "a.png")]) == 0
    assert f"jug: note: {note}" in capsys.readouterr().err
    for words in (predict, [*picture, str(tmp_path / "b.png")]):
        assert main([*words, "--flags", "-fe low -be"]) == 2
        assert "'-fe low -be' is not KEY VALUE ...; as in --flags '-fe L-wide -be PUPPI'" in capsys.readouterr().err
