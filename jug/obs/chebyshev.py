"""Chebyshev series of a body's position, as JPL and IMCCE publish them."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, K, N, Node, Term, Xyz


class Segment(NamedTuple):
    """Chebyshev records of one body against its centre.

    Attributes
    ----------
    start_s, length_s : float
        TDB seconds since J2000 of the first record; seconds of a record.
    span_s : tuple of float
        First and last time, TDB seconds since J2000, that the records cover and that the file states as covered.
    records : (m, 3, k) float64
        Coefficients, km, lowest order first; mapped from the file.
    factor : float
        The factor of the series.
    """

    start_s: float
    length_s: float
    span_s: tuple[float, float]
    records: Float[Node, K, Term]
    factor: float = 1.0

    @property
    def spans_s(self) -> tuple[tuple[float, float], ...]:
        """The span of the segment, as a sequence of one."""
        return (self.span_s,)

    def posvel(self, day_s: Int[N], sec: Float[N]) -> tuple[Float[N, Xyz], Float[N, Xyz]]:
        """Position and velocity of the body.

        Parameters
        ----------
        day_s : (n,) int64
        sec : (n,) float64
            Their sum is the time since J2000, s (TDB).

        Returns
        -------
        position : (n, 3) float64, km
        velocity : (n, 3) float64, km/s
        """
        since = day_s - self.start_s
        index = np.clip(((since + sec) // self.length_s).astype(np.int64), 0, len(self.records) - 1)
        x = 2.0 * ((since - index * self.length_s) + sec) / self.length_s - 1.0
        value, slope = _chebyshev(x, self.records.shape[2])
        records = self.records[index]
        position = np.einsum("nck,kn->nc", records, value)
        velocity = np.einsum("nck,kn->nc", records, slope) * (2.0 / self.length_s)
        if self.factor != 1.0:
            return position * self.factor, velocity * self.factor
        return position, velocity


class SegmentList(NamedTuple):
    """Several segments of one body against the same centre, each for its own range of time."""

    segments: tuple[Segment, ...]

    @property
    def spans_s(self) -> tuple[tuple[float, float], ...]:
        """Times that the segments cover, TDB seconds since J2000, in order."""
        return union(segment.span_s for segment in self.segments)

    def posvel(self, day_s: Int[N], sec: Float[N]) -> tuple[Float[N, Xyz], Float[N, Xyz]]:
        """Position and velocity of the body; zero at times that no segment covers.

        Parameters
        ----------
        day_s : (n,) int64
        sec : (n,) float64
            Their sum is the time since J2000, s (TDB).

        Returns
        -------
        position : (n, 3) float64, km
        velocity : (n, 3) float64, km/s
        """
        position, velocity = np.zeros((len(day_s), 3)), np.zeros((len(day_s), 3))
        left = np.ones(len(day_s), dtype=bool)
        for segment in self.segments:
            first, last = segment.span_s
            rows = np.flatnonzero(left & (day_s + sec >= first) & (day_s + sec <= last))
            if rows.size:
                position[rows], velocity[rows] = segment.posvel(day_s[rows], sec[rows])
                left[rows] = False
        return position, velocity


SegmentOrList = Segment | SegmentList
"""The position of one body relative to another."""


def union(spans: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Merge spans (first, last) that overlap or touch, in the order of time."""
    merged: list[tuple[float, float]] = []
    for first, last in sorted(spans):
        if merged and first <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return tuple(merged)


def intersection(
    one: Iterable[tuple[float, float]], other: Iterable[tuple[float, float]]
) -> tuple[tuple[float, float], ...]:
    """Intersect two lists of spans.

    Parameters
    ----------
    one, other : sequence of (first, last)
        s since J2000.

    Returns
    -------
    tuple of (first, last)
        The common spans in the order of time.
    """
    others = tuple(other)
    both = ((max(a[0], b[0]), min(a[1], b[1])) for a in one for b in others)
    return union(span for span in both if span[0] < span[1])


def _chebyshev(x: Float[N], count: int) -> tuple[Float[Term, N], Float[Term, N]]:
    """T_k(x) and dT_k/dx for k < count, each (count, n): T_k = 2 x T_{k-1} - T_{k-2} and its derivative."""
    value, slope = np.zeros((count, len(x))), np.zeros((count, len(x)))
    value[0] = 1.0
    if count > 1:
        value[1], slope[1] = x, 1.0
    for k in range(2, count):
        value[k] = 2.0 * x * value[k - 1] - value[k - 2]
        slope[k] = 2.0 * (value[k - 1] + x * slope[k - 1]) - slope[k - 2]
    return value, slope
