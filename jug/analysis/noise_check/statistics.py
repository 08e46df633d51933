"""Statistics of residuals divided by their standard deviations, for the data and for simulated data together.

Each function takes a column for the data and one for each set of simulated data. Anderson & Darling 1954, J. Am. Stat.
Assoc. 49, 765, for the distance from a normal distribution.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from jug.analysis.noise_check.groups import EpochRows, common_epochs, epochs_of, neighbours_in_frequency
from jug.core.array import Float, Int, K, N, Toa

LEAST_ROWS = 8
"""Smallest number of TOAs of a group whose distribution is tested."""

LEAST_PAIRS = 10
"""Smallest number of pairs whose correlation is tested."""


class Statistic(NamedTuple):
    """One statistic of one group.

    Parameters
    ----------
    kind : {"chi2", "shape", "epochs", "time", "frequency", "backends"}
    group : str
        Backend, pair of backends, ``all``, or ``DM of`` a backend.
    size : int
        Number of residuals or pairs.
    value : (d,) array
        The statistic of each set of residuals, no unit.
    """

    kind: str
    group: str
    size: int
    value: Float[K]


class RowGroups(NamedTuple):
    """The groups whose statistics are computed.

    Parameters
    ----------
    backends : dict of str to (n,) int array
        Rows of each backend.
    dms : dict of str to (n,) int array
        Rows of the measured DMs of each backend, after those of the TOAs.
    number : (n_toa,) int array
        Epoch of each TOA.
    freq : (n_toa,) array
        MHz.
    """

    backends: dict[str, Int[N]]
    dms: dict[str, Int[N]]
    number: Int[Toa]
    freq: Float[Toa]


def statistics(layout: RowGroups, z: Float[N, K]) -> list[Statistic]:
    """Compute all statistics.

    Parameters
    ----------
    layout : RowGroups
    z : (rows, d) array
        Residuals of d sets, divided by their standard deviations.

    Returns
    -------
    list of Statistic
    """
    found = list(_distributions(layout, z))
    groups = {name: rows for name, rows in layout.backends.items() if len(rows)}
    if len(groups) > 1:
        groups["all"] = np.concatenate(list(groups.values()))
    epochs = {name: epochs_of(rows, layout.number) for name, rows in groups.items()}
    means = {name: own.mean(z) for name, own in epochs.items()}
    for name, mean in means.items():
        if len(mean) >= LEAST_PAIRS:
            found.append(Statistic("epochs", name, len(mean), np.mean(mean**2, axis=0)))
    for name, mean in means.items():
        found += _product("time", name, mean[:-1], mean[1:])
    for name, rows in groups.items():
        low, high = neighbours_in_frequency(rows, layout.number, layout.freq)
        found += _product("frequency", name, z[low], z[high])
    backends = {name: own for name, own in epochs.items() if name != "all"}
    found += _between(backends, means)
    return found


def _distributions(layout: RowGroups, z: Float[N, K]) -> Iterator[Statistic]:
    """The mean square of each backend and its distance from a normal distribution."""
    groups = {**layout.backends, **{f"DM of {name}": rows for name, rows in layout.dms.items()}}
    for name, rows in groups.items():
        if len(rows):
            yield Statistic("chi2", name, len(rows), np.mean(z[rows] ** 2, axis=0))
    for name, rows in groups.items():
        if len(rows) >= LEAST_ROWS:
            yield Statistic("shape", name, len(rows), anderson_darling(z[rows]))


def _between(epochs: dict[str, EpochRows], means: dict[str, Float[N, K]]) -> Iterator[Statistic]:
    """The correlation of each pair of backends that observe at the same epochs."""
    for first, second in combinations(epochs, 2):
        here, there = common_epochs(epochs[first], epochs[second])
        yield from _product("backends", f"{first} and {second}", means[first][here], means[second][there])


def _product(kind: str, group: str, one: Float[N, K], other: Float[N, K]) -> list[Statistic]:
    """The mean product of pairs, if there are enough of them."""
    if len(one) < LEAST_PAIRS:
        return []
    return [Statistic(kind, group, len(one), np.mean(one * other, axis=0))]


def anderson_darling(z: Float[N, K]) -> Float[K]:
    """Compute the distance of each column from a normal distribution of its own mean and variance.

    Parameters
    ----------
    z : (n, d) array
        Residuals of d sets, any unit.

    Returns
    -------
    (d,) array
        A^2, no unit; 0 for a column of equal values.
    """
    from scipy.special import log_ndtr

    n = len(z)
    spread = np.std(z, axis=0)
    u = np.sort((z - np.mean(z, axis=0)) / np.where(spread > 0.0, spread, 1.0), axis=0)
    weight = (2.0 * np.arange(n) + 1.0) / n
    found: Float[K] = np.where(spread > 0.0, -n - weight @ (log_ndtr(u) + log_ndtr(-u[::-1])), 0.0)
    return found
