"""The noise of a model on TOAs: white uncertainties, correlated processes with their bases and priors.

C = N + sum_p F_p Phi_p F_p^T,   N = diag(sigma^2)

Lentati et al. 2013, PRD 87, 104021; van Haasteren & Vallisneri 2014, PRD 90, 104012.
"""

from types import ModuleType
from typing import NamedTuple

from jug.blocks import Array, Binned, Block, dense_columns
from jug.model.declare import Columns, Component, Values


class Process(NamedTuple):
    """One block of a correlated process.

    Parameters
    ----------
    name : str
        ``RED``, ``DM``, ``ECORR``, ...
    block : Dense or Binned
        Columns on the TOAs, s for a unit coefficient.
    variance : (k,) array
        Prior variance of each coefficient.
    """

    name: str
    block: Block
    variance: Array


class Noise(NamedTuple):
    """White uncertainties (n,), s, and the correlated processes."""

    sigma: Array
    processes: tuple[Process, ...]


def noise_of(xp: ModuleType, components: tuple[Component, ...], p: Values, x: Columns) -> Noise:
    """The noise at parameters ``p`` on columns ``x`` with their wires laid (`jug.model.chain.forward`)."""
    sigma = x["error"]
    processes: list[Process] = []
    for c in components:
        if c.scale is not None:
            sigma = c.scale(xp, p, x, sigma)
        if c.basis is not None and c.weights is not None:
            pairs = enumerate(zip(c.basis(xp, p, x), c.weights(xp, p, x), strict=True), 1)
            names = f"{c.process}{{}}" if c.numbered else c.process
            processes += [Process(names.format(j), block, variance) for j, (block, variance) in pairs]
    return Noise(sigma[:-1], tuple(processes))


class Prior(NamedTuple):
    """The correlated noise as the solver takes it, in turns.

    Parameters
    ----------
    epochs : Binned or None
        Disjoint columns, which are eliminated one by one (Sherman-Morrison).
    epoch_variance : (m,) array or None
    basis : (n, k) array or None
        All other columns.
    variance : (k,) array or None
    """

    epochs: Binned | None
    epoch_variance: Array
    basis: Array
    variance: Array


def prior_of(xp: ModuleType, noise: Noise, rate: Array) -> Prior | None:
    """The solver's form of correlated noise, s turned into turns by ``rate`` (Hz); None without any."""
    if not noise.processes:
        return None
    first, others = split_epochs(noise)
    basis = xp.concatenate([dense_columns(xp, p.block) for p in others], axis=1) * rate[:, None] if others else None
    variance = xp.concatenate([p.variance for p in others]) if others else None
    if first is None or not isinstance(first.block, Binned):
        return Prior(None, None, basis, variance)
    return Prior(first.block._replace(values=first.block.values * rate), first.variance, basis, variance)


def split_epochs(noise: Noise) -> tuple[Process | None, list[Process]]:
    """The first process whose columns are disjoint, and the others."""
    first = next((p for p in noise.processes if isinstance(p.block, Binned)), None)
    return first, [p for p in noise.processes if p is not first]
