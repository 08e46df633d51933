"""Terms of position, dispersion, chromatic delays and solar system against PINT 1.1.8, live, on simulated TOAs.

Each case is a par file with every parameter of a term away from zero, on TOAs of four sites and the barycentre, three
bands and an infinite frequency, with flags. PINT's long doubles are 0.28 ns apart; 1 ns is the limit.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import oracle
import pytest

import jug
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.residuals import residuals

NS = 1e-9
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*(in no range|ranges overlap|no TOA has a measured DM):jug.errors.InputWarning"
)

BASE = """
PSR TEST
{position}
POSEPOCH 54500
F0 61.485476554 1
F1 -1.1D-15 1
PEPOCH 54500
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
DM 21.3 {dm_flag}
"""

EQUATORIAL = "RAJ 17:48:52.75 1\nDECJ -20:21:29.0 1\nPMRA 41.0\nPMDEC -27.0\nPX 1.3"
ECLIPTIC = "ELONG 265.7 1\nELAT 13.1 1\nPMELONG 31.0\nPMELAT -18.0\nPX 0.9"

CASES = {
    "frame tie": "VLBIAX 2.3;VLBIAY -4.1;VLBIAZ 1.7",
    "ECL IERS2010": "ECL IERS2010",
    "ECL IERS2003": "ECL IERS2003",
    "ECL IERS1992": "ECL IERS1992",
    "ECL IAU1976": "ECL IAU1976",
    "DM series": "DM1 3D-3 1;DM2 -2D-3 1;DM3 4D-4 1;DMEPOCH 54300",
    "DMX": ";".join(
        f"DMX_{i:04d} {1e-3 * (i - 3)} 1;DMXR1_{i:04d} {54000 + 150 * i}.25;DMXR2_{i:04d} {54150 + 150 * i};"
        f"DMXEP_{i:04d} {54075 + 150 * i};DMXF1_{i:04d} 400;DMXF2_{i:04d} 1800"
        for i in range(1, 6)
    )
    + ";DMX 6.5",
    "DMX overlapping": "DMX_0001 2D-3 1;DMXR1_0001 54100;DMXR2_0001 54400;"
    "DMX_0002 -1D-3 1;DMXR1_0002 54300;DMXR2_0002 54600",
    "DMWaveX": "DMWXEPOCH 54400;DMWXFREQ_0001 0.0027;DMWXSIN_0001 2D-3 1;DMWXCOS_0001 -1D-3 1;"
    "DMWXFREQ_0002 0.0061;DMWXSIN_0002 7D-4 1;DMWXCOS_0002 5D-4 1",
    "DMJUMP": "DMJUMP -fe S 3D-3;DMJUMP -fe L -2D-3",
    "FDJUMPDM": "FDJUMPDM -fe S 3D-3 1;FDJUMPDM -fe L -2D-3 1",
    "CM": "CM 1.2D4 1;CM1 3D3 1;CM2 -2D3 1;CMEPOCH 54400;TNCHROMIDX 4.4",
    "CMX": "CM 1.2D4 1;TNCHROMIDX 4;CMX_0001 5D3 1;CMXR1_0001 54100;CMXR2_0001 54400;"
    "CMX_0002 -3D3 1;CMXR1_0002 54410;CMXR2_0002 54700",
    "CMWaveX": "CM 1.2D4 1;TNCHROMIDX 4;CMWXEPOCH 54400;CMWXFREQ_0001 0.0027;CMWXSIN_0001 2D3 1;CMWXCOS_0001 -1D3 1",
    "EXPDIP": "EXPDIPEPS 0.01;EXPDIPFREF 1300;EXPDIPEP_1 54350.3 1;EXPDIPAMP_1 3D-5 1;EXPDIPIDX_1 -1.7 1;"
    "EXPDIPTAU_1 85 1;EXPDIPEP_2 54620.3;EXPDIPAMP_2 2D-5 1;EXPDIPIDX_2 -2.2 1;EXPDIPTAU_2 40 1",
    "EXP of tempo2": "EXPEP_1 54350.3;EXPPH_1 3D-5 1;EXPINDEX_1 -2 1;EXPTAU_1 85 1",
    "CHROMGAUSS": "CHROMGAUSS_FREF 1300;CHROMGAUSS_EPOCH_1 54350 1;CHROMGAUSS_LOGAMP_1 -5.1 1;"
    "CHROMGAUSS_CHROMIDX_1 2.3 1;CHROMGAUSS_SIGN_1 -1;CHROMGAUSS_LOGSIG_1 1.9 1",
    "solar wind": "NE_SW 7.9 1",
    "NE1AU": "NE1AU 7.9 1",
    "SOLARN0": "SOLARN0 7.9 1",
    "solar wind series": "NE_SW 7.9 1;NE_SW1 1.3 1;NE_SW2 -0.7 1;SWEPOCH 54410;SWM 0",
    "solar wind SWM 1": "NE_SW 7.9 1;SWM 1;SWP 2.35 1",
    "solar wind SWM 1, SWP 2": "NE_SW 7.9 1;SWM 1;SWP 2",
    "SWX": "SWXDM_0001 3D-3 1;SWXP_0001 2;SWXR1_0001 54100;SWXR2_0001 54480;"
    "SWXDM_0002 2D-3 1;SWXP_0002 2.6 1;SWXR1_0002 54490;SWXR2_0002 54900",
    "troposphere": "CORRECT_TROPOSPHERE Y",
    "no troposphere": "CORRECT_TROPOSPHERE N",
    "planets": "PLANET_SHAPIRO Y",
}
IN_ECLIPTIC = ("ECL IERS2010", "ECL IERS2003", "ECL IERS1992", "ECL IAU1976", "SWX")

EXPLAINED = {
    "RAJ": "PINT leaves out how the Shapiro delay of the Sun changes with the position, and the proper motion since "
    "POSEPOCH in the direction (see `test_columns_of_the_position`)",
    "SWP": "PINT takes a Pade approximation around 90 degrees for the derivative of the hypergeometric function",
}
EXPLAINED |= dict.fromkeys(("DECJ", "ELONG", "ELAT"), EXPLAINED["RAJ"]) | {"SWXP_0002": EXPLAINED["SWP"]}
"""Columns that differ from PINT's, and why; all are held against autodiff in ``tests/model``."""


