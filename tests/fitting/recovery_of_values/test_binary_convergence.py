"""Fits of every binary model from five sigma off in all parameters at once, and pulls of many realisations."""

import numpy as np
import orbits
import pytest
from orbits import Size

import jug
from jug.core.doubledouble import to_fraction
from jug.model.direction import ecliptic_to_icrs

SIGMAS, MOST_STEPS = 5.0, 10
ELLIPSE = orbits.kepler_lines(Size(5.741, 3.3667, 0.02))
TIGHT = orbits.kepler_lines(Size(0.323, 2.342, 0.617))
CIRCLE = orbits.circle_lines(Size(1.533, 1.898, 2e-4))
FREQUENCY = "FB0 7.55e-6 1\nFB1 2e-20 1\n" + CIRCLE.split("\n", 1)[1]
WAVES = "ORBWAVE_OM 2e-8\nORBWAVE_EPOCH 55000\nORBWAVEC0 1e-4 1\nORBWAVES0 -2e-4 1\n"
STEPS = "BPJEP_1 54800\nBPJPH_1 0\nBPJA1_1 1e-5 1\nBPJEC_1 1e-6 1\nBPJPB_1 1e-4 1\n"
PIECES = "XR1_0000 53000\nXR2_0000 54000\nT0X_0000 54990.1235 1\nA1X_0000 3.36672 1\n"

MODELS = {
    "BT": ELLIPSE + "OMDOT 0.02 1\nXDOT 1e-14 1\nPBDOT 3e-12 1\n",
    "BT_piecewise": ELLIPSE + PIECES,
    "BTJ": ELLIPSE + STEPS,
    "DD": ELLIPSE + "M2 0.3 1\nSINI 0.96 1\nOMDOT 0.02 1\nXDOT 1e-14 1\nPBDOT 3e-12 1\n",
    "DDS": ELLIPSE + "M2 0.3 1\nSHAPMAX 4.0 1\n",
    "DDH": ELLIPSE + "H3 3e-6 1\nSTIG 0.7 1\n",
    "DDGR": TIGHT + "M2 1.387 1\nMTOT 2.828 1\n",
    "MSS": ELLIPSE + "M2 0.3 1\nSINI 0.96 1\nOMDOT 0.02 1\nXDOT 1e-14 1\n",
    "T2": ELLIPSE + "M2 0.3 1\nSINI 0.96 1\n",
    "T2 by masses": TIGHT + "M2 1.387 1\nMTOT 2.828 1\n",
    "T2 with jumps": ELLIPSE + "BPJEP_1 54800\nBPJA1_1 1e-5 1\nBPJEC_1 1e-6 1\n",
    "T2 with a companion": ELLIPSE + "PB_2 327.3 1\nA1_2 0.8 1\nT0_2 54700.1 1\nECC_2 0.1 1\nOM_2 95.7 1\n",
    "DDK": orbits.kepler_lines(Size(67.825, 32.342, 0.01)) + "M2 0.28 1\nKIN 71.9 1\nKOM 83.1 1\n",
    "ELL1": CIRCLE + "M2 0.3 1\nSINI 0.96 1\nXDOT 1e-14 1\nPBDOT 3e-12 1\nEPS1DOT 1e-15 1\n",
    "ELL1 with FB": FREQUENCY,
    "ELL1 with waves": CIRCLE + WAVES,
    "ELL1H": CIRCLE + "H3 3e-7 1\n",
    "ELL1H with H4": CIRCLE + "H3 3e-6 1\nH4 2e-6 1\n",
    "ELL1H with STIG": CIRCLE + "H3 3e-6 1\nSTIG 0.7 1\n",
    "ELL1k": orbits.circle_lines(Size(0.15, 0.1, 2e-3)) + "OMDOT 40 1\n",
}


def made(model: jug.TimingModel, n: int, error_us: float, seed: int) -> jug.TOAs:
    mjd = np.sort(np.random.default_rng(seed).uniform(53000, 57000, n))
    freq = np.where(np.arange(n) % 2, 1400.0, 800.0)
    return jug.simulate(model, mjd, freq_mhz=freq, error_us=error_us, noise=True, seed=seed)


def off(model: jug.TimingModel, errors: dict[str, float], seed: int) -> jug.TimingModel:
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], len(model.free))
    return model.moved({name: s * SIGMAS * errors[name] for name, s in zip(model.free, signs, strict=True)})


@pytest.mark.parametrize("name", MODELS)
def test_from_five_sigma_off(name: str) -> None:
    model = orbits.model(f"BINARY {name.split()[0]}\n" + MODELS[name])
    toas = made(model, 800, 0.5, 4)
    best = jug.fit(model, toas, backend="numpy")
    assert best.converged
    assert best.n_iter <= MOST_STEPS
    for seed in (1, 2, 3):
        again = jug.fit(off(best.model, best.errors, seed), toas, backend="numpy")
        assert again.converged, again.stop
        assert again.n_iter <= MOST_STEPS
        assert again.chi2 == pytest.approx(best.chi2, abs=1e-4)


