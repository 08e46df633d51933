"""`jug.check_noise`: right noise passes, each kind of wrong noise is found and named."""

import json

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.analysis.noise_check.groups import by_backend, epochs_of, neighbours_in_frequency
from jug.analysis.noise_check.significance import compare_with_simulated
from jug.analysis.noise_check.spectrum import power_of, sinusoids
from jug.analysis.noise_check.statistics import Statistic, anderson_darling
from jug.analysis.residuals.observing_epochs import epoch_numbers
from jug.cli.command import main

EPOCHS = np.repeat(np.linspace(54000.0, 55500.0, 60), 6)
pytestmark = pytest.mark.filterwarnings("ignore::jug.ClockWarning")

MJD = EPOCHS + np.tile(np.arange(6) * 1e-6, 60)  # s: an epoch of ECORR
FREQ = np.tile([1300.0, 1400.0, 1500.0, 700.0, 800.0, 900.0], 60)
FLAGS = {"f": ["L", "L", "L", "S", "S", "S"] * 60}


def simulated(*noise: str, seed: int = 1) -> jug.TOAs:
    model = jug.load_model(par(*noise))
    return jug.simulate(model, MJD, error_us=5.0, freq_mhz=FREQ, flags=FLAGS, noise=True, seed=seed)


def checked(toas: jug.TOAs, *noise: str) -> jug.NoiseCheck:
    return jug.check_noise(jug.load_model(par(*noise)), toas, draws=299)


RED = ("TNREDAMP -11.5", "TNREDGAM 4", "TNREDC 15")


@pytest.mark.parametrize("noise", [(), ("ECORR -f L 8", "EFAC -f S 1.4"), RED])
def test_right_noise_passes(noise):
    found = checked(simulated(*noise), *noise)
    assert found.good, found.summary()
    least = min(test.any_probability for test in found.tests)
    assert least >= max(0.01, min(test.probability for test in found.tests)), "with all tests counted it is not less"
    first, second = found.summary().splitlines()[:2]
    assert first == "The residuals are as the noise says."
    assert second.endswith(f"by chance one of {len(found.tests)} tests is so far off with the probability {least:.3f}.")


@pytest.mark.parametrize(
    ("true", "believed", "kind", "group", "words"),
    [
        (("EFAC -f S 1.5",), (), "chi2", "S", "EFAC or EQUAD"),
        ((), ("EFAC -f S 1.5",), "chi2", "S", "too large"),
        (("ECORR -f L 12",), ("EFAC -f L 2.4",), "frequency", "L", "ECORR or DM noise would take this"),
        (RED, (), "time", "all", "red noise"),
        (RED, (), "slow", "all", "red noise"),
        (RED, (), "backends", "L and S", "scatter together"),
        (("ECORR -f L 12",), (), "epochs", "L", "epochs scatter more"),
        ((), ("ECORR -f L 20",), "epochs", "L", "epochs scatter less"),
    ],
)
def test_wrong_noise_is_found_and_named(true, believed, kind, group, words):
    found = checked(simulated(*true), *believed)
    tests = {(test.kind, test.group) for test in found.unlikely}
    assert (kind, group) in tests, found.summary()
    line = next(t for t in found.to_json()["sentences"] if words in t)
    assert line.startswith("- ")


def test_too_strong_red_noise_is_found():
    found = checked(simulated(), "TNREDAMP -10.8", "TNREDGAM 4", "TNREDC 15")
    assert any(test.kind == "slow" and test.score < 0.0 for test in found.unlikely), found.summary()


def test_outliers_and_a_line_are_found():
    model, toas = jug.load_model(par()), simulated()
    late = np.zeros(len(toas))
    late[::40] = 4.5e-5
    from jug.analysis.simulation.simulation import with_time_added

    spoilt = jug.prepare(model, with_time_added(toas.raw, late))
    assert any(test.kind == "shape" for test in checked(spoilt).unlikely)
    wave = jug.prepare(model, with_time_added(toas.raw, 4e-6 * np.sin(2.0 * np.pi * (toas.mjd - 54000.0) / 150.0)))
    found = checked(wave)
    assert any(test.kind == "line" for test in found.unlikely)
    assert np.argmax(found.spectrum.power) == 9  # 1500 d / 150 d, the tenth multiple
    assert found.spectrum.power[9] == pytest.approx(8e-12, rel=0.3)  # (4 us)^2 / 2, beside white noise


