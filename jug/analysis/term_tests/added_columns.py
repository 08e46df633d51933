"""The decrease of chi2 by added parameters, from one factorisation of the normal equations of all of them.

With b the columns of the model and c those of the candidates, G the Gram matrix J^T C^-1 J and s the slope J^T C^-1 r,
the candidates have the Schur complement and the slope

    S = G_cc - G_cb G_bb^-1 G_bc,   g = s_c - G_cb G_bb^-1 s_b

and any subset k of them lowers chi2 by g_k^T S_kk^-1 g_k, at the values -S_kk^-1 g_k, in the linear model.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.compute.elimination import eliminate_columns
from jug.compute.kernels import kernels
from jug.compute.solver import PIVOT_MIN
from jug.core.array import Float, Int, N, Toa
from jug.errors import FitError
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


class Gain(NamedTuple):
    """The effect of a subset of the candidates in the linear model.

    Parameters
    ----------
    decrease : float
        Decrease of chi2.
    changes : (q,) array
        Best values minus the present ones, in the units of the values.
    errors : (q,) array
        Uncertainties, in par units.
    """

    decrease: float
    changes: Float[N]
    errors: Float[N]


class AddedColumns:
    """The normal equations of a model with candidates, after elimination of the model's own parameters.

    Parameters
    ----------
    model : TimingModel
        With all candidates, which are free and have values that change no residual of the fitted model.
    toas : TOAs
    base : sequence of str
        The free parameters of the fitted model; the others are candidates.
    pulse_number : (n,) int64 array
        Pulse numbers of the fitted model.

    Raises
    ------
    FitError
        A residual is not finite, or the data cannot distinguish the model's own parameters.
    """

    def __init__(self, model: TimingModel, toas: TOAs, base: Sequence[str], pulse_number: Int[Toa]) -> None:
        anchor = make_anchor(model, toas, pulse_number)
        problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
        step = problem.kernels.iteration(problem.data, np.zeros(len(model.free)), 0.0).step
        if step is None:
            raise FitError("a residual is not finite; start from values inside the range of the model")
        normal = step.normal
        column = dict(zip(model.free, (int(i) for i in problem.columns), strict=True))
        own = [0] * int(problem.offset) + [column[name] for name in base]
        self.names = tuple(name for name in model.free if name not in base)
        other = [column[name] for name in self.names]
        self.entries = [model.entries[name] for name in self.names]
        gram, slope = np.asarray(normal.gram), np.asarray(normal.slope)
        self.scale = np.asarray(normal.scale)[other]
        self.size = np.diagonal(gram)[other]
        try:
            rest = eliminate_columns(gram, slope, np.array(own), np.array(other), dependent=False)
        except np.linalg.LinAlgError:
            raise FitError("the parameters of the model cannot be told apart; fix some of them first") from None
        self.schur, self.slope = rest.gram, rest.slope

    def gain(self, names: Sequence[str]) -> Gain:
        """Compute by how much chi2 falls when these candidates are fitted together, and their values.

        Parameters
        ----------
        names : sequence of str
            q of the candidates.

        Returns
        -------
        Gain

        Raises
        ------
        FitError
            No TOA depends on one of them, or the data cannot distinguish them from each other and from the model's own.
        """
        at = [self.names.index(name) for name in names]
        if without := [self.names[i] for i in at if not self.size[i] > 0.0]:
            raise FitError(f"no TOA depends on {', '.join(without)}")
        schur = self.schur[np.ix_(at, at)]
        alone = np.diagonal(schur)
        if np.any(alone <= PIVOT_MIN) or np.linalg.cond(schur / np.sqrt(np.outer(alone, alone))) > 1.0 / PIVOT_MIN:
            raise FitError(f"{', '.join(names)} cannot be told apart from parameters of the model")
        inverse = np.linalg.inv(schur)
        change = -inverse @ self.slope[at] / self.scale[at]
        error = np.sqrt(np.diagonal(inverse)) / self.scale[at]
        unit = np.array([self.entries[i].scale for i in at])
        return Gain(float(self.slope[at] @ inverse @ self.slope[at]), change / unit, error / unit)
