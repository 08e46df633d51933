"""BINARY T2 with parameters of its other forms."""

import pytest

import jug
from tests.model.checks.test_all_problems import par
from tests.model.reading.test_reads_on import model_and_warning

T0 = ("BINARY T2", "PB 10", "A1 1", "T0 55000", "ECC 0.1", "OM 30")
TASC = ("BINARY T2", "PB 10", "A1 1", "TASC 55000", "EPS1 1e-5", "EPS2 1e-5")
MASSES = (*T0, "MTOT 2.8", "M2 1.3")


@pytest.mark.parametrize(
    ("orbit", "line", "form"),
    [
        *(
            (T0, line, "T2 with T0")
            for line in ("H3 1e-7", "H4 1e-7", "STIG 0.5", "NHARMS 4", "EPS1 1e-5", "EPS2DOT 1e-15")
        ),
        *((TASC, line, "T2 with TASC") for line in ("OM 30", "OMDOT 0.1 1", "EDOT 1e-15", "GAMMA 1e-4", "DR 1e-6")),
        *((MASSES, line, "T2 with MTOT") for line in ("OMDOT 0.1", "GAMMA 1e-3", "SINI 0.9", "PBDOT 1e-12")),
        (T0, "XOMDOT 0.1", "T2 without MTOT"),
    ],
)
def test_what_a_form_does_not_use_is_named(orbit: tuple[str, ...], line: str, form: str) -> None:
    model, text = model_and_warning(*orbit, line)
    assert f" is not used: BINARY {form} has no term of it, as in tempo2" in text
    assert model.values == jug.load_model(par(*orbit)).values


@pytest.mark.parametrize("line", ["KIN 60", "KOM 90 1"])
@pytest.mark.parametrize("orbit", [T0, TASC])
def test_one_of_two_angles(orbit: tuple[str, ...], line: str) -> None:
    model, text = model_and_warning(*orbit, line)
    assert "has no term in BINARY T2" in text
    assert model.values == jug.load_model(par(*orbit)).values


@pytest.mark.parametrize(
    "lines", [(*TASC, "ECC 0.1"), (*TASC, "T0 55000"), (*T0[:4], "EPS1 1e-5"), (*T0[:4], "A1_2 1")]
)
def test_what_changes_the_orbit_of_tempo2_is_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(jug.ParError):
        jug.load_model(par(*lines))
