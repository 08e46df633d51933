"""SINI above 1, which tempo2 takes as 1 in ELL1, DD and T2: a note on the change."""

from jug.model.parameters import Entry
from jug.model.reading.dialects.dialect_orbits import SINE_AT_MOST_ONE
from jug.model.reading.orbits.cut_sine import size_of_cut
from jug.model.timing_model import TimingModel


def sine_note(model: TimingModel, e: Entry) -> str:
    """Describe how tempo2 uses a SINI above 1.

    Parameters
    ----------
    model : TimingModel
    e : Entry
        A parameter of the model.

    Returns
    -------
    str
        Empty for any other parameter or value, and for a binary model in which tempo2 uses it unchanged.
    """
    orbit = model.entries.get("BINARY")
    if e.name != "SINI" or e.word or e.value.hi <= 1.0 or orbit is None or orbit.word not in SINE_AT_MOST_ONE:
        return ""
    size = size_of_cut(model.values.get("M2", 0.0), float(e.value.hi))
    return f"tempo2 takes SINI {e.value.hi:g} as 1, which changes {size}"
