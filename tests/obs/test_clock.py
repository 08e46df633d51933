"""Clock chains: from the site to UTC, and to TT(BIPM)."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from simulated import SHORT

import jug
from jug.data import DataFiles, DataFolder
from jug.errors import ClockWarning, DataError, Where
from jug.io.clockfile import ClockFile, read_clock
from jug.obs import clock
from jug.obs.clock import site_correction
from jug.obs.files import Found
from jug.obs.sites import ClockRef, find_site
from jug.obs.tt_bipm import (
    EARLIER_DIFFER_NS,
    REALISATIONS_DIFFER_NS,
    bipm_years,
    choose_tt,
    tt_bipm,
    uncorrected_remark,
)

EMBEDDED = DataFiles((DataFiles().folders[-1],))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a GPS file that says 1 us, always."""
    (tmp_path / "gps2utc.clk").write_text("# UTC(GPS) UTC\n40000 1e-6\n70000 1e-6\n")
    return tmp_path


@pytest.fixture
def files(folder: Path) -> DataFiles:
    return DataFiles((DataFolder(folder, "here"),))


def mjds(*values: float) -> np.ndarray:
    return np.array(values)


def test_corrections_add_up(folder: Path, files: DataFiles):
    (folder / "leap2effix.clk").write_text("# L E\n50000 1e-5\n50010 2e-5\n99999 0\n")
    (folder / "effix2gps.clk").write_text("# E G\n50000 1e-4\n50010 1e-4\n99999 0\n")
    found = site_correction(find_site("leap"), mjds(50000, 50005), files)
    np.testing.assert_allclose(found.seconds, [1.11e-4, 1.16e-4], rtol=1e-14)
    assert found.covered.all()
    assert found.warning == ""
    assert [use.name for use in found.uses] == ["leap2effix.clk", "effix2gps.clk", "gps2utc.clk"]
    assert found.uses[0] == ("clock of leap", "leap2effix.clk", "here", 50010.0, 0)


def test_the_gps_step_is_for_clocks_steered_to_gps(files: DataFiles):
    assert site_correction(find_site("gmrt"), mjds(55000), files).seconds.tolist() == [1e-6]
    for name in ("axis", "geocenter", "@"):
        found = site_correction(find_site(name), mjds(55000), files)
        assert found.seconds.tolist() == [0.0]
        assert found.uses == ()


def test_beyond_either_end_the_nearest_value_and_one_warning(folder: Path, files: DataFiles):
    (folder / "time_gbt.dat").write_text(" 50000.00       0.0         5.000 1\n 50010.00       0.0         7.000 1\n")
    at = mjds(49000, 50005, 50011, 50012)
    with pytest.warns(ClockWarning) as caught:
        found = site_correction(find_site("gbt"), at, files)
    assert len(caught) == 1
    assert str(caught[0].message) == (
        "gbt: 1 TOA before MJD 50000 (1995-10-10), the first date of time_gbt.dat: its nearest value, 5.000 us, "
        "is used; 2 TOAs after MJD 50010 (1995-10-20), the last good date of time_gbt.dat: its nearest value, "
        "7.000 us, is used. `jug data update gbt` fetches newer files, for the TOAs after a last date"
    )
    np.testing.assert_allclose(found.seconds, [6e-6, 7e-6, 8e-6, 8e-6], rtol=1e-14)
    assert found.covered.tolist() == [False, True, False, False]
    assert found.uses[0].good_until_mjd == 50010
    assert found.uses[0].n_beyond == 3
    zero = site_correction(find_site("gbt"), at, files, hold=False, warn=False)
    np.testing.assert_allclose(zero.seconds, [1e-6, 7e-6, 1e-6, 1e-6], rtol=1e-14)
    assert "correction zero (it is 7.000 us at that date)" in zero.warning


