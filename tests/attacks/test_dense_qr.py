"""Fits of random models against a dense least-squares solution by QR, which shares no code with jug's solver.

The long study makes 200 models; more of them, from where a run was cut off:

    JUG_FITS=10000 JUG_SEED=3 JUG_FIRST=4200 python -m pytest -m long tests/attacks/test_dense_qr.py
"""

import os
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.usefixtures("embedded_only")

SEED, FIRST = int(os.environ.get("JUG_SEED", "1")), int(os.environ.get("JUG_FIRST", "0"))
FITS = int(os.environ.get("JUG_FITS", "200"))
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
    model = result.model
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


def compare(folder: Path, number: int) -> str:
    """What differs in one random model; "refused" where its parameters cannot be told apart."""
    try:
        result, toas = fitted(folder, f"{SEED} {number}")
    except jug.FitError:
        return "refused"
    if not result.converged:
        return f"{number}: {result.stop.value}"
    step, errors, chi2 = dense(result, toas)
    wrong = [
        name for name, s, e in zip(result.model.free, step, errors, strict=True) if abs(s) > SIGMAS or abs(e - 1) > 1e-4
    ]
    if abs(chi2 - result.chi2) > 1e-3 + 1e-7 * chi2:
        wrong.append(f"chi2 {result.chi2} and {chi2}")
    return f"{number}: {', '.join(wrong)}" if wrong else ""


def test_some_random_models(tmp_path: Path) -> None:
    assert [found for found in (compare(tmp_path, number) for number in range(5)) if found] == []


@pytest.mark.long
def test_random_models(tmp_path: Path, request: pytest.FixtureRequest, trials: Callable[[int], None]) -> None:
    """Values to 0.001 sigma, uncertainties to 1e-4, chi2 to 0.001."""
    found = [compare(tmp_path, number) for number in range(FIRST, FITS)]
    trials(len(found))
    refused = found.count("refused")
    told = f"{len(found)} fits of random models, {refused} refused, JUG_SEED={SEED} JUG_FIRST={FIRST}"
    request.config.get_terminal_writer().line(f"\n{told}")
    assert [one for one in found if one not in ("", "refused")] == [], told
    assert refused <= len(found) // 20, told
