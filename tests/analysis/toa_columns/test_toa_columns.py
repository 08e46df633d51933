"""Residuals in any columns, as text, CSV, FITS, parquet and feather; `bat` against PINT is in tests/pint."""

import csv
import io
import json
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from astropy.table import Table
from copies import example
from pyarrow import feather, parquet

import jug
from jug.analysis.toa_columns.files import format_of
from jug.analysis.toa_columns.quantities import QUANTITIES, find_quantity
from jug.analysis.toa_columns.table import ColumnTable
from jug.cli import command as cli

BINARY = example("J0613-sim")
WIDEBAND = example("J1614-2230")
PAR, TIM = example("NGC6440E")


def table(names: str) -> tuple[jug.TOAs, jug.Residuals, "jug.analysis.toa_columns.table.ColumnTable"]:
    model, toas = jug.load(*BINARY)
    found = jug.residuals(model, toas)
    return toas, found, jug.columns(model, toas, names, residuals=found)


def test_every_column_is_what_it_says() -> None:
    toas, found, made = table(",".join(QUANTITIES))
    assert np.array_equal(made["res"], found.time_s * 1e6)
    assert np.array_equal(made["err"], found.error_s * 1e6)
    assert np.array_equal(made["pn"], found.pulse_number)
    assert np.array_equal(made["freq"], toas.freq_hz / 1e6)
    model, _ = jug.load(*BINARY)
    assert np.array_equal(made["binphase"], jug.orbital_phase(model, toas).value)
    np.testing.assert_allclose(made["dm"], model.values["DM"], atol=0.1)
    assert np.max(np.abs(made["bat"] - made["tdb"])) < 600.0 / 86400.0  # the Earth's orbit, 499 s, and dispersion
    assert {len(column) for column in made.values.values()} == {len(toas)}


def test_words_of_general2_are_known_in_any_case() -> None:
    made = table("res,pre,POST,turns,pre_phase,freqSSB,freqssb")[2]
    assert np.array_equal(made["pre"], made["res"])
    assert np.array_equal(made["POST"], made["res"])
    assert np.array_equal(made["pre_phase"], made["turns"])
    assert np.array_equal(made["freqSSB"], made["freqssb"])


def test_frequency_elevation_and_solar_angle_are_where_the_earth_is() -> None:
    """The Earth moves at 1e-4 c; seen from it the pulsar comes as near to the Sun as its ecliptic latitude."""
    toas, _, made = table("freq,freqssb,elev,solarangle,flags")
    model, _ = jug.load(*BINARY)
    shift = made["freqssb"] / made["freq"] - 1.0
    assert 5e-5 < np.max(np.abs(shift)) < 1.01e-4  # v/c of the Earth is 0.99e-4, times the cosine of the latitude
    np.testing.assert_allclose(made["freqssb"] * 1e6, jug.pulsar_data(model, toas).barycentric_freq_hz, rtol=1e-15)
    latitude = 25.4  # of J0613-0200 from the ecliptic, deg
    assert latitude - 0.1 < np.min(made["solarangle"]) < 60.0
    assert 120.0 < np.max(made["solarangle"]) < 180.0 - latitude + 0.1
    highest = 90.0 - abs(38.4 + 2.0)  # at the meridian of Green Bank
    assert np.max(made["elev"]) < highest + 0.1
    assert np.min(made["elev"]) > -90.0 + abs(38.4 - 2.0) - 0.1
    first = toas.raw.flags
    assert made["flags"][0].startswith("-fe ")
    assert all(f"-{key} " in made["flags"][0] for key in list(first)[:3])


def test_barycentric_times_are_the_delays_before_the_binary() -> None:
    model, toas = jug.load(*BINARY)
    terms = jug.delays(model, toas)
    before = [name for name in terms.delays if "ELL1" not in name and "binary" not in name.lower()]
    made = jug.columns(model, toas, "bat,tdb")
    expected = made["tdb"] - sum(terms[name] for name in before) / 86400.0
    np.testing.assert_allclose(made["bat"], expected, atol=3e-11)  # a float64 MJD is good to 0.6 us


