"""Which backend a fit should run on, from n_toa x n_par^2 and what was measured."""

from typing import NamedTuple

JAX_PAYS_COLD = 4e9
"""n_toa x n_par^2 from which a fresh process gains by JAX, import (0.7 s) and compilation (1 s and more) included."""

JAX_PAYS_WARM = 2e5
"""The same when JAX is imported and the shape has been compiled before (grids, many pulsars of one shape)."""


class Choice(NamedTuple):
    """A backend and the reason for it, in words."""

    backend: str
    reason: str


def choose_backend(n_toa: int, n_par: int, *, warm: bool = False) -> str:
    """The faster backend for one fit.

    Parameters
    ----------
    n_toa : int
        Number of TOAs.
    n_par : int
        Number of free parameters.
    warm : bool
        Whether JAX is imported and has compiled this shape already.

    Returns
    -------
    str
        ``"numpy"`` or ``"jax"``.
    """
    return choose(n_toa, n_par, warm=warm).backend


def choose(n_toa: int, n_par: int, *, warm: bool = False) -> Choice:
    """`choose_backend` with its reason."""
    work = float(n_toa) * float(n_par) ** 2
    threshold = JAX_PAYS_WARM if warm else JAX_PAYS_COLD
    backend = "jax" if work >= threshold else "numpy"
    relation = "at least" if backend == "jax" else "below"
    state = "compiled already" if warm else "import and compilation included"
    return Choice(
        backend,
        f"n_toa x n_par^2 = {work:.3g} is {relation} the {threshold:.0e} from which JAX was measured faster ({state})",
    )