def turned(model: jug.TimingModel) -> tuple[str, float]:
    """Position and proper motion of a model in ecliptic coordinates as par lines, and KOM there (deg)."""
    p = model.kernel_values
    to_ecliptic = ecliptic_to_icrs("IERS2010").T
    n, east, north = (to_ecliptic @ v for v in triad(float(p["RAJ"]), float(p["DECJ"])))
    lon, lat = np.arctan2(n[1], n[0]) % (2 * np.pi), np.arcsin(n[2])
    _, along, up = triad(lon, lat)
    motion = model.values["PMRA"] * east + model.values["PMDEC"] * north
    node = np.cos(p["KOM"]) * east + np.sin(p["KOM"]) * north
    lines = f"ELONG {np.degrees(lon):.15f} 1\nELAT {np.degrees(lat):.15f} 1\nECL IERS2010\nPOSEPOCH 55000\n"
    lines += f"PMELONG {motion @ along:.12f} 1\nPMELAT {motion @ up:.12f} 1\nPX {model.values['PX']} 1"
    return lines, float(np.degrees(np.arctan2(node @ up, node @ along)))


def triad(lon: float, lat: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unit vectors to a direction, and towards growing longitude and latitude there."""
    sl, cl, sb, cb = np.sin(lon), np.cos(lon), np.sin(lat), np.cos(lat)
    return np.array([cl * cb, sl * cb, sb]), np.array([-sl, cl, 0.0]), np.array([-cl * sb, -sl * sb, cb])


def test_kopeikin_in_both_frames() -> None:
    """2,000 TOAs, 60 parameters with DMX, each five sigma off: the same chi2 from either frame, in under ten steps.

    At ECC = 7.5e-5 OM and T0 have a correlation of 1 - 7e-10, and 5 sigma of each against the other move all pulses by
    0.2 turns; at twice the uncertainty of a TOA it would be 0.44, and with what the others do pulses would be lost.
    """
    bins = "".join(
        f"DMX_{i:04d} 0 1\nDMXR1_{i:04d} {52999 + 100 * (i - 1)}\nDMXR2_{i:04d} {53099 + 100 * (i - 1)}\n"
        for i in range(1, 41)
    )
    orbit = orbits.kepler_lines(Size(67.825, 32.342, 7.5e-5)) + "M2 0.28 1\nKIN 71.9 1\nXDOT 1e-15 1\nPBDOT 0 1\n"
    more = "FD1 1e-6 1\nFD2 -1e-6 1\nEDOT 0 1\n" + bins
    model = orbits.model("BINARY DDK\nKOM 83.1 1\n" + orbit + more)
    toas = made(model, 2000, 0.05, 4)
    lines, kom = turned(model)
    other = orbits.model(f"BINARY DDK\nKOM {kom!r} 1\n" + orbit + more, lines)
    chi2 = []
    for start in (model, other):
        assert len(start.free) == 60
        best = jug.fit(start, toas, backend="numpy")
        assert best.converged, best.stop
        for seed in (1, 2, 3):
            again = jug.fit(off(best.model, best.errors, seed), toas, backend="numpy")
            assert again.converged, again.stop
            assert again.n_iter < MOST_STEPS
            chi2.append(again.chi2)
    assert np.ptp(chi2) < 1e-6 * chi2[0]


def pulls(name: str, error_us: float, count: int) -> tuple[np.ndarray, tuple[str, ...]]:
    """(fitted - true) over the uncertainties, (count, k), of fits to as many sets of 300 TOAs; and the parameters.

    Differences of the exact values: a float64 of F0 has steps of two of its uncertainties.
    """
    model = orbits.model(f"BINARY {name.split()[0]}\n" + MODELS[name])
    found = []
    for seed in range(count):
        result = jug.fit(model, made(model, 300, error_us, 1000 + seed), backend="numpy")
        assert result.converged, result.stop
        pairs = [(n, model.entries[n], result.model.entries[n]) for n in result.names]
        moved = [float(to_fraction(b.value) - to_fraction(a.value)) for _, a, b in pairs]
        found.append([d / result.errors[n] for d, n in zip(moved, result.names, strict=True)])
    return np.array(found), result.names


def are_normal(found: np.ndarray, names: tuple[str, ...]) -> None:
    """Mean within 4 / sqrt(n), rms within 4 / sqrt(2 n), of every parameter."""
    mean, rms = np.mean(found, axis=0), np.sqrt(np.mean(found**2, axis=0))
    assert np.all(np.abs(mean) < 4 / np.sqrt(len(found))), dict(zip(names, mean, strict=True))
    assert np.all(np.abs(rms - 1) < 4 / np.sqrt(2 * len(found))), dict(zip(names, rms, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("name", MODELS)
def test_pulls_are_normal(name: str) -> None:
    """200 realisations, at uncertainties at which M2 and SINI are far above five sigma."""
    found, names = pulls(name, 0.1, 200)
    assert found.shape == (200, len(names))
    are_normal(found, names)


@pytest.mark.parametrize("name", ["DD", "ELL1"])
def test_pulls_of_a_few_are_normal(name: str) -> None:
    found, names = pulls(name, 0.1, 12)
    assert found.shape == (12, len(names))
    are_normal(found, names)
