"""DMX in bins that are made from TOAs."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.conversion.writing import par_text
from jug.model.editing.dmx_bins import _solar_wind_mhz2_us, _with_ends

PAR = """PSR TEST
RAJ {raj}
DECJ {decj}
F0 100 1
PEPOCH 55000
DM 10 1
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
"""
BOTH = (430.0, 1410.0)


Made = tuple[jug.TimingModel, jug.TOAs]


@pytest.fixture
def prepared(tmp_path: Path) -> Callable[..., Made]:
    """A pulsar with a TOA of each frequency on each day after MJD 55000."""

    def make(
        days: list[float], site: str, mhz: tuple[float, ...] = BOTH, raj: str = "12:00:00", decj: str = "60:00:00"
    ) -> Made:
        lines = [f"a {freq} {55000 + day:.6f} 1.0 {site}" for day in days for freq in mhz]
        (tmp_path / "a.tim").write_text("FORMAT 1\n" + "\n".join(lines) + "\n")
        return jug.load(jug.read_par(io.StringIO(PAR.format(raj=raj, decj=decj))), tmp_path / "a.tim")

    return make


def bins(model: jug.TimingModel) -> list[tuple[float, float]]:
    """The ends of the bins, days after MJD 55000."""
    count = sum(name.startswith("DMX_") for name in model.names)
    ends = [(model.values[f"DMXR1_{i:04d}"], model.values[f"DMXR2_{i:04d}"]) for i in range(1, count + 1)]
    return [(low - 55000, high - 55000) for low, high in ends]


def test_bins_of_green_bank_are_6_and_a_half_days_wide_and_padded(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 3, 6.4, 7, 20], "gbt")
    found = model.add_dmx(toas)
    assert bins(found) == [pytest.approx(one, abs=1e-5) for one in [(-0.05, 6.45), (6.95, 7.05), (19.95, 20.05)]]
    assert found.free == ("F0", "DMX_0001", "DMX_0002", "DMX_0003")
    assert bins(model.add_dmx(toas, days=20, pad_days=0, solar_wind_us=1e3)) == [pytest.approx((0, 20), abs=1e-5)]


def test_bins_of_another_width_in_a_span_of_dates(prepared: Callable[..., Made]) -> None:
    """The bins that overlap with the span are made anew, the others stay; a span with no TOAs changes nothing."""
    model, toas = prepared([0, 3, 3.3, 6.4, 7, 20], "gbt")
    found = bins(model.add_dmx(toas, custom=[(55002, 55005, 0.5)]))
    ends = [(-0.05, 0.05), (2.95, 3.35), (6.35, 6.45), (6.95, 7.05), (19.95, 20.05)]
    assert found == [pytest.approx(one, abs=1e-5) for one in ends]
    assert bins(model.add_dmx(toas, custom=[[55010, 55015, 0.5]])) == bins(model.add_dmx(toas))
    wider = bins(model.add_dmx(toas, custom=[(55006, 55020, 15.0)]))
    assert wider == [pytest.approx(one, abs=1e-5) for one in [(-0.05, 7.05), (19.95, 20.05)]]
    for wrong in ([(55005, 55002, 0.5)], [(55002, 55005, 0.0)], [(55002, 55005)], [55002], [("a", "b", "c")]):
        with pytest.raises(jug.InputError, match="custom"):
            model.add_dmx(toas, custom=wrong)
    with pytest.raises(jug.InputError, match="custom belongs to the rules of nanograv"):
        model.add_dmx(toas, rules="pint", custom=[(55002, 55005, 0.5)])


def test_bins_of_arecibo_are_half_a_day_wide(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 0.4, 0.6, 3], "arecibo")
    found = [(-0.05, 0.45), (0.55, 0.65), (2.95, 3.05)]
    assert bins(model.add_dmx(toas)) == [pytest.approx(one, abs=1e-5) for one in found]


def test_padded_ends_meet_where_they_would_overlap(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 0.4, 0.46, 0.52], "arecibo")
    [first, second] = bins(model.add_dmx(toas, days=0.4))
    assert first == pytest.approx((-0.05, 0.43), abs=1e-5)
    assert second[0] == pytest.approx(first[1], abs=1e-8)


def test_a_bin_needs_two_frequencies(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 10], "gbt", mhz=(1400.0, 1500.0))
    told = "far enough apart, with a ratio of 1.1 or more: all are at 1400 to 1500 MHz; take a frequency_ratio of 1.071"
    with pytest.raises(jug.InputError, match=told):
        model.add_dmx(toas)
    with pytest.raises(jug.InputError, match="all are at 1400 MHz; DMX needs TOAs at two frequencies"):
        model.add_dmx(toas.select("freq < 1450"))
    assert len(bins(model.add_dmx(toas, frequency_ratio=1.05))) == 2
    _, toas = prepared([0, 20], "gbt")
    three = toas.delete([2])
    with pytest.warns(jug.InputWarning, match="1 of 3 TOAs is in no bin"):
        assert len(bins(model.add_dmx(three))) == 1


def test_the_solar_wind_splits_a_bin_near_the_sun(prepared: Callable[..., Made]) -> None:
    """A pulsar on the ecliptic that the Sun passes on 22 September (MJD 55096), and one at the ecliptic's pole."""
    days = [90.0, 91.0, 92.0, 93.0]
    near, toas = prepared(days, "gbt", raj="12:00:00", decj="00:00:00")
    assert len(bins(near.add_dmx(toas))) == 4
    assert len(bins(near.add_dmx(toas, solar_wind_us=1e4))) == 1
    far, toas = prepared(days, "gbt", raj="18:00:00", decj="66:33:00")
    assert len(bins(far.add_dmx(toas))) == 1


