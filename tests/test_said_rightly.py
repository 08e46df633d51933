"""Messages and options about single lines say what is there: numbers, places, characters, clocks, units."""

import warnings
from pathlib import Path

import pytest
from simulated import BASE, made

import jug
from jug.conversion.dialects.dialects import convert
from jug.errors import escape_controls
from jug.io.par import parse_lines
from tests.model.checks.test_all_problems import BINARY, par, problems


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("PX fast 3 4", "PX: not a number"),
        ("PX 1 3 4", "PX: '3' is not a fit flag (0 or 1)"),
        ("PX 1 x", "PX: not a number"),
        ("PX 1 1 0.1 0.2", "PX has 4 words where at most three belong"),
    ],
)
def test_what_is_wrong_with_the_words_of_a_line(line: str, why: str) -> None:
    assert problems(par(line)) == [f"x.par:10: {why}"]


def test_a_negative_sine_has_no_advice_about_large_ones() -> None:
    with pytest.warns(jug.InputWarning, match="SINI -0.5.*the Shapiro delay has the opposite sign") as found:
        jug.load_model(par(*BINARY, "M2 0.3", "SINI -0.5"))
    assert not any("above 1" in str(one.message) for one in found)


def test_an_added_line_has_no_number() -> None:
    """The file has 9 lines; EPHEM of an option, and what tempo2 takes for absent lines, are none of them."""
    file = par()
    model = jug.load_model(file, ephem="DE440")
    assert model.par.place(model.settings.lines["EPHEM"]).line in range(len(file.lines) + 1)
    without = parse_lines([line.text for line in file.lines if line.key != "EPHEM"], "x.par")
    model = jug.load_model(without, ephem="DE440")
    assert str(model.par.place(model.settings.lines["EPHEM"])) == "x.par"


@pytest.mark.parametrize("word", ["TDB", "TCB"])
def test_units_of_an_option_are_no_assumption(word: str) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        model = jug.load_model(par(drop=("UNITS",)), conventions={"UNITS": word})
    assert not [one for one in found if "no line says otherwise" in str(one.message)]
    assert f"UNITS {word}, as asked" in model.settings.assumed


def test_characters_without_a_width_are_shown() -> None:
    assert escape_controls("a\u200bb\ufeffc\U000e0041d\u00e9") == "a\\u200bb\\ufeffc\\U000e0041d\u00e9"


@pytest.mark.parametrize("use", [jug.load, jug.doctor])
def test_two_rules_for_the_ends_of_clocks(use) -> None:
    with pytest.raises(jug.InputError, match="hold_clock and zero_clock contradict each other"):
        use(*jug.data.example("NGC6440E"), hold_clock=True, zero_clock=True)


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_doctor_takes_zero_clock(embedded_only: None) -> None:
    pair = jug.data.example("J1028-5819")
    by_zero, by_hold = jug.doctor(*pair, zero_clock=True), jug.doctor(*pair, hold_clock=False)
    assert by_zero.text == by_hold.text
    assert by_zero.text != jug.doctor(*pair, hold_clock=True).text


@pytest.mark.parametrize("word", ["UTC(NIST)", "TT(BIPM)", "TT(BIMP2019)", "UTC(PTB)"])
@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_a_clock_for_tempo2_is_the_one_in_use(word: str, tmp_path: Path) -> None:
    """The other reading differs by 27.7 us, so that the line that says it is written; the residuals stay."""
    pair = made(tmp_path, "")
    lines = [line for line in BASE.splitlines() if not line.startswith("CLK")]
    file = parse_lines([*lines, f"CLK {word}"], "x.par")
    written = convert(jug.load_model(file), "tempo2")
    [line] = [line for line in written.text.splitlines() if line.startswith("CLK")]
    assert line.split()[1].startswith("TT(BIPM20")
    assert any(f"CLK {word} becomes" in note for note in written.notes)
    before = jug.residuals(*jug.load(file, pair.tim)).time_s
    assert abs(before - jug.residuals(*jug.load(parse_lines(written.text.splitlines()), pair.tim)).time_s).max() < 1e-12


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_a_clock_that_is_left_out_is_no_absent_line() -> None:
    par_path, tim = jug.data.example("NGC6440E")
    lines = [line for line in Path(par_path).read_text().splitlines() if not line.startswith("CLK")]
    found = jug.doctor(parse_lines([*lines, "CLK GARBAGE"]), tim)
    assert "GARBAGE" in " ".join(found.decisions)
    assert not [row for row in found.differences if row.name == "CLK"]


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_the_convention_of_uncertainties_is_what_was_done() -> None:
    pair = jug.load(*jug.data.example("NGC6440E"), dialect="tempo2")
    for option, word in ((False, "PLAIN"), (None, "SCALED"), (True, "SCALED")):
        result = jug.fit(*pair, scale_errors=option)
        assert result.model.settings.conventions["ERRORS"] == word
        assert result.errors_scaled is (word == "SCALED")
