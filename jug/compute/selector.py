"""Choose the backend that takes less time for a fit by the cost model (`jug.compute.cost_model`)."""

from typing import NamedTuple

from jug.compute.cost_model import Costs, FitSize
from jug.compute.cost_tables import costs

EVALUATIONS = 3
"""Iterations of an ordinary fit: two steps and the confirmation."""

GAIN = 0.9
"""JAX is chosen where it is expected to take less than this share of NumPy's time. Where the times are nearly equal,
NumPy is preferred, because the choice then does not depend on what ran before in the process."""

LEAST_SAVED_S = 1.5e-3
"""JAX is chosen where it is expected to save more than this time, s. A fit that loses digits goes on with NumPy, and
its start with JAX was in vain."""


class Choice(NamedTuple):
    """A backend, and a sentence with the reason."""

    backend: str
    reason: str


class CompileState(NamedTuple):
    """Whether JAX is imported, this structure and size compiled in this process, and compiled code on the disk."""

    imported: bool = False
    compiled: bool = False
    on_disk: bool = False


COLD, WARM = CompileState(), CompileState(True, True)


def choose_backend(n_toa: int, n_par: int, *, warm: bool = False, evaluations: int = EVALUATIONS) -> str:
    """Choose the faster backend for one fit.

    Parameters
    ----------
    n_toa : int
        Number of TOAs.
    n_par : int
        Number of free parameters, and of columns of correlated noise.
    warm : bool
        Whether JAX is imported and has compiled this shape already.
    evaluations : int
        How often residuals and derivatives are evaluated.

    Returns
    -------
    str
        ``"numpy"`` or ``"jax"``.

    Examples
    --------
    >>> import jug
    >>> jug.choose_backend(n_toa=62, n_par=5)
    'numpy'
    """
    return choose(FitSize(n_toa, n_par), state=WARM if warm else COLD, evaluations=evaluations).backend


def choose(
    size: FitSize,
    *,
    state: CompileState = COLD,
    evaluations: int = EVALUATIONS,
    table: Costs | None = None,
) -> Choice:
    """Choose the faster backend for one fit, with the reason.

    Parameters
    ----------
    size : FitSize
    state : CompileState
    evaluations : int
        How often residuals and derivatives are evaluated.
    table : Costs, optional
        The table of this machine when absent.

    Returns
    -------
    Choice
    """
    table = costs() if table is None else table
    with_numpy, with_jax = expected_times(table, size, state, evaluations)
    backend = "jax" if with_jax < min(GAIN * with_numpy, with_numpy - LEAST_SAVED_S) else "numpy"
    work = float(size.n_toa) * float(size.n_par) ** 2
    prepared = "loading" if state.on_disk else "compilation"
    first = prepared if state.imported else f"import, {prepared}"
    included = "" if state.compiled else f" ({first})"
    return Choice(
        backend,
        f"about {with_numpy:.2g} s with NumPy, {with_jax:.2g} s with JAX{included}; {evaluations} evaluations, "
        f"n_toa x n_par^2 = {work:.3g} ({table.source})",
    )


def expected_times(table: Costs, size: FitSize, state: CompileState, evaluations: int) -> tuple[float, float]:
    """Return the seconds that a fit takes with NumPy and with JAX.

    Parameters
    ----------
    table : Costs
    size : FitSize
    state : CompileState
    evaluations : int

    Returns
    -------
    numpy_s, jax_s : float
        Times of a fit, s.
    """
    start = 0.0 if state.imported else table.start
    compilation = 0.0 if state.compiled else table.load if state.on_disk else table.compile
    common = table.common(size)
    transfer = table.place[0] + table.place[1] * size.n_toa + table.place_noise * (size.n_noise > 0)
    with_jax = start + compilation + transfer + evaluations * table.jax.seconds(size)
    return common + evaluations * table.numpy.seconds(size), common + with_jax
