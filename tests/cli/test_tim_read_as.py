"""edit, compare and simulate read a tim file as fit does: the order of EFAC and EQUAD, and the JUMPs."""

from pathlib import Path

import pytest

import jug
from jug.cli.command import main
from jug.conversion.toa_covariance import with_toa_covariance
from tests.model.checks.test_all_problems import GOOD

TIM = """FORMAT 1
EFAC 2
EQUAD 3
a1 1400 54500.1 1.0 @
a2 1400 54510.1 1.0 @
a3 1400 54530.1 1.0 @
a4 1400 54560.1 1.0 @
JUMP
b1 1400 54600.1 1.0 @
b2 1400 54610.1 1.0 @
JUMP
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.par").write_text(
        GOOD.replace("RAJ 01:02:03.4 1 0.001", "RAJ 01:02:03.4").replace("1.5 1", "1.5\nF1 -1e-15 1")
    )
    Path("b.par").write_text(Path("a.par").read_text() + "JUMP -tim_jump 1 0.001\n")
    Path("a.tim").write_text(TIM)
    return tmp_path


@pytest.mark.parametrize(("program", "error_us"), [("pint", 13.0**0.5), ("tempo2", 40.0**0.5)])
def test_simulate_has_the_uncertainties_of_the_program(files: Path, program: str, error_us: float) -> None:
    """sqrt((2 * 1)^2 + 3^2) us, and 2 sqrt(1^2 + 3^2) us (conventions.md, TIMERRORS)."""
    assert main(["simulate", "a.par", "-o", "s.tim", "--tim", "a.tim", "--as", program, "--no-noise"]) == 0
    assert jug.read_tim("s.tim").error_s * 1e6 == pytest.approx([error_us] * 6)


@pytest.mark.filterwarnings("ignore::jug.errors.InputWarning")
@pytest.mark.parametrize("program", ["pint", "tempo2"])
def test_epochs_are_moved_with_these_uncertainties(files: Path, program: str) -> None:
    """That of F0 is proportional to those of the TOAs; the JUMP of the tim file, a free parameter, is in its fit."""
    assert main(["edit", "a.par", "-o", "e.par", "--epoch", "PEPOCH=54600", "--tim", "a.tim", "--as", program]) == 0
    model, toas = jug.load("a.par", "a.tim", dialect=program)
    assert model.entries["JUMP1"].free
    assert "JUMP" not in Path("e.par").read_text().split("#")[0]
    expected = jug.move_epochs(with_toa_covariance(model, toas), {"PEPOCH": "54600"}).model.entries["F0"].error
    assert jug.load_model("e.par").entries["F0"].error == pytest.approx(expected, rel=1e-6)


def test_compare_knows_the_jumps_of_the_tim_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "a.par", "b.par", "--tim", "a.tim", "--as", "tempo2"]) == 0
    text = capsys.readouterr().out
    assert "only the second" not in text
    assert "JUMP -tim_jump 1" in text
    assert "Read as tempo2" in text
