"""Families padded to a few sizes: the same answer, and one compilation for pulsars of one kind."""

from itertools import pairwise

import numpy as np
import pytest

import jug
from jug.compute import jax_kernels as jaxed
from jug.compute.kernels import kernels
from jug.compute.structure_padding import padded_members, padded_structure
from jug.core.execution.stopwatch import Stopwatch
from jug.model.evaluation.anchor import make_anchor


def bins(count, first=54000, last=56000):
    """Lines of DMX bins next to each other."""
    edges = np.linspace(first - 1, last + 1, count + 1)
    pairs = enumerate(pairwise(edges), 1)
    return [f"DMX_{i:04d} 0 1\nDMXR1_{i:04d} {a}\nDMXR2_{i:04d} {b - 0.01}" for i, (a, b) in pairs]


def lines(text):
    return [line for part in text for line in part.splitlines()]


FEW = ["EFAC -fe L 1.1", *(f"JUMP MJD {a} {a + 300} 0 1" for a in (54100, 54700, 55200)), "DM1 0 1", *bins(11)]
MORE = ["DM1 0 1", *bins(14), *(f"JUMP MJD {a} {a + 200} 0 1" for a in (54050, 54600, 55100, 55600)), "PMRA 1 1"]
OTHER = ["EFAC -fe S 1.3", "EFAC -fe L 0.9", "PMRA 2 1", *bins(16), "DM1 0 1"]
OTHER += [f"JUMP MJD {a} {a + 150} 0 1" for a in (54300, 54900, 55500)]
"""The last two differ in bins, jumps, noise and the order of their lines."""


def test_members_are_few():
    assert [padded_members(k) for k in (0, 1, 2, 3, 5, 8, 9, 16, 71, 73)] == [0, 1, 2, 4, 8, 8, 16, 16, 72, 80]


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("fixed", [(), ("DMX_0003", "JUMP2")])
@pytest.mark.parametrize("phoff", [(), ("PHOFF 0 1",)])
def test_a_padded_iteration_is_that_of_the_model(simulated, fixed, phoff):
    model, toas = simulated(*lines(FEW), *phoff, n=100)
    model = model.with_free([name for name in model.free if name not in fixed])
    ref, dx = make_anchor(model, toas).reference, np.zeros(len(model.free))
    shared = padded_structure(model.components, model.layout)
    assert len(shared.layout.free) == len(dx) + 16 - 11 + 4 - 3
    assert not any(c.scale for c in shared.components)
    plain = jaxed.jax_iteration(model.components, model.layout, Stopwatch())(
        jaxed.to_device(ref, Stopwatch()), dx, 1e-3
    )
    run = kernels("jax", model.components, model.layout)
    found = run.iteration(run.to_device(ref), dx, 1e-3)
    np.testing.assert_allclose(found.residual, plain.residual, rtol=0, atol=1e-13)
    assert float(found.step.chi2) == pytest.approx(float(plain.step.chi2), rel=1e-12)
    for one, other in zip(found.step.normal[:3], plain.step.normal[:3], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
    size = 1.0 / plain.step.normal.scale
    np.testing.assert_allclose(found.step.dx / size, plain.step.dx / size, rtol=0, atol=1e-9)


def test_another_pulsar_of_the_kind_is_not_compiled_again(simulated):
    structures, results = set(), []
    for given in (MORE, OTHER):
        model, toas = simulated(*lines(given), n=110)
        model = model.with_free([name for name in model.free if name != "DM"])
        shared = padded_structure(model.components, model.layout)[:2]
        if not structures:
            before = jaxed.compilations(*shared)
        structures.add(shared)
        results.append((jug.fit(model, toas, backend="jax"), jug.fit(model, toas, backend="numpy")))
    assert len(structures) == 1
    assert jaxed.compilations(*shared) == before + 1
    for found, want in results:
        assert found.backend == "jax"
        assert found.chi2 == pytest.approx(want.chi2, rel=5e-8)
        for name in want.names:
            assert abs(found.values[name] - want.values[name]) < 1e-4 * want.errors[name] or want.errors[name] == 0.0
            assert found.errors[name] == pytest.approx(want.errors[name], rel=1e-6)
