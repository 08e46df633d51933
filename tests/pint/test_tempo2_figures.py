"""Residuals that tempo2 computed, from the source distribution of PINT 1.1.8 (which version of tempo2 is not told)."""

import numpy as np
import oracle
import pytest

import jug
from jug.data import example

NS = 1e-9

pytestmark = pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")


def against(tempo2: np.ndarray, time_s: np.ndarray) -> np.ndarray:
    """Difference from tempo2 without the mean, which each program takes off in its own way."""
    difference = time_s - tempo2
    return difference - difference.mean()


def test_j1744() -> None:
    """1,462 TOAs of 8 years at Green Bank; PINT is the yardstick: its rms and 1 ns."""
    par, tim = example("J1744-1134")
    tempo2 = np.genfromtxt(f"{par}.tempo2_test", skip_header=1)[:, 0]
    ours = against(tempo2, jug.residuals(*jug.load(par, tim)).time_s)
    theirs = against(tempo2, oracle.residuals(par, tim).time_s)
    assert ours.std() < theirs.std() + NS
    assert np.abs(ours).max() < np.abs(theirs).max() + 2 * NS
