"""The data of a likelihood padded with rows that have no weight, so that pulsars of similar size share compiled code.

An added row repeats the last TOA. Its residual and its noise columns count as 0, its variance as 1 s^2, so that the
likelihood is that of the TOAs alone. An added epoch has no TOA.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from jug.core.array import Array, Int, Row
from jug.core.blocks import Binned
from jug.model.covariance.disjoint_epochs import DisjointInverse, UnitEpochs
from jug.model.covariance.gaussian import Whitener
from jug.model.covariance.plain_prior import PlainPrior
from jug.model.declare import Columns
from jug.model.evaluation.anchor import Reference
from jug.sampling.fixed_noise import FixedNoise
from jug.sampling.log_likelihood import Data

PaddedRows = TypeVar("PaddedRows", bound=NDArray[np.generic])


class DataSize(NamedTuple):
    """How many TOAs and epochs of correlated noise the data have; 0 epochs where there are none."""

    n_toa: int
    n_epochs: int


def size_of(data: Data) -> DataSize | None:
    """Return the size of some data.

    Parameters
    ----------
    data : Data
        In NumPy.

    Returns
    -------
    DataSize or None
        None where they cannot be padded: epochs that share TOAs, several layers of epochs, columns of timing
        parameters that are epochs, tables of the noise.
    """
    layers = [layer for family in data.ref.x.epochs.values() for layer in family]
    inverse = data.fixed.by.epochs if data.fixed is not None else None
    prior = data.prior.epochs if data.prior is not None else None
    if data.ref.x.noise or data.flat is not None or len(layers) > 1 or not isinstance(inverse, DisjointInverse | None):
        return None
    if not isinstance(prior, UnitEpochs | Binned | None):
        return None
    n_epochs = len(layers[0].owner) if layers else 0
    variance = data.prior.epoch_variance if data.prior is not None else None
    if variance is not None and len(variance) != n_epochs:  # of a term that is not of jug
        return None
    return DataSize(len(data.ref.residual), n_epochs)


def pad_data(data: Data, old: DataSize, new: DataSize) -> Data:
    """Add rows and epochs.

    Parameters
    ----------
    data : Data
        In NumPy.
    old, new : DataSize
        Its size (`size_of`), and the padded one.

    Returns
    -------
    Data
        In NumPy, with `Data.weight`.
    """
    return _Padding(old, new).of_data(data)


class _Padding(NamedTuple):
    """Padding from one size to another; arrays of rows may have one group of n rows, or a second one of the DMs."""

    old: DataSize
    new: DataSize

    def of_data(self, data: Data) -> Data:
        n = self.old.n_toa
        weight = np.concatenate([np.arange(self.new.n_toa) < n] * (len(data.rows) // n)).astype(np.float64)
        turned = None if data.turned is None else np.ascontiguousarray(self.zeros(data.turned.T).T)
        fixed = data.fixed and FixedNoise(self._reference(data.fixed.ref), self._factors(data.fixed.by))
        return data._replace(
            ref=self._reference(data.ref),
            rows=self.repeated(data.rows),
            extra=self.zeros(data.extra),
            prior=self._prior(data.prior),
            turned=turned,
            fixed=fixed,
            weight=weight,
        )

    def repeated(self, a: PaddedRows) -> PaddedRows:
        """Rows that repeat the last one of each group."""
        return self._filled(a, _last)

    def zeros(self, a: PaddedRows) -> PaddedRows:
        """Rows of zeros."""
        return self._filled(a, _nothing)

    def with_tzr(self, a: Array) -> Array:
        """Rows before the last one, which is that of the TZR point."""
        n = self.old.n_toa
        return np.concatenate([self.repeated(a[:n]), a[n:]])

    def _filled(self, a: PaddedRows, row: Callable[[PaddedRows], PaddedRows]) -> PaddedRows:
        """Add to each group of n rows what a function makes of them, as often as is wanted."""
        n, more = self.old.n_toa, self.new.n_toa - self.old.n_toa
        groups = [cast(PaddedRows, a[first : first + n]) for first in range(0, len(a), n)]
        parts = [np.concatenate([g, np.repeat(row(g), more, axis=0)]) for g in groups]
        return cast(PaddedRows, np.concatenate(parts))

    def _member(self, member: Int[Row]) -> Int[Row]:
        """The epoch of each row; an added row is in none."""
        old, new = self.old.n_epochs, self.new.n_epochs
        found: Int[Row] = self._filled(np.where(member == old, new, member), lambda _: np.array([new]))
        return found.astype(member.dtype)

    def _reference(self, ref: Reference) -> Reference:
        padded = ref._replace(prior=None, offset_mask=None).by_row(self.with_tzr, self.repeated)
        return padded._replace(x=self._columns(padded.x))

    def _columns(self, x: Columns) -> Columns:
        more = self.new.n_epochs - self.old.n_epochs
        epochs = {
            key: tuple(
                layer._replace(
                    epoch=self._member(layer.epoch),
                    owner=np.concatenate([layer.owner, np.zeros(more, layer.owner.dtype)]),
                )
                for layer in layers
            )
            for key, layers in x.epochs.items()
        }
        grids = {
            key: grid if grid.inside is None else grid._replace(inside=self.zeros(grid.inside))
            for key, grid in x.grids.items()
        }
        return x._replace(epochs=epochs, grids=grids)

    def _prior(self, prior: PlainPrior | None) -> PlainPrior | None:
        if prior is None:
            return None
        epochs, more = prior.epochs, self.new.n_epochs - self.old.n_epochs
        if isinstance(epochs, UnitEpochs):
            epochs = UnitEpochs(self._member(epochs.member))
        elif isinstance(epochs, Binned):
            shift = np.zeros(self.new.n_epochs)
            epochs = Binned(self._member(epochs.member), self.zeros(epochs.values), shift)
        variance = prior.epoch_variance
        return PlainPrior(
            epochs,
            None if variance is None else np.concatenate([variance, np.ones(more)]),
            None if prior.basis is None else self.zeros(np.asarray(prior.basis)),
            prior.variance,
        )

    def _factors(self, by: Whitener) -> Whitener:
        more = self.new.n_epochs - self.old.n_epochs
        epochs, sums = by.epochs, by.sums
        if isinstance(epochs, DisjointInverse):
            epochs = epochs._replace(
                epoch=self._member(epochs.epoch),
                column=None if epochs.column is None else self.zeros(epochs.column),
                share=np.concatenate([epochs.share[:-1], np.zeros(more), epochs.share[-1:]]),
                weight=np.concatenate([epochs.weight, np.zeros(more)]),
                grown=np.concatenate([epochs.grown, np.ones(more)]),
            )
            if sums is not None:
                sums = np.concatenate([sums[:-1], np.zeros((more, sums.shape[1])), sums[-1:]])
        basis = None if by.basis is None else self.zeros(by.basis)
        return by._replace(w=self.zeros(by.w), epochs=epochs, basis=basis, sums=sums)


def _last(group: PaddedRows) -> PaddedRows:
    return cast(PaddedRows, group[-1:])


def _nothing(group: PaddedRows) -> PaddedRows:
    return cast(PaddedRows, np.zeros_like(group[-1:]))
