"""Values that a par file should not have: 60 seconds, negative EFAC or EQUAD, ranges with the later end first."""

import re
from collections.abc import Mapping
from dataclasses import replace

from jug.core.doubledouble import DoubleDouble
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings

SQUARED = ("EFAC", "EQUAD", "ECORR", "DMEFAC", "DMEQUAD", "TNSECORR", "TNGLOBALEF")
"""Parameters that enter a variance squared, so that their sign has no effect."""

_OF_PINT = SQUARED[:5]

_SIXTY = re.compile(r".*:60(\.0*)?")


def with_plain_values(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Make negative values that enter squared positive; warn about them, 60 seconds, and reversed ranges.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
        Gets the warnings.

    Returns
    -------
    dict of str to Entry
    """
    out = dict(entries)
    for name, e in entries.items():
        if e.line is None:
            continue
        if e.param.codec in ("hms", "dms") and e.line.args and _SIXTY.fullmatch(e.line.args[0]):
            why = f"{e.line.key} {e.line.args[0]} has 60 seconds, read as the next minute, as in PINT"
            findings.warn(why, par.where(e.line))
        if e.selector and e.selector.kind in ("MJD", "FREQ") and tuple(e.line.args[1:3]) != e.selector.args:
            why = f"{e.line.key} {e.selector.kind} has the upper end first, read as {e.selector}"
            findings.warn(f"{why}; PINT takes no TOA for it", par.where(e.line))
        if e.param.name in SQUARED and e.value.hi < 0.0:
            size = -float(e.value.hi)
            out[name] = replace(e, value=DoubleDouble(-e.value.hi, -e.value.lo))
            why = f"{e.line.key} is negative and enters squared: its size {size:g} is used"
            why += ", as in PINT" if e.param.name in _OF_PINT else ""
            findings.warn(why, par.where(e.line))
    return out
