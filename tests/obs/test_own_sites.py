"""A user's own observatories, astropy's, and names that are no place on the Earth."""

import json
import math
from pathlib import Path

import pint
import pytest

from jug.data import DataFiles, DataFolder, open_files
from jug.errors import DataError, Where
from jug.obs.sites import ClockRef, find_site, own_site, site_table

MINE = {
    "Backyard": {"xyz_m": [4e6, 1e6, 4.8e6], "aliases": ["by"], "clock_file": "by2gps.clk", "gps": False},
    "gbt": {"itrf_xyz": [882589.0, -4924872.0, 3943729.0], "clock_file": ["time_gbt.dat"], "clock_fmt": "tempo"},
    "Hill": {"lat": 50.0, "lon": 7.0, "alt": 300.0},
}


def files(folder: Path, content: object) -> DataFiles:
    (folder / "sites.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return DataFiles((DataFolder(folder, "JUG_DATA"),))


def test_own_sites_go_first(tmp_path: Path) -> None:
    mine = files(tmp_path, MINE)
    site = find_site("BY", None, mine)
    assert (site.name, site.xyz_m, site.gps) == ("backyard", (4e6, 1e6, 4.8e6), False)
    assert site.clock == (ClockRef("by2gps.clk", "tempo2"),)
    assert find_site("GBT", None, mine).xyz_m[0] == 882589.0
    assert find_site("GBT", None, mine).clock == (ClockRef("time_gbt.dat", "tempo"),)
    assert find_site("GBT").xyz_m[0] != 882589.0
    assert find_site("pks", None, mine).name == "parkes"


def test_a_known_site_is_replaced_for_its_codes_and_keeps_what_an_entry_leaves_out(tmp_path: Path) -> None:
    """The codes led to the position of the table: two positions for one site in one tim file."""
    mine = files(tmp_path, {**MINE, "parkes": {"aliases": ["mine"]}, "effelsberg": {"xyz_m": [4e6, 5e5, 4.9e6]}})
    assert find_site("1", None, mine) == find_site("gb", None, mine) == find_site("gbt", None, mine)
    assert find_site("1", None, mine).xyz_m[0] == 882589.0
    parkes, effelsberg = site_table()["parkes"], site_table()["effelsberg"]
    for name in ("mine", "7", "parkes"):
        site = find_site(name, None, mine)
        assert (site.xyz_m, site.clock, site.gps) == (parkes.xyz_m, parkes.clock, parkes.gps)
    moved = find_site("g", None, mine)
    assert (moved.xyz_m, moved.clock, moved.gps) == ((4e6, 5e5, 4.9e6), effelsberg.clock, effelsberg.gps)
    (other := tmp_path / "other").mkdir()
    codes = files(
        other, {"gbt": {"xyz_m": [882589.0, -4924872.0, 3943729.0]}, "near": {**MINE["Hill"], "aliases": ["1"]}}
    )
    assert find_site("1", None, codes).name == "near"


def test_a_list_of_pint_serves_as_it_is() -> None:
    """Clock files, formats and steps to GPS are those of the table, also where PINT's row leaves the format out."""
    rows = json.loads((Path(pint.__file__).parent / "data" / "runtime" / "observatories.json").read_text())
    read = {name.lower(): own_site(name, row) for name, row in rows.items()}
    assert len(read) > 100
    assert sum(ref.kind == "tempo" for site in read.values() for ref in site.clock) > 5
    for name, site in read.items():
        assert (site.clock, site.gps) == (site_table()[name].clock, site_table()[name].gps), name


def test_a_site_by_latitude_and_longitude(tmp_path: Path) -> None:
    site = find_site("hill", None, files(tmp_path, MINE))
    assert math.degrees(math.atan2(site.xyz_m[1], site.xyz_m[0])) == pytest.approx(7.0, abs=1e-12)
    assert math.hypot(*site.xyz_m) == pytest.approx(6366e3, abs=2e3)  # at 50 deg of latitude, 300 m up


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('{"a": {"xyz_m": [1, 2]}}', "the site 'a' cannot be used: it has neither xyz_m"),
        ('{"a": {"xyz_m": [1e9, 0, 0]}}', "metres are expected"),
        ('{"a": {"xyz_m": [4033.9, 487.0, 4900.4]}}', "it is deep inside the Earth.*metres are expected"),
        ('{"a": {"lat": 95, "lon": 3}}', "its latitude is beyond a pole"),
        ('{"a": {"xyz_m": [1, 2, 3], "clok": "x"}}', "clok is not known"),
        ('{"a": {"xyz_m": [6378137, 2, 3], "clock": [{"name": 3}]}}', "a clock file has a name"),
        ('{"a": [1]}', "a file of observatories maps names to rows"),
        ('{\n"a": \n', r"sites\.json:3: not JSON"),
    ],
)
def test_what_cannot_be_a_site(tmp_path: Path, content: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        find_site("a", None, files(tmp_path, content))


def test_sites_of_astropy_are_offline() -> None:
    """The list is not in the cache of a test run: astropy's own Greenwich may be there, the others are not."""
    with pytest.raises(DataError, match=r"a\.tim:3: unknown observatory 'keck'.*sites\.json in the folder JUG_DATA"):
        find_site("keck", Where("a.tim", 3), open_files())


def test_a_site_of_astropy(monkeypatch: pytest.MonkeyPatch) -> None:
    from astropy.coordinates import EarthLocation

    place = EarthLocation.from_geocentric(1e6, 2e6, 5.95e6, unit="m")
    monkeypatch.setattr(EarthLocation, "of_site", classmethod(lambda cls, name: place))
    site = find_site("Keck", None, open_files())
    assert (site.name, site.gps) == ("keck", True)
    assert site.xyz_m == pytest.approx((1e6, 2e6, 5.95e6), abs=1e-6)


@pytest.mark.parametrize("name", ["fermi", "NICER", "nustar", "xte", "STL", "stl_fbat", "spacecraft"])
def test_spacecraft_wait(name: str) -> None:
    with pytest.raises(DataError, match=r"is a spacecraft, which is not supported yet; .*give barycentred times"):
        find_site(name, Where("a.tim", 3))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("hob", "hobart"), ("q", "jbdfb"), ("jodrell3", "jbdfb"), ("JODRELL2", "jodrellm4"), ("z", "srt")),
        *(("NUPPI", "ncyobs"), ("tid43", "dss_43"), ("bat", "barycenter"), ("coe", "geocenter"), ("w", "ncyobs")),
        *(
            ("lap", "la_palma"),
            ("EFlfr", "de601"),
            ("jbmk2", "jb_mkii"),
            ("axi", "axis"),
            ("x", "lwa1"),
            ("j", "mkiii"),
        ),
    ],
)
def test_names_of_tempo2(text: str, name: str) -> None:
    assert find_site(text).name == name


def test_an_error_names_the_line_of_the_site(tmp_path: Path) -> None:
    """Of a file that has one site a line, and of one in a single line."""
    rows = ['"good": {"lat": 50.0, "lon": 7.0, "alt": 300.0}', '"bad": {"lat": 95, "lon": 3}']
    for text, line in (("{\n" + ",\n".join(rows) + "\n}\n", 3), ("{" + ", ".join(rows) + "}", 1)):
        with pytest.raises(DataError, match="the site 'bad' cannot be used") as caught:
            find_site("bad", None, files(tmp_path, text))
        assert caught.value.problems[0].where == (str(tmp_path / "sites.json"), line, "")
