"""The names of the backends."""

from jug.errors import FitError

BACKENDS = ("numpy", "jax")


def check_backend(name: str) -> None:
    """Refuse a word that is neither "auto" nor the name of a backend.

    Parameters
    ----------
    name : str

    Raises
    ------
    FitError
    """
    if name not in ("auto", *BACKENDS):
        raise FitError(f"unknown backend {name!r}; it is one of auto, {', '.join(BACKENDS)}")
