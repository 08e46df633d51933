"""Terms that PINT 1.1.8 does not have, and the solar wind's integral, against 40-digit arithmetic.

The formulas are written again here, in mpmath, from the positions and times of simulated TOAs.
"""

from contextlib import ExitStack
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest

import jug
from jug.core.constants import AU_LS, PARSEC_LS
from jug.core.times import to_mjd
from jug.model.components.solar_wind.geometry import AU_PC, power_law
from jug.model.components.troposphere import HEIGHT, _mapping
from jug.model.evaluation.anchor import make_anchor

mp.mp.dps = 40
NS = 1e-9
K = 1 / mp.mpf("2.41e-4")
MAS = mp.pi / 180 / 3600000
YEAR = mp.mpf("365.25")

BASE = """PSR TEST
{position}
F0 61.485476554
PEPOCH 54500
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
DM {dm}
"""
EQUATORIAL = {"RAJ": "17:48:52.75", "DECJ": "-20:21:29.0", "PMRA": "41.0", "PMDEC": "-27.0"}
ECLIPTIC = {"ELONG": "265.7", "ELAT": "13.1", "PMELONG": "31.0", "PMELAT": "-18.0", "ECL": "IERS2003"}


def make_case(folder: Path, extra: str, *, position: dict[str, str] = EQUATORIAL, flags=None, dm: str = "21.3"):
    """Model, TOAs over fifteen years, and the terms of the model by name."""
    par = folder / "case.par"
    par.write_text(BASE.format(position="\n".join(map(" ".join, position.items())), dm=dm) + extra + "\n")
    model = jug.load_model(par)
    mjd = np.linspace(52000.0, 57500.0, 24)
    freq = [430.0, 1400.0, 2100.0] * 8
    toas = jug.simulate(model, mjd, freq_mhz=freq, site=["gbt", "parkes"] * 12, flags=flags)
    return model, toas, jug.delays(model, toas)


def tdb(toas: jug.TOAs) -> list[mp.mpf]:
    """MJD (TDB) at the observatory."""
    t = toas.tdb
    return [mp.mpf(int(d)) + (mp.mpf(h) + mp.mpf(lo)) / 86400 for d, h, lo in zip(t.day, *t.sec, strict=True)]


def dispersion(toas: jug.TOAs, model: jug.TimingModel, dm: list) -> np.ndarray:
    """K DM / f^2 with jug's own barycentric frequency, s."""
    return np.array([float(K * a) for a in dm]) * per_mhz(toas, model) ** 2


def per_mhz(toas: jug.TOAs, model: jug.TimingModel) -> np.ndarray:
    """1/f at the barycentre, 1/MHz."""
    return 1e6 * make_anchor(model, toas).state.x.inv_freq[:-1]


def test_motion_of_second_order(tmp_path: Path) -> None:
    """tempo2: n.r + mu.r t - mu^2 t^2 n.r / 2 - rho t^2 mu.r + a.r t^2 / 2,

    to second order; the third, rho a, is 0.3 ns here.
    """
    extra = "PMRV 100\nPMRA2 0.6\nPMDEC2 -0.7"
    _, toas, terms = make_case(tmp_path, extra)
    ra = (17 + mp.mpf(48) / 60 + mp.mpf("52.75") / 3600) * mp.pi / 12
    dec = -(20 + mp.mpf(21) / 60 + mp.mpf("29.0") / 3600) * mp.pi / 180
    expected = roemer(toas, ra, dec, [41, -27, mp.mpf("0.6"), mp.mpf("-0.7")], mp.mpf(100))
    assert np.abs(terms["Roemer and parallax"] - expected).max() < 0.5 * NS
    still = roemer(toas, ra, dec, [41, -27, 0, 0], mp.mpf(0))
    assert np.abs(expected - still).max() > 1e3 * NS


