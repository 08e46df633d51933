"""Interpolation as a matrix, against scipy's `interp1d`, at nodes, between, half-way and outside."""

import numpy as np
import pytest
from scipy.interpolate import interp1d

from jug.model.evaluation.interpolation import interpolation

KINDS = ("LINEAR", "SLINEAR", "QUADRATIC", "CUBIC", "NEAREST", "NEAREST-UP", "PREVIOUS", "ZERO", "NEXT")


@pytest.mark.parametrize("kind", KINDS)
def test_as_scipy(kind: str) -> None:
    rng = np.random.default_rng(0)
    nodes = np.sort(rng.uniform(0.0, 100.0, 9))
    t = np.concatenate([rng.uniform(-5.0, 105.0, 200), nodes, 0.5 * (nodes[1:] + nodes[:-1])])
    given = {"kind": kind.lower(), "bounds_error": False, "fill_value": 0.0, "assume_sorted": True}
    want = interp1d(nodes, np.identity(len(nodes)), axis=0, **given)(t)
    np.testing.assert_allclose(interpolation(t, nodes, kind), want, atol=1e-14)
