"""Par files for PINT, tempo2 and tempo: spelling, units, lines that may not be absent, what the program lacks."""

from pathlib import Path

import pytest

import jug
from jug.conversion.dialects.dialect_parameters import keyword_for
from jug.conversion.dialects.dialects import convert
from jug.conversion.par_file_text.rounding import round_model
from jug.conversion.units import convert_units
from jug.io.par import parse_lines
from jug.model.programs.supported import PROGRAMS

FULL = """# a comment that stays
PSR   J0000+0000   # with a remark
c a remark of tempo's
ELONG 12.3456789012345678901 1 1e-9
ELAT -3.2 1
PMLAMBDA 3.25 1 0.012
ECL IERS2003

F0 100.123456789012345678901234567 1 1e-12
F1 -1.5D-15 1   # spin-down
PEPOCH 55000.123456789012345678
DM 12.3456789 1 1.2e-4
DM1 1e-4
JUMP -fe L-wide 0.1 1 2.5e-7
JUMP -fe S-wide 0.2
EPHEM DE440
MODE 2
CHI2 12
INFO -f
CLOCK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRFRQ inf
TZRSITE @
"""
EXPLICIT = {
    "tempo2": {
        "MODE": "1",
        "CLK": "TT(BIPM2019)",
        "NE_SW": "0",
        "PLANET_SHAPIRO": "N",
        "CORRECT_TROPOSPHERE": "N",
        "DILATEFREQ": "N",
        "TIMEEPH": "FB90",
        "T2CMETHOD": "IAU2000B",
        "TZRFRQ": "0",
    },
    "tempo": {"MODE": "1", "CLK": "TT(BIPM2019)", "SOLARN0": "0"},
    "pint": {"UNITS": "TDB", "EPHEM": "DE440", "CLOCK": "TT(BIPM2019)"},
}


def model_of(text: str) -> jug.TimingModel:
    return jug.load_model(parse_lines(text.splitlines(), "x.par"))


def lines_of(text: str) -> dict[str, str]:
    return {line.key: " ".join(line.args) for line in parse_lines(text.splitlines()).lines if line.key}


NOTHING = {"NE_SW", "SWEPOCH", "SWP", "SWM", "CORRECT_TROPOSPHERE", "TROPWET", "K96"}
"""What comes in with lines that switch a term off which is absent anyhow."""


def differences(one: jug.TimingModel, other: jug.TimingModel) -> list[str]:
    """Parameters and settings that are not the same to the last bit; what has no effect may be there or not."""
    found = sorted((set(one.entries) - set(other.entries)) | (set(other.entries) - set(one.entries) - NOTHING))
    for name in set(one.entries) & set(other.entries):
        e, f = one.entries[name], other.entries[name]
        if (e.value, e.error, e.free, e.selector, e.word) != (f.value, f.error, f.free, f.selector, f.word):
            found.append(name)
    settings = ("psr", "ephem", "clock", "ecl", "planets", "tzr_mjd", "tzr_site", "tzr_freq_mhz")
    return found + [name for name in settings if getattr(one.settings, name) != getattr(other.settings, name)]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_written_file_is_the_same_model_to_the_last_bit(program: str) -> None:
    model = model_of(FULL).moved({"F0": 1.234e-13, "ELAT": 3.3e-11, "F1": 1e-19})
    assert not differences(model, model_of(convert(model, program).text))


