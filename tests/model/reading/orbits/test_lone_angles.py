"""KIN and KOM of BINARY T2 without one another, by what is kept, assumed and refused."""

import pytest

import jug
from tests.model.checks.test_all_problems import par
from tests.model.reading.test_reads_on import model_and_warning

T0 = ("BINARY T2", "PB 10", "A1 1", "T0 55000", "ECC 0.1", "OM 30")


@pytest.mark.parametrize(("line", "other"), [("KIN 60", "KOM"), ("KOM 90 1", "KIN")])
def test_the_absent_angle_is_named(line: str, other: str) -> None:
    model, text = model_and_warning(*T0, line)
    name = line.split()[0]
    assert f"{name} is not used: without {other} it has no term in BINARY T2, as in tempo2" in text
    assert name not in model.values
    assert name not in model.free


@pytest.mark.parametrize("lines", [(), ("KIN 60", "KOM 90"), ("KIN 60", "KOM 90", "M2 0.3", "SINI KIN")])
def test_both_or_none_are_kept(lines: tuple[str, ...]) -> None:
    model = jug.load_model(par(*T0, *lines))  # no warning
    assert [name for name in ("KIN", "KOM") if name in model.values] == [line[:3] for line in lines[:2]]


def test_sini_may_be_a_number_beside_a_lone_angle() -> None:
    for line in ("KIN 60", "KOM 90"):
        model, text = model_and_warning(*T0, line, "M2 0.3", "SINI 0.5")
        assert "is not used: without" in text
        assert model.values["SINI"] == 0.5


def test_sini_from_a_lone_kin_is_refused_once() -> None:
    with pytest.raises(jug.ParError) as refused:
        jug.load_model(par(*T0, "KIN 60", "M2 0.3", "SINI KIN"))
    assert [problem.why for problem in refused.value.problems] == [
        "KIN without KOM: BINARY T2 has its terms of KIN and KOM together"
    ]
    assert "write the sine of KIN as SINI" in str(refused.value)


def test_ddk_needs_both() -> None:
    """Only T2 does without."""
    for line in ("KIN 60", "KOM 90"):
        with pytest.raises(jug.ParError):
            jug.load_model(par("BINARY DDK", *T0[1:], line))
