"""`jug.doctor` asks for a decision on a parameter that the binary model lacks where it matters by more than 1 ns."""

from types import SimpleNamespace

import pytest

import jug
from jug.analysis.diagnosis.unused_parameters import UnusedSize, _numbers, _on_toas
from jug.core.times import parse_mjds
from jug.io.par import parse_lines
from jug.io.tim.raw_toas import RawTOAs, make_toas

EXAMPLE = jug.data.example("NGC6440E")


@pytest.fixture(scope="module")
def raw() -> RawTOAs:
    return jug.read_tim(EXAMPLE[1])


@pytest.mark.parametrize(
    ("orbit", "line", "decisions", "what"),
    [
        ("ELL1;TASC 53750", "E 1e-6", 1, "has an amplitude of 500 ns"),
        ("ELL1;TASC 53750", "E 1e-9", 0, "has an amplitude of 0.5 ns"),
        ("ELL1;TASC 53750;EPS1 1e-6", "OMDOT 1", 1, "(16.9 ns over the span of the TOAs)"),
        ("ELL1;TASC 53750", "EDOT 1e-3", 1, "ns over the span of the TOAs)"),
        ("BT;T0 53750;SINI 0.9", "M2 0.3", 1, "varies over the orbit by 8,700 ns"),
        ("BT;T0 53750", "KOM 40", 0, "as BINARY BT has no KOM"),
        ("ELL1;TASC 53750", "SINI 0.9", 1, "without M2 there is no Shapiro delay"),
        ("ELL1;TASC 53750", "M2 0.3", 1, "without SINI there is no Shapiro delay"),
    ],
)
def test_a_parameter_that_the_orbit_lacks(raw: RawTOAs, orbit: str, line: str, decisions: int, what: str) -> None:
    with open(EXAMPLE[0], encoding="utf-8") as file:
        text = f"{file.read()}\nBINARY {orbit.replace(';', chr(10))}\nPB 10\nA1 1\n{line}\n"
    par = parse_lines(text.splitlines(), "x.par")
    found = jug.doctor(par, raw)
    number = next(p.number for p in par if p.key == line.split()[0])
    about = [f for f in found.findings if f.where == f"x.par:{number}" and "is not used" in f.what]
    assert len(about) == 1
    assert what in about[0].what
    key = line.split()[0]
    assert bool(about[0].decide) == bool(decisions)
    assert sum(f"--ignore {key} " in d for d in found.decisions) == decisions


def test_numbers_of_lines() -> None:
    """EDOT above 1e-7 is in units of 1e-12, as of tempo; the first line of a keyword counts, and words do not."""
    for text, value in (("1e-3", 1e-15), ("-1e-3", -1e-15), ("1e-7", 1e-7), ("1.1e-7", 1.1e-19), ("1e-14", 1e-14)):
        assert _numbers(parse_lines([f"EDOT {text}", "E 0.5", "ECC 0.25", "PSR J1", "DM"], "x.par")) == {
            "EDOT": pytest.approx(value, rel=1e-15),
            "ECC": 0.5,
        }


def test_a_size_that_grows_is_that_over_the_span(raw: RawTOAs) -> None:
    """A year is 365.25 d; without TOAs it is that of a year."""
    two = make_toas(parse_mjds(["55000", "55730.5"]), freq_hz=1e9, error_s=1e-6, site="@")
    for toas, found in ((two, (6.0, " (6 ns over the span of the TOAs)")), (None, (3.0, ""))):
        assert _on_toas(SimpleNamespace(raw=toas), UnusedSize("it grows by", 3.0, a_year=True)) == found  # type: ignore[arg-type]
    assert _on_toas(SimpleNamespace(raw=two), UnusedSize("it grows by", 3.0, a_year=False)) == (3.0, "")  # type: ignore[arg-type]
