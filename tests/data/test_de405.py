"""The package de405 (``pip install de405``, 54 MB), where it is, against tempo2 and against jplephem's own reader."""

import warnings
from types import ModuleType

import numpy as np
import pytest
from jplephem.ephem import Ephemeris as Reader

import jug
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import example, open_files
from jug.obs.ephemeris import KM_LS, PLANETS, open_ephemeris


@pytest.fixture
def de405() -> ModuleType:
    import de405

    return de405


@pytest.mark.parametrize(("name", "most_ns"), [("B1855+09-dfg12-FB90", 15.0), ("J0613-0200-dfg12-FB90", 5.0)])
def test_residuals_of_tempo2(de405: ModuleType, name: str, most_ns: float):
    """tempo2's residuals with DE405 (``.tempo2_test`` of PINT's tests); DE421 in its place is 3500 ns off and more."""
    par, tim = example(name)
    tempo2 = np.loadtxt(f"{par}.tempo2_test", skiprows=1, usecols=0)
    largest = []
    for ephem in (None, "DE421"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model, toas = jug.load(par, tim, ephem=ephem)
        difference = jug.residuals(model, toas).time_s - tempo2
        largest.append(1e9 * np.abs(difference - difference.mean()).max())
    assert toas.ephem == "DE421"
    assert largest[0] < most_ns
    assert largest[1] > 1000.0


def test_positions_of_jplephem(de405: ModuleType):
    """To 0.1 m: the reader rounds days since 1599 to 1e-10, in which the Earth moves by as much."""
    rng = np.random.default_rng(8)
    day, sec = rng.integers(40000, 66000, 500), rng.uniform(0.0, 86400.0, 500)
    bodies = ("earth", "sun", *PLANETS)
    ephemeris = open_ephemeris("DE405", open_files(), None, bodies)
    reader = Reader(de405)
    for body in bodies:
        found = ephemeris.posvel(body, Times(day, DoubleDouble(sec, np.zeros(500))))[0].T * KM_LS
        expected = reader.position("earthmoon" if body == "earth" else body, 2400000.5 + day, sec / 86400.0)
        if body == "earth":
            expected = expected - reader.position("moon", 2400000.5 + day, sec / 86400.0) * reader.earth_share
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-4)
