"""Choose the backend of one fit: the one that the user named, or the faster one for its size."""

import sys

from jug.compute.backend_names import check_backend
from jug.compute.cost_model import FitSize
from jug.compute.selector import Choice, CompileState, choose
from jug.core.execution.chunks import are_streamed
from jug.core.execution.memory import MB, memory_left
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.columns import count_dense_columns
from jug.model.timing_model import TimingModel

JAX_BYTES = 600
"""Memory of a fit with JAX for each TOA, whose columns are copied to the device; 590 bytes were measured with 10
parameters."""


def backend_for(model: TimingModel, anchor: Anchor, backend: str) -> Choice:
    """Choose the backend of a fit.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    backend : {"auto", "numpy", "jax"}
        What the user chose.

    Returns
    -------
    Choice

    Raises
    ------
    FitError
        There is no backend of this name.
    """
    check_backend(backend)
    if backend == "auto":
        return _faster_backend(model, anchor)
    return Choice(backend, "asked for")


def fit_size(model: TimingModel, anchor: Anchor) -> FitSize:
    """Return the numbers on which the time of a fit depends.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.

    Returns
    -------
    FitSize
    """
    reference = anchor.reference
    binned = len(model.free) - count_dense_columns(model.layout, reference.x)
    prior = reference.prior
    noise = 0 if prior is None or prior.basis is None else prior.basis.shape[1]
    coupled = prior is not None or reference.offset_mask is not None
    binary = any(key == "BINARY" for c in model.components for key, _ in c.options)
    return FitSize(len(reference.residual), len(model.free), binned, noise, coupled, binary)


def _faster_backend(model: TimingModel, anchor: Anchor) -> Choice:
    """The faster backend. Compiled code of JAX is looked for only where it may change the choice."""
    n_toa = len(anchor.reference.residual)
    if are_streamed(n_toa) and memory_left() * MB < JAX_BYTES * n_toa:
        return Choice("numpy", "NumPy streams the columns of many TOAs, and JAX needs more memory than is left")
    size = fit_size(model, anchor)
    if "jax" not in sys.modules:
        choice = choose(size, state=CompileState(on_disk=True))
        if choice.backend == "numpy":
            return choice._replace(reason=f"{choice.reason}; JAX may have to compile too")
    return choose(size, state=_compile_state(model, n_toa))


def _compile_state(model: TimingModel, n_toa: int) -> CompileState:
    """Whether JAX is imported, and code for this model and size is compiled, in this process or on the disk."""
    from jug.compute.compile_cache import is_cached
    from jug.compute.padding import padded_size
    from jug.compute.structure_padding import padded_structure

    components, layout, *_ = padded_structure(model.components, model.layout)
    on_disk = is_cached(components, layout, padded_size(n_toa))
    if "jax" not in sys.modules:
        return CompileState(on_disk=on_disk)
    from jug.compute.jax_kernels import is_compiled

    return CompileState(True, is_compiled(components, layout, n_toa), on_disk)
