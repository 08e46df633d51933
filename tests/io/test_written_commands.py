"""What becomes of TIME, EFAC and INCLUDE when TOAs are written, and how few digits stand there."""

from pathlib import Path

import numpy as np
import pytest

import jug


def written(tmp_path: Path, text: str, **options: str) -> tuple[jug.RawTOAs, jug.RawTOAs, str]:
    (tmp_path / "in.tim").write_text(text)
    toas = jug.read_tim(tmp_path / "in.tim", **options)
    jug.write_tim(toas, tmp_path / "out.tim")
    return toas, jug.read_tim(tmp_path / "out.tim"), (tmp_path / "out.tim").read_text()


def toa(day: int, rest: str = "") -> str:
    return f" a 1400 {55000 + day}.123456789012 1.674 gbt {rest}\n"


@pytest.mark.filterwarnings("ignore:.*-to is added to the time of TIME:jug.InputWarning")
def test_one_time_command_stands_before_many_toas(tmp_path: Path) -> None:
    """Each TOA with a flag -to had a pair of its own around it."""
    first, second, third = ("".join(toa(day, "-to -0.752e-6") for day in range(10 * k, 10 * k + 5)) for k in range(3))
    text = f"FORMAT 1\nTIME 1e-5\n{first}TIME -1e-5\n{second}TIME 3e-5\n{third}"
    before, after, text = written(tmp_path, text)
    assert np.array_equal(before.offset_s, after.offset_s)
    steps = [float(line.split()[1]) for line in text.splitlines() if line.startswith("TIME")]
    assert steps == pytest.approx([1e-5, -1e-5, 3e-5], rel=1e-12)  # and none for each TOA


@pytest.mark.parametrize(("efac", "word"), [("1.2", "2.0088"), ("1.1", "1.8414"), ("3", "5.022")])
def test_an_uncertainty_times_efac_has_no_digits_of_rounding(tmp_path: Path, efac: str, word: str) -> None:
    """1.2 x 1.674 is 2.0087999999999997 in float64."""
    before, after, text = written(tmp_path, f"FORMAT 1\nEFAC {efac}\n{toa(0)}")
    assert f" {word} gbt" in text
    assert np.array_equal(before.error_s, after.error_s)
    assert before.error_s[0] == float(f"{word}e-6")


@pytest.mark.filterwarnings("ignore:.*PINT:jug.InputWarning")
@pytest.mark.parametrize("command", ["SIGMA 10", "ESET 10", "EFLOOR 10"])
def test_an_uncertainty_of_a_command_stands_as_it_does_there(tmp_path: Path, command: str) -> None:
    """EFLOOR 10 was written as 9.999999999999999."""
    assert " 10 gbt" in written(tmp_path, f"FORMAT 1\n{command}\n{toa(0)}")[2]


@pytest.mark.parametrize("order", ["pint", "tempo2"])
def test_rounding_keeps_fifteen_digits(tmp_path: Path, order: str) -> None:
    toas = "".join(toa(day).replace("1.674", f"{10.0**day * 1.674:.6g}") for day in range(-4, 5))
    before = written(tmp_path, f"FORMAT 1\nEFAC 1.3\nEQUAD 0.7\n{toas}", order=order)[0]
    e, scale = 1.674e-6 * 10.0 ** np.arange(-4.0, 5.0), 1.3
    exact = scale * np.hypot(e, 0.7e-6) if order == "tempo2" else np.hypot(scale * e, 0.7e-6)
    np.testing.assert_allclose(before.error_s, exact, rtol=5e-15)


def test_the_uncertainty_of_a_simulation_is_as_it_was_asked(tmp_path: Path) -> None:
    """--error 20 was written as 19.999999999999998."""
    from jug.cli.command import main

    par, _ = jug.data.example("NGC6440E")
    out = tmp_path / "made.tim"
    assert (
        main(["simulate", str(par), "--start", "53500", "--stop", "53530", "--error", "20", "-o", str(out), "-q"]) == 0
    )
    assert all(line.split()[3] == "20" for line in out.read_text().splitlines()[1:])