def gasp(toas: jug.TOAs, guppi_from: float = np.inf) -> jug.TOAs:
    """The TOAs with the flags of NANOGrav's oldest data from Green Bank; a later backend from a day on."""
    words = {430.0: "Rcvr_800_GASP", 1410.0: "Rcvr1_2_GASP"}
    for mhz, word in words.items():
        toas = toas.with_flag("f", word, toas.freq_hz == mhz * 1e6)
    toas = toas.with_flag("be", "GASP")
    late = toas.mjd > 55000 + guppi_from
    return toas.with_flag("be", "GUPPI", late).with_flag("f", "Rcvr1_2_GUPPI", late) if late.any() else toas


def toas_at(toas: jug.TOAs, low: list[float], high: list[float]) -> jug.TOAs:
    """Of TOAs with two frequencies a day those at 430 MHz on some days, and those at 1410 MHz on others."""
    day = np.round(toas.mjd - 55000, 3)
    return toas[(np.isin(day, low) & (toas.freq_hz < 1e9)) | (np.isin(day, high) & (toas.freq_hz > 1e9))]


def test_observations_with_two_receivers_are_a_bin_up_to_15_days_wide(prepared: Callable[..., Made]) -> None:
    """800 MHz on days 0, 30, 60; 1400 MHz on 10, 28, 76 and 80: the third pair would be 16 d wide."""
    model, toas = prepared([0, 10, 28, 30, 60, 76, 80], "gbt")
    chosen = gasp(toas_at(toas, [0, 30, 60], [10, 28, 76, 80]))
    with pytest.warns(jug.InputWarning, match="3 of 7 TOAs are in no bin"):
        found = model.add_dmx(chosen, solar_wind_us=1e3)
    assert bins(found) == [pytest.approx(one, abs=1e-5) for one in [(-0.05, 10.05), (27.95, 30.05)]]


def test_a_pair_is_each_others_nearest_and_before_guppi(prepared: Callable[..., Made]) -> None:
    """1400 MHz on day 9 is nearest to 800 MHz on day 12, so that day 0 stays alone; day 50 is GUPPI's."""
    model, toas = prepared([0, 9, 12, 13, 40, 50], "gbt")
    chosen = gasp(toas_at(toas, [0, 12, 40], [9, 50]), guppi_from=45)
    with pytest.warns(jug.InputWarning, match="3 of 5 TOAs are in no bin"):
        assert bins(model.add_dmx(chosen, solar_wind_us=1e3)) == [pytest.approx((8.95, 12.05), abs=1e-5)]


def test_toas_beside_a_pair_join_it_or_are_binned_between_pairs(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 5, 7, 14, 20], "gbt")
    chosen = gasp(toas_at(toas, [5, 7], [7, 0, 14, 20]))
    mixed = chosen.with_flag("f", "other", (chosen.mjd < 55004) | (chosen.mjd > 55013))
    with pytest.warns(jug.InputWarning, match="3 of 6 TOAs are in no bin"):
        found = model.add_dmx(mixed, solar_wind_us=1e3)
    assert bins(found) == [pytest.approx((4.95, 7.05), abs=1e-5)]
    with pytest.warns(jug.InputWarning, match="2 of 6 TOAs are in no bin"):
        wider = model.add_dmx(mixed, solar_wind_us=1e3, days=7.5)
    assert bins(wider)[0] == pytest.approx((-0.05, 7.05), abs=1e-5)


