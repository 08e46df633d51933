"""Fits of random models against a dense least-squares solution by QR, which shares no code with jug's solver.

The study makes 60 models; more of them, from where the last run with this seed and folder ended (`studies`):

    JUG_FITS=10000 JUG_SEED=3 JUG_STUDY=/data/study python -m pytest -m study tests/attacks/test_dense_qr.py
"""

import os
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from studies import SEED, carry_out

import jug
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.usefixtures("embedded_only")

FITS = int(os.environ.get("JUG_FITS", "60"))
SIGMAS = 1e-3
"""By how much of its uncertainty a value may differ: the fit stops where chi2 falls by less than 1e-6 or so of it."""


def random_par(rng: np.random.Generator) -> str:
    """A par file of a pulsar with some terms and noise, of two backends a and b."""

    def free(odds: float) -> str:
        return " 1" if rng.random() < odds else ""

    lines = [
        "PSR J0000+0000",
        f"RAJ {rng.integers(24):02d}:{rng.integers(60):02d}:{rng.uniform(0, 59):09.6f}{free(0.8)}",
        f"DECJ {rng.integers(-60, 60):+03d}:{rng.integers(60):02d}:{rng.uniform(0, 59):09.6f}{free(0.8)}",
        f"F0 {10 ** rng.uniform(-0.3, 2.7):.12f} 1",
        f"F1 {-(10 ** rng.uniform(-17, -13)):.6e} 1",
        f"DM {rng.uniform(2, 300):.4f}{free(0.8)}",
        "PEPOCH 55000",
        "EPHEM DE421",
        "CLK TT(BIPM2019)",
        "UNITS TDB",
        "TZRMJD 55000.1",
        "TZRSITE @",
    ]
    lines += [f"PMRA {rng.normal(0, 10):.4f} 1"] * (rng.random() < 0.5)
    lines += [f"PX {rng.uniform(0.1, 3):.4f} 1"] * (rng.random() < 0.4)
    lines += [f"F2 {rng.normal(0, 1e-25):.4e} 1"] * (rng.random() < 0.3)
    lines += [f"DM1 {rng.normal(0, 1e-3):.4e} 1"] * (rng.random() < 0.3)
    lines += [f"JUMP -be b {rng.normal(0, 1e-5):.3e} 1"] * (rng.random() < 0.6)
    lines += [f"FD1 {rng.normal(0, 1e-5):.3e} 1"] * (rng.random() < 0.3)
    if rng.random() < 0.6:
        pb, a1 = 10 ** rng.uniform(-0.5, 2), 10 ** rng.uniform(-1, 1.3)
        lines += ["BINARY ELL1", f"PB {pb:.10f} 1", f"A1 {a1:.8f} 1", f"TASC {55000 + rng.uniform(0, pb):.9f} 1"]
        lines += [f"EPS1 {rng.normal(0, 1e-4):.4e} 1", f"EPS2 {rng.normal(0, 1e-4):.4e} 1"]
    lines += [f"EFAC -be {b} {rng.uniform(0.7, 2):.3f}" for b in "ab" if rng.random() < 0.5]
    lines += [f"EQUAD -be {b} {rng.uniform(0.1, 2):.3f}" for b in "ab" if rng.random() < 0.5]
    lines += [f"ECORR -be {b} {rng.uniform(0.1, 2):.3f}" for b in "ab" if rng.random() < 0.4]
    if rng.random() < 0.3:
        lines += [f"TNREDAMP {rng.uniform(-14, -12.5):.3f}", f"TNREDGAM {rng.uniform(1, 5):.3f}", "TNREDC 10"]
    return "\n".join(lines) + "\n"


def fitted(folder: Path, seed: str) -> tuple[jug.FitResult, jug.TOAs]:
    """The fit of a random model to 60 epochs of four TOAs that it predicts, with its noise."""
    rng = np.random.default_rng(list(seed.encode()))
    path = folder / "a.par"
    path.write_text(random_par(rng))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(path)
        mjd = np.sort(rng.uniform(54000, 56000, 60)).repeat(4) + np.tile(np.arange(4) * 2e-6, 60)
        toas = jug.simulate(
            model,
            mjd,
            freq_mhz=rng.choice([820.0, 1400.0, 1500.0, 2300.0], 240),
            error_us=rng.uniform(0.3, 3.0, 240),
            flags={"be": rng.choice(["a", "b"], 60).repeat(4).tolist()},
            noise=True,
            seed=int(rng.integers(1 << 30)),
        )
        return jug.fit(model, toas, backend="numpy"), toas


def dense(result: jug.FitResult, toas: jug.TOAs) -> tuple[np.ndarray, np.ndarray, float]:
    """The step that is left and the uncertainties, both in units of the fit's uncertainties, and chi2, by QR."""
    model = result.fit_end.model
    matrix = jug.design_matrix(model, toas).matrix
    noise = make_anchor(model, toas).noise
    bases = [to_dense(process.block) for process in noise.processes]
    spread = np.concatenate([np.sqrt(process.variance) for process in noise.processes] or [np.ones(0)])
    basis = np.concatenate([*bases, np.zeros((len(toas), 0))], axis=1) * spread
    left = int(matrix.shape[1] - len(model.free))
    scale = np.concatenate([np.ones(left), [result.errors[name] for name in model.free]])
    top = np.concatenate([matrix * scale, basis], axis=1) / noise.sigma[:, None]
    below = np.eye(basis.shape[1], top.shape[1], k=matrix.shape[1])
    whole = np.concatenate([top, below])
    data = np.concatenate([result.residuals.time_s / noise.sigma, np.zeros(len(below))])
    q, r = np.linalg.qr(whole)
    step = np.linalg.solve(r, q.T @ data)
    inverse = np.linalg.inv(r)
    errors = np.sqrt(np.sum(inverse**2, axis=1))
    part = slice(left, left + len(model.free))
    return step[part], errors[part], float(np.sum((data - whole @ step) ** 2))


def compare(folder: Path, seed: int, number: int) -> str:
    """What differs in one random model; "agrees", or "refused" where its parameters cannot be told apart."""
    try:
        result, toas = fitted(folder, f"{seed} {number}")
    except jug.FitError:
        return "refused"
    if not result.converged:
        return f"not converged: {result.stop.value}"
    step, errors, chi2 = dense(result, toas)
    wrong = [
        f"{name} off by {s:.1e} sigma, uncertainty by {e - 1:.1e}"
        for name, s, e in zip(result.names, step, errors, strict=True)
        if abs(s) > SIGMAS or abs(e - 1) > 1e-4
    ]
    if abs(chi2 - result.chi2) > 1e-3 + 1e-7 * chi2:
        wrong.append(f"chi2 {result.chi2} and {chi2}")
    return "; ".join(wrong) or "agrees"


def test_some_random_models(tmp_path: Path) -> None:
    assert {compare(tmp_path, 1, number) for number in range(5)} <= {"agrees", "refused"}


@pytest.mark.study
def test_random_models(tmp_path: Path, request: pytest.FixtureRequest, trials: Callable[[int], None]) -> None:
    """Values to 0.001 sigma, uncertainties to 1e-4, chi2 to 0.001."""
    trials(FITS)
    study = carry_out("dense QR", FITS, tmp_path, lambda number: compare(tmp_path, SEED, number))
    request.config.get_terminal_writer().line(f"\n{study.told}")
    assert study.faults("agrees", "refused") == [], study.told
    assert study.lines.count("refused") <= FITS // 20, study.told
