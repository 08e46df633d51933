"""JAX for a likelihood, whose errors name the other backend."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeGuard

from jug.compute.jax_import import ForkedError, import_jax
from jug.core.array import Array
from jug.errors import BackendError

if TYPE_CHECKING:
    from jug.compute.jax_protocol import DeviceArray, Jax


@contextmanager
def without_other_backend() -> Iterator[None]:
    """Replace the hint of a `BackendError`: a likelihood names its backend."""
    try:
        yield
    except ForkedError:
        raise
    except BackendError as reason:
        hint = "jug.likelihood(..., backend='numpy') evaluates values and gradients without JAX"
        raise BackendError(reason.why, hint) from reason


def jax_of_likelihood() -> "Jax":
    """The jax module (`jug.compute.jax_import.import_jax`)."""
    with without_other_backend():
        return import_jax()


def is_of_jax(theta: object) -> "TypeGuard[DeviceArray]":
    """Whether this is an array of JAX, or stands for one in a trace; JAX is not imported.

    Parameters
    ----------
    theta : object

    Returns
    -------
    bool
    """
    kind: type | tuple[()] = getattr(sys.modules.get("jax"), "Array", ())
    return isinstance(theta, kind)


def require_float64(theta: "Array | DeviceArray") -> None:
    """Refuse an array of JAX with fewer digits.

    Parameters
    ----------
    theta : array of JAX
        In any unit.

    Raises
    ------
    BackendError
        It is not of float64.
    """
    if str(theta.dtype) != "float64":
        hint = "call jax.config.update('jax_enable_x64', True) before the sampler makes its first array"
        raise BackendError(f"theta is {theta.dtype}, not float64", hint)
