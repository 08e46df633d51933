"""``jug compare`` and `jug.compare`: what differs between two models."""

import json
from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.cli import command as cli

PAR, TIM = example("NGC6440E")


def lines_of(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    """The lines that the command prints."""
    assert cli.main(["compare", *map(str, words)]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_model_is_the_same_as_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines_of(capsys, PAR, PAR, "--tim", TIM) == [
        "8 parameters are the same, 0 differ",
        "",
        "residuals differ by 0 ns at most, 0 ns rms, on 62 TOAs",
    ]


def test_values_words_and_lines_that_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """DM differs by 2 of its uncertainties of 0.3 pc cm^-3."""
    other = jug.load_model(PAR).set(DM=224.5, EPHEM="DE440").freeze("F1").add("F2").remove("DECJ", "RAJ")
    jug.write_par(other, tmp_path / "b.par")
    found = jug.compare(jug.load_model(PAR), jug.load_model(tmp_path / "b.par"))
    assert [(one.name, one.free) for one in found.values] == [("F1", (True, False)), ("DM", (True, True))]
    assert found.values[1].sigma_first == pytest.approx(2.0)
    assert found.values[1].difference == pytest.approx(0.6)
    assert found.words == {"EPHEM": ("DE421", "DE440")}
    assert (found.only_first, found.only_second) == (("RAJ", "DECJ", "POSEPOCH"), ("F2",))
    said = lines_of(capsys, PAR, tmp_path / "b.par")
    assert "\n".join(said) == found.summary()
    assert "in only the second: F2" in said
    assert cli.main(["compare", str(PAR), str(tmp_path / "b.par"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("read_as") == "jug"
    assert told.pop("conventions")
    assert told == json.loads(json.dumps(found.to_json()))


def test_epochs_are_moved_before_values_are_compared() -> None:
    """To the digits of a value, 1e-9 sigma; the residuals to 1e-3 ns."""
    model, toas = jug.load(PAR, TIM)
    fitted = jug.fit(model, toas, backend="numpy")
    moved = jug.move_epochs(fitted, {"PEPOCH": 54000, "POSEPOCH": 54100}).model
    found = jug.compare(fitted.model, moved, toas=toas)
    assert max((one.sigma for one in found.values), default=0.0) < 1e-6
    assert [note.split(" of the first")[0] for note in found.notes] == [
        "the second model is expressed at the PEPOCH",
        "the second model is expressed at the POSEPOCH",
    ]
    assert found.change_ns is not None
    assert found.change_ns < 1e-3


def test_residuals_are_those_of_either_ephemeris() -> None:
    """DE440 less DE421 on these TOAs, as the difference of two loads has it."""
    model, toas = jug.load(PAR, TIM)
    found = jug.compare(model, model.set(EPHEM="DE440"), toas=toas)
    other, again = jug.load(PAR, TIM, ephem="DE440")
    change = jug.residuals(other, again).time_s - jug.residuals(model, toas).time_s
    unweighted = change - np.mean(change)
    assert found.change_rms_ns == pytest.approx(np.std(unweighted) * 1e9, rel=1e-3)


def test_a_large_family_has_one_line_and_selections_are_matched(tmp_path: Path) -> None:
    text = PAR.read_text()
    for k in range(1, 7):
        text += f"DMX_{k:04d} {k}e-4 1 1e-4\nDMXR1_{k:04d} {53400 + 100 * k}\nDMXR2_{k:04d} {53499 + 100 * k}\n"
    (tmp_path / "a.par").write_text(text + "JUMP -a 1 0.1\nJUMP -a 2 0.2\n")
    (tmp_path / "b.par").write_text(text.replace("4e-4 1", "9e-4 1").replace("e-4 1 1", "e-4 0 1"))
    with (tmp_path / "b.par").open("a") as out:
        out.write("JUMP -a 2 0.2\nJUMP -a 1 0.3\n")
    found = jug.compare(jug.load_model(tmp_path / "a.par"), jug.load_model(tmp_path / "b.par"))
    assert "DMX_0004 (largest of 6)" in found.summary()
    assert found.summary(full=True).count("DMX_000") == 6
    assert [one.name for one in found.values if one.family == "JUMP"] == ["JUMP -a 1"]
