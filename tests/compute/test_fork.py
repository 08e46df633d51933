"""A process that is forked after JAX was used: an error that says so, in place of a wait without end."""

import os
import sys

import pytest

import jug
from jug.compute import jax_import
from jug.compute.selector import Choice
from jug.errors import BackendError
from jug.fitting import backend_choice

FORKED = """
import multiprocessing, warnings
import jug
warnings.simplefilter("ignore")
model, toas = jug.load(*jug.data.example("NGC6440E"))
log_l = jug.likelihood(model, toas, backend="jax")
log_p = jug.posterior(log_l)
before = log_l(log_l.start)

def work(what):
    try:
        return log_l(log_l.start) if what == "likelihood" else jug.fit(model, toas, backend=what).chi2
    except jug.BackendError as error:
        return str(error)

with multiprocessing.get_context("fork").Pool(1) as pool:
    for found in pool.map_async(work, ["likelihood", "jax", "numpy"]).get(timeout=120):
        print(found)
    for function, at in ((log_l, log_l.start), (log_p, log_p.start), (log_l.many, [log_l.start])):
        try:  # as emcee does it: the function goes to the worker with each vector
            pool.map_async(function, [at]).get(timeout=120)
        except jug.BackendError as error:
            print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_forked_process_is_told(run_python) -> None:
    likelihood, with_jax, with_numpy, *sent = run_python(FORKED).splitlines()
    assert len(sent) == 3
    for said in (likelihood, with_jax, *sent):
        assert said.startswith("JAX was used before this process was forked, and would never return here; start the")
        assert "multiprocessing.get_context('spawn') or 'forkserver'" in said
        assert said.endswith("or use backend='numpy'")
    assert float(with_numpy) > 0.0


OWN_JAX = """
import multiprocessing, warnings
import jug
import jax
warnings.simplefilter("ignore")
model, toas = jug.load(*jug.data.example("NGC6440E"))
jax.jit(lambda x: x @ x)(jax.numpy.ones((30, 30))).block_until_ready()

def work(what):
    try:
        if what == "likelihood":
            return jug.likelihood(model, toas, backend="jax")
        return jug.fit(model, toas, backend=what).backend
    except jug.BackendError as error:
        return str(error)

with multiprocessing.get_context("fork").Pool(1) as pool:
    for found in pool.map_async(work, ["likelihood", "jax", "auto"]).get(timeout=60):
        print(found)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_process_forked_after_the_users_own_jax_is_told(run_python) -> None:
    """jug has not used JAX, and the parent has."""
    likelihood, with_jax, by_itself = run_python(OWN_JAX).splitlines()
    assert likelihood == with_jax
    assert with_jax.startswith("JAX was used before this process was forked, and would never return here")
    assert by_itself == "numpy"


def test_auto_goes_on_with_numpy(monkeypatch) -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    want = jug.fit(model, toas, backend="numpy")
    monkeypatch.setattr(jax_import, "_used_in", [os.getpid() + 1])
    monkeypatch.setattr(backend_choice, "choose", lambda *_, **__: Choice("jax", "as a test has it"))
    with pytest.warns(jug.FitWarning, match="JAX was used before this process was forked"):
        found = jug.fit(model, toas)
    assert found.backend == "numpy"
    assert found.chi2 == want.chi2
    with pytest.raises(BackendError, match="spawn"):
        jug.likelihood(model, toas, backend="jax")
