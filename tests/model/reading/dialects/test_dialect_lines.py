"""Par files read as another program: what an absent line means, and other units, angles and words."""

import warnings

import pytest

import jug
from jug.errors import InputError, ParError
from jug.io.par import parse_lines
from jug.model.reading.dialects.convention_table import ABSENT_LINES, CONVENTIONS
from jug.model.reading.dialects.conventions import DIALECTS, read_conventions

HEAD = ["PSR X", "RAJ 10:00:00", "DECJ 20:00:00", "F0 100", "PEPOCH 55000", "DM 10"]
ORBIT = ["BINARY DD", "PB 10", "A1 10", "T0 55000", "ECC 0.1", "OM 20"]


def model(*lines: str, dialect: str = "jug", **conventions: str) -> jug.TimingModel:
    par = parse_lines([*HEAD, *lines])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return jug.load_model(par, dialect=dialect, conventions=conventions)


def test_table():
    """Every convention has a word for each program, and the default is PINT's but where PINT loses something."""
    for name, c in CONVENTIONS.items():
        assert name == name.upper()
        assert c.what
        assert all(c.of(dialect) in c.words for dialect in DIALECTS)
    kept = {c.name for c in CONVENTIONS.values() if c.default != c.pint}
    assert kept == {"EPSDOT", "T2", "PHASE", "ROBUST", "TIMJUMPS"}


def test_absent_lines_of_tempo2():
    s = model(dialect="tempo2").settings
    assert (s.dialect, s.ephem, s.clock, s.planets, s.dilate, s.time_ephemeris) == (
        *("tempo2", "DE405", "TT(TAI)", True, True, "IF99"),
    )
    m = model("UNITS TDB", dialect="tempo2")
    assert m.values["NE_SW"] == 4.0
    assert "troposphere" in [c.name for c in m.components]
    assert model(dialect="tempo").values["NE_SW"] == 10.0
    assert "NE_SW" not in model(dialect="pint").values


def test_units_absent_are_tcb():
    """F0 of a TCB file is larger in TDB by 1.55e-8 of itself."""
    assert model(dialect="tempo2").values["F0"] == pytest.approx(100.0 * (1.0 + 1.55051979176e-8), rel=1e-15)
    assert model(dialect="tempo2", UNITS="TDB").values["F0"] == 100.0


def test_a_zero_in_another_unit_stays_as_it_is_written():
    """A value in units of 1e-12 is another one, and its line is told; nought is the same in every unit."""
    m = model("UNITS TDB", *ORBIT, "PBDOT 2.5", "XDOT 0.0", dialect="tempo")
    assert m.values["PBDOT"] == 2.5e-12
    assert m.par.find("XDOT")[0].text == "XDOT 0.0"
    assert [note for note in m.settings.assumed if "PBDOT 2.5" in note]
    assert not [note for note in m.settings.assumed if "XDOT 0.0" in note]


def test_written_lines_win_and_so_does_the_caller():
    lines = ("UNITS TDB", "EPHEM DE440", "CLK TT(BIPM2019)", "NE_SW 7", "PLANET_SHAPIRO N", "TIMEEPH FB90")
    m = model(*lines, dialect="tempo2")
    assert (m.settings.ephem, m.settings.clock, m.settings.planets) == ("DE440", "TT(BIPM2019)", False)
    assert m.values["NE_SW"] == 7.0
    assert model("UNITS TDB", dialect="tempo2", NE_SW="5").values["NE_SW"] == 5.0
    assert "NE_SW" not in model("UNITS TDB", dialect="tempo2", NE_SW="0").values


def test_clock_line_is_not_tempo2s():
    assert model("CLOCK TT(BIPM2019)", dialect="tempo2").settings.clock == "TT(TAI)"
    assert model("CLK UTC(NIST)", dialect="tempo2").settings.clock == "TT(TAI)"


