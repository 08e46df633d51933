"""Each reading of another program changes the residuals by its own formula."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.data import example
from jug.io.par import parse_lines, read_par
from jug.io.tim.read import read_tim
from jug.io.tim.whole_turns import turns_of_phase
from jug.model.evaluation.anchor import make_anchor
from jug.obs.toas import TOAs

pytestmark = pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")

PAR, TIM = example("NGC6440E")
YEAR = 365.25 * 86400.0
MAS = np.pi / 180.0 / 3.6e6


def load_pulsar(*lines: str, without: tuple[str, ...] = (), **conventions: str) -> tuple[jug.TimingModel, TOAs]:
    kept = [line.text for line in read_par(PAR).lines if line.key not in without]
    return jug.load(parse_lines([*kept, *lines]), TIM, conventions=conventions)


def without_turns(seconds: np.ndarray, model: jug.TimingModel) -> np.ndarray:
    """Differences of residuals whose pulses may have other numbers, less the mean of the middle ones."""
    turns = (seconds - np.median(seconds)) * model.values["F0"]
    return without_mean((turns - np.rint(turns)) / model.values["F0"])


def change_s(*lines: str, without: tuple[str, ...] = (), **conventions: str) -> tuple[np.ndarray, TOAs]:
    """By how much a convention changes the residuals, (n,) s, less the mean."""
    before = jug.residuals(*load_pulsar(*lines, without=without)).time_s
    model, toas = load_pulsar(*lines, without=without, **conventions)
    return without_turns(jug.residuals(model, toas).time_s - before, model), toas


def without_mean(values: np.ndarray) -> np.ndarray:
    return values - values.mean()


def direction(model: jug.TimingModel) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors to the pulsar and towards north."""
    a, d = model.values["RAJ"] * np.pi / 12.0, model.values["DECJ"] * np.pi / 180.0
    n = np.array([np.cos(a) * np.cos(d), np.sin(a) * np.cos(d), np.sin(d)])
    return n, np.array([-np.cos(a) * np.sin(d), -np.sin(a) * np.sin(d), np.cos(d)])


def delays(model: jug.TimingModel, toas: TOAs) -> np.ndarray:
    """Sum of the delays, (n,) s."""
    return make_anchor(model, toas).reference.delay[:-1]


def test_motion_at_barycentric_time():
    """The position is r.n later: the delay changes by -(r.q) mu (r.n); 40 ns for 1 arcsec/yr here."""
    change, toas = change_s("PMRA 1000", MOTION="barycentre")
    n, north = direction(load_pulsar()[0])
    expected = (toas.r_obs @ np.cross(north, n)) * (1000.0 * MAS / YEAR) * (toas.r_obs @ n)
    np.testing.assert_allclose(change, without_mean(expected), rtol=0.0, atol=3e-11)
    assert np.abs(change).max() > 1e-8


def test_fd_before_the_orbit():
    """The orbit sees a time that is earlier by the FD delay."""
    orbit = ("BINARY ELL1", "PB 0.1", "A1 2", "TASC 53500", "EPS1 0", "EPS2 0", "FD1 1e-3", "FD2 2e-3")
    change, toas = change_s(*orbit, FD="before")
    log = np.log(toas.freq_hz / 1e9)
    fd = 1e-3 * log + 2e-3 * log**2
    model, _ = load_pulsar(*orbit)
    by_second = (delays(model.moved({"TASC": 0.01 / 86400.0}), toas) - delays(model, toas)) / 0.01
    expected = -without_mean(by_second * fd)
    # the frequency at the barycentre differs by 1e-4, the second order in fd is 1e-3 of the first
    np.testing.assert_allclose(change, expected, rtol=0.0, atol=2e-3 * np.abs(expected).max())
    assert np.abs(change).max() > 1e-7


def toas_of_jump(selector: str, **conventions: str) -> np.ndarray:
    """The TOAs that a jump selects."""
    model, toas = load_pulsar(f"JUMP {selector} 0.001", **conventions)
    return make_anchor(model, toas).reference.x.selections["JUMP"][:-1] == 0


