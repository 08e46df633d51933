"""BINARY T2: what the report says of other programs, and by how much they differ; what a conversion advises."""

import io
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import orbits
import pytest
from orbits import Size

import jug
from jug.conversion.dialects.dialects import convert
from jug.model.checks.general_binary import general_binary_note
from jug.model.programs.orbit_choice import advised_orbit, guess_of_pint

CIRCLE = orbits.circle_lines(Size(1.2, 1.0, 1e-4))
WIDE = orbits.kepler_lines(Size(67.8, 32.3, 1e-3))
LENS = "M2 0.3\nSINI 0.9\n"
NODE = "M2 0.3\nKIN 71\nKOM 30\nSINI KIN\n"

CASES = [
    (CIRCLE + LENS, "ELL1", "ELL1", (3, 50)),
    (CIRCLE + "H3 3e-7\nSTIG 0.7\n", "ELL1H", "ELL1H", (1000, 5000)),
    (WIDE + LENS, "DD", "DD", (0, 0)),
    (WIDE + NODE, "DDK", "DDK", (1, 20)),
    (WIDE + "M2 0.3\nSHAPMAX 3\n", "DDS", "DDS", (0, 0)),
    (CIRCLE + NODE, "", "DDK", None),
    (WIDE + "PB_2 1000\nA1_2 3\nT0_2 55000\n", "", "", None),
]
IDS = ["ELL1", "ELL1H", "DD", "DDK", "DDS", "circular with KIN", "two orbits"]


@pytest.mark.parametrize(("body", "guess", "advice", "most_ns"), CASES, ids=IDS)
def test_the_report_says_what_programs_take_t2_for(
    body: str, guess: str, advice: str, most_ns: tuple[float, float] | None, tmp_path: Path
) -> None:
    """The warning comes only where the difference exceeds the uncertainties of 1 us; the note in the report always."""
    par = orbits.written(tmp_path, "BINARY T2\n" + body)
    mjd = np.linspace(53000, 57000, 300) + np.random.default_rng(1).uniform(0, 9, 300)
    toas = jug.simulate(jug.load_model(par), mjd, freq_mhz=1400.0, error_us=1.0, site="gbt")
    jug.write_tim(toas, tmp_path / "x.tim")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model, _ = jug.load(par, tmp_path / "x.tim")
    note = model.settings.assumed[-1]
    assert note.startswith("BINARY T2 is tempo2's general model")
    assert ("allow_T2=True" in note) == bool(most_ns or not guess)
    assert (f"takes {guess} " in note) == bool(guess)
    assert (f"--binary {advice} " in note) == bool(advice)
    size = float(note.partition("differs by ")[2].partition(" ns")[0] or 0.0)
    assert any("allow_T2" in str(w.message) for w in told) == (size > 1000.0)
    if most_ns is not None:
        assert most_ns[0] <= size <= most_ns[1]


@pytest.mark.parametrize(("body", "guess", "advice", "most_ns"), CASES, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_pint_guesses_what_the_note_says(
    body: str, guess: str, advice: str, most_ns: tuple[float, float] | None, tmp_path: Path
) -> None:
    builder = pytest.importorskip("pint.models.model_builder")
    par = orbits.written(tmp_path, "BINARY T2\n" + body)
    found = builder.guess_binary_model(builder.parse_parfile(io.StringIO(Path(par).read_text())))
    if advice:
        assert (found[0] if found else "") == guess
    names = [e.name for e in jug.load_model(par).entries.values() if e.line is not None]
    assert (guess_of_pint(names), advised_orbit("pint", names)) == (guess, advice)


@pytest.mark.parametrize(("body", "guess", "advice", "most_ns"), CASES, ids=IDS)
@pytest.mark.parametrize("leave_out", [False, True])
def test_a_conversion_advises_another_model_and_never_leaves_the_orbit_out(
    body: str, guess: str, advice: str, most_ns: tuple[float, float] | None, leave_out: bool
) -> None:
    model = orbits.model("BINARY T2\n" + body)
    with pytest.raises(jug.InputError) as told:
        convert(model, "pint", leave_out=leave_out)
    assert "PINT has no BINARY T2" in str(told.value)
    assert told.value.hint.startswith(f"give --binary {advice} too" if advice else "PINT has no such orbit")
    if advice:
        assert f"BINARY          {advice}" in convert(jug.convert_binary(model, advice).model, "pint").text


def test_other_binary_models_have_no_note(tmp_path: Path) -> None:
    par = orbits.written(tmp_path, "BINARY DD\n" + WIDE)
    jug.write_tim(jug.simulate(jug.load_model(par), np.linspace(54000, 55000, 5)), tmp_path / "x.tim")
    model, _ = jug.load(par, tmp_path / "x.tim")
    assert not any("T2" in note for note in model.settings.assumed)


def test_what_the_other_model_does_not_use_is_no_warning_of_this_one() -> None:
    """ELL1, which PINT would take, has no A0; T2 has it."""
    model = orbits.model("BINARY T2\n" + CIRCLE + "A0 1e-6\n")
    toas = jug.simulate(model, n_toa=20, error_us=1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = general_binary_note(model, toas)
    assert found is not None
    assert "takes ELL1 (allow_T2=True)" in found.note


@pytest.mark.parametrize(
    ("change_ns", "warned", "said"),
    [
        (2.000000001, True, "differs by 2 ns at most, 0 ns rms,"),
        (2.0, False, "differs by 2 ns at most, 0 ns rms,"),
        (1.0001e-3, False, "differs by 0.001 ns at most"),
        (1e-3, False, "is the same on these TOAs"),
    ],
)
def test_a_difference_beyond_the_least_uncertainty_is_warned_of(
    change_ns: float, warned: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of TOAs of 2 and 3 ns; less than 0.001 ns is rounding."""
    monkeypatch.setattr("jug.model.evaluation.residual_change.residual_change", lambda *of: np.full(2, -change_ns))
    toas: Any = SimpleNamespace(error_s=np.array([3e-9, 2e-9]))
    found = general_binary_note(orbits.model("BINARY T2\n" + WIDE), toas)
    assert found is not None
    assert said in found.note
    assert found.matters == warned
