"""Models at other epochs: the same residuals, and the covariance that a fit has there."""

import io
from decimal import Decimal

import numpy as np
import pytest

import jug
from jug.conversion.epochs.epoch_values import taylor
from jug.conversion.toa_covariance import with_toa_covariance

BASE = """PSR TEST
RAJ 17:48:52.75 1 0.001
DECJ -20:21:29.0 1 0.01
PMRA 120 1 0.1
PMDEC -80 1 0.2
POSEPOCH 55000
F0 100 1 1e-11
F1 -1e-14 1 1e-19
F2 3e-25
PEPOCH 55000
DM 21 1 1e-4
DM1 3e-3 1 1e-5
DM2 1e-4
DMEPOCH 54900
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
"""
ORBIT = "PB 0.5 1 1e-10\nPBDOT 2e-12 1 1e-14\nA1 2.5 1 1e-7\nXDOT 3e-14\n"
ECCENTRIC = f"{ORBIT}T0 55000.1 1 1e-7\nECC 0.17 1 1e-7\nEDOT 1e-15\nOM 70 1 1e-5\nM2 0.3\nSINI 0.9\n"
CIRCULAR = f"{ORBIT}TASC 55000.1 1 1e-8\nEPS1 1e-5 1 1e-8\nEPS2 -2e-5 1 1e-8\nEPS1DOT 1e-17\n"
FREQUENCIES = "A1 2.5\nTASC 55000.1 1 1e-8\nEPS1 1e-5\nEPS2 -2e-5\nFB0 2.3e-5 1 1e-15\nFB1 -4e-20 1 1e-23\nFB2 1e-28\n"

DDGR = "BINARY DDGR\nPB 0.5\nA1 1.0\nT0 55000\nECC 0.1\nOM 70\nM2 0.3\nMTOT 1.7\n"
DDK = f"BINARY DDK\n{ECCENTRIC}KIN 64 1 0.1\nKOM 40 1 1\nPX 5\nOMDOT 0.02\n".replace("SINI 0.9\n", "")
HULSE_TAYLOR = (
    "BINARY DDGR\nPB 0.322997448918 1 3e-12\nA1 2.341776 1 2e-6\nT0 55000.1 1 1e-7\nECC 0.6171340 1 4e-7\n"
    "OM 292.5445 1 8e-5\nM2 1.3886 1 1e-3\nMTOT 2.828378 1 7e-6\nXPBDOT -3e-14\nXOMDOT 1e-4\n"
)
"""Weisberg & Huang 2016, ApJ 829, 55."""

NS = 1e-3
"""Change of a residual that is allowed, ns; the parallax and the rounding of delays are below 1e-3 ns."""

CASES = {
    "spin": ("", {"PEPOCH": 56500}),
    "dispersion": ("", {"DMEPOCH": 53000}),
    "position": ("PX 2\n", {"POSEPOCH": 56500}),
    "position with radial motion": ("PMRV 30\nPMRA2 0.3\nPMDEC2 -0.2\n", {"POSEPOCH": 56500}),
    "solar wind": ("NE_SW 6\nNE_SW1 0.3\nNE_SW2 0.1\nSWEPOCH 55000\n", {"SWEPOCH": 56000}),
    "BT": (f"BINARY BT\n{ECCENTRIC}OMDOT 0.02\n".replace("M2 0.3\nSINI 0.9\n", ""), {"T0": 56000}),
    "BTX": (
        f"BINARY BTX\n{FREQUENCIES}OMDOT 0.02\nGAMMA 1e-3\n".replace("TASC", "T0").replace(
            "EPS1 1e-5\nEPS2 -2e-5", "ECC 0.1\nOM 3"
        ),
        {"T0": 56000},
    ),
    "DD": (f"BINARY DD\n{ECCENTRIC}", {"T0": 56000}),
    "DD in advance": (f"BINARY DD\n{ECCENTRIC}OMDOT 5 1 1e-6\nXPBDOT 1e-13\n", {"T0": 57000}),
    "DD with FB": (
        f"BINARY DD\n{ECCENTRIC}OMDOT 5\nFB0 2.3e-5\nFB1 -4e-21\n".replace(ORBIT, "A1 2.5\n"),
        {"T0": 57000},
    ),
    "DDGR": (DDGR, {"T0": 56000}),
    "DDK": (DDK, {"T0": 56500}),
    "DDK far and fast": (DDK.replace("A1 2.5", "A1 30"), {"T0": 50000}),
    "DDK without K96": (f"{DDK}K96 N\n", {"T0": 56500}),
    "ELL1": (f"BINARY ELL1\n{CIRCULAR}", {"TASC": 56000}),
    "ELL1 with FB": (f"BINARY ELL1\n{FREQUENCIES}", {"TASC": 56000}),
    "all": (f"BINARY DD\n{ECCENTRIC}", {"PEPOCH": 56500, "POSEPOCH": 56500, "DMEPOCH": 56500, "T0": 56500}),
}


