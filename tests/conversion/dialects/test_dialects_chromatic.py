"""Chromatic delays for tempo2, which has CM1 as jug has it, CM not at all, and CM2 and above without a factorial."""

import pytest

import jug
from jug.conversion.dialects.dialects import convert
from jug.io.par import parse_lines

HEAD = "PSR X\nRAJ 17:48:52\nDECJ -20:21:29\nF0 61\nPEPOCH 55000\nDM 20\nEPHEM DE421\nCLK TT(BIPM2019)\nUNITS TDB\n"


def with_lines(*lines: str) -> jug.TimingModel:
    return jug.load_model(parse_lines([*HEAD.splitlines(), "TNCHROMIDX 4", *lines], "x.par"))


def test_the_first_derivative_is_written() -> None:
    lines = convert(with_lines("CM 0", "CM1 1e-3 1"), "tempo2").text.splitlines()
    assert any(line.split()[:3] == ["CM1", "1e-3", "1"] for line in lines)


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("value", ["1e-4", "0 1"])
def test_higher_derivatives_are_refused(number: int, value: str) -> None:
    """A value, or a fit flag, of CM2 or above means something else to tempo2: it has no 1 / n!."""
    lines = ("CM 0", "CM1 1e-3", "CM2 0", f"CM{number} {value}")
    model = with_lines(*(lines[:2] if number == 2 else lines[:3]), lines[3])
    with pytest.raises(jug.InputError, match=rf"x\.par:\d+: .*CM{number} of tempo2 has no factorial"):
        convert(model, "tempo2")
    found = convert(model, "tempo2", leave_out=True)
    assert f"# CM{number} {value}" in found.text.splitlines()
    assert f"CM{number} of tempo2 has no factorial: left out" in found.notes
    assert "factorial" not in " ".join(convert(model, "pint").notes)


def test_higher_derivatives_of_zero_say_nothing() -> None:
    assert not any("factorial" in note for note in convert(with_lines("CM 0", "CM1 1e-3", "CM2 0"), "tempo2").notes)


@pytest.mark.parametrize("value", ["1e-4", "0 1"])
def test_the_constant_is_refused(value: str) -> None:
    with pytest.raises(jug.InputError, match=r"tempo2 2023\.05\.1 does not use CM itself"):
        convert(with_lines(f"CM {value}", "CM1 1e-3"), "tempo2")