@pytest.mark.long
def test_probabilities_are_uniform_for_right_noise():
    """60 sets: the least probability with all tests counted is below 0.2 in a fifth of them, to 3 sigma."""
    noise = ("ECORR -f L 5", *RED)
    least = []
    for seed in range(60):
        found = jug.check_noise(jug.load_model(par(*noise)), simulated(*noise, seed=seed), draws=99, seed=seed)
        least.append(min(test.any_probability for test in found.tests))
    assert abs(np.mean(np.array(least) <= 0.2) - 0.2) < 3.0 * np.sqrt(0.2 * 0.8 / 60)
    assert min(least) >= 0.01


def test_z_is_the_residual_about_the_others():
    """One TOA left out: its residual about the fit of the others, over the standard deviation of that."""
    toas = simulated()
    model = jug.load_model(par())
    found = checked(toas)
    result = jug.fit(model, toas)
    matrix = jug.design_matrix(result.model, toas).matrix
    matrix = matrix / np.linalg.norm(matrix, axis=0)
    others = np.arange(len(toas)) != 17
    gram = matrix[others].T @ matrix[others]
    r = result.residuals.time_s
    guess = matrix @ np.linalg.lstsq(matrix[others], r[others], rcond=None)[0]
    deviation = 5e-6 * np.sqrt(1.0 + matrix[17] @ np.linalg.solve(gram, matrix[17]))
    assert found.z[17] == pytest.approx((r[17] - guess[17]) / deviation, abs=1e-5)  # residuals are rounded to 1e-13 s


def test_groups():
    mjd = np.array([2.0, 1.0, 1.2, 2.6, 2.1])
    number = epoch_numbers(mjd)
    assert number.tolist() == [1, 0, 0, 1, 1]  # 0.5 d between 2.1 and 2.6 is no gap
    assert epoch_numbers(mjd + np.array([0.0, 0.0, 0.0, 0.01, 0.0])).tolist() == [1, 0, 0, 2, 1]
    own = epochs_of(np.arange(5), number)
    z = np.arange(10.0).reshape(5, 2)
    np.testing.assert_allclose(own.mean(z)[0], (z[1] + z[2]) / np.sqrt(2.0))
    np.testing.assert_allclose(own.mean(z)[1], (z[0] + z[3] + z[4]) / np.sqrt(3.0))
    low, high = neighbours_in_frequency(np.arange(5), number, np.array([3.0, 1.0, 1.0, 9.0, 5.0]))
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [(0, 4), (4, 3)]
    rows = by_backend(np.array(["b", "", "b"]), np.array([True, True, False]))
    assert {name: own.tolist() for name, own in rows.items()} == {"no backend": [1], "b": [0]}


def test_anderson_darling_by_its_integral():
    """n times the integral of (F_n - F)^2 / (F (1 - F)) dF, by quadrature between the steps of F_n."""
    from scipy.integrate import quad
    from scipy.special import ndtr

    z = np.random.default_rng(2).normal(size=20)
    u = np.sort(ndtr((z - z.mean()) / z.std()))
    ends = [0.0, *u, 1.0]
    total = sum(quad(lambda f, k=k: (k / 20 - f) ** 2 / (f * (1.0 - f)), ends[k], ends[k + 1])[0] for k in range(21))
    found = anderson_darling(np.column_stack([z, np.ones(20)]))
    assert found[0] == pytest.approx(20 * total, rel=1e-8)
    assert found[1] == 0.0


def test_the_power_of_a_sinusoid_is_its_mean_square():
    mjd = np.linspace(0.0, 999.0, 1000)
    frequency, rows = sinusoids(mjd, np.full(1000, 2.0), 30)
    assert len(frequency) == 15
    assert frequency[4] == pytest.approx(5.0 / 999.0)
    power = power_of(rows, (3.0 * np.cos(2.0 * np.pi * frequency[4] * mjd))[:, None])[:, 0]
    assert power[4] == pytest.approx(4.5, rel=0.01)
    assert np.all(np.delete(power, 4) < 0.01)


def test_scores_and_probabilities():
    rng = np.random.default_rng(0)
    plain = Statistic("time", "a", 5, np.append(0.3, rng.normal(size=999)))
    far = Statistic("time", "b", 5, np.append(-9.0, rng.normal(size=999)))
    same = Statistic("time", "c", 5, np.ones(1000))
    one, two = compare_with_simulated([plain, far, same])
    assert one.probability == pytest.approx(0.76, abs=0.06)
    assert one.any_probability > one.probability
    assert two.probability == 0.002  # two-sided: twice 1 in 1000
    assert two.any_probability == 0.001
    assert two.score == pytest.approx(-9.0, rel=0.1)
    assert compare_with_simulated([same]) == ()


