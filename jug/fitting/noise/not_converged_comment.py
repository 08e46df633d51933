"""The comment in the par file of a noise fit that has not converged."""

from dataclasses import replace

from jug.io.par import ParFile, parse_line
from jug.model.timing_model import TimingModel

NOT_CONVERGED_COMMENT = "# jug noise has not converged: this noise is no maximum of the likelihood"


def with_convergence_comment(model: TimingModel, converged: bool) -> TimingModel:
    """Add the comment to the lines of a model, or take it out.

    Parameters
    ----------
    model : TimingModel
    converged : bool
        Of the noise fit that the values are from.

    Returns
    -------
    TimingModel
        A copy where that changes the lines.
    """
    lines = tuple(line for line in model.par.lines if line.text.strip() != NOT_CONVERGED_COMMENT)
    if not converged:
        number = 1 + max(line.number for line in lines)
        lines = (*lines, parse_line(number, NOT_CONVERGED_COMMENT))
    return model if lines == model.par.lines else replace(model, par=ParFile(model.par.path, lines))
