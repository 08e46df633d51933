"""Weights of the nodes of IFUNC and their slopes, series of orbits of low eccentricity, lines that seem to be in s."""

from types import SimpleNamespace as Made
from typing import Any

import mpmath as mp
import numpy as np
import pytest

import jug
from jug.io.par import parse_lines
from jug.model.checks.noise_in_seconds import _looks_like_seconds
from jug.model.components import ifunc
from jug.model.components.binary.laplace import FIRST, roemer_series, series_slopes

NODES = {"IFUNC_MJD": np.array([0.0, 100.0, 200.0, 300.0])}


def test_sinc_weights_and_their_slopes() -> None:
    """sin x / x with x = pi (t - node) / 100 s, in 40 digits, at nodes and on both sides of the limit of its series."""
    close = 0.9e-4 * 100.0 / np.pi
    t = np.array([0.0, close, 1.2 * close, -close, 37.0, 100.0, 250.0, 420.0])
    weight, slope = ifunc._sinc(np, NODES, t)
    for i, at in enumerate(t.tolist()):
        for k, node in enumerate(NODES["IFUNC_MJD"].tolist()):
            with mp.workdps(40):
                x = mp.pi * (mp.mpf(at) - node) / 100
                value = mp.sinc(x)
                by_t = (mp.cos(x) - value) / x * mp.pi / 100 if x else mp.mpf(0)
            assert weight[i, k] == pytest.approx(float(value), abs=1e-15)
            assert slope[i, k] == pytest.approx(float(by_t), abs=1e-13)


def test_linear_weights_and_their_slopes() -> None:
    """Before the first and after the last node its value; at a node itself the slope is that of the interval after."""
    t = np.array([-1.0, 0.0, 25.0, 100.0, 299.0, 300.0, 301.0])
    weight, slope = ifunc._linear(np, NODES, t)
    values = np.array([3.0, 5.0, 4.0, 8.0])
    assert (weight @ values).tolist() == pytest.approx([3.0, 3.0, 3.5, 5.0, 7.96, 8.0, 8.0])
    assert (slope @ values).tolist() == pytest.approx([0.0, 0.02, 0.02, -0.01, 0.04, 0.04, 0.0])


def test_the_preceding_node_has_all_the_weight() -> None:
    weight, slope = ifunc._preceding(np, NODES, np.array([-1.0, 0.0, 99.0, 100.0, 999.0]))
    assert np.argmax(weight, axis=1).tolist() == [0, 0, 0, 1, 3]
    assert weight.sum(axis=1).tolist() == [1.0] * 5
    assert not slope.any()


@pytest.mark.parametrize("angle", [0.3, 1.2, 2.9, 4.4])
def test_the_series_of_low_eccentricity_leaves_the_fourth_order(angle: float) -> None:
    """Against Kepler's equation at e = 0.01: 2 e^4 of the size of the orbit; to first order 2 e^2."""
    e = 0.01
    eps1, eps2 = e * np.sin(angle), e * np.cos(angle)
    phase = np.linspace(0.0, 2.0 * np.pi, 50)
    mean = phase - angle
    anomaly = mean.copy()
    for _ in range(20):
        anomaly = mean + e * np.sin(anomaly)
    exact = (np.cos(anomaly) - e) * np.sin(angle) + np.sqrt(1.0 - e**2) * np.sin(anomaly) * np.cos(angle) + 1.5 * eps1
    for order, limit in ((3, 2.0 * e**4), (FIRST, 2.0 * e**2)):
        series = roemer_series(eps1, eps2, order)
        found = sum(s * np.sin(k * phase) + c * np.cos(k * phase) for k, (s, c) in enumerate(series, 1))
        assert np.max(np.abs(found - exact)) < limit


@pytest.mark.parametrize("order", [1, 3])
def test_slopes_of_the_series(order: int) -> None:
    """Polynomials of the third degree, so that central differences by 1e-3 are off by 1e-6 at most."""
    eps1, eps2, h = 0.2, -0.3, 1e-3
    by_1, by_2 = series_slopes(eps1, eps2, order)
    for found, (d1, d2) in ((by_1, (h, 0.0)), (by_2, (0.0, h))):
        up, down = (np.array(roemer_series(eps1 + s * d1, eps2 + s * d2, order)) for s in (1.0, -1.0))
        np.testing.assert_allclose(np.array(found), (up - down) / (2.0 * h), atol=2e-6)


@pytest.mark.parametrize(
    ("name", "value", "us", "looks"),
    [
        ("EQUAD", 1e-6, [1.0, 5.0], True),
        ("EQUAD", 0.9e-3, [1.0, 1000.0], True),
        ("EQUAD", 2e-3, [1.0, 1e5], False),  # it changes the smallest
        ("ECORR", -1e-6, [1.0], True),
        ("EFAC", 1e-6, [1.0], False),
        ("EQUAD", 0.0, [1.0], False),
        ("EQUAD", 1e-6, [], False),
        ("EQUAD", 0.9e-8, [1.0], False),
        ("EQUAD", 1.1e-8, [1.0], True),
        ("EQUAD", 0.9e-4, [1.0], True),
        ("EQUAD", 1.1e-4, [1.0], False),
    ],
)
def test_values_that_could_be_in_seconds(name: str, value: float, us: list[float], looks: bool) -> None:
    """Below a thousandth of the smallest uncertainty, and in s from a hundredth to a hundred of the median."""
    entry: Any = Made(value=Made(hi=value), param=Made(name=name))
    toas: Any = Made(error_s=1e-6 * np.array(us))
    assert _looks_like_seconds(entry, np.arange(len(us)), toas) == looks


def test_what_tempo1_stands_for_is_among_the_notes() -> None:
    head = ["PSR X", "RAJ 1:0:0", "DECJ 1:0:0", "F0 100 1", "PEPOCH 55000", "DM 10", "EPHEM DE421"]
    with pytest.warns(jug.InputWarning):
        model = jug.load_model(parse_lines([*head, "TEMPO1"]), dialect="tempo2")
    assert sum("TEMPO1 stands for UNITS TDB" in note for note in model.settings.assumed) == 1


def test_the_rounding_of_long_periods_reaches_the_kernels() -> None:
    """PB 0.1 d is no float64 in s: the rest is what 8640 s lacks of it."""
    head = ["PSR X", "RAJ 1:0:0", "DECJ 1:0:0", "F0 100 1", "PEPOCH 55000", "DM 10", "EPHEM DE421", "UNITS TDB"]
    orbit = ["BINARY ELL1", "A1 1", "TASC 55000", "EPS1 0", "EPS2 0", "FB0 1.23456789012345678901e-5", "FB1 1.1e-20"]
    model = jug.load_model(parse_lines([*head, *orbit]))
    hi, lo = model.kernel_values.exact("FB")
    with mp.workdps(40):
        left = mp.mpf("1.23456789012345678901e-5") - mp.mpf(float(hi[0]))
    assert float(lo[0]) == pytest.approx(float(left), rel=1e-9)
    assert lo[0] != 0.0
    assert len(lo) == 2
