"""Angles end a fit between 0 and their turn, with all digits below it."""

from dataclasses import replace

import numpy as np
import pytest
from pulsar import PULSAR

import jug
from jug.core.doubledouble import DoubleDouble
from jug.fitting.fitted_values import in_one_turn
from jug.io.par import parse_lines

BINARY = "BINARY BT\nPB 10\nA1 5\nT0 55000\nECC 0.1\nOM 40 1\n"


@pytest.mark.parametrize(("value", "ends_at"), [(725.0, 5.0), (360.0, 0.0), (-0.5, 359.5), (-400.0, 320.0), (0.0, 0.0)])
def test_whole_turns_are_taken_off(value: float, ends_at: float) -> None:
    entry = jug.load_model(parse_lines([*PULSAR.splitlines(), *BINARY.splitlines()])).entries["OM"]
    moved = in_one_turn(replace(entry, value=DoubleDouble(np.float64(value), np.float64(3e-15))))
    assert moved.value.hi == pytest.approx(ends_at, abs=1e-13)  # a whole number of turns is exact
    assert moved.value.hi - ends_at + moved.value.lo == pytest.approx(3e-15, rel=1e-6, abs=0.0)
    assert 0.0 <= moved.value.hi < 360.0


@pytest.mark.parametrize("value", [0.0, 359.5])
def test_an_angle_within_its_turn_is_the_parameter_itself(value: float) -> None:
    entry = jug.load_model(parse_lines([*PULSAR.splitlines(), *BINARY.splitlines()])).entries["OM"]
    entry = replace(entry, value=DoubleDouble(np.float64(value), np.float64(0.0)))
    assert in_one_turn(entry) is entry


def test_what_has_no_turn_stays() -> None:
    entry = jug.load_model(parse_lines(PULSAR.splitlines())).entries["F0"]
    assert in_one_turn(entry) is entry
