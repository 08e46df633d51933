"""Averages over epochs, and what the command and the pictures make of noise."""

import json
import warnings

import numpy as np
import pytest
from pulsar import PULSAR

import jug
from jug.cli.command import main
from jug.io.par import parse_lines

NOISE = """EFAC -fe L 1.3
ECORR -fe L 0.8
ECORR -fe S 0.5
TNREDAMP -12.6
TNREDGAM 3.1
TNREDC 6
"""


@pytest.fixture(scope="module")
def made():
    model = jug.load_model(parse_lines((PULSAR + NOISE).splitlines()))
    mjd = np.append(np.repeat(np.linspace(54000, 56000, 20), 3) + np.tile([0.0, 2e-6, 5e-6], 20), 55555.5)
    fe = [*(("L", "S")[i // 3 % 2] for i in range(60)), "L"]
    errors, freq = np.linspace(0.5, 1.5, 61), np.tile([1400.0, 1500.0, 800.0], 21)[:61]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.ClockWarning)
        flags = {"fe": fe, "tobs": ["900"] * 61}
        return model, jug.simulate(
            model, mjd, freq_mhz=freq, error_us=errors, flags=flags, dm_error=1e-4, noise=True, seed=9
        )


def test_averages(made):
    model, toas = made
    found, whole = jug.average(model, toas), jug.residuals(model, toas)
    assert len(found) == 21
    assert np.all(np.diff(found.mjd) > 0.0)
    lone = next(i for i, members in enumerate(found.members) if len(members) == 1)
    assert found.time_s[lone] == pytest.approx(whole.time_s[60])
    assert found.error_s[lone] == pytest.approx(whole.error_s[60])
    first = found.members[0]
    assert first.tolist() == [0, 1, 2]
    w = 1.0 / whole.error_s[first] ** 2
    assert found.time_s[0] == pytest.approx(np.sum(w * whole.time_s[first]) / np.sum(w))
    assert found.error_s[0] == pytest.approx(np.sqrt(1.0 / np.sum(w) + 0.8e-6**2))
    raw = jug.average(model, toas, noise_model=False)
    assert raw.error_s[0] == pytest.approx(np.sum(1.0 / toas.error_s[first] ** 2) ** -0.5)
    less = jug.average(model, toas, whole.less(["RED"]))
    left = whole.time_s - whole.noise["RED"].time_s
    left = left - np.average(left, weights=whole.error_s**-2.0)
    assert less.time_s[0] == pytest.approx(np.sum(w * left[first]) / np.sum(w))


def test_epochs_by_the_length_of_an_observation(made):
    """Of a quarter of an hour: TNSECORR is half of ECORR."""
    model, toas = made
    lines = NOISE.replace("ECORR -fe L 0.8", "TNSECORR -fe L 0.4").replace("ECORR -fe S 0.5", "TNSECORR -fe S 0.25")
    other = jug.average(jug.load_model(parse_lines((PULSAR + lines).splitlines())), toas)
    same = jug.average(model, toas)
    np.testing.assert_allclose(other.error_s, same.error_s, rtol=1e-12)
    np.testing.assert_allclose(other.time_s, same.time_s, atol=1e-18)


def test_averages_of_a_fit_and_what_cannot_be(made):
    model, toas = made
    result = jug.fit(model, toas)
    np.testing.assert_array_equal(
        jug.average(result, toas).time_s, jug.average(result.model, toas, result.residuals).time_s
    )
    found = jug.average(result, toas, result.residuals.less(["RED"]))
    assert np.sum((found.time_s / found.error_s) ** 2) < 2 * len(found)
    with pytest.raises(jug.FitError, match="no ECORR"):
        jug.average(jug.load_model(model.par, ignore=["ECORR*"]), toas)
    with pytest.raises(jug.FitError, match="give those of the fit"):
        jug.average(model, toas.select(slice(6)), result.residuals)


def test_the_command(made, tmp_path, capsys):
    model, toas = made
    (tmp_path / "a.par").write_text(PULSAR + NOISE)
    jug.write_tim(toas, tmp_path / "a.tim")
    files = [str(tmp_path / "a.par"), str(tmp_path / "a.tim")]
    assert main(["residuals", *files, "--average", "--subtract", "red"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["#", "mjd", "residual_us", "error_us", "freq_mhz", "toas"]
    assert len(lines) == 22
    want = jug.average(model, toas, jug.residuals(model, toas, subtract=["RED"]))
    assert float(lines[1].split()[1]) == pytest.approx(want.time_s[0] * 1e6, abs=2e-6)
    assert main(["residuals", *files, "--json", "--whiten"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["subtracted"] == ["ECORR", "RED"]
    assert set(found["noise"]["RED"]) == {"delay_us", "error_us", "dm", "dm_error"}
    assert len(found["toas"]["dm_residual"]) == 61
    assert main(["residuals", *files, "--json", "--average"]) == 0
    assert json.loads(capsys.readouterr().out)["epochs"]["members"][0] == [0, 1, 2]
    assert main(["residuals", *files]) == 0
    assert capsys.readouterr().out.splitlines()[0].split()[-2:] == ["dm_residual", "dm_error"]
    assert main(["residuals", *files, "--subtract", "GREEN"]) == 2
    assert "no noise process 'GREEN'" in capsys.readouterr().err


def test_pictures(made, tmp_path, capsys):
    model, toas = made
    result = jug.fit(model, toas)
    figure = jug.plot_residuals(result, toas, whiten=True)
    assert [" ".join(ax.get_ylabel().split()).split(" (")[0] for ax in figure.axes] == [
        "Whitened pre-fit residual",
        "Whitened post-fit residual",
        "Whitened post-fit DM residual",
    ]
    white = result.residuals.white()
    drawn = figure.axes[1].containers[0].lines[0].get_ydata()
    some = np.sort(white.time_s)
    assert np.ptp(drawn) <= np.ptp(some) * 1e9
    averaged = jug.plot_residuals(result, toas, average=True, subtract=["RED"])
    assert [sum(len(group.lines[0].get_xdata()) for group in ax.containers) for ax in averaged.axes] == [21, 21]
    noise = jug.plot_noise(result, toas)
    assert [ax.texts[0].get_text() for ax in noise.axes] == ["ECORR", "RED"]
    assert len(jug.plot_noise(model, toas, names=["red"]).axes) == 1
    with pytest.raises(jug.JugError, match="no noise process 'DM'"):
        jug.plot_noise(result, toas, names=["DM"])
    (tmp_path / "a.par").write_text(PULSAR + NOISE)
    jug.write_tim(toas, tmp_path / "a.tim")
    files = [str(tmp_path / "a.par"), str(tmp_path / "a.tim")]
    pictures = ["--plot", str(tmp_path / "a.png"), "--plot-noise", str(tmp_path / "b.png")]
    assert main(["fit", *files, *pictures, "--average"]) == 0
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("a.png", "b.png"))
