"""SINI above 1 for tempo2, which takes it as 1, and TZRFREQ, which PINT and tempo do not read."""

import warnings

import numpy as np
import pytest
from test_dialects import model_of
from test_dialects_orbits import BASE

import jug
from jug.conversion.dialects import convert
from jug.core.constants import T_SUN
from jug.errors import InputWarning
from jug.io.par import parse_lines

ORBIT = "BINARY {}\nPB 10\nA1 1\n{} 55000\nM2 0.3\nSINI {}\n"


def notes(binary: str, epoch: str, sine: float, program: str = "tempo2") -> list[str]:
    """What is said of SINI on converting."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)  # SINI above 1 is outside its physical range
        model = model_of(BASE + ORBIT.format(binary, epoch, sine))
    return [note for note in convert(model, program).notes if "SINI" in note]


def test_tempo2_takes_it_as_one() -> None:
    """Its size by numpy: the change of -2 T_sun M2 ln(1 - s sin Phi), where that is finite, about its mean.

    The 3600 phases of the note give it to 5%, as the logarithm has no bound at conjunction.
    """
    said = notes("DD", "T0", 1.02)
    phase = 2 * np.pi * (np.arange(360000) + 0.5) / 360000
    finite = np.sin(phase)[1.02 * np.sin(phase) < 1.0]
    change = -2 * T_SUN * 0.3 * np.log((1 - 1.02 * finite) / (1 - finite)) * 1e9
    size = float(said[0].split("delay by ")[1].split(" ns")[0].replace(",", ""))
    assert said[0].startswith("tempo2 takes SINI 1.02 as 1, which changes the Shapiro delay by")
    assert size == pytest.approx(float(change.std()), rel=0.06)


@pytest.mark.parametrize(("binary", "epoch", "sine"), [("DD", "T0", 0.99), ("ELL1", "TASC", 1.0)])
def test_no_note_up_to_one(binary: str, epoch: str, sine: float) -> None:
    assert notes(binary, epoch, sine) == []


def test_pint_has_no_note() -> None:
    assert notes("DD", "T0", 1.02, "pint") == []


@pytest.mark.parametrize(("program", "key"), [("pint", "TZRFRQ"), ("tempo", "TZRFRQ"), ("tempo2", "TZRFREQ")])
def test_tzrfreq_for_programs_that_do_not_read_it(program: str, key: str) -> None:
    text = BASE + "TZRMJD 55000\nTZRSITE gbt\nTZRFRQ 1400\n"
    with pytest.warns(InputWarning, match="TZRFREQ is read as TZRFRQ"):
        model = jug.load_model(parse_lines(text.replace("TZRFRQ", "TZRFREQ").split("\n"), "x.par"))
    lines = convert(model, program, leave_out=True).text.splitlines()
    assert [line.split() for line in lines if line.startswith("TZRFR")] == [[key, "1400"]]
