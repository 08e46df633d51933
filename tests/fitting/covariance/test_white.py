"""White noise: what each line does to the uncertainties, with every selector, alone and overlapping."""

import numpy as np
import pytest

import jug
from jug.errors import InputWarning, ParError, TimError
from jug.fitting.result.as_json import to_json
from jug.model.noise.white import scale_all_toas


def sigma_us(epochs_of_three, *lines, **convention):
    """Uncertainties, us, of TOAs that have 1 us in the tim file, and the TOAs."""
    model, toas = epochs_of_three(*lines, n=60)
    model = jug.load_model(model.par, conventions=convention)
    return jug.residuals(model, toas).error_s * 1e6, toas


@pytest.mark.parametrize("key", ["EFAC", "T2EFAC", "TNEF"])
def test_factors(epochs_of_three, key):
    found, toas = sigma_us(epochs_of_three, f"{key} -fe L 1.3")
    np.testing.assert_allclose(found, np.where(toas.flag("fe") == "L", 1.3, 1.0), rtol=1e-14)


@pytest.mark.parametrize("line", ["EQUAD -fe L 0.5", "T2EQUAD -fe L 0.5", "TNEQ -fe L -6.301029995663981"])
@pytest.mark.parametrize(("word", "want"), [("inside", 1.3 * np.sqrt(1.25)), ("outside", np.sqrt(1.69 + 0.25))])
def test_quadrature(epochs_of_three, line, word, want):
    found, toas = sigma_us(epochs_of_three, "EFAC -fe L 1.3", line, EQUAD=word)
    np.testing.assert_allclose(found, np.where(toas.flag("fe") == "L", want, 1.0), rtol=1e-12)


@pytest.mark.parametrize(
    ("selector", "covers"),
    [
        ("MJD 54100 54900", lambda t: (t.mjd >= 54100) & (t.mjd <= 54900)),
        ("FREQ 1000 1450.5", lambda t: (t.freq_hz >= 1e9) & (t.freq_hz <= 1.4505e9)),
        ("TEL gbt", lambda t: np.ones(len(t), dtype=bool)),
        ("TEL ao", lambda t: np.zeros(len(t), dtype=bool)),
        ("-fe S", lambda t: t.flag("fe") == "S"),
        ("-be none", lambda t: np.zeros(len(t), dtype=bool)),
    ],
)
def test_any_selector(epochs_of_three, selector, covers):
    found, toas = sigma_us(epochs_of_three, f"EFAC {selector} 1.5", f"EQUAD {selector} 0.7")
    np.testing.assert_allclose(found, np.where(covers(toas), 1.5 * np.sqrt(1.49), 1.0), rtol=1e-12)


def test_overlaps_multiply_and_add_up(epochs_of_three):
    lines = ("EFAC -fe L 1.5", "EFAC MJD 54000 55000 2", "EQUAD -fe L 0.7", "EQUAD TEL gbt 0.3")
    found, toas = sigma_us(epochs_of_three, *lines)
    is_l, early = toas.flag("fe") == "L", toas.mjd <= 55000
    want = np.where(is_l, 1.5, 1.0) * np.where(early, 2.0, 1.0) * np.sqrt(1.09 + np.where(is_l, 0.49, 0.0))
    np.testing.assert_allclose(found, want, rtol=1e-12)


def test_global_ones_come_first(epochs_of_three):
    lines = ("EFAC -fe L 1.5", "EQUAD -fe L 0.7", "TNGLOBALEF 1.2", "TNGLOBALEQ -6.1")
    found, toas = sigma_us(epochs_of_three, *lines)
    first = 1.44 + 10**-0.2
    want = np.where(toas.flag("fe") == "L", 1.5 * np.sqrt(first + 0.49), np.sqrt(first))
    np.testing.assert_allclose(found, want, rtol=1e-12)
    only = sigma_us(epochs_of_three, "TNGLOBALEF 1.2")[0]
    np.testing.assert_allclose(only, 1.2, rtol=1e-14)


def test_what_falls_with_the_length_of_an_observation(epochs_of_three):
    """After EFAC and EQUAD, by -tobs."""
    found, toas = sigma_us(epochs_of_three, "EFAC -fe L 1.5", "TNSQ -fe L -4.3", "TNSQ -fe S -4.6")
    log10, seconds = {"L": -4.3, "S": -4.6}, toas.flag("tobs").astype(float)
    square = [
        10 ** (12 + 2 * log10[fe]) / t if fe in log10 else 0.0 for fe, t in zip(toas.flag("fe"), seconds, strict=True)
    ]
    np.testing.assert_allclose(found, np.sqrt(np.where(toas.flag("fe") == "L", 2.25, 1.0) + square), rtol=1e-12)


