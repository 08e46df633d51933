"""Fits of position, dispersion, chromatic and solar-system terms give back what simulated TOAs were made of.

Left out: what TOAs do not constrain, the third angle of the frame tie (a turn about the direction of the pulsar changes
nothing, and the others are a change of position), DMJUMP (no arrival time depends on it) and EXPDIPEP (between two TOAs
nothing tells when a step happened). A power of the frequency is fitted with its amplitude at 1 MHz where the delay is
so large that their uncertainties are a straight piece of the curved valley in which they lie.
"""

from pathlib import Path

import numpy as np
import pytest
from recovery import are_normal, realisations

import jug

BASE = """PSR TEST
{position}
F0 61.485476554 1
F1 -1.1D-15 1
PEPOCH 54500
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
{dm}
"""
EQUATORIAL = "RAJ 17:48:52.75\nDECJ -20:21:29.0\nPMRA 41\nPMDEC -27"
MOVING = "RAJ 17:48:52.75 1\nDECJ -20:21:29.0 1\nPMRA 41 1\nPMDEC -27 1"
ECLIPTIC = "ELONG 265.7 1\nELAT 13.1 1\nPMELONG 31 1\nPMELAT -18 1\nECL IERS2003"
EDGES = [(53700 + 400 * i, 54099.99 + 400 * i) for i in range(4)]


def binned(family: str, size: float) -> str:
    return ";".join(
        f"{family}_{i:04d} {size * i} 1;{family}R1_{i:04d} {low};{family}R2_{i:04d} {high}"
        for i, (low, high) in enumerate(EDGES, 1)
    )


CASES = {
    "motion": (MOVING, "PX 2.5 1;PMRV 100 1;PMRA2 0.6 1;PMDEC2 -0.7 1"),
    "ecliptic motion": (ECLIPTIC, "PX 2.5 1;PMELONG2 0.6 1;PMELAT2 -0.7 1"),
    "frame tie": (EQUATORIAL, "VLBIAX 2.3 1;VLBIAY -4.1 1;VLBIAZ 1.7"),
    "DM series": (EQUATORIAL, "DM 21.3 1;DM1 3D-3 1;DM2 -2D-3 1;DM3 4D-4 1"),
    "DM polynomial": (EQUATORIAL, "DM_SERIES POLY;DM 21.3 1;DM1 3D-3 1;DM2 -2D-3 1"),
    "DMX": (EQUATORIAL, binned("DMX", 1e-3)),
    "DMWaveX": (EQUATORIAL, "DMWXFREQ_0001 0.0027 1;DMWXSIN_0001 2D-3 1;DMWXCOS_0001 -1D-3 1"),
    "yearly DM": (EQUATORIAL, "DM 21.3 1;DM_S1YR 2D-3 1;DM_C1YR -1D-3 1"),
    "FDDC": (EQUATORIAL, "FDDC 3D8 1;FDDI 3.4 1"),
    "FDJUMPDM": (EQUATORIAL, "DM 21.3 1;FDJUMPDM -fe S 3D-3 1;FDJUMPDM -fe L -2D-3 1"),
    "DMMODEL": (EQUATORIAL, "DMMODEL DM 1;" + ";".join(f"DMOFF {53700 + 400 * i} {1e-3 * i}" for i in range(5))),
    "DMMODEL with a number": (
        EQUATORIAL,
        "DMMODEL 21.3 1;" + ";".join(f"DMOFF {53700 + 400 * i} {1e-3 * i} 1D-4" for i in range(5)),
    ),
    "CM": (EQUATORIAL, "CM 1.2D4 1;CM1 3D3 1;TNCHROMIDX 4.4"),
    "TNCHROMIDX": (EQUATORIAL, "CM 1.2D4;CM1 3D3 1;TNCHROMIDX 4.4 1"),
    "CM and TNCHROMIDX": (EQUATORIAL, "CM 1.2D8 1;CM1 3D3 1;TNCHROMIDX 4.4 1"),
    "CMX": (EQUATORIAL, binned("CMX", 1e3)),
    "CMWaveX": (EQUATORIAL, "CMWXFREQ_0001 0.0027 1;CMWXSIN_0001 2D3 1;CMWXCOS_0001 -1D3 1"),
    "EXPDIP": (EQUATORIAL, "EXPDIPEP_1 54350.3;EXPDIPAMP_1 3D-4 1;EXPDIPIDX_1 -1.7 1;EXPDIPTAU_1 185 1"),
    "CHROMGAUSS": (
        EQUATORIAL,
        "CHROMGAUSS_EPOCH_1 54350 1;CHROMGAUSS_LOGAMP_1 -3.5 1;CHROMGAUSS_CHROMIDX_1 2.3 1;CHROMGAUSS_LOGSIG_1 2.2 1",
    ),
    "GAUS": (EQUATORIAL, "GAUSEP_1 54350 1;GAUSAMP_1 3D-4 1;GAUSSIG_1 150 1;GAUSINDEX_1 -2.3 1"),
    "solar wind": (EQUATORIAL, "NE_SW 7.9 1;NE_SW1 1.3 1;SWEPOCH 54500"),
    "solar wind, SWM 1": (EQUATORIAL, "SWM 1;NE_SW 7.9 1;SWP 2.3 1"),
    "SWX": (
        EQUATORIAL,
        "SWXDM_0001 3D-3 1;SWXP_0001 2.2 1;SWXR1_0001 53700;SWXR2_0001 54500;"
        "SWXDM_0002 2D-3 1;SWXP_0002 2.6 1;SWXR1_0002 54500.1;SWXR2_0002 55300",
    ),
    "troposphere": (EQUATORIAL, "CORRECT_TROPOSPHERE Y;TROPWET 4D-10 1"),
}


