"""JAX needs address space: 1.2 GB on two cores were not enough and XLA aborted the process, 2 GB were."""

import sys

import pytest

from jug.compute import jax_import
from jug.errors import BackendError, JugMemoryError


@pytest.mark.parametrize(("n_cores", "need"), [(1, 1700), (2, 1900), (16, 4700)])
def test_too_little_is_told_before_jax_is_loaded(monkeypatch: pytest.MonkeyPatch, n_cores: int, need: int) -> None:
    """1500 MB, and 200 MB for each core; a JAX that is loaded already needs none."""
    monkeypatch.delitem(sys.modules, "jax", raising=False)
    monkeypatch.setattr(jax_import, "cores", lambda: n_cores)
    monkeypatch.setattr(jax_import, "address_space_left", lambda: float(need))
    jax_import._check_space()
    monkeypatch.setattr(jax_import, "address_space_left", lambda: need - 1.0)
    why = rf"it needs {need} MB of address space \(ulimit -v\), and {need - 1} MB are left"
    with pytest.raises(BackendError, match=rf"JAX cannot be loaded: {why}") as caught:
        jax_import._check_space()
    assert isinstance(caught.value.__cause__, JugMemoryError)
    monkeypatch.setitem(sys.modules, "jax", object())
    jax_import._check_space()
