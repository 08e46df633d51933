"""Frequency grids and epochs, which correlated noise terms read from `Columns`."""

from typing import NamedTuple

from jug.core.array import Epoch, Float, Harmonic, Int, Toa


class FourierGrid(NamedTuple):
    """The frequencies of a Fourier process.

    Parameters
    ----------
    frequency, width : (m,) array
        Frequencies and their widths, Hz.
    span : () array
        Time span T, s.
    start : () array
        Time of the first TOA, s since the model's epoch.
    inside : (n,) array or None
        1 for each TOA on which the process acts, else 0; None: it acts on all.
    """

    frequency: Float[Harmonic]
    width: Float[Harmonic]
    span: Float[()] | float
    start: Float[()] | float
    inside: Float[Toa] | None = None

    @property
    def acts(self) -> Float[Toa]:
        """`inside`, for a process that does not act on all TOAs."""
        assert self.inside is not None
        return self.inside


class EpochLayer(NamedTuple):
    """Epochs of simultaneous TOAs; each TOA is in one at most.

    Parameters
    ----------
    epoch : (n,) int array
        The epoch of each TOA; the number of epochs for a TOA that is in none.
    owner : (k,) int array
        The member of the noise family that each epoch belongs to.
    """

    epoch: Int[Toa]
    owner: Int[Epoch]
