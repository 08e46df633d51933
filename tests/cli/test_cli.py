"""The command: what it prints and writes, its exit codes, and one line for everything that is wrong."""

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from copies import ROOT, example, written_copy, written_tim

import jug
from jug.cli import command as cli
from jug.errors import ClockWarning

pytestmark = pytest.mark.usefixtures("embedded_only")

PAR, TIM = example("NGC6440E")
THIRD = "1               1949.609 53489.4683897879295    29.95"
"""A line of the tim file."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command in this process: exit code, standard output, standard error."""

    def call(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return call


def test_a_fit_prints_the_table_and_nothing_else(run: Callable) -> None:
    code, out, err = run("fit", PAR, TIM)
    assert (code, err) == (0, "")
    for words in ("Pre-fit", "Post-fit", "Uncertainty", "Difference", "59.574", "degrees of freedom 56", "de421.bsp"):
        assert words in out


def test_a_fit_writes_what_it_is_asked_for(run: Callable, tmp_path: Path) -> None:
    post, numbers, picture = tmp_path / "post.par", tmp_path / "fit.json", tmp_path / "fit.png"
    code, _, err = run("fit", PAR, TIM, "-o", post, "--json", numbers, "--plot", picture)
    assert (code, err) == (0, "")
    content = json.loads(numbers.read_text())
    model, toas = jug.load(post, TIM)
    assert model.values["F0"] == content["values"]["F0"]
    assert jug.residuals(model, toas).chi2 == pytest.approx(content["chi2"], rel=1e-9)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert sorted(os.listdir(tmp_path)) == ["fit.json", "fit.png", "post.par"]  # and no temporary files


def test_free_names_the_parameters_to_fit(run: Callable, tmp_path: Path) -> None:
    code, out, _ = run("fit", PAR, TIM, "--free", "f0, DM", "--json", tmp_path / "fit.json", "--backend", "numpy")
    assert code == 0
    content = json.loads((tmp_path / "fit.json").read_text())
    assert content["free"] == ["F0", "DM"]
    assert content["backend"] == "numpy"
    assert "asked for" in out


def test_a_fit_without_convergence_exits_with_3(run: Callable, tmp_path: Path) -> None:
    code, out, err = run("fit", PAR, TIM, "--max-iter", 1, "-o", tmp_path / "post.par")
    assert code == 3
    assert "not converged" in out
    assert err.startswith("jug: error: not converged")
    assert err.count("\n") == 1
    assert (tmp_path / "post.par").exists()


def test_residuals_are_listed_in_columns(run: Callable, tmp_path: Path) -> None:
    code, out, err = run("residuals", PAR, TIM)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["#", "mjd", "residual_us", "error_us", "freq_mhz", "site", "name"]
    model, toas = jug.load(PAR, TIM)
    rows = [line.split() for line in lines[1:]]
    listed = np.array([[float(word) for word in row[:4]] for row in rows])
    assert np.allclose(listed[:, 1], jug.residuals(model, toas).time_s * 1e6, rtol=0, atol=1e-6)
    assert listed[:, 2:] == pytest.approx(np.column_stack([toas.error_s * 1e6, toas.freq_hz / 1e6]))
    assert rows[2][0] in THIRD
    assert {row[4] for row in rows} == {"gbt"}
    run("residuals", PAR, TIM, "-o", tmp_path / "list")
    assert (tmp_path / "list").read_text() == out


def test_residuals_as_json(run: Callable) -> None:
    code, out, _ = run("residuals", PAR, TIM, "--json")
    content = json.loads(out)
    assert code == 0
    assert {len(column) for column in content["toas"].values()} == {content["n_toa"]} == {62}
    assert content["wrms_us"] == pytest.approx(1090.58, abs=0.01)
    assert content["toas"]["mjd"][2] in THIRD


def test_an_infinite_frequency_and_a_toa_without_a_name(run: Callable, tmp_path: Path) -> None:
    tim = written_tim(TIM, tmp_path, replace={3: THIRD.replace("1949.609", "   0.000")})
    assert "  inf  gbt" in run("residuals", PAR, tim)[1]
    assert json.loads(run("residuals", PAR, tim, "--json")[1])["toas"]["freq_mhz"][2] is None


def _truncated(folder: Path) -> tuple[Path, Path]:
    return PAR, written_tim(TIM, folder, replace={3: THIRD[:30]})


def _unknown_site(folder: Path) -> tuple[Path, Path]:
    return PAR, written_tim(TIM, folder, replace={3: "?" + THIRD[1:]})


def _no_such_ephemeris(folder: Path) -> tuple[Path, Path]:
    return written_copy(PAR, folder, replace={"EPHEM": "DE999"}), TIM


def _outside_the_ephemeris(folder: Path) -> tuple[Path, Path]:
    return PAR, written_tim(TIM, folder, replace={3: THIRD.replace("53489", "91478")})


def _empty_par(folder: Path) -> tuple[Path, Path]:
    (folder / "copy.par").write_text("")
    return folder / "copy.par", TIM


def _empty_tim(folder: Path) -> tuple[Path, Path]:
    (folder / "copy.tim").write_text("\n\n")
    return PAR, folder / "copy.tim"


def _binary_par(folder: Path) -> tuple[Path, Path]:
    (folder / "copy.par").write_bytes(bytes(range(256)))
    return folder / "copy.par", TIM


def _binary_tim(folder: Path) -> tuple[Path, Path]:
    (folder / "copy.tim").write_bytes(bytes(range(256)))
    return PAR, folder / "copy.tim"


def _zero_uncertainty(folder: Path) -> tuple[Path, Path]:
    return PAR, written_tim(TIM, folder, replace={3: THIRD.replace("29.95", " 0.00")})


def _too_few_toas(folder: Path) -> tuple[Path, Path]:
    return PAR, written_tim(TIM, folder, drop=range(6, 64))


def _not_supported(folder: Path) -> tuple[Path, Path]:
    return written_copy(PAR, folder, add=["BRAKE 3 1"]), TIM


def _missing_par(folder: Path) -> tuple[Path, Path]:
    return folder / "copy.par", TIM


def _a_folder(folder: Path) -> tuple[Path, Path]:
    return PAR, folder


BAD = {
    _truncated: ("copy.tim:3", "truncated"),
    _unknown_site: ("copy.tim:3", "unknown observatory"),
    _no_such_ephemeris: ("copy.par:10", "DE999"),
    _outside_the_ephemeris: ("copy.tim:3", "DE421"),
    _empty_par: ("copy.par", "empty"),
    _empty_tim: ("copy.tim", "empty"),
    _binary_par: ("copy.par:1", "binary"),
    _binary_tim: ("copy.tim:1", "binary"),
    _zero_uncertainty: ("copy.tim:3", "zero uncertainty"),
    _too_few_toas: ("5 TOAs", "5 parameters"),
    _not_supported: ("copy.par:21", "BRAKE is not supported yet"),
    _missing_par: ("copy.par", "no such par file"),
    _a_folder: ("", "a directory"),
}


@pytest.mark.parametrize("make", BAD, ids=lambda make: make.__name__.lstrip("_"))
def test_a_bad_input_is_one_line_and_exit_code_2(make: Callable, run: Callable, tmp_path: Path) -> None:
    par, tim = make(tmp_path)
    (tmp_path / "post.par").write_text("kept")
    code, out, err = run("fit", par, tim, "-o", tmp_path / "post.par", "--json", tmp_path / "fit.json")
    assert (code, out) == (2, "")
    *before, last = err.splitlines()
    assert last.startswith("jug: error: ")
    assert all(line.startswith("jug: warning: ") for line in before)
    assert "Traceback" not in err
    for words in BAD[make]:
        assert words in last
    assert (tmp_path / "post.par").read_text() == "kept"
    assert not (tmp_path / "fit.json").exists()


def test_two_identical_toas_are_a_warning_and_the_fit_goes_on(run: Callable, tmp_path: Path) -> None:
    tim = written_tim(TIM, tmp_path, add=[THIRD])
    code, out, err = run("fit", PAR, tim)
    assert code == 0
    assert "63" in out
    assert err.startswith("jug: warning: ")
    assert err.count("\n") == 1
    assert f"{tim}:3" in err
    assert f"{tim}:64" in err


@pytest.mark.parametrize(
    "words",
    [["fit"], ["fit", PAR], ["refit", PAR, TIM], ["fit", PAR, TIM, "--backend", "torch"]]
    + [["fit", PAR, TIM, "--max-iter", number] for number in ("0", "-1", "many")],
)
def test_a_wrong_usage_exits_with_2(words: list, run: Callable, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(*words)
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("jug: error: ")
    assert err.count("\n") == 1
    name = "fit " if words[0] == "fit" else ""
    assert err.endswith(f"; `jug {name}--help` lists the options\n")


@pytest.mark.parametrize("words", [["--bogus"], ["third", "--bogus"]])
def test_a_word_that_a_command_does_not_know(words: list, run: Callable) -> None:
    told = f"no option or argument {' '.join(words)!r} of jug fit; `jug fit --help` lists the options"
    assert run("fit", PAR, TIM, *words) == (2, "", f"jug: error: {told}\n")


def test_without_a_word_the_help_is_shown(run: Callable) -> None:
    code, out, err = run()
    assert (code, err) == (2, "")
    assert "list residuals" in out


def test_par_and_tim_the_wrong_way_round(run: Callable) -> None:
    code, out, err = run("fit", TIM, PAR)
    assert (code, out) == (2, "")
    assert err == f"jug: error: {TIM}: this looks like a tim file; the par file comes first, then the tim file\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--free", " , "], "no parameter"),
        (["--free", "F0,F0O"], "'F0O'; did you mean F0"),
        (["--free", "PEPOCH"], "PEPOCH cannot be fitted"),
        (["-o", "{folder}/no/post.par"], "no such folder"),
        (["--json", "{folder}"], "a folder"),
        (["--json", TIM], "the tim file"),
        (["--json", PAR], "the par file"),
        (["-o", "{folder}/x", "--json", "{folder}/./x"], "another output"),
    ],
)
def test_options_are_refused_in_a_line(words: list, reason: str, run: Callable, tmp_path: Path) -> None:
    given = [str(word).format(folder=tmp_path) for word in words]
    code, out, err = run("fit", PAR, TIM, *given)
    assert (code, out) == (2, "")
    assert err.startswith("jug: error: ")
    assert err.count("\n") == 1
    assert reason in err