@pytest.mark.parametrize("program", PROGRAMS)
def test_comments_and_order_stay(program: str) -> None:
    text = convert(model_of(FULL), program).text
    assert text.startswith("# a comment that stays\n# with a remark\nPSR   J0000+0000\n# c a remark of tempo's\nELONG")
    keys = [key for key in lines_of(text) if key in lines_of(FULL)]
    assert keys == [key for key in lines_of(FULL) if key in keys]
    assert "\n\n" in text
    assert all("#" not in line[1:] for line in text.splitlines())


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_may_not_be_absent_is_there(program: str) -> None:
    lines = lines_of(convert(model_of(FULL), program).text)
    for key, value in EXPLICIT[program].items():
        assert lines[key] == value, key
    assert lines["POSEPOCH"] == lines["DMEPOCH"] == lines["PEPOCH"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_file_without_a_clock_gets_the_one_that_jug_takes(program: str) -> None:
    found = convert(model_of(FULL.replace("CLOCK TT(BIPM2019)\n", "")), program)
    assert lines_of(found.text)["CLK"].startswith("TT(BIPM20")
    assert any("no CLK line" in note for note in found.notes)


def test_tempo_reads_80_characters() -> None:
    model = model_of(FULL).moved({"F0": 1.234e-13})
    assert max(len(line) for line in convert(model, "tempo").text.splitlines() if line[:1] != "#") <= 80


def test_the_obliquity_of_tempo2_is_told() -> None:
    assert not convert(model_of(FULL), "tempo2").notes
    (note,) = convert(model_of(FULL.replace("ECL IERS2003", "ECL IERS2010")), "tempo2").notes
    assert "84381.4059" in note
    assert "0.1 mas" in note


@pytest.mark.filterwarnings("ignore:.*EPHVER 2:jug.InputWarning")
def test_ephver_2_of_tempo2_is_made_a_comment() -> None:
    found = convert(model_of(FULL + "EPHVER 2\n"), "tempo2")
    assert "# EPHVER 2\n" in found.text
    assert any("EPHVER" in note for note in found.notes)


@pytest.mark.filterwarnings("ignore:.*TEMPO1 is not used:jug.InputWarning")
@pytest.mark.parametrize("program", ["pint", "tempo2", "tempo"])
def test_tempo1_is_made_a_comment(program: str) -> None:
    found = convert(model_of(FULL + "TEMPO1\n"), program)
    assert "# TEMPO1\n" in found.text
    assert any("TEMPO1" in note for note in found.notes)


def test_jumps_that_tempo_lacks_are_named(tmp_path: Path) -> None:
    model = model_of(FULL + "JUMP MJD 55000 55100 1e-6 1\nPLANET_SHAPIRO Y\n")
    with pytest.raises(jug.InputError, match=r"x.par:25: tempo lacks.*JUMPs.*by flags; tempo has no PLANET_SHAPIRO Y"):
        jug.write_par(model, tmp_path / "t.par", "tempo")
    assert not list(tmp_path.iterdir())
    with pytest.warns(jug.InputWarning, match="left out"):
        jug.write_par(model, tmp_path / "t.par", "tempo", leave_out=True)
    text = (tmp_path / "t.par").read_text()
    assert "# JUMP MJD 55000 55100 1e-6 1\n# PLANET_SHAPIRO Y\n" in text


def test_an_offset_that_the_mean_replaces_is_noted() -> None:
    found = convert(model_of(FULL + "PHOFF 0.1 1\n"), "tempo2")
    assert "# PHOFF 0.1 1\n" in found.text
    assert found.notes == ("tempo2 has no PHOFF: the mean is removed in its place",)


def test_no_such_dialect(tmp_path: Path) -> None:
    with pytest.raises(jug.InputError, match="no dialect 'tempo3'; there are jug, pint, tempo2, tempo"):
        jug.write_par(model_of(FULL), tmp_path / "x.par", "tempo3")


def test_values_are_rounded_on_request_only(tmp_path: Path) -> None:
    model = model_of(FULL + "# end\n").moved({"F0": 1.2e-13})
    jug.write_par(model, tmp_path / "all.par")
    assert not differences(model, jug.load_model(tmp_path / "all.par"))
    jug.write_par(model, tmp_path / "round.par", round_values=True)
    lines = lines_of((tmp_path / "round.par").read_text())
    assert lines["F0"] == "100.1234567890125 1 1e-12"
    assert lines["DM"] == "12.34568 1 0.00012"
    assert lines["PMLAMBDA"] == "3.25 1 0.012"
    assert lines["ELONG"] == "12.3456789012 1 1e-09"
    assert lines["F1"] == "-1.5D-15 1"


def test_angles_are_rounded_in_seconds() -> None:
    model = model_of(
        "PSR X\nRAJ 17:48:52.123456789 1 0.0034\nDECJ -20:21:29.987654 1 0.51\nF0 61 1\nPEPOCH 53750\nDM 200\n"
        "EPHEM DE421\nCLK TT(BIPM2019)\nUNITS TDB\n"
    )
    near = round_model(model)
    assert near.entries["RAJ"].text() == "17:48:52.1235"
    assert near.entries["DECJ"].text() == "-20:21:29.99"
    for name, e in near.entries.items():
        assert abs(e.value.hi - model.entries[name].value.hi) <= (e.error or 0.0) / 20


def test_tcb_on_request(tmp_path: Path) -> None:
    model = model_of(FULL)
    jug.write_par(model, tmp_path / "tcb.par", "tempo2", units="TCB")
    text = (tmp_path / "tcb.par").read_text()
    assert lines_of(text)["UNITS"] == "TCB"
    back = convert_units(jug.read_par(tmp_path / "tcb.par"), "TDB")
    assert jug.load_model(back).values["F0"] == pytest.approx(model.values["F0"], rel=1e-16)
    with pytest.raises(jug.InputError, match="no UNITS TCB for pint"):
        jug.write_par(model, tmp_path / "x.par", "pint", units="TCB")


def test_tempo2_has_no_flag_on_lines_of_several_values() -> None:
    """It reads the third word of a node as its uncertainty, and a flag on SIFUNC, DMMODEL or WAVE_OM frees them all."""
    nodes = "SIFUNC 2\nIFUNC1 54000 1e-6 1 2e-7\nIFUNC2 54100 2e-6 1 3e-7\n"
    offsets = "DMMODEL DM 1\nDMOFF 54000 1e-4 1e-5\nDMOFF 55000 2e-4\nWAVE_OM 0.01\nWAVE1 1e-3 2e-3 1\nWAVE2 0 0 0\n"
    found = convert(model_of(FULL + nodes + offsets), "tempo2")
    words = {}
    for line in found.text.splitlines():
        key, *args = line.split() or [""]
        words.setdefault(key, []).append(args)
    assert words["SIFUNC"] == [["2", "1"]]
    assert words["IFUNC1"] == [["54000", "1e-6", "2e-07"]]
    assert words["DMMODEL"] == [["DM", "1"]]
    assert words["DMOFF"] == [["54000", "0.0001", "1e-05"], ["55000", "0.0002", "0.0"]]
    assert words["WAVE_OM"] == [["0.01", "1"]]
    assert words["WAVE1"] == [["0.001", "0.002"]]
    assert "some of the WAVE_SIN and WAVE_COS are free: WAVE_OM frees them all" in found.notes
    again = model_of(found.text)
    assert again.errors["IFUNC2"] == 3e-7
    assert {"IFUNC1", "IFUNC2", "DMOFF1", "WAVE_COS2"} <= set(again.free)


def test_pint_gets_no_dm_series() -> None:
    """TAYLOR is all that PINT has and it does not know the word; POLY it cannot do."""
    text = FULL + "DM2 1e-5\nDM_SERIES "
    assert "# DM_SERIES TAYLOR" in convert(model_of(text + "TAYLOR\n"), "pint").text.splitlines()
    with pytest.raises(jug.InputError, match="PINT has no DM_SERIES POLY"):
        convert(model_of(text + "POLY\n"), "pint")


@pytest.mark.filterwarnings("ignore::jug.InputWarning")
@pytest.mark.parametrize(("value", "asked"), [("0.3", False), ("0", False), ("-0.1", True)])
def test_pint_takes_masses_from_zero_on(value: str, asked: bool) -> None:
    orbit = f"BINARY DD\nPB 10\nA1 5\nT0 54000\nECC 0.2\nOM 10\nM2 {value}\nSINI 0.5\n"
    assert ("PINT refuses M2 below 0" in "\n".join(convert(model_of(FULL + orbit), "pint").notes)) == asked


@pytest.mark.parametrize(
    ("program", "key", "word"),
    [
        ("pint", "", "FD2JUMP"),
        ("tempo2", "", "FDJUMP2"),
        ("tempo", "", ""),
        ("pint", "FDJUMP2", "FD2JUMP"),
        ("tempo2", "FD2JUMP1", "FDJUMP2"),
    ],
)
def test_the_keyword_of_a_jump_by_frequency(program: str, key: str, word: str) -> None:
    """With the keyword of its line, and for a parameter that has none."""
    model = model_of(FULL + "FD2JUMP -fe L-wide 1e-6\n")
    [entry] = [e for e in model.entries.values() if e.name.startswith("FD2JUMP")]
    assert keyword_for(program, entry, key) == word
