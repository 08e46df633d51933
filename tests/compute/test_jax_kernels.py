"""JAX as a backend: padding that changes nothing, code that is kept, failures that are said."""

import os
import warnings
from threading import Event, Thread

import numpy as np
import pytest

import jug
from jug.analysis.grids import grid
from jug.compute import compile_cache, jax_functions
from jug.compute import jax_kernels as jaxed
from jug.compute.kernels import kernels
from jug.compute.padding import pad_reference, padded_size, remove_padding
from jug.compute.selector import Choice
from jug.core.execution import chunks
from jug.core.execution.chunks import CHUNK_ROWS, equal_chunk_rows
from jug.core.execution.stopwatch import Stopwatch
from jug.errors import BackendError
from jug.fitting import fit
from jug.model.evaluation.anchor import make_anchor

CHI2 = 5e-8
"""0.1 ps of rounding in a residual, in part common to all, against 1 us of uncertainty."""

NOISE = ("EFAC -fe L 1.2", "ECORR -fe L 0.8", "ECORR -fe S 0.5", "TNREDAMP -13.5", "TNREDGAM 3.5", "TNREDC 7")


def iterations(model, toas, *names):
    """An iteration of each backend from the same anchor, slightly off it."""
    anchor = make_anchor(model, toas)
    dx = np.zeros(len(model.free))
    first = kernels("numpy", model.components, model.layout).iteration(anchor.reference, dx, 0.0)
    dx = 1e-3 * np.asarray(first.step.dx)[-len(dx) :]
    made = [kernels(name, model.components, model.layout) for name in names]
    return anchor, [run.iteration(run.to_device(anchor.reference), dx, 1e-3) for run in made]


def test_sizes_are_few_and_at_most_an_eighth_more():
    sizes = [padded_size(n) for n in range(1, 5000)]
    assert all(n <= size <= max(64, 1.13 * n) for n, size in enumerate(sizes, 1))
    assert len(set(sizes)) < 60
    assert [padded_size(size) for size in set(sizes)] == list(set(sizes))
    for n in (CHUNK_ROWS + 1, 300_000, 1_000_000):
        assert padded_size(n) % equal_chunk_rows(padded_size(n)) == 0
        assert CHUNK_ROWS / 2 < equal_chunk_rows(padded_size(n)) <= CHUNK_ROWS


@pytest.mark.parametrize("more", [(), NOISE, ("PHOFF 0 1",), ("DMX_0001 0 1", "DMXR1_0001 54000", "DMXR2_0001 55000")])
def test_padding_and_compilation_change_nothing(epochs_of_three, more):
    model, toas = epochs_of_three("JUMP -fe S 0 1", *more, n=105)
    anchor, (one, other) = iterations(model, toas, "numpy", "jax")
    assert len(pad_reference(anchor.reference, 112).residual) == 112
    assert other.residual.shape == one.residual.shape
    assert np.max(np.abs(one.residual - other.residual) / anchor.reference.rate) < 1e-12
    assert float(other.step.chi2) == pytest.approx(float(one.step.chi2), rel=CHI2)
    np.testing.assert_allclose(other.step.normal.gram, one.step.normal.gram, atol=1e-9)
    np.testing.assert_allclose(other.step.normal.scale, one.step.normal.scale, rtol=1e-9)


@pytest.mark.parametrize("more", [(), ("PHOFF 0 1",)])
def test_chunks_are_the_whole(simulated, monkeypatch, more):
    """The same sums in chunks of 30 rows (NumPy, the last one shorter) and of 20 (JAX)."""
    model, toas = simulated("JUMP -fe S 0 1", "DM1 0 1", *more, n=155)
    _, (whole,) = iterations(model, toas, "numpy")
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    jaxed._executables.cache_clear()
    anchor, parts = iterations(model, toas, "numpy", "jax")
    jaxed._executables.cache_clear()
    assert equal_chunk_rows(padded_size(155)) == 20
    for part in parts:
        assert part.blocks is None
        assert np.max(np.abs(part.residual - whole.residual) / anchor.reference.rate) < 1e-12
        assert float(part.step.chi2) == pytest.approx(float(whole.step.chi2), rel=CHI2)
        size = 1.0 / np.asarray(whole.step.normal.scale)
        assert np.max(np.abs(part.step.dx - whole.step.dx) / size) < 1e-6 * np.max(np.abs(whole.step.dx) / size)


def test_everything_in_the_compiled_function_has_64_bits(epochs_of_three):
    """No array, and no number on the way, is of less than double precision, in whatever place it runs."""
    import jax

    model, toas = epochs_of_three(*NOISE, "JUMP -fe S 0 1", n=90)
    placed = jaxed.to_device(make_anchor(model, toas).reference, Stopwatch(), jax.devices("cpu")[0])
    function = jax_functions.iteration_function(model.components, model.layout, placed.size)
    with jax.enable_x64(True):
        program = jax.make_jaxpr(function)(placed.reference, np.zeros(len(model.free)), 0.0)
    kinds = {str(v.aval.dtype) for e in equations(program.jaxpr) for v in (*e.invars, *e.outvars)}
    assert "float64" in kinds
    assert kinds <= {"float64", "int64", "int32", "bool", "uint32"}
    assert {leaf.device.platform for leaf in jax.tree.leaves(placed.reference)} == {"cpu"}


