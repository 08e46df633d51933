"""Nearly collinear sets of many columns, in which no column is collinear with those before it alone.

FD1 to FD5 with 31 DMX bins of a narrow band are such a set: the sum of all DMX bins is a DM, which five powers of log f
approximate to 1e-7, and the regression of each column on all others has 1 - R^2 = 1e-11. The columns of a polynomial,
and those of the angles of one orbit, are nearly parallel too, but the data determine them. So each of these groups is
made orthonormal first. A small 1 - R^2 then means that several kinds of parameters are collinear.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from jug.core.array import Column, Float, Int, N
from jug.fitting.dependence import FLAT_SHARE, Dependent, is_spin, rank_for_fixing

SHARED_VARIANCE = 0.75
"""A set has the parameters whose variance falls by this share or more (their uncertainty to half or less) when the
first is fixed."""

ORBIT_NAMES = ("T0", "TASC", "OM", "PB", "OMDOT", "FB")
"""Angles of an orbit, and its frequencies, a polynomial."""

NAMED_PARAMETERS = 0.1
"""The first of a set is among the columns whose 1 - R^2 is at most the smallest 1 - R^2 divided by this."""


def near_dependent_columns(
    gram: Float[Column, Column],
    names: Sequence[str],
    factor: Float[Column, Column] | None = None,
    without: Iterable[int] = (),
) -> tuple[Dependent, ...]:
    """Find columns whose 1 - R^2 in the regression on all others is nearly zero.

    Parameters
    ----------
    gram : (k, k) array
        Gram matrix of the whitened columns, scaled to a unit diagonal.
    names : sequence of str
        Of the columns.
    factor : (k, k) array, optional
        R of a QR decomposition of the columns.
    without : iterable of int
        Columns that are known to depend on others.

    Returns
    -------
    tuple of Dependent
        The columns to fix. The others have no nearly collinear set.
    """
    gone, out = set(without), list[Dependent]()
    while found := _weakest_column(gram, names, factor, np.delete(np.arange(len(names)), list(gone))):
        out.append(found)
        gone.add(found.column)
    return tuple(out)


def _weakest_column(
    gram: Float[Column, Column], names: Sequence[str], factor: Float[Column, Column] | None, kept: Int[N]
) -> Dependent | None:
    """The column to fix first; None where the columns are determined."""
    try:
        columns = np.linalg.cholesky(gram[np.ix_(kept, kept)]).T if factor is None else factor[:, kept]
        columns = _orthonormal_kinds(columns, [names[i] for i in kept.tolist()])
        inverse = np.linalg.inv(np.linalg.qr(columns, mode="r"))
    except np.linalg.LinAlgError:
        return None
    left = 1.0 / np.sum(inverse**2, axis=1)
    if not np.min(left, initial=1.0) < FLAT_SHARE:
        return None
    weak = np.flatnonzero(left < min(FLAT_SHARE, np.min(left) / NAMED_PARAMETERS))
    first = max(weak.tolist(), key=lambda i: (rank_for_fixing(names[int(kept[i])]), -left[i]))
    covariance = inverse @ inverse.T
    size = np.diagonal(covariance)
    shared = covariance[first] ** 2 / (size[first] * size)  # the share of each variance that goes with the first
    strength = np.abs(covariance[first])
    on = [int(kept[i]) for i in np.argsort(-strength, kind="stable") if i != first and shared[i] > SHARED_VARIANCE]
    return Dependent(int(kept[first]), tuple(on), float(left[first]))


def _orthonormal_kinds(columns: Float[Column, Column], names: Sequence[str]) -> Float[Column, Column]:
    """The columns scaled to unit length, and columns of one kind made orthogonal to each other."""
    out: Float[Column, Column] = columns / np.linalg.norm(columns, axis=0)
    kinds = [_kind(name) for name in names]
    for kind in set(filter(None, kinds)):
        at = [i for i, own in enumerate(kinds) if own == kind]
        out[:, at] = np.linalg.qr(out[:, at])[0]
    return out


def _kind(name: str) -> str:
    """The group of a parameter: spin, orbit, or DM and its derivatives; empty for all others."""
    word = name.rstrip("0123456789")
    if is_spin(name):
        return "spin"
    return "orbit" if name in ORBIT_NAMES or word in ORBIT_NAMES else word if word == "DM" else ""
