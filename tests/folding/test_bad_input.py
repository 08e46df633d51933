"""Bad input of `jug phase`, `polyco`, `bary` and `export`: one line on standard error, exit code 2, nothing written."""

import json
import shutil
from pathlib import Path

import pytest

import jug
from jug.cli.command import main

MODEL = str(jug.data.example("NGC6440E")[0])
OUTSIDE = "outside the ephemeris DE421, which covers MJD 36934.0 to 71176.0; "
EARLY = "MJD 37000.50 is before MJD 37665 (1962), where the tables of Earth orientation start; "
UNKNOWN = "unknown observatory 'nowhere'; `jug data status --sites` lists the known ones"
NO_TZR = "the par file has no TZRMJD: a phase needs the TZR point, where it is 0; add TZRMJD, TZRSITE and TZRFRQ"

POLYCO = ["polyco", MODEL, "-o", "out.dat"]
LATE = ["--site", "gbt", "--start", "71175.5", "--end", "71177"]

LINES = {
    "phase at a site that is not known": (["phase", MODEL, "--at", "53801.5", "--site", "nowhere"], UNKNOWN),
    "phase outside the ephemeris": (["phase", MODEL, "--at", "99999.5", "--site", "gbt"], f"99999.50 lies {OUTSIDE}"),
    "phase before the Earth's orientation": (["phase", MODEL, "--at", "37000.5", "--site", "gbt"], EARLY),
    "phase without TZR": (["phase", "bare.par", "--at", "53801.5", "--json", "out.json"], NO_TZR),
    "phase of a time outside a polyco": (
        ["phase", "polyco.dat", "--at", "53802.5", "--json", "out.json"],
        "MJD 53802.500000 is in no segment of the polyco, which covers 53801.000000 to 53801.125000; make one for",
    ),
    "phase of a time outside a predictor": (
        ["phase", "pred.dat", "--at", "53800.5", "--freq", "1400"],
        "MJD 53800.500000 is in no segment of the predictor, which covers 53801.000000 to 53801.125000; make one for",
    ),
    "phase outside a predictor's band": (
        ["phase", "pred.dat", "--at", "53801.05", "--freq", "430"],
        "430 MHz is outside the predictor's band, 1260 to 1540 MHz; give a frequency in it",
    ),
    "phase of a polyco at another site": (
        ["phase", "polyco.dat", "--at", "53801.05", "--site", "parkes", "--json", "out.json"],
        "polyco.dat is for the site 1, not parkes; leave --site out, or make polynomials for that site with jug polyco",
    ),
    "phase of a predictor at another site": (
        ["phase", "pred.dat", "--at", "53801.05", "--site", "parkes", "--freq", "1400"],
        "pred.dat is for the site gbt, not parkes; leave --site out",
    ),
    "phase of a polyco at another frequency": (
        ["phase", "polyco.dat", "--at", "53801.05", "--freq", "1500"],
        "polyco.dat is for 1400 MHz, not 1500 MHz; leave --freq out, or make a polyco for that frequency",
    ),
    "phase of a polyco at a frequency close by": (
        ["phase", "polyco.dat", "--at", "53801.05", "--freq", "1400.002"],
        "polyco.dat is for 1400 MHz, not 1400.002 MHz;",
    ),
    "polyco at a site that is not known": (
        [*POLYCO, "--site", "nowhere", "--start", "53801", "--end", "53802"],
        UNKNOWN,
    ),
    "polyco outside the ephemeris": ([*POLYCO, *LATE], f"71177.00 lies {OUTSIDE}"),
    "predictor outside the ephemeris": ([*POLYCO, *LATE, "--format", "predictor"], f"71177.00 lies {OUTSIDE}"),
    "polyco before the Earth's orientation": (
        [*POLYCO, "--site", "gbt", "--start", "37000.5", "--end", "37001"],
        EARLY,
    ),
    "polyco without TZR": (
        ["polyco", "bare.par", "-o", "out.dat", "--site", "gbt", "--start", "53801", "--end", "53802"],
        NO_TZR,
    ),
    "bary at a site that is not known": (["bary", MODEL, "times.txt", "--site", "nowhere", "-o", "out.txt"], UNKNOWN),
    "bary outside the ephemeris": (
        ["bary", MODEL, "late.txt", "--site", "gbt", "-o", "out.txt"],
        f"99999.50 and 1 more lie {OUTSIDE}",
    ),
    "bary before the Earth's orientation": (
        ["bary", MODEL, "early.txt", "--site", "geocenter", "-o", "out.txt"],
        EARLY,
    ),
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base, model = tmp_path_factory.mktemp("inputs"), jug.load_model(MODEL)
    jug.write_polyco(jug.polyco(model, 53801.0, 53801.1, site="gbt"), base / "polyco.dat")
    predictor = jug.predictor(model, 53801.0, 53801.1, site="gbt", freq_mhz=(1260.0, 1540.0))
    jug.write_predictor(predictor, base / "pred.dat")
    kept = [line for line in Path(MODEL).read_text().splitlines() if not line.startswith("TZR")]
    (base / "bare.par").write_text("\n".join(kept))
    (base / "times.txt").write_text("53801.5\n")
    (base / "late.txt").write_text("53801.5\n99999.5\n99999.6\n")
    (base / "early.txt").write_text("37000.5\n")
    return base


@pytest.fixture
def folder(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(inputs, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", LINES)
def test_one_line_and_nothing_written(case: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, said = LINES[case]
    before = sorted(folder.iterdir())
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("jug: error: ")
    assert printed.err.count("\n") == 1
    assert said in printed.err
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("words", [[], ["--site", "GBT"], ["--freq", "1400.0004"], ["--site", "1", "--freq", "1400"]])
def test_the_site_and_frequency_of_a_polyco_may_be_said(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phase", "polyco.dat", "--at", "53801.05", *words]) == 0
    assert "53801.050000000" in capsys.readouterr().out


def test_a_code_of_a_site_of_another_program_is_compared_as_it_stands(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path("polyco.dat").read_text()
    Path("polyco.dat").write_text(text.replace("    1  ", "   zz  "))
    assert main(["phase", "polyco.dat", "--at", "53801.05", "--site", "zz"]) == 0
    assert main(["phase", "polyco.dat", "--at", "53801.05", "--site", "gbt"]) == 2
    assert "is for the site zz, not gbt" in capsys.readouterr().err


def test_words_that_touch_in_a_polyco_of_tempo2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its widths leave no blank before a logarithm of the rms below -10."""
    own = jug.read_polyco("polyco.dat")
    text = Path("polyco.dat").read_text()
    assert " -9.999\n" in text
    Path("polyco.dat").write_text(text.replace(" -9.999\n", "-10.123\n"))
    assert {segment.log_rms for segment in jug.read_polyco("polyco.dat").segments} == {-10.123}
    assert jug.read_polyco("polyco.dat").segments[0].doppler == own.segments[0].doppler
    assert main(["phase", "polyco.dat", "--at", "53801.05"]) == 0
    assert "53801.050000000" in capsys.readouterr().out


def test_an_output_that_is_there_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = Path("polyco.dat").read_bytes()
    assert main(["polyco", MODEL, "-o", "polyco.dat", *LATE]) == 2
    assert Path("polyco.dat").read_bytes() == old


def test_a_feather_file_of_another_schema(folder: Path) -> None:
    feather = pytest.importorskip("pyarrow.feather", reason="pyarrow is an extra: jug-timing[arrow]")
    from pyarrow import Table

    from jug.exchange.feather import read_record

    meta = {"json": json.dumps({"schema": "pulsardata-feather-v9", "name": "J0000+0000"})}
    feather.write_feather(Table.from_pydict({"toas": [1.0]}, metadata=meta), "other.feather")
    with pytest.raises(jug.InputError) as refused:
        read_record("other.feather")
    assert str(refused.value) == (
        "other.feather: the schema 'pulsardata-feather-v9' is not pulsardata-feather-v1; jug export writes such files"
    )
