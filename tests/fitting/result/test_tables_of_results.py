"""Tables of a result at their limits: families, noise parameters, data files, differences of angles."""

import io
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import jug
from jug.core.display.shown import REPORT_WIDTH
from jug.core.doubledouble import double_double
from jug.fitting.findings.interval import Interval
from jug.fitting.result import as_json, noise_table, parameter_table, report
from jug.fitting.result.family_table import families_in_one_line, family_table, fixed_line
from jug.fitting.stop import Stop
from jug.obs.files import DataUse

TEXT = jug.data.example("NGC6440E")[0].read_text()
DMX = "".join(f"DMX_{i:04d} {i}e-3 1\nDMXR1_{i:04d} {53000 + i}\nDMXR2_{i:04d} {53000.5 + i}\n" for i in range(1, 5))


def read(text: str) -> jug.TimingModel:
    return jug.load_model(jug.read_par(io.StringIO(text)))


def families_of(model: jug.TimingModel, errors: dict[str, float], undetermined: set[str], **more: Any) -> list[str]:
    """The rows of the families DMX and EFAC, their cells separated by |."""
    found = {name: own for name, own in families_in_one_line(model, errors).items() if name in ("DMX", "EFAC")}
    text = family_table(read(TEXT + DMX + "EFAC -f a 1\n"), found, errors, undetermined, **more)
    return ["|".join(cell.strip() for cell in line.split("  ") if cell) for line in text.splitlines()[2:]]


def test_a_family_is_one_line_with_its_worst_change() -> None:
    """The median of four uncertainties is the mean of two; the worst change is that of DMX_0002, -3 sigma."""
    model = read(TEXT + DMX + "EFAC -f a 1\n").with_values({"DMX_0002": 0.002 - 0.006, "DMX_0001": 0.001 + 0.005})
    errors = {"DMX_0001": 0.004, "DMX_0002": 0.002, "DMX_0003": 0.003, "DMX_0004": 0.001}
    expected = "DMX|4 free|pc cm^-3|-0.004 to 0.006|0.0025|-3  DMX_0002".replace("  ", "|")
    assert families_of(model, errors, set()) == [expected, "EFAC|1 fixed|1"]
    part = {name: errors[name] for name in ("DMX_0001", "DMX_0003", "DMX_0004")}
    assert families_of(model, part, set())[0] == "DMX|3 of 4 free|pc cm^-3|-0.004 to 0.006|0.003|+1.2|DMX_0001"
    assert families_of(model, errors, set(errors))[0] == "DMX|4 free|pc cm^-3|-0.004 to 0.006|4 undetermined"
    zero = {**errors, "DMX_0001": 0.0, "DMX_0003": float("nan")}
    assert families_of(model, zero, set())[0].endswith("|0.0015|-3|DMX_0002")
    assert families_of(model, errors, set(), along={"EFAC1"})[1] == "EFAC|1 estimated|1"


def test_columns_of_families_are_as_wide_as_their_widest_cell() -> None:
    model = read(TEXT + DMX)
    errors = {f"DMX_{i:04d}": 0.001 * i for i in range(1, 5)}
    lines = family_table(model, {"DMX": families_in_one_line(model, errors)["DMX"]}, errors, set()).splitlines()
    cells = ("DMX", "4 free", "pc cm^-3", "0.001 to 0.004", "0.0025", "+0  DMX_0001")
    heads = ("Family", "Members", "Unit", "Values", "Uncertainty", "Worst change in sigma")
    assert [len(dashes) for dashes in lines[1].split()] == [max(map(len, p)) for p in zip(heads, cells, strict=True)]
    assert " ".join(lines[2].split()) == " ".join(" ".join(cells).split())


def test_two_members_of_a_family_have_lines_of_their_own() -> None:
    errors = {"DMX_0001": 0.004, "DMX_0002": 0.002}
    assert "DMX" not in families_in_one_line(read(TEXT + DMX), errors)
    assert "DMX" in families_in_one_line(read(TEXT + DMX), {**errors, "DMX_0003": 0.1})


def test_fixed_parameters_that_a_summary_leaves_out() -> None:
    """Those with a line that are not fitted; noise parameters have their family's line."""
    model, free = read(TEXT + "EFAC -f a 1\nPX 0.1\n"), ("RAJ", "DECJ", "F0", "F1", "DM")
    n = sum(e.line is not None and not e.free for e in model.entries.values()) - 1
    assert fixed_line(model, free) == f"{n} fixed parameters are not shown; --full, or summary(full=True), has them."
    assert fixed_line(model, tuple(model.entries)) == ""


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        (Interval(1.0, 0.1), ""),
        (Interval(1.0, 0.1, 0.9, None, profiled=True), "68%: 0.9 to edge"),
        (Interval(1.0, None, None, 1.2345678, upper_limit=1.5, profiled=True), "68%: edge to 1.235; 95%: below 1.5"),
        (Interval(1.0, None, lower_limit=0.25), "95%: above 0.25"),
        (Interval(1.0, None), "at the edge of its range; no limit inside it"),
        (Interval(0.0, None, determined=False), "the process is not found"),
    ],
)
def test_remarks_on_noise_parameters(interval: Interval, said: str) -> None:
    assert noise_table._remark(interval) == said