def test_jump_range_is_half_open_and_as_written():
    _, toas = load_pulsar()
    written = toas.raw.times.day + toas.raw.times.sec.hi / 86400.0
    low, high = np.sort(written)[[3, 10]].tolist()
    selector = f"MJD {low!r} {high!r}"
    assert np.array_equal(toas_of_jump(selector, JUMPRANGE="half_open"), (written >= low) & (written < high))
    low, high = np.sort(toas.mjd)[[3, 10]].tolist()
    assert np.array_equal(toas_of_jump(f"MJD {low!r} {high!r}"), (toas.mjd >= low) & (toas.mjd <= high))
    mhz = (np.unique(toas.freq_hz) / 1e6).tolist()
    selector = f"FREQ {mhz[0]!r} {mhz[-1]!r}"
    assert np.array_equal(toas_of_jump(selector, JUMPRANGE="half_open"), toas.freq_hz / 1e6 < mhz[-1])


def test_jump_name_is_a_part_and_jump_tel_the_others():
    _, toas = load_pulsar()
    name = toas.names[0]
    assert not toas_of_jump(f"NAME {name[:-1]}").any()
    assert toas_of_jump(f"NAME {name[:-1]}", JUMPNAME="part")[0]
    assert toas_of_jump("TEL gbt").all()
    assert not toas_of_jump("TEL gbt", JUMPTEL="others").any()
    assert toas_of_jump("TEL ao", JUMPTEL="others").all()


def test_dmx_without_its_ends():
    _, toas = load_pulsar()
    written = np.sort(toas.raw.times.day + toas.raw.times.sec.hi / 86400.0).tolist()
    lines = ("DMX_0001 0.01", f"DMXR1_0001 {written[3]!r}", f"DMXR2_0001 {written[10]!r}")
    model, toas = load_pulsar(*lines, DMX="open")
    mjd = toas.raw.times.day + toas.raw.times.sec.hi / 86400.0
    selection = make_anchor(model, toas).reference.x.selections["DMX"][:-1]
    assert np.array_equal(selection == 0, (mjd > written[3]) & (mjd < written[10]))


def test_rate_and_mean():
    """Phase over F0; and the mean without weights."""
    model, toas = load_pulsar("F1 -1e-11", without=("F1",), RATE="F0", MEAN="plain")
    found = jug.residuals(model, toas)
    np.testing.assert_allclose(found.time_s, found.phase / model.values["F0"], rtol=1e-14, atol=0.0)
    assert abs(found.time_s.mean()) < 1e-15
    weighted = jug.residuals(*load_pulsar("F1 -1e-11", without=("F1",)))
    assert found.chi2 == pytest.approx(weighted.chi2, rel=1e-5)  # the rate changes by 1e-6 here
    assert np.ptp(found.phase - weighted.phase) < 1e-9


def test_latitude_of_the_troposphere():
    """Z_h is divided by 1 - 0.00266 cos(lat) in the place of cos(2 lat): a factor, up to the rounding of a fit."""
    line = "CORRECT_TROPOSPHERE Y"
    change, toas = change_s(line, TROPOSPHERE="cos")
    whole = jug.residuals(*load_pulsar(line)).time_s - jug.residuals(*load_pulsar()).time_s
    latitude = 0.6706  # geodetic, Green Bank, rad
    factor = 0.00266 * (np.cos(latitude) - np.cos(2.0 * latitude))
    np.testing.assert_allclose(change, without_mean(whole) * factor, rtol=0.0, atol=2e-12)
    assert len(toas) == 62


def test_errors_are_scaled():
    for word, scaled in (("plain", False), ("scaled", True)):
        assert jug.fit(*load_pulsar(ERRORS=word)).errors_scaled is scaled
    assert not jug.fit(*load_pulsar(ERRORS="scaled"), scale_errors=False).errors_scaled


