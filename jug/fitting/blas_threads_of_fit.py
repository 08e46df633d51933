"""A decorator that limits the BLAS threads inside a public function, as `jug.fit` does."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from jug.core.execution.blas_threads import blas_threads
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

GivenArgs = ParamSpec("GivenArgs")
Wrapped = TypeVar("Wrapped")


def with_blas_threads_of_fit(
    function: Callable[GivenArgs, Wrapped],
) -> Callable[GivenArgs, Wrapped]:
    """Limit the BLAS threads inside a function to those of a fit of its model and TOAs, for few TOAs too.

    Without the limit two threads wait for each other in thousands of small products: on a busy machine `jug.noise` of
    B1855+09 took 14 s of CPU with two threads and 3 s with one, that of NGC6440E (62 TOAs) 3.2 and 0.9 s.

    Parameters
    ----------
    function : callable
        Its first arguments are a TimingModel, or a FitResult, and TOAs.

    Returns
    -------
    callable
        With the same arguments, result and docstring.
    """

    @wraps(function)
    def limited(*args: GivenArgs.args, **kwargs: GivenArgs.kwargs) -> Wrapped:
        given = (*args, *kwargs.values())
        toas = next((one for one in given if isinstance(one, TOAs)), None)
        models = (getattr(one, "model", one) for one in given)
        model = next((one for one in models if isinstance(one, TimingModel)), None)
        if toas is None or model is None:  # the function itself refuses such arguments
            return function(*args, **kwargs)
        with blas_threads(len(toas), len(model.free), algebra=True):
            return function(*args, **kwargs)

    return limited