def test_motion_of_second_order_in_ecliptic_coordinates(tmp_path: Path) -> None:
    extra = "PMRV 100\nPMELONG2 0.6\nPMELAT2 -0.7"
    _, toas, terms = make_case(tmp_path, extra, position=ECLIPTIC)
    lon, lat = mp.mpf("265.7") * mp.pi / 180, mp.mpf("13.1") * mp.pi / 180
    tilt = mp.mpf("84381.4059") / 3600 * mp.pi / 180
    expected = roemer(toas, lon, lat, [31, -18, mp.mpf("0.6"), mp.mpf("-0.7")], mp.mpf(100), tilt)
    assert np.abs(terms["Roemer and parallax"] - expected).max() < 0.5 * NS


def roemer(toas: jug.TOAs, lon, lat, motion, rv, tilt=0) -> np.ndarray:
    """-(roemer of tempo2's bclt), s; ``tilt``: the observatory turned into ecliptic coordinates."""
    n = (mp.cos(lat) * mp.cos(lon), mp.cos(lat) * mp.sin(lon), mp.sin(lat))
    e = (-mp.sin(lon), mp.cos(lon), 0)
    q = (-mp.sin(lat) * mp.cos(lon), -mp.sin(lat) * mp.sin(lon), mp.cos(lat))
    mu_e, mu_q, a_e, a_q = (mp.mpf(v) * MAS for v in motion)
    out = []
    for t, row in zip(tdb(toas), toas.r_obs, strict=True):
        x, y, z = (mp.mpf(float(v)) for v in row)
        r = (x, y * mp.cos(tilt) + z * mp.sin(tilt), z * mp.cos(tilt) - y * mp.sin(tilt))
        dt = (t - 54500) / YEAR
        along, east, north = (sum(a * b for a, b in zip(u, r, strict=True)) for u in (n, e, q))
        transverse = mu_e * east + mu_q * north
        bend = (mu_e**2 + mu_q**2) * along / 2 + rv * MAS * transverse - (a_e * east + a_q * north) / 2
        out.append(float(-(along + dt * transverse - dt**2 * bend)))
    return np.array(out)


def test_dm_as_a_polynomial(tmp_path: Path) -> None:
    _, toas, terms = make_case(tmp_path, "DM_SERIES POLY\nDM1 3D-3\nDM2 -2D-4\nDM3 4D-5\nDMEPOCH 54300")
    plain, _, _ = make_case(tmp_path, "")
    years = [(t - 54300) / YEAR for t in tdb(toas)]
    dm = [mp.mpf("21.3") + mp.mpf("3e-3") * y - mp.mpf("2e-4") * y**2 + mp.mpf("4e-5") * y**3 for y in years]
    expected = dispersion(toas, plain, dm)
    assert np.abs(terms["dispersion (polynomial)"] - expected).max() < 1e-3 * NS


def test_yearly_dm(tmp_path: Path) -> None:
    _, toas, terms = make_case(tmp_path, "DM_S1YR 2.3D-3\nDM_C1YR -1.1D-3\nDMEPOCH 54300")
    plain, _, _ = make_case(tmp_path, "")
    turns = [2 * mp.pi * (t - 54300) / YEAR for t in tdb(toas)]
    dm = [mp.mpf("2.3e-3") * mp.sin(a) - mp.mpf("1.1e-3") * mp.cos(a) for a in turns]
    assert np.abs(terms["yearly DM"] - dispersion(toas, plain, dm)).max() < 1e-3 * NS


NODES = [(52000, "1e-3"), (50900, "-3e-3"), (53700, "4e-3"), (55500, "0"), (57000, "-2e-3")]