def test_a_bin_for_pint_has_toas_on_both_sides_of_a_frequency(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 14, 16, 40], "gbt")
    assert bins(model.add_dmx(toas, rules="pint")) == [
        pytest.approx(one, abs=1e-5) for one in [(-0.001, 14.001), (15.999, 16.001), (39.999, 40.001)]
    ]
    with pytest.raises(jug.InputError, match="below and above 400 MHz: all are at 430 to 1410 MHz; take divide_mhz"):
        model.add_dmx(toas, rules="pint", divide_mhz=400.0)
    apart = toas.select("(mjd < 55010 & freq < 1000) | (mjd > 55030 & freq > 1000)")
    with pytest.raises(jug.InputError, match="take wider bins"):
        model.add_dmx(apart, rules="pint")
    with pytest.warns(jug.InputWarning, match="as their 15 d have TOAs on one side of 1000 MHz alone"):
        model.add_dmx(toas.delete([6]), rules="pint")


def test_every_toa_is_in_one_bin_and_the_model_fits(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 3, 6.4, 7, 20], "gbt")
    found = jug.fit(model.add_dmx(toas), toas, backend="numpy")
    assert found.converged
    assert np.all(np.abs(found.residuals.time_s) < 1.0)
    again = jug.load_model(jug.read_par(io.StringIO(par_text(found.model))))
    assert again.values == found.model.values


def test_what_cannot_be_binned_is_reported(prepared: Callable[..., Made]) -> None:
    model, toas = prepared([0, 10], "gbt")
    with pytest.raises(jug.InputError, match=r'take it out first: remove\("DMX_\*"\)'):
        model.add_dmx(toas).add_dmx(toas)
    with pytest.raises(jug.InputError, match="nanograv or pint"):
        model.add_dmx(toas, rules="tempo")
    with pytest.raises(jug.InputError, match=r"pad_days is 1000000000; it is at most the length of a bin, 6.5 d"):
        model.add_dmx(toas, pad_days=1e9)
    with pytest.raises(jug.InputError, match="longer than 0 d"):
        model.add_dmx(toas, days=-1.0)


def test_a_bin_goes_with_the_lines_that_describe_it() -> None:
    with pytest.warns(jug.InputWarning):
        model = jug.load_model(jug.data.example("B1855+09")[0])
    left = [line.key for line in model.remove("DMX_*").par if line.key.startswith("DMX")]
    assert left == ["DMX"]


def test_ends_have_nine_decimals_and_are_rounded_outwards() -> None:
    """Two bins apart, and two that meet in the middle of the gap of 0.02 d between their TOAs; to rounding, 1e-11 d."""
    mjd = np.array([55000.1234567891, 55001.1234567896, 55001.1434567896])
    apart = _with_ends(mjd, [[0], [1]], 0.05)
    assert [apart[0].low, apart[0].high] == pytest.approx([55000.073456789, 55000.173456790], abs=2e-11, rel=0.0)
    assert [apart[1].low, apart[1].high] == pytest.approx([55001.073456789, 55001.173456790], abs=2e-11, rel=0.0)
    one, other = _with_ends(mjd, [[1], [2]], 0.05)
    assert [one.high, other.low] == pytest.approx([55001.133456789, 55001.133456790], abs=2e-11, rel=0.0)


def test_the_delay_by_the_solar_wind_is_that_of_its_density(prepared: Callable[..., Made]) -> None:
    """DM of n_e = 5 cm^-3 at 1 AU falling with the square: AU n_e rho / (r sin rho) (Edwards et al. 2006, eq. 31)."""
    _, toas = prepared([60.0, 92.0], "gbt", raj="12:00:00", decj="00:00:00")
    sun = toas.bodies["sun"]
    r = np.linalg.norm(sun, axis=1)
    rho = np.pi - np.arccos(sun @ np.array([-1.0, 0.0, 0.0]) / r)  # the pulsar is at 180 degrees
    au_ls = 149597870700.0 / 299792458.0
    dm = 5.0 * (au_ls / r) * (au_ls * 299792458.0 / 3.0856775814913673e16) * rho / np.sin(rho)
    expected = dm / 2.41e-4 * 1e6  # us MHz^2
    assert _solar_wind_mhz2_us(toas, np.array([-1.0, 0.0, 0.0])) == pytest.approx(expected, rel=1e-9)
