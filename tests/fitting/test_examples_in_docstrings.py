"""The examples in docstrings of fits, backends and likelihoods run and give what they show."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.usefixtures("quick_hessian")
@pytest.mark.parametrize(
    "module", ["jug.fitting.fit", "jug.fitting.result.fit_result", "jug.compute.selector", "jug.sampling.likelihood"]
)
def test_examples_run(module):
    result = doctest.testmod(import_module(module))
    assert result.attempted > 0
    assert result.failed == 0
