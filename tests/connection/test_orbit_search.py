"""An orbit from spin periods at several epochs, and the connection of the TOAs that begins with it."""

from pathlib import Path

import numpy as np
import pytest
from campaigns import Campaign, campaign_of_lines

import jug
from jug.cli import command as cli
from jug.connection import orbit_search
from jug.connection.orbit_report import orbit_is_clear
from jug.connection.orbit_search import search_orbits
from jug.connection.spin_periods import read_periods
from jug.core.constants import DAY
from jug.errors import InputError

ORBIT = {"PB": 1.5337, "A1": 2.345, "TASC": 56500.7}
F0 = 123.456789


def frequencies(mjd: np.ndarray) -> np.ndarray:
    """Spin frequencies at the barycentre, Hz."""
    scale = 2.0 * np.pi / ORBIT["PB"]
    return F0 * (1.0 - ORBIT["A1"] * scale / DAY * np.cos(scale * (mjd - ORBIT["TASC"])))


def measured(seed: int, n: int, relative: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    mjd = np.sort(56500.0 + rng.uniform(0.0, 60.0, n))
    return mjd, frequencies(mjd) + relative * F0 * rng.normal(size=n), np.full(n, relative * F0)


@pytest.mark.parametrize("seed", range(5))
def test_the_orbit_is_found(seed: int) -> None:
    found = search_orbits(*measured(seed, 20, 1e-6), 0.1, 20.0)
    assert orbit_is_clear(found, 20)
    # 16 degrees of freedom: chi2 is 16 with a standard deviation of 5.7
    assert abs(found[0].chi2 - 16.0) < 4.0 * 5.7
    for name, value in (("F0", F0), ("PB", ORBIT["PB"]), ("A1", ORBIT["A1"])):
        assert abs(found[0].values[name] - value) < 4.0 * found[0].errors[name]
    turns = (found[0].values["TASC"] - ORBIT["TASC"]) / ORBIT["PB"]
    assert abs(turns - round(turns)) < 1e-3


def test_trial_periods_go_from_end_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Orbits of 0.5 to 20 d at least, and at most one step of 1 / (20 * 60 d) beyond."""
    tried = []
    evaluated = orbit_search._chi2_of_trials
    monkeypatch.setattr(orbit_search, "_chi2_of_trials", lambda *args: tried.append(args[-1]) or evaluated(*args))
    search_orbits(*measured(1, 20, 1e-6), 0.5, 20.0)
    trials = np.concatenate(tried)
    assert trials[0] == pytest.approx(1.0 / 20.0)
    assert 2.0 <= trials[-1] < 2.0 + 1.0 / 1000.0
    assert np.all(np.diff(trials) < 1.0 / 1000.0)


def test_few_periods_allow_several_orbits() -> None:
    found = search_orbits(*measured(1, 6, 1e-4), 0.1, 20.0)
    assert not orbit_is_clear(found, 6)


def test_a_file_of_periods(tmp_path: Path) -> None:
    path = tmp_path / "periods.txt"
    path.write_text("# MJD period error\n" + "".join(f"{56500 + k} 0.0081 1D-9 # epoch {k}\n" for k in range(6)))
    assert read_periods(path).freq_hz.tolist() == [1.0 / 0.0081] * 6
    path.write_text("56500 0.0081 1e-9\n" * 3)
    with pytest.raises(InputError, match="3 spin periods cannot show an orbit"):
        read_periods(path)
    path.write_text("56500 0.0081\n")
    with pytest.raises(InputError, match=r"periods\.txt:1: no spin period: '56500 0\.0081'; a line has"):
        read_periods(path)


@pytest.mark.parametrize("line", ["56500 1e-200 1e-9", "56500 1e200 1e-9", "1e300 0.0081 1e-9", "56500 0.0081 1e300"])
def test_a_period_of_absurd_size(tmp_path: Path, line: str) -> None:
    """Its square was zero or too large: a ZeroDivisionError and an OverflowError."""
    path = tmp_path / "periods.txt"
    path.write_text(f"{line}\n" * 6)
    with pytest.raises(InputError, match=r"periods\.txt:1: no spin period: "):
        read_periods(path)


@pytest.fixture(scope="module")
def new_binary() -> Campaign:
    lines = ("BINARY ELL1", *(f"{name} {value}" for name, value in ORBIT.items()), "EPS1 0", "EPS2 0")
    return campaign_of_lines(5, F0, lines)


def test_a_new_binary_is_connected_from_its_spin_periods(
    new_binary: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], embedded_only: None
) -> None:
    model, toas, _ = new_binary
    jug.write_par(model, tmp_path / "start.par")
    jug.write_tim(toas, tmp_path / "made.tim")
    mjd, freq, error = measured(3, 25, 3e-8)
    rows = zip(mjd.tolist(), (1.0 / freq).tolist(), (error / freq**2).tolist(), strict=True)
    (tmp_path / "periods.txt").write_text("".join(f"{a!r} {b!r} {c!r}\n" for a, b, c in rows))
    files = [str(tmp_path / name) for name in ("start.par", "made.tim")]
    words = ["connect", *files, "--periods", str(tmp_path / "periods.txt"), "--orbit", "0.1:20"]
    assert cli.main([*words, "-o", str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    assert "The orbit is clear" in said
    assert said.splitlines()[-1].startswith("unique")
    fitted, _ = jug.load(tmp_path / "new.par", tmp_path / "new.tim")
    for name, value in ORBIT.items():
        turns = (fitted.values[name] - value) / ORBIT["PB"] if name == "TASC" else 0.0
        moved = value + round(turns) * fitted.values["PB"]
        # TASC that is other orbits away carries the uncertainty of PB
        assert abs(fitted.values[name] - moved) < 5.0 * (fitted.errors[name] + abs(turns) * fitted.errors["PB"])
    assert cli.main([*words[:1], str(tmp_path / "new.par"), *words[2:]]) == 2
    assert "has an orbit already" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main([*words[:-1], "20:0.1"])
    assert "is not a range of days" in capsys.readouterr().err
