"""Fits of simulated TOAs give back what went in: the pulls of every parameter have mean 0 and width 1.

Every realisation is a fit of its own, from values two sigma off. Twelve of them in plain pytest, 200 marked ``long``. A
realisation moves the TDB of the TOAs by the noise and leaves the observatory where it was, which is worth 1e-4 of the
noise. Fixed are two nodes of each IFUNC, whose sum is the removed mean and whose slope is F0.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from simulated import made

import jug
from jug.core import times

N = 150

NODES = "".join(f"IFUNC{k} {53900 + 150 * (k - 1)} {2e-4 * np.sin(k):.6e} {int(1 < k < 9)} 0\n" for k in range(1, 10))

CASES = {
    "spin and jumps": "F2 1e-25 1\nJUMP -fe A 1e-4 1\nJUMP MJD 54000 54200 2e-4 1\n",
    "glitch": "GLEP_1 54300.4\nGLPH_1 0.11 1\nGLF0_1 1.2e-6 1\nGLF1_1 -3e-15 1\nGLF0D_1 3e-7 1\nGLTD_1 45.6 1\n"
    "GLEP_2 54803.3 1\nGLF0_2 1e-6 1\n",
    "second derivative of a glitch": "GLEP_1 54300.4\nGLF0_1 1.2e-6 1\nGLF1_1 -3e-15 1\nGLF2_1 2e-21 1\n",
    "decays of a glitch": "GLEP_1 54300.4\nGLF0_1 1.2e-6 1\n"
    "GLF0D2_1 3e-6 1\nGLTD2_1 150 1\nGLF0D3_1 -6e-6 1\nGLTD3_1 25 1\n",
    "piecewise": "PWSTART_1 54000\nPWSTOP_1 54400\nPWEP_1 54200\nPWPH_1 0.1 1\nPWF0_1 1e-7 1\nPWF1_1 1e-15 1\n"
    "PWF2_1 1e-22 1\n",
    "epoch of a piece": "PWSTART_1 54000\nPWSTOP_1 54400\nPWEP_1 54200 1\nPWF0_1 1e-7 1\nPWF1_1 1e-15 1\n",
    "WAVE": "WAVEEPOCH 54400\nWAVE_OM 0.0123 1\nWAVE1 1e-3 -2e-3\nWAVE2 -3.3e-4 1e-4\nWAVE3 1e-5 1e-5\n",
    "WaveX": "WXEPOCH 54400\nWXFREQ_0001 0.0023 1\nWXSIN_0001 1e-3 1\nWXCOS_0001 -2e-3 1\n"
    "WXFREQ_0002 0.01\nWXSIN_0002 1e-4 1\nWXCOS_0002 3e-4 1\n",
    "IFUNC 0": f"SIFUNC 0\n{NODES}",
    "IFUNC 1": f"SIFUNC 1\n{NODES}",
    "IFUNC 2": f"SIFUNC 2\n{NODES}",
    "FD": "FD1 1e-4 1\nFD2 -2e-5 1\nFD3 3e-6 1\n",
    "FDJUMP": "FD1JUMP -fe A 1e-4 1\nFD2JUMP -fe A -2e-5 1\nJUMP -fe A 0 1\n",
    "FDJUMP, linear": "FDJUMPLOG N\nFDJUMP1 -fe A 1e-4 1\nFDJUMP2 -fe A -2e-5 1\n",
    "SATJUMP": "SATJUMP -fe A 1e-4 1\nSATJUMP MJD 54400 54600 -1e-3 1\n",
    "PHOFF": "PHOFF 0.1 1\n",
}


def pulls(folder: Path, extra: str, n_fits: int, seed: int) -> tuple[tuple[str, ...], np.ndarray]:
    """(fitted - true) / uncertainty of every free parameter, (n_fits, k)."""
    it = made(folder, extra, n=N, site="gbt")
    truth, toas = it.model, jug.simulate(it.model, it.toas)
    first = jug.fit(truth, toas)
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(n_fits):
        noise = rng.normal(size=len(toas)) * toas.error_s
        noisy = replace(toas, tdb=times.add_seconds(toas.tdb, noise))
        start = truth.moved({name: 2.0 * first.errors[name] * rng.choice([-1.0, 1.0]) for name in truth.free})
        result = jug.fit(start, noisy)
        assert result.converged
        off = [(result.values[name] - truth.values[name]) / result.errors[name] for name in truth.free]
        found.append(off)
    return truth.free, np.array(found)


def outside(names: tuple[str, ...], found: np.ndarray, limit: float) -> list[str]:
    """Parameters whose pulls have a mean or a mean square more than ``limit`` sampling errors from 0 and 1.

    Those errors are 1/sqrt(m) and sqrt(2/m) for m realisations.
    """
    m = len(found)
    mean = np.abs(np.mean(found, axis=0)) * np.sqrt(m)
    width = np.abs(np.mean(found**2, axis=0) - 1.0) / np.sqrt(2.0 / m) / (1.0 + 2.0 / np.sqrt(m))
    return [f"{n}: {a:.1f}, {b:.1f}" for n, a, b in zip(names, mean, width, strict=True) if not max(a, b) < limit]


@pytest.mark.parametrize("name", CASES)
def test_what_went_in_comes_out(name: str, tmp_path: Path) -> None:
    names, found = pulls(tmp_path, CASES[name], 12, 11)
    assert not outside(names, found, 4.5)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_pulls_of_200_realisations(name: str, tmp_path: Path) -> None:
    names, found = pulls(tmp_path, CASES[name], 200, 17)
    assert not outside(names, found, 4.0)


def test_backends_agree_on_all_terms(tmp_path: Path) -> None:
    """One model with nearly all of them (less what the same TOAs' JUMP takes up), to 1e-5 of the uncertainties."""
    together = ("spin and jumps", "second derivative of a glitch", "piecewise", "WAVE", "FD", "FDJUMP", "SATJUMP")
    again = ("JUMP -fe A 0 1", "SATJUMP -fe A 1e-4 1")
    lines = [line for name in together for line in CASES[name].splitlines() if line not in again]
    it = made(tmp_path, "\n".join(lines) + "\n", n=N, site="gbt")
    by_numpy, by_jax = (jug.fit(it.model, it.toas, backend=backend) for backend in ("numpy", "jax"))
    for name in by_numpy.names:
        assert abs(by_numpy.values[name] - by_jax.values[name]) < 1e-5 * by_numpy.errors[name], name
    assert by_numpy.chi2 == pytest.approx(by_jax.chi2, rel=1e-9)
