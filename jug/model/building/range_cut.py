"""TOAs outside a flagged START and FINISH left out, where the convention RANGE asks for it (`fit_range`)."""

from dataclasses import replace

import numpy as np

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, TimError
from jug.io.tim.raw_toas import RawTOAs, rows_commented_out
from jug.model.building.fit_range import outside_range, range_text
from jug.model.timing_model import TimingModel
from jug.text.name_lists import toa_count

USE_ALL = "--convention RANGE=ALL (conventions={'RANGE': 'ALL'})"
"""The options by which the TOAs outside are used."""


def cut_to_range(model: TimingModel, raw: RawTOAs) -> RawTOAs:
    """Leave out the TOAs outside the flagged range, where the convention RANGE asks for it.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs

    Returns
    -------
    RawTOAs
        The same object where none is left out. Those left out count as commented out by the tim file: a written file
        has them as comments, and ``restore(slice(None))`` brings them back.

    Raises
    ------
    TimError
        No TOA is left.

    Warns
    -----
    InputWarning
        TOAs are left out.
    """
    if model.settings.conventions.get("RANGE") != "CUT" or not len(raw):
        return raw
    out = outside_range(model.par, raw)
    if not out.any():
        return raw
    found, first = range_text(model.par), raw.where(int(np.flatnonzero(out)[0]))
    if out.all():
        why = f"all {toa_count(len(raw))} are outside {found}, which leaves them out"
        raise TimError(why, first, f"correct the range, or {USE_ALL}")
    verb = "is" if out.sum() == 1 else "are"
    text = f"{int(out.sum())} of {toa_count(len(raw))} {verb} outside {found} and left out; {USE_ALL} uses them"
    give_warning(InputWarning(f"{model.par.path}: {text}"))
    return replace(raw, commented=rows_commented_out(raw) | out).delete(out)
