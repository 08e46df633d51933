"""``jug noise --free-spectrum`` and ``--courses``, and ``jug fisher``: what they write is what Python gives."""

import json
from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.cli.command import main

pytestmark = pytest.mark.usefixtures("embedded_only")

PAR, TIM = example("NGC6440E")


@pytest.fixture
def par(tmp_path: Path) -> Path:
    path = tmp_path / "noisy.par"
    noise = "EFAC TEL gbt 1.1\nTNREDAMP -11.5\nTNREDGAM 3\nTNREDC 5\n"
    path.write_text(PAR.read_text().rstrip("\n") + "\n" + noise)
    return path


def test_spectra_and_courses_are_those_of_python(par: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The noise of the par file, with its own seed; nothing is estimated."""
    words = ["noise", str(par), str(TIM), "--no-estimate", "--seed", "3", "--draws", "20"]
    numbers, table, folder = tmp_path / "n.json", tmp_path / "c.csv", tmp_path / "spectra"
    words += ["--json", str(numbers), "--courses", str(table), "--free-spectrum", str(folder)]
    assert main([*words, "--log10-rho", "-9", "-5"]) == 0
    said = capsys.readouterr().out
    assert "Free spectrum of RED" in said
    model, toas = jug.load(par, TIM)
    course = jug.conditional(model, toas)
    written = np.genfromtxt(table, delimiter=",", names=True)
    assert written.dtype.names is not None
    assert len(written.dtype.names) == 23
    np.testing.assert_allclose(written["mjd"], toas.mjd, rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(written["RED"], course.realisation("RED"), rtol=1e-8)
    np.testing.assert_allclose(written["RED_error"], course.realisation_error("RED"), rtol=1e-8)
    np.testing.assert_allclose(written["RED_20"], course.realisations(20, 3)["RED"][19], rtol=1e-8)
    free = jug.free_spectrum(model, toas, log10_rho=(-9.0, -5.0), draws=20, seed=3)
    found = json.loads(numbers.read_text())
    assert found["free_spectra"] == {"RED": json.loads(json.dumps(free.to_json()))}
    assert found["courses"]["processes"]["RED"]["mean"] == course.realisation("RED").tolist()
    density = np.load(folder / "RED" / "density.npy")
    np.testing.assert_allclose(density[0], np.log(np.maximum(free.density, 1e-30)), rtol=1e-12)


def test_requests_that_mean_nothing_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    for words, said in (
        (["--log10-rho", "-9", "-5"], "--log10-rho is an option of --free-spectrum"),
        (["--draws", "5"], "--draws is an option of --free-spectrum and --courses"),
        (["--free-spectrum", "x", "--draws", "0"], "--draws 0 gives no free spectrum"),
        (["--free-spectrum", "x", "--log10-rho", "-5", "-9"], "--log10-rho has its lower end first"),
        (["--free-spectrum", str(tmp_path / "file")], "a file has this name"),
        (["--courses", str(tmp_path / "no" / "x.csv")], "no such folder"),
        (["--no-estimate", "--courses", str(tmp_path / "c.csv")], "no noise process with a spectrum"),
        (["--no-estimate", "--free-spectrum", str(tmp_path / "s")], "no noise process with frequencies"),
    ):
        assert main(["noise", str(PAR), str(TIM), *words]) == 2, words
        assert said in capsys.readouterr().err, words


def test_expected_uncertainties_are_those_of_python(
    par: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = tmp_path / "f.json"
    assert main(["fisher", str(par), str(TIM), "--noise", "red", "--json", str(numbers)]) == 0
    said = capsys.readouterr().out
    assert "Expected uncertainty" in said
    found, wanted = json.loads(numbers.read_text()), jug.fisher(*jug.load(par, TIM), noise=["red"])
    assert found["names"] == ["RAJ", "DECJ", "F0", "F1", "DM", "TNREDAMP", "TNREDGAM"]
    assert found["errors"] == wanted.errors
    np.testing.assert_array_equal(found["matrix"], wanted.matrix)
    for words, error in (
        (["--noise", "dm"], "no line of the model is dm noise"),
        (["--free", "FOO"], "no parameter 'FOO'"),
        (["--noise", ","], "--noise names no noise"),
    ):
        assert main(["fisher", str(par), str(TIM), *words]) == 2
        assert error in capsys.readouterr().err, words


def test_derivatives_are_those_of_the_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = tmp_path / "f.json"
    words = ["fisher", str(PAR), str(TIM), "--free", "F0,F1", "--gradient", "--json", str(numbers)]
    assert main(words) == 0
    assert "Derivatives of the fitted values" in capsys.readouterr().out
    model, toas = jug.load(PAR, TIM)
    wanted = jug.fit_gradient(jug.fit(model, toas, free=["F0", "F1"]).model, toas)
    found = json.loads(numbers.read_text())["gradient"]
    assert found["names"] == ["F0", "F1"]
    np.testing.assert_allclose(found["by_toa"], wanted.by_toa, rtol=1e-12)
