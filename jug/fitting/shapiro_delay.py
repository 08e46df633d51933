"""Size and shape of a Shapiro delay among the free parameters, and whether the data show the delay."""

from typing import NamedTuple

import numpy as np

from jug.compute.solver import Normal
from jug.core.array import Float, Parameter
from jug.least_squares.problem import LeastSquaresProblem
from jug.model.timing_model import TimingModel

SHAPIRO_SIZES = {"SINI": "M2", "SHAPMAX": "M2", "STIGMA": "H3"}
"""Shapes of a Shapiro delay, each with its size. Where the data do not determine the delay, other elements of the orbit
may reach values at which they are collinear too. So the shape is fixed first, then the size, and then those elements.
"""

SEEN = 3.0
"""Least distance of the size from zero, in uncertainties at a fixed shape, at which the data show the delay."""

ROUNDED_EIGENVALUE = 1e-12
"""Least eigenvalue of the scaled normal matrix; smaller ones are rounding."""


class FreeShapiroDelay(NamedTuple):
    """A Shapiro delay whose shape and size are free.

    Parameters
    ----------
    shape, size : int
        Their positions among the free parameters.
    start : float
        The size at the anchor, kernel units.
    """

    shape: int
    size: int
    start: float

    def is_seen(self, problem: LeastSquaresProblem, normal: Normal, dx: Float[Parameter]) -> bool:
        """Whether the size differs from zero by ``SEEN`` uncertainties at a fixed shape.

        Parameters
        ----------
        problem : LeastSquaresProblem
        normal : Normal
            Its scaled normal equations at this point.
        dx : (k,) array
            Change of the parameters from the anchor, kernel units.

        Returns
        -------
        bool
        """
        column, without = (int(problem.columns[i]) for i in (self.size, self.shape))
        rest = np.delete(np.arange(len(normal.slope)), without)
        values, vectors = np.linalg.eigh(np.asarray(normal.gram)[np.ix_(rest, rest)])
        own = vectors[rest == column][0] ** 2 / np.maximum(values, ROUNDED_EIGENVALUE)
        dof = len(problem.sigma) - problem.n_free - int(problem.offset)
        scale = max(1.0, float(normal.chi2) / dof) if dof > 0 else 1.0
        alone = np.sqrt(scale * np.sum(own)) / float(np.asarray(normal.scale)[column])
        return bool(abs(self.start + float(dx[self.size])) > SEEN * alone)


def shape_of(free: tuple[str, ...]) -> str:
    """Return the shape that is free together with its size.

    Parameters
    ----------
    free : tuple of str

    Returns
    -------
    str
        Empty where none is.
    """
    return next((shape for shape, size in SHAPIRO_SIZES.items() if shape in free and size in free), "")


def free_shapiro_delay(model: TimingModel) -> FreeShapiroDelay | None:
    """Find the Shapiro delay whose shape and size are free.

    Parameters
    ----------
    model : TimingModel
        At the anchor.

    Returns
    -------
    FreeShapiroDelay or None
    """
    shape, free = shape_of(model.free), model.free
    if not shape:
        return None
    size = model.entries[SHAPIRO_SIZES[shape]]
    return FreeShapiroDelay(free.index(shape), free.index(size.name), float(size.value.hi) * size.scale)