def test_no_update_is_advised_for_toas_before_the_first_date(folder: Path, files: DataFiles):
    (folder / "time_gbt.dat").write_text(" 50000.00       0.0         5.000 1\n 50010.00       0.0         7.000 1\n")
    with pytest.warns(ClockWarning, match=r"1 TOA before .*5\.000 us, is used$"):
        found = site_correction(find_site("gbt"), mjds(49000, 50005), files)
    assert not found.newer_helps


def test_a_file_that_is_not_at_hand(files: DataFiles):
    with pytest.warns(
        ClockWarning, match=r"^meerkat: mk2utc_observatory.clk is not at hand, .* \(2 TOAs\)\. `jug data update meer"
    ):
        found = site_correction(find_site("meerkat"), mjds(55000, 58000), files)
    assert found.seconds.tolist() == [1e-6, 1e-6]
    assert not found.covered.any()


def test_no_clock_file_in_the_table_is_no_reason_to_warn(files: DataFiles):
    assert site_correction(find_site("chime"), mjds(55000), files).covered.all()


def test_the_file_that_the_table_names_goes_before_the_fallback(folder: Path, files: DataFiles):
    (folder / "time_wsrt.dat").write_text(" 50000.00       0.0         5.000 j\n 50010.00       0.0         5.000 j\n")
    fallen = site_correction(find_site("wsrt"), mjds(50005), files)
    assert fallen.seconds[0] == pytest.approx(6e-6, rel=1e-14)
    (folder / "wsrt2gps.clk").write_text("# A B\n50000 3e-6\n50010 3e-6\n")
    first = site_correction(find_site("wsrt"), mjds(50005), files)
    assert first.seconds[0] == pytest.approx(4e-6, rel=1e-14)
    assert first.uses[0].name == "wsrt2gps.clk"


@pytest.mark.parametrize(
    ("site", "mjd", "microseconds", "gps"),
    [
        ("gbt", 53000.5, -0.555, True),
        ("arecibo", 59079.0, 0.148, True),
        ("parkes", 48812.0, -2.128, True),
        ("effelsberg", 49358.71, -2.0, True),
        ("wsrt", 51300.0, -0.89, True),
        ("jodrell", 58616.15, -0.163, False),
        ("jbdfb", 58616.15, -0.163, False),
    ],
)
def test_embedded_files_serve(site: str, mjd: float, microseconds: float, gps: bool):
    found = site_correction(find_site(site), mjds(mjd), EMBEDDED, warn=False)
    step = site_correction(find_site("geocenter_gps"), mjds(mjd), EMBEDDED, warn=False).seconds if gps else 0.0
    np.testing.assert_allclose(found.seconds - step, microseconds * 1e-6, atol=1e-14)
    assert all(use.source == "embedded" for use in found.uses)


def test_the_end_of_the_embedded_gps_file_is_told():
    found = site_correction(find_site("geocenter_gps"), mjds(59149, 59150), EMBEDDED, warn=False)
    told = "1 TOA after MJD 59149 (2020-10-27), the last good date of gps2utc.clk: continued as the file says (0.002 us"
    assert told in found.warning
    assert found.seconds[1] == pytest.approx(2e-9, rel=1e-3)
    assert found.uses[0].good_until_mjd == 59149


SITES = ["gbt", "arecibo", "vla", "parkes", "jodrell", "effelsberg", "wsrt", "fast", "gb140", "gb853"]
SITES += ["meerkat", "ncyobs", "leap", "jbdfb", "most", "gmrt"]


def dates_and_times(first: float, last: float):
    """Dates, and PINT's times of them; not on leap-second days, when astropy's MJD runs 1e-5 slower."""
    import oracle
    from pint.pulsar_mjd import Time

    oracle.fill_cache()
    at = np.sort(np.random.default_rng(4).uniform(first, last, 4001))
    with oracle.quiet():
        plain = np.abs(Time(at, format="pulsar_mjd", scale="utc").mjd - at) < 1e-10
        return oracle, at[plain], Time(at[plain], format="pulsar_mjd", scale="utc")