def test_too_few_draws_and_toas_are_told():
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    with pytest.raises(jug.InputError, match="98 draws are too few"):
        jug.check_noise(model, toas, draws=98)
    few = jug.check_noise(model.freeze("RAJ", "DECJ", "F1", "DM"), toas[:3], draws=99)
    assert few.spectrum.frequency.size <= 1
    assert few.summary()


def test_a_model_without_free_parameters():
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    fitted = jug.fit(model, toas).model
    found = jug.check_noise(fitted.freeze(*fitted.free), toas, draws=99)
    assert len(found.z) == 62


def test_wideband_dms_are_judged():
    model, toas = jug.load(*jug.data.example("J1614-2230"), ephem="DE440")
    found = jug.check_noise(model, toas, draws=99)
    assert {test.group for test in found.tests if test.kind == "chi2"} >= {"Rcvr1_2_GUPPI", "DM of Rcvr1_2_GUPPI"}
    assert len(found.z) == len(toas)


def test_the_picture_shows_the_mean_square_of_each_backend():
    check = checked(simulated("EFAC -f S 1.5"))
    backends = jug.plot_noise_check(check).axes[2]
    drawn = {
        int(line.get_ydata()[0]): float(line.get_xdata()[0]) for line in backends.lines if line.get_marker() == "o"
    }
    names = [label.get_text() for label in backends.get_yticklabels()]
    expected = {names.index(test.group): test.value for test in check.tests if test.kind == "chi2"}
    assert drawn == expected
    assert len(drawn) == 2


def test_the_picture_names_colours_and_lines():
    """Two backends have a legend of their colours; TOAs that name no backend are all TOAs, without a legend."""
    figure = jug.plot_noise_check(checked(simulated("EFAC -f S 1.5")))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["L", "S"]
    named = [[text.get_text() for text in ax.get_legend().get_texts()] for ax in figure.axes[1:4]]
    assert named == [
        ["a normal distribution"],
        ["expected ±2 standard deviations"],
        ["95 % of simulated sets", "their median", "these residuals"],
    ]
    alone = jug.plot_noise_check(jug.check_noise(*jug.load(*jug.data.example("NGC6440E")), draws=99))
    assert alone.legends == []
    assert [label.get_text() for label in alone.axes[2].get_yticklabels()] == ["all TOAs"]


def test_the_command(tmp_path, capsys):
    files = [str(path) for path in jug.data.example("NGC6440E")]
    out, picture = tmp_path / "o.json", tmp_path / "n.png"
    words = ["noise", *files, "--check", "--no-estimate", "--json", str(out), "--plot", str(picture)]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "The residuals are as the noise says" in said
    assert "mean square" in said
    content = json.loads(out.read_text())
    assert content["check"]["good"] is True
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["noise", *files, "--add", "white", "--no-profiles", "--starts", "1", "--check"]) == 0
    said = capsys.readouterr().out
    assert "EFAC1 TEL gbt" in said
    assert "next frequencies" in said
    strong = tmp_path / "strong.par"
    strong.write_text(jug.data.example("NGC6440E")[0].read_text() + "EFAC TEL gbt 3\n")
    assert main(["noise", str(strong), files[1], "--check", "--no-estimate"]) == 1, "a decision is needed"
    shown = capsys.readouterr()
    assert "- mean square, no backend: the uncertainties are too large" in shown.out
    assert "the noise is rejected by " in shown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--plot", "x.png"], "--plot is an option of --check"),
        (["--no-estimate"], "--no-estimate is an option of --check"),
        (["--check", "--no-estimate", "--free", "efac"], "--free estimates noise"),
        (["--check", "--no-estimate", "--add", "white"], "--add estimates noise"),
    ],
)
def test_options_that_do_not_belong_together(words, said, capsys):
    files = [str(path) for path in jug.data.example("NGC6440E")]
    assert main(["noise", *files, *words]) == 2
    assert said in capsys.readouterr().err


def test_expected_is_the_mean_of_all_simulated_sets() -> None:
    """Of the values 1, 2, 6 of three simulated sets: 3, with a standard deviation of sqrt(14/3)."""
    [found] = compare_with_simulated([Statistic("chi2", "L", 10, np.array([4.0, 1.0, 2.0, 6.0]))])
    assert (found.value, found.expected) == (4.0, 3.0)
    assert found.deviation == pytest.approx(np.sqrt(14.0 / 3.0))
