"""Fits whose columns and anchor are mapped temporary files: the same bits, and bounded memory."""

import errno
import os
import subprocess
import sys
import warnings
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.common.exit_codes import ExitCode, code_of
from jug.core.execution import chunks, mapped_arrays, memory
from jug.core.execution import threads as parallel
from jug.errors import JugError
from jug.fitting.backend_choice import backend_for
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.usefixtures("blas_at_rest", "chunks_in_threads")

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def small_chunks(monkeypatch):
    """Chunks of 30 rows in threads; the number of cores is `parallel.cores`."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "THREADED_ROWS", 60)
    for name in parallel.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def fitted(model, toas):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return jug.fit(model, toas, backend="numpy")


def is_mapped(array):
    while isinstance(array, np.ndarray) and array.base is not None:
        array = array.base
    return not isinstance(array, np.ndarray)


EXTRA = ("JUMP -fe S 1e-4 1", "DM1 0 1", "EFAC -fe S 1.2", "BINARY ELL1", "PB 12.3 1", "A1 9.2 1", "TASC 55001.2 1")


@pytest.mark.parametrize("extra", [EXTRA, (*EXTRA, "DMX_0001 1e-4 1", "DMXR1_0001 54000", "DMXR2_0001 54400")])
def test_a_streamed_fit_has_the_bits_of_one_in_memory(tmp_path, simulated, monkeypatch, small_chunks, extra):
    model, toas = simulated(*extra, "EPS1 1e-5", "EPS2 2e-5", n=335)
    before = fitted(model, toas)
    words = str(before.verdict)
    stored = jug.store_toas(tmp_path / "toas", (toas[:200], toas[200:]))
    monkeypatch.setattr(chunks, "STREAMED_ROWS", 300)
    assert is_mapped(make_anchor(model, stored).reference.x.r_obs)
    for cores in (1, 2, 3):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        after = fitted(model, stored)
        assert after.model.values == before.model.values
        np.testing.assert_array_equal(after.covariance, before.covariance)
        for field in fields(before.residuals):
            one, other = getattr(after.residuals, field.name), getattr(before.residuals, field.name)
            if field.name != "noise":
                np.testing.assert_array_equal(one, other)
        assert after.chi2 == before.chi2
        assert str(after.verdict) == words
        assert after.summary() == before.summary()


def test_correlated_noise_and_measured_dms_can_be_streamed(simulated, monkeypatch, small_chunks):
    model, toas = simulated("DM1 0 1", "TNREDAMP -12", "TNREDGAM 3", "TNREDC 5", "DMEFAC -fe S 1.1", n=335)
    wide = jug.simulate(model, toas, dm_error=1e-4)
    before = [fitted(model, toas), fitted(model.with_wideband(True), wide)]
    monkeypatch.setattr(chunks, "STREAMED_ROWS", 300)
    for one, other in zip([fitted(model, toas), fitted(model.with_wideband(True), wide)], before, strict=True):
        assert one.chi2 == other.chi2
        assert one.model.values == other.model.values


def test_the_forward_pass_is_found_again_where_it_was_not_kept(simulated, small_chunks):
    model, toas = simulated("DM1 0 1", n=335)
    anchor = make_anchor(model, toas)
    assert "state" not in vars(anchor.forward_pass)
    np.testing.assert_array_equal(anchor.state.t_e, anchor.reference.t_e)
    assert anchor.state is anchor.state


def test_a_full_temporary_folder_ends_with_code_5(simulated, monkeypatch):
    model, toas = simulated(n=60)
    monkeypatch.setattr(chunks, "STREAMED_ROWS", 50)

    def full(file, size):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(mapped_arrays, "take_space", full)
    told = (
        r"no room for a temporary file of 0 MB, a column of 61 rows, in .*: No space left on device; free some space.*"
    )
    with pytest.raises(JugError, match=told + "TMPDIR names another folder") as error:
        jug.fit(model, toas)
    assert code_of(error.value) == ExitCode.MACHINE


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="the fallback is for systems without the call")
def test_without_the_call_that_takes_space_the_free_space_counts(monkeypatch):
    monkeypatch.delattr(os, "posix_fallocate")
    monkeypatch.setattr(chunks, "STREAMED_ROWS", 50)
    assert chunks.empty_rows((60, 3)).shape == (60, 3)
    with pytest.raises(JugError, match="No space left on device"):
        chunks.empty_rows(10**15)


def test_jax_is_not_chosen_where_its_copy_has_no_room(simulated, monkeypatch):
    model, toas = simulated(n=60)
    anchor = make_anchor(model, toas)
    monkeypatch.setattr(chunks, "STREAMED_ROWS", 50)
    monkeypatch.setattr("jug.fitting.backend_choice.memory_left", lambda: 0.03)
    assert "NumPy streams the columns of many TOAs" in backend_for(model, anchor, "auto").reason
    monkeypatch.setattr("jug.fitting.backend_choice.memory_left", lambda: 0.04)
    assert "streams" not in backend_for(model, anchor, "auto").reason


def test_a_streamed_fit_is_not_refused_for_what_it_does_not_need(monkeypatch):
    monkeypatch.setattr(memory, "memory_left", lambda: 1800.0)
    memory.require_for_fit(10_000_000, streamed=True)
    with pytest.raises(jug.errors.JugMemoryError, match="10000000 TOAs in a fit need about 6 GB"):
        memory.require_for_fit(10_000_000, streamed=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit counts mapped files elsewhere")
def test_the_limit_of_data_counts_as_memory():
    code = "import resource; resource.setrlimit(resource.RLIMIT_DATA, (10**9, 10**9))\n"
    code += "from jug.core.execution.memory import memory_left; print(memory_left())"
    left = float(subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60))
    assert 700.0 < left < 1000.0


MILLION = """
import resource, sys
sys.path.insert(0, sys.argv[1])
import ten_million, jug
from jug.core.execution import chunks
chunks.STREAMED_ROWS = 100_000
if sys.argv[3] == "store":
    jug.store_toas(sys.argv[2], ten_million.parts(ten_million.load(), 1_000_000))
else:
    resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[3]) * 10**6,) * 2)
    result = jug.fit(ten_million.load(), jug.open_toas(sys.argv[2]))
    print(result.summary())
    print(result.verdict.kind)
"""


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit counts mapped files elsewhere")
def test_a_million_toas_under_a_tenth_of_the_limit_of_ten_million(tmp_path):
    """2 GB for 10^7: 0.2 GB for 10^6, and 0.1 GB for Python and its libraries."""

    def run(what):
        words = [sys.executable, "-c", MILLION, str(BENCHMARKS), str(tmp_path / "toas"), what]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        return subprocess.run(words, capture_output=True, text=True, env=environment, check=False, timeout=600)

    assert run("store").returncode == 0
    done = run("300")
    assert done.returncode == 0, done.stderr
    assert "good" in done.stdout
