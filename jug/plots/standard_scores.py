"""Standardised residuals with label and title, for the pictures of their distribution."""

from typing import NamedTuple

import numpy as np

from jug.analysis.residuals.standardised_residuals import fitted_rows, standardised
from jug.core.array import Float, N
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import counted_noun, toa_count

LEAST_SCORES = 2
"""Least number of residuals whose distribution is drawn."""


class StandardScores(NamedTuple):
    """Standardised residuals of TOAs, with label and title.

    Parameters
    ----------
    z : (m,) array
        In ascending order, without TOAs that alone determine a parameter (their residual is 0).
    label : str
        Label of the axis.
    title : str
    """

    z: Float[N]
    label: str
    title: str


def standard_scores(what: TimingModel | FitResult, toas: TOAs, drawn: str) -> StandardScores:
    """Collect the standardised residuals of a fit or of a model.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        The TOAs of the fit.
    drawn : str
        Name of the picture, for the message if there are too few residuals.

    Returns
    -------
    StandardScores

    Raises
    ------
    InputError
        Fewer than two residuals.
    JugError
        The TOAs are not those of the fit.
    """
    model, rows, noise = fitted_rows(what, toas)
    every = standardised(rows)[: len(toas)]
    z = np.sort(every[every != 0.0])
    if len(z) < LEAST_SCORES:
        say, verb = counted_noun(len(z), "residual"), "is" if len(z) == 1 else "are"
        raise InputError(f"{drawn} takes {LEAST_SCORES} residuals or more that a fit leaves free; there {verb} {say}")
    words = [*(["post-fit"] if isinstance(what, FitResult) else []), *(["whitened"] if noise.processes else [])]
    label = " ".join([*words, "residual (standard deviations)"])
    title = f"PSR {model.psr}, {toa_count(len(toas))}{', whitened' if noise.processes else ''}"
    return StandardScores(z, label[:1].upper() + label[1:], title)
