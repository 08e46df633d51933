"""``jug noise``: report, par file, JSON and exit codes."""

import json
import warnings
from pathlib import Path

import pytest
from copies import example

import jug
from jug.cli.command import main
from jug.fitting.noise import maximum
from jug.fitting.noise.not_converged_comment import NOT_CONVERGED_COMMENT

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def par(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("noise") / "with.par"
    path.write_text(Path(PAR).read_text().rstrip("\n") + "\nEFAC TEL gbt 1.2\nEQUAD TEL gbt 1\n")
    return path


def test_it_writes_a_par_file_and_numbers(par: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, numbers = tmp_path / "noisy.par", tmp_path / "noise.json"
    assert main(["noise", str(par), str(TIM), "-o", str(out), "--json", str(numbers), "--starts", "2"]) == 0
    said = capsys.readouterr().out
    assert "EFAC1 TEL gbt" in said
    found = json.loads(numbers.read_text())
    assert set(found["parameters"]) == {"EFAC1", "EQUAD1"}
    assert found["seconds"] > 0.0
    assert found["maxima"][0]["log_likelihood"] == found["log_likelihood"]
    written = jug.load_model(out)
    for name, one in found["parameters"].items():
        assert (one["error"] is None) == (one["value"] == 0.0)
        assert written.values[name] == pytest.approx(one["value"], rel=1e-9)
    again = tmp_path / "again.json"
    assert main(["noise", str(out), str(TIM), "--quiet", "--json", str(again), "--starts", "1"]) == 0
    assert json.loads(again.read_text())["log_likelihood"] == pytest.approx(found["log_likelihood"], abs=1e-4)


def test_a_par_file_says_that_the_noise_has_not_converged(
    par: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comment goes with the next fit that converges."""
    out, again, numbers = tmp_path / "noisy.par", tmp_path / "again.par", tmp_path / "noise.json"
    with monkeypatch.context() as stopped:
        stopped.setattr(maximum, "NEWTON_CLOSE", 0.0)
        words = ["noise", str(par), str(TIM), "--starts", "1", "--no-profiles", "-o", str(out), "--json", str(numbers)]
        assert main(words) == 3
    assert "the noise fit has not converged" in capsys.readouterr().err
    assert json.loads(numbers.read_text())["converged"] is False
    assert out.read_text().splitlines().count(NOT_CONVERGED_COMMENT) == 1
    assert main(["noise", str(out), str(TIM), "--starts", "1", "--no-profiles", "-o", str(again)]) == 0
    assert NOT_CONVERGED_COMMENT not in again.read_text()


def test_what_cannot_be_estimated_is_an_error(par: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        ([str(PAR), str(TIM)], "the model has no noise line; add some: --add white,ecorr,red"),
        ([str(par), str(TIM), "--free", "dm"], "no line of the model is dm noise"),
        ([str(par), str(TIM), "--free", ","], "--free names no noise"),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.JugWarning)
            assert main(["noise", *words]) == 2
        assert said in capsys.readouterr().err


def test_lines_are_added_and_estimated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """NGC6440E has no backend flag: the lines are those of its site."""
    out = tmp_path / "noisy.par"
    words = ["noise", str(PAR), str(TIM), "--add", "white,red=5", "--starts", "1"]
    assert main([*words, "--no-profiles", "-o", str(out)]) == 0
    said = capsys.readouterr().out
    assert "EQUAD1 TEL gbt" in said
    written = [line.split() for line in out.read_text().splitlines()]
    assert [line[0] for line in written if line[0].startswith(("EFAC", "EQUAD", "TNRED"))] == [
        "EFAC",
        "EQUAD",
        "TNREDAMP",
        "TNREDGAM",
        "TNREDC",
    ]
    assert ["TNREDC", "5"] in written


def test_options_of_what_is_added_are_checked(par: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["--flag", "f"], "--flag is an option of --add"),
        (["--frequencies", "red=5"], "--frequencies is an option of --add"),
        (["--add", "red", "--frequencies", "red"], "'red' is not WORD=N"),
        (["--add", "red", "--frequencies", "dm=5"], "frequencies of 'dm', which is not a power law that is added"),
        (["--add", "red:5"], "no noise 'red:5' can be added"),
        (["--add", "red=5", "--frequencies", "red=6"], "two numbers of frequencies of red: 6 and 5"),
        (["--add", "red", "--frequencies", "red=0"], "the number of frequencies of red is from 1 to 3000, not 0"),
        (["--add", "red", "--flag", "f"], "the flag f is not used: no backend gets lines"),
        (["--add", "ecorr", "--flag", "f"], "no TOA has the flag -f"),
        (["--add", "blue"], "no noise 'blue' can be added; words are efac, equad, ecorr, white, red, dm, chrom, sw"),
        (["--add", "white"], "the model has EFAC1 TEL gbt already; take it out first (jug edit --remove"),
    ):
        assert main(["noise", str(par), str(TIM), *words]) == 2
        assert said in capsys.readouterr().err, words


def test_priors_are_read(par: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers, file = tmp_path / "noise.json", tmp_path / "priors.toml"
    file.write_text('[priors]\nEFAC = "normal(1.2, 0.01)"\n')
    words = ["noise", str(par), str(TIM), "--starts", "1", "--no-profiles"]
    assert main([*words, "--prior-file", str(file), "--json", str(numbers)]) == 0
    assert "Prior                     EFAC normal(1.2, 0.01)" in capsys.readouterr().out
    assert json.loads(numbers.read_text())["parameters"]["EFAC1"]["value"] == pytest.approx(1.2, abs=0.01)
    prior = ["--prior", "EFAC=uniform(0.5,2)"]
    for more, said in (
        (["--prior", "EFAC"], "'EFAC' is not NAME=PRIOR"),
        ([*prior, "--check", "--no-estimate"], "--prior is for an estimate, and nothing is estimated"),
        ([*prior, "--choose", "red"], "--prior is not for --choose"),
        (["--prior", "TNREDGAM=normal(4,1)"], "has no parameter 'TNREDGAM'"),
    ):
        assert main(["noise", str(par), str(TIM), *more]) == 2
        assert said in capsys.readouterr().err, more
    file.write_text('set = "wide"\n')
    assert main([*words, "--prior-file", str(file)]) == 2
    assert "not the set 'wide'; take the line out" in capsys.readouterr().err


def test_a_dictionary_fills_the_lines_that_are_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --free nothing is estimated."""
    given, out = tmp_path / "in.json", tmp_path / "out.par"
    given.write_text('{"1748-2021E_red_noise_log10_A": -11.5, "1748-2021E_red_noise_gamma": 2.5}')
    words = ["noise", str(PAR), str(TIM), "--add", "red", "--dict", str(given), "-o", str(out)]
    assert main(words) == 0
    capsys.readouterr()
    assert jug.load_model(out).values["TNREDGAM"] == 2.5


def test_the_noise_of_a_par_file_is_written_as_a_dictionary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without an estimate, and read back every digit is the same."""
    noisy, first, second = tmp_path / "noisy.par", tmp_path / "one.json", tmp_path / "two.json"
    noisy.write_text(PAR.read_text() + "TNREDAMP -12.345678901234\nTNREDGAM 2.75\nTNREDC 5\n")
    assert main(["noise", str(noisy), str(TIM), "--no-estimate", "--write-dict", str(first)]) == 0
    assert json.loads(first.read_text())["1748-2021E_red_noise_log10_A"] == -12.345678901234
    assert main(["noise", str(noisy), str(TIM), "--dict", str(first), "--write-dict", str(second)]) == 0
    assert second.read_text() == first.read_text()
    capsys.readouterr()


def test_terms_are_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No noise process is in these TOAs: the par file gets white noise only, and the JSON the reasons."""
    out, numbers = tmp_path / "noisy.par", tmp_path / "noise.json"
    words = ["noise", str(PAR), str(TIM), "--choose", "red,dm", "--frequencies", "red=5,dm=5"]
    assert main([*words, "-o", str(out), "--json", str(numbers)]) == 0
    said = capsys.readouterr().out
    assert "Noise chosen  none of the terms" in said
    assert max(map(len, said.splitlines())) <= 100
    found = json.loads(numbers.read_text())
    assert found["chosen"] == []
    assert {row["name"] for row in found["terms"]} == {"red noise", "DM noise"}
    assert set(found["parameters"]) == {"EFAC1", "EQUAD1"}
    assert "TNRED" not in out.read_text()


def test_options_of_a_choice_are_checked(par: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["--criterion", "aic"], "--criterion is an option of --choose"),
        (["--backward"], "--backward is an option of --choose"),
        (["--choose", "red", "--add", "red"], "--add says which noise there is, --choose finds it"),
        (["--choose", "red", "--no-estimate"], "--no-estimate says which noise there is"),
        (["--choose", "red", "--starts", "3"], "--starts is not for --choose"),
        (["--choose", "red", "--timing", "fitted"], "--timing fitted is not for --choose"),
        (["--choose", "ecorr"], "fewer than 3 epochs have two TOAs or more"),
        (["--choose", "red", "--threshold", "-1"], "a threshold of -1"),
    ):
        assert main(["noise", str(par), str(TIM), *words]) == 2
        assert said in capsys.readouterr().err, words
