"""Solutions for the pulsar catalogue and as JSON: what is written reads back, and bad input writes nothing."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
from copies import REFERENCE
from simulated_sets import par

import jug
from jug.cli.command import main
from jug.core.decimal_text import exact_decimal, parse
from jug.exchange.catalogue import catalogue_record

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning", "ignore::jug.ClockWarning")
DDK = REFERENCE / "J1713+0747_NANOGrav_11yv0_short.gls.par"
PULSARS = {name: jug.data.example(name)[0] for name in ("B1855+09", "J1614-2230")} | {"DDK": DDK}


class Row(NamedTuple):
    """A line as the catalogue means it: the last number of the value, its last digit, its uncertainty."""

    word: str
    number: Decimal
    digit: Decimal
    error: Decimal | None


def rows_of(text: str) -> Iterator[tuple[str, Row]]:
    """By the rule of psrcat: whole uncertainties count in units of the last digit, exponent included."""
    for line in text.splitlines():
        if line.startswith(("#", "@")):
            continue
        key, word, *error = line.split()
        last = word.rpartition(":")[2]
        if not re.fullmatch(r"[-+]?[0-9.]+(E-?[0-9]+)?", last):
            assert not error
            continue
        number = Decimal(last)
        digit = Decimal(1).scaleb(int(number.as_tuple().exponent))
        yield key, Row(word, number, digit, int(error[0]) * digit if error else None)


def with_error(name: str, value: str, error: str) -> jug.TimingModel:
    return jug.load_model(par(f"{name} {value} 1 {error}"))


@pytest.mark.parametrize("name", PULSARS)
def test_a_record_reads_back_to_the_digits_that_uncertainties_leave(name: str, tmp_path: Path) -> None:
    """Values to half a unit of the last digit, which is a quarter of an uncertainty; uncertainties likewise."""
    model = jug.load_model(PULSARS[name])
    left_out = jug.export_solution(model, tmp_path / "a.psrcat")
    text = (tmp_path / "a.psrcat").read_text()
    assert text.splitlines()[-1] == "@" + "-" * 65
    found = dict(rows_of(text))
    measured = {key: e for key, e in model.entries.items() if key in found and e.error}
    assert len(measured) > 10
    for key, entry in measured.items():
        row = found[key]
        assert row.error is not None, key
        if ":" not in row.word:
            assert abs(row.number - exact_decimal(entry.value)) <= row.digit / 2, key
        divisor = entry.codec.error_divisor
        assert abs(row.error - Decimal(entry.error) * divisor) <= row.digit / 2, key
        assert 2 * row.digit <= row.error <= 19 * row.digit, key
    assert "DMX" in "".join(left_out)
    assert f"# not in the catalogue: {', '.join(left_out)}" in text


def test_each_line_has_the_columns_of_the_catalogue() -> None:
    text = catalogue_record(jug.load_model(jug.data.example("NGC6440E")[0]), {"RAJ": 0.05 / 3600, "F1": 1e-18}).text
    assert f"\nRAJ      {'17:48:52.75':<25}5\n" in text
    assert f"\nF1       {'-1.1810E-15':<25}10\n" in text
    assert f"\nDECJ     {'-20:21:29'}\n" in text  # without an uncertainty
    assert "\nCLK      TT(BIPM2019)\n" in text


def test_names_by_catalogue_and_position() -> None:
    """J names of pulsars that are called by B names are cut off, not rounded, at the minute (IAU)."""
    text = catalogue_record(jug.load_model(PULSARS["B1855+09"]), {}).text
    assert "\nPSRB     B1855+09\nPSRJ     J1857+0943\n" in text
    south = par()
    lines = [line.text for line in south.lines if line.key not in ("PSR", "RAJ", "DECJ")]
    from jug.io.par import parse_lines

    model = jug.load_model(parse_lines([*lines, "PSR B0833-45", "RAJ 08:35:59.9", "DECJ -45:10:34.9"], "a.par"))
    assert "\nPSRJ     J0835-4510\n" in catalogue_record(model, {}).text
    for name in ("J0835-4510", "0835-4510"):
        model = jug.load_model(parse_lines([*lines, f"PSR {name}", "RAJ 08:35:59.9", "DECJ -45:10:34.9"], "a.par"))
        assert "\nPSRJ     J0835-4510\n" in catalogue_record(model, {}).text


@pytest.mark.parametrize(
    ("name", "value", "error", "line"),
    [
        ("PX", "1.234", "0.056", f"PX       {'1.23':<25}6"),
        ("PX", "1.234", "0.0149", f"PX       {'1.234':<25}15"),
        ("PMRA", "-123.4", "25", f"PMRA     {'-1.2E2':<25}2"),
        ("F2", "1.234e-25", "5.1e-27", f"F2       {'1.23E-25':<25}5"),
        ("DM1", "-0.00023", "0.0011", f"DM1      {'-0.0002':<25}11"),
    ],
)
def test_digits_of_values(name: str, value: str, error: str, line: str) -> None:
    model = with_error(name, value, error)
    assert line in catalogue_record(model, {name: float(error)}).text.splitlines()


def test_the_catalogues_own_names_and_units() -> None:
    """ECCDOT is EDOT elsewhere; DTHETA is in 1e-6."""
    orbit = ["BINARY DD", "PB 1", "A1 2", "T0 54000", "OM 30", "ECC 0.1 1 1e-5", "DTH 5.6e-6 1 1e-7", "EDOT 1.1e-14"]
    model = jug.load_model(par(*orbit))
    text = catalogue_record(model, {"ECC": 1e-5, "DTH": 1e-7}).text.splitlines()
    assert f"DTHETA   {'5.60':<25}10" in text
    assert "ECCDOT   1.1e-14" in text
    assert f"ECC      {'0.100000':<25}10" in text


def test_psrqpy_reads_values_and_uncertainties(tmp_path: Path) -> None:
    """The reader of psrcat.db in Python (Pitkin 2018, JOSS 3, 538); seen with psrqpy 1.3.3."""
    utils = pytest.importorskip("psrqpy.utils", reason="psrqpy reads psrcat.db; pip install psrqpy")
    for name, path in PULSARS.items():
        model = jug.load_model(path)
        jug.export_solution(model, tmp_path / "a.psrcat")
        table = utils.get_catalogue(path_to_db=str(tmp_path / "a.psrcat"))
        assert len(table) == 1
        for key in ("F0", "F1", "PX", "PB", "A1", "SINI", "M2"):
            if key in model.errors:
                assert table[key + "_ERR"][0] == pytest.approx(model.errors[key], rel=0.25), (name, key)
                assert table[key][0] == pytest.approx(model.values[key], abs=0.26 * table[key + "_ERR"][0]), (name, key)


@pytest.mark.parametrize("name", PULSARS)
def test_json_has_every_digit(name: str, tmp_path: Path) -> None:
    model = jug.load_model(PULSARS[name])
    assert jug.export_solution(model, tmp_path / "a.json") == ()
    found = json.loads((tmp_path / "a.json").read_text())
    assert (found["psr"], found["ephem"], found["fit"]) == (model.psr, model.settings.ephem, None)
    assert {key for key, one in found["parameters"].items() if one["free"]} == set(model.free)
    for key, one in found["parameters"].items():
        entry = model.entries[key]
        if entry.word:
            assert one["value"] == entry.word
        else:
            assert parse(one["value"]) == entry.value, key
            assert (one["uncertainty"] is None) == (entry.error is None)
            assert one["uncertainty"] is None or float(one["uncertainty"]) == entry.error
            assert one["units"]
    assert found["parameters"]["F0"]["units"] == "Hz"


def test_a_fit_gives_its_uncertainties(tmp_path: Path) -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    result = jug.fit(model, toas)
    jug.export_solution(result, tmp_path / "a.json")
    found = json.loads((tmp_path / "a.json").read_text())
    assert float(found["parameters"]["F0"]["uncertainty"]) == result.errors["F0"]
    assert (found["fit"]["n_toa"], found["fit"]["verdict"]) == (62, result.verdict.name)
    jug.export_solution(result, tmp_path / "a.db")
    assert f"\nF0       {'61.485476554373':<25}18\n" in (tmp_path / "a.db").read_text()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, toas = (str(path) for path in jug.data.example("NGC6440E"))
    out = tmp_path / "a.psrcat"
    assert main(["export", model, "-o", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "psrcat"
    plain = out.read_text()
    assert main(["export", model, toas, "-o", str(tmp_path / "a.txt"), "--format", "psrcat", "--fit", "-q"]) == 0
    assert (tmp_path / "a.txt").read_text() != plain
    assert main(["export", str(PULSARS["B1855+09"]), "-o", str(out)]) == 0
    assert "Not in the catalogue  DMX (72), FD (3), JUMP" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "a.feather"], "a record for pulsar arrays needs TOAs; give the tim file after the par file"),
        (["-o", "a.psrcat", "--fit"], "a fit needs TOAs; give the tim file after the par file"),
        (["-o", "a.json", "--free", "F0"], "--free chooses what is fitted, and nothing is fitted; give --fit too"),
    ],
)
def test_what_is_refused(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", str(jug.data.example("NGC6440E")[0]), *words]) == 2
    assert capsys.readouterr().err == f"jug: error: {said}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_format_that_is_none_and_a_pulsar_without_a_name(tmp_path: Path) -> None:
    from jug.io.par import parse_lines

    model = jug.load_model(par())
    with pytest.raises(jug.InputError, match=r"no format '\.par' of a solution; it may be psrcat, json; or name the"):
        jug.export_solution(model, tmp_path / "a.par")
    bare = jug.load_model(parse_lines(["F0 10 1", "PEPOCH 54000", "UNITS TDB", "EPHEM DE421"], "a.par"))
    with pytest.raises(jug.InputError, match="the catalogue lists pulsars by name and position; add PSR, and RAJ"):
        jug.export_solution(bare, tmp_path / "a.psrcat")
    assert list(tmp_path.iterdir()) == []
