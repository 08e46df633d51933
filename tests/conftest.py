"""What every test stands on: no network, clock files of this run, and fixtures."""

import atexit
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
import threadpoolctl
from offline import ROOT, attempts, no_network, set_up

_ROOM = Path(tempfile.mkdtemp(prefix="jug-tests-"))
hypothesis.settings.register_profile("jug", deadline=None)  # a busy machine is no failure
hypothesis.settings.load_profile("jug")
atexit.register(shutil.rmtree, _ROOM, ignore_errors=True)
set_up(_ROOM)  # before any test module is imported, hence before astropy is


import scipy.linalg  # noqa: E402, F401 (its BLAS is another library than NumPy's)
from simulated_sets import epochs_of_three, par_lines, simulated, wideband_of  # noqa: E402, F401 (fixtures)

_BLAS = threadpoolctl.ThreadpoolController().select(user_api="blas")
_AT_REST = _BLAS.info()
if "PYTEST_XDIST_WORKER" in os.environ:
    _BLAS.limit(limits=1)  # each worker has a core; or the threads of BLAS of all of them wait for each other


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Of several processes each takes its part in the order of the files: what a file loads once is loaded once."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_collection_finish() -> None:
    """Objects of modules and collected tests stay to the end: the garbage collector need not visit them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Studies and mutants are as many as one asks for: the limit of time of a test (pyproject.toml) is not for them."""
    for item in items:
        if any(map(item.get_closest_marker, ("study", "mutation"))):
            item.add_marker(pytest.mark.timeout(0))


@pytest.fixture(scope="session", autouse=True)
def _offline() -> Iterator[None]:
    """No test connects to another machine (processes that a test starts are their own masters)."""
    with no_network():
        yield


@pytest.fixture
def network_attempts() -> list[str]:
    """Addresses outside this machine that this test run has asked for: to stay empty."""
    return attempts


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str, float, float, str], None]:
    """Assert that a figure is below its limit, and note both for docs/accuracy.md (docs/make_evidence.py)."""

    def note(what: str, value: float, below: float, unit: str) -> None:
        record_property("measured", json.dumps([what, float(value), float(below), unit]))
        assert value < below, f"{what}: {value:.3g} {unit}, not below {below:g} {unit}"

    return note


@pytest.fixture
def clock_folder() -> Path:
    """The folder of clock files that jug and PINT both read in this run (``$PINT_CLOCK_OVERRIDE``)."""
    return _ROOM / "clock"


@pytest.fixture
def embedded_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """jug sees only the data that it carries, as a new user's does."""
    monkeypatch.delenv("PINT_CLOCK_OVERRIDE", raising=False)
    monkeypatch.delenv("JUG_DATA", raising=False)


@pytest.fixture
def blas_at_rest() -> Iterator[None]:
    """As many threads of BLAS as a process of a user has, for tests of these."""
    with _BLAS.limit(limits={one["prefix"]: one["num_threads"] for one in _AT_REST}):
        yield


def _compiled_quickly() -> Iterator[None]:
    """What runs a few times, on some tens of rows, and is not itself what a test is about: compiled quickly, not well.

    Derivatives that others are held against, and chains: a likelihood as users have it is compiled in tests/sampling.
    """
    import jax

    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)


quickly_compiled = pytest.fixture(_compiled_quickly)
module_quickly_compiled = pytest.fixture(scope="module")(_compiled_quickly)


@pytest.fixture(scope="session", autouse=True)
def _likelihoods_by_jax() -> Iterator[None]:
    """With ``backend="auto"`` a likelihood compiles at its first evaluation here, and not at its 1,001st."""
    from jug.sampling import call_backend

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(call_backend, "MOST_NUMPY_CALLS", 0)
        yield


@pytest.fixture
def quick_hessian(quickly_compiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Hessian that is called once: what compiles in a third of the time runs longer, and differs by 1e-8."""
    from jug.compute.compile_cache import CPU_OPTIONS
    from jug.sampling import likelihood_functions

    monkeypatch.setattr(likelihood_functions, "UNFUSED", CPU_OPTIONS)


@pytest.fixture
def run_python(tmp_path: Path, embedded_only: None) -> Callable[[str], str]:
    """Run lines of Python in a process of their own, in an empty folder; gives what they print."""

    def run(code: str) -> str:
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": path.rstrip(os.pathsep)}
        ran = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run
