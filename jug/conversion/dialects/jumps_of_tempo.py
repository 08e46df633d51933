"""JUMPs of a tim file for tempo, which reads their values and fit flags from lines JUMP_n."""

from jug.core.whole_number import is_whole_number
from jug.model.building.tim_jumps import FLAG
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel


def tim_jump_line(model: TimingModel, e: Entry) -> str:
    """Format the line of a JUMP of the tim file; tempo counts the JUMPs of the par file that select by a flag first.

    Parameters
    ----------
    model : TimingModel
    e : Entry
        A parameter of the model.

    Returns
    -------
    str
        Empty for any other parameter, and for a number that tempo does not have.
    """
    if e.param.name != "JUMP" or not e.selector or e.selector.kind != f"-{FLAG}":
        return ""
    if not is_whole_number(e.selector.args[0]):
        return ""
    jumps = [j.selector.kind for j in model.entries.values() if j.param is e.param and j.selector]
    first = sum(kind.startswith("-") and kind != f"-{FLAG}" for kind in jumps)
    error = f" {e.error_text}" if e.error is not None else ""
    return f"JUMP_{first + int(e.selector.args[0]):<10} {e.text():>26} {int(e.free)}{error}"
