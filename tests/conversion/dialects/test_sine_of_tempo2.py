"""SINI above 1 for tempo2, which takes it as 1, and TZRFREQ, which PINT and tempo do not read."""

import warnings
from math import acos, cos, log, pi, sqrt

import pytest
from scipy.integrate import quad
from test_dialects import model_of
from test_dialects_orbits import BASE

import jug
from jug.conversion.dialects.dialects import convert
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


@pytest.mark.parametrize("sine", [1.000001, 1.02, 1.5])
def test_tempo2_takes_it_as_one(sine: float) -> None:
    """Its size against quadrature: the change of -2 T_sun M2 ln(1 - s cos x), where that is finite, about its mean."""
    said = notes("DD", "T0", sine)

    def change(x: float) -> float:
        return 2e9 * T_SUN * 0.3 * log((1.0 - sine * cos(x)) / (1.0 - cos(x)))

    ends = acos(1.0 / sine) * (1.0 + 1e-12), pi
    points = [ends[0] * factor for factor in (1.01, 2.0, 10.0, 100.0) if ends[0] * factor < pi]
    mean, square = (
        quad(lambda x, power=power: change(x) ** power, *ends, points=points, limit=500)[0] / (ends[1] - ends[0])
        for power in (1, 2)
    )
    size = float(said[0].split("delay by ")[1].split(" ns")[0].replace(",", ""))
    assert said[0].startswith(f"tempo2 takes SINI {sine:g} as 1, which changes the Shapiro delay by")
    assert size == pytest.approx(sqrt(square - mean**2), rel=0.005)  # three digits


@pytest.mark.parametrize(("binary", "epoch", "sine"), [("DD", "T0", 0.99), ("ELL1", "TASC", 1.0)])
def test_no_note_up_to_one(binary: str, epoch: str, sine: float) -> None:
    assert notes(binary, epoch, sine) == []


def test_pint_refuses_such_a_sine() -> None:
    assert notes("DD", "T0", 1.02, "pint") == ["PINT refuses SINI outside 0 to 1"]


@pytest.mark.parametrize(("program", "key"), [("pint", "TZRFRQ"), ("tempo", "TZRFRQ"), ("tempo2", "TZRFREQ")])
def test_tzrfreq_for_programs_that_do_not_read_it(program: str, key: str) -> None:
    text = BASE + "TZRMJD 55000\nTZRSITE gbt\nTZRFRQ 1400\n"
    with pytest.warns(InputWarning, match="TZRFREQ is read as TZRFRQ"):
        model = jug.load_model(parse_lines(text.replace("TZRFRQ", "TZRFREQ").split("\n"), "x.par"))
    lines = convert(model, program, leave_out=True).text.splitlines()
    assert [line.split() for line in lines if line.startswith("TZRFR")] == [[key, "1400"]]
