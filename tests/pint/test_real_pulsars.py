"""A young pulsar, its fit, against PINT 1.1.8, live; the residuals of others are in `test_real_terms`."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import example, written_copy

import jug

NS = 1e-9
Measured = Callable[[str, float, float, str], None]


@pytest.fixture
def j1028(tmp_path: Path) -> tuple[Path, Path]:
    """A young pulsar at Parkes (a synthetic clock file); the par file names neither EPHEM nor CLK."""
    par, tim = example("J1028-5819")
    return written_copy(par, tmp_path, replace={"EPHEM": "DE421", "CLK": "TT(BIPM2019)"}), tim


def test_j1028_residuals(j1028: tuple[Path, Path], measured: Measured) -> None:
    ours, theirs = jug.residuals(*jug.load(*j1028)), oracle.residuals(*j1028)
    measured("residuals of J1028-5819, largest difference", np.abs(ours.time_s - theirs.time_s).max() / NS, 1.0, "ns")
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-6)


def test_j1028_fit(j1028: tuple[Path, Path], measured: Measured) -> None:
    ours, theirs = jug.fit(*jug.load(*j1028)), oracle.fit(*j1028, settled=1e-8)
    assert set(ours.names) == set(theirs.names) == {"RAJ", "DECJ", "F0", "F1"}
    in_sigma = [abs(ours.values[name] - theirs.values[name]) / theirs.errors[name] for name in theirs.names]
    measured("values of J1028-5819, largest difference", max(in_sigma), 1e-3, "sigma")
    for name in theirs.names:
        assert ours.errors[name] == pytest.approx(theirs.errors[name], rel=1e-4), name
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-4)
    assert ours.dof == theirs.dof
