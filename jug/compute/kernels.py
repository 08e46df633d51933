"""The kernels of a fit: one interface for NumPy and JAX.

`Kernels.iteration` takes nearly all the time of a fit: residuals, normal equations and step in one call, which JAX
compiles as one function (`jug.compute.jax_kernels`). JAX takes 0.3 to 0.7 s to import and about a second to compile
each new model structure; NumPy starts at once. `jug.compute.selector` chooses between them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from jug.compute.normal_equations import Iteration
from jug.compute.numpy_kernels import NumpyKernels
from jug.compute.solver import Step
from jug.core.array import Datum, Float, Parameter
from jug.core.execution.stopwatch import Stopwatch
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.evaluate import Evaluation
from jug.model.parameters import Layout

DeviceData: TypeAlias = Any
"""What `Kernels.to_device` of one backend returns and only its `Kernels.iteration` reads: the `Reference` itself for
NumPy, `jug.compute.jax_kernels.OnDevice` for JAX."""


class Kernels(NamedTuple):
    """The kernels of one backend for one model structure.

    ``dx`` is a change of the free parameters from the anchor, (k,), kernel units, in the order of the layout.

    Parameters
    ----------
    name : {"numpy", "jax"}
    to_device : callable
        ``(reference) -> data``: the arrays in the form and the memory that `iteration` needs.
    iteration : callable
        ``(data, dx, damping) -> Iteration``: residuals and damped step; the step is None where a residual is not
        finite.
    iteration_with_matrix : callable
        ``(reference, dx, damping) -> Iteration``: the same with its design matrix, by NumPy for either backend.
    evaluate : callable
        ``(reference, dx) -> Evaluation``: residuals and design matrix, by NumPy for either backend.
    residuals : callable
        ``(reference, dx) -> residuals``, (rows,), by NumPy for either backend.
    step : callable
        ``(blocks, residual, sigma, prior, damping, offset_mask) -> Step``, by NumPy for either backend; sigma, prior
        and offset_mask as in `Reference`. The offset column comes first where the fit has one.
    """

    name: str
    to_device: Callable[[Reference], DeviceData]
    iteration: Callable[[DeviceData, Float[Parameter], float], Iteration]
    iteration_with_matrix: Callable[[Reference, Float[Parameter], float], Iteration]
    evaluate: Callable[[Reference, Float[Parameter]], Evaluation]
    residuals: Callable[[Reference, Float[Parameter]], Float[Datum]]
    step: Callable[..., Step]


def kernels(
    name: str, components: tuple[Component, ...], layout: Layout, stopwatch: Stopwatch | None = None
) -> Kernels:
    """Make the kernels of a backend for one model structure.

    Parameters
    ----------
    name : {"numpy", "jax"}
    components : tuple of Component
        The terms of the model, in their order.
    layout : Layout
        The free parameters.
    stopwatch : Stopwatch, optional
        Gets the time of each stage.

    Returns
    -------
    Kernels

    Raises
    ------
    BackendError
        The backend is JAX, and JAX cannot be used.
    """
    stopwatch = stopwatch or Stopwatch()
    host = NumpyKernels(components, layout, stopwatch)
    on_host = (host.iteration_with_matrix, host.evaluate, host.residuals, host.step)
    if name == "numpy":
        return Kernels("numpy", _unchanged, host.iteration, *on_host)
    from jug.compute.jax_kernels import JaxKernels

    jax = JaxKernels(components, layout, stopwatch)
    return Kernels("jax", jax.to_device, jax.iteration, *on_host)


def _unchanged(reference: Reference) -> Reference:
    """The reference itself: NumPy needs no other form."""
    return reference
