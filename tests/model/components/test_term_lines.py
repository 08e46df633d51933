"""Lines of position, dispersion and solar-system terms that are refused, kept, or need something of the TOAs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from simulated import SHORT

import jug
from jug.errors import ParError, TimError
from jug.model.evaluation.columns import make_columns


def model_of(folder: Path, *lines: str) -> jug.TimingModel:
    par = folder / "case.par"
    par.write_text(SHORT + "\n".join(lines) + "\n")
    return jug.load_model(par)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["VLBIAX 2.1"], "VLBIAY and VLBIAZ are missing"),
        (["VLBIAX 2.1", "VLBIAZ 2.1"], "VLBIAY is missing"),
        (["DMX_0001 1D-3", "DMXR1_0001 54000"], "DMXR2_0001 is missing"),
        (["DMXR1_0001 54000", "DMXR2_0001 54100"], "DMX_0001 is missing"),
        (["DM_SERIES CHEBYSHEV"], "unknown DM_SERIES"),
        (["NE_SW 4", "SWM 2"], "unknown SWM"),
        (["CORRECT_TROPOSPHERE MAYBE"], "unknown CORRECT_TROPOSPHERE"),
        (["CORRECT_TROPOSPHERE N", "TROPWET 1D-10"], "TROPWET belongs to troposphere"),
        (["DMMODEL DM 1"], "DMOFF is missing"),
        (["DMOFF 54000 1D-3 0"], "belongs to DMMODEL"),
        (["NE_SW 4", "NE1AU 5"], "given twice"),
        (["F 61.5"], "write F0"),
        (["SWM 3"], "unknown SWM"),
    ],
)
def test_refused(tmp_path: Path, lines: list[str], why: str) -> None:
    with pytest.raises(ParError, match=why):
        model_of(tmp_path, *lines)


DIP = ["EXPDIPEP_1 54000", "EXPDIPAMP_1 1D-6"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([*DIP, "EXPDIPTAU_1 0"], "EXPDIPTAU_1 is not above EXPDIPEPS"),
        ([*DIP, "EXPDIPTAU_1 0.5", "EXPDIPEPS 0.5"], "EXPDIPTAU_1 is not above EXPDIPEPS"),
        ([*DIP, "EXPDIPTAU_1 50", "EXPDIPEPS 0"], "EXPDIPEPS must be at least"),
        ([*DIP, "EXPDIPTAU_1 50", "EXPDIPFREF 0"], "EXPDIPFREF must be at least"),
        (["CHROMGAUSS_EPOCH_1 54000", "CHROMGAUSS_SIGN_1 3"], "CHROMGAUSS_SIGN_1 is neither 1 nor -1"),
        (["CHROMGAUSS_EPOCH_1 54000", "CHROMGAUSS_FREF 0"], "CHROMGAUSS_FREF must be at least"),
        (["GAUSEP_1 54000", "GAUSAMP_1 1D-6", "GAUSSIG_1 0"], "GAUSSIG_1 must be from"),
        (["NE_SW 4", "SWM 1", "SWP 1"], "SWP must be at least"),
        (["SWXDM_0001 1D-3", "SWXP_0001 0.5", "SWXR1_0001 54000", "SWXR2_0001 54100"], "SWXP_0001 must be at least"),
        (["DMMODEL DM", "DMOFF 54000 1D-3", "DMOFF 54100 0", "DMOFF 54000 2D-3"], "DMOFF3 has the time of another"),
    ],
)
def test_values_that_no_formula_can_take(tmp_path: Path, lines: list[str], why: str) -> None:
    """They are told on their lines; they were residuals that are no numbers, or wrong ones (a wind without end)."""
    with pytest.raises(ParError, match=why):
        model_of(tmp_path, *lines)


@pytest.mark.parametrize("line", ["SWM 0", "FDJUMPLOG Y", "SIFUNC 2"])
def test_a_choice_of_formula_without_its_term_is_kept(tmp_path: Path, line: str) -> None:
    model = model_of(tmp_path, line)
    assert model.free == ("F0",)
    jug.write_par(model, tmp_path / "again.par")
    assert (tmp_path / "again.par").read_text().splitlines()[-1] == line


def test_names_of_the_position(tmp_path: Path) -> None:
    text = "\n".join(line for line in SHORT.splitlines() if line.split()[:1] not in (["RAJ"], ["DECJ"]))
    par = tmp_path / "case.par"
    par.write_text(f"{text}\nLAMBDA 100\nBETA 10\nPMLAMBDA 1\nPMBETA 2\nPMLAMBDA2 3\nPMBETA2 4\n")
    values = jug.load_model(par).values
    names = ("ELONG", "ELAT", "PMELONG", "PMELAT", "PMELONG2", "PMELAT2")
    assert [values[name] for name in names] == [100.0, 10.0, 1.0, 2.0, 3.0, 4.0]
    par.write_text(f"{text}\nELONG 100\nELAT 90.1\n")
    with pytest.raises(ParError, match="ELAT must be from -90 to 90"):
        jug.load_model(par)


def test_what_describes_bins_is_kept(tmp_path: Path) -> None:
    lines = ["DMX 6.5", "DMX_0001 1D-3 1", "DMXEP_0001 54050", "DMXR1_0001 54000", "DMXR2_0001 54100", "DMXF1_0001 400"]
    model = model_of(tmp_path, *lines)
    assert [name for name in model.names if name.startswith("DMX")] == ["DMX_0001", "DMXR1_0001", "DMXR2_0001"]
    jug.write_par(model, tmp_path / "again.par")
    assert (tmp_path / "again.par").read_text().splitlines()[-6:] == lines


def test_five_hundred_and_thirteen_bins(tmp_path: Path) -> None:
    """tempo2 stops at 512; numbers need not begin at 1 nor be without holes."""
    lines = [
        f"DMX_{3 * i:04d} {i}D-6\nDMXR1_{3 * i:04d} {54000 + i}\nDMXR2_{3 * i:04d} {54000 + i}.9" for i in range(7, 520)
    ]
    model = model_of(tmp_path, *lines)
    toas = jug.simulate(model, np.array([54010.4, 54519.5]), freq_mhz=430.0)
    delay = jug.delays(model, toas)["DMX"]
    assert delay[1] / delay[0] == pytest.approx(51.9, rel=1e-3)


@pytest.mark.parametrize("key", ["NE_SW", "NE1AU", "SOLARN0"])
def test_names_of_the_solar_wind(tmp_path: Path, key: str) -> None:
    model = model_of(tmp_path, f"{key} 4.2 1")
    assert model.values["NE_SW"] == 4.2
    assert model.free == ("F0", "NE_SW")


def test_a_dm_flag_that_is_no_number(tmp_path: Path) -> None:
    model = model_of(tmp_path)
    with pytest.raises(TimError, match="the flag -dm"):
        jug.simulate(model, np.array([54000.0, 54001.0]), flags={"dm": ["21.4", "much"]})


def test_zeniths_are_made_on_request(tmp_path: Path) -> None:
    with_air = model_of(tmp_path, "CORRECT_TROPOSPHERE Y")
    without = model_of(tmp_path, "CORRECT_TROPOSPHERE N")
    toas = jug.simulate(without, np.array([54000.0, 54000.5]), site=["gbt", "@"])
    assert toas.zenith is None
    with pytest.raises(ParError, match="without zeniths"):
        make_columns(with_air, toas)
    toas = jug.prepare(with_air, toas.raw)
    np.testing.assert_allclose(np.linalg.norm(toas.zenith, axis=1), [1.0, 0.0])
    assert len(replace(toas, planets=False).select([1]).zenith) == 1
    assert jug.delays(with_air, toas)["troposphere"][1] == 0.0


def test_no_air_at_the_geocentre(tmp_path: Path) -> None:
    model = model_of(tmp_path, "CORRECT_TROPOSPHERE Y")
    toas = jug.simulate(model, np.array([54000.0, 54000.2]), site="geocenter")
    assert np.all(jug.delays(model, toas)["troposphere"] == 0.0)


def test_the_zenith_is_where_astropy_has_it(tmp_path: Path) -> None:
    """To 1 arcsec: aberration and the tables of the pole are the rest."""
    import astropy.units as u
    from astropy.coordinates import AltAz, EarthLocation, SkyCoord
    from astropy.time import Time
    from astropy.utils import iers

    from jug.obs.sites import find_site

    model = model_of(tmp_path, "CORRECT_TROPOSPHERE Y")
    toas = jug.simulate(model, np.array([54000.1, 54100.3, 54222.7]), site=["gbt", "parkes", "effelsberg"])
    for zenith, mjd, name in zip(toas.zenith, toas.mjd, toas.site_names, strict=True):
        place = EarthLocation.from_geocentric(*find_site(name).xyz_m, unit=u.m)
        with iers.conf.set_temp("auto_download", False):
            frame = AltAz(obstime=Time(mjd, format="mjd", scale="utc"), location=place)
            star = SkyCoord(*zenith, representation_type="cartesian", frame="gcrs").transform_to(frame)
        assert star.alt.deg > 89.99