def par_text(name: str) -> str:
    base = BASE.format(position=ECLIPTIC if name in IN_ECLIPTIC else EQUATORIAL, dm_flag=1)
    return base + CASES[name].replace(";", "\n") + "\n"


@cache
def made(name: str, folder: Path) -> tuple[Path, Path]:
    """Par and tim file of a case."""
    par, tim = folder / "case.par", folder / "case.tim"
    par.write_text(par_text(name))
    rng = np.random.default_rng(20)
    n = 80
    sites = ["gbt", "parkes", "effelsberg", "arecibo"]
    bands = rng.integers(0, 3, n)
    freq = np.array([430.0, 1400.0, 2100.0])[bands] + rng.uniform(-30, 30, n)
    freq[[7, 50]] = 0.0
    model = jug.load_model(par)
    toas = jug.simulate(
        model,
        np.sort(rng.uniform(54050.0, 54950.0, n)),
        freq_mhz=freq,
        error_us=rng.uniform(0.5, 3.0, n),
        site=[sites[i % 4] if i not in (20, 21) else "@" for i in range(n)],
        flags={"fe": [("U", "L", "S")[b] for b in bands]},
        noise=True,
        seed=4,
    )
    jug.write_tim(toas, tim)
    return par, tim


@pytest.fixture(params=CASES)
def case(request, tmp_path_factory):
    name = request.param
    return name, *made(name, _folder(tmp_path_factory, name))


_FOLDERS: dict[str, Path] = {}


def _folder(factory: pytest.TempPathFactory, name: str) -> Path:
    if name not in _FOLDERS:
        _FOLDERS[name] = factory.mktemp("case")
    return _FOLDERS[name]


