"""DILATEFREQ, kernels by path, TIMEEPH, own sites in selectors: what a par file may ask of the preparation."""

from pathlib import Path

import numpy as np
import pytest
from ten_hertz import PAR, TIM, load

import jug
from jug.data import DataFiles, DataFolder, search_folders
from jug.errors import ClockWarning, DataError, InputWarning, ParError

ROOT = Path(__file__).resolve().parents[2]


def test_dilatefreq_divides_the_frequency_by_the_rate_of_tdb(tmp_path: Path) -> None:
    """The rate against a difference quotient of TDB - TT over 20 minutes; its effect on the delay, 2 DM / f^2 rate."""
    model, toas = load(tmp_path, PAR + "DILATEFREQ Y\n")
    assert toas.dilation is not None
    before, after = (load(tmp_path, PAR, TIM.replace(".37", more))[1] for more in (".36", ".38"))
    gained = (after.tdb.sec.hi - before.tdb.sec.hi) - (after.raw.times.sec.hi - before.raw.times.sec.hi)
    gained -= after.clock_s - before.clock_s
    np.testing.assert_allclose(gained / 1728.0, toas.dilation, atol=1e-12)  # of 3e-10: a 1.5 s DM delay errs by 3 ps
    assert 1e-10 < np.abs(toas.dilation).max() < 6e-10
    plain = jug.residuals(*load(tmp_path)).time_s
    dilated = jug.residuals(model, toas).time_s
    delay = 100 / 2.41e-4 / (toas.freq_hz * 1e-6) ** 2
    expected = -2 * delay * toas.dilation
    difference = (dilated - plain) - (dilated - plain).mean()
    np.testing.assert_allclose(difference, expected - expected.mean(), atol=3e-13)
    with pytest.raises(ParError, match="prepared without DILATEFREQ"):
        jug.residuals(model, load(tmp_path)[1])


def test_a_kernel_by_its_path(tmp_path: Path) -> None:
    kernel = ROOT / "data" / "ephemeris" / "de421.bsp"
    (tmp_path / "mine.bsp").symlink_to(kernel)
    by_name = load(tmp_path)[1]
    for text in (str(kernel), "mine.bsp", str(tmp_path / "mine.bsp")):
        model, toas = load(tmp_path, PAR.replace("DE421", text))
        assert np.array_equal(toas.r_obs, by_name.r_obs)
        assert jug.residuals(model, toas).chi2 > 0
    model, toas = load(tmp_path, ephem=str(kernel))
    assert model.settings.ephem == str(kernel)
    assert np.array_equal(toas.r_obs, by_name.r_obs)
    with pytest.raises(DataError, match=r"a\.par:7: the ephemeris \S*no\.bsp is not at hand.*there is no such file"):
        load(tmp_path, PAR.replace("DE421", "no.bsp"))
    without = "".join(line for line in PAR.splitlines(keepends=True) if not line.startswith("EPHEM"))
    with pytest.raises(DataError, match=r"a\.par: the ephemeris \S*no\.bsp is not at hand"):
        load(tmp_path, without, ephem="no.bsp")


def test_an_unknown_time_ephemeris_is_fb90_with_a_warning(tmp_path: Path) -> None:
    """As in PINT; sample files of the package metapulsar have TIMEEPH 1. It was refused."""
    with pytest.warns(InputWarning, match=r"a\.par:13: TIMEEPH IF98 is not a word that a program knows.* ns rms"):
        model, toas = load(tmp_path, PAR + "TIMEEPH IF98\n")
    assert toas.time_ephemeris == "FB90"
    assert any("TIMEEPH IF98" in note for note in model.settings.assumed)


def test_a_tt_that_is_not_at_hand(tmp_path: Path) -> None:
    """The nearest one serves, residuals know it, and the strict clock refuses it."""
    text = PAR.replace("TT(TAI)", "TT(BIPM2021)")
    assert text != PAR
    with pytest.warns(ClockWarning, match=r"TT\(BIPM2021\) is not at hand; TT\(BIPM20..\), the nearest"):
        model, toas = load(tmp_path, text)
    assert jug.residuals(model, toas).chi2 > 0
    with pytest.raises(DataError, match=r"TT\(BIPM2021\) is not at hand"):
        load(tmp_path, text, strict_clock=True)


def test_an_own_site_in_a_selector(tmp_path: Path) -> None:
    (tmp_path / "sites.json").write_text('{"Yard": {"xyz_m": [4e6, 1e6, 4.8e6], "gps": false}}')
    files = DataFiles((DataFolder(tmp_path, "JUG_DATA"), *search_folders()))
    tim = TIM + "y 1400 55000.5 1 yard\n"
    before, after = (
        jug.residuals(*load(tmp_path, PAR + line, tim, files=files)).time_s for line in ("", "JUMP TEL yard 1e-3\n")
    )
    moved = np.abs(((after - before) - (after - before)[0] + 0.05) % 0.1 - 0.05)
    assert moved[-1] == pytest.approx(1e-3, rel=1e-6)
    assert moved[:-1].max() < 1e-9


def test_times_at_the_barycentre_of_a_tcb_par_file(tmp_path: Path) -> None:
    with pytest.warns(InputWarning) as told:
        load(tmp_path, PAR.replace("UNITS TDB", "UNITS TCB"), "FORMAT 1\na 1400 55000.5 1 @\n")
    said = [str(w.message) for w in told]
    assert any("a.par:9: UNITS TCB is converted to TDB" in text for text in said)
    assert any(
        "a.tim:2: the par file was in TCB: times at the barycentre are nevertheless taken as TDB" in text
        for text in said
    )


def test_deleting_prepared_toas(tmp_path: Path) -> None:
    model, toas = load(tmp_path)
    less = toas.delete([1, 5])
    assert len(less) == 38
    assert less.raw.deleted is not None
    assert less.raw.deleted.name == ("t1", "t5")
    np.testing.assert_array_equal(less.r_obs, np.delete(toas.r_obs, [1, 5], axis=0))
    jug.write_tim(less, tmp_path / "b.tim")
    assert (tmp_path / "b.tim").read_text().splitlines()[2].startswith("C t1 ")
    again = jug.prepare(model, less.raw.restore())
    np.testing.assert_array_equal(again.tdb.sec.hi, toas.tdb.sec.hi)
