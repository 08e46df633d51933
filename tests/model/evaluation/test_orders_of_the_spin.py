"""F0, F1, ... in any order of their lines, and the shown size of a design matrix."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.core.blocks import Dense
from jug.io.par import parse_lines
from jug.model.evaluation.design_matrix import DesignMatrix

HEAD = ["PSR X", "RAJ 1:0:0", "DECJ 1:0:0", "PEPOCH 55000", "DM 10", "EPHEM DE421", "UNITS TDB", "TZRMJD 55000.1",
        "TZRSITE @", "TZRFRQ 0"]  # fmt: skip
SPIN = ["F0 100 1", "F1 -1e-13 1", "F2 1e-21 1"]


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0), (2, 0, 1)])
def test_the_phase_is_the_same(order: tuple[int, ...]) -> None:
    """To 1e-9 turns of 1e9, at the barycentre over 1000 d, where F1 is 400 turns."""
    model = jug.load_model(parse_lines([*HEAD, *SPIN]))
    toas = jug.simulate(model, np.linspace(54500.0, 55500.0, 7), site="@", freq_mhz=np.inf)
    other = jug.load_model(parse_lines([*HEAD, *(SPIN[i] for i in order)]))
    np.testing.assert_allclose(jug.residuals(other, toas).phase, jug.residuals(model, toas).phase, atol=1e-9)


@pytest.mark.parametrize(("blocks", "n"), [((), 0), ((Dense(np.zeros((5, 1))),), 5)])
def test_the_size_of_a_design_matrix_is_shown(blocks: Any, n: int) -> None:
    own: Any = Made(blocks=blocks, dm=None, names=("F0",), units=("s/Hz",))
    assert DesignMatrix._shown(own) == (f"DesignMatrix of {n} TOAs and 1 columns", [("F0", "s/Hz")])
    own.dm = 1
    assert DesignMatrix._shown(own)[0].endswith(", and of their DMs (dm)")