@pytest.mark.parametrize("line", ["TNSQ -fe L -4.3", "TNSECORR -fe L 0.4"])
@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("", r"a.tim:3: TNS\w+ needs -tobs above 0 on this TOA.*give it the flag"),
        (" -tobs 0", r"a.tim:3: TNS\w+ needs -tobs above 0"),
        (" -tobs UNKNOWN", r"a.tim:3: the flag -tobs: not a number"),
    ],
)
def test_without_the_length_of_an_observation(par_lines, tmp_path, line, flag, message):
    (tmp_path / "a.tim").write_text(f"FORMAT 1\nx 1400 55000 1 gbt -fe L -tobs 600\nx 1500 55000 1 gbt -fe L{flag}\n")
    model, toas = jug.load(par_lines(line), tmp_path / "a.tim")
    with pytest.raises(TimError, match=message):
        jug.residuals(model, toas)


def test_the_same_selection_twice(par_lines):
    with pytest.raises(ParError, match=r"EFAC is given twice for -fe L, first on line 14"):
        jug.load_model(par_lines("EFAC -fe L 1.1", "T2EFAC -fe L 1.2"))
    with pytest.warns(InputWarning, match=r"fit.par:15: TNEQ1 -fe L is not used, EQUAD takes its place, as in PINT"):
        model = jug.load_model(par_lines("EQUAD -fe L 1.1", "TNEQ -fe L -6", "TNEQ -fe S -6.3"))
    assert {e.order for e in model.entries.values() if e.param.name == "TNEQ"} == {0}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("EFAC -fe L 0", "fit.par:14: EFAC1 must be positive"),
        ("TNGLOBALEF 0", "TNGLOBALEF must be positive"),
        ("DMEFAC -fe L 0", "DMEFAC1 must be positive"),
        ("EQUAD -fe L nan", "EQUAD: not a finite number"),
        ("EFAC -fe L 1e200", "fit.par:14: EFAC1 must be at most 1e\\+12"),
        ("EFAC -fe L 1e-200", "fit.par:14: EFAC1 must be at least 1e-12"),
        ("EQUAD -fe L 1e200", "EQUAD1 must be from 0 to 1e\\+12"),
        ("TNEQ -fe L 400", "fit.par:14: TNEQ1 must be at most 6"),
        ("TNGLOBALEF 1e200", "TNGLOBALEF must be at most 1e\\+12"),
        ("TNGLOBALEQ 300", "TNGLOBALEQ must be at most 6"),
        ("ECORR -fe L 1e200", "fit.par:14: ECORR1 must be from 0 to 1e\\+12"),
        ("DMEFAC -fe L 1e200", "DMEFAC1 must be at most 1e\\+12"),
        ("DMEQUAD -fe L 1e200", "DMEQUAD1 must be from 0 to 1e\\+06"),
    ],
)
def test_values_that_make_no_sense(par_lines, line, message):
    with pytest.raises(ParError, match=message):
        jug.load_model(par_lines(line))


@pytest.mark.parametrize("name", ["EFAC", "EQUAD", "ECORR"])
def test_a_negative_value_that_enters_squared_is_its_size(par_lines, name):
    with pytest.warns(InputWarning, match=f"{name} is negative and enters squared: its size 1.2 is used, as in PINT"):
        model = jug.load_model(par_lines(f"{name} -fe L -1.2"))
    assert model.values == jug.load_model(par_lines(f"{name} -fe L 1.2")).values


def test_the_report_says_how_equad_was_read(epochs_of_three):
    model, toas = epochs_of_three("EFAC -fe L 1.3", "EQUAD -fe L 0.5", n=60)
    model = jug.load_model(model.par, conventions={"EQUAD": "outside", "ECORR": "tempo2"})
    result = jug.fit(model, toas, free=["F0"])
    assert "conventions ECORR TEMPO2, EQUAD OUTSIDE, TNDM PINT" in result.summary()
    assert to_json(result)["conventions"]["EQUAD"] == "OUTSIDE"


@pytest.mark.parametrize(
    ("values", "expected_us"),
    [
        ({"TNGLOBALEF": 1.5}, [3.0, 4.5]),
        ({"TNGLOBALEQ": -6.0}, [5.0**0.5, 10.0**0.5]),
        ({"TNGLOBALEF": 1.5, "TNGLOBALEQ": -6.0}, [10.0**0.5, 21.25**0.5]),
    ],
)
def test_each_line_for_all_toas_acts_alone(values: dict[str, float], expected_us: list[float]) -> None:
    found = scale_all_toas(np, values, None, np.array([2e-6, 3e-6]))  # type: ignore[arg-type]
    assert found * 1e6 == pytest.approx(expected_us, rel=1e-12)
