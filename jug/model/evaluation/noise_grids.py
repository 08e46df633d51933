"""Frequencies of Fourier processes and nodes of interpolated ones, for noise terms, with limits on their number."""

import numpy as np

from jug.core.array import Float, Harmonic, Member, Node, Toa
from jug.core.constants import DAY
from jug.core.execution.memory import DENSE_COPIES, MB, require_memory
from jug.errors import ParError, Where
from jug.model.declare import FourierGrid
from jug.model.epochs import basis_span
from jug.model.timing_model import TimingModel
from jug.text.name_lists import toa_count

MOST_NUMBERS = 250_000_000
"""Largest number of numbers in the dense columns of one noise process: 2 GB. A fit has a few copies."""

MOST_NODES = 5000
"""Largest number of nodes of a process in the time domain: their whole covariance is factored."""


def time_span(tdb: Float[Toa], years: float | None, tag: str) -> float:
    """Return the time span T of a Fourier process.

    Parameters
    ----------
    tdb : (n,) array
        TDB, s.
    years : float or None
        T in yr where a line gives it; None: from the first TOA to the last.
    tag : str
        Name of the process, for messages.

    Returns
    -------
    float
        s.

    Raises
    ------
    ParError
        The TOAs span no time.
    """
    t = basis_span(tdb, years)
    if not t > 0.0:
        raise ParError(f"the TOAs span no time, so that the noise process {tag} has no frequencies")
    return t


def fourier_grid(
    tdb: Float[Toa], span_s: float, found: tuple[Float[Harmonic], Float[Harmonic]], tag: str, where: Where
) -> FourierGrid:
    """Return the grid of a Fourier process.

    Parameters
    ----------
    tdb : (n,) array
        TDB, s.
    span_s : float
        Time span T, s.
    found : two (m,) arrays
        Frequencies and their widths, Hz.
    tag : str
        Name of the process, for messages.
    where : Where
        The par file, for messages.

    Returns
    -------
    FourierGrid

    Raises
    ------
    ParError, JugMemoryError
        More frequencies than `MOST_NUMBERS` or memory allows.
    """
    freqs, widths = found
    k, what, hint = 2 * len(freqs), f"{len(freqs)} frequencies of the noise process {tag}", "take fewer"
    if k * (len(tdb) + 1) > MOST_NUMBERS:
        raise ParError(f"{what} are too many for {toa_count(len(tdb))}", where, hint)
    require_memory(8 * DENSE_COPIES * k * (len(tdb) + 1) / MB, f"{what} for {toa_count(len(tdb))}", hint)
    return FourierGrid(freqs, widths, np.float64(span_s), np.float64(np.min(tdb)))


def interpolation_from_nodes(
    model: TimingModel, tdb: Float[Toa], given: Float[Member], family: str, step_d: float | None, kind: str
) -> tuple[Float[Toa, Node], Float[Node]]:
    """Return the matrix that interpolates from nodes to the TOAs, and the nodes.

    Parameters
    ----------
    model : TimingModel
    tdb : (n,) array
        TDB, s since the model's epoch.
    given : (k,) array
        The nodes that lines give, MJD (TDB); where it is empty, nodes are in equal steps from the first TOA on.
    family : str
        The family of parameters that gives the nodes.
    step_d : float or None
        The steps, d.
    kind : str
        As in `jug.model.evaluation.interpolation.interpolation`.

    Returns
    -------
    matrix : (n, m) array
        No unit.
    nodes : (m,) array
        s since the model's epoch.

    Raises
    ------
    ParError
        Too few nodes, or too many.
    """
    from jug.model.evaluation.interpolation import DEGREES, interpolation  # few models have nodes

    nodes = (np.sort(given) - model.epoch_day) * DAY
    if not len(given):
        low, step = np.min(tdb), (step_d or 0.0) * DAY
        if np.ptp(tdb) > MOST_NODES * step:
            entry = model.entries.get(f"{family.removesuffix('NODE')}DT")
            where = model.par.where(entry.line) if entry is not None and entry.line else None
            raise ParError(f"more than {MOST_NODES} nodes of noise", where, "put them further apart")
        nodes = np.arange(low, np.max(tdb) + step, step)
    if len(nodes) <= DEGREES.get(kind, 0):
        why = f"{len(nodes)} nodes are too few for {kind} interpolation"
        lines = model.par.find(f"{family.removesuffix('NODE')}INTERP_KIND")
        where = model.par.where(lines[0]) if lines else None
        raise ParError(why, where, "give more of them, or closer ones")
    return interpolation(tdb, nodes, kind), nodes
