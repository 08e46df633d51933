"""What is done beyond the clock files: a warning and the nearest value, zero, or an error that names the TOA."""

from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main
from jug.data import DataFiles, DataFolder, search_folders
from jug.errors import ClockWarning, DataError
from jug.io.tim.read import read_tim

PAR = """\
PSR J0000+0000
RAJ 10:00:00
DECJ 10:00:00
F0 10
PEPOCH 55000
DM 10
EPHEM DE421
CLK {clk}
UNITS TDB
"""


@pytest.fixture
def files(tmp_path: Path) -> DataFiles:
    """A GBT clock that ends at MJD 55010 with 7 us, a GPS clock that says nothing, TT(BIPM2019) until 55005."""
    (tmp_path / "time_gbt.dat").write_text(" 50000.00       0.0         5.000 1\n 55010.00       0.0         7.000 1\n")
    (tmp_path / "gps2utc.clk").write_text("# UTC(GPS) UTC\n40000 0\n70000 0\n")
    (tmp_path / "tai2tt_bipm2019.clk").write_text("# TAI TT\n40000 32.184\n55005 32.184010\n55006 32.184\n")
    return DataFiles((DataFolder(tmp_path, "JUG_DATA"), *search_folders()))


def load(folder: Path, files: DataFiles, days: list[int], clk: str = "TT(TAI)", **options: bool) -> jug.TOAs:
    (folder / "a.par").write_text(PAR.format(clk=clk))
    (folder / "a.tim").write_text("FORMAT 1\n" + "".join(f"t{day} 1400 {day}.5 1 gbt\n" for day in days))
    return jug.load(folder / "a.par", folder / "a.tim", files=files, **options)[1]


@pytest.mark.parametrize("options", [{}, {"hold_clock": True}])
def test_the_nearest_value_with_a_warning(tmp_path: Path, files: DataFiles, options: dict[str, bool]) -> None:
    with pytest.warns(ClockWarning, match=r"gbt: 2 TOAs after MJD 55010 .*its nearest value, 7\.000 us, is used"):
        toas = load(tmp_path, files, [55000, 55020, 55030], **options)
    np.testing.assert_allclose(toas.clock_s[1:], 7e-6, rtol=1e-12)


@pytest.mark.parametrize("options", [{"zero_clock": True}, {"hold_clock": False}])
def test_zero_with_a_warning(tmp_path: Path, files: DataFiles, options: dict[str, bool]) -> None:
    with pytest.warns(ClockWarning, match=r"gbt: 2 TOAs after MJD 55010 .*correction zero \(it is 7\.000 us"):
        toas = load(tmp_path, files, [55000, 55020, 55030], **options)
    assert toas.clock_s[1:].tolist() == [0.0, 0.0]
    model = jug.load_model(tmp_path / "a.par")
    with pytest.warns(ClockWarning, match="correction zero"):
        again = jug.prepare(model, toas.raw, files=files, **options)
    assert again.clock_s[1:].tolist() == [0.0, 0.0]


def test_strict_is_an_error_with_file_and_line(tmp_path: Path, files: DataFiles) -> None:
    with pytest.raises(DataError, match=r"a\.tim:3: gbt: 1 TOA after MJD 55010 \(2009-06-28\).*'t55020 1400"):
        load(tmp_path, files, [55000, 55020], strict_clock=True)
    assert len(load(tmp_path, files, [55000, 55009], strict_clock=True)) == 2


def test_strict_names_all_sites_and_tt_at_once(tmp_path: Path, files: DataFiles) -> None:
    alone = DataFiles((files.folders[0], *search_folders()[-1:]))
    rows = ("x 1400 55008.5 1 gbt", "y 1400 55020.5 1 gbt", "z 1400 55000.5 1 meerkat")
    (tmp_path / "b.tim").write_text("\n".join(["FORMAT 1", *rows]))
    (tmp_path / "a.par").write_text(PAR.format(clk="TT(BIPM2019)"))
    with pytest.raises(DataError) as refused:
        jug.load(tmp_path / "a.par", tmp_path / "b.tim", files=alone, strict_clock=True)
    found = [
        (problem.why.partition(":")[0], problem.where and problem.where.line) for problem in refused.value.problems
    ]
    assert found == [("TT(BIPM2019)", 2), ("gbt", 3), ("meerkat", 4)]
    assert "the strict clock, which does not allow that" in str(refused.value)


def test_strict_advises_a_newer_file_only_where_one_may_help(tmp_path: Path, files: DataFiles) -> None:
    with pytest.raises(DataError, match=r"the first date of time_gbt\.dat.*; leave these TOAs out"):
        load(tmp_path, files, [49000, 55000], strict_clock=True)
    with pytest.raises(DataError, match="put a newer clock file into"):
        load(tmp_path, files, [55000, 55020], strict_clock=True)


def test_strict_holds_for_tt_too(tmp_path: Path, files: DataFiles) -> None:
    with pytest.raises(DataError, match=r"a\.tim:3: TT\(BIPM2019\): 1 TOA after MJD 55005"):
        load(tmp_path, files, [55000, 55008], clk="TT(BIPM2019)", strict_clock=True)


def test_strict_misses_a_file(tmp_path: Path, files: DataFiles) -> None:
    alone = DataFiles((DataFolder(tmp_path, "JUG_DATA"), *search_folders()[-1:]))
    (tmp_path / "b.tim").write_text("FORMAT 1\nx 1400 55000.5 1 meerkat\n")
    (tmp_path / "a.par").write_text(PAR.format(clk="TT(TAI)"))
    raw = read_tim(tmp_path / "b.tim")
    with pytest.raises(DataError, match=r"b\.tim:2: meerkat: mk2utc_observatory\.clk is not at hand"):
        jug.load(tmp_path / "a.par", raw, files=alone, strict_clock=True)


def test_own_sites_serve_whole_loads(tmp_path: Path, files: DataFiles) -> None:
    (tmp_path / "sites.json").write_text('{"yard": {"xyz_m": [4e6, 1e6, 4.8e6], "aliases": ["ya"], "gps": false}}')
    (tmp_path / "b.tim").write_text("FORMAT 1\nx 1400 55000.5 1 ya\n")
    (tmp_path / "a.par").write_text(PAR.format(clk="TT(TAI)"))
    _, toas = jug.load(tmp_path / "a.par", tmp_path / "b.tim", files=files)
    assert toas.site_names == ("yard",)


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--strict-clock"], 2, "a.tim:2: gbt: 2 TOAs after"),
        ([], 0, "us, is used"),
        (["--hold-clock"], 0, "us, is used"),
        (["--zero-clock"], 0, "correction zero (it is"),
    ],
)
def test_the_options_of_the_command(
    tmp_path: Path, options: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Late TOAs at Green Bank, with the clock files that jug carries."""
    (tmp_path / "a.par").write_text(PAR.format(clk="TT(TAI)"))
    (tmp_path / "a.tim").write_text("FORMAT 1\nx 1400 61000.5 1 gbt\ny 1400 61001.5 1 gbt\n")
    assert main(["residuals", str(tmp_path / "a.par"), str(tmp_path / "a.tim"), *options]) == code
    assert told in capsys.readouterr().err
