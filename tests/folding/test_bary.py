"""`jug bary`: text, FITS and PRESTO headers, against the same times converted one by one."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main
from jug.core.times import BadMJD, format_mjds, parse_mjds, since
from jug.core.written_times import parse_time_words
from jug.data import open_files
from jug.folding.mission_times import at_seconds, since_reference, utc_from_tt

pytestmark = pytest.mark.filterwarnings("ignore::jug.ClockWarning", "ignore::jug.InputWarning")

PAR = str(jug.data.example("NGC6440E")[0])
REFERENCE = 51910  # MJD, that of Fermi's mission time
INF = """ Data file name without suffix          =  x
 Telescope used                         =  GBT
 Epoch of observation (MJD)             =  53801.250000000000
 Barycentered?           (1 yes, 0 no)  =  0
 Number of bins in the time series      =  1000000
 Width of each time series bin (sec)    =  8.192e-05
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    def made(name: str, text: str) -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return made


def listed(text: str) -> list[tuple[str, str]]:
    return [tuple(line.split()) for line in text.splitlines() if line and not line.startswith("#")]


def test_a_list_of_times(write: Callable[[str, str], str], capsys: pytest.CaptureFixture[str]) -> None:
    """MJD and date, with all digits: 1e-11 d apart stays 1e-11 d apart."""
    path = write("t.txt", "# times\n53801.5 a note\n\n2006-03-07T12:00:00Z\n53801.50000000001\n2006-03-07\n")
    assert main(["bary", PAR, path, "--site", "gbt"]) == 0
    rows = listed(capsys.readouterr().out)
    assert [word for word, _ in rows] == ["53801.5", "2006-03-07T12:00:00Z", "53801.50000000001", "2006-03-07"]
    assert rows[0][1] == rows[1][1]
    model = jug.load_model(PAR)
    there = jug.barycentric_times(model, ["53801.5", "53801.50000000001", "53801"], site="gbt")
    assert [rows[i][1] for i in (0, 2, 3)] == [text[:24] for text in format_mjds(there)]
    assert float(since(there, 53801).hi[1] - since(there, 53801).hi[0]) == pytest.approx(1e-11 * 86400.0, rel=1e-3)


def test_a_place_on_the_sky_is_a_par_file(write: Callable[[str, str], str], capsys: pytest.CaptureFixture[str]) -> None:
    path = write("t.txt", "53801.5\n")
    place = ["--ra", "17:48:52.75", "--dec=-20:21:29.0", "--dm", "224"]
    found = []
    for words in ([], ["--freq", "1400"], ["--ephem", "DE440"]):
        assert main(["bary", *place, path, "--site", "geocenter", *words]) == 0
        found.append(listed(capsys.readouterr().out)[0][1])
    seconds = [float((parse_mjds([text]).sec.hi - parse_mjds([found[0]]).sec.hi)[0]) for text in found]
    assert seconds[1] == pytest.approx(-224.0 / 2.41e-4 / 1400.0**2, rel=1e-3)  # K_DM is 1 / 2.41e-4, Doppler 1e-4
    assert 0.0 < abs(seconds[2]) < 1e-2


