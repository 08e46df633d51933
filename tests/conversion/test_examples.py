"""The examples in the docstrings of loading, conversion, analysis and plots."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "jug.loading",
    "jug.conversion.units",
    "jug.conversion.binaries.binaries",
    "jug.conversion.writing",
    "jug.analysis.residuals.averaging",
    "jug.analysis.derived.derived_quantities",
    "jug.analysis.grids.grid",
    "jug.analysis.orbit_times",
    "jug.analysis.simulation.simulation",
    "jug.plots.delays",
    "jug.plots.dm_residuals",
    "jug.plots.grid",
    "jug.plots.noise",
    "jug.plots.residuals",
)


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_examples_run(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
