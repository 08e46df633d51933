"""Executables that later processes find: by all that they depend on, checked before they run."""

import sys
from pathlib import Path

import numpy as np
import pytest

from jug.compute import jax_functions, stored_code
from jug.compute.compile_cache import compiled_for
from jug.compute.coupled_function import coupled_sums_function
from jug.compute.jax_import import import_jax
from jug.compute.jax_kernels import to_device
from jug.compute.stored_code import MOST_STORED_BYTES, TRACED_PACKAGES, code_file
from jug.core.execution.stopwatch import Stopwatch
from jug.model.evaluation.anchor import make_anchor

jax = import_jax()
PACKAGE = Path(jax_functions.__file__).parent.parent
NOISE = ("ECORR -fe L 0.8", "TNREDAMP -13.5", "TNREDGAM 3.5", "TNREDC 3", "DMX_0001 0 1", "DMXR1_0001 54000")
MODEL = (*NOISE, "DMXR2_0001 55000", "JUMP -fe S 0 1")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache of compiled code."""
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "jax"


def twice(a):
    return 2.0 * a


def run_twice(about: object = "twice", function=twice, at: float = 2.0) -> tuple[float, bool]:
    """The result of a small function, and whether it was traced for it."""
    stopwatch = Stopwatch()
    run = compiled_for(jax, jax.jit(function), (np.asarray(at),), stopwatch, about=about)
    return float(run(np.asarray(at))), any(stage == "trace" for stage, *_ in stopwatch.stages)


def test_what_is_stored_is_found_without_a_trace(folder: Path) -> None:
    assert run_twice() == (4.0, True)
    assert len(list(folder.glob("code-*"))) == 1
    assert not list(folder.glob("*-cache"))  # of JAX
    assert run_twice(at=3.0) == (6.0, False)
    assert run_twice("another function") == (4.0, True)


def test_the_name_tells_all_that_the_code_depends_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another function, shape, type, option, setting or flag, another text of jug, version or processor."""

    def name(about: object = "f", a: object = 1.0, **options: bool) -> Path | None:
        return code_file(jax, folder, about, (np.asarray(a),), options)

    own = name()
    others = [name("g"), name(a=[1.0]), name(a=1), name(option=True)]
    with jax.enable_x64(True):
        others.append(name())
    with jax.default_matmul_precision("float32"):
        others.append(name())
    changes = {"_source_sum": lambda: "0", "_processor": lambda: ("z80",), "cores": lambda: 7}
    for function, changed in changes.items():
        with monkeypatch.context() as patch:
            patch.setattr(stored_code, function, changed)
            others.append(name())
    for module in (jax, np):
        with monkeypatch.context() as patch:
            patch.setattr(module, "__version__", "0.0")
            others.append(name())
    monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_enable_fast_math=true")
    others.append(name())
    assert None not in (own, *others)
    assert len({own, *others}) == 1 + len(others)


def test_the_text_of_jug_is_all_of_what_is_traced(epochs_of_three, monkeypatch: pytest.MonkeyPatch) -> None:
    """No function of jug in another folder than those of the name runs in a trace; and the text of each counts."""
    model, toas = epochs_of_three(*MODEL, n=60)
    data = to_device(make_anchor(model, toas).reference, Stopwatch())
    function = coupled_sums_function(model.components, model.layout, data.size)
    files: set[str] = set()
    with jax.enable_x64(True):
        sys.setprofile(lambda frame, event, _: files.add(frame.f_code.co_filename) if event == "call" else None)
        try:
            jax.make_jaxpr(function)(data.reference, np.zeros(len(model.free)))
        finally:
            sys.setprofile(None)
    own = {Path(file).relative_to(PACKAGE) for file in files if Path(file).is_relative_to(PACKAGE)}
    assert {"chain.py", "spin.py", "coupled_sums.py", "blocks.py"} <= {path.name for path in own}
    assert {path.parts[0] for path in own} <= set(TRACED_PACKAGES)


@pytest.mark.parametrize("content", [b"", b"damaged", bytes(4000)])
def test_a_damaged_file_is_made_anew(folder: Path, content: bytes) -> None:
    assert run_twice() == (4.0, True)
    (file,) = folder.glob("code-*")
    whole = file.read_bytes()
    file.write_bytes(whole[:-100] + content)
    assert run_twice() == (4.0, True)
    assert run_twice() == (4.0, False)


def test_code_that_cannot_run_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XLA may find only in the first call that a function is missing in what it has loaded."""

    def fails(*_):
        raise RuntimeError("Function iota_kernel not found")

    assert run_twice() == (4.0, True)
    with monkeypatch.context() as patch:
        patch.setattr(stored_code, "_load", lambda *_: fails)
        stopwatch = Stopwatch()
        run = compiled_for(jax, jax.jit(twice), (np.asarray(2.0),), stopwatch, about="twice")
        assert [float(run(np.asarray(at))) for at in (2.0, 3.0)] == [4.0, 6.0]
    assert run_twice() == (4.0, False)


def test_calls_of_other_libraries_are_not_stored(folder: Path) -> None:
    """Their functions have no address in a process that has not traced them: XLA then ends it."""

    def root(a):
        return jax.pure_callback(np.sqrt, a, a)

    assert run_twice("root", root, 4.0) == (2.0, True)
    assert run_twice("root", root, 4.0) == (2.0, True)
    assert not list(folder.glob("code-*"))


def test_calls_of_lapack_run_in_another_process(folder: Path, run_python) -> None:
    """LAPACK's functions have an address in a process that has traced nothing of them."""

    def root(a):
        return jax.numpy.linalg.cholesky(jax.numpy.eye(3) * a)[0, 0]

    assert run_twice("root", root, 4.0) == (2.0, True)
    assert run_twice("root", root, 9.0) == (3.0, False)
    (file,) = folder.glob("code-*")
    code = f"""
from pathlib import Path
import numpy as np
from jug.compute.jax_import import import_jax
from jug.compute.stored_code import load_or_compile
print(load_or_compile(import_jax(), Path({str(file)!r}), None)(np.asarray(16.0)))
"""
    assert float(run_python(code)) == 4.0


def test_those_that_were_used_longest_ago_are_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_twice("old") == (4.0, True)
    assert run_twice("new") == (4.0, True)
    assert run_twice("old") == (4.0, False)
    size = max(path.stat().st_size for path in folder.glob("code-*"))
    assert size < 1e-3 * MOST_STORED_BYTES
    monkeypatch.setattr(stored_code, "MOST_STORED_BYTES", int(2.5 * size))
    assert run_twice("newest") == (4.0, True)
    assert [run_twice(about)[1] for about in ("old", "newest")] == [False, False]
    assert run_twice("new") == (4.0, True)


def test_a_term_that_is_not_of_jug_is_not_stored(folder: Path, epochs_of_three) -> None:
    """Its text would not count."""
    from dataclasses import replace

    from jug.compute.jax_kernels import jax_iteration

    model, toas = epochs_of_three(n=30)
    data = to_device(make_anchor(model, toas).reference, Stopwatch())
    components = tuple(replace(c) if c.spin else c for c in model.components)
    found = [
        jax_iteration(some, model.layout, Stopwatch())(data, np.zeros(len(model.free)), 0.0).step.chi2
        for some in (components, model.components)
    ]
    assert found[0] == found[1]
    assert len(list(folder.glob("code-*"))) == 1