def equations(jaxpr):
    """Every equation of a program and of the programs inside it."""
    for e in jaxpr.eqns:
        yield e
        for value in e.params.values():
            for inner in value if isinstance(value, tuple | list) else (value,):
                if hasattr(inner, "jaxpr"):
                    yield from equations(inner.jaxpr)
                elif hasattr(inner, "eqns"):
                    yield from equations(inner)


def test_a_second_process_finds_the_compiled_code(run_python, tmp_path, monkeypatch):
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "new"))
    code = """
import jug, logging, jax
jax.config.update("jax_explain_cache_misses", True)
model, toas = jug.load(*jug.data.example("NGC6440E"))
result = jug.fit(model, toas, backend="jax", profile=True)
traced = any(stage == "trace" for stage, *_ in result.profile)
print(repr(result.chi2), traced, result.backend, jax.config.jax_compilation_cache_dir, jax.config.jax_enable_x64)
"""
    said = run_python(code.replace("import jug,", "import jug, jug.data,"))
    assert said.split()[-3:] == ["jax", "None", "False"]
    assert said.split()[-4] == "True"
    first = {path: path.read_bytes() for path in (tmp_path / "new" / "jax").glob("code-*")}
    assert len(first) == 1
    again = run_python(code.replace("import jug,", "import jug, jug.data,"))
    assert again.split()[-4] == "False"  # not even traced
    assert again.split()[-5] == said.split()[-5]  # to the last bit
    assert {path: path.read_bytes() for path in (tmp_path / "new" / "jax").glob("code-*")} == first


@pytest.fixture
def jug_cache(monkeypatch, tmp_path):
    """An empty cache of compiled code."""
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "jax"


def compiled_now():
    """A small function, compiled in jug's way, at 2."""
    import jax

    def twice(a):
        return 2.0 * a

    jax.clear_caches()
    return float(compile_cache.compiled_for(jax, jax.jit(twice), (2.0,))(2.0))


def test_compiled_code_that_is_damaged_is_compiled_anew(jug_cache):
    assert compiled_now() == 4.0
    (kept,) = jug_cache.glob("*-cache")
    good = kept.stat().st_size
    kept.write_bytes(b"damaged")
    assert compiled_now() == 4.0  # a warning of JAX would be an error here
    (kept,) = jug_cache.glob("*-cache")
    assert abs(kept.stat().st_size / good - 1.0) < 0.1  # made again, once; it contains the time of its compilation
    before = kept.stat().st_mtime_ns
    assert compiled_now() == 4.0
    assert kept.stat().st_mtime_ns == before


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner there")
def test_a_cache_of_others_is_not_used(jug_cache, monkeypatch):
    assert compiled_now() == 4.0
    (kept,) = jug_cache.glob("*-cache")
    kept.unlink()
    jug_cache.chmod(0o770)
    assert compiled_now() == 4.0
    assert not list(jug_cache.glob("*-cache"))
    jug_cache.chmod(0o700)
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: jug_cache.stat().st_uid + 1)
        assert compiled_now() == 4.0
    assert not list(jug_cache.glob("*-cache"))
    assert compiled_now() == 4.0
    assert list(jug_cache.glob("*-cache"))


def test_a_cache_that_cannot_be_written_to_is_not_used(jug_cache, monkeypatch):
    def full(**_):
        raise PermissionError

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert compiled_now() == 4.0
    assert jug_cache.is_dir()
    assert not list(jug_cache.iterdir())


def test_a_damaged_cache_of_the_user_fails_in_the_words_of_jug(tmp_path):
    import jax
    from jax.experimental.compilation_cache.compilation_cache import reset_cache

    before = jax.config.jax_persistent_cache_min_compile_time_secs
    jax.config.update("jax_compilation_cache_dir", str(tmp_path))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    try:
        assert compiled_now() == 4.0
        next(tmp_path.glob("*-cache")).write_bytes(b"damaged")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(BackendError, match=r"JAX cannot compile .*Error reading persistent"):
                compiled_now()
    finally:
        jax.config.update("jax_compilation_cache_dir", None)
        jax.config.update("jax_persistent_cache_min_compile_time_secs", before)
        reset_cache()


def test_a_thread_waits_for_the_cache_of_another(jug_cache):
    """It does not take jug's folder, which JAX has while another thread compiles, for one that the user has named."""
    import jax

    inside, found = Event(), []

    def other():
        with compile_cache.compilation_cache(jax):
            inside.set()
            found.append(jax.config.jax_compilation_cache_dir)

    thread = Thread(target=other)
    with compile_cache.compilation_cache(jax):
        thread.start()
        assert not inside.wait(0.2)
    thread.join(60)
    assert found == [str(jug_cache)]
    assert jax.config.jax_compilation_cache_dir is None


