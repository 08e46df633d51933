"""The state that likelihoods about models with the same lines share."""

from jug.sampling.call_backend import CallBackend
from jug.sampling.compiled_functions import Functions


class SharedState:
    """The number of evaluations, and compiled code.

    Attributes
    ----------
    backend : CallBackend
        Counts the evaluations.
    functions : Functions or None
        Of the first of them that used JAX.
    compiled : dict
        Executables by function and shape of theta.
    """

    def __init__(self, backend: CallBackend) -> None:
        self.backend = backend
        self.functions: Functions | None = None
        self.compiled: dict[tuple[int, tuple[int, ...]], object] = {}
