"""Values of a grid at the ends of the range of a parameter."""

import numpy as np
import pytest

import jug
from jug.analysis.grids.axis_values import _refuse_equal
from jug.analysis.grids.grid import _check_axes
from jug.core.doubledouble import DoubleDouble, double_double
from jug.errors import FitError
from jug.io.par import parse_lines

HEAD = ["PSR X", "RAJ 1:0:0", "DECJ 1:0:0", "F0 100 1", "PEPOCH 55000", "DM 10", "EPHEM DE421", "UNITS TDB",
        "BINARY DD", "PB 2 1", "A1 3 1", "T0 55001 1", "OM 30 1", "ECC 0.1 1", "M2 0.3 1", "SINI 0.9 1"]  # fmt: skip


def test_the_ends_themselves_are_inside() -> None:
    """SINI from 0 to 1, M2 from 0."""
    model = jug.load_model(parse_lines(HEAD))
    found = _check_axes(model, {"SINI": [0.0, 0.5, 1.0], "M2": [0.0, 1e3]})
    assert {name: axis.hi.tolist() for name, axis in found.items()} == {"SINI": [0.0, 0.5, 1.0], "M2": [0.0, 1e3]}
    for name, values, said in (("SINI", [0.5, 1.0001], "0.0 to 1.0"), ("SINI", [-1e-9, 0.5], "0.0 to 1.0"),
                               ("M2", [-1e-9, 0.5], "0.0 to None")):  # fmt: skip
        with pytest.raises(FitError, match=rf"^values of {name} lie outside its range, {said}$"):
            _check_axes(model, {name: values})
    with pytest.raises(FitError, match=r"^a grid needs a parameter and its values"):
        _check_axes(model, {})
    with pytest.raises(FitError, match=r"^ECC is on the grid twice$"):
        _check_axes(model, {"ECC": [0.1, 0.2], "E": [0.1, 0.2]})


def test_equal_values_are_refused_with_the_spacing_of_float64() -> None:
    """At the first pair of equal ones in the order of size: 2e-16 at 1."""
    model = jug.load_model(parse_lines(HEAD))
    for values, said in (([4.0, 1.0, 1.0], "3 values of ECC are 2"), ([0.5, 1.0, 1.0, 1.0], "4 values of ECC are 2")):
        with pytest.raises(
            FitError, match=rf"^{said} different numbers \(float64 holds it to 2\.2e-16\): give them as"
        ):
            _refuse_equal(model.entries["ECC"], double_double(np.array(values)))
    _refuse_equal(model.entries["ECC"], DoubleDouble(np.array([1.0, 1.0]), np.array([0.0, 1e-20])))
