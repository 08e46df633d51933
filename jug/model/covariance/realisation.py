"""The most probable realisation of each noise process given the data, and its uncertainty.

With r = M x + F a + E e + n, the maximum of the joint posterior of timing parameters x, coefficients a and epochs e
gives the realisations F a and E e. The curvature at the maximum gives their covariance, which includes the uncertainty
of the timing parameters.
van Haasteren & Vallisneri 2014, PRD 90, 104012, section III.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.core.arguments.named import no_such_name
from jug.core.array import Column, Datum, Epoch, Float, Int, K, Toa
from jug.core.blocks import Binned, Block, Dense, to_dense
from jug.core.display.fields_shown import fields_text
from jug.core.execution.blas_threads import blas_threads
from jug.model.covariance.linked_epochs import link_epochs
from jug.model.covariance.linked_inverse import LinkedInverse, invert_linked
from jug.model.covariance.marginalisation import count_columns, cross_of, gram_of, merge
from jug.model.covariance.noise import Noise, Process, split_epochs


class Realisation(NamedTuple):
    """The realisation of one process at the TOAs.

    Parameters
    ----------
    time_s, error_s : (n,) array
        Most probable delay and its standard deviation, s.
    dm, dm_error : (n,) array
        For wideband data the same of the DMs, pc cm^-3; otherwise empty.
    """

    time_s: Float[Toa]
    error_s: Float[Toa]
    dm: Float[Toa]
    dm_error: Float[Toa]

    def __repr__(self) -> str:
        return fields_text(self)


class Realisations(Mapping[str, Realisation]):
    """The realisation of every correlated process, by its name; computed at first use.

    Parameters
    ----------
    r, noise, n_toa
        As for `noise_realisations`.
    offset : tuple of blocks
        The column of the overall offset, where it is free.
    timing : callable
        ``() -> tuple of blocks``: the columns of the free parameters after a fit.
    """

    def __init__(
        self,
        r: Float[Datum],
        noise: Noise,
        offset: tuple[Block, ...],
        timing: Callable[[], tuple[Block, ...]],
        n_toa: int,
    ) -> None:
        self._names = tuple(dict.fromkeys(p.name for p in noise.processes))
        self._given = (r, noise, offset, timing, n_toa) if noise.processes else None
        self._found: dict[str, Realisation] = {}

    def __getitem__(self, name: str) -> Realisation:
        if self._given is not None:
            (r, noise, offset, timing, n_toa), self._given = self._given, None
            columns = (*offset, *timing())
            n_col = sum(count_columns(block) for block in (*columns, *(p.block for p in noise.processes)))
            with blas_threads(len(r), n_col, algebra=True):
                self._found = noise_realisations(r, noise, columns, n_toa)
        if name not in self._found:
            raise no_such_name("noise process", name, self._names)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"noise realisations of {', '.join(self._names)}" if self._names else "no noise realisations"


def noise_realisations(r: Float[Datum], noise: Noise, timing: tuple[Block, ...], n_toa: int) -> dict[str, Realisation]:
    """Compute the realisation of every correlated process.

    Parameters
    ----------
    r : (rows,) array
        Residuals, s; for wideband data the residuals of the DMs follow, pc cm^-3.
    noise : Noise
    timing : tuple of blocks
        Columns of the other unknowns: the overall offset, and after a fit the free parameters. Any unit.
    n_toa : int
        How many rows are TOAs.

    Returns
    -------
    dict of str to Realisation
        By the name of the process. The realisation of a process that acts on no TOA is zero, without uncertainty.
    """
    if not noise.processes:
        return {}
    w = 1.0 / noise.sigma**2
    layers, others = split_epochs(noise)
    timing = tuple(_unit_length(b, w) for b in timing)
    k = sum(count_columns(b) for b in timing)
    blocks: tuple[Block, ...] = (*timing, *(Dense(_unit_prior(p)) for p in others))
    columns = merge(np, (*blocks, Dense(r[:, None])))
    both = gram_of(np, columns, w)
    gram, slope = both[:-1, :-1], both[:-1, -1]
    gram[np.arange(k, len(gram)), np.arange(k, len(gram))] += 1.0
    found = None
    if layers:
        own = tuple(p.block for p in layers if isinstance(p.block, Binned))
        inverse_d = invert_linked(np, link_epochs(own), np.concatenate([p.variance for p in layers]), w)
        cross = np.concatenate([cross_of(np, columns, block, w) for block in own], axis=1)
        shared = inverse_d.half(np, cross.T)
        gram = gram - shared[:, :-1].T @ shared[:, :-1]
        slope = slope - shared[:, :-1].T @ shared[:, -1]
    inverse: Float[Column, Column] = np.asarray(np.linalg.inv(gram), np.float64)
    z = inverse @ slope
    if layers:
        gain = inverse_d.multiply(np, cross.T)
        found = _Epochs(tuple(p.name for p in layers), inverse_d, gain[:, -1] - gain[:, :-1] @ z, gain[:, :-1])
    zero = np.zeros(len(r))
    without_toas = dict.fromkeys(
        (p.name for p in noise.processes), Realisation(zero[:n_toa], zero[:n_toa], zero[n_toa:], zero[n_toa:])
    )
    return without_toas | _realisations_by_name((len(r), n_toa), others, blocks, k, z, inverse, found)


class _Epochs(NamedTuple):
    """Posterior of the epochs: mean, (m,), and gain, minus its derivative by the other k coefficients, (m, k)."""

    names: tuple[str, ...]
    inverse: LinkedInverse
    mean: Float[Epoch]
    gain: Float[Epoch, Column]

    def on_rows(self, name: str, x: Float[Epoch, Column]) -> Float[Datum, Column]:
        """E x of the layers of a process, (n, k)."""
        epochs = self.inverse.epochs
        end = np.concatenate([x, np.zeros((1, x.shape[1]))])
        total = np.zeros((len(epochs.layers[0].member), x.shape[1]))
        for own, member, layer in zip(self.names, epochs.members(), epochs.layers, strict=True):
            if own == name:
                total += end[member] * layer.values[:, None]
        return total

    def group_equal_rows(self, name: str, basis: Float[Datum, Column]) -> tuple[Int[K], Int[Datum]]:
        """Group the rows with the same epochs and basis; return one row of each group, and the group of each row."""
        layers = zip(self.names, self.inverse.epochs.members(), self.inverse.epochs.layers, strict=True)
        keys = np.stack([*(key for own, at, one in layers if own == name for key in (at, one.values)), *basis.T])
        order = np.lexsort(keys)
        begins = np.any(np.diff(keys[:, order], prepend=np.nan) != 0.0, axis=0)
        kind = np.empty(len(order), dtype=np.int64)
        kind[order] = np.cumsum(begins) - 1
        return order[begins], kind


def _realisations_by_name(
    sizes: tuple[int, int],
    processes: list[Process],
    blocks: tuple[Block, ...],
    k: int,
    z: Float[Datum],
    inverse: Float[Column, Column],
    epochs: _Epochs | None,
) -> dict[str, Realisation]:
    """Mean and standard deviation of every process; its blocks and its epochs are added.

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
    for name in dict.fromkeys([*(epochs.names if epochs else ()), *(p.name for p in processes)]):
        rows = np.array([i for p, _, a, b in own if p.name == name for i in range(a, b)], dtype=np.int64)
        columns = [to_dense(block) for p, block, _, _ in own if p.name == name]
        basis = np.concatenate([np.zeros((n, 0)), *columns], axis=1)
        mean = basis @ z[rows]
        if epochs is not None and name in epochs.names:
            whole = -epochs.on_rows(name, epochs.gain)
            whole[:, rows] += basis
            mean = mean + epochs.on_rows(name, epochs.mean[:, None])[:, 0]
            one, kind = epochs.group_equal_rows(
                name, basis
            )  # once for each epoch: BLAS rounds every row in its own way
            variance = np.sum((whole[one] @ inverse) * whole[one], axis=1)[kind]
            layers = tuple(i for i, own_name in enumerate(epochs.names) if own_name == name)
            variance = variance + epochs.inverse.diagonal_at_toas(np, layers)
        else:
            variance = np.sum((basis @ inverse[np.ix_(rows, rows)]) * basis, axis=1)
        error = np.sqrt(variance)
        out[name] = Realisation(mean[:n_toa], error[:n_toa], mean[n_toa:], error[n_toa:])
    return out


def _unit_prior(process: Process) -> Float[Column, Column]:
    """Columns for coefficients of unit prior variance."""
    columns: NDArray[np.float64] = to_dense(process.block) * np.sqrt(process.variance)
    return columns


def _unit_length(block: Block, w: Float[Datum]) -> Block:
    """Columns scaled to unit weighted length, since their units would cost the inverse of the Gram matrix digits."""
    if isinstance(block, Dense):
        return Dense(block.matrix / np.sqrt(np.sum(w[:, None] * block.matrix**2, axis=0)))
    return block