def test_rows_of_noise_parameters() -> None:
    entry = read(TEXT + "EFAC -f a 1\n").entries["EFAC1"]
    rows = [
        noise_table.noise_table([entry], {"EFAC1": one}).splitlines()[-1].split()
        for one in (Interval(1.234567, 0.0123), Interval(1.234567, None, lower_limit=1.0))
    ]
    assert rows[0] == ["EFAC1", "-f", "a", "1.2346", "0.012"]
    assert rows[1] == ["EFAC1", "-f", "a", "1.2346", "95%:", "above", "1"]


@pytest.mark.parametrize(
    ("before", "after", "change"), [(0.0, 12.0, 12.0), (0.0, 12.5, -11.5), (23.5, 0.25, 0.75), (12.0, 0.0, -12.0)]
)
def test_the_difference_of_right_ascensions_is_the_nearest(before: float, after: float, change: float) -> None:
    raj = read(TEXT).entries["RAJ"]
    pair = [replace(raj, value=double_double(hours)) for hours in (before, after)]
    assert parameter_table.difference(*pair) == change
    f0 = [replace(read(TEXT).entries["F0"], value=double_double(value)) for value in (before, after)]
    assert parameter_table.difference(*f0) == after - before


@pytest.mark.parametrize(
    ("exact", "places", "text"),
    [
        ("1.00001e-4", 6, "0.000100"),
        ("0.9996e-4", 7, "10.00e-05"),
        ("-9.9e-5", 6, "-9.9e-05"),
        ("0", 2, "0.00"),
        ("1.5e12", -11, "1500000000000"),
    ],
)
def test_numbers_below_a_ten_thousandth_have_an_exponent(exact: str, places: int, text: str) -> None:
    assert parameter_table.to_places(Decimal(exact), places) == text


def test_a_name_is_cut_beyond_48_characters() -> None:
    assert parameter_table._cut("x" * 48) == "x" * 48
    assert parameter_table._cut("x" * 49) == "x" * 45 + "..."
    assert [parameter_table.exponent_of(number, 2) for number in (9.94, 9.96, 1e-4)] == [0, 1, -4]


def test_uncertainties_that_mean_nothing() -> None:
    model = read(TEXT)
    cells = {
        row[0]: row
        for row in parameter_table.parameter_cells(
            model, model, {"F0": float("inf"), "F1": 0.0, "DM": 0.1, "RAJ": 1e-9}, {"RAJ"}, fixed=False
        )
    }
    assert {name: row[4] for name, row in cells.items()} == {
        "F0": "undefined", "F1": "undefined", "DM": "0.10", "RAJ": "undetermined", "DECJ": "undetermined"
    }  # fmt: skip
    assert cells["DECJ"][6] == "N"  # free, and fixed by the fit: it has a line also where fixed ones have none


def test_long_folders_of_data_files_are_cut_to_the_report() -> None:
    """To no less than 16 characters; whole where the whole table is asked for."""
    uses = (
        DataUse("clock of gbt", "gbt2gps.clk", "/data/" + "x" * 90, 60000.0, 3),
        DataUse("ephemeris", "DE440", "jug"),
    )
    lines, whole = (report.data_table(uses, whole=whole).splitlines() for whole in (False, True))
    assert max(map(len, lines)) == REPORT_WIDTH
    assert uses[0].source in whole[2]
    assert "..." in lines[2]
    assert lines[2].split()[-1] == "3"
    assert lines[3].split() == ["ephemeris", "DE440", "jug"]
    assert report._end_of_path("abcdefgh", 8) == "abcdefgh"
    assert report._end_of_path("abcdefghi", 8) == "...efghi"


@pytest.mark.parametrize(("more", "cut"), [(0, False), (1, True)])
def test_a_table_of_data_files_as_wide_as_the_report_is_whole(more: int, cut: bool) -> None:
    use = DataUse("ephemeris", "DE440", "x" * 30)
    rest = len(report.data_table((use,), whole=True).splitlines()[1]) - 30
    wide = use._replace(source="x" * (REPORT_WIDTH - rest + more))
    lines = report.data_table((wide,)).splitlines()
    assert max(map(len, lines[:2])) == REPORT_WIDTH
    assert ("..." in lines[2]) == cut


def test_what_files_were_read_as() -> None:
    """Nothing where all is as jug reads it; a dialect, or a convention that is not jug's own, has its line."""
    plain = read(TEXT)
    other = replace(plain, settings=replace(plain.settings, dialect="tempo2"))
    assert report.reading_lines(plain) == []
    assert report.reading_lines(other) == ["Read as                   tempo2"]
    noisy = TEXT + "TNDMAMP -13\nTNDMGAM 3\n"
    chosen = jug.load_model(jug.read_par(io.StringIO(noisy)), conventions={"TNDM": "TEMPO2"})
    assert report.reading_lines(chosen) == [
        "Read as                   jug",
        "                          conventions TNDM TEMPO2",
    ]


