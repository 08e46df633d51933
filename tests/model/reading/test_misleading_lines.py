"""Lines and flags that were read in silence, or whose message named another cause."""

import warnings
from pathlib import Path

import pytest

import jug
from jug.data import example
from jug.errors import DataError, ParError
from jug.io.par import parse_lines, read_par

PAR, TIM = example("NGC6440E")
TOAS = Path(TIM).read_text()


def load_case(*lines: str, tim: Path = Path(TIM), dialect: str = "jug") -> tuple[jug.TimingModel, str]:
    keys = {line.split()[0] for line in lines}
    par = parse_lines([*(line.text for line in read_par(PAR).lines if line.key not in keys), *lines], "x.par")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        model, _ = jug.load(par, tim, dialect=dialect)
    return model, "\n".join(str(one.message) for one in found)


def in_format_1(folder: Path, flag: str = "", *, offset: int = 0, error: str = "20", every: int = 1) -> Path:
    """Twelve TOAs, some with a flag."""
    lines = [
        f"toa 1400 {53500 + offset + 10 * i}.25 {error} gbt {flag if i % every == 0 else ''}".rstrip()
        for i in range(12)
    ]
    path = folder / "a.tim"
    path.write_text("\n".join(["FORMAT 1", *lines, ""]))
    return path


@pytest.mark.parametrize(("dialect", "word"), [("jug", "FB90"), ("pint", "FB90"), ("tempo2", "IF99")])
def test_unknown_time_ephemeris_is_that_of_the_program(dialect: str, word: str) -> None:
    model, told = load_case("TIMEEPH IF98", dialect=dialect)
    assert model.settings.time_ephemeris == word
    assert f"jug takes {word}" in told


def test_no_order_of_the_eccentricity_for_ell1h() -> None:
    """ELL1H of jug has no ELL1ORDER: a line that jug adds itself is not one that is not used."""
    orbit = ("BINARY ELL1H", "PB 10", "A1 1e-5", "TASC 53500", "EPS1 1e-3", "EPS2 0", "H3 1e-9")
    assert "ELL1ORDER is not used" not in load_case(*orbit, dialect="tempo2")[1]
    assert "ELL1ORDER 1" in load_case("BINARY ELL1", *orbit[1:-1], dialect="tempo2")[1]


@pytest.mark.parametrize("dialect", ["jug", "tempo2"])
def test_julian_dates_are_named(tmp_path: Path, dialect: str) -> None:
    """TIMEEPH IF99 took the velocity of the Earth beyond the ephemeris, and named MJD -1.3e27."""
    with pytest.raises(DataError, match=r"MJD 2453500\.25 and 11 more lie outside .* 2400000\.5 more than an MJD"):
        load_case(tim=in_format_1(tmp_path, offset=2400000), dialect=dialect)


def test_pulse_numbers_of_some(tmp_path: Path) -> None:
    some, every = (in_format_1(tmp_path, "-pn 5", every=n) for n in (3, 1))
    assert "pulse number" not in load_case(tim=every)[1]
    some = in_format_1(tmp_path, "-pn 5", every=3)
    assert "4 of 12 TOAs have a pulse number (-pn), which counts only where every TOA has one" in load_case(tim=some)[1]
    assert f"{some}:3" in load_case(tim=some)[1]
    found = [f for f in jug.doctor(PAR, some).findings if f.kind == "pulse numbers"]
    assert [f.decide for f in found] == ["give every TOA -pn, or take them out"]


def test_uncertainties_in_seconds(tmp_path: Path) -> None:
    found = [f for f in jug.doctor(PAR, in_format_1(tmp_path, error="2e-5")).findings if f.kind == "odd uncertainty"]
    assert found[0].what == "the median of the uncertainties is 2e-05 us, less than any telescope reaches"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("RAJ 267.22", "24 hours or more: is it in degrees?"),
        ("DECJ \u221220:21:29", "U+2212 is not a character of a number"),
        ("F1 \u22121e-15", "U+2212 is not a character of a number"),
    ],
)
def test_messages_of_values(line: str, words: str) -> None:
    with pytest.raises(ParError) as error:
        load_case(line)
    assert words in str(error.value)
