"""Which backend a fit should run on, from n_toa x n_par^2 and what was measured."""

from typing import NamedTuple

JAX_PAYS_COLD = 5e8
"""n_toa x n_par^2 from which a fresh process gains by JAX, its import and compilation included.

Measured by ``benchmarks/backend.py`` (two cores, NumPy 2.4, JAX 0.10, float64, dense columns): a fit of four steps
takes 0.17 s with NumPy and 1.3 s with JAX at 20,000 TOAs x 100 parameters (2e8), 2.9 s and 3.1 s at 100,000 x 100
(1e9), 7.5 s and 4.9 s at 1,000,000 x 20 (4e8).
"""

JAX_PAYS_WARM = 1e5
"""The same when JAX has compiled this very shape before.

Same run: JAX was ahead at every size, 1.0 to 3.2 times; one step of 1,000 TOAs x 10 parameters (1e5) takes 1.0 ms
with NumPy and 0.3 ms with JAX. Below that the gain is lost in what the host does for either backend,
and NumPy's answer does not depend on what ran before in the process.
"""


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
        f"n_toa x n_par^2 = {work:.3g} is {relation} {threshold:.0e}, from which JAX was measured faster ({state})",
    )
