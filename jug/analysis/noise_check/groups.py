"""The groups of rows that are compared: backends, epochs, neighbours in radio frequency."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Int, K, N, Str, Toa

WITHOUT_BACKEND = "no backend"
"""Name of the group of TOAs that name no backend."""


class EpochRows(NamedTuple):
    """TOAs in order of time, grouped in epochs.

    Parameters
    ----------
    order : (n,) int array
        Rows of the TOAs, in order of time.
    first : (k,) int array
        Index in ``order`` of the first TOA of each epoch.
    number : (k,) int array
        Number of each epoch among those of all TOAs.
    """

    order: Int[N]
    first: Int[K]
    number: Int[K]

    def mean(self, z: Float[Toa, K]) -> Float[N, K]:
        """Compute the sum over each epoch, divided by the square root of its number of TOAs.

        Parameters
        ----------
        z : (n, d) array
            Residuals divided by their standard deviations.

        Returns
        -------
        (k, d) array
            Of unit variance for independent residuals.
        """
        count = np.diff(np.append(self.first, len(self.order)))
        found: Float[N, K] = np.add.reduceat(z[self.order], self.first, axis=0) / np.sqrt(count)[:, None]
        return found


def epochs_of(rows: Int[N], number: Int[Toa]) -> EpochRows:
    """Group some TOAs by epoch.

    Parameters
    ----------
    rows : (n,) int array
        Indices of TOAs.
    number : (n_toa,) int array
        Epoch of each TOA, of `jug.analysis.residuals.observing_epochs.epoch_numbers`.

    Returns
    -------
    EpochRows
    """
    order = rows[np.argsort(number[rows], kind="stable")]
    numbers, first = np.unique(number[order], return_index=True)
    return EpochRows(order, first, numbers)


def common_epochs(one: EpochRows, other: EpochRows) -> tuple[Int[N], Int[N]]:
    """Find the epochs that two groups of TOAs have in common.

    Parameters
    ----------
    one, other : EpochRows
        Of two groups of TOAs.

    Returns
    -------
    (n,) int arrays
        Indices of these epochs in the first and in the second group.
    """
    _, here, there = np.intersect1d(one.number, other.number, assume_unique=True, return_indices=True)
    return here, there


def neighbours_in_frequency(rows: Int[N], number: Int[Toa], freq: Float[Toa]) -> tuple[Int[K], Int[K]]:
    """Pair the TOAs of an epoch that are next to each other in radio frequency.

    Parameters
    ----------
    rows : (n,) int array
        Indices of TOAs.
    number : (n_toa,) int array
        Epoch of each TOA, of `jug.analysis.residuals.observing_epochs.epoch_numbers`.
    freq : (n_toa,) array
        MHz.

    Returns
    -------
    (k,) int arrays
        The rows of the lower and of the higher frequency; TOAs of equal frequency are not paired.
    """
    order = rows[np.lexsort((freq[rows], number[rows]))]
    low, high = order[:-1], order[1:]
    pair = (number[low] == number[high]) & (freq[low] != freq[high])
    return low[pair], high[pair]


def by_backend(names: Str[Toa], usable: Bool[Toa]) -> dict[str, Int[N]]:
    """List the rows of each backend.

    Parameters
    ----------
    names : (n,) array of str
        Backend of each TOA; "" for a TOA that names none.
    usable : (n,) bool array
        Rows that are used.

    Returns
    -------
    dict of str to (n,) int array
        In the order of the names; `WITHOUT_BACKEND` for "".
    """
    return {str(name) or WITHOUT_BACKEND: np.flatnonzero((names == name) & usable) for name in np.unique(names)}
