"""Which backend evaluates a likelihood: NumPy the first vectors of NumPy, JAX later ones, and arrays of JAX."""

from threading import Lock

from jug.compute.backend_names import check_backend
from jug.compute.jax_import import import_jax
from jug.core.execution.given_warnings import give_warning
from jug.errors import BackendError, FitWarning
from jug.sampling.jax_of_likelihood import jax_of_likelihood

MOST_NUMPY_CALLS = 1000
"""Evaluations by NumPy before JAX compiles. An evaluation by NumPy takes 1 to 3 times as long as by compiled code. The
time of a compilation is saved after some 2,000 evaluations."""

MOST_NUMPY_ROWS = 4_000_000
"""Evaluations times TOAs up to which NumPy evaluates, for more than 4,000 TOAs: 10 s."""


def check_call_backend(name: str) -> None:
    """Refuse an unknown backend, and "jax" where JAX cannot be used.

    Parameters
    ----------
    name : str

    Raises
    ------
    FitError
        It is none of "auto", "numpy", "jax".
    BackendError
    """
    check_backend(name)
    if name == "jax":
        jax_of_likelihood()


class CallBackend:
    """Choose the backend of each evaluation, by the number of evaluations before it."""

    def __init__(self, name: str) -> None:
        """Take "auto", or the name of a backend."""
        self.name = name
        self._calls = 0
        self._without_jax = False
        self._lock = Lock()

    def takes_numpy(self, n_toa: int, count: int = 1) -> bool:
        """Count evaluations, and choose their backend.

        Where JAX cannot be used, "auto" continues with NumPy and warns once.

        Parameters
        ----------
        n_toa : int
        count : int
            Vectors that are evaluated together.

        Returns
        -------
        bool
            True for NumPy.

        Warns
        -----
        FitWarning
            JAX cannot be used, or was used before this process was forked.
        """
        if self.name != "auto":
            return self.name == "numpy"
        with self._lock:
            self._calls += count
            if self._without_jax or self._calls <= min(MOST_NUMPY_CALLS, MOST_NUMPY_ROWS // max(n_toa, 1)):
                return True
            try:
                import_jax()
            except BackendError as reason:
                self._without_jax = True
                give_warning(FitWarning(f"the likelihood continues with NumPy: {reason.why}"))
        return self._without_jax

    def require_jax(self, what: str) -> None:
        """Refuse what NumPy does not evaluate.

        Parameters
        ----------
        what : str
            Subject of the sentence.

        Raises
        ------
        BackendError
            The backend is "numpy".
        """
        if self.name == "numpy":
            raise BackendError(f"{what} needs JAX, and this likelihood has backend='numpy'", "use backend='auto'")
