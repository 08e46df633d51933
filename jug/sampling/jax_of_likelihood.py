"""JAX for a likelihood, whose errors say that there is no other backend."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jug.compute.jax_import import ForkedError, import_jax
from jug.errors import BackendError

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax


@contextmanager
def without_other_backend() -> Iterator[None]:
    """Replace the hint of a `BackendError`: a likelihood has no other backend."""
    try:
        yield
    except ForkedError:
        raise
    except BackendError as reason:
        hint = "jug.likelihood has no other backend; jug.residuals(model, toas).log_likelihood is its value without JAX"
        raise BackendError(reason.why, hint) from reason


def jax_of_likelihood() -> "Jax":
    """The jax module (`jug.compute.jax_import.import_jax`)."""
    with without_other_backend():
        return import_jax()
