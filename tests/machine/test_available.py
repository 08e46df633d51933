"""What `jug.backends` says of machines that this one is not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import jug
from jug.errors import BackendError
from jug.machine import available


def jax_with(*platforms: str, double: bool = True) -> SimpleNamespace:
    """A JAX with these devices, whose arrays are double where they can be and have been asked for."""
    asked = [False]

    @contextmanager
    def enable_x64(on: bool) -> Iterator[None]:
        asked[0] = on
        yield
        asked[0] = False

    def ones(_: int) -> np.ndarray:
        return np.ones(1, np.float64 if double and asked[0] else np.float32)

    return SimpleNamespace(
        devices=lambda: [SimpleNamespace(platform=name, device_kind=f"kind of {name}") for name in platforms],
        enable_x64=enable_x64,
        numpy=SimpleNamespace(ones=ones),
        __version__="9.8",
    )


@pytest.mark.parametrize(
    ("platforms", "gpu"), [(("cpu",), False), (("gpu",), True), (("gpu", "cpu"), True), (("cpu", "cpu"), False)]
)
@pytest.mark.parametrize("double", [True, False])
def test_devices_and_their_precision(
    monkeypatch: pytest.MonkeyPatch, platforms: tuple[str, ...], gpu: bool, double: bool
) -> None:
    monkeypatch.setattr(available, "import_jax", lambda: jax_with(*platforms, double=double))
    found = jug.backends()
    assert (found.gpu, found.float64, found.jax, found.why_not) == (gpu, double, "9.8", "")
    assert found.devices == tuple(f"{name}: kind of {name}" for name in platforms)
    assert f"JAX        9.8, {'float64' if double else 'no float64'}\n" in str(found)
    assert f"GPU        {'yes' if gpu else 'no'}\n" in str(found)


def test_the_first_line_says_why_there_is_no_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> object:
        raise BackendError("JAX is ill\nat length")

    monkeypatch.setattr(available, "import_jax", none)
    found = jug.backends()
    assert (found.why_not, found.float64, found.gpu, found.devices) == ("JAX is ill", False, False, ())
    assert "JAX        JAX is ill\ndevices    none\n" in str(found)


def test_compiled_iterations_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(available, "import_jax", lambda: jax_with("cpu"))
    monkeypatch.setattr(available, "compiled_folder", lambda: tmp_path / "compiled")
    assert jug.backends().compiled == 0
    (tmp_path / "compiled").mkdir()
    for name in ("known-1", "known-2", "other-3"):
        (tmp_path / "compiled" / name).touch()
    assert jug.backends().compiled == 2


def test_libraries_of_linear_algebra_alone_are_blas(monkeypatch: pytest.MonkeyPatch) -> None:
    openmp = {"user_api": "openmp", "internal_api": "openmp", "version": "1", "num_threads": 7}
    blas = {"user_api": "blas", "internal_api": "openblas", "version": "0.3", "num_threads": 2}
    monkeypatch.setattr("threadpoolctl.threadpool_info", lambda: [openmp, blas])
    assert available._blas() == ("openblas 0.3, 2 threads",)
