"""The differences, with their size, between jug and the program as which the files are read."""

from jug.model.programs.not_imitated import left_of
from jug.model.timing_model import TimingModel

UNTOLD_NS = 0.1
"""Largest effect, ns, that is not told."""


def other_program_notes(model: TimingModel) -> tuple[str, ...]:
    """List the effects that jug does not imitate of the program whose dialect the model was read in.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    tuple of str
        One sentence for each effect of more than 0.1 ns, or of unknown size; none for jug and PINT.
    """
    program = model.settings.dialect
    notes = []
    for left, size in left_of(model, program):
        if size is None or size >= UNTOLD_NS:
            by = f"at most {size:,.2g} ns" if size is not None else f"it changes {left.bound}"
            notes.append(left.words or f"{program} has {left.what}, which jug does not imitate: {by}")
    return tuple(notes)