class Dms(SimpleNamespace):
    """Three residuals of measured DMs."""

    def __len__(self) -> int:
        return 3


class Left(SimpleNamespace):
    """Residuals of 62 TOAs."""

    def __len__(self) -> int:
        return 62


def test_measured_dms_before_and_after() -> None:
    dms = {"value": np.array([1e-3, np.nan, 2.0]), "error": np.array([1e-4, 1.0, np.inf])}
    before, after = (Left(wrms_s=1e-6, dm=Dms(wrms=wrms, **dms)) for wrms in (0.002, 0.001))
    bare = Left(wrms_s=1e-6, dm=None)
    lines = report.residual_lines(cast(Any, before), cast(Any, after))
    assert lines[1:4] == [
        "Measured DMs              3, fitted with the TOAs (wideband)",
        "DM weighted rms, pre-fit  2.0000e-03 pc cm^-3",
        "DM weighted rms, post-fit 1.0000e-03 pc cm^-3",
    ]
    assert len(report.residual_lines(cast(Any, bare), cast(Any, bare))) == 3
    fits = [SimpleNamespace(prefit_residuals=one, residuals=two) for one, two in ((before, after), (bare, bare))]
    assert as_json._wideband(cast(Any, fits[1])) is None
    assert as_json._wideband(cast(Any, fits[0])) == {
        "n_dm": 3,
        "prefit_dm_wrms": 0.002,
        "dm_wrms": 0.001,
        "dm_residuals": [1e-3, None, 2.0],
        "dm_errors": [1e-4, 1.0, None],
    }


@pytest.mark.parametrize(
    ("rms_us", "text"),
    [
        (21.34567, "21.346"),
        (1234.5678, "1234.568"),
        (0.0123456, "0.01235"),
        (1e-4, "0.0001000"),
        (0.99996, "1.000"),
        (0.9e-4, "9.000e-05"),
    ],
)
def test_the_weighted_rms_has_four_digits_or_three_decimals(rms_us: float, text: str) -> None:
    assert report._microseconds(cast(Any, SimpleNamespace(wrms_s=rms_us * 1e-6))) == text


def test_numbers_of_json_that_are_not_finite_are_none() -> None:
    assert as_json._rows(np.array([[1.0, np.inf], [np.nan, 2.0]])) == [[1.0, None], [None, 2.0]]


def test_no_degrees_of_freedom_have_no_reduced_chi2() -> None:
    """At 1 there is one: the uncertainties are multiplied by its square root, once."""
    model = read(TEXT)
    left = SimpleNamespace(chi2=4.0, dof=1)
    made = jug.FitResult(
        model, model, ("F0",), np.array([[1e-20]]), cast(Any, left), cast(Any, left), Stop.CONVERGED, "numpy", "", 1
    )
    assert (made.reduced_chi2, made.scaled().errors["F0"]) == (4.0, pytest.approx(2e-10))
    assert made.scaled().scaled().errors == made.scaled().errors
    assert made.correlation == pytest.approx(np.ones((1, 1)), rel=1e-15)
    none = replace(made, residuals=cast(Any, SimpleNamespace(chi2=4.0, dof=0)))
    assert np.isnan(none.reduced_chi2)
    with pytest.raises(jug.FitError, match="no degrees of freedom"):
        none.scaled()


def test_long_texts_stand_behind_their_titles() -> None:
    """From the 27th column on, in lines of at most 100 characters; a good verdict has no next step."""
    words = " ".join(["word"] * 30)
    verdict: Any = SimpleNamespace(name="poor", sentence=words, good=False, next="look", also=())
    lines = report.verdict_lines(verdict)
    assert lines[0].startswith("Verdict                   poor: word")
    assert {len(line) - len(line.lstrip()) for line in lines[1:-1]} == {26}
    assert lines[-1] == "Next                      look"
    assert max(map(len, lines)) <= REPORT_WIDTH
    assert len(report.verdict_lines(SimpleNamespace(**{**vars(verdict), "good": True}))) == len(lines) - 1


@pytest.mark.parametrize("error", [np.nan, np.inf, 0.0])
def test_an_uncertainty_that_is_no_number_is_undefined(error: float) -> None:
    """The values stand as in the par file then; with one they have its second digit."""
    before = read(TEXT)
    after = before.with_values({"DM": 224.25})
    row = parameter_table._fitted_row(before.entries["DM"], after.entries["DM"], error)
    assert row[4] == "undefined"
    assert row[3] == after.entries["DM"].text()
    row = parameter_table._fitted_row(before.entries["DM"], after.entries["DM"], 0.034)
    assert row[3:5] == ("224.250", "0.034")
