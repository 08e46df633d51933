"""What in a file of tempo2 jug would read as PINT's, and says so."""

import warnings

import numpy as np
import pytest

import jug
from jug.io.par import parse_lines

HEAD = ("PSR X", "RAJ 10:00:00", "DECJ 20:00:00", "F0 100", "PEPOCH 55000", "DM 10", "EPHEM DE421")
NOISE = ("TNDMAMP -11.5", "TNDMGAM 3", "TNDMC 10")
ORBIT = ("PB 7.8", "A1 16.8", "T0 55000", "ECC 1e-4", "OM 97", "M2 0.8", "PX 1.4", "PMRA -15", "PMDEC 5")


def warning_texts(*lines: str, **options: object) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        jug.load_model(parse_lines([*HEAD, *lines]), **options)
    return "\n".join(str(one.message) for one in caught)


@pytest.mark.parametrize("sign", ["EPHVER 5", "UNITS TCB", "BINARY T2"])
def test_dm_noise_in_a_file_of_tempo2_has_a_warning(sign: str) -> None:
    """Its amplitude is 43 times PINT's for the same noise, which was passed over in silence."""
    orbit = ORBIT if sign == "BINARY T2" else ()
    said = warning_texts(sign, *orbit, *NOISE)
    assert f"TNDMAMP is read as PINT and enterprise define it, and {sign} is a line of tempo2" in said
    assert "TNDM=tempo2" in said


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (("UNITS TDB", *NOISE), {}),
        (("EPHVER 5", "UNITS TDB"), {}),
        (("EPHVER 5", "UNITS TDB", *NOISE), {"conventions": {"TNDM": "pint"}}),
        (("EPHVER 5", "UNITS TDB", *NOISE), {"conventions": {"tndm": "tempo2"}}),
        (("EPHVER 5", "UNITS TDB", *NOISE), {"dialect": "tempo2"}),
    ],
)
def test_it_has_none_where_nothing_is_in_doubt(lines: tuple[str, ...], options: dict[str, object]) -> None:
    assert "TNDMAMP is read as" not in warning_texts(*lines, **options)


def test_a_file_without_units_that_tempo2_would_take_for_tcb_says_so() -> None:
    """EPHVER 5 changes nothing in tempo2, but stands in its files alone; UNITS absent is TCB there."""
    assert "tempo2 takes TCB, and EPHVER 5 is a line of tempo2" in warning_texts("EPHVER 5")
    assert "EPHVER" not in warning_texts("EPHVER 5", "UNITS TDB")


@pytest.mark.parametrize(("word", "overruled"), [("2", True), ("4", True), ("TEMPO1", True), ("5", False)])
def test_ephver_below_5_makes_tempo2_work_as_tempo(word: str, overruled: bool) -> None:
    """Only 2 and TEMPO1 did; tempo2 asks whether the number is below 5."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = jug.load_model(parse_lines([*HEAD, "UNITS TDB", "NE_SW 3", f"EPHVER {word}"]), dialect="tempo2")
    assert model.values["NE_SW"] == (9.961 if overruled else 3.0)


def angles(binary: str, **options: object) -> tuple[float, float]:
    lines = [*HEAD, "UNITS TDB", f"BINARY {binary}", *ORBIT, "KIN 45", "KOM 80"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = jug.load_model(parse_lines(lines), **options)
    return model.values["KIN"], model.values["KOM"]


def test_the_angles_of_t2_are_always_the_iaus() -> None:
    """KIN and KOM of DDK are DT92's but in tempo; those of T2 are no matter of the convention ANGLES."""
    assert angles("T2", conventions={"ANGLES": "IAU"}) == (45.0, 80.0)
    assert angles("DDK", conventions={"ANGLES": "IAU"}) == (135.0, 10.0)


def test_t2_read_as_pint_reads_it_has_the_angles_of_ddk() -> None:
    """PINT's get_model(allow_T2=True) gives KIN 135, KOM 10; only the word BINARY was changed, 13 us off."""
    assert angles("T2", dialect="pint") == (135.0, 10.0)


def test_the_two_readings_of_t2_are_nanoseconds_apart() -> None:
    lines = [*HEAD, "UNITS TDB", "BINARY T2", *ORBIT, "KIN 45", "KOM 80", "SINI KIN"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = jug.load_model(parse_lines(lines))
        other = jug.load_model(parse_lines(lines), conventions={"T2": "GUESS"})
        toas = jug.simulate(model, np.linspace(53000.0, 57000.0, 101))
    change = jug.residuals(other, toas).time_s - jug.residuals(model, toas).time_s
    assert 0.1e-9 < np.std(change) < 10e-9  # the orbital parallax, to which the models differ


def test_doctor_names_dm2_of_old_versions_of_tempo2() -> None:
    """Before June 2020 tempo2 had DM2 without 1/2!: the DM of an old file is off by half of that term."""
    lines = [*HEAD, "UNITS TDB", "DM1 1e-3", "DM2 2e-4", "DMEPOCH 55000"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        toas = jug.simulate(jug.load_model(parse_lines(lines)), np.linspace(54000.0, 56000.0, 11))
        old = jug.doctor(parse_lines([*lines, "EPHVER 5"]), toas.raw)
        new = jug.doctor(parse_lines(lines), toas.raw)
    (row,) = [d for d in old.differences if d.name == "DM_SERIES"]
    assert (row.jug, row.other, row.programs) == ("TAYLOR", "POLY", ("tempo2 before June 2020",))
    delay = 0.5 * 2e-4 * (1000.0 / 365.25) ** 2 / 2.41e-4 / 1400.0**2  # of half of DM2, at the ends of the span
    assert row.effect is not None
    assert row.effect.max_ns == pytest.approx(1e9 * delay, rel=0.5)  # of which the mean is taken off
    assert not [d for d in new.differences if d.name == "DM_SERIES"]
