"""What the data say of each noise process: its most probable realisation, and how sure that is.

With r = M x + F a + E e + n, the joint maximum of the posterior over timing parameters x, coefficients a and epochs e
gives the realisations F a and E e, and its curvature their covariance, the timing parameters' uncertainty included.
van Haasteren & Vallisneri 2014, PRD 90, 104012, section III.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.core.blocks import Binned, Block, Dense, to_dense
from jug.model.covariance.marginalisation import bin_sum, cross_of, gram_of, merge, width
from jug.model.covariance.noise import Noise, Process, split_epochs


class Realisation(NamedTuple):
    """One process at the TOAs: its most probable delay and the standard deviation of that, s, (n,) each.

    For wideband data ``dm`` and ``dm_error`` are what it adds to the DMs, pc cm^-3, (n,) each; else they are empty.
    """

    time_s: NDArray[np.float64]
    error_s: NDArray[np.float64]
    dm: NDArray[np.float64]
    dm_error: NDArray[np.float64]


class Realisations(Mapping[str, Realisation]):
    """The realisation of every correlated process, by its name; worked out when one is first looked at.

    Parameters
    ----------
    r, noise, timing, n_toa
        As for `realise`.
    """

    def __init__(self, r: NDArray[np.float64], noise: Noise, timing: tuple[Block, ...], n_toa: int) -> None:
        self._names = tuple(dict.fromkeys(p.name for p in noise.processes))
        self._given = (r, noise, timing, n_toa) if noise.processes else None
        self._found: dict[str, Realisation] = {}

    def __getitem__(self, name: str) -> Realisation:
        if self._given is not None:
            self._found, self._given = noise_realisations(*self._given), None
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def noise_realisations(
    r: NDArray[np.float64], noise: Noise, timing: tuple[Block, ...], n_toa: int
) -> dict[str, Realisation]:
    """The realisation of every correlated process, by its name.

    Parameters
    ----------
    r : (rows,) array
        Residuals, s; for wideband data those of the DMs follow, pc cm^-3.
    noise : Noise
    timing : tuple of blocks
        Columns of what else is uncertain: the overall offset, and after a fit the free parameters. Any unit.
    n_toa : int
        How many rows are TOAs.
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
    block = None if epochs is None else epochs.block
    if epochs is None or not isinstance(block, Binned):
        inverse = np.linalg.inv(gram)
        return _by_name((len(r), n_toa), others, blocks, k, inverse @ slope, inverse, None)
    share = epochs.variance / (bin_sum(np, block, w * block.values**2) * epochs.variance + 1.0)
    across = cross_of(np, columns, block, w)
    cross, own = across[:-1], across[-1]
    pull = cross * share
    inverse = np.linalg.inv(gram - pull @ cross.T)
    z = inverse @ (slope - cross @ (own * share))
    covariance = -inverse @ pull
    variance = share - np.sum(pull * covariance, axis=0)
    found = _Epochs(epochs.name, block, own * share - pull.T @ z, variance, covariance)
    return _by_name((len(r), n_toa), others, blocks, k, z, inverse, found)


class _Epochs(NamedTuple):
    """The epochs' posterior: mean and variance (m,) of each, and covariance with the other coefficients, (k, m)."""

    name: str
    block: Binned
    mean: NDArray[np.float64]
    variance: NDArray[np.float64]
    covariance: NDArray[np.float64]


def _by_name(
    sizes: tuple[int, int],
    processes: list[Process],
    blocks: tuple[Block, ...],
    k: int,
    z: NDArray[np.float64],
    inverse: NDArray[np.float64],
    epochs: _Epochs | None,
) -> dict[str, Realisation]:
    """Mean and standard deviation of every process: its blocks, and the epochs if they are its, taken together.

    Parameters
    ----------
    sizes : (int, int)
        Number of rows, and of TOAs.
    blocks : tuple of blocks
        Columns of timing, ``k`` in all, then those of the processes.
    z, inverse : arrays
        Posterior mean and covariance of the coefficients of all blocks.
    """
    n, n_toa = sizes
    ends = np.cumsum([k, *(len(p.variance) for p in processes)])
    own = list(zip(processes, blocks[len(blocks) - len(processes) :], ends, ends[1:], strict=False))
    out = {}
    for name in dict.fromkeys([*([epochs.name] if epochs else []), *(p.name for p in processes)]):
        rows = np.array([i for p, _, a, b in own if p.name == name for i in range(a, b)], dtype=np.int64)
        columns = [to_dense(block) for p, block, _, _ in own if p.name == name]
        basis = np.concatenate([np.zeros((n, 0)), *columns], axis=1)
        mean = basis @ z[rows]
        variance = np.sum((basis @ inverse[np.ix_(rows, rows)]) * basis, axis=1)
        if epochs is not None and name == epochs.name:
            mean = mean + _at_toas(epochs.block, epochs.mean)
            variance = variance + _at_toas(epochs.block, epochs.variance, 2)
            shared = np.concatenate([epochs.covariance[rows].T, np.zeros((1, len(rows)))])[epochs.block.index]
            variance = variance + 2.0 * epochs.block.values * np.sum(shared * basis, axis=1)
        error = np.sqrt(variance)
        out[name] = Realisation(mean[:n_toa], error[:n_toa], mean[n_toa:], error[n_toa:])
    return out


def _at_toas(block: Binned, value: NDArray[np.float64], power: int = 1) -> NDArray[np.float64]:
    return np.append(value, 0.0)[block.index] * block.values**power


def _unit_prior(process: Process) -> NDArray[np.float64]:
    """Columns for coefficients of unit prior variance."""
    return to_dense(process.block) * np.sqrt(process.variance)


def _unit_length(block: Block, w: NDArray[np.float64]) -> Block:
    """Columns of unit weighted length, so that the inverse keeps its digits."""
    if isinstance(block, Dense):
        return Dense(block.matrix / np.sqrt(np.sum(w[:, None] * block.matrix**2, axis=0)))
    return block
