"""``jug compare`` and `jug.compare`: what differs between two models."""

import json
from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.comparison.comparison_table import comparison_table
from jug.analysis.comparison.value_difference import ValueDifference
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
    assert found.notes == (
        "the second model, of PEPOCH 54000, is expressed at that of the first, 53750",
        "the second model, of POSEPOCH 54100, is expressed at that of the first, 53750",
    )
    assert found.change_ns is not None
    assert found.change_ns < 1e-3


def test_the_rounding_of_a_long_double_is_no_difference() -> None:
    """Two roundings are 2e-19 of a value, as of a model that PINT has converted from TCB."""
    model = jug.load_model(PAR)
    rounded = model.set(F0="61.48547655400000001", DM="223.90000000000000004", PEPOCH="53750.000000000000009")
    assert jug.compare(model, rounded).values == ()
    changed = model.set(F0="61.48547655400000002", DM="223.9000000000000001")
    assert [one.name for one in jug.compare(model, changed).values] == ["F0", "DM"]


def test_residuals_are_those_of_either_ephemeris() -> None:
    """DE440 less DE421 on these TOAs, as the difference of two loads has it."""
    model, toas = jug.load(PAR, TIM)
    found = jug.compare(model, model.set(EPHEM="DE440"), toas=toas)
    other, again = jug.load(PAR, TIM, ephem="DE440")
    change = jug.residuals(other, again).time_s - jug.residuals(model, toas).time_s
    unweighted = change - np.mean(change)
    assert found.change_rms_ns == pytest.approx(np.std(unweighted) * 1e9, rel=1e-3)


def test_bins_are_matched_by_their_dates(tmp_path: Path) -> None:
    """One bin in front of the others, and one that is split: the numbers of all change, and nothing else."""
    head = "".join(line for line in PAR.read_text().splitlines(keepends=True) if not line.startswith("DMX"))

    def model(name: str, bins: list[tuple[int, int, float]]) -> jug.TimingModel:
        text = head
        for k, (low, high, value) in enumerate(bins, 1):
            text += f"DMX_{k:04d} {value} 1 1e-4\nDMXR1_{k:04d} {low}\nDMXR2_{k:04d} {high}\n"
        (tmp_path / name).write_text(text)
        return jug.load_model(tmp_path / name)

    first = model("a.par", [(53400, 53406, 1e-4), (53410, 53416, 2e-4), (53420, 53426, 3e-4), (53430, 53436, 4e-4)])
    second = model(
        "b.par",
        [(53390, 53396, 9e-4), (53400, 53406, 1e-4), (53411, 53417, 2e-4), (53420, 53422, 7e-4), (53424, 53426, 8e-4),
         (53430, 53436, 6e-4)],
    )  # fmt: skip
    found = jug.compare(first, second)
    assert {one.name: one.difference for one in found.values if one.family == "DMX"} == {"DMX_0004": 2e-4}
    assert {name for name in found.only_first if name.startswith("DMX_")} == {"DMX_0003"}
    assert {name for name in found.only_second if name.startswith("DMX_")} == {
        "DMX_0001 (MJD 53393.0)", "DMX_0004 (MJD 53421.0)", "DMX_0005"
    }  # fmt: skip
    assert found.notes == (
        "DMX: bins are matched by their dates; 3 of 6 have other numbers in the second model, 3 are new there",
    )
    assert not jug.compare(first, first).notes


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
    assert found.summary(full=True).count("\nDMX_000") == 6
    assert [one.name for one in found.values if one.family == "JUMP"] == ["JUMP -a 1"]


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("full", [False, True])
def test_tables_have_at_most_100_columns(full: bool) -> None:
    """Two models with 20 digits a value, other names of 24 characters, other DMX bins."""
    first, second = (jug.load_model(example(name)[0]) for name in ("B1855+09_NANOGrav_9yv1", "J0740+6620.FCP+21.wb"))
    lines = jug.compare(first, second).summary(full=full).splitlines()
    assert max(map(len, lines)) <= 100
    table = lines[lines.index("", 2) + 1 :]
    assert table[0].split() == ["Parameter", "First", "Second", "Difference", "Unit", "sigma", "1", "sigma", "2"]
    assert next(line for line in table if line.startswith("F0 ")).split()[:3] == ["F0", "186", "347"]
    assert any(line.startswith("DMX: bins are matched by their dates") for line in lines)


def test_values_have_the_digits_of_their_difference() -> None:
    """Down to the second digit of the difference; h:m:s and d:m:s too, and no more than the file has."""

    def texts(name: str, first: str, second: str, change: float, unit: str = "") -> list[str]:
        one = ValueDifference(name, name, first, second, change, unit, 1.5, -2.5e7, (True, True))
        return comparison_table([one]).splitlines()[2].split()

    assert texts("F0", "186.4940812707752116", "186.494081270782632", 7.42e-12, "Hz")[1:] == [
        "186.4940812707752", "186.4940812707826", "7.42e-12", "Hz", "1.50", "-2.50e+07"
    ]  # fmt: skip
    assert texts("F1", "-6.205147513395e-16", "-6.20495e-16", 1.93e-20)[1:3] == ["-6.20515e-16", "-6.20495e-16"]
    assert texts("RAJ", "17:48:52.75", "17:48:52.80034691", 0.05034691 / 3600, "hourangle")[1:5] == [
        "17:48:52.75", "17:48:52.800", "0.0503", "s"
    ]  # fmt: skip
    assert texts("DECJ", "-20:21:29", "-20:21:59.9971", -30.9971 / 3600, "deg")[1:3] == ["-20:21:29", "-20:22:00"]
    assert texts("DM", "13", "12.123456", -0.876544)[1:3] == ["13", "12.12"]


def test_a_name_without_room_has_a_line_of_its_own() -> None:
    name = "JUMP -" + "n" * 80 + " x"
    rows = [ValueDifference(key, key, "1", "2", 1.0, "s", 1.0, 1.0, (True, True)) for key in ("PX", name)]
    lines = comparison_table(rows).splitlines()
    assert lines[3] == name
    assert lines[4].split() == ["1", "2", "1", "s", "1.00", "1.00"]
    assert lines[2].split()[0] == "PX"
