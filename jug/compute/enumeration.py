"""The integer vectors with the smallest |R w + t|^2: a sphere decoder (Schnorr & Euchner 1994; Agrell et al. 2002).

R is upper triangular. Elements of w are chosen from the last to the first, each from the nearest integer outwards. A
branch ends where the sum so far exceeds the limit: the largest of the solutions that are kept, or the smallest plus a
window. When the enumeration is done, no other vector is better than the solutions that are kept.
"""

from bisect import insort
from operator import mul
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N
from jug.text.json_types import JsonObject


class LatticeVector(NamedTuple):
    """One integer vector: the squared length of R w + t, and w, (d,)."""

    length: float
    w: tuple[int, ...]


class Enumeration:
    """The enumeration of a lattice, which can stop after any node and continue later.

    Parameters
    ----------
    r : (d, d) float64
        Upper triangular, without zeros on the diagonal.
    t : (d,) float64
    keep : int
        Number of solutions to keep.
    window : float
        Only solutions whose squared length is less than the smallest plus this are found.
    most : float
        Only solutions whose squared length is less than this are found.

    Attributes
    ----------
    best : list of LatticeVector
        The solutions found so far, the smallest first.
    nodes : int
        Number of nodes visited.
    done : bool
        Whether every branch has been followed or excluded.
    """

    def __init__(self, r: Float[N, N], t: Float[N], keep: int, window: float = np.inf, most: float = np.inf) -> None:
        d = len(t)
        self.keep, self.window, self.most = keep, window, most
        scale = np.diag(r)
        self.square: list[float] = (scale**2).tolist()
        self.rows: list[list[float]] = [(r[k, k + 1 :] / scale[k]).tolist() for k in range(d)]
        self.shift: list[float] = (t / scale).tolist()
        self.best: list[LatticeVector] = []
        self.nodes, self.done, self.level = 0, False, d - 1
        self.w, self.centre, self.below = [0] * d, [0.0] * d, [0.0] * (d + 1)
        self._enter(d - 1)

    @property
    def limit(self) -> float:
        """The squared length above which a branch ends."""
        if not self.best:
            return self.most
        least = min(self.most, self.best[0].length + self.window)
        return min(least, self.best[-1].length) if len(self.best) >= self.keep else least

    def run(self, nodes: int) -> bool:
        """Visit nodes.

        Parameters
        ----------
        nodes : int
            Largest number of nodes.

        Returns
        -------
        bool
            Whether the enumeration is done.
        """
        last, k, limit = self.nodes + nodes, self.level, self.limit
        w, centre, below, square = self.w, self.centre, self.below, self.square
        top = len(w) - 1
        while self.nodes < last:
            self.nodes += 1
            total = below[k + 1] + square[k] * (w[k] - centre[k]) ** 2
            if total < limit and k:
                below[k] = total
                k -= 1
                self._enter(k)
                continue
            if total < limit:
                self._keep(LatticeVector(total, tuple(w)))
                limit = self.limit
            elif k == top:
                self.done = True
                break
            else:
                k += 1
            w[k] = _next(w[k], centre[k])
        self.level = k
        return self.done

    def state(self) -> JsonObject:
        """Return the state for `resume`, as numbers and lists for JSON."""
        best = [[found.length, list(found.w)] for found in self.best]
        below = self.below[:-1]
        return {
            "w": list(self.w),
            "below": below,
            "level": self.level,
            "nodes": self.nodes,
            "done": self.done,
            "best": best,
        }

    def resume(self, state: JsonObject) -> None:
        """Continue from a state.

        Parameters
        ----------
        state : dict
            From `state`, of an enumeration of the same lattice.
        """
        self.w, self.below = [*state["w"]], [*state["below"], 0.0]
        self.level, self.nodes, self.done = state["level"], state["nodes"], state["done"]
        self.best = [LatticeVector(length, tuple(w)) for length, w in state["best"]]
        for k in range(len(self.w)):
            self.centre[k] = self._centre(k)

    def _centre(self, k: int) -> float:
        """The real value of w[k] at which row k vanishes."""
        total: float = sum(map(mul, self.rows[k], self.w[k + 1 :]), self.shift[k])
        return -total

    def _enter(self, k: int) -> None:
        """Set element k to the integer nearest to its centre."""
        self.centre[k] = self._centre(k)
        self.w[k] = round(self.centre[k])

    def _keep(self, found: LatticeVector) -> None:
        """Insert a solution by its length, and drop the largest beyond the number to keep."""
        insort(self.best, found)
        del self.best[self.keep :]


def _next(w: int, centre: float) -> int:
    """The next integer outwards from a real centre: on the other side, or one further."""
    nearest = round(centre)
    if w == nearest:
        return w + 1 if centre >= nearest else w - 1
    upwards = centre >= nearest
    first_side = (w > nearest) == upwards
    return 2 * nearest - w if first_side else 2 * nearest - w + (1 if upwards else -1)