def study(folder: Path, name: str, count: int) -> np.ndarray:
    """Pulls of ``count`` fits."""
    position, extra = CASES[name]
    par = folder / "case.par"
    dm = "" if ";DM 21.3" in f";{extra}" else "DM 21.3"
    par.write_text(BASE.format(position=position, dm=dm) + extra.replace(";", "\n") + "\n")
    model = jug.load_model(par)
    rng = np.random.default_rng(20)
    n = 150
    bands = rng.integers(0, 3, n)
    toas = jug.simulate(
        model,
        np.sort(rng.uniform(53700.0, 55299.0, n)),
        freq_mhz=np.array([430.0, 1400.0, 2100.0])[bands],
        error_us=rng.uniform(0.1, 0.3, n),
        site=["gbt", "parkes"] * (n // 2),
        flags={"fe": [("U", "L", "S")[b] for b in bands]},
    )
    return realisations(model, toas, count)


@pytest.mark.parametrize("name", CASES)
def test_recovery(tmp_path: Path, name: str) -> None:
    assert are_normal(study(tmp_path, name, 3))


def test_a_curved_valley(tmp_path: Path) -> None:
    """CM is the delay at 1 MHz: one of three sigma and TNCHROMIDX are correlated to 3e-7, yet the fit is short."""
    par = tmp_path / "case.par"
    par.write_text(BASE.format(position=EQUATORIAL, dm="DM 21.3") + "CM 1.2D4 1\nCM1 3D3 1\nTNCHROMIDX 4.4 1\n")
    model = jug.load_model(par)
    mjd, n = np.linspace(53700.0, 55299.0, 150), 150
    rows = {"freq_mhz": [430.0, 1400.0, 2100.0] * (n // 3), "error_us": 0.2, "site": "gbt"}
    toas = jug.simulate(model, mjd, noise=True, seed=1, **rows)
    result = jug.fit(model, toas, backend="numpy")
    assert result.converged
    assert result.n_iter < 10
    assert jug.fit(model, toas, backend="jax").chi2 == pytest.approx(
        result.chi2, abs=1e-5
    )  # rounding: 2 sqrt(150) 1e-13 s / 0.2 us
    assert result.correlation[list(result.names).index("CM"), list(result.names).index("TNCHROMIDX")] > 0.999999


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_recovery_200(tmp_path: Path, name: str) -> None:
    """Each parameter by itself too: its pulls have mean 0 and width 1."""
    found = study(tmp_path, name, 200)
    assert are_normal(found)
    assert all(are_normal(column) for column in found.T)
