"""Every noise process that PINT 1.1.8 has, on simulated TOAs: likelihood, fit and realisation.

PINT's residuals are rounded to 0.2 ns, so that uncertainties of 100 us are needed for a chi2 to 1e-6.
"""

import warnings

import numpy as np
import oracle
import pytest
from pulsar import PULSAR

import jug

BASE = PULSAR + "EFAC -fe L 1.2\nTNEQ -fe S -4.1\n"
WIND = ("NE_SW 5", "TDSWLOGSIG 2.5", "TDSWDT 60")

PROCESSES = {
    "white": ((), {}),
    "ECORR": (("ECORR -fe L 80", "ECORR -fe U 120"), {"ECORR": "ecorr_noise"}),
    "red": (("TNREDAMP -10.3", "TNREDGAM 3.1", "TNREDC 8", "TNREDFLOG 3"), {"RED": "pl_red_noise"}),
    "DM": (("TNDMAMP -11.6", "TNDMGAM 2.4", "TNDMC 12", "TNDMTSPAN 7"), {"DM": "pl_DM_noise"}),
    "chromatic": (
        ("TNCHROMAMP -12.3", "TNCHROMGAM 2.4", "TNCHROMC 9", "TNCHROMIDX 3.5", "TNCHROMFLOG 2", "CM 0.001 1"),
        {"CHROM": "pl_chrom_noise"},
    ),
    "solar wind": (("NE_SW 5 1", "TNSWAMP -4.5", "TNSWGAM 1.3", "TNSWC 15"), {"SW": "pl_SW_noise"}),
    "solar wind, power": (
        ("NE_SW 5", "SWM 1", "SWP 2.4", "TNSWAMP -4.5", "TNSWGAM 1.3", "TNSWC 15", "TNSWFLOG 2"),
        {"SW": "pl_SW_noise"},
    ),
    "ridge": (WIND, {"TDSW": "SW_noise"}),
    "squared exponential": (
        (*WIND, "TDSWKERNEL SQEXP", "TDSWLOGELL 1.9", "TDSWINTERP_KIND CUBIC"),
        {"TDSW": "SW_noise"},
    ),
    "Matern": ((*WIND, "TDSWKERNEL MATERN", "TDSWLOGELL 1.9", "TDSWNU 2.5"), {"TDSW": "SW_noise"}),
    "quasi-periodic": (
        (
            *WIND[:2],
            *(f"TDSWNODE_{k:04d} {53990 + 100 * k}" for k in range(1, 22)),
            *("TDSWKERNEL QUASI_PERIODIC", "TDSWLOGELL 2.3", "TDSWLOGGAMP 0.1", "TDSWLOGP 0.1", "SWM 1", "SWP 2.2"),
        ),
        {"TDSW": "SW_noise"},
    ),
    "all": (
        (
            *("ECORR -fe L 80", "TNREDAMP -10.3", "TNREDGAM 3.1", "TNREDC 8", "TNDMAMP -11.6", "TNDMGAM 2.4"),
            *("TNDMC 9", "NE_SW 5", "TNSWAMP -4.5", "TNSWGAM 1.3", "TNSWC 7"),
        ),
        {"ECORR": "ecorr_noise", "RED": "pl_red_noise", "DM": "pl_DM_noise", "SW": "pl_SW_noise"},
    ),
}


PLAIN = ("Matern", "all")
CASES = [name if name in PLAIN else pytest.param(name, marks=pytest.mark.long) for name in PROCESSES]


@pytest.fixture(params=CASES, scope="module")
def case(request, tmp_path_factory):
    lines, keys = PROCESSES[request.param]
    free = ("F0", "F1", "DM") if "SWM 1" in lines else None  # PINT cannot fit the position with SWM 1
    folder = tmp_path_factory.mktemp("noise")
    (folder / "x.par").write_text(BASE + "\n".join(lines) + "\n")
    n = 150
    which = np.arange(n) // 3
    given = {
        "freq_mhz": np.array([1400.0, 2100.0, 430.0])[which % 3] + 50.0 * (np.arange(n) % 3),
        "error_us": 100.0 + which % 4,
        "flags": {"fe": [("L", "S", "U")[i % 3] for i in which]},
    }
    mjd = np.linspace(54000.0, 56000.0, n // 3)[which] + 2e-6 * (np.arange(n) % 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(folder / "x.par")
        jug.write_tim(jug.simulate(model, mjd, noise=True, seed=4, **given), folder / "x.tim")
        ours = jug.fit(*jug.load(folder / "x.par", folder / "x.tim"), free=free)
        jug.write_par(ours.model, folder / "fitted.par")
    return ours, oracle.fit(folder / "x.par", folder / "x.tim", free=free, settled=1e-7), keys, folder


def test_chi2_and_likelihood(case):
    """Of the model that jug has fitted, read by PINT from its par file.

    Without correlated noise PINT takes the offset of least chi2; with it, and in jug always, the likelihood is
    integrated over the offset with a prior of the variance 1e40 s^2.
    """
    ours, _, _, folder = case
    theirs = oracle.load(folder / "fitted.par", folder / "x.tim")
    with oracle.quiet():
        found = oracle.pint.residuals.Residuals(theirs.toas, theirs.model)
        chi2, likelihood = float(found.calc_chi2()), float(found.lnlikelihood())
        weight = float(np.sum(theirs.model.scaled_toa_uncertainty(theirs.toas).to_value("s") ** -2))
    if not theirs.model.has_correlated_errors:
        likelihood -= 0.5 * float(np.log(1e40 * weight))
    assert ours.chi2 == pytest.approx(chi2, rel=1e-6)
    assert ours.residuals.log_likelihood == pytest.approx(likelihood, rel=1e-6)


def test_fit(case):
    """PINT keeps the noise basis of the values that it started from: its chi2 is that of its values read afresh."""
    ours, theirs, _, folder = case
    (folder / "theirs.par").write_text(theirs.model.as_parfile())
    assert ours.chi2 == pytest.approx(oracle.residuals(folder / "theirs.par", folder / "x.tim").chi2, rel=1e-6)
    assert set(ours.names) == set(theirs.names)
    for name in ours.names:
        assert abs(ours.values[name] - theirs.values[name]) < 0.02 * ours.errors[name], name
        assert ours.errors[name] == pytest.approx(theirs.errors[name], rel=1e-2), name


def test_realisations(case):
    ours, theirs, keys, _ = case
    assert set(ours.residuals.noise) == set(keys)
    found = getattr(theirs.fitter.resids, "noise_resids", {})
    order = oracle._order(theirs.fitter.toas)
    for name, key in keys.items():
        want = np.asarray(found[key].to_value("s"))[order]
        difference = ours.residuals.noise[name].time_s - want
        assert np.sqrt(np.mean(difference**2)) < 1e-3 * np.sqrt(np.mean(want**2)), name
