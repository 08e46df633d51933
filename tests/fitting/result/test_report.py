"""The table that everyone reads, and the same in numbers."""

import json
import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from copies import example, written_copy

import jug
from jug.core.decimal_text import fixed_point
from jug.core.display.shown import REPORT_WIDTH
from jug.fitting.freezing import FrozenParameter
from jug.fitting.result import parameter_table
from jug.fitting.result.as_json import to_json
from jug.fitting.result.report import backend_line, note_lines
from jug.fitting.stop import Stop
from jug.model.registry import every_term
from jug.obs.files import DataUse

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def result() -> jug.FitResult:
    return jug.fit(*jug.load(PAR, TIM))


def rows(text: str) -> dict[str, list[str]]:
    """The table of parameters: name -> unit, pre-fit, post-fit, uncertainty, difference, fit."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("---")) + 1
    table = lines[first : lines.index("", first)]
    ends = [0] + [i for i in range(len(lines[first - 1])) if lines[first - 1].startswith("  ", i)] + [None]
    cells = [[line[a:b].strip() for a, b in pairwise(ends)] for line in table]
    return {row[0]: row[1:] for row in cells}


def seconds(text: str) -> float:
    """A sexagesimal in its last unit."""
    whole, minutes, last = text.lstrip("-").split(":")
    size = float(Fraction(whole) * 3600 + Fraction(minutes) * 60 + Fraction(last))
    return -size if text.startswith("-") else size


@pytest.mark.parametrize("stop", list(Stop))
def test_no_line_is_longer_than_100_columns(result: jug.FitResult, stop: Stop) -> None:
    every = tuple(c for c in every_term() if c.scale is not None or c.dm_scale is not None or c.process)
    frozen = (FrozenParameter("SINI", "the data determine it only together with M2, OM, T0 and ECC, " * 2),)
    model = replace(result.model, components=(*result.model.components, *every))
    text = replace(result, model=model, stop=stop, frozen=frozen).summary()
    assert max(map(len, text.splitlines())) <= 100
    for words in (stop.value, ", ".join(c.name for c in every), frozen[0].why.strip()):
        assert words in " ".join(text.split())


def test_the_head_has_what_everyone_looks_for(result: jug.FitResult) -> None:
    text = result.summary()
    for words in (
        "PSR 1748-2021E",
        "Number of TOAs            62",
        "Weighted rms, pre-fit     1090.5",
        "Weighted rms, post-fit    21.18",
        "chi2                      59.574",
        "degrees of freedom 56, reduced chi2 1.0638",
        result.stop.value,
        "Computed by               NumPy",
        "not scaled by sqrt(reduced chi2)",
        "of RAJ in s of time, of DECJ in arcsec",
        "de421.bsp",
        "(2053-10-01)",
    ):
        assert words in text
    assert text.isascii()
    assert max(map(len, text.partition("Data file")[0].splitlines())) <= 105  # data files have longer lines


def test_every_row_is_the_fit_to_the_second_digit_of_the_uncertainty(result: jug.FitResult) -> None:
    table = rows(result.summary())
    assert [name for name, row in table.items() if row[-1] == "Y"] == list(result.names)
    for name, entry in ((name, result.model.entries[name]) for name in result.names):
        _, before, after, error, difference, _ = table[name]
        read = seconds if ":" in after else float
        scale = 3600 if ":" in after else 1
        sigma = result.errors[name] * scale
        unit = 10.0 ** (math.floor(math.log10(sigma)) - 1)
        assert read(after) == pytest.approx(result.values[name] * scale, abs=0.51 * unit)
        assert read(before) == pytest.approx(result.prefit.values[name] * scale, abs=0.51 * unit)
        assert float(error) == pytest.approx(sigma, abs=0.51 * unit)
        moved = (result.values[name] - result.prefit.values[name]) * scale
        assert float(difference) == pytest.approx(moved, abs=0.51 * unit + 1e-15 * abs(entry.value.hi) * scale)
        assert len(error.partition("e")[0].replace(".", "").lstrip("0")) == 2


def test_fixed_parameters_stand_as_they_are(result: jug.FitResult) -> None:
    every = rows(result.summary(full=True))
    assert every["PEPOCH"] == ["MJD", "53750", "53750", "", "", "N"]
    assert "PMRA" not in every  # a default that no line of the par file mentions
    assert "PEPOCH" not in rows(result.summary())


def test_a_jump_is_shown_with_its_selector(tmp_path: Path) -> None:
    par = written_copy(PAR, tmp_path, add=["JUMP FREQ 1000 1900 0.0 1"])
    assert "JUMP1 FREQ 1000 1900" in rows(jug.fit(*jug.load(par, TIM)).summary())


def test_without_degrees_of_freedom() -> None:
    model, toas = jug.load(PAR, TIM)
    result = jug.fit(model, toas.select([0, 3, 30, 61]), free=["RAJ", "F0", "DM"])
    assert result.dof == 0
    assert "degrees of freedom 0, reduced chi2 undefined" in result.summary()
    assert to_json(result)["reduced_chi2"] is None


@pytest.mark.filterwarnings("ignore::jug.FitWarning")
def test_notes_are_told(tmp_path: Path) -> None:
    model, toas = jug.load(PAR, TIM)
    result = jug.fit(model.with_values({"F1": 0.0}), toas, free=["RAJ", "DECJ", "F0", "DM"])
    assert result.warnings
    assert " ".join(result.summary().split()).endswith(f"Notes {result.warnings[0]}")


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (0.0, 3, "0"),
        (0.03285, 3, "0.033"),
        (0.0996, 2, "0.10"),
        (123.4, 0, "123"),
        (1234.0, -2, "1234"),
        (1.8086e-11, 12, "1.8e-11"),
        (3.72500896e-10, 12, "3.73e-10"),
        (-3.317e-19, 19, "-3.3e-19"),
        (1e-30, 12, "1.0e-30"),
        (-0.00076, 4, "-0.00076"),
        (-0.50346, 5, "-0.50346"),
    ],
)
def test_small_numbers(number: float, places: int, text: str) -> None:
    assert parameter_table._small(number, places) == text


@pytest.mark.parametrize(
    ("exact", "places", "text"),
    [
        ("17.8146667630301639", 5, "17:48:52.80035"),
        ("-20.358162038000682", 3, "-20:21:29.383"),
        ("-0.0001", 1, "-00:00:00.4"),
        ("11.99999999999", 3, "12:00:00.000"),
        ("0.016666666", 0, "00:01:00"),
    ],
)
def test_sexagesimals_carry_over(exact: str, places: int, text: str) -> None:
    assert parameter_table.sexagesimal(Fraction(exact), places) == text


@pytest.mark.parametrize(
    ("exact", "places", "text"),
    [("-0.004", 2, "0.00"), ("-0.006", 2, "-0.01"), ("61.4854765543725", 12, "61.485476554372"), ("99.96", -1, "100")],
)
def test_fixed_point(exact: str, places: int, text: str) -> None:
    assert fixed_point(Decimal(exact), places) == text


def test_json_has_everything_in_numbers(result: jug.FitResult) -> None:
    content = json.loads(json.dumps(to_json(result), allow_nan=False))
    assert content["jug"] == jug.__version__
    assert content["psr"] == "1748-2021E"
    assert content["free"] == list(result.names)
    assert content["values"] == result.values
    assert content["errors"] == result.errors
    assert content["error_units"] == content["units"] == {name: result.model.units[name] for name in result.names}
    assert np.array_equal(content["covariance"], result.covariance)
    assert np.array_equal(content["correlation"], result.correlation)
    assert (content["chi2"], content["dof"], content["n_toa"]) == (result.chi2, 56, 62)
    assert content["wrms_us"] == pytest.approx(21.182, abs=1e-3)
    assert content["wrms_us"] == pytest.approx(result.residuals.wrms_s / 1e-6, rel=1e-15)
    assert content["prefit_wrms_us"] == pytest.approx(result.prefit_residuals.wrms_s / 1e-6, rel=1e-15)
    assert content["stop"] == {"name": "CONVERGED", "converged": True, "sentence": result.stop.value}
    assert content["backend"] == "numpy"
    assert {"DE421", "TT(BIPM2019)"} <= {word for use in content["data_files"] for word in use["what"].split()}
    assert content["data_files"][-1]["good_until_mjd"] == pytest.approx(71176, abs=1)
    assert "Earth orientation holds to the last day that was measured" in result.summary()


def test_an_ephemeris_that_outlives_the_calendar(result: jug.FitResult) -> None:
    """DE431 and DE441 end in AD 17191, for which Python has no date."""
    use = DataUse("ephemeris DE441", "de441.bsp", "cache", 5600016.0)
    assert "de441.bsp  cache   MJD 5600016" in replace(result, uses=(use,)).summary()


def test_json_keeps_every_digit(result: jug.FitResult) -> None:
    parameters = to_json(result)["parameters"]
    assert list(parameters) == list(result.model.names)
    for name, entry in result.model.entries.items():
        assert entry.codec.parse(parameters[name]["text"]) == entry.value
    raj = parameters["RAJ"]
    moved = result.values["RAJ"] - result.prefit.values["RAJ"]
    assert raj["difference"] == pytest.approx(moved, rel=1e-9)
    assert raj["error"] == result.errors["RAJ"]
    assert parameters["PEPOCH"] == {
        "value": 53750.0,
        "text": "53750",
        "unit": "d",
        "error": None,
        "error_unit": "d",
        "free": False,
        "prefit": 53750.0,
        "prefit_text": "53750",
        "difference": 0.0,
    }


def test_a_long_word_of_a_note_stays_whole() -> None:
    """A path of more than 100 characters can be copied from the report."""
    path = "/data/" + "x" * 120 + ".par"
    assert path in [line.strip() for line in note_lines(f"read from {path} as it is")]


def test_a_table_that_is_too_wide_has_no_values_before_the_fit() -> None:
    row = ("P" * 40, "u" * 10, "before", "9" * 20, "8" * 20, "7" * 10, "Y")
    wide, narrow = (parameter_table._table([one]).splitlines() for one in (row, ("F0", *row[1:])))
    assert "Pre-fit" in narrow[0].split()
    assert "before" in narrow[2].split()
    assert wide[0].split() == [word for word in parameter_table.PARAMETER_HEAD if word != "Pre-fit"]
    assert wide[2].split() == [word for word in row if word != "before"]


def test_the_line_of_the_backend_is_as_wide_as_the_report() -> None:
    """What stands behind a semicolon is on the page of the report; a line that is too long ends with points."""
    assert backend_line("numpy", "asked for; and more") == "Computed by               NumPy: asked for"
    long = backend_line("numpy", "word " * 40)
    assert len(long) in range(96, 101)
    assert long.endswith("word ...")


@pytest.mark.parametrize(("more", "columns"), [(0, 7), (1, 6)])
def test_a_table_of_parameters_as_wide_as_the_report_is_whole(more: int, columns: int) -> None:
    """One character more, and the values before the fit give way."""
    head = [*parameter_table.PARAMETER_HEAD]
    rest = sum(map(len, head)) - len(head[1]) + 2 * (len(head) - 1)
    row = ("F0", "u" * (REPORT_WIDTH - rest + more), *"12345")
    lines = parameter_table._table([row]).splitlines()
    assert len(lines[0].split()) == columns
    assert ("Pre-fit" in lines[0]) == (columns == 7)
    assert max(map(len, lines)) <= REPORT_WIDTH


def test_a_name_with_a_hyphen_is_not_cut_in_a_note() -> None:
    """An option of the command line stands whole on one of the lines, all of which are indented."""
    lines = note_lines("word " * 17 + "--start-of-the-search --end-of-the-search")
    assert {"--start-of-the-search", "--end-of-the-search"} <= set(" ".join(lines).split())
    assert all(line.startswith("  ") for line in lines)
    assert len(lines) == 2