@pytest.mark.parametrize("name", SITES)
def test_site_corrections_are_those_of_pint(name: str):
    oracle, at, times = dates_and_times(45000, 61000)
    found = site_correction(find_site(name), at, DataFiles(), warn=False)
    with oracle.quiet():
        theirs = oracle.Observatory.get(name).clock_corrections(times, include_bipm=False).to_value("s")
    assert found.covered.sum() > 100
    # The VLA drifts 50 ms in 35 days, and astropy's MJDs are a few 1e-16 days off: 1 ps.
    np.testing.assert_allclose(found.seconds, theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("year", [2003, 2011, 2016, 2019, 2023])
def test_tt_bipm_is_that_of_pint(year: int):
    oracle, at, times = dates_and_times(42000, 61000)
    found = tt_bipm(f"TT(BIPM{year})", at, DataFiles(), warn=False)
    with oracle.quiet():
        theirs = oracle.Observatory.bipm_correction(times, f"BIPM{year}").to_value("s")
    np.testing.assert_allclose(found.seconds, theirs, rtol=0, atol=1e-12)


def test_tt_of_a_named_year():
    found = tt_bipm("tt(bipm2015)", mjds(55549.0), EMBEDDED)
    assert found.name == "TT(BIPM2015)"
    assert found.seconds[0] == pytest.approx(27.474e-6, abs=1e-14)  # its row of that date: 32.184027474
    assert found.use == ("TT(BIPM2015)", "tai2tt_bipm2015.clk", "embedded", 57379.0, 0)
    assert found.warnings == ()


def test_tt_tai_is_zero():
    assert tt_bipm("TT(TAI)", mjds(55000.0), EMBEDDED).seconds.tolist() == [0.0]
    assert tt_bipm("TT(TAI)", mjds(55000.0), EMBEDDED).use is None


@pytest.mark.parametrize(
    ("clk", "why"),
    [
        (None, "there is no CLK line"),
        ("UTC(NIST)", r"CLK UTC\(NIST\) names no year"),
        *((word, f"CLK {word} names no year") for word in ("UTC", "TAI", "TDB", "UNSET")),
    ],
)
def test_the_newest_tt_with_a_warning(clk: str | None, why: str):
    with pytest.warns(ClockWarning, match=rf"{why}.*TT\(BIPM2019\), the newest at hand.*PINT 1.1.8 is TT\(BIPM2023\)"):
        found = tt_bipm(clk, mjds(55000.0), EMBEDDED)
    assert found.name == "TT(BIPM2019)"


def test_tt_beyond_the_file_is_held_with_one_warning():
    with pytest.warns(ClockWarning) as caught:
        found = tt_bipm("TT(BIPM2019)", mjds(59000, 59900, 60000), EMBEDDED)
    assert [str(one.message) for one in caught] == [
        "TT(BIPM2019): 2 TOAs after MJD 59869 (2022-10-17), the last good date of tai2tt_bipm2019.clk: "
        "its nearest value, 27.659 us, is used"
    ]
    assert found.seconds[1] == found.seconds[2] == pytest.approx(27.6594e-6, abs=1e-12)


@pytest.mark.parametrize(
    ("year", "used", "size"), [(2021, 2019, "since 2010 differ by 4"), (2005, 2004, "differ by 19"), (2008, 2010, "")]
)
def test_a_year_that_is_not_at_hand_is_the_nearest(year: int, used: int, size: str):
    """It was refused, while a misspelt year was read on."""
    asked = f"TT(BIPM{year})"
    with pytest.warns(ClockWarning) as caught:
        found = tt_bipm(asked, mjds(52000.0), EMBEDDED, Where("a.par", 12, f"CLK {asked}"))
    said = str(caught[0].message)
    assert said.startswith(
        f"a.par:12: {asked} is not at hand; TT(BIPM{used}), the nearest at hand, is used; realisations"
    )
    assert f"{size} ns at most" in said or not size
    assert said.endswith(f"`jug data update tai2tt_bipm{year}.clk` fetches it")
    assert (found.name, found.use.what) == (f"TT(BIPM{used})", f"TT(BIPM{used}) in place of {asked}")
    assert found.seconds == tt_bipm(f"TT(BIPM{used})", mjds(52000.0), EMBEDDED).seconds


def test_early_realisations_differ_by_what_the_warning_says():
    mjd = np.arange(50000.0, 53229.0, 10.0)
    others = [tt_bipm(f"TT(BIPM{year})", mjd, EMBEDDED, warn=False) for year in (2003, 2004)]
    newest = tt_bipm("TT(BIPM2019)", mjd, EMBEDDED, warn=False)
    most = max(float(np.abs(newest.seconds - one.seconds)[one.covered].max()) for one in others)
    assert EARLIER_DIFFER_NS - 1 < most * 1e9 < EARLIER_DIFFER_NS


@pytest.mark.parametrize("clk", ["TT(BIPM)", "tt(bipm)", "TT(BIPM15)", "TT(BIMP2019)", "TT(BIPMyyyy)"])
def test_a_realisation_without_its_year_is_the_newest_one(clk: str):
    """As UTC(NIST), with a warning that has a size: it was refused, and NANOGrav's 9-year files have it."""
    name, remark = choose_tt(clk, EMBEDDED, Where("a.par", 12, f"CLK {clk}"))
    assert name == choose_tt("UTC(NIST)", EMBEDDED)[0] == "TT(BIPM2019)"
    assert remark.startswith(f"a.par:12: CLK {clk.upper()} names no year of TT(BIPM): TT(BIPM2019), the newest at hand")
    assert "differ by 4 ns at most" in remark


@pytest.mark.parametrize("clk", ["BIPM2019", "TT(BIPM2019", "TTBIPM2019", "tt(bipm2019"])
def test_a_year_is_read_in_any_spelling(clk: str):
    name, remark = choose_tt(clk, EMBEDDED, Where("a.par", 12, f"CLK {clk}"))
    assert name == "TT(BIPM2019)"
    assert remark.startswith(f"a.par:12: CLK {clk.upper()} is read as TT(BIPM2019); PINT may take its default")
    assert "differ by 4 ns at most" in remark
    assert choose_tt("TT(BIPM2019)", EMBEDDED) == ("TT(BIPM2019)", "")
    assert (
        tt_bipm(clk, mjds(55000), EMBEDDED, warn=False).seconds
        == tt_bipm("TT(BIPM2019)", mjds(55000), EMBEDDED).seconds
    )


@pytest.mark.parametrize(
    "clk", ["TT", "PTB", "UTC(PTB)", "UTC(USNO)", "UTC(NPL)", "UTC(BIPM)", "UNCOR", "BIPM", "UTC(NIST)"]
)
def test_other_clocks_are_the_newest_realisation_as_in_pint(clk: str):
    name, remark = choose_tt(clk, EMBEDDED)
    assert name == "TT(BIPM2019)"
    assert "names no year of TT(BIPM)" in remark
    assert remark.endswith("TT(TAI) differs by 27.7 us, within 0.05 us since 2012")


def test_the_realisations_differ_by_what_the_warning_says():
    mjd = np.arange(50000.0, 56700.0, 10.0)
    newest = tt_bipm("TT(BIPM2019)", mjd, EMBEDDED, warn=False)
    others = [tt_bipm(f"TT(BIPM{year})", mjd, EMBEDDED, warn=False) for year in range(2010, 2019)]
    most = max(float(np.abs(newest.seconds - one.seconds)[one.covered].max()) for one in others)
    assert REALISATIONS_DIFFER_NS - 1 < most * 1e9 < REALISATIONS_DIFFER_NS


def test_uncorr_is_tt_tai_and_its_size_is_told():
    assert choose_tt("UNCORR", EMBEDDED) == ("TT(TAI)", "")
    remark = uncorrected_remark("uncorr", np.array([1e-6, -3e-6, 2e-6]))
    assert remark.startswith("CLK UNCORR: TT(TAI) is used, with the corrections of the sites' clocks, as in PINT")
    assert "differs on these TOAs by 3,000 ns at most, 2,160 ns rms after a constant" in remark
    assert uncorrected_remark("TT(TAI)", np.ones(3)) == ""


def test_the_warning_and_the_report_on_uncorr_have_the_corrections_of_the_toas(tmp_path: Path):
    par, tim = tmp_path / "a.par", tmp_path / "a.tim"
    par.write_text(SHORT.replace("TT(BIPM2019)", "UNCORR"))
    tim.write_text("FORMAT 1\n" + "".join(f"t{k} 1400 {55000 + k}.1 5 gbt\n" for k in range(5)))
    with pytest.warns(ClockWarning, match=r"a.par:7: CLK UNCORR: TT.*write CLK TT\(TAI\) to silence") as told:
        model, toas = jug.load(par, tim)
    [text] = [str(warning.message) for warning in told]
    most = float(text.partition("TOAs by ")[2].split()[0].replace(",", ""))
    assert abs(most / 1e9 / np.max(np.abs(toas.clock_s)) - 1.0) < 0.006  # three digits
    [note] = [note for note in model.settings.assumed if "UNCORR" in note]
    assert f"differs on these TOAs by {most:,g} ns at most" in note


@pytest.mark.parametrize("clk", ["UTC(XYZ)", "ET", "TT(XYZ)", "GARBAGE", "UTC(OP)"])
def test_an_unknown_clock(clk: str):
    with pytest.raises(
        DataError, match=r"is not supported.*write CLK TT\(TAI\), CLK UTC\(NIST\) or one of TT\(BIPM2003\)"
    ):
        choose_tt(clk, EMBEDDED)


def test_no_tt_at_all_and_a_wrong_file(folder: Path, files: DataFiles):
    with pytest.raises(DataError, match="no TT\\(BIPM\\) file is at hand"):
        choose_tt(None, files)
    (folder / "tai2tt_bipm2030.clk").write_text("# TAI TT\n50000 27e-6\n60000 27e-6\n")
    assert bipm_years(files) == (2030,)
    with pytest.raises(DataError, match=r"32\.184 s"):
        tt_bipm("TT(BIPM2030)", mjds(55000), files)


def test_no_toas_no_warning(files: DataFiles):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert site_correction(find_site("gbt"), mjds(), files).seconds.size == 0


def test_a_file_is_read_once_until_it_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str] = []

    def noted(path: Path, kind: str, **how: object) -> ClockFile:
        asked.append(path.name)
        return read_clock(path, kind, **how)

    monkeypatch.setattr("jug.obs.clock.read_clock", noted)
    clock._read_once.cache_clear()
    for name in ("gbt", "arecibo", "gbt"):
        site_correction(find_site(name), mjds(55000), EMBEDDED)
    assert asked == ["time_gbt.dat", "gps2utc.clk", "time_ao.dat"]
    path = tmp_path / "a.clk"
    for seconds in ("1e-6", "25e-7", "25e-7"):
        if not path.exists() or seconds not in path.read_text():
            path.write_text(f"# A B\n50000 {seconds}\n51000 {seconds}\n")
        read = clock.read_ref(ClockRef("a.clk", "tempo2"), Found("a.clk", path, "mine"), "")
        assert read.seconds[0] == float(seconds)
    assert asked[3:] == ["a.clk", "a.clk"]


def test_a_year_behind_an_underscore_is_that_year():
    with pytest.warns(ClockWarning, match=r"CLK TT_BIPM2019 is read as TT\(BIPM2019\)"):
        assert tt_bipm("TT_BIPM2019", mjds(55000.0), EMBEDDED).name == "TT(BIPM2019)"
