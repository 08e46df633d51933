"""`jug data status` tells what a fit then uses."""

import json
import warnings
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from copies import example
from publisher import Publisher

import jug
from jug.cli.command import main
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import DataFiles, DataFolder, open_files, search_folders
from jug.data.outcomes import UpdateOptions
from jug.data.status import NOT_AT_HAND, status
from jug.data.update import update
from jug.io.tim.raw_toas import RawTOAs, make_toas
from jug.obs.barycentre import Request, to_barycentre
from jug.obs.files import DataUse
from jug.obs.sites import site_table

SITES = [name for name, site in site_table().items() if site.special in ("", "geocenter")]
MJD = np.array([42000, 47000, 50500, 53000, 56000, 58700, 59300, 60500, 61400, 61990])
"""From before the first clock file to after the last one, and after the predictions of Earth orientation."""


def test_the_names_of_all_sites_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each with the codes by which a tim file names it, and those of a user's own site."""
    assert main(["data", "status", "--sites", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["sites"]
    assert {name for name, site in site_table().items() if site.special != "spacecraft"} == set(found)
    assert {"ao", "3"} <= set(found["arecibo"])
    every = [word for name, others in found.items() for word in (name, *others)]
    assert len(every) == len(set(every)), "a name means one site"
    (tmp_path / "sites.json").write_text('{"Attic": {"lat": 52.0, "lon": 5.0, "aliases": ["roof"]}}')
    assert main(["data", "status", "--sites", "--data", str(tmp_path)]) == 0
    assert next(line.split() for line in capsys.readouterr().out.splitlines() if "attic" in line) == ["attic", "roof"]
    assert main(["data", "status", "--sites", str(example("NGC6440E")[1])]) == 2
    assert "--sites lists all observatories, not those of a tim file" in capsys.readouterr().err


def toas_at(site: str) -> RawTOAs:
    times = Times(MJD.astype(np.int64), DoubleDouble(np.full(len(MJD), 1234.5), np.zeros(len(MJD))))
    return make_toas(times, freq_hz=1.4e9, error_s=1e-6, site=site)


def used(raw: RawTOAs) -> tuple[DataUse, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return to_barycentre(raw, Request(ephem="DE440", clock="TT(BIPM2019)", files=open_files())).uses


@pytest.mark.parametrize("name", SITES)
def test_each_site_as_a_fit_uses_it(name: str, cache: Path):
    raw = toas_at(name)
    found = status(open_files(), raw)
    assert {row.site for row in found.clocks} == {name}
    at_hand = [row for row in found.clocks if row.name and row.source != NOT_AT_HAND]
    rows = [*at_hand, *(row for row in found.tt if row.what == "TT(BIPM2019)")]
    uses = used(raw)
    assert [DataUse(row.what, row.name, row.source, row.last_mjd, row.n_beyond) for row in rows] == list(uses[:-2])
    earth, ephemeris = uses[-2:]
    orientation = found.orientation
    beyond = orientation.n_predicted + orientation.n_beyond
    assert (orientation.name, orientation.source, orientation.last_measured_mjd, beyond) == earth[1:]
    (row,) = (row for row in found.ephemerides if row.name == "DE440")
    assert (row.source, row.last_mjd) == (ephemeris.source, ephemeris.good_until_mjd)


@pytest.mark.parametrize("name", ["parkes", "jodrell", "ncyobs", "meerkat", "jbroach"])
def test_a_users_files_too(name: str):
    """The folder of this test run serves files that the embedded set lacks."""
    raw = toas_at(name)
    rows = [row for row in status(open_files(), raw).clocks if row.source != NOT_AT_HAND]
    assert all(row.source.startswith("PINT_CLOCK_OVERRIDE") for row in rows)
    assert [(row.what, row.name, row.source) for row in rows] == [use[:3] for use in used(raw)[: len(rows)]]
    assert {row.update for row in rows} == {"does not touch your own"}


def test_all_sites_at_once_as_each_by_itself(cache: Path):
    every = status(open_files()).clocks
    assert list(dict.fromkeys(row.site for row in every)) == SITES
    for name in ("gbt", "parkes", "meerkat", "jodrell", "geocenter", "axis"):
        alone = [row._replace(n_toa=0, n_beyond=0) for row in status(open_files(), toas_at(name)).clocks]
        assert [row for row in every if row.site == name] == alone


def test_what_it_says_of_gbt(cache: Path):
    raw = toas_at("gbt")
    found = status(open_files(), raw)
    clock, gps = found.clocks
    assert (clock.name, clock.source, clock.first_mjd, clock.last_mjd) == ("time_gbt.dat", "embedded", 51909.5, 59638.5)
    assert clock.correction_ns == pytest.approx(913.0, abs=1e-6)  # its last row: 0.913 us
    assert (clock.n_toa, clock.n_beyond) == (10, 6)  # three before 2000, three after 2022
    assert gps.correction_ns == pytest.approx(2.0, abs=1e-6)
    assert clock.update.startswith("may add ")
    (tt,) = (row for row in found.tt if row.what == "TT(BIPM2019)")
    assert tt.correction_ns == pytest.approx(27659.4, abs=0.1)
    assert [row.name for row in found.ephemerides] == ["DE421", "DE440"]
    assert found.ephemerides[0].first_mjd == 36934.0


def test_what_an_update_would_bring(publisher: Publisher, cache: Path):
    def advice() -> dict[str, str]:
        return {row.name: row.update for row in status(open_files(), toas_at("meerkat")).clocks}

    assert advice()["mk2utc_observatory.clk"] == "fetches it"
    publisher.publish_clocks({"mk2utc_observatory.clk": b"# A B\n58000 0\n59000 1e-6\n"})
    update(("meerkat",), UpdateOptions(publisher.bases))
    today = datetime.now(UTC).date().isoformat()
    assert advice() == {"mk2utc_observatory.clk": f"not due (fetched {today})", "gps2utc.clk": "has nothing newer"}
    listed = json.loads((cache / "manifest.json").read_text())
    entry = listed["files"]["clock/mk2utc_observatory.clk"]
    entry["fetched"] = (datetime.now(UTC) - timedelta(days=8)).isoformat()
    (cache / "manifest.json").write_text(json.dumps(listed))
    assert advice()["mk2utc_observatory.clk"].startswith("is due (fetched ")
    publisher.publish_clocks({"mk2utc_observatory.clk": b"# A B\n58000 0\n58500 1e-6\n"})
    update(("meerkat",), UpdateOptions(publisher.bases))
    assert advice()["mk2utc_observatory.clk"].startswith("put one aside: it covers 500 days less")
    (cache / "clock" / "mk2utc_observatory.clk").write_text("# A B\n58000 0\n")
    del listed["aside"]
    (cache / "manifest.json").write_text(json.dumps(listed))
    assert advice()["mk2utc_observatory.clk"] == "fetches it anew: it is not what was fetched"


def test_broken_files_are_told_and_the_rest_is_shown(tmp_path: Path, cache: Path):
    (tmp_path / "time_gbt.dat").write_text("nothing here\n")
    (tmp_path / "de405.bsp").write_text("nothing here\n")
    (tmp_path / "tai2tt_bipm2019.clk").write_text("nothing here\n")
    found = status(DataFiles((DataFolder(tmp_path, "mine"), *search_folders({}))))
    rows = {row.site: row for row in found.clocks if row.name != "gps2utc.clk"}
    assert "time_gbt.dat:1: no clock corrections in this file" in rows["gbt"].source
    assert rows["vla"].source == "embedded"
    assert [bool(row.problem) for row in found.ephemerides] == [True, False, False]
    (tt,) = (row for row in found.tt if row.what == "TT(BIPM2019)")
    assert "tai2tt_bipm2019.clk:1: no clock corrections in this file" in tt.source


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable:
    def run(*words: str) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_the_command(run: Callable, cache: Path):
    code, said, complaint = run("data", "status", example("NGC6440E")[1])
    assert (code, complaint) == (0, "")
    lines = said.splitlines()
    assert lines[0] == "Searched in this order:"
    assert lines[1].startswith("  embedded: ")
    chain, row = (line.split() for line in lines if "time_gbt.dat" in line)
    assert chain == ["gbt", "time_gbt.dat,", "gps2utc.clk"]
    assert row[:6] == ["time_gbt.dat", "embedded", "51909.5", "59638.5", "913.0", "62"]
    assert any(line.split()[:2] == ["DE440", "embedded"] for line in lines)
    assert any(line.split()[:2] == ["finals2000A.all", "astropy-iers-data"] for line in lines)


def test_the_command_for_all_sites_groups_them(run: Callable, cache: Path):
    said = run("data", "status")[1]
    assert "gbt, gbt_pre_2021  " in said
    assert " more  " in said
    assert max(map(len, said.splitlines())) <= 100
    assert sum(line.startswith("gps2utc.clk") for line in said.splitlines()) == 1
    found = json.loads(run("data", "status", "--json")[1])
    assert [row["site"] for row in found["clocks"] if row["name"] == "time_gbt.dat"] == ["gbt", "gbt_pre_2021"]
    assert {row["site"] for row in found["clocks"]} == set(SITES)


def test_a_folder_goes_first_in_every_command(run: Callable, tmp_path: Path, cache: Path):
    table = Path(open_files().clock("time_gbt.dat").path).read_bytes()
    (tmp_path / "time_gbt.dat").write_bytes(table)
    par, tim = example("NGC6440E")
    assert f"time_gbt.dat  --data ({tmp_path})" in run("data", "status", tim, "--data", tmp_path)[1]
    said = run("fit", par, tim, "--data", tmp_path)[1]  # a path that the table has no room for keeps its end
    assert any("time_gbt.dat  " in line and f"{str(tmp_path)[-8:]})  " in line for line in said.splitlines())
    code, _, complaint = run("fit", par, tim, "--data", tmp_path / "gone")
    assert code == 2
    assert complaint.startswith(f"jug: error: --data names '{tmp_path / 'gone'}', which is not a folder")


def test_a_fit_says_which_files_served_also_for_its_tzr_point(tmp_path: Path, cache: Path):
    par, tim = example("NGC6440E")
    text = "\n".join(line for line in Path(par).read_text().splitlines() if not line.startswith("TZRSITE"))
    (tmp_path / "a.par").write_text(f"{text}\nTZRSITE ao\n")
    model, toas = jug.load(tmp_path / "a.par", tim)
    uses = jug.fit(model, toas).uses
    assert [(use.what, use.name) for use in uses] == [
        ("clock of gbt", "time_gbt.dat"),
        ("UTC(GPS)", "gps2utc.clk"),
        ("TT(BIPM2019)", "tai2tt_bipm2019.clk"),
        ("Earth orientation", "finals2000A.all"),
        ("ephemeris DE421", "de421.bsp"),
        ("clock of arecibo", "time_ao.dat"),
    ]
    assert all(use.good_until_mjd for use in uses)