def test_a_date_and_a_time_of_day_after_a_blank(
    write: Callable[[str, str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """They are one time, not midnight with a note; other words behind a date are notes."""
    path = write("t.txt", "2006-03-07 12:00:00.25 note\n2006-03-07T12:00:00.25\n2006-03-07 12\n2006-03-07\n")
    assert main(["bary", PAR, path, "--site", "gbt"]) == 0
    rows = listed(capsys.readouterr().out)
    assert [word for word, _ in rows] == [*2 * ["2006-03-07T12:00:00.25"], *2 * ["2006-03-07"]]
    assert rows[0] == rows[1]
    assert rows[2] == rows[3]
    assert main(["bary", PAR, write("t.txt", "2006-03-07 12:00:60\n"), "--site", "gbt"]) == 2
    assert "t.txt:1: '2006-03-07T12:00:60' is not a time" in capsys.readouterr().err


def test_a_southern_declination_is_a_value(
    write: Callable[[str, str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A minus before a digit begins no option."""
    path, found = write("t.txt", "53801.5\n"), []
    for words in (["--dec", "-20:21:29.0"], ["--dec=-20:21:29.0"]):
        assert main(["bary", "--ra", "17:48:52.75", *words, path, "--site", "geocenter"]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]


def test_a_header_of_presto(write: Callable[[str, str], str], capsys: pytest.CaptureFixture[str]) -> None:
    """The start of the first bin and the end of the last, 81.92 s later."""
    path = write("x.inf", INF)
    assert main(["bary", PAR, path, "--site", "gbt"]) == 0
    rows = listed(capsys.readouterr().out)
    length = (float(rows[1][1]) - float(rows[0][1])) * 86400.0
    assert length == pytest.approx(81.92 * (1.0 + 9.8e-5), abs=1e-4)
    for text, said in (
        (INF.replace("0 no)  =  0", "0 no)  =  1"), "its times are barycentric already"),
        (INF.replace("Width", "Breadth"), "has no line 'Width of each time series bin'"),
        (INF.replace("1000000", "many"), "has a malformed number"),
    ):
        assert main(["bary", PAR, write("x.inf", text), "--site", "gbt"]) == 2
        assert said in capsys.readouterr().err


def events(path: Path, seconds: np.ndarray, **header: object) -> str:
    from astropy.io import fits

    table = fits.BinTableHDU.from_columns([fits.Column("TIME", "D", unit="s", array=seconds)], name="EVENTS")
    good = fits.BinTableHDU.from_columns(
        [fits.Column("START", "D", array=seconds[:1]), fits.Column("STOP", "D", array=seconds[-1:])], name="GTI"
    )
    words = {"MJDREFI": REFERENCE, "MJDREFF": 7.428703703703703e-4, "TIMESYS": "TT", "TIMEREF": "GEOCENTRIC", **header}
    for unit in (table, good):
        for key, value in words.items():
            if value is not None:
                unit.header[key] = value
        unit.header["TSTART"], unit.header["TSTOP"] = seconds[0], seconds[-1]
    fits.HDUList([fits.PrimaryHDU(), table, good]).writeto(path)
    return str(path)


SECONDS = np.array([1.6e8, 1.6e8 + 12345.678901, 1.7e8])


def test_events_at_the_geocentre(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """TT becomes UTC by the leap seconds, and TDB at the barycentre; a float64 of 1.6e8 s holds 30 ns."""
    from astropy.io import fits

    path, out = events(tmp_path / "e.fits", SECONDS), tmp_path / "o.fits"
    assert main(["bary", PAR, path, "-o", str(out)]) == 0
    assert "3 events written" in capsys.readouterr().out
    tt = at_seconds(SECONDS, REFERENCE, 7.428703703703703e-4 * 86400.0)
    there = jug.barycentric_times(jug.load_model(PAR), utc_from_tt(tt, open_files()), site="geocenter")
    want = since_reference(there, REFERENCE, 7.428703703703703e-4 * 86400.0)
    with fits.open(out) as found:
        np.testing.assert_allclose(found["EVENTS"].data["TIME"], want, atol=6e-8, rtol=0.0)
        assert found["GTI"].data["START"][0] == found["EVENTS"].data["TIME"][0]
        assert found["GTI"].data["STOP"][0] == found["EVENTS"].data["TIME"][-1]
        header = found["EVENTS"].header
        assert (header["TIMESYS"], header["TIMEREF"], header["PLEPHEM"]) == ("TDB", "SOLARSYSTEM", "JPL-DE421")
        assert header["TSTART"] == found["EVENTS"].data["TIME"][0]
    assert main(["bary", PAR, str(out), "-o", str(tmp_path / "again.fits")]) == 2
    assert "barycentric already" in capsys.readouterr().err


def test_events_of_other_headers(tmp_path: Path) -> None:
    """UTC, one MJDREF, days, a shift TIMEZERO, a site on the ground: the same instants."""
    from astropy.io import fits

    def carried(name: str, seconds: np.ndarray, *words: str, **header: object) -> np.ndarray:
        out = tmp_path / f"{name}.out"
        assert main(["bary", PAR, events(tmp_path / name, seconds, **header), "-o", str(out), "-q", *words]) == 0
        with fits.open(out) as found:
            return np.array(found["EVENTS"].data["TIME"])

    own = {"MJDREFI": None, "MJDREFF": None, "MJDREF": 51910.0, "TIMESYS": "UTC"}
    plain = carried("a", SECONDS, **own)
    np.testing.assert_allclose(carried("b", SECONDS - 5.0, **own, TIMEZERO=5.0), plain - 5.0, atol=1e-7, rtol=0.0)
    days = carried("c", SECONDS / 86400.0, **own, TIMEUNIT="d")
    np.testing.assert_allclose(days * 86400.0, plain, atol=1e-7, rtol=0.0)
    later = carried("e", SECONDS - 0.25 * 86400.0, **{**own, "MJDREF": 51910.25})
    np.testing.assert_allclose(later + 0.25 * 86400.0, plain, atol=1e-7, rtol=0.0)
    ground = carried("d", SECONDS, "--site", "gbt", **{**own, "TIMEREF": "LOCAL"})
    assert 1e-4 < np.max(np.abs(ground - plain)) < 0.0222  # the Earth's radius is 21 ms


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"TIMEREF": "LOCAL", "TELESCOP": "GLAST"}, "these are times of a moving spacecraft (GLAST, TIMEREF LOCAL)"),
        ({"TIMEREF": None}, "a moving spacecraft (unknown, TIMEREF LOCAL)"),
        ({"TIMESYS": "TAI"}, "the times are in TAI, not TT or UTC"),
        ({"MJDREFI": None, "MJDREFF": None}, "no MJDREF or MJDREFI"),
    ],
)
def test_events_that_are_refused(
    header: dict[str, object], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = events(tmp_path / "e.fits", SECONDS, **header), tmp_path / "o.fits"
    assert main(["bary", PAR, path, "-o", str(out)]) == 2
    assert said in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("header", "site", "said"),
    [
        ({}, "gbt", "the times of this file are of the geocentre (TIMEREF), not of the site gbt; leave --site out"),
        ({"TIMEREF": "SOLARSYSTEM"}, "gbt", "the times of this file are barycentric already (TIMEREF)"),
        ({}, "nowhere", "unknown observatory 'nowhere'"),
    ],
)
def test_a_site_does_not_outvote_the_header(
    header: dict[str, object], site: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = events(tmp_path / "e.fits", SECONDS, **header), tmp_path / "o.fits"
    assert main(["bary", PAR, path, "--site", site, "-o", str(out)]) == 2
    assert said in capsys.readouterr().err
    assert not out.exists()
    if not header:
        assert main(["bary", PAR, path, "--site", "geo", "-o", str(out)]) == 0


def test_reports_as_json(write: Callable[[str, str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert main(["bary", PAR, write("t.txt", "53801.5\n"), "--site", "gbt", "-o", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"output": out, "n_times": 1}
    assert main(["bary", PAR, events(tmp_path / "e.fits", SECONDS), "-o", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"output": out, "n_events": 3, "ephem": "DE421"}


def test_clocks_that_do_not_reach_the_events_are_told_of_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = events(tmp_path / "e.fits", SECONDS + 6e8)
    assert main(["bary", PAR, path, "-o", str(tmp_path / "o.fits")]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "TT(BIPM2019): 3 TOAs after MJD 59869" in lines[0]


@pytest.mark.parametrize("form", ["E", "K"])
def test_times_that_are_not_in_double_precision(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Single precision holds 16 s there, whole numbers 1 s: the new times would be rounded to that."""
    from astropy.io import fits

    path, out = events(tmp_path / "e.fits", SECONDS), tmp_path / "o.fits"
    with fits.open(path) as found:
        column = fits.Column("TIME", form, unit="s", array=SECONDS.astype("f4" if form == "E" else "i8"))
        table = fits.BinTableHDU.from_columns([column], header=found["EVENTS"].header, name="EVENTS")
        fits.HDUList([fits.PrimaryHDU(), table]).writeto(path, overwrite=True)
    assert main(["bary", PAR, path, "-o", str(out)]) == 2
    assert f"the column TIME is of the format {form}, which does not hold times" in capsys.readouterr().err
    assert not out.exists()


def test_damaged_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from astropy.io import fits

    path = Path(events(tmp_path / "e.fits", SECONDS))
    content = path.read_bytes()
    plain = tmp_path / "p.fits"
    fits.PrimaryHDU(np.zeros(3)).writeto(plain)
    assert main(["bary", PAR, str(plain), "-o", str(tmp_path / "o.fits")]) == 2
    assert "no table with a column TIME" in capsys.readouterr().err
    for size in (80, 2880, len(content) // 2):
        path.write_bytes(content[:size])
        assert main(["bary", PAR, str(path), "-o", str(tmp_path / "o.fits")]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") <= 2
        assert "e.fits" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["{t}", "--site", "gbt"], "there is no position"),
        ([PAR, "{t}"], "--site is missing"),
        ([PAR, PAR, "{t}", "--site", "gbt"], "3 files are given"),
        ([PAR, "{t}", "--site", "gbt", "--ra", "1:0:0", "--dec", "1:0:0"], "a par file and --ra or --dec are given"),
        ([PAR, "{t}", "--site", "gbt", "--dm", "30"], "--dm goes with --ra and --dec: a par file has its own DM"),
        ([PAR, "{t}", "--site", "nowhere"], "unknown observatory 'nowhere'"),
        ([PAR, "{bad}", "--site", "gbt"], "bad.txt:2: '5380x' is not a time (not a number)"),
        ([PAR, "{none}", "--site", "gbt"], "there is no time in this file"),
        ([PAR, "{away}", "--site", "gbt"], "no such list of times"),
        ([PAR, "{late}", "--site", "gbt"], "outside the ephemeris"),
    ],
)
def test_what_is_refused(
    words: list[str], said: str, write: Callable[[str, str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"t": "53801.5\n", "bad": "53801.5\n5380x\n", "none": "# x\n", "late": "90000\n"}
    files = {name: write(f"{name}.txt", text) for name, text in texts.items()}
    files["away"] = str(tmp_path / "away.txt")
    out = tmp_path / "out.txt"
    assert main(["bary", *(word.format(**files) for word in words), "-o", str(out)]) == 2
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_fits_are_not_for_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bary", PAR, events(tmp_path / "e.fits", SECONDS)]) == 2
    assert "-o is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    "word",
    ["2006-13-01", "2006-02-30", "2006-03-07T24:00:00", "2006-03-07T12:60", "2006-03-07T23:59:60", "2006-3-7", "x"],
)
def test_words_that_are_no_time(word: str) -> None:
    with pytest.raises(BadMJD) as raised:
        parse_time_words(["53801", word])
    assert raised.value.index == 1


def test_dates_keep_their_digits() -> None:
    found = parse_time_words(["2006-03-07T12:34:56.123456789012345", "2006-03-07T12:34", "-1000.5"])
    assert found.day.tolist() == [53801, 53801, -1001]
    exact = found.sec.hi[0] - 45296.0
    assert exact + found.sec.lo[0] == pytest.approx(0.123456789012345, abs=1e-15)
    assert found.sec.hi[1] == 45240.0


def test_tt_becomes_utc_on_both_sides_of_a_leap_second() -> None:
    """TAI - UTC was 32 s until MJD 53735 and 33 s from 53736 (2006-01-01)."""
    tt = parse_mjds(["53735.9", "53736.1", "53736.0007"])
    utc = utc_from_tt(tt, open_files())
    shift = since(tt, 53735).hi - since(utc, 53735).hi
    np.testing.assert_allclose(shift, [64.184, 65.184, 64.184], atol=1e-9)


def test_seconds_since_a_reference_keep_their_digits() -> None:
    """0.1 s is 0.1 s of its day; -0.25 s are before it, and days of seconds go into the day."""
    found = at_seconds(np.array([0.1, -0.25, 3 * 86400.0 + 0.5]), 51910, 0.0)
    assert (found.day.tolist(), found.sec.hi.tolist()) == ([51910, 51909, 51913], [0.1, 86399.75, 0.5])
    np.testing.assert_allclose(since_reference(found, 51910, 0.0), [0.1, -0.25, 3 * 86400.0 + 0.5], rtol=1e-15)
    np.testing.assert_allclose(since_reference(found, 51910, 0.5), [-0.4, -0.75, 3 * 86400.0], rtol=1e-12)
