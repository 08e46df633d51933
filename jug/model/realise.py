"""What the data say of each noise process: its most probable realisation, and how sure that is.

With r = M x + F a + E e + n, the joint maximum of the posterior over timing parameters x, coefficients a and epochs e
gives the realisations F a and E e, and its curvature their covariance, the timing parameters' uncertainty included.
van Haasteren & Vallisneri 2014, PRD 90, 104012, section III.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.blocks import Binned, Block, Dense, to_dense
from jug.model.marginal import bin_sum, cross_of, gram_of, merge, width
from jug.model.noise import Noise, Process, split_epochs


class Realisation(NamedTuple):
    """One process at the TOAs: its most probable delay and the standard deviation of that, s, (n,) each."""

    time_s: NDArray[np.float64]
    error_s: NDArray[np.float64]


class Realisations(Mapping[str, Realisation]):
    """The realisation of every correlated process, by its name; worked out when one is first looked at.

    Parameters
    ----------
    r : (n,) array
        Residuals, s.
    noise : Noise
    timing : tuple of blocks
        As for `realise`.
    """

    def __init__(self, r: NDArray[np.float64], noise: Noise, timing: tuple[Block, ...]) -> None:
        self._names = tuple(dict.fromkeys(p.name for p in noise.processes))
        self._given = (r, noise, timing) if noise.processes else None
        self._found: dict[str, Realisation] = {}

    def __getitem__(self, name: str) -> Realisation:
        if self._given is not None:
            self._found, self._given = realise(*self._given), None
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def realise(r: NDArray[np.float64], noise: Noise, timing: tuple[Block, ...]) -> dict[str, Realisation]:
    """The realisation of every correlated process, by its name.

    Parameters
    ----------
    r : (n,) array
        Residuals, s.
    noise : Noise
    timing : tuple of blocks
        Columns of what else is uncertain: the overall offset, and after a fit the free parameters. Any unit.
    """
    if not noise.processes:
        return {}
    w = 1.0 / noise.sigma**2
    epochs, others = split_epochs(noise)
    timing = tuple(_unit_length(b, w) for b in timing)
    k = sum(width(b) for b in timing)
    blocks: tuple[Block, ...] = (*timing, *(Dense(_unit_prior(p)) for p in others))
    columns = merge(np, (*blocks, Dense(r[:, None])))
    both = gram_of(np, columns, w)
    gram, slope = both[:-1, :-1], both[:-1, -1]
    gram[np.arange(k, len(gram)), np.arange(k, len(gram))] += 1.0
    if epochs is None:
        inverse = np.linalg.inv(gram)
        return _rooted(_of_bases(others, blocks, k, inverse @ slope, inverse))
    block = epochs.block
    assert isinstance(block, Binned)
    diagonal = bin_sum(np, block, w * block.values**2) + 1.0 / epochs.variance
    across = cross_of(np, columns, block, w)
    cross, own = across[:-1], across[-1]
    inverse = np.linalg.inv(gram - (cross / diagonal) @ cross.T)
    z = inverse @ (slope - cross @ (own / diagonal))
    out = _of_bases(others, blocks, k, z, inverse)
    value = (own - cross.T @ z) / diagonal
    variance = 1.0 / diagonal + np.sum(cross * (inverse @ cross), axis=0) / diagonal**2
    _add(out, epochs.name, _at_toas(block, value), _at_toas(block, variance))
    return _rooted(out)


def _of_bases(
    processes: list[Process],
    blocks: tuple[Block, ...],
    k: int,
    z: NDArray[np.float64],
    inverse: NDArray[np.float64],
) -> dict[str, Realisation]:
    """Values and variances of the processes with a basis; ``k`` columns of timing come first."""
    out: dict[str, Realisation] = {}
    for process, block in zip(processes, blocks[len(blocks) - len(processes) :], strict=True):
        rows = slice(k, k + width(block))
        basis = to_dense(block)
        _add(out, process.name, basis @ z[rows], np.sum((basis @ inverse[rows, rows]) * basis, axis=1))
        k = rows.stop
    return out


def _add(out: dict[str, Realisation], name: str, value: NDArray[np.float64], variance: NDArray[np.float64]) -> None:
    """A process in several blocks adds up; their covariance is left out of the variance."""
    before = out.get(name)
    out[name] = Realisation(value, variance) if before is None else Realisation(before[0] + value, before[1] + variance)


def _rooted(out: dict[str, Realisation]) -> dict[str, Realisation]:
    return {name: Realisation(r.time_s, np.sqrt(r.error_s)) for name, r in out.items()}


def _at_toas(block: Binned, value: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(value, 0.0)[block.index] * np.sign(block.values)


def _unit_prior(process: Process) -> NDArray[np.float64]:
    """Columns for coefficients of unit prior variance."""
    return to_dense(process.block) * np.sqrt(process.variance)


def _unit_length(block: Block, w: NDArray[np.float64]) -> Block:
    """Columns of unit weighted length, so that the inverse keeps its digits."""
    if isinstance(block, Dense):
        return Dense(block.matrix / np.sqrt(np.sum(w[:, None] * block.matrix**2, axis=0)))
    return block