def test_outputs_are_looked_at_before_the_fit(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jug.loading", None)  # importing it would be an ImportError
    assert "no such folder" in run("fit", PAR, TIM, "-o", tmp_path / "no" / "post.par")[2]


def test_an_installation_that_is_not_whole(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jug.loading", None)
    code, _, err = run("fit", PAR, TIM)
    assert code == 2
    assert "jug.loading" in err
    assert "install jug-timing again" in err
    assert err.count("\n") == 1


def test_the_other_jug_is_named(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "site-packages"
    (packages / "jug-2.7.0.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [*sys.path, str(packages)])
    code, _, err = run("residuals", PAR, TIM)
    assert code == 0
    assert err.startswith("jug: warning: another program called jug")
    assert err.count("\n") == 1


def test_without_matplotlib_the_report_stands(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = run("fit", PAR, TIM, "--plot", tmp_path / "fit.png")
    assert code == 2
    assert "reduced chi2 1.0638" in out
    assert "a picture is not drawn: a plot needs matplotlib" in err
    assert err.count("\n") == 1


def test_each_warning_is_shown_once_in_a_line(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    load = jug.load

    def talkative(par: str, tim: str, **options: object) -> tuple:
        for _ in range(2):
            warnings.warn(ClockWarning("an old\nclock"), stacklevel=1)
        return load(par, tim, **options)

    monkeypatch.setattr("jug.loading.load", talkative)
    assert run("residuals", PAR, TIM)[2] == "jug: warning: an old clock\n"


def _interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def _full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device", "x.bsp")


@pytest.mark.parametrize(
    ("happens", "code", "said"),
    [
        (_interrupt, 130, "jug: interrupted\n"),
        (_full, 5, "jug: error: x.bsp: No space left on device; free some space, or write elsewhere\n"),
    ],
)
def test_what_comes_from_outside(
    happens: Callable, code: int, said: str, run: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jug.loading.load", happens)
    assert run("fit", PAR, TIM) == (code, "", said)


def _process(*words: object, **options: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "jug", *map(str, words)]
    return subprocess.Popen(command, env=env, text=True, stderr=subprocess.PIPE, **options)


def test_a_reader_that_goes_away_is_met_with_silence() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = _process("residuals", PAR, TIM, stdout=writing)
    os.close(writing)
    assert process.communicate(timeout=60) == (None, "")
    assert process.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        process = _process("residuals", PAR, TIM, stdout=full)
    assert "standard output: No space left" in process.communicate(timeout=60)[1]
    assert process.returncode == 5


def test_a_name_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    par = written_copy(PAR, tmp_path, replace={"PSR": "Pulsar-\N{GREEK SMALL LETTER ALPHA}"})
    out, err = _process("fit", par, TIM, stdout=subprocess.PIPE).communicate(timeout=60)
    assert err == ""
    assert "PSR Pulsar-\\u03b1" in out


def test_version() -> None:
    process = _process("--version", stdout=subprocess.PIPE)
    assert process.communicate(timeout=60) == (f"jug {jug.__version__} (jug-timing)\n", "")
    assert process.returncode == 0


def test_files_are_read_as_another_program(run: Callable, tmp_path: Path) -> None:
    """The report says so, the uncertainties are scaled as by tempo2, and the written file has the lines."""
    par = written_copy(PAR, tmp_path, add=["EFAC TEL gbt 1.1"])
    post = tmp_path / "post.par"
    code, out, _ = run("fit", par, TIM, "--as", "tempo2", "--convention", "MEAN=weighted", "-o", post)
    assert code == 0
    assert "Read as                   tempo2" in out
    assert "RATE F0" in out
    assert "MEAN" not in out
    assert "multiplied by sqrt(reduced chi2)" in out
    assert "--convention RATE=F0" in post.read_text()
    assert "not scaled" in run("fit", par, TIM, "--as", "tempo2", "--no-scale-errors")[1]


def test_conventions_are_an_option(run: Callable, tmp_path: Path) -> None:
    par = written_copy(PAR, tmp_path, add=["EFAC TEL gbt 1.1"])
    code, out, _ = run("fit", par, TIM, "--convention", "equad=outside")
    assert code == 0
    assert "conventions ECORR PINT, EQUAD OUTSIDE, TNDM PINT" in out
    code, out, err = run("fit", par, TIM, "--convention", "TNRED=tempo2")
    assert (code, out) == (2, "")
    assert "there is no convention 'TNRED'" in err


def test_wrong_settings_of_matplotlib_cost_no_report(tmp_path: Path) -> None:
    """MPLBACKEND that matplotlib does not know is an error of its import."""
    words = ["fit", str(PAR), str(TIM), "--plot", "x.png", "-o", "post.par"]
    ran = subprocess.run(
        [sys.executable, "-m", "jug", *words],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "nonsense", "PYTHONPATH": str(Path(jug.__file__).parent.parent)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in ran.stderr
    assert "correct MPLBACKEND" in ran.stderr
    assert "Weighted rms, post-fit" in ran.stdout
    assert (tmp_path / "post.par").is_file()
    assert ran.returncode == 2
