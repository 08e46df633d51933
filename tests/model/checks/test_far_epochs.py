"""Epochs a century from the TOAs: a year in place of an MJD, with the size of what follows."""

import warnings
from types import SimpleNamespace as Made

import numpy as np
import pytest

import jug
from jug.data import example
from jug.io.par import parse_lines, read_par
from jug.model.checks.far_epochs import far_epoch_notes

PAR, TIM = example("NGC6440E")


def warning_of_epoch(*lines: str) -> str:
    keys = {line.split()[0] for line in lines}
    par = parse_lines([*(line.text for line in read_par(PAR).lines if line.key not in keys), *lines])
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        jug.load(par, TIM)
    return "\n".join(str(one.message) for one in found if "is it an MJD" in str(one.message))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            ("PEPOCH 2008.5",),
            "PEPOCH 2008.5 is 141 years before the TOAs: is it an MJD? F0 and F1 are those of",
        ),
        (("POSEPOCH 2008.5", "PMRA 0 1"), "its uncertainty grows by that of the proper motion"),
        (("DMEPOCH 2008.5", "DM1 1e-3"), "DM1 changes it by 0.141 pc cm^-3 till then, 298,000 ns at 1400 MHz"),
        (("POSEPOCH 99999", "PMRA 3"), "POSEPOCH 99999 is 125 years after the TOAs"),
        (("SWEPOCH 2008", "NE_SW1 1e-3"), "NE_SW is that of this day"),
        (("T0 2008.5", "BINARY DD", "PB 10", "A1 1e-5", "ECC 0", "OM 0"), "The orbit is that of this day"),
    ],
)
def test_reported_once(lines: tuple[str, ...], words: str) -> None:
    text = warning_of_epoch(*lines)
    assert words in text
    assert text.count("is it an MJD") == 1


@pytest.mark.parametrize(
    "lines",
    [("POSEPOCH 2008.5",), ("DMEPOCH 2008.5",), ("POSEPOCH 45000", "PMRA 3"), ("DMEPOCH 2008", "DM1 0")],
)
def test_not_reported_where_nothing_depends_on_it(lines: tuple[str, ...]) -> None:
    """45000 is 24 years before the TOAs, as positions of old catalogues are."""
    assert warning_of_epoch(*lines) == ""


def test_size_of_the_proper_motion() -> None:
    """Against the residuals with POSEPOCH amid the TOAs: AU/c times the angle, nearly reached in the ecliptic."""
    lines = [line.text for line in read_par(PAR).lines if line.key != "POSEPOCH"]

    def times(epoch: float) -> np.ndarray:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.JugWarning)
            model, toas = jug.load(parse_lines([*lines, f"POSEPOCH {epoch}", "PMRA 3"]), TIM)
        found = jug.residuals(model, toas)
        return (found.pulse_number + found.phase) / model.values["F0"]

    change = times(2008.5) - times(53700)
    size = (
        float(warning_of_epoch("POSEPOCH 2008.5", "PMRA 3").split("up to ")[1].split(" ns")[0].replace(",", "")) * 1e-9
    )
    assert 0.9 * size < np.ptp(change) / 2.0 < 1.01 * size  # the TOAs are of more than a year


def test_the_doctor_has_them_too() -> None:
    par = parse_lines([*(line.text for line in read_par(PAR).lines), "DMEPOCH 2008.5", "DM1 1e-3"])
    assert next(f.what for f in jug.doctor(par, TIM).findings if f.kind == "epoch").startswith("DMEPOCH 2008.5 is 141")


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_century_itself_is_not_far(sign: float) -> None:
    """100 Julian years of 365.25 d: a day more is reported."""
    toas = Made(mjd=np.array([53000.0, 54000.0]))
    end = toas.mjd[0] if sign < 0.0 else toas.mjd[-1]

    def notes(days: float) -> dict[str, str]:
        entry = Made(value=Made(hi=end + sign * days), line=1)
        return far_epoch_notes(Made(entries={"PEPOCH": entry}, values={}, free=()), toas)

    assert notes(36525.0) == {}
    assert "is 100 years" in notes(36526.0)["PEPOCH"]