def elsewhere(name: str, toas: jug.TOAs) -> np.ndarray:
    """TOAs on which PINT and jug agree to differ: solar wind at the barycentre (see the components)."""
    return (
        toas.at_barycentre if "solar wind" in name or name in ("NE1AU", "SOLARN0", "SWX") else np.zeros(len(toas), bool)
    )


def test_residuals(case, measured) -> None:
    name, par, tim = case
    model, toas = jug.load(par, tim)
    keep = ~elsewhere(name, toas)
    ours, theirs = residuals(model, toas).time_s, oracle.residuals(par, tim).time_s
    difference = (ours - theirs)[keep]
    if not keep.all():  # the means were taken with the TOAs that differ
        difference -= difference.mean()
    measured(f"residuals with {name}", np.abs(difference).max() / NS, 1.0, "ns")
    assert np.abs(difference).max() < NS, f"{name}: {np.abs(difference).max() * 1e9:.3f} ns"


def test_columns(case) -> None:
    """To 1e-6 of the column's largest element; where not, `EXPLAINED` says why."""
    name, par, tim = case
    model, toas = jug.load(par, tim)
    keep = ~elsewhere(name, toas) & np.isfinite(toas.freq_hz)  # PINT has 0 log(0) at infinite frequency
    ours, theirs = jug.design_matrix(model, toas), oracle.design_matrix(par, tim)
    for key in model.free:
        if key in EXPLAINED:
            continue
        a, b = ours[key][keep], theirs[key][keep]
        assert np.max(np.abs(a - b)) < 1e-6 * np.max(np.abs(b)), f"{name}: {key}"


MOTIONS = {
    "equatorial": (EQUATORIAL, ("RAJ", "DECJ", "PMRA", "PMDEC", "PX")),
    "ecliptic": (ECLIPTIC + "\nECL IERS2010", ("ELONG", "ELAT", "PMELONG", "PMELAT", "PX")),
}


@pytest.mark.parametrize("frame", MOTIONS)
def test_columns_of_the_position(tmp_path: Path, frame: str) -> None:
    """What `EXPLAINED` says of the position is all of the difference: without it and motion the columns are PINT's."""
    position, free = MOTIONS[frame]
    position = re.sub(r"(PM\w+) \S+", r"\1 0", position)
    par, tim = tmp_path / "case.par", tmp_path / "case.tim"
    par.write_text(BASE.format(position=position, dm_flag=1))
    rng = np.random.default_rng(3)
    mjd, sites = np.sort(rng.uniform(53000.0, 56000.0, 60)), ["gbt", "parkes", "effelsberg"]
    jug.write_tim(jug.simulate(jug.load_model(par), mjd, site=sites * 20, freq_mhz=1400.0), tim)
    model, toas = jug.load(par, tim)
    bare = (replace(c, partials=None) if c.name == "solar-system Shapiro" else c for c in model.components)
    model = replace(model.with_free(free), components=tuple(bare))
    ours, theirs = jug.design_matrix(model, toas), oracle.design_matrix(par, tim, free)
    for key in free:
        a, b = ours[key], theirs[key]
        assert np.max(np.abs(a - b)) < 1e-6 * np.max(np.abs(b)), key


WITH_DM = ("DM series", "DMX", "DMWaveX", "DMJUMP", "FDJUMPDM", "solar wind series", "solar wind SWM 1", "SWX")


@pytest.mark.parametrize("name", WITH_DM)
def test_model_dm(name: str, tmp_path: Path) -> None:
    """The dispersion measure that a wideband DM is compared with, to 1e-9 pc cm^-3: 0.03 ns at 400 MHz."""
    par, tim = made(name, tmp_path)
    model, toas = jug.load(par, tim)
    state = make_anchor(model, toas).state
    terms = [c.dm(np, model.kernel_values, state.x, state.t_e) for c in model.components if c.dm is not None]
    theirs = oracle.load(par, tim)
    with oracle.quiet():
        dm = theirs.model.total_dm(theirs.toas).value[np.argsort(theirs.toas.table["index"], kind="stable")]
    keep = ~elsewhere(name, toas)
    assert np.abs(sum(terms)[:-1] - np.asarray(dm, dtype=np.float64))[keep].max() < 1e-9