def test_dm_by_nodes(tmp_path: Path) -> None:
    """IPTA's form: the offsets are free because DMMODEL is, and take the place of no DM1."""
    lines = "".join(f"DMOFF {mjd} {value} 1.5D-4\n" for mjd, value in NODES)
    model, toas, terms = make_case(tmp_path, "DMMODEL DM 1\n" + lines)
    plain, _, _ = make_case(tmp_path, "")
    assert model.free == tuple(f"DMOFF{i}" for i in range(1, 6))
    assert model.errors["DMOFF2"] == 1.5e-4
    xs, ys = zip(*sorted((mjd, mp.mpf(value)) for mjd, value in NODES), strict=True)
    dm = []
    for mjd in toas.mjd:
        i = min(max(sum(x <= mjd for x in xs), 1), 4)
        share = min(max((mp.mpf(float(mjd)) - xs[i - 1]) / (xs[i] - xs[i - 1]), 0), 1)
        dm.append(ys[i - 1] + share * (ys[i] - ys[i - 1]))
    assert np.abs(terms["DMMODEL"] - dispersion(toas, plain, dm)).max() < 1e-3 * NS


def test_dm_by_nodes_is_written_and_read_back(tmp_path: Path) -> None:
    lines = "".join(f"DMOFF {mjd} {value} 1.5D-4\n" for mjd, value in NODES)
    model, _, _ = make_case(tmp_path, "DMMODEL DM 1\n" + lines)
    jug.write_par(model.with_values({"DMOFF3": 0.1}), tmp_path / "again.par")
    again = jug.read_par(tmp_path / "again.par")
    back = jug.load_model(again)
    assert back.values == {**model.values, "DMOFF3": 0.1}
    assert back.free == model.free


def test_dmmodel_with_a_number(tmp_path: Path) -> None:
    """The number stands for DM, whatever DM is (tempo2); a fit of DM has then nothing to go by."""
    lines = "".join(f"DMOFF {mjd} {value} 1.5D-4\n" for mjd, value in NODES)
    _, _, linked = make_case(tmp_path, "DMMODEL DM 1\n" + lines)
    model, toas, terms = make_case(tmp_path, "DMMODEL 21.3 1\n" + lines, dm="4.7")
    assert model.free == tuple(f"DMOFF{i}" for i in range(1, 6))
    total = terms["dispersion"] + terms["DMMODEL (number)"]
    assert np.abs(total - linked["dispersion"] - linked["DMMODEL"]).max() < 1e-3 * NS
    with pytest.warns(jug.FitWarning, match="no TOA depends on DM"):
        assert "DM" in jug.fit(model, toas, free=["DM", "F0"]).verdict.undetermined
    jug.write_par(model.with_values({"DMMODEL": 21.4}), tmp_path / "again.par")
    assert "DMMODEL" in (tmp_path / "again.par").read_text()
    assert jug.load_model(tmp_path / "again.par").values["DMMODEL"] == 21.4


def test_fddc(tmp_path: Path) -> None:
    """tempo2: FDDC (f / 1 MHz)^-FDDI."""
    model, toas, terms = make_case(tmp_path, "FDDC 3.1D4\nFDDI 3.7")
    expected = [mp.mpf("3.1e4") * mp.mpf(float(y)) ** mp.mpf("3.7") for y in per_mhz(toas, model)]
    np.testing.assert_allclose(terms["FDDC"], np.array(expected, dtype=float), rtol=0, atol=1e-3 * NS)
    with pytest.raises(jug.ParError, match="FDDI is missing"):
        make_case(tmp_path, "FDDC 3.1D4")


def test_dmmodel_refuses_dmx_and_words(tmp_path: Path) -> None:
    with pytest.raises(jug.ParError, match="DMX_0001 belongs to DMX"):
        make_case(tmp_path, "DMMODEL DM 0\nDMOFF 54000 0 0\nDMX_0001 0\nDMXR1_0001 54000\nDMXR2_0001 55000")
    with pytest.raises(jug.ParError, match="DMMODEL: not a number"):
        make_case(tmp_path, "DMMODEL CM 0\nDMOFF 54000 0 0")


