"""``jug convert``: a par file for another program."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import orbits
import pytest
from copies import example, written_copy

import jug
from jug.cli import command as cli
from jug.model.programs.supported import PROGRAMS


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], embedded_only: None) -> Callable[..., tuple[int, str, str]]:
    """Run the command in this process: exit code, standard output, standard error."""

    def call(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return call


def test_the_command(run: Callable, tmp_path: Path) -> None:
    par, tim = example("NGC6440E")
    for program in ("jug", *PROGRAMS):
        assert run("convert", par, "-o", tmp_path / program, "--to", program) == (0, "", "")
        one, toas = jug.load(par, tim)
        other, again = jug.load(tmp_path / program, tim)
        assert {n: e.value for n, e in one.entries.items()} == {n: e.value for n, e in other.entries.items()}
        np.testing.assert_array_equal(jug.residuals(one, toas).time_s, jug.residuals(other, again).time_s)
    assert (tmp_path / "jug").read_text() == par.read_text()


def test_the_command_rounds(run: Callable, tmp_path: Path) -> None:
    par, _ = example("NGC6440E")
    assert run("convert", par, "-o", tmp_path / "r.par", "--round") == (0, "", "")
    assert len((tmp_path / "r.par").read_text().splitlines()) == len(par.read_text().splitlines())


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_the_command_takes_units_there_and_back(run: Callable, tmp_path: Path) -> None:
    """A binary with DMX, FD, jumps and noise: in TCB and back in TDB the same residuals, to 1 ps."""
    par, tim = example("B1855+09_NANOGrav_9yv1")
    assert run("convert", par, "-o", tmp_path / "tcb.par", "--units", "tcb")[0] == 0
    tcb = jug.read_par(tmp_path / "tcb.par")
    assert tcb.find("UNITS")[0].args == ("TCB",)
    assert float(tcb.find("A1")[0].args[0]) / jug.load_model(par).values["A1"] == pytest.approx(1 + 1.55051979176e-8)
    assert run("convert", tmp_path / "tcb.par", "-o", tmp_path / "tdb.par", "--units", "TDB")[0] == 0
    raw = jug.read_tim(tim).take(slice(0, 4005, 8))
    kept = [jug.residuals(*jug.load(p, raw, ephem="DE421")).time_s for p in (par, *tmp_path.glob("t?b.par"))]
    assert len(kept) == 3
    for one in kept[1:]:
        np.testing.assert_allclose(one, kept[0], rtol=0.0, atol=1e-12)


def test_the_command_names_what_is_lacking(run: Callable, tmp_path: Path) -> None:
    written_copy(example("NGC6440E")[0], tmp_path, add=["JUMP MJD 55000 55100 1e-6 1"], name="in.par")
    words = ("convert", tmp_path / "in.par", "-o", tmp_path / "out.par", "--to", "tempo")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "tempo lacks" in err
    code, out, err = run(*words, "--leave-out")
    assert (code, out) == (0, "")
    assert "left out" in err
    code, _, err = run("convert", tmp_path / "in.par", "-o", tmp_path / "none" / "out.par")
    assert code == 2
    assert "no such folder" in err


def test_the_command_shows_what_it_would_write(run: Callable, tmp_path: Path) -> None:
    par = written_copy(example("NGC6440E")[0], tmp_path, name="in.par")
    assert run("convert", par, "-o", tmp_path / "out.par", "--to", "tempo2")[0] == 0
    code, out, _ = run("convert", par, "-o", "-", "--to", "tempo2")
    assert code == 0
    assert out == (tmp_path / "out.par").read_text()
    code, out, err = run("fit", par, example("NGC6440E")[1], "-o", "-")
    assert code == 0
    assert out.startswith("PSR")
    assert "Post-fit" in err
    assert not Path("-").exists()


CIRCLE = (
    "PB 12.3 1 1e-9\nA1 9.2 1 1e-6\nECC 2e-4 1 1e-6\nOM 226.57 1 0.3\nT0 54990.123456789012 1 0.01\nM2 0.3\nSINI 0.98\n"
)


def test_the_command_takes_another_binary_model(run: Callable, tmp_path: Path) -> None:
    """With TOAs the uncertainties are those of a fit of the new model; the printed change is in the residuals."""
    par = orbits.written(tmp_path, "BINARY DD\n" + CIRCLE)
    model = jug.load_model(par)
    mjd = np.sort(np.random.default_rng(5).uniform(53000, 57000, 200))
    jug.write_tim(jug.simulate(model, mjd, freq_mhz=1400.0, error_us=1.0), tmp_path / "made.tim")
    words = ("convert", par, "-o", tmp_path / "new.par", "--binary", "ELL1", "--tim", tmp_path / "made.tim")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert out.startswith("binary DD as ELL1: residuals change by ")
    assert "200 TOAs" in out
    assert 0.0 < float(out.partition(" ns at most")[0].rpartition(" ")[2]) < 10.0
    new, toas = jug.load(tmp_path / "new.par", tmp_path / "made.tim")
    again = jug.fit(new, toas, backend="numpy")
    for name in ("EPS1", "EPS2", "TASC", "A1", "PB"):
        assert new.errors[name] == pytest.approx(again.errors[name], rel=5e-3), name
    text = (tmp_path / "new.par").read_text()
    assert not any(line.startswith(("ECC", "OM ", "T0")) for line in text.splitlines())


def test_the_command_measures_on_simulated_toas(run: Callable, tmp_path: Path) -> None:
    par = orbits.written(tmp_path, "BINARY DD\n" + CIRCLE)
    code, out, _ = run("convert", par, "-o", tmp_path / "k.par", "--binary", "DDK", "--kom", "40", "--to", "tempo2")
    assert code == 0
    assert "simulated TOAs over ten years" in out
    assert "KOM" in (tmp_path / "k.par").read_text()


def test_another_frame(run: Callable, tmp_path: Path) -> None:
    """With the TOAs the change is measured; on the terminal the notes are comments, after the file."""
    par, tim = example("NGC6440E")
    words = ("convert", par, "--frame", "ecliptic")
    code, out, _ = run(*words, "-o", tmp_path / "ecl.par", "--tim", tim)
    assert code == 0
    assert "position as ecliptic: residuals change by 0.0002" in out
    assert "independent" not in out
    assert "ELONG" in (tmp_path / "ecl.par").read_text()
    _, out, _ = run(*words, "-o", "-")
    assert "# position: the uncertainties of RAJ, DECJ were taken as independent" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--binary", "DDX"), "cannot be converted to DDX"),
        (("--kom", "3"), "without --binary"),
        (("--tim", "x"), "or --frame"),
    ],
)
def test_the_command_says_which_binary_it_cannot_make(run: Callable, tmp_path: Path, words: tuple, why: str) -> None:
    par = orbits.written(tmp_path, "BINARY DD\n" + CIRCLE)
    code, out, err = run("convert", par, "-o", tmp_path / "x.par", *words)
    assert (code, out) == (2, "")
    assert why in err
    assert not (tmp_path / "x.par").exists()
