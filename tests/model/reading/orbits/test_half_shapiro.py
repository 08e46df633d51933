"""M2 without SINI, SINI without M2: told, with the size of what is left and of what both would give."""

import re
import warnings

import numpy as np
import pytest

import jug
from jug.core.constants import T_SUN
from jug.data import example
from jug.errors import InputWarning
from jug.io.par import parse_lines
from jug.model.mass_function import companion_mass, mass_function
from tests.model.checks.test_all_problems import par

ELL1 = ("BINARY ELL1", "PB 10", "A1 3", "TASC 55000")
DD = ("BINARY DD", "PB 10", "A1 3", "T0 55000", "ECC 0.5", "OM 40")


def warnings_of(*lines: str) -> list[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", InputWarning)
        jug.load_model(par(*lines))
    return [str(one.message) for one in found]


def ns(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"([\d.,]+) ns", text)]


@pytest.mark.parametrize("line", ["SINI 0.9", "SHAPMAX 2.302585093", "SINI 0.9 1"])
def test_an_inclination_without_a_mass(line: str) -> None:
    orbit = ELL1 if line.startswith("SINI") else ("BINARY DDS", *DD[1:4])
    (text,) = warnings_of(*orbit, line)
    name, m2 = line.split()[0], companion_mass(mass_function(3.0, 864000.0), 0.9)
    assert f"{name} is not used: without M2 there is no Shapiro delay, as in PINT and tempo2; with M2 {m2:.3g}" in text
    assert ns(text) == [pytest.approx(2e9 * T_SUN * m2 * np.log(1.9 / 0.1), rel=5e-3)]


def test_a_mass_without_an_inclination() -> None:
    (text,) = warnings_of(*ELL1, "M2 0.3")
    sine = (mass_function(3.0, 864000.0) * 1.7**2) ** (1 / 3) / 0.3
    assert "M2 is not used: without SINI there is no Shapiro delay, as in PINT and tempo2" in text
    assert f"with SINI {sine:.3g}, from the mass function for a pulsar of 1.4 solar masses" in text
    assert ns(text) == [pytest.approx(2e9 * T_SUN * 0.3 * np.log((1 + sine) / (1 - sine)), rel=5e-3)]


def test_an_eccentric_orbit_keeps_a_part() -> None:
    """-2 T_sun M2 ln(1 - e cos E) is evaluated, and stands in the residuals."""
    (text,) = warnings_of(*DD, "M2 0.3")
    assert "M2 is used without SINI, which counts as 0" in text
    assert ns(text)[0] == pytest.approx(2e9 * T_SUN * 0.3 * np.log(1.5 / 0.5), rel=5e-3)


def test_the_residuals_are_those_without_the_line() -> None:
    own, tim = example("NGC6440E")
    with open(own) as file:
        base = file.read().splitlines()

    def residuals(*lines: str) -> np.ndarray:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            model, toas = jug.load(parse_lines([*base, *lines], "x.par"), tim)
        return np.asarray(jug.residuals(model, toas).time_s)

    assert np.array_equal(residuals(*ELL1, "SINI 0.9"), residuals(*ELL1))
    assert np.array_equal(residuals(*ELL1, "M2 0.3"), residuals(*ELL1))
    assert np.ptp(residuals(*DD, "M2 0.3") - residuals(*DD)) > 1e-7


@pytest.mark.parametrize(
    "lines",
    [
        (*ELL1, "M2 0.3", "SINI 0.9"),
        (*ELL1, "M2 0", "SINI 0.9"),
        (*ELL1, "SINI 0"),
        (*ELL1, "M2 0"),
        ("BINARY DDGR", *DD[1:], "MTOT 2.8", "M2 1.3"),
        ("BINARY MSS", *DD[1:], "SHAPMAX 1e-6"),
        ("BINARY DDK", *DD[1:], "KIN 60", "KOM 10", "M2 0.3"),
    ],
)
def test_what_needs_no_word(lines: tuple[str, ...]) -> None:
    assert warnings_of(*lines) == []


def test_no_size_without_a_period() -> None:
    """SINI above what the mass of the companion can give, and orbits of FB0."""
    (text,) = warnings_of(*ELL1, "M2 0.001")
    assert ns(text) == []
    assert len(ns(warnings_of("BINARY ELL1", "FB0 1e-6", "A1 3", "TASC 55000", "SINI 0.9")[0])) == 1