def tim(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "x.tim"
    path.write_text("FORMAT 1\n" + "\n".join(rows) + "\n")
    return path


def test_tim_errors(tmp_path: Path):
    path = tim(tmp_path, "EFAC 2", "EQUAD 3", "a 1400 54000.1 1 gbt", "b 1400 54000.2 1 gbt")
    for word, expected in (("pint", np.hypot(2.0, 3.0)), ("tempo2", 2.0 * np.hypot(1.0, 3.0))):
        toas = jug.load(PAR, path, conventions={"TIMERRORS": word})[1]
        np.testing.assert_allclose(toas.error_s, 1e-6 * expected, rtol=1e-15)


def test_turns_of_phase(tmp_path: Path):
    """Behind the third line: on the later lines, on the TOAs later than the third, and on none."""
    days = [54000.1, 54000.4, 54000.2, 54000.3, 54000.15]
    rows = [f"x{i} 1400 {day} 1 gbt" for i, day in enumerate(days)]
    path = tim(tmp_path, *rows[:3], "PHASE 2", *rows[3:])
    expected = {"FILE": [0, 0, 0, 2, 2], "TIME": [0, 2, 0, 2, 0], "NONE": [0, 0, 0, 0, 0]}
    none = jug.residuals(*jug.load(PAR, path, conventions={"PHASE": "none"}))
    for word, turns in expected.items():
        found = jug.residuals(*jug.load(PAR, path, conventions={"PHASE": word}))
        added = (found.phase - found.phase[0]) - (none.phase - none.phase[0])
        np.testing.assert_allclose(added, np.array(turns) - turns[0], atol=1e-9)


def test_turns_of_phase_of_times_that_one_float64_does_not_tell_apart(tmp_path: Path):
    """1e-12 d, 0.09 us, is a seventh of the spacing of float64 at MJD 54000; each place of the command is tried."""
    later = np.array([3, 0, 4, 1, 2])
    rows = [f"x 1400 54000.10000000000{i} 1 gbt" for i in later]
    for k in range(1, 5):
        raw = read_tim(tim(tmp_path, *rows[:k], "PHASE 1", *rows[k:]))
        assert turns_of_phase(raw, "TIME").tolist() == (later > later[k - 1]).astype(int).tolist()


def test_pulse_numbers_only_with_track(tmp_path: Path):
    path = tim(tmp_path, "a 1400 54000.1 1 gbt -pn 0", "b 1400 54000.2 1 gbt -pn 0")
    assert np.ptp(jug.residuals(*jug.load(PAR, path)).phase) > 100.0
    assert np.ptp(jug.residuals(*jug.load(PAR, path, conventions={"PN": "track"})).phase) <= 1.0


def test_codes_of_tempo2(tmp_path: Path):
    path = tim(tmp_path, "a 1400 54000.1 1 c", "b 1400 54000.2 1 gbt")
    assert jug.load(PAR, path, conventions={"SITES": "tempo2", "CLOCKENDS": "zero"})[1].site_names[0] == "vla"


def test_uncorr_and_ends_of_clocks():
    """CLK UNCORR of tempo2 corrects nothing; PINT has TT(TAI) and the sites' clocks."""
    lines = {"without": ("CLK",)}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        none = load_pulsar("CLK UNCORR", UNCORR="none", **lines)[1]
    [told] = [str(w.message) for w in caught if "UNCORR" in str(w.message)]
    assert "no clock is corrected, as in tempo2" in told
    assert "to silence" not in told
    sites = load_pulsar("CLK UNCORR", **lines)[1]
    tai = load_pulsar("CLK TT(TAI)", **lines)[1]
    assert not none.clock_s.any()
    assert not [use for use in none.uses if "clock" in use.what]
    assert np.array_equal(sites.clock_s, tai.clock_s)
    assert np.abs(tai.clock_s).max() > 1e-7


def test_white_noise_of_tempo2():
    """EQUAD inside EFAC, TNEQ outside: sigma^2 = EFAC^2 (e^2 + EQUAD^2) + TNEQ^2."""
    lines = ("EFAC TEL gbt 2", "EQUAD TEL gbt 3", "TNEQ MJD 50000 60000 -5")
    model, toas = load_pulsar(*lines, EQUAD="tempo2")
    expected = np.sqrt(4.0 * (toas.error_s**2 + 9e-12) + 1e-10)
    np.testing.assert_allclose(jug.residuals(model, toas).error_s, expected, rtol=1e-14)


def test_lines_of_tempo2():
    """CMn of tempo2 is n! times smaller than jug's, from DMEPOCH; STIG beside H4, the span of START and FINISH."""
    lines = ("CM 0.1", "CM1 0.2", "CM2 0.3", "CM3 0.25", "CM4 0.5", "TNCHROMIDX 4", "DMEPOCH 53800", "CMEPOCH 53000")
    model = load_pulsar(*lines, CM="powers")[0]
    assert [model.values[k] for k in ("CM", "CM1", "CM2", "CMEPOCH")] == [0.0, 0.2, 0.6, 53800.0]
    assert [model.values[k] for k in ("CM3", "CM4")] == [0.25 * (1 * 2 * 3), 0.5 * (1 * 2 * 3 * 4)]
    noise = ("TNREDAMP -13", "TNREDGAM 3", "START 53000", "FINISH 53730.5")
    assert load_pulsar(*noise, without=("START", "FINISH"), SPAN="start")[0].values["TNREDTSPAN"] == 2.0
    orbit = ("BINARY ELL1H", "PB 1", "A1 1", "TASC 53500", "EPS1 0", "EPS2 0", "H3 1e-6", "H4 5e-7", "STIG 0.5")
    assert "STIGMA" not in load_pulsar(*orbit, STIG="H4")[0].values


def test_paascnode_is_the_annual_parallax_of_tempo():
    """x (1 + cot i / d (I sin W - J cos W)) and omega - (I cos W + J sin W) / (d sin i), W = 90 deg - PAASCNODE.

    I and J are the site's position along east and north. Kopeikin 1995, eqs 17 and 18, with cot i < 0 as in tempo.
    """
    orbit = ("BINARY DD", "PB 5", "A1 20", "T0 53500", "ECC 0.3", "OM 50", "PX 4")
    sini, node = 0.7, np.radians(35.0)
    model, toas = load_pulsar(*orbit, f"SINI {sini}", "PAASCNODE 35", PAASCNODE="annual")
    plain, _ = load_pulsar(*orbit, f"SINI {sini}", "M2 0")
    n, north = direction(model)
    east = np.cross(north, n)
    along = [toas.r_obs @ v * (4.0 * MAS / 499.00478383615643) for v in (east, north)]
    w = 0.5 * np.pi - node
    cot = -np.sqrt(1.0 / sini**2 - 1.0)
    x = 20.0 * cot * (along[0] * np.sin(w) - along[1] * np.cos(w))
    omega = -(along[0] * np.cos(w) + along[1] * np.sin(w)) / sini
    still = delays(plain, toas)
    by_x = (delays(plain.moved({"A1": 1e-4}), toas) - still) / 1e-4
    by_om = (delays(plain.moved({"OM": 1e-4}), toas) - still) / np.radians(1e-4)
    expected = by_x * x + by_om * omega
    # the annual terms are 1e-8 rad, so that only the first order counts; the differences are good to 1e-6
    np.testing.assert_allclose(delays(model, toas) - still, expected, rtol=0.0, atol=1e-5 * np.abs(expected).max())
    assert np.abs(expected).max() > 1e-7


def test_one_switch_is_the_sum_of_its_words():
    """--as tempo2 is every word of tempo2; a word of the caller goes before."""
    model, toas = jug.load(PAR, TIM, dialect="tempo2")
    by_words = jug.load(PAR, TIM, conventions=dict(model.settings.conventions))
    found = jug.residuals(model, toas).time_s
    assert np.array_equal(found, jug.residuals(*by_words).time_s)
    other, _ = jug.load(PAR, TIM, dialect="tempo2", conventions={"MEAN": "weighted"})
    assert other.settings.conventions == {**model.settings.conventions, "MEAN": "WEIGHTED"}
    assert other.settings.assumed == model.settings.assumed


@pytest.mark.parametrize("dialect", ["pint", "tempo2", "tempo"])
def test_a_written_file_is_read_the_same(dialect: str, tmp_path: Path):
    """With the options of its last comment, and without --as."""
    lines = ("BINARY ELL1", "PB 1", "A1 1", "TASC 53500", "EPS1 1e-5", "EPS2 2e-5", "EPS1DOT 3e-9", "FD1 1e-5")
    kept = [line.text for line in read_par(PAR).lines if line.key not in ("SOLARN0", "PLANET_SHAPIRO", "TIMEEPH")]
    par = parse_lines([*kept, *lines])
    model, toas = jug.load(par, TIM, dialect=dialect)
    jug.write_par(model, tmp_path / "x.par")
    words = dict(text.split("=") for text in re.findall(r"--convention (\S+)", (tmp_path / "x.par").read_text()))
    again, prepared = jug.load(tmp_path / "x.par", TIM, conventions=words)
    assert again.values == model.values
    assert np.array_equal(jug.residuals(again, prepared).time_s, jug.residuals(model, toas).time_s)
    assert ("NE_SW" in again.values) is (dialect != "pint")


def test_utc_nist_as_tempo2():
    """CLK UTC(NIST): the newest TT(BIPM) as PINT, TT(TAI) as tempo2 to 19 ns; 27.7 us between them, nearly constant."""
    par, tim = example("NGC6440E-nist")
    newest, tai = (jug.load(par, tim, dialect=dialect)[1] for dialect in ("pint", "tempo2"))
    assert (newest.clock[:8], tai.clock) == ("TT(BIPM2", "TT(TAI)")
    difference = newest.clock_s - tai.clock_s
    assert 26e-6 < difference.mean() < 28e-6
    assert np.ptp(difference) < 3e-7
