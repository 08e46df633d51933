"""The functions of a log-likelihood that JAX compiles: value, gradient and Hessian as functions of the vector."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple, cast

from jug.compute.devices import over_devices
from jug.core.array import Array, Float, N, Parameter
from jug.core.execution.memory import COLUMNS_OF_A_POINT, points_at_once
from jug.model.evaluation.anchor import Anchor
from jug.model.registry import are_of_jug
from jug.model.timing_model import TimingModel
from jug.sampling.compiled_data import compiled_data
from jug.sampling.log_likelihood import Data, LogLikelihood, density
from jug.sampling.one_by_one import VALUES_TOGETHER
from jug.sampling.vector import Vector, layout_of

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax, Jitted


class Functions(NamedTuple):
    """Functions of theta, (k,), and the data; ``many`` takes (m, k) and gives (m,).

    Parameters
    ----------
    value, value_and_grad, hessian, many : callables
        As ``jax.jit`` returns them.
    data : Data
        On the device.
    about : hashable
        What they are made of besides jug's own code (`jug.compute.stored_code`); None with a term that is not of jug.
    """

    value: "Jitted[[Float[Parameter], Data], Float[()]]"
    value_and_grad: "Jitted[[Float[Parameter], Data], tuple[Float[()], Float[Parameter]]]"
    hessian: "Jitted[[Float[Parameter], Data], Float[Parameter, Parameter]]"
    many: "Jitted[[Float[Parameter], Data], Float[()]]"
    data: Data
    about: Hashable


def functions_of(jax: "Jax", model: TimingModel, anchor: Anchor, vector: Vector, marginal: bool) -> Functions:
    """Make the functions of a log-likelihood; each is compiled when it is first called.

    Parameters
    ----------
    jax : module
    model : TimingModel
    anchor : Anchor
        Of the model.
    vector : Vector
    marginal : bool
        Whether the timing parameters are integrated over.

    Returns
    -------
    Functions
    """
    layout = layout_of(model, vector.names)
    data = compiled_data(jax, model, anchor, vector, marginal)
    made = density(jax, model, anchor, layout, vector, data)
    with jax.enable_x64(True):
        on_device: Data = jax.tree.map(jax.numpy.asarray, data)
        n_toa = len(anchor.pulse_number)
        batch = 1 if n_toa > VALUES_TOGETHER else points_at_once(n_toa, COLUMNS_OF_A_POINT + made.width)

        def many(thetas: Float[N, Parameter], data: Data) -> Float[N]:
            values: Array = jax.lax.map(lambda theta: made.value(theta, data), thetas, batch_size=batch)
            return cast(Float[N], values)

        about = None
        if are_of_jug(model.components):
            kind = vector.n_timing > 0, vector.noisy, vector.live_basis
            about = tuple(c.name for c in model.components), layout, n_toa, batch, kind
        return Functions(
            jax.jit(made.value),
            jax.jit(jax.value_and_grad(made.value), donate_argnums=0),
            jax.jit(_hessian_of(jax, made.value)),
            cast("Jitted[[Float[Parameter], Data], Float[()]]", jax.jit(over_devices(jax, many))),
            on_device,
            about,
        )


def _hessian_of(jax: "Jax", value: LogLikelihood) -> Callable[[Float[Parameter], Data], Float[Parameter, Parameter]]:
    """Second derivatives of ``value(theta, data)``, one column after the other: the derivative of the gradient along
    each element, which needs no more memory than a gradient."""

    def hessian(theta: Float[Parameter], data: Data) -> Float[Parameter, Parameter]:
        def column(along: Array) -> Array:
            return jax.jvp(lambda at: jax.grad(value)(at, data), (theta,), (along,))[1]

        return jax.lax.map(column, jax.numpy.eye(theta.shape[0]))

    return hessian


def device_data(jax: "Jax", model: TimingModel, anchor: Anchor, vector: Vector, marginal: bool) -> Data:
    """Make the data of a log-likelihood, on the device.

    Parameters
    ----------
    jax : module
    model, anchor, vector, marginal
        As in `functions_of`; the noise parameters of the model are those of the vector's origin.

    Returns
    -------
    Data
    """
    with jax.enable_x64(True):
        return jax.tree.map(jax.numpy.asarray, compiled_data(jax, model, anchor, vector, marginal))
