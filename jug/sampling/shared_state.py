"""The state that likelihoods about models with the same lines share."""

from threading import RLock

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
        Executables by name of the function and shape of theta.
    lock : RLock
        Held while functions are made and compiled, so that of several threads one compiles.
    """

    def __init__(self, backend: CallBackend) -> None:
        self.backend = backend
        self.functions: Functions | None = None
        self.compiled: dict[tuple[str, tuple[int, ...]], object] = {}
        self.lock = RLock()