def read(text: str) -> jug.TimingModel:
    """The model of a par file."""
    return jug.load_model(jug.read_par(io.StringIO(text)))


STEADY = ECCENTRIC.replace("PBDOT 2e-12 1 1e-14\n", "") + "OMDOT 1 1 1e-5\n"
PIECES = STEADY.replace("M2 0.3\nSINI 0.9\n", "") + "XR1_0001 54000\nXR2_0001 57000\nT0X_0001 55000.1\nA1X_0001 2.5\n"
T2_CASES = {
    "constant period": (STEADY, {"T0": 56000}, NS),
    "period derivative": (f"{ECCENTRIC}OMDOT 1 1 1e-5\n", {"T0": 56000}, 5e-3),
    "circular": (CIRCULAR, {"TASC": 56000}, 5e-3),
}
"""T2 takes the orbital frequency at T0 for the delay between emission and the epoch of the orbit, x^2 n, at all times;
over 1,000 d a PBDOT of 2e-12 changes PB by 4e-9 and this delay, 0.8 ms, by 3e-3 ns."""


@pytest.mark.parametrize("case", T2_CASES)
def test_the_residuals_of_t2_stay(case: str) -> None:
    text, epochs, limit = T2_CASES[case]
    model = read(f"{BASE}BINARY T2\n{text}")
    toas = jug.simulate(model, np.linspace(54000, 57000, 60), freq_mhz=1400.0)
    found = jug.move_epochs(model, epochs, toas=toas)
    assert found.change_ns is not None
    assert found.change_ns < limit
    assert set(found.names) >= set(epochs)


def test_the_residuals_of_general_relativity_stay() -> None:
    """gamma, 4.3 ms, is not that of the new PB but for a third of 2.4e-12 N, N = 3,096 orbits: 0.01 ns."""
    model = read(BASE + HULSE_TAYLOR)
    toas = jug.simulate(model, np.linspace(54000, 57000, 60), freq_mhz=1400.0)
    found = jug.move_epochs(model, {"T0": 56000}, toas=toas)
    assert found.change_ns is not None
    assert found.change_ns < 0.02
    assert any("XPBDOT and XOMDOT" in note for note in found.notes)
    moved, uncertain = found.model, dict(zip(found.names, np.sqrt(np.diag(found.covariance)).tolist(), strict=True))
    assert [moved.values[name] for name in ("MTOT", "M2", "A1", "ECC")] == [
        model.values[name] for name in ("MTOT", "M2", "A1", "ECC")
    ]
    assert moved.values["XOMDOT"] == pytest.approx(1e-4, abs=1e-7)
    assert moved.values["XPBDOT"] == pytest.approx(-3e-14, abs=1e-18)
    assert uncertain["T0"] > 1e-7  # PB adds
    assert uncertain["MTOT"] == pytest.approx(7e-6)
    back = jug.move_epochs(moved, {"T0": 55000.1}, toas=toas)
    for name, value in model.values.items():
        assert back.model.values[name] == pytest.approx(value, rel=1e-9, abs=1e-20), name


