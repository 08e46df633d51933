"""The results of a fit in its model: uncertainties, and the lines that describe the fit (START, NTOA, CHI2, ...)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jug.core.array import Float, Parameter
from jug.io.par import ParLine
from jug.model.building.fit_range import is_flagged_end
from jug.model.evaluation.residuals import Residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def errors_of(names: Sequence[str], covariance: Float[Parameter, Parameter]) -> dict[str, float]:
    """Take the square roots of the diagonal of a covariance.

    Parameters
    ----------
    names : sequence of str
        The k parameters.
    covariance : (k, k) array
        In the units of the values.

    Returns
    -------
    dict of str to float
        Uncertainties by name, in the units of the values.
    """
    return dict(zip(names, np.sqrt(np.diag(covariance)).tolist(), strict=True))


def with_errors(model: TimingModel, names: Sequence[str], covariance: Float[Parameter, Parameter]) -> TimingModel:
    """Give parameters the uncertainties of a covariance, to the last digit.

    Parameters
    ----------
    model : TimingModel
    names : sequence of str
        The k parameters.
    covariance : (k, k) array
        In the units of the values.

    Returns
    -------
    TimingModel
        A copy.
    """
    changed = {name: replace(model.entries[name], error=error) for name, error in errors_of(names, covariance).items()}
    return replace(model, entries={**model.entries, **changed})


def update_fit_lines(model: TimingModel, toas: TOAs, after: Residuals) -> TimingModel:
    """Update the lines that describe a fit.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
        The TOAs of the fit.
    after : Residuals
        The residuals after it.

    Returns
    -------
    TimingModel
        A copy; lines that the par file does not have are not added, and START and FINISH with fit flag 1 stay as they
        are: they are a choice of the user (`jug.model.building.fit_range`).
    """
    new = {
        "START": f"{np.min(toas.mjd):.6f}",
        "FINISH": f"{np.max(toas.mjd):.6f}",
        "NTOA": str(len(toas)),
        "TRES": f"{after.wrms_s * 1e6:.6g}",
        "CHI2": f"{after.chi2:.10g}",
        "CHI2R": f"{after.chi2 / after.dof:.10g} {after.dof}" if after.dof > 0 else "",
    }
    lines = tuple(
        line if is_flagged_end(line) else _with_words(line, new.get(line.key, "")) for line in model.par.lines
    )
    return replace(model, par=replace(model.par, lines=lines))


def _with_words(line: ParLine, words: str) -> ParLine:
    """The line with other words after its keyword; unchanged for empty ``words``."""
    if not words:
        return line
    text = f"{line.key:<15} {words:>26}"
    return line._replace(text=f"{text}  {line.comment}" if line.comment else text, args=tuple(words.split()))
