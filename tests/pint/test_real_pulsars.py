"""Other real pulsars against PINT 1.1.8, live, without what jug does not yet know: each copy says what."""

from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pytest
from copies import BINARY_KEYS, NOISE_KEYS, example, written_copy

import jug

NS = 1e-9


@pytest.fixture
def j1028(tmp_path: Path) -> tuple[Path, Path]:
    """A young pulsar at Parkes (a synthetic clock file); the par file names neither EPHEM nor CLK."""
    par, tim = example("J1028-5819")
    return written_copy(par, tmp_path, replace={"EPHEM": "DE421", "CLK": "TT(BIPM2019)"}), tim


@pytest.fixture
def b1855(tmp_path: Path) -> tuple[Path, Path]:
    """4005 TOAs of a millisecond pulsar at Arecibo: ecliptic coordinates, parallax, a JUMP by flag, TZR."""
    par, tim = example("B1855+09_NANOGrav_9yv1")
    return written_copy(par, tmp_path, drop=BINARY_KEYS + NOISE_KEYS, drop_families=("DMX", "FD")), tim


def test_j1028_residuals(j1028: tuple[Path, Path]) -> None:
    ours, theirs = jug.residuals(*jug.load(*j1028)), oracle.residuals(*j1028)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-6)


def test_j1028_fit(j1028: tuple[Path, Path]) -> None:
    ours, theirs = jug.fit(*jug.load(*j1028)), oracle.fit(*j1028, settled=1e-8)
    assert set(ours.names) == set(theirs.names) == {"RAJ", "DECJ", "F0", "F1"}
    for name in theirs.names:
        sigma = theirs.errors[name] / (3600.0 if name in ("RAJ", "DECJ") else 1.0)
        assert abs(ours.values[name] - theirs.values[name]) < 1e-3 * sigma, name
        assert ours.errors[name] == pytest.approx(theirs.errors[name], rel=1e-4), name
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-4)
    assert ours.dof == theirs.dof


def test_b1855_residuals(b1855: tuple[Path, Path]) -> None:
    """Modulo one turn: without its orbit the phase is anything, and rounding may take the other pulse."""
    model, toas = jug.load(*b1855)
    ours, theirs = jug.residuals(model, toas), oracle.residuals(*b1855)
    assert np.abs(around_a_turn(ours.phase - theirs.phase)).max() / model.values["F0"] < NS
    same = np.abs(ours.phase - theirs.phase) < 0.1
    assert same.mean() > 0.99
    np.testing.assert_allclose(ours.error_s, theirs.error_s, rtol=1e-12)


def around_a_turn(difference: np.ndarray) -> np.ndarray:
    """A difference of phases, less what all have in common and whole turns, in [-0.5, 0.5].

    One TOA that takes another pulse moves the mean that was removed from all.
    """
    rest = difference - difference[0]
    rest = rest - np.rint(rest)
    return rest - np.median(rest)


def test_around_a_turn() -> None:
    rest: Any = around_a_turn(np.array([0.3, 1.3, -0.7, 0.3 + 1e-7]))
    np.testing.assert_allclose(rest, [0, 0, 0, 1e-7], atol=1e-15)