@pytest.mark.parametrize("word", ["IERS2010", None])
def test_ecl_of_tempo2(word: str | None):
    lines = ["PSR X", "ELONG 10", "ELAT 20", "F0 100", "PEPOCH 55000", "UNITS TDB", *([f"ECL {word}"] if word else [])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert jug.load_model(parse_lines(lines), dialect="tempo2").settings.ecl == "IERS2003"


def test_ephver_2_overrules():
    m = model("EPHVER 2", "UNITS TCB", "NE_SW 4", dialect="tempo2")
    assert m.values["F0"] == 100.0
    assert m.values["NE_SW"] == 9.961
    assert not m.settings.planets


def test_tempo1_overrules_what_stands_above_it():
    """As tempo2 reads it, line by line; PINT does not know the line, and jug by itself warns."""
    above = ("UNITS TCB", "PLANET_SHAPIRO Y", "TIMEEPH IF99", "CORRECT_TROPOSPHERE Y", "EPHEM DE421", "NE_SW 4")
    m = model(*above, "TEMPO1", "DILATEFREQ Y", dialect="tempo2")
    assert m.values["F0"] == 100.0
    assert (m.settings.planets, m.settings.time_ephemeris, m.settings.dilate) == (False, "FB90", True)
    assert "troposphere" not in [c.name for c in m.components]
    with pytest.warns(jug.InputWarning, match="TEMPO1 is not used, as in PINT.*UNITS TDB.*T2CMETHOD TEMPO, 9 ns"):
        own = jug.load_model(parse_lines([*HEAD, "UNITS TDB", "EPHEM DE421", "PLANET_SHAPIRO Y", "TEMPO1"]))
    assert own.settings.planets
    with pytest.raises(ParError, match="F1, which is read, stands on its line"):
        model("TEMPO1 F1 -1e-15 1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        again = jug.load_model(m.par)
    assert again.values == m.values
    assert again.settings.time_ephemeris == "FB90"


@pytest.mark.parametrize(
    ("line", "name", "tempo"),
    [
        *(("PBDOT 3e-9", "PBDOT", 3e-21), ("PBDOT 3", "PBDOT", 3e-12), ("EDOT 1e-8", "EDOT", 1e-20)),
        *(("DTHETA 3", "DTH", 3e-6), ("DR 2", "DR", 2e-6), ("A0 5", "A0", 5e-6), ("B0 6", "B0", 6e-6)),
    ],
)
def test_units_of_tempo(line: str, name: str, tempo: float):
    assert model(*ORBIT, line, dialect="tempo").values[name] == pytest.approx(tempo, rel=1e-15)


def test_angles_of_tempo_read_back():
    """What is written from it has the values of jug's own reading."""
    lines = [*ORBIT[1:], "BINARY DDK", "KIN 70 1 0.5", "KOM 30", "PX 1"]
    m = model(*lines, dialect="tempo")
    assert (m.values["KIN"], m.values["KOM"]) == (110.0, 60.0)
    assert m.errors["KIN"] == 0.5
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        again = jug.load_model(m.par)
    assert again.values == m.values


def test_laplace_rates():
    """PINT takes EPS1DOT in 1e-12/s always; jug and tempo2 only above 1e-7."""
    lines = ["BINARY ELL1", "PB 1", "A1 1", "TASC 55000", "EPS1 1e-6", "EPS2 1e-6", "EPS1DOT 3e-15"]
    values = {d: model(*lines, "UNITS TDB", dialect=d).values["EPS1DOT"] for d in DIALECTS}
    assert values == pytest.approx({"jug": 3e-15, "tempo2": 3e-15, "pint": 3e-27, "tempo": 3e-27})
    assert model(*lines, "UNITS TDB", dialect="tempo2").entries["ELL1ORDER"].word == "1"


def test_t2_as_pint_takes_it():
    lines = ["BINARY T2", *ORBIT[1:]]
    assert model(*lines, dialect="pint").entries["BINARY"].word == "DD"
    assert model(*lines).entries["BINARY"].word == "T2"


def test_paascnode_of_tempo():
    """DDK with cot i below zero, without the terms of proper motion, and KOM = 90 deg - PAASCNODE."""
    m = model(*ORBIT, "SINI 0.6 1 0.01", "PAASCNODE 30", "PX 2", dialect="tempo")
    assert m.values["KIN"] == pytest.approx(180.0 - 36.86989764584402, abs=1e-12)
    assert m.values["KOM"] == 60.0
    assert m.entries["K96"].word == "N"
    assert m.entries["KIN"].free
    # dKIN = dSINI / cos i
    assert m.errors["KIN"] == pytest.approx(0.01 / 0.8 * 57.29577951308232)


def test_report_and_written_file_name_the_rest():
    m = model("UNITS TDB", "EQUAD -fe L 1", "TNEQ -fe M -6", dialect="tempo2")
    assert m.settings.conventions["EQUAD"] == "TEMPO2"
    assert "--convention EQUAD=TEMPO2" in m.par.text
    assert "--convention EQUAD" not in model("UNITS TDB", dialect="tempo2").par.text
    assert "--convention" not in model("UNITS TDB").par.text


def different_conventions(par, first, second):
    """Names of the conventions by which two dialects read a par file differently."""
    return {name for name, c in CONVENTIONS.items() if c.of(first) != c.of(second) and c.applies(par)}


def test_what_differs():
    par = parse_lines([*HEAD, "UNITS TDB", "EPS1DOT 3e-15"])
    names = different_conventions(par, "pint", "tempo2")
    assert {"EPSDOT", "EPHEM"} <= names
    assert not {"UNITS", "K96"} & names


def test_unknown_words():
    with pytest.raises(InputError, match="no dialect 'tempo3'"):
        read_conventions(None, "tempo3")
    with pytest.raises(ParError, match="no convention"):
        read_conventions({"XX": "1"})
    with pytest.raises(ParError, match="one of TDB, TCB"):
        read_conventions({"UNITS": "SI"})
    assert read_conventions({"ephem": "de440"})["EPHEM"] == "DE440"
    assert {c.name for c in ABSENT_LINES} <= set(CONVENTIONS)


def test_an_error_quotes_the_line_of_the_file() -> None:
    """Not what a dialect, or P0 in place of F0, makes of it."""
    with pytest.raises(ParError) as error:
        model("CLK TT(BIPM2021)", "CLK  UTC(NIST)", dialect="tempo2")
    assert "given twice, first on line 7: 'CLK  UTC(NIST)'" in str(error.value)
    lines = ("P0 0.01 x", *HEAD[:3], *HEAD[4:])
    with pytest.raises(ParError, match=r"'P0 0\.01 x'"):
        jug.load_model(parse_lines(lines))
    with pytest.raises(ParError, match=r"F0 must be .*'P0 1e-9'"):
        jug.load_model(parse_lines(("P0 1e-9", *lines[1:])))


@pytest.mark.parametrize("dialect", ["jug", "pint", "tempo2", "tempo"])
@pytest.mark.parametrize(
    "more", [(), ("UNITS TDB", *ORBIT, "KIN 70", "KOM 20", "M2 0.2"), ("TEMPO1", "CM 1", "CM1 1e-3")]
)
def test_lines_are_numbered_one_after_the_other(dialect: str, more: tuple[str, ...]):
    """Those of the file, and behind them those that are added because of the program or of the caller."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        m = jug.load_model(parse_lines([*HEAD, *more]), dialect=dialect, conventions={"NE_SW": "5"})
    assert [line.number for line in m.par.lines] == list(range(1, len(m.par.lines) + 1))
