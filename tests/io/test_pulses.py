"""Pulse numbers, phases and JUMPs as a tim file gives them."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from simulated import BASE

import jug
from jug.errors import InputWarning
from jug.io.tim.pulse_numbers import added_turns, pulse_numbers, whole_turns, without_whole_turns
from jug.io.tim.read import read_tim
from jug.io.tim.whole_turns import turns_of_phase
from jug.io.tim.write import write_raw_toas


def read(folder: Path, *lines: str):
    path = folder / "a.tim"
    path.write_text("FORMAT 1\n" + "\n".join(lines) + "\n")
    return read_tim(path)


def toa(day: float, flags: str = "") -> str:
    return f"a 1400 {day} 1 gbt {flags}"


def test_jumps_enclose_toas(tmp_path: Path) -> None:
    (tmp_path / "inner.tim").write_text(f"FORMAT 1\n{toa(53003)}\nJUMP\n{toa(53004)}\nJUMP\n")
    lines = [
        toa(53000),
        "JUMP",
        toa(53001),
        "jump",
        toa(53002),
        "JUMP",
        "INCLUDE inner.tim",
        toa(53005),
        "JUMP",
        toa(53006),
    ]
    with pytest.warns(InputWarning, match="JUMP goes on across this INCLUDE"):
        raw = read(tmp_path, *lines)
    assert raw.flag("tim_jump").tolist() == ["", "1", "", "2", "", "3", ""]
    write_raw_toas(raw, tmp_path / "b.tim")
    assert read_tim(tmp_path / "b.tim").flag("tim_jump").tolist() == raw.flag("tim_jump").tolist()


def test_phases_add_up(tmp_path: Path) -> None:
    lines = [toa(53000), "PHASE 0.25", toa(53001), "PHASE -0.125", toa(53002, "-padd 2"), "PHASE -0.125", toa(53003)]
    raw = read(tmp_path, *lines)
    assert added_turns(raw).tolist() == [0.0, 0.25, 2.125, 0.0]
    write_raw_toas(raw, tmp_path / "b.tim")
    again = read_tim(tmp_path / "b.tim")
    assert added_turns(again).tolist() == added_turns(raw).tolist()


def test_whole_turns_with_pulse_numbers_draw_no_warning(tmp_path: Path) -> None:
    raw = read(tmp_path, toa(53000, "-pn 0"), "PHASE 1", toa(53001, "-pn 7"))
    assert added_turns(raw).tolist() == [0.0, 1.0]


def test_whole_turns_without_pulse_numbers_draw_one_warning(tmp_path: Path) -> None:
    lines = [toa(53000), "PHASE 1", toa(53001), "PHASE 1.75", toa(53002), "PHASE -3", toa(53003, "-padd 4")]
    with pytest.warns(InputWarning, match=r"a\.tim:3: whole turns of PHASE are added .*'PHASE 1'$") as caught:
        raw = read(tmp_path, *lines)
    assert len(caught) == 1
    assert whole_turns(raw).tolist() == [0, 1, 2, 0]
    assert added_turns(raw).tolist() == [0.0, 1.0, 2.75, 3.75]
    write_raw_toas(raw, tmp_path / "b.tim")
    with pytest.warns(InputWarning, match="-phase 1"):
        again = read_tim(tmp_path / "b.tim")
    assert whole_turns(again).tolist() == [0, 1, 2, 0]
    rest = without_whole_turns(raw)
    assert added_turns(rest).tolist() == [0.0, 0.0, 0.75, 3.75]
    assert without_whole_turns(rest) is rest


@pytest.mark.parametrize(
    ("dialect", "words"),
    [
        ("jug", "are added to the residuals of all later TOAs in the file, as in tempo "),
        ("tempo", "are added to the residuals of all later TOAs in the file, as in tempo "),
        ("tempo2", "are added to the residuals of all TOAs of later time, as in tempo2 "),
        ("pint", "are left out, as in PINT "),
    ],
)
def test_the_warning_says_what_the_dialect_does(dialect: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", toa(53000), "PHASE 1", toa(53001)]) + "\n")
    (tmp_path / "a.par").write_text(BASE)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        jug.load(tmp_path / "a.par", tmp_path / "a.tim", dialect=dialect)
    assert [w for w in caught if f"whole turns of PHASE {words}" in str(w.message)]
    found = jug.doctor(tmp_path / "a.par", tmp_path / "a.tim", dialect=dialect)
    assert [f for f in found.findings if f"whole turns of PHASE {words}" in f.what]


@pytest.mark.parametrize("name", ["TIME", "PHASE", "time", "SKIP", "SIM"])
def test_a_toa_may_have_the_name_of_a_command(name: str, tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=rf"a\.tim:3: a TOA with the name {name} \(tempo2 and PINT take the line for"):
        raw = read(tmp_path, toa(53000), toa(53001, "-fe L").replace("a ", f"{name} ", 1), toa(53002))
    assert raw.name == ("a", name, "a")
    assert raw.offset_s.tolist() == [0.0, 0.0, 0.0]


def test_a_command_with_words_behind_it_is_a_command(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match="the words after TIME and its value are not read"):
        raw = read(tmp_path, toa(53000), "TIME 0.5 after the new cable was put in", toa(53001))
    assert raw.offset_s.tolist() == [0.0, 0.5]


def test_pulse_numbers(tmp_path: Path) -> None:
    """-pnadd acts on later TOAs too, in the order of time, not of the file."""
    raw = read(
        tmp_path, toa(53000, "-pn 123456789012"), toa(53003, "-pn 30"), toa(53001, "-pn 10 -pnadd -2"), toa(53002)
    )
    number, known = pulse_numbers(raw)
    assert known.tolist() == [True, True, True, False]
    assert number[known].tolist() == [123456789012, 28, 8]


def test_no_flags(tmp_path: Path) -> None:
    raw = read(tmp_path, toa(53000), toa(53001))
    assert not np.any(added_turns(raw))
    assert not np.any(pulse_numbers(raw)[1])


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        *(("file", "added to the residual of the TOA that has the flag"), ("none", "left out, as in PINT")),
        ("time", "added to the residual of the TOA that has the flag"),
    ],
)
def test_phase_of_one_toa_has_words_of_its_own(turns: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.tim"
    path.write_text("\n".join(["FORMAT 1", toa(53000), toa(53001, "-phase 1"), toa(53002)]) + "\n")
    with pytest.warns(InputWarning, match=f"whole turns of -phase are {words}"):
        raw = read_tim(path, turns=turns)
    assert whole_turns(raw).tolist() == [0, 1, 0]


@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_turns_of_phase_before_the_first_toa_are_those_of_all(tmp_path: Path) -> None:
    """And those behind it of the later ones besides: 3 turns, and 3 and 2."""
    rows = [f"x 1400 54000.{day} 1 gbt" for day in (1, 3, 2)]
    path = tmp_path / "a.tim"
    path.write_text("\n".join(["FORMAT 1", "PHASE 3", rows[0], "PHASE 2", *rows[1:]]) + "\n")
    raw = read_tim(path)
    assert [turns_of_phase(raw, word).tolist() for word in ("TIME", "FILE", "NONE")] == [[3, 5, 5], [3, 5, 5], [0] * 3]
