"""XLA ends the process at a flag that it does not know: it is told before JAX is loaded."""

import sys

import pytest

from jug.compute.jax_import import import_jax
from jug.compute.xla_flags import check_xla_flags
from jug.errors import BackendError


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--xla_nonsense=1", r"Unknown flag in XLA_FLAGS: --xla_nonsense=1"),
        ("--xla_cpu_enable_fast_math=maybe", r"Couldn't interpret value maybe for flag xla_cpu_enable_fast_math\."),
        ("nonsense", "Could not open file"),
    ],
)
def test_flags_that_xla_does_not_know(monkeypatch: pytest.MonkeyPatch, flags: str, said: str) -> None:
    """The process ended with exit code 1, which is that of a decision that is needed."""
    monkeypatch.setenv("XLA_FLAGS", flags)
    monkeypatch.delitem(sys.modules, "jax", raising=False)
    with pytest.raises(BackendError, match=rf"JAX cannot be loaded: XLA_FLAGS='{flags}' \({said}.*correct XLA_FLAGS"):
        import_jax()


def test_flags_that_xla_knows_and_a_trial_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is refused."""
    known, unknown = "--xla_force_host_platform_device_count=2", "--xla_nonsense=1"
    monkeypatch.setenv("XLA_FLAGS", known)
    refused = []
    for program, flags in ((sys.executable, known), ("/nonexistent", unknown), ("false", unknown)):
        monkeypatch.setattr(sys, "executable", program)
        try:
            check_xla_flags(flags)
        except BackendError:
            refused.append(program)
    assert refused == []