@pytest.mark.parametrize("case", CASES)
def test_the_residuals_stay(case: str) -> None:
    text, epochs = CASES[case]
    model = read(BASE + text)
    toas = jug.simulate(model, np.linspace(54000, 57000, 60), freq_mhz=1400.0)
    found = jug.move_epochs(model, epochs, toas=toas)
    assert found.change_ns is not None
    assert found.change_ns < NS
    for name, mjd in epochs.items():
        assert found.model.values[name] == pytest.approx(mjd, abs=0.5 if name in ("T0", "TASC") else 0.0)
    # the part of PMRA2 and PMDEC2 along the line of sight is left out: 4e-6 mas/yr of PMRV, far below 1e-3 ns
    back = jug.move_epochs(found.model, {name: model.entries[name].value for name in epochs})
    for name, value in model.values.items():
        assert back.model.values[name] == pytest.approx(value, rel=1e-6 if name == "PMRV" else 1e-9, abs=1e-14), name


def test_the_covariance_is_that_of_a_fit_there() -> None:
    """F0 and F1 at the new date, their uncertainties and correlation; to 1e-4, as a fit ends within 1e-6 sigma."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    fitted = jug.fit(model, toas, backend="numpy")
    moved = jug.move_epochs(fitted, {"PEPOCH": 54100, "POSEPOCH": 54000})
    there = jug.fit(moved.model, toas, backend="numpy")
    assert moved.names == there.names
    sigma = np.sqrt(np.diag(there.covariance))
    np.testing.assert_allclose(np.sqrt(np.diag(moved.covariance)), sigma, rtol=1e-4)
    scale = np.outer(sigma, sigma)
    np.testing.assert_allclose(moved.covariance / scale, np.asarray(there.covariance) / scale, rtol=0.0, atol=1e-4)
    for name in ("F0", "F1", "RAJ"):
        assert moved.model.entries[name].error == pytest.approx(there.errors[name], rel=1e-4)
        assert there.values[name] == pytest.approx(moved.model.values[name], rel=1e-12)


UNCERTAIN = {
    "PEPOCH": ("", 56500, "F0 F1"),
    "POSEPOCH": ("", 56500, "RAJ DECJ PMRA PMDEC"),
    "DMEPOCH": ("", 56500, "DM DM1"),
    "CMEPOCH": ("CM 1e-3 1\nCM1 1e-4 1\nTNCHROMIDX 4\nCMEPOCH 55000\n", 56500, "CM CM1"),
    "SWEPOCH": ("NE_SW 6 1\nNE_SW1 0.3 1\nSWEPOCH 55000\n", 56500, "NE_SW NE_SW1"),
    "T0": (f"BINARY DD\n{ECCENTRIC}OMDOT 5 1\n", 56500, "PB PBDOT A1 T0 ECC OM OMDOT"),
    "TASC": (f"BINARY ELL1\n{CIRCULAR}", 56500, "PB PBDOT A1 TASC EPS1"),
}
"""Lines, the new date, and the free parameters that get other uncertainties: F1 too, on which F0 there depends."""


@pytest.mark.parametrize("epoch", UNCERTAIN)
def test_each_epoch_takes_the_covariance_of_the_toas_along(epoch: str) -> None:
    """As dense least squares at the new date gives it, to 1e-6; those of the par file are quite others."""
    lines, mjd, names = UNCERTAIN[epoch]
    model = read(BASE + lines)
    toas = jug.simulate(model, np.linspace(54000, 57000, 150), freq_mhz=[1400.0, 800.0, 400.0] * 50, noise=True, seed=3)
    moved = jug.move_epochs(with_toa_covariance(model, toas), {epoch: mjd}, toas=toas)
    there = jug.design_matrix(moved.model, toas)
    columns = np.stack([there[name] for name in ("Offset", *model.free)], axis=1) / toas.error_s[:, None]
    size = np.linalg.norm(columns, axis=0)
    dense = (np.linalg.inv((columns / size).T @ (columns / size)) / np.outer(size, size))[1:, 1:]
    sigma = np.sqrt(np.diag(dense))
    rows = np.array([moved.names.index(name) for name in model.free])  # POSEPOCH: PMRV is fixed and gets a value
    found = moved.covariance[np.ix_(rows, rows)]
    np.testing.assert_allclose(found / np.outer(sigma, sigma), dense / np.outer(sigma, sigma), atol=1e-6)
    for name, error in zip(model.free, sigma.tolist(), strict=True):
        if name in names.split():
            assert moved.model.errors[name] == pytest.approx(error, rel=1e-6), name
        else:
            assert moved.model.entries[name].error == model.entries[name].error, name


def test_what_followed_an_epoch_keeps_its_date() -> None:
    model = read(BASE.replace("POSEPOCH 55000\n", ""))
    found = jug.move_epochs(model, {"PEPOCH": 56000})
    assert found.model.values["POSEPOCH"] == 55000
    assert "POSEPOCH had no line and keeps the old date" in found.notes[0]
    assert jug.move_epochs(model, {"PEPOCH": 56000, "POSEPOCH": 56000}).model.values["POSEPOCH"] == 56000


@pytest.mark.parametrize(
    ("text", "epochs", "why"),
    [
        ("", {"F0": 1}, "F0 is not an epoch that can be moved"),
        ("", {"T0": 56000}, "the model has no T0; it has PEPOCH"),
        ("", {"PEPOCH": "soon"}, "PEPOCH"),
        (f"{DDGR}EDOT 1e-16\n", {"T0": 56000}, "not moved with EDOT and MTOT of BINARY DDGR"),
        (f"BINARY BT_PIECEWISE\n{PIECES}", {"T0": 56000}, "with BINARY BT_PIECEWISE"),
        (f"BINARY T2\n{STEADY}BPJEP_1 55500\nBPJPB_1 1e-9\n", {"T0": 56000}, "not moved with BPJEP_1"),
        ("DM_SERIES POLY\n", {"DMEPOCH": 56000}, "not moved with DM_SERIES POLY"),
    ],
)
def test_what_cannot_be_moved_is_said(text: str, epochs: dict[str, float | str], why: str) -> None:
    with pytest.raises(jug.InputError, match=why):
        jug.move_epochs(read(BASE + text), epochs)


def test_the_coefficients_of_a_series_after_a_time() -> None:
    """1 + 2 t + 6 t^2 / 2 and its derivatives at t = 0 and 3."""
    old, names = [Decimal(1), Decimal(2), Decimal(6)], ("F0", "F1", "F2")
    assert taylor(old, names, Decimal(0)) == dict(zip(names, old, strict=True))
    assert taylor(old, names, Decimal(3)) == {"F0": 34, "F1": 20, "F2": 6}


def test_uncertainties_of_a_par_file_are_independent_and_it_says_so() -> None:
    """Where there are any; those of a fit have their covariance."""
    independent = "the uncertainties were taken as independent"
    with_errors = read(BASE)
    without = read("\n".join(" ".join(line.split()[:2]) for line in BASE.splitlines()))
    toas = jug.simulate(with_errors, np.linspace(54000, 57000, 60), freq_mhz=np.tile([800.0, 1400.0], 30))
    assert independent in jug.move_epochs(with_errors, {"PEPOCH": 56000}, toas=toas).notes
    assert independent not in jug.move_epochs(without, {"PEPOCH": 56000}, toas=toas).notes
    assert independent not in jug.move_epochs(jug.fit(with_errors, toas), {"PEPOCH": 56000}, toas=toas).notes
