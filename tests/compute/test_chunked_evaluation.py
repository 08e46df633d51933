"""Iterations on many rows over the cores: the same bits whatever the number of cores."""

from threading import Barrier, get_ident

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

import jug
from jug.compute import jax_kernels as jaxed
from jug.compute.kernels import kernels
from jug.core.execution import chunks
from jug.core.execution import threads as parallel
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.evaluate import phase_residuals

pytestmark = pytest.mark.usefixtures("blas_at_rest")

WAVE = (("SIN", "0 1"), ("COS", "0 1"))
WAVES = [f"WX{kind}_{k:04d} {value}" for k in (1, 2) for kind, value in (("FREQ", k / 900), *WAVE)]


@pytest.fixture
def small_chunks(monkeypatch):
    """Chunks of 30 rows, in at most 4 groups."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "MAX_GROUPS", 4)
    for name in parallel.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    jaxed._executables.cache_clear()
    yield
    jaxed._executables.cache_clear()


@pytest.mark.usefixtures("chunks_in_threads")
@pytest.mark.parametrize("name", ["numpy", "jax"])
def test_the_number_of_cores_changes_no_bit(simulated, monkeypatch, small_chunks, name):
    model, toas = simulated("JUMP -fe S 0 1", "DM1 0 1", "WXEPOCH 55000", *WAVES, n=335)
    run = kernels(name, model.components, model.layout)
    placed = run.to_device(make_anchor(model, toas).reference)
    found = []
    for cores in (1, 2, 3):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        found.append(run.iteration(placed, np.zeros(len(model.free)), 0.0))
    assert len(found[0].residual) == 335
    for other in found[1:]:
        np.testing.assert_array_equal(other.residual, found[0].residual)
        np.testing.assert_array_equal(other.step.dx, found[0].step.dx)
        np.testing.assert_array_equal(other.step.normal.gram, found[0].step.normal.gram)


@pytest.mark.parametrize("name", ["numpy", "jax"])
def test_what_is_not_finite_has_no_step(simulated, small_chunks, name):
    model, toas = simulated("DM1 0 1", n=335)
    run = kernels(name, model.components, model.layout)
    reference = make_anchor(model, toas).reference
    reference.residual[100] = np.nan
    assert run.iteration(run.to_device(reference), np.zeros(len(model.free)), 0.0).step is None


@pytest.mark.parametrize(
    "more", [(), ("BINARY ELL1", "PB 12.3 1", "A1 9.2 1", "TASC 55001.2 1", "EPS1 1e-5", "EPS2 2e-5")]
)
def test_residuals_by_chunks_are_those_of_all_rows(simulated, monkeypatch, small_chunks, more):
    """The exact ones, with what the anchor keeps of the forward pass, and the fast ones."""
    model, toas = simulated("JUMP -fe S 1e-4 1", "DM1 0 1", "WXEPOCH 55000", *WAVES, *more, n=335)
    with monkeypatch.context() as at_once:
        at_once.setattr(chunks, "CHUNK_ROWS", 1000)
        at_once.setattr(chunks, "NUMPY_CHUNK_ROWS", 1000)
        whole = make_anchor(model, toas)
    parts = make_anchor(model, toas)
    np.testing.assert_array_equal(parts.pulse_number, whole.pulse_number)
    assert np.max(np.abs(parts.reference.residual - whole.reference.residual)) < 1e-12 * whole.reference.rate[0]
    for name, one, other in zip(whole.state.x._fields, parts.state.x, whole.state.x, strict=True):
        both = ((one[key], other[key]) for key in other) if isinstance(other, dict) else [(one, other)]
        for ours, theirs in both:
            if theirs is not None:
                np.testing.assert_allclose(ours, theirs, rtol=1e-14, atol=1e-13, err_msg=name)
    for one, other in zip(parts.state.times, whole.state.times, strict=True):
        np.testing.assert_array_equal(one, other)
    assert [name for name, _ in parts.state.delays] == [name for name, _ in whole.state.delays]
    dx = np.zeros(len(model.free))
    dx[0] = 1e-13
    run = kernels("numpy", model.components, model.layout)
    fast = phase_residuals(np, model.components, model.layout, whole.reference, dx)
    assert np.max(np.abs(run.residuals(parts.reference, dx) - fast)) < 1e-12 * whole.reference.rate[0]


@pytest.mark.parametrize("name", ["numpy", "jax"])
def test_the_threads_of_blas_change_no_bit_of_a_large_fit(simulated, monkeypatch, small_chunks, name):
    waves = [f"WX{kind}_{k:04d} {value}" for k in range(1, 76) for kind, value in (("FREQ", k / 900), *WAVE)]
    model, toas = simulated("WXEPOCH 55000", *waves, n=400)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")  # or so few TOAs would have one thread
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads, user_api="blas"):
            found.append(jug.fit(model, toas, backend=name))
    one, two = found
    assert len(one.names) > 150
    np.testing.assert_array_equal(two.covariance, one.covariance)
    assert two.values == one.values
    assert two.chi2 == one.chi2


def test_jax_takes_a_thread_for_each_core(simulated, monkeypatch, small_chunks):
    """XLA does not take Python's lock: three groups are evaluated at the same time on three cores."""
    monkeypatch.setattr(parallel, "cores", lambda: 3)
    model, toas = simulated("DM1 0 1", n=335)
    run = kernels("jax", model.components, model.layout)
    placed = run.to_device(make_anchor(model, toas).reference)
    threads, real = [], jaxed.iteration_of_groups

    def counted(layout, group, count, damping):
        def of(i):
            threads.append((get_ident(), barrier.wait(60.0) if i < 3 else None))
            return group(i)

        barrier = Barrier(3)
        return real(layout, of, count, damping)

    monkeypatch.setattr(jaxed, "iteration_of_groups", counted)
    run.iteration(placed, np.zeros(len(model.free)), 0.0)
    assert len({ident for ident, _ in threads}) == 3
