"""The differences, with their size, between jug and the program as which the files are read."""

from jug.model.programs.not_imitated import find_not_imitated
from jug.model.timing_model import TimingModel

LEAST_REPORTED_NS = 0.1
"""Smallest effect, ns, that is reported."""


def other_program_notes(model: TimingModel) -> tuple[str, ...]:
    """List the effects that jug does not imitate of the program whose dialect the model was read in.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    tuple of str
        One sentence for each effect of 0.1 ns or more, or of unknown size; none for jug and PINT.
    """
    program = model.settings.dialect
    notes = []
    for left, size in find_not_imitated(model, program):
        if size is None or size >= LEAST_REPORTED_NS:
            by = f"at most {size:,.2g} ns" if size is not None else f"it changes {left.bound}"
            notes.append(left.words or f"{program} has {left.what}, which jug does not imitate: {by}")
    return tuple(notes)
