"""Steps of a grid's points with matrices that the points themselves correct."""

from typing import NoReturn

import numpy as np
import pytest

import jug
from jug.analysis.grids.quasi_newton import QuasiNewton


def corrected(inverse: np.ndarray, change: np.ndarray, of_slope: np.ndarray) -> np.ndarray:
    """The inverse after one pair by BFGS (Nocedal & Wright 2006, equation 6.17), densely."""
    rate = 1.0 / (change @ of_slope)
    left = np.eye(len(change)) - rate * np.outer(change, of_slope)
    return left @ inverse @ left.T + rate * np.outer(change, change)


def test_steps_are_those_of_the_dense_update() -> None:
    """Three points with 0, 1 and 2 pairs; a pair along which the slope falls, or that is not finite, is not used."""
    rng = np.random.default_rng(8)
    root = rng.normal(size=(4, 4))
    inverse = root @ root.T + np.eye(4)
    curved = inverse + np.diag([3.0, 1.0, 0.5, 2.0])
    made, dense = QuasiNewton(inverse, 3), [inverse, inverse, inverse]
    for rows in ([1, 2], [2]):
        change = rng.normal(size=(len(rows), 4))
        of_slope = change @ curved
        assert made.add(np.array(rows), change, of_slope).all()
        for row, own, slope in zip(rows, change, of_slope, strict=True):
            dense[row] = corrected(dense[row], own, slope)
    unused = rng.normal(size=(3, 4))
    slopes = np.array([-unused[0], [np.nan] * 4, [np.inf, 0.0, 0.0, 0.0]])
    assert not made.add(np.arange(3), unused, slopes).any()
    slope = rng.normal(size=(3, 4))
    expected = [-h @ s for h, s in zip(dense, slope, strict=True)]
    np.testing.assert_allclose(made.step(np.arange(3), slope), expected, rtol=1e-10)  # rounding of four numbers


def test_a_point_begins_again_with_its_own_matrix() -> None:
    """What it had added before is left out; what it adds later corrects the own matrix; other points stay."""
    rng = np.random.default_rng(9)
    change, of_slope, slope = rng.normal(size=(3, 2, 4))
    of_slope *= np.sign(np.sum(change * of_slope, axis=1))[:, None]
    made, both, own = QuasiNewton(np.eye(4), 2), np.arange(2), np.diag([1.0, 2.0, 3.0, 4.0])
    made.add(both, change, of_slope)
    made.take(1, own)
    later = np.array([0.3, -0.2, 0.1, 0.4]), np.array([0.5, 0.1, 0.2, 0.6])
    expected = [-corrected(np.eye(4), change[0], of_slope[0]) @ slope[0], -own @ slope[1]]
    np.testing.assert_allclose(made.step(both, slope), expected, rtol=1e-10)  # rounding of four numbers
    made.add(np.array([1]), later[0][None], later[1][None])
    expected[1] = -corrected(own, *later) @ slope[1]
    np.testing.assert_allclose(made.step(both, slope), expected, rtol=1e-10)


@pytest.mark.parametrize("backend", ["numpy", "jax"])
@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_weak_columns_hide_no_decrease(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    """B1855+09 at SINI of 0.3: M2 is 0.036 with the anchor's matrix, which sees no decrease, and 111 in a fit.

    chi2 is 1,281 higher there. The tolerance is that of a point, a share of its rise of 830.
    """
    model, toas = jug.load(*jug.data.example("B1855+09"))
    model = jug.fit(model, toas, backend="numpy").model
    monkeypatch.setattr("jug.analysis.grids.grid._by_fit", lambda *_: pytest.fail("a whole fit"))
    found = jug.grid(model, toas, {"SINI": [0.3, 0.9]}, backend=backend)
    want = jug.fit(model.with_values({"SINI": 0.3}).freeze("SINI"), toas, backend="numpy").chi2
    assert found.chi2[0] == pytest.approx(want, abs=1e-5 * found.delta.max() + 0.01)


def test_kom_and_kin_need_no_whole_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """KOM half a turn away and KIN 16 degrees: chi2 is that of a fit. With the anchor's matrix alone no point ends."""

    def unwanted(*_: object) -> NoReturn:
        raise AssertionError("a whole fit")

    model, toas = jug.load(*jug.data.example("J1713+0747-11yr"))
    model = jug.fit(model, toas, backend="numpy").model
    monkeypatch.setattr("jug.analysis.grids.grid._by_fit", unwanted)
    axes = {"KIN": [90.0, 106.0], "KOM": [83.0, 173.0, 263.0]}
    found = jug.grid(model, toas, axes, backend="numpy")
    assert np.all(found.converged)
    for i, j in ((0, 1), (1, 2)):
        here = model.with_values({"KIN": axes["KIN"][i], "KOM": axes["KOM"][j]}).freeze("KIN", "KOM")
        want = jug.fit(here, toas, backend="numpy", robust="none", noise=False).chi2
        assert found.chi2[i, j] == pytest.approx(want, abs=1e-5 * found.delta[i, j])  # the tolerance of a point
