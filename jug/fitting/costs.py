"""A measured model of time: what a fit costs on either backend, by its size.

Seconds of one look at n TOAs and k columns (parameters and noise columns):

    call + row n + element n k + product n k^2 + solve k^3

Half of the columns that are timed are in disjoint ranges (DMX), and what is seen is mostly the evaluation of columns,
n k: the Gram product, n k^2, at 50 Gflop/s and more, hardly shows below 500 columns.

JAX costs the way of the arrays to the device once a fit, its import once in a process, and its compilation once for
every structure and padded size, or less where the compiled code is found on the disk. The shipped table is from
``jug tune`` on one core with NumPy 2.4 and JAX 0.10; ``jug tune`` replaces it with one of the machine at hand.
"""

from pathlib import Path
from typing import Any, NamedTuple

from jug.io.folders import cache_folder

TABLE = "backends.json"


class Rates(NamedTuple):
    """Seconds of one look: for the call, a TOA, a TOA and column, a TOA and column squared, a column cubed."""

    call: float
    row: float
    element: float
    product: float
    solve: float

    def seconds(self, n_toa: int, n_col: int) -> float:
        """One look."""
        n, k = float(n_toa), float(n_col)
        return self.call + n * (self.row + k * (self.element + k * self.product)) + self.solve * k**3


class Costs(NamedTuple):
    """What was measured on a machine.

    Parameters
    ----------
    numpy, jax : Rates
    place : (float, float)
        What a fit with JAX costs besides its looks (padding the arrays, sending them): s, and s for a TOA.
    start : float
        Importing JAX, s.
    compile, load : float
        Compiling a look, and finding it compiled on the disk (tracing included), s.
    source : str
        Where the numbers are from.
    """

    numpy: Rates
    jax: Rates
    place: tuple[float, float]
    start: float
    compile: float
    load: float
    source: str


SHIPPED = Costs(
    Rates(9.6e-4, 1.3e-6, 1.8e-8, 2.0e-11, 0.0),
    Rates(1.8e-4, 1.2e-7, 2.4e-8, 1.3e-11, 2.4e-10),
    (2.8e-3, 2.0e-7),
    0.5,
    1.3,
    0.25,
    "shipped with jug",
)


def place() -> Path:
    """Where ``jug tune`` keeps its table."""
    return cache_folder() / TABLE


def costs(path: Path | None = None) -> Costs:
    """The table of this machine, or the shipped one where there is none that can be read."""
    path = place() if path is None else path
    if not path.exists():
        return SHIPPED
    import json

    try:
        return from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return SHIPPED


def to_json(table: Costs) -> dict[str, Any]:
    """A table as plain numbers and words."""
    return {**table._asdict(), "numpy": table.numpy._asdict(), "jax": table.jax._asdict()}


def from_json(content: dict[str, Any]) -> Costs:
    """The table that `to_json` wrote.

    Raises
    ------
    KeyError, TypeError, ValueError
        It is none.
    """
    with_numpy, with_jax = (
        Rates(**{key: _positive(value) for key, value in content[name].items()}) for name in ("numpy", "jax")
    )
    start, compiling, loading = (_positive(content[name]) for name in ("start", "compile", "load"))
    once, each = (_positive(value) for value in content["place"])
    return Costs(with_numpy, with_jax, (once, each), start, compiling, loading, str(content["source"]))


def _positive(value: Any) -> float:
    number = float(value)
    if not 0.0 <= number < 1e6:
        raise ValueError(value)
    return number
