"""Interpolation between nodes as a matrix: the value at each time from the values at the nodes."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from jug.core.array import Float, Node, Toa

DEGREES = {"LINEAR": 1, "SLINEAR": 1, "QUADRATIC": 2, "CUBIC": 3}
"""Degree of each spline; the number of nodes must be larger than the degree."""


def interpolation(t: Float[Toa], nodes: Float[Node], kind: str) -> Float[Toa, Node]:
    """Return the matrix that interpolates values at nodes to times.

    Parameters
    ----------
    t : (n,) array
        Times.
    nodes : (m,) array
        Times of the nodes, in ascending order, in the unit of ``t``.
    kind : str
        ``LINEAR`` (``SLINEAR``), ``QUADRATIC``, ``CUBIC``: splines; ``NEAREST`` (between two nodes the earlier),
        ``NEAREST-UP`` (the later), ``PREVIOUS`` (``ZERO``), ``NEXT``. As scipy's ``interp1d``: cubic splines have no
        knot at the second node and the last but one, quadratic ones have their knots half-way between nodes.

    Returns
    -------
    (n, m) array
        The value at a time is the matrix times the values at the nodes; 0 for times outside the nodes.
    """
    inside = (t >= nodes[0]) & (t <= nodes[-1])
    if kind in DEGREES:
        knots = _knots(nodes, DEGREES[kind])
        k = DEGREES[kind]
        found = np.linalg.solve(_splines(nodes, knots, k).T, _splines(t, knots, k).T).T
        return np.where(inside[:, None], found, 0.0)
    middle = 0.5 * (nodes[:-1] + nodes[1:])
    ways: dict[str, Callable[[], NDArray[np.intp]]] = {
        "NEAREST": lambda: np.searchsorted(middle, t, side="left"),
        "NEAREST-UP": lambda: np.searchsorted(middle, t, side="right"),
        "PREVIOUS": lambda: np.searchsorted(nodes, t, side="right") - 1,
        "ZERO": lambda: np.searchsorted(nodes, t, side="right") - 1,
        "NEXT": lambda: np.searchsorted(nodes, t, side="left"),
    }
    return np.where(inside[:, None] & (ways[kind]()[:, None] == np.arange(len(nodes))), 1.0, 0.0)


def _knots(nodes: Float[Node], k: int) -> Float[Node]:
    inner = {1: nodes[1:-1], 2: 0.5 * (nodes[1:-2] + nodes[2:-1]), 3: nodes[2:-2]}[k]
    return np.concatenate([np.repeat(nodes[0], k + 1), inner, np.repeat(nodes[-1], k + 1)])


def _splines(t: Float[Toa], knots: Float[Node], k: int) -> Float[Toa, Node]:
    """B-splines of degree ``k`` at each time, (n, m), by the recurrence of Cox and de Boor."""
    last = len(knots) - k - 2
    place = np.clip(np.searchsorted(knots, t, side="right") - 1, k, last)
    b = np.where(place[:, None] == np.arange(len(knots) - 1), 1.0, 0.0)
    for degree in range(1, k + 1):
        width = knots[degree:] - knots[:-degree]
        rise = np.divide(t[:, None] - knots[:-degree], width, out=np.zeros((len(t), len(width))), where=width > 0.0)
        b = rise[:, :-1] * b[:, :-1] + (1.0 - rise[:, 1:]) * b[:, 1:] * (width[1:] > 0.0)
    return b