def failing(*_):
    raise RuntimeError("RESOURCE_EXHAUSTED: out of memory\nmore")


def test_numpy_takes_over_where_jax_cannot(simulated, monkeypatch):
    model, toas = simulated(n=50)
    monkeypatch.setattr(fit, "backend_for", lambda *_: Choice("jax", "said so"))
    monkeypatch.setattr(compile_cache, "_compile_with_options", failing)
    monkeypatch.setattr(jaxed, "_executables", lambda *_: {})
    with pytest.warns(jug.FitWarning, match=r"JAX cannot compile .*out of memory\), so the fit ran with NumPy") as said:
        result = jug.fit(model, toas)
    assert [warning.filename for warning in said] == [__file__]
    assert result.warnings == (result.backend_reason,)
    assert result.backend == "numpy"
    monkeypatch.undo()
    same = jug.fit(model, toas, backend="numpy")
    assert result.values == same.values
    assert result.chi2 == same.chi2


def test_a_grid_goes_on_with_numpy_where_jax_cannot(simulated, monkeypatch):
    model, toas = simulated(n=52)
    axes = {"F1": model.values["F1"] + 1e-17 * np.arange(3)}
    want = jug.grid(model, toas, axes, backend="numpy")
    monkeypatch.setattr(grid, "JAX_PAYS", 1.0)
    monkeypatch.setattr(compile_cache, "_compile_with_options", failing)
    with pytest.warns(jug.FitWarning, match=r"out of memory\), so NumPy did the points") as said:
        found = jug.grid(model, toas, axes)
    assert said[0].filename == __file__
    np.testing.assert_array_equal(found.chi2, want.chi2)
    with pytest.raises(BackendError, match="out of memory"):
        jug.grid(model, toas, axes, backend="jax")
    with pytest.raises(BackendError, match="out of memory"):
        jug.likelihood(model, toas)([0.0] * len(model.free))


def test_a_failure_of_jax_that_was_asked_for_says_why(simulated, monkeypatch):
    model, toas = simulated(n=50)
    monkeypatch.setattr(compile_cache, "_compile_with_options", failing)
    monkeypatch.setattr(jaxed, "_executables", lambda *_: {})
    with pytest.raises(BackendError, match=r"out of memory.*; use backend='numpy'"):
        jug.fit(model, toas, backend="jax")


def test_no_jax_is_said(simulated, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jax", None)
    with pytest.raises(BackendError, match="JAX cannot be imported"):
        jug.fit(*simulated(n=50), backend="jax")


@pytest.mark.parametrize("broken", [AssertionError(), RuntimeError("Unable to initialize backend 'cuda'")])
def test_no_device_is_said(simulated, monkeypatch, broken):
    import jax

    def none():
        raise broken

    monkeypatch.setattr(jax, "devices", none)
    monkeypatch.setattr(fit, "backend_for", lambda *_: Choice("jax", "said so"))
    with pytest.raises(BackendError, match="JAX finds no device"):
        jug.fit(*simulated(n=50), backend="jax")
    with pytest.warns(jug.FitWarning, match="so the fit ran with NumPy"):
        assert jug.fit(*simulated(n=50)).backend == "numpy"
    assert "no device" in jug.backends().why_not


@pytest.mark.parametrize(("name", "stages"), [("numpy", {"anchor", "evaluate"}), ("jax", {"dispatch", "compute"})])
def test_a_profile_has_the_stages(simulated, name, stages):
    model, toas = simulated(n=50)
    found = jug.fit(model, toas, backend=name, profile=True).profile
    assert stages <= {stage.name for stage in found}
    assert all(stage.seconds >= 0.0 and stage.calls >= 1 for stage in found)
    assert jug.fit(model, toas, backend=name).profile == ()


def test_rows_that_padding_added_go_away():
    assert list(remove_padding(np.arange(8), 3, 4)) == [0, 1, 2, 4, 5, 6]
    assert list(remove_padding(np.arange(4), 3, 4)) == [0, 1, 2]


def test_once_digits_are_lost_iterations_make_the_matrix(simulated):
    """GAMMA moves with A1 and OM where periastron turns by 3e-6 rad: the normal equations lose digits."""
    orbit = (
        "BINARY DD",
        "PB 12.3 1",
        "A1 9.2 1",
        "T0 55001.2 1",
        "OM 33 1",
        "ECC 0.1 1",
        "GAMMA 0.001 1",
        "OMDOT 3e-5",
    )
    model, toas = simulated(*orbit)
    ours, other = (jug.fit(model, toas, backend=name, profile=True) for name in ("jax", "numpy"))
    calls = {stage.name: stage.calls for stage in ours.profile}
    assert calls["compute"] == 1
    assert calls["evaluate"] >= ours.n_iter  # more where a step had a geodesic acceleration
    assert ours.stop is other.stop
    assert ours.chi2 == pytest.approx(other.chi2, abs=1e-5)  # 3e-3 sigma along the degenerate direction
    assert list(ours.errors.values()) == pytest.approx(list(other.errors.values()), rel=1e-4)