def test_the_dispersion_measure_of_dmx() -> None:
    """DM times the dispersion constant over f^2 is the delay of the dispersive terms."""
    model, toas = jug.load(*WIDEBAND, ephem="DE440")
    terms = jug.delays(model, toas)
    dispersive = sum(terms[name] for name in ("dispersion", "DMX"))
    dm = jug.columns(model, toas, "dm")["dm"]
    wind = terms["solar wind"] if "solar wind" in terms.names else 0.0
    doppler = dispersive + wind
    assert np.corrcoef(dm / toas.freq_hz**2, doppler)[0, 1] > 1 - 1e-6  # the Doppler shift changes f by 1e-4


def test_files_hold_the_same_numbers(tmp_path: Path) -> None:
    names = ["mjd", "res", "err", "pn", "flag:f", "site"]
    _, _, made = table(",".join(names))
    for ending in ("csv", "fits", "parquet", "feather"):
        made.write(tmp_path / f"out.{ending}")
    read = {
        "fits": Table.read(tmp_path / "out.fits"),
        "parquet": parquet.read_table(tmp_path / "out.parquet").to_pydict(),
        "feather": feather.read_table(tmp_path / "out.feather").to_pydict(),
    }
    for found in read.values():
        assert list(found.keys()) == names
        for name in names:
            assert np.array_equal(np.asarray(found[name]).astype(made[name].dtype), made[name])
    assert str(read["fits"]["res"].unit) == "us"
    assert parquet.read_schema(tmp_path / "out.parquet").field("res").metadata == {b"unit": b"us"}
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    np.testing.assert_allclose([float(row["res"]) for row in rows], made["res"], rtol=1e-14)
    assert [row["mjd"] for row in rows] == made.texts["mjd"]


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = (str(PAR), str(TIM))
    assert cli.main(["residuals", *files, "--columns", "mjd,res,site"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["#", "mjd[d]", "res[us]", "site"]
    assert len(lines) == 63
    assert cli.main(["residuals", *files, "--pattern", r"{{{n}}} {res%.2f}\t{site}\n"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("{1} ")
    assert cli.main(["residuals", *files, "--columns", "res,freq", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["units"] == {"res": "us", "freq": "MHz"}
    assert len(content["columns"]["res"]) == 62
    assert cli.main(["residuals", *files, "--columns", "res", "-o", str(tmp_path / "a.fits")]) == 0
    assert len(Table.read(tmp_path / "a.fits")) == 62


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--columns", "nonsense"], "columns are n, mjd"),
        (["--columns", "binphase"], "no binary"),
        (["--columns", "noise:RED"], "no noise process"),
        (["--columns", "delay:RED"], "the model has no term 'RED'"),
        (["--columns", "res", "--pattern", "{res}"], "give one of them"),
        (["--columns", "res", "--average"], "columns of its own"),
        (["--columns", "res", "--format", "fits"], "cannot be written to a terminal"),
        (["--pattern", "no braces"], "no column in braces"),
        (["--pattern", "{site%.3f}"], "cannot be written"),
        (["--pattern", "{mjd%.9999999f}"], "wider than 999 characters"),
        (["--pattern", "{res}", "--json"], "a pattern is text"),
        (["--format", "csv"], "--format is for --columns"),
        (["--columns", ","], "no columns are named"),
    ],
)
def test_what_cannot_be_listed_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["residuals", str(PAR), str(TIM), *words]) == 2
    assert said in capsys.readouterr().err


def test_a_time_is_rounded_from_all_its_digits() -> None:
    """A float64 of an MJD has 11 decimals, a time of the table 15; other columns are rounded as numbers."""
    made = jug.columns(*jug.load(PAR, TIM), "tdb,res")
    first, res = made.texts["tdb"][0], made["res"][0]
    assert f"{made['tdb'][0]:.15f}" != first
    assert made.lines("{tdb%.15f}").split()[0] == first
    assert (
        made.lines("{tdb%14.3f} {res%.17g} {res%+.1e}").splitlines()[0]
        == f" {float(first):13.3f} {res:.17g} {res:+.1e}"
    )


def test_a_table_shows_the_ends_of_its_columns() -> None:
    made = ColumnTable({"mjd": np.array([1.0, 2.0])}, {"mjd": "d"}, {"mjd": ["1.0", "2.0"]})
    assert repr(made).startswith("ColumnTable of 2 TOAs")
    assert "1.0 ... 2.0" in repr(made)
    assert repr(ColumnTable({"mjd": np.array([])}, {"mjd": "d"}, {"mjd": []})).startswith("ColumnTable of 0 TOAs")
    assert repr(ColumnTable({}, {}, {})).startswith("ColumnTable of 0 TOAs")


def test_the_delay_of_a_term_is_that_of_delays() -> None:
    model, toas = jug.load(PAR, TIM)
    terms = jug.delays(model, toas)
    for name in terms.names:
        assert np.array_equal(jug.columns(model, toas, f"delay:{name}")[f"delay:{name}"], terms[name])
    with pytest.raises(jug.InputError) as refused:
        jug.columns(model, toas, "delay:RED")
    assert all(name in str(refused.value.hint) for name in terms.names)


@pytest.mark.parametrize(
    ("text", "listed"),
    [("0.00123456789012345", 1.5), ("1.23456789012345e-30", 1.5), ("53478.28587141921", "53478.28587141921")],
)
def test_digits_that_float64_does_not_hold_stay_text_in_json(text: str, listed: object) -> None:
    """It holds 15 decimal digits; the zeros before them and an exponent are none."""
    made = ColumnTable({"mjd": np.array([1.5])}, {"mjd": "d"}, {"mjd": [text]})
    assert made.to_json() == {"units": {"mjd": "d"}, "columns": {"mjd": [listed]}}


def test_times_of_a_pulsar_are_text_in_json_with_the_digits_of_the_tim_file() -> None:
    """53478.2858714192189: as float64 it would be off by 0.1 us."""
    columns = jug.columns(*jug.load(PAR, TIM), "mjd,res").to_json()["columns"]
    assert columns["mjd"][0] == "53478.2858714192189"  # type: ignore[index,call-overload]
    assert isinstance(columns["res"][0], float)  # type: ignore[index,call-overload]


def test_numbers_that_are_not_finite_are_none_in_json() -> None:
    made = ColumnTable({"freq": np.array([np.inf, 1.0])}, {"freq": "MHz"}, {"freq": ["inf", "1"]})
    assert made.to_json()["columns"] == {"freq": [None, 1.0]}
    assert ColumnTable({"n": np.array([3])}, {"n": ""}, {"n": ["3" * 30]}).to_json()["columns"] == {"n": [3]}


def test_the_day_of_the_year_begins_with_one_in_2000() -> None:
    """MJD 51544 is 1 January 2000."""
    model, toas = jug.load(PAR, TIM)
    found = jug.columns(model, toas, "doy")["doy"]
    np.testing.assert_allclose(found, (toas.mjd - 51543.0) % 365.25, atol=1e-9)
    assert 1.0 <= found.min() <= found.max() < 366.25


def test_names_and_flags_that_fits_does_not_have(tmp_path: Path) -> None:
    """A flag of other letters than ASCII ended in a traceback."""
    (tmp_path / "a.tim").write_text("FORMAT 1\n é 1400 53500.1 1 gbt -né x\n b 1400 53600.1 1 gbt -né 名\n")
    words = ["--columns", "name,flag:né", "-o", str(tmp_path / "a.fits")]
    assert cli.main(["residuals", str(PAR), str(tmp_path / "a.tim"), *words]) == 0
    read = Table.read(tmp_path / "a.fits")
    assert [list(map(str, read[name])) for name in read.colnames] == [[r"\xe9", "b"], ["x", r"\u540d"]]


def test_lines_of_a_pattern_end_as_they_are_written() -> None:
    r"""``\n`` and ``\t`` as on a command line, braces, and one newline left out at the end."""
    made = ColumnTable({"n": np.array([3, 4])}, {"n": ""}, {"n": ["3", "4"]})
    assert made.lines(r"a\t{n}\n{{{n}}} b\n") == "a\t3\n{3} b\na\t4\n{4} b"
    assert made.lines("{ n %3d}|\n\n") == "  3|\n\n  4|\n"
    assert made.lines("{n%999d}\n").split() == ["3", "4"]
    with pytest.raises(jug.InputError, match=r"^\{n%1000.2f\} is wider than 999 characters; as in \{res%.3f\}$"):
        made.lines("{n%1000.2f}")
    with pytest.raises(jug.InputError, match=r"^\{n%.3x\} cannot be written: "):
        made.lines("{n%.3x}")


@pytest.mark.parametrize(
    ("path", "given", "found"),
    [
        ("a.CSV", None, "csv"),
        ("a.csv", "text", "text"),
        ("a.b", None, "text"),
        ("feather", None, "text"),
        ("a", "fits", "fits"),
    ],
)
def test_the_format_of_a_file(path: str, given: str | None, found: str) -> None:
    assert format_of(path, given) == found


def test_a_format_that_is_none() -> None:
    with pytest.raises(
        jug.InputError, match=r"^no format 'xml' of a table; it may be text, csv, fits, parquet, feather$"
    ):
        format_of("a.csv", "xml")


def test_processes_and_terms_that_the_model_does_not_have() -> None:
    source = SimpleNamespace(residuals=SimpleNamespace(noise={"RED": None, "ECORR": None}))
    with pytest.raises(jug.InputError, match=r"^the model has no noise process 'DM'; it has RED, ECORR$"):
        find_quantity("noise:DM").of(source)  # type: ignore[arg-type]
    source.residuals.noise = {}
    with pytest.raises(jug.InputError, match=r"'DM'; it has none$"):
        find_quantity("noise:DM").of(source)  # type: ignore[arg-type]
    for name in ("noise:", "flag", "flags:fe", ":fe"):
        with pytest.raises(jug.InputError, match=rf"^no column '{name}'; columns are n, mjd, tdb, bat, .*, delay:KEY$"):
            find_quantity(name)


def test_the_time_at_the_barycentre_of_a_time_at_the_barycentre_is_the_time_itself() -> None:
    """To 0.2 ns; a time in seconds since 53750 alone is good to 7 ns as a float64."""
    model = jug.load_model(PAR)
    toas = jug.simulate(model, np.linspace(53400.1, 57400.7, 20), site="@", freq_mhz=np.inf)
    made = jug.columns(model, toas, "tdb,bat")
    apart = [Decimal(a) - Decimal(b) for a, b in zip(made.texts["tdb"], made.texts["bat"], strict=True)]
    assert max(map(abs, apart)) < Decimal("2e-15")
    assert {len(text.partition(".")[2]) for text in made.texts["bat"]} == {15}


def test_texts_of_a_table() -> None:
    """An empty word is a dash, units stand in the head, and columns are as wide as their longest word."""
    made = ColumnTable(
        {"flag:fe": np.array(["", "L"]), "err": np.array([1.5, 12.25])}, {"flag:fe": "", "err": "us"},
        {"flag:fe": ["", "L"], "err": ["1.5", "12.25"]},
    )  # fmt: skip
    assert made.text().split("\n") == ["# flag:fe  err[us]", "-          1.5", "L          12.25"]
    assert made.csv() == "flag:fe,err\n,1.5\nL,12.25"
    assert repr(ColumnTable({}, {}, {})) == "ColumnTable of 0 TOAs"
    with pytest.raises(jug.InputError, match=r"^no columns are named; as in mjd,res,err$"):
        jug.columns(*jug.load(PAR, TIM), " , ")
