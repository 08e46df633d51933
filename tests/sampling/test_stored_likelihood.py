"""Executables of a likelihood that a later process finds: by all that they depend on, and without a trace."""

import sys
from pathlib import Path

import numpy as np
import pytest
from noise_sets import SETS

import jug
from jug.compute import compile_cache, stored_code
from jug.compute.jax_import import import_jax
from jug.compute.stored_code import TRACED_PACKAGES
from jug.errors import BackendError
from jug.model.evaluation import vjp

jax = import_jax()
PACKAGE = Path(compile_cache.__file__).parent.parent


@pytest.fixture(scope="module")
def pulsar(epochs_of_three):
    """A small set with ECORR, red and DM noise, whose coefficients are integrated over with a factor of LAPACK."""
    return epochs_of_three(*SETS["all"], n=60)


@pytest.fixture
def folder(quickly_compiled: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache of compiled code."""
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "jax"


@pytest.fixture
def nothing_compiles(monkeypatch: pytest.MonkeyPatch):
    """From its call on, a compilation is an error."""

    def fails(*_):
        raise RuntimeError("compiled")

    return lambda: monkeypatch.setattr(compile_cache, "_compile_with_options", fails)


def test_a_second_likelihood_is_found(pulsar, folder: Path, nothing_compiles) -> None:
    """Value and gradient are the same to the last bit."""
    like = jug.likelihood(*pulsar)
    at = like.start + 0.1
    value, slope = like.value_and_grad(at)
    assert len(list(folder.glob("code-*"))) == 1
    nothing_compiles()
    again = jug.likelihood(*pulsar).value_and_grad(at)
    assert again[0] == value
    np.testing.assert_array_equal(again[1], slope)
    with pytest.raises(BackendError, match="compiled"):
        like(at)


def test_each_function_and_vector_has_its_own_file(pulsar, monkeypatch: pytest.MonkeyPatch) -> None:
    files: list[Path] = []

    def stops(jax, file, make):
        files.append(file)
        raise KeyError

    monkeypatch.setattr(stored_code, "load_or_compile", stops)
    model, toas = pulsar
    vectors = {}, {"noise": ()}, {"noise": ["EFAC1"]}, {"marginal": True}, {"free": model.free[1:]}, {"free": ()}
    for kind in vectors:
        like = jug.likelihood(model, toas, **kind)
        for function in (like, like.value_and_grad, like.hessian):
            with pytest.raises(KeyError):
                function(like.start)
    assert len(set(files)) == 3 * len(vectors)


def test_other_values_of_the_same_structure_are_data(pulsar, folder: Path, nothing_compiles) -> None:
    """Code that was stored for one model gives the likelihood of another one, as that one's own residuals have it."""
    model, toas = pulsar
    like = jug.likelihood(model, toas)
    like(like.start)
    nothing_compiles()
    other = model.set("EFAC1", 1.7).set("F0", model.values["F0"] * (1.0 + 1e-14))
    found = jug.likelihood(other, toas)
    assert found(found.start) == pytest.approx(jug.residuals(other, toas).log_likelihood, abs=1e-5)
    assert found(found.start) != like(like.start)


def test_a_damaged_file_is_compiled_anew(pulsar, folder: Path) -> None:
    like = jug.likelihood(*pulsar, noise=())
    value = like(like.start)
    (file,) = folder.glob("code-*")
    whole = file.read_bytes()
    file.write_bytes(whole[:-100] + bytes(100))
    again = jug.likelihood(*pulsar, noise=())
    assert again(again.start) == value
    assert len(file.read_bytes()) == pytest.approx(len(whole), rel=0.1)


def test_a_term_that_is_not_of_jug_is_not_stored(pulsar) -> None:
    """Its text would not count."""
    from dataclasses import replace

    model, toas = pulsar
    assert jug.likelihood(model, toas)._made().about is not None
    other = replace(model, components=tuple(replace(c) if c.spin else c for c in model.components))
    assert jug.likelihood(other, toas)._made().about is None


def test_the_text_of_jug_is_all_of_what_is_traced(pulsar) -> None:
    """No function of jug in another folder than those of the name runs in a trace."""
    like, files = jug.likelihood(*pulsar), set()
    functions = like._made()
    with jax.enable_x64(True):
        sys.setprofile(lambda frame, event, _: files.add(frame.f_code.co_filename) if event == "call" else None)
        try:
            functions.value_and_grad.trace(like.start, functions.data)
        finally:
            sys.setprofile(None)
    own = {Path(file).relative_to(PACKAGE) for file in files if Path(file).is_relative_to(PACKAGE)}
    assert {"chain.py", "vjp.py", "log_likelihood.py", "gaussian.py"} <= {path.name for path in own}
    assert {path.parts[0] for path in own} <= set(TRACED_PACKAGES)


def test_sums_are_in_the_order_of_the_free_parameters(pulsar, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of a set differs between processes: JAX's own cache then never finds a program of an earlier one."""
    model, toas = pulsar
    keys, sums = [], vjp._sums
    monkeypatch.setattr(vjp, "_sums", lambda *given: keys.append(given[3]) or sums(*given))
    like = jug.likelihood(model, toas, noise=())
    functions = like._made()
    with jax.enable_x64(True):
        functions.value_and_grad.trace(like.start, functions.data)
    wanted = dict.fromkeys(model.entries[name].param.name for name in model.free)
    assert [list(found) for found in keys] == [list(wanted)]
