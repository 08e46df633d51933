"""Damage of the files that come with jug is told in one line that names the file and the cure."""

import importlib.util
import shutil
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main
from jug.cli.common.exit_codes import ExitCode
from jug.data import DataFiles, DataFolder, cache_contents, clock_acceptance, search_path, status
from jug.errors import DataError
from jug.obs import clock, ephemeris, files, sites, tt_bipm
from jug.obs.files import packaged_root
from jug.obs.integrity import CHECKSUMS, checksums, list_damaged_files

CURE = "install jug again: pip install --force-reinstall --no-deps jug-timing"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded_only: None) -> Path:
    """A copy of the files that come with jug, which jug uses."""
    root = tmp_path / "embedded"
    for folder in ("clock", "ephemeris", "tables"):
        shutil.copytree(packaged_root() / folder, root / folder)
    for module in (files, clock, tt_bipm, ephemeris, sites, cache_contents, clock_acceptance, search_path, status):
        monkeypatch.setattr(module, "packaged_root", lambda: root)
    for found in (sites.site_table, sites._index, checksums):
        found.cache_clear()
    yield root
    for found in (sites.site_table, sites._index, checksums):
        found.cache_clear()


def load(root: Path) -> None:
    par, tim = jug.data.example("NGC6440E")
    jug.load(par, tim, files=DataFiles((DataFolder(root, "embedded"),)))


def flip(path: Path) -> None:
    """One bit in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


@pytest.mark.parametrize(
    ("name", "harm", "why"),
    [
        ("clock/time_gbt.dat", flip, "is damaged: its content is not what was installed"),
        ("clock/time_gbt.dat", Path.unlink, "is missing"),
        ("clock/gps2utc.clk", Path.unlink, "is missing"),
        ("clock/gps2utc.clk", cut, r"is damaged: it has \d+ bytes, not \d+"),
        ("ephemeris/de421.bsp", Path.unlink, "is missing"),
        ("ephemeris/de421.bsp", cut, r"is damaged: it has \d+ bytes, not \d+"),
        ("tables/smooth_1960_2060.npy", cut, r"is damaged: it has \d+ bytes, not \d+"),
        ("ephemeris/de421.bsp", flip, "is damaged: its content is not what was installed"),
        ("tables/smooth_1960_2060.npy", flip, "is damaged: its content is not what was installed"),
        ("tables/sites.json", flip, "is damaged: its content is not what was installed"),
    ],
)
def test_damage_is_one_line_with_file_and_cure(installed: Path, name: str, harm, why: str) -> None:
    harm(installed / name)
    with pytest.raises(DataError, match=f"{name}: this file of jug's installation {why}; {CURE}$") as error:
        load(installed)
    assert "\n" not in str(error.value)


def test_a_missing_ephemeris_is_one_line(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was two, one of them for the default in place of the line EPHEM; so was any default that is not at hand."""
    (installed / "ephemeris" / "de421.bsp").unlink()
    par, tim = map(str, jug.data.example("NGC6440E"))
    assert main(["fit", par, tim]) == ExitCode.BAD_INPUT
    path = installed / "ephemeris" / "de421.bsp"
    assert capsys.readouterr().err == f"jug: error: {path}: this file of jug's installation is missing; {CURE}\n"


def test_a_default_that_is_not_at_hand_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another installation of jug has no DE421 at all."""
    monkeypatch.setattr(ephemeris, "check_installed_file", lambda root, path: path)
    monkeypatch.setattr(DataFiles, "_find_ephemeris", lambda self, name: None)
    with pytest.raises(DataError) as error:
        jug.load(*jug.data.example("NGC6440E"))
    assert [str(problem.where) for problem in error.value.problems] == [f"{jug.data.example('NGC6440E')[0]}:10"]


@pytest.mark.parametrize("line", ["CLK TT(BIPM2019)", "CLK UTC(NIST)", ""])
def test_the_year_of_tt_that_is_asked_for_is_gone(installed: Path, tmp_path: Path, line: str) -> None:
    """Or the newest, where none is named: the nearest year was used, or the newest that was left."""
    par, tim = jug.data.example("NGC6440E")
    lines = [text for text in Path(par).read_text().splitlines() if not text.startswith("CLK")]
    (tmp_path / "a.par").write_text("\n".join([*lines, line, ""]))
    newest = max(path.stem[-4:] for path in (installed / "clock").glob("tai2tt_bipm*.clk"))
    year = "2019" if "2019" in line else newest
    (installed / "clock" / f"tai2tt_bipm{year}.clk").unlink()
    with pytest.raises(DataError, match=f"tai2tt_bipm{year}.clk: this file of jug's installation is missing; {CURE}"):
        jug.load(tmp_path / "a.par", tim, files=DataFiles((DataFolder(installed, "embedded"),)))


def test_what_is_as_installed_is_used(installed: Path) -> None:
    load(installed)
    assert list_damaged_files(installed) == ()


def test_the_status_checks_files_that_no_one_asked_for(installed: Path, capsys) -> None:
    flip(installed / "ephemeris" / "de440.bsp")
    (installed / "clock" / "time_vla.dat").unlink()
    found = list_damaged_files(installed)
    assert [line.partition(": ")[0] for line in found] == [
        str(installed / "clock" / "time_vla.dat"),
        str(installed / "ephemeris" / "de440.bsp"),
    ]
    assert "is missing; install jug again" in found[0]
    assert main(["data", "status"]) == ExitCode.DECISION
    assert "Damaged\n  " in capsys.readouterr().out


def test_a_damaged_list(installed: Path) -> None:
    (installed / CHECKSUMS).write_text("{")
    with pytest.raises(DataError, match=f"the list of jug's own files cannot be read .*; {CURE}"):
        load(installed)


def test_a_file_of_the_user_is_not_compared(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "time_gbt.dat").write_text(
        " 40000.00      0.000       1.000 1\n 70000.00      0.000       1.000 1\n"
    )
    par, tim = jug.data.example("NGC6440E")
    places = (DataFolder(tmp_path / "own", "own"), DataFolder(installed, "embedded"))
    assert np.isfinite(jug.load(par, tim, files=DataFiles(places))[1].clock_s).all()


def test_the_list_is_current() -> None:
    path = packaged_root() / "scripts" / "make_checksums.py"
    spec = importlib.util.spec_from_file_location("make_checksums", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert (packaged_root() / CHECKSUMS).read_text() == made.checksums(), "run: python data/scripts/make_checksums.py"
