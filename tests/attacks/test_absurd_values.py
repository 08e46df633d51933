"""Values of any size in par and tim files: a result or an error that says what to correct, never NumPy's warnings."""

import json
import os
import random
import re
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from copies import EXAMPLES

import jug
from jug.cli.command import main
from jug.errors import DegenerateError
from jug.fitting import anchored_fit, freezing
from jug.fitting.findings.fit_verdict import FlatDirection

SIZES = "5e-22 1e-300 1e300 -1e300 1e-320 1e18 -5e22 1e9 0 -0 1e154 1e-154 3e-9 1e40"
KEYS = "F52 F12 F3 F1 DM1 FD1 DM PX DM3 NE_SW CM TNREDAMP GLF0_1 PB FB3 DMX_0001 PMRA"
PAIRS = [path for path in sorted(EXAMPLES.glob("*.par")) if path.with_suffix(".tim").exists()]
NUMBER = re.compile(r"[-+]?\d[\d.:eEdD+-]*")
SEED, COUNT = int(os.environ.get("JUG_SEED", "1")), int(os.environ.get("JUG_PAIRS", "2000"))


def absurd(text: str, rng: random.Random, par: bool) -> str:
    """A text in which up to three numbers, and in a par file perhaps one more line, have another size."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        i = rng.randrange(len(lines))
        words = lines[i].split()
        numbers = [j for j, word in enumerate(words) if j and NUMBER.fullmatch(word)]
        if numbers:
            words[rng.choice(numbers)] = rng.choice(SIZES.split())
            lines[i] = " ".join(words)
    if par and rng.random() < 0.4:
        lines.insert(len(lines) // 2, f"{rng.choice(KEYS.split())} {rng.choice(SIZES.split())} 1")
    return "\n".join(lines)


def attempt(folder: Path, par: str, tim: str) -> str:
    """How loading and fitting a pair ends; RuntimeWarnings are errors."""
    (folder / "a.par").write_text(par)
    (folder / "a.tim").write_text(tim)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", jug.JugWarning)
        try:
            model, toas = jug.load(folder / "a.par", folder / "a.tim")
            jug.design_matrix(model, toas)
            jug.delays(model, toas)
            jug.fit(model, toas, backend="numpy", max_iter=4)
        except jug.JugError:
            return "refused"
    return "fitted"


def run(folder: Path, count: int, seed: int) -> dict[str, int]:
    """Mutate and fit; how many were fitted and refused."""
    rng, ended = random.Random(seed), {"fitted": 0, "refused": 0}
    texts = [(one.read_text(), "\n".join(one.with_suffix(".tim").read_text().split("\n")[:90])) for one in PAIRS]
    for _ in range(count):
        par, tim = rng.choice(texts)
        if rng.random() < 0.6:
            ended[attempt(folder, absurd(par, rng, True), tim)] += 1
        else:
            ended[attempt(folder, par, absurd(tim, rng, False))] += 1
    return ended


def test_values_of_any_size(tmp_path: Path) -> None:
    ended = run(tmp_path, 25, 7)
    assert ended["fitted"] > 0
    assert ended["refused"] > 0


@pytest.mark.long
def test_values_of_any_size_long(tmp_path: Path, trials: Callable[[int], None]) -> None:
    """JUG_PAIRS and JUG_SEED change number and seed."""
    trials(COUNT // 5)
    assert min(run(tmp_path, COUNT // 5, SEED).values()) > 0


@pytest.mark.parametrize("line", ["F52 5e-22", "F3 1e300 1", "DM 1e300", "PX 1e-300"])
def test_the_command_shows_no_warning_of_numpy(tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And its JSON is strict."""
    par, tim = EXAMPLES / "NGC6440E.par", EXAMPLES / "NGC6440E.tim"
    lines = [text for text in par.read_text().splitlines() if text.split()[:1] != line.split()[:1]]
    (tmp_path / "a.par").write_text("\n".join([*lines, line]))
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        code = main(["fit", str(tmp_path / "a.par"), str(tim), "--json", str(tmp_path / "a.json"), "--max-iter", "4"])
    assert code in (0, 2, 3)
    assert [text for text in capsys.readouterr().err.splitlines() if not text.startswith("jug: ")] == []
    if code != 2:
        json.loads((tmp_path / "a.json").read_text(), parse_constant=pytest.fail)


def test_no_column_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offset alone depends on others: holding free parameters fixed does not help, and the fit ends.

    Found with one -pp_dme of 1e-300 among measured DMs: beside its weight no other column is different from zero.
    """
    monkeypatch.setattr(freezing, "degenerate_sets", lambda *_: (FlatDirection(("Offset",), 0.0),))
    monkeypatch.setattr(anchored_fit, "_run_loop", fails)
    with pytest.raises(DegenerateError):
        jug.fit(*jug.load(EXAMPLES / "NGC6440E.par", EXAMPLES / "NGC6440E.tim"), backend="numpy")


def fails(*_: object) -> None:
    """Stands for a loop whose columns depend on each other whatever is fixed."""
    raise DegenerateError("")


def test_a_frequency_next_to_zero(tmp_path: Path) -> None:
    """1e-300 MHz: the delay of dispersion is infinite, and the TOA is named."""
    lines = [f" a {freq} {day}.5 1 gbt" for day, freq in zip(range(53680, 53690), [1400, "1e-300"] * 5, strict=True)]
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", *lines]))
    with pytest.raises(jug.InputError, match=r"a\.tim:3: the model's phase at this TOA is not finite"):
        jug.residuals(*jug.load(EXAMPLES / "NGC6440E.par", tmp_path / "a.tim"))


@pytest.mark.parametrize("lines", ["WXFREQ_0001 1e300\nWXSIN_0001 1\nWXCOS_0001 1", "START 53700 1\nFINISH 54000 1"])
def test_the_doctor_of_slopes_that_are_too_large(
    tmp_path: Path, lines: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NumPy's LinAlgError reached the user."""
    par = (EXAMPLES / "NGC6440E.par").read_text().replace("START", "#").replace("FINISH", "#").rstrip()
    (tmp_path / "a.par").write_text(f"{par}\n{lines}\n")
    if "START" in lines:
        monkeypatch.setattr("numpy.linalg.pinv", no_inverse)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert main(["doctor", str(tmp_path / "a.par"), str(EXAMPLES / "NGC6440E.tim")]) == 1
    found = capsys.readouterr()
    assert "a refit is not possible" in found.out
    assert found.err == ""


def no_inverse(*_: object, **__: object) -> None:
    """Stands for an inverse that does not converge."""
    raise np.linalg.LinAlgError
