"""What a component may ask of the TOAs to make columns of its own: times, frequencies, selections, its parameters."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jug.model.table import Entry
from jug.model.timing import TimingModel
from jug.obs.selection import Selector, mask
from jug.obs.toas import TOAs


class Rows:
    """The TOAs and, as the last row, the TZR point.

    Parameters
    ----------
    model : TimingModel
    toas, tzr : TOAs
    x : dict
        The columns that every model has (see `jug.model.declare`).
    """

    def __init__(self, model: TimingModel, toas: TOAs, tzr: TOAs, x: dict[str, Any]) -> None:
        self.model, self.toas, self.tzr, self.x = model, toas, tzr, x

    def __len__(self) -> int:
        return len(self.toas) + 1

    @property
    def mjd(self) -> NDArray[np.float64]:
        """Clock-corrected UTC, MJD, (n + 1,)."""
        return np.concatenate([self.toas.mjd, self.tzr.mjd])

    def members(self, name: str) -> list[Entry]:
        """The entries of a family, in the order of its vector."""
        own = [e for e in self.model.entries.values() if e.param.name == name]
        return sorted(own, key=lambda e: e.order or 0)

    def values(self, name: str) -> NDArray[np.float64]:
        """Values of a family in par units, (k,); of a plain parameter, (1,)."""
        return np.array([float(e.value.hi) for e in self.members(name)])

    def word(self, name: str) -> str:
        """The word of an option, "" where the line is absent."""
        entry = self.model.entries.get(name)
        return entry.word if entry else ""

    def covered(self, selector: Selector) -> NDArray[np.bool_]:
        """Which rows a selector covers, (n + 1,). The TZR point has no flags and no name."""
        return np.concatenate([mask(selector, self.toas), mask(selector, self.tzr)])

    def selection(self, name: str) -> NDArray[Any]:
        """The selection of a selected family (see `jug.model.declare.pick`)."""
        members = self.members(name)
        return self.bins(len(members), lambda j: self.covered(_selector(members[j])))

    def ranges(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[Any]:
        """The selection of members that cover MJDs from ``low`` to ``high``, both ends included."""
        mjd = self.mjd
        return self.bins(len(low), lambda j: (mjd >= low[j]) & (mjd <= high[j]))

    def bins(self, k: int, covered: Any) -> NDArray[Any]:
        """An index (n + 1,) where the k members are disjoint, else a 0/1 mask (n + 1, k).

        Parameters
        ----------
        covered : callable
            Which rows member j covers, a bool array (n + 1,).
        """
        index = np.full(len(self), k, dtype=np.int32)
        for j in range(k):
            rows = covered(j)
            if np.any(index[rows] < k):
                return np.stack([covered(i) for i in range(k)], axis=1).astype(np.float64)
            index[rows] = j
        return index


def _selector(entry: Entry) -> Selector:
    assert entry.selector is not None, entry.name
    return entry.selector