def test_dm_flags(tmp_path: Path) -> None:
    """-dm replaces DM and DMX, not of DM1; -dmo adds. With DMMODEL neither counts."""
    flags = {"dm": ["", "22.5", "", "20.9"] * 6, "dmo": ["", "", "0.25", "-0.5"] * 6}
    extra = "DM1 3D-3\nDMX_0001 1D-2\nDMXR1_0001 50000\nDMXR2_0001 60000"
    model, toas, terms = make_case(tmp_path, extra, flags=flags)
    plain, _, _ = make_case(tmp_path, "")
    years = [(t - 54500) / YEAR for t in tdb(toas)]
    base = [mp.mpf(v) for v in ("21.31", "22.5", "21.56", "20.4")] * 6
    dm = [b + mp.mpf("3e-3") * y for b, y in zip(base, years, strict=True)]
    total = terms["dispersion"] + terms["DMX"]
    assert np.abs(total - dispersion(toas, plain, dm)).max() < 1e-3 * NS
    jug.write_par(model, tmp_path / "case.par")
    jug.write_tim(toas, tmp_path / "case.tim")
    told = ("-dm replaces DM and DMX", "is added to DM, as in tempo")
    with ExitStack() as stack:
        for words in told:
            stack.enter_context(pytest.warns(jug.errors.InputWarning, match=words))
        read = jug.delays(*jug.load(tmp_path / "case.par", tmp_path / "case.tim"))
    assert np.abs(read["dispersion"] + read["DMX"] - total).max() < 1e-3 * NS
    _, _, terms = make_case(tmp_path, "DMMODEL DM\nDMOFF 54000 0 0", flags=flags)
    assert np.ptp(terms["dispersion"] / dispersion(toas, plain, [mp.mpf("21.3")] * 24)) < 1e-8


def test_gaussian_events_of_tempo2(tmp_path: Path) -> None:
    """phase += F0 A (f / 1.4 GHz)^g exp(-dt^2 / 2 s^2) at the time of emission."""
    extra = (
        "GAUSEP_1 54350\nGAUSAMP_1 3D-5\nGAUSSIG_1 600\nGAUSINDEX_1 -2.3\n"
        "GAUSEP_2 53000\nGAUSAMP_2 -2D-5\nGAUSSIG_2 900"
    )
    model, toas, terms = make_case(tmp_path, extra)
    before = sum(terms.delays.values())
    expected = []
    for t, d, y in zip(tdb(toas), before, per_mhz(toas, model), strict=True):
        te, f = t - mp.mpf(float(d)) / 86400, 1 / mp.mpf(float(y))
        one = mp.mpf("3e-5") * (f / 1400) ** mp.mpf("-2.3") * mp.exp(-((te - 54350) ** 2) / 2 / mp.mpf(600) ** 2)
        two = mp.mpf("-2e-5") * mp.exp(-((te - 53000) ** 2) / 2 / mp.mpf(900) ** 2)
        expected.append(-float(one + two))
    assert np.abs(terms["Gaussian events"] - expected).max() < 1e-3 * NS


def test_exponential_dips_of_tempo2(tmp_path: Path) -> None:
    """tempo2's step at the time of emission: within AMP (500 s + EPS (1 + ln(TAU / EPS))) / TAU of the smooth one."""
    model, toas, terms = make_case(tmp_path, "EXPEP_1 54350\nEXPPH_1 1D-5\nEXPTAU_1 400")
    te = to_mjd(toas.tdb) - terms.total / 86400
    dip = np.where(te > 54350, 1e-5 * (1400.0 * per_mhz(toas, model)) ** 2 * np.exp(-(te - 54350) / 400.0), 0.0)
    bound = 1e-5 * 1400.0**2 / 430.0**2 * (520.0 / 86400 + 1e-3 * (1.0 + np.log(400.0 / 1e-3))) / 400.0
    assert bound < 6 * NS
    assert np.abs(terms["exponential dips"] + dip).max() < bound


