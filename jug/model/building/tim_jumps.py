"""JUMP commands of a tim file as parameters: TOAs between a pair of them have the flag -tim_jump with its number."""

from dataclasses import replace

from jug.core.doubledouble import double_double
from jug.io.stream_names import TextSource
from jug.io.tim.raw_toas import RawTOAs
from jug.io.tim.read import read_tim
from jug.model.building.range_cut import cut_to_range
from jug.model.components import jump
from jug.model.parameters import Entry
from jug.model.registry import in_order
from jug.model.timing_model import TimingModel
from jug.obs.selection import Selector

FLAG = "tim_jump"


def read_tim_for(model: TimingModel, tim: TextSource) -> RawTOAs:
    """Read a tim file by the conventions with which the par file of a model was read.

    Parameters
    ----------
    model : TimingModel
        Its conventions TIMERRORS, PHASE and RANGE are followed.
    tim : path, or an open text file

    Returns
    -------
    RawTOAs

    Raises
    ------
    TimError
        With file and line.

    Warns
    -----
    InputWarning
        TOAs outside a flagged START and FINISH are left out.
    """
    words = model.settings.conventions
    return cut_to_range(model, read_tim(tim, order=words["TIMERRORS"].lower(), turns=words["PHASE"]))


def with_tim_jumps(model: TimingModel, raw: RawTOAs) -> TimingModel:
    """Add a free ``JUMP -tim_jump N`` of 0 s for every JUMP pair of the tim file that the par file has no line for.

    PINT 1.1.8 and tempo do the same.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs

    Returns
    -------
    TimingModel
        The same object where nothing is to be added.
    """
    column = raw.flags.get(FLAG)
    if column is None:
        return model
    missing = {column.values[code] for code in set(column.codes.tolist()) if code >= 0}
    jumps = [e for e in model.entries.values() if e.param is jump.JUMP]
    missing -= {e.selector.args[0] for e in jumps if e.selector and e.selector.kind == f"-{FLAG}"}
    if not missing:
        return model
    entries = dict(model.entries)
    for place, word in enumerate(sorted(missing, key=lambda w: (len(w), w)), len(jumps)):
        name, selector = f"{jump.JUMP.name}{place + 1}", Selector(f"-{FLAG}", (word,))
        entries[name] = Entry(name, jump.JUMP, place, double_double(0.0), free=True, selector=selector)
    components = in_order(dict.fromkeys((*model.components, jump.COMPONENT)))
    return replace(model, entries=entries, components=components)
