"""Noise lines in the words of other programs: the same noise, or a note of what will differ."""

import warnings

import pytest

import jug
from jug.conversion.dialects.dialects import convert
from jug.data import example
from jug.errors import InputError
from jug.io.par import parse_lines, read_par

BASE = """PSR X
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
F0 61.485476554 1
PEPOCH 55000
DM 223.9 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TNDMAMP -13.1
TNDMGAM 3
TNDMC 20
"""


def model(text: str, **conventions: str) -> jug.TimingModel:
    return jug.load_model(parse_lines(text.splitlines()), conventions=conventions)


@pytest.mark.parametrize("ours", ["pint", "tempo2"])
@pytest.mark.parametrize("theirs", ["pint", "tempo2"])
@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_the_amplitude_of_dm_noise(ours: str, theirs: str) -> None:
    text = convert(model(BASE, TNDM=ours), theirs).text
    again = model(text, TNDM=theirs)
    shift = {("pint", "tempo2"): 1.6375326182133982, ("tempo2", "pint"): -1.6375326182133982}.get((ours, theirs), 0.0)
    assert again.values["TNDMAMP"] == pytest.approx(-13.1 + shift, abs=1e-14)
    assert convert(model(text, TNDM=theirs), ours).text.split("TNDMAMP")[1].split()[0] == "-13.1"


@pytest.mark.parametrize(
    ("line", "program", "conventions", "why"),
    [
        ("TNEQ -f X -6", "tempo2", {}, "TNEQ of tempo2 stands outside EFAC"),
        ("TNEQ -f X -6", "tempo2", {"EQUAD": "outside"}, ""),
        ("EQUAD -f X 1", "tempo2", {"EQUAD": "outside"}, "EQUAD of tempo2 stands inside EFAC"),
        ("EQUAD -f X 1", "pint", {"EQUAD": "outside"}, "of PINT stand inside EFAC"),
        ("EQUAD -f X 1", "pint", {}, ""),
        ("ECORR -f X 1", "tempo2", {}, "ECORR of tempo2 has single TOAs too"),
        ("ECORR -f X 1", "tempo2", {"ECORR": "tempo2"}, ""),
        ("ECORR -f X 1", "pint", {"ECORR": "tempo2"}, "ECORR of PINT is between two TOAs or more"),
    ],
)
def test_what_remains_is_noted(line: str, program: str, conventions: dict[str, str], why: str) -> None:
    notes = [n for n in convert(model(f"{BASE}{line}\n", **conventions), program).notes if "stand" in n or "ECORR" in n]
    assert len(notes) == bool(why)
    assert all(why in note for note in notes)


@pytest.mark.parametrize(
    "line",
    [
        *("TNBANDNOISE 1000 2000 -13 3 5", "TNGROUPNOISE -f X -13 3 5", "TNGLOBALEF 1.1"),
        *("TNBANDDM -11.1 2.5 5", "TNSQ -f X -5.1", "TNSECORR -f X 0.4"),
    ],
)
def test_what_pint_lacks(line: str) -> None:
    with pytest.raises(InputError, match=line.split()[0]):
        convert(model(f"{BASE}{line}\n"), "pint")
    written = convert(model(f"{BASE}{line}\n"), "tempo2").text.splitlines()
    assert line.split() in [text.split() for text in written]


def test_what_was_read_as_tempo2_is_noted_for_pint() -> None:
    """FD before the orbit, half-open JUMPs: tempo2 does so, PINT does not; read by jug's defaults it is the reverse."""
    lines = ("BINARY DD", "PB 10", "A1 20", "T0 53500", "ECC 0.1", "OM 20", "FD1 1e-5", "JUMP MJD 53000 53500 1e-5")
    par = parse_lines([*(q.text for q in read_par(example("NGC6440E")[0]).lines), *lines])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        as_tempo2, as_jug = jug.load_model(par, dialect="tempo2"), jug.load_model(par)
    pairs = ((as_tempo2, "pint", True), (as_tempo2, "tempo2", False), (as_jug, "pint", False), (as_jug, "tempo2", True))
    for read, program, noted in pairs:
        notes = " ".join(convert(read, program).notes)
        assert ("orbit" in notes) is noted
        assert ("JUMP" in notes) is noted


def test_an_ecorr_of_zero_is_a_comment_for_pint() -> None:
    """Its prior has the weight 1/0 in PINT's fits; the other lines, and those of other dialects, stay."""
    text = "ECORR -f X 0\nECORR -f Y 0.5\n"
    found = convert(model(BASE + text), "pint")
    assert [line.split() for line in found.text.splitlines() if "ECORR" in line] == [
        ["#", "ECORR", "-f", "X", "0"],
        ["ECORR", "-f", "Y", "0.5"],
    ]
    notes = [note for note in found.notes if "ECORR" in note]
    assert len(notes) == 1
    assert notes[0].startswith("ECORR1 -f X is 0 and its line is written as a comment")
    assert "# ECORR" not in convert(model(BASE + text), "tempo2").text
