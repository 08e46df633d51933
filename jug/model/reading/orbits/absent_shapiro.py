"""H3 0 with STIG 0: lines that stand for an orbit without a Shapiro delay."""

from collections.abc import Mapping
from dataclasses import replace

from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings

SMALLEST_RATIO = 1e-6
"""Below this size of STIGMA the orthometric delay is not evaluated."""

_ORTHOMETRIC_DD = ("DDH", "DDFWHE")


def without_absent_shapiro(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Leave out a STIGMA of 0 where H3 is 0 too.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
        Gets a note.

    Returns
    -------
    dict of str to Entry
        An ELL1H or T2 orbit has the third harmonic alone, which a fit may make larger than 0. DDH with H3 fixed is DD
        without a Shapiro delay.
    """
    left = dict(entries)
    h3, ratio = entries.get("H3"), entries.get("STIGMA")
    if h3 is None or ratio is None or h3.value.hi != 0.0 or abs(ratio.value.hi) >= SMALLEST_RATIO:
        return left
    binary = entries.get("BINARY")
    word = binary.word.upper() if binary else ""
    own, more = [ratio], ""
    if binary and word in _ORTHOMETRIC_DD:
        if h3.free or ratio.free:
            return left
        own = [h3, ratio]
        left["BINARY"] = replace(binary, word="DD")
    elif ratio.free:
        more = ", and not fitted"
    for e in own:
        del left[e.name]
    given = " ".join(f"{e.line.key} {e.text()}" for e in (ratio,) if e.line)
    why = f"H3 0 means that there is no Shapiro delay; {given} not used{more}"
    findings.assume(why, par.where(ratio.line))
    return left
