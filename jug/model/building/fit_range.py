"""START and FINISH with fit flag 1: the range of times that tempo2 and tempo use, and that PINT only copies.

tempo2 2023.05.1 and tempo leave out the TOAs whose time, as written, is before a flagged START or after a flagged
FINISH. PINT 1.1.8 uses all TOAs. The convention ``RANGE`` chooses.
"""

import numpy as np

from jug.core.array import Bool, Toa
from jug.core.times import to_mjd
from jug.io.codecs import plain_number
from jug.io.par import ParFile, ParLine
from jug.io.tim.raw_toas import RawTOAs
from jug.model.reading.dialects.dialect_values import decimal_number
from jug.model.timing_model import TimingModel
from jug.text.name_lists import toa_count

ENDS = ("START", "FINISH")


def is_flagged_end(line: ParLine) -> bool:
    """Whether a line is START or FINISH with an MJD and fit flag 1.

    Parameters
    ----------
    line : ParLine

    Returns
    -------
    bool
    """
    return line.key in ENDS and line.args[1:2] == ("1",) and decimal_number(line.args[0]) is not None


def outside_range(par: ParFile, raw: RawTOAs) -> Bool[Toa]:
    """Find the TOAs outside the flagged range of a par file.

    Parameters
    ----------
    par : ParFile
    raw : RawTOAs

    Returns
    -------
    bool array
        Shape (n,).
    """
    mjd, out = to_mjd(raw.times), np.zeros(len(raw), dtype=bool)
    for line, end in _flagged_ends(par):
        out |= mjd < end if line.key == "START" else mjd > end
    return out


def range_text(par: ParFile) -> str:
    """Return the flagged ends of a par file as text.

    Parameters
    ----------
    par : ParFile

    Returns
    -------
    str
        As ``START 53000 1 and FINISH 54000 1``; empty where there are none.
    """
    return " and ".join(f"{line.key} {line.args[0]} 1" for line, _ in _flagged_ends(par))


def range_note(model: TimingModel, raw: RawTOAs) -> str:
    """Return a note with the number of TOAs that are used and lie outside a flagged range.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs

    Returns
    -------
    str
        One clause; empty where there are none.
    """
    if not range_text(model.par):
        return ""
    n = int(outside_range(model.par, raw).sum())
    if not n:
        return ""
    who = f"{n} of {toa_count(len(raw))} {'is' if n == 1 else 'are'}"
    why = f"{who} outside {range_text(model.par)} and used, as in PINT"
    return f"{why}; tempo2 and tempo leave them out: --convention RANGE=CUT (conventions={{'RANGE': 'CUT'}})"


def _flagged_ends(par: ParFile) -> list[tuple[ParLine, float]]:
    """The first line of each end, where it is flagged, and its MJD."""
    lines = [line for key in ENDS for line in par.find(key)[:1] if is_flagged_end(line)]
    return [(line, end) for line in lines if (end := plain_number(line.args[0])) is not None]