def test_wet_troposphere(tmp_path: Path) -> None:
    """The wet part by itself: TROPWET times Niell's wet mapping at the latitude of the site."""
    _, toas, with_wet = make_case(tmp_path, "CORRECT_TROPOSPHERE Y\nTROPWET 4D-10")
    model, _, _ = make_case(tmp_path, "CORRECT_TROPOSPHERE Y")
    n = make_anchor(model, toas).state.x.n[:-1]
    sine = np.sum(n * toas.zenith, axis=1)
    at_30, at_45 = (5.6794847e-4, 1.5138625e-3, 4.6729510e-2), (5.8118019e-4, 1.4572752e-3, 4.3908931e-2)
    expected = []
    for s, site in zip(sine, toas.site_names, strict=True):
        latitude = {"gbt": 38.433129, "parkes": 32.998406}[site]
        w = (latitude - 30.0) / 15.0
        p, q, r = (u + w * (v - u) for u, v in zip(at_30, at_45, strict=True))
        m = (1 + p / (1 + q / (1 + r))) / (s + p / (s + q / (s + r)))
        expected.append(4e-10 * m if s > 0 else 0.0)
    wet = with_wet["troposphere"] - jug.delays(model, toas)["troposphere"]
    np.testing.assert_allclose(wet, expected, atol=1e-14)
    assert min(expected) == 0.0
    assert max(expected) > 4e-10


@pytest.mark.parametrize("p", [1.3, 2.0, 2.45, 4.0])
@pytest.mark.parametrize("degrees", [0.7, 40.0, 89.9, 90.1, 150.0, 178.0])
def test_electrons_on_the_line_of_sight(p: float, degrees: float) -> None:
    """The integral of (1 AU / R)^p along the line of sight, and its derivatives by both arguments."""
    theta, r = mp.mpf(degrees) * mp.pi / 180, mp.mpf("1.013")

    def integral(angle, power):
        b = r * mp.sin(angle)
        return b ** (1 - power) * mp.quad(
            lambda psi: mp.sin(psi) ** (power - 2), [0, (mp.pi - angle) / 2, mp.pi - angle]
        )

    with mp.workdps(25):
        pc = mp.mpf(AU_LS) / mp.mpf(PARSEC_LS)
        expected = pc * integral(theta, mp.mpf(p))
        by_p = pc * mp.diff(lambda q: integral(theta, q), mp.mpf(p))
        by_c = pc * mp.diff(lambda a: integral(a, mp.mpf(p)), theta) / -mp.sin(theta)
    g, g_c, g_p = power_law(np, np.array([float(mp.cos(theta))]), np.array([1.013]), np.float64(p))
    assert g[0] == pytest.approx(float(expected), rel=2e-12)
    assert g_c[0] == pytest.approx(float(by_c), rel=1e-10)
    assert g_p[0] == pytest.approx(float(by_p), rel=1e-10, abs=1e-12 * float(expected))


@pytest.mark.parametrize("p", [1.5, 3.0, 4.2])
def test_solar_wind_opposite_the_sun(p: float) -> None:
    """Straight away from the Sun, s = 0, the column from 1 AU on is 1 AU / (p - 1) exactly."""
    with np.errstate(divide="ignore", invalid="ignore"):  # the derivative by the angle has no limit there
        g = power_law(np, np.array([-1.0]), np.array([1.0]), np.float64(p))[0]
    assert g[0] / AU_PC == pytest.approx(1.0 / (p - 1.0), rel=1e-12)


@pytest.mark.parametrize(("elevation_deg", "per_km"), [(5.0, 0.02197), (20.0, 0.00053)])
def test_the_height_correction_of_niell(elevation_deg: float, per_km: float) -> None:
    """1/sin E - m(E) per km with a, b, c of Niell 1996 (JGR 101, 3227), Table 3, in 40 digits."""
    a, b, c = (mp.mpf(text) for text in ("2.53e-5", "5.49e-3", "1.14e-3"))
    s = mp.sin(mp.radians(elevation_deg))
    want = 1 / s - (1 + a / (1 + b / (1 + c))) / (s + a / (s + b / (s + c)))
    x = np.array([float(s)])
    assert 1.0 / x[0] - _mapping(x, *HEIGHT)[0][0] == pytest.approx(float(want), rel=1e-11)
    assert float(want) == pytest.approx(per_km, rel=1e-3)
