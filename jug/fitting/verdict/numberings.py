"""Other pulse numbers of a whole fit: turns at several gaps together that fit as well.

One turn more after gap j is a step in the residuals. With A and b the Gram matrix and the slopes of all steps after the
elimination of the parameters, z_j turns at each gap change chi2 by z^T A z + 2 b^T z in the linear model. A = R^T R, so
that this is |R z + t|^2 - |t|^2 with R^T t = b, and the integers z that change it least are found by a reduction of the
lattice and an enumeration (`jug.compute.lattice`, `jug.compute.enumeration`).
"""

from math import lgamma, log, pi
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Member

RARE = 1e-4
"""Least expected number of lattice vectors in the sphere: its volume over that of a cell. With fewer there is no
search, because a reduction of 40 gaps takes a second."""

NODES = 20_000
"""Largest number of nodes of an enumeration: 0.05 s. Good fits need some hundred."""


class Numbering(NamedTuple):
    """Other pulse numbers.

    Parameters
    ----------
    turns : (m,) int array
        Turns at each gap, relative to the fit.
    delta_chi2 : float
        Change of chi2 by them after a linear refit.
    """

    turns: Int[Member]
    delta_chi2: float


def other_numbering(gram: Float[Member, Member], slope: Float[Member], limit: float) -> Numbering | None:
    """Find the turns that change chi2 least.

    Parameters
    ----------
    gram : (m, m) array
        A, positive definite.
    slope : (m,) array
        b.
    limit : float
        Largest change of chi2 of the turns that are searched.

    Returns
    -------
    Numbering or None
        None where no other turns change chi2 by less than the limit, none are expected (`RARE`), or none were found
        within the limit of nodes.
    """
    try:
        factor = np.linalg.cholesky(gram).T.astype(np.float64)
    except np.linalg.LinAlgError:  # some turns change chi2 by less than rounding
        return None
    shift = np.linalg.solve(factor.T, slope)
    most = limit + float(shift @ shift)
    cell = float(np.sum(np.log(np.diagonal(factor))))
    if 0.5 * len(slope) * log(pi * most) - lgamma(0.5 * len(slope) + 1.0) - cell < log(RARE):
        return None
    from jug.compute.enumeration import Enumeration
    from jug.compute.lattice import reduce_lattice

    try:
        basis = reduce_lattice(factor)
    except ArithmeticError:
        return None
    search = Enumeration(basis.r, basis.q @ shift, keep=2, most=most)
    search.run(NODES)
    for found in search.best:
        if any(found.w):
            turns = basis.u @ np.array(found.w, dtype=np.int64)
            return Numbering(turns, found.length - float(shift @ shift))
    return None
