"""A par file without PEPOCH: with F0 alone the epoch changes no residual, as the phase differs by a constant."""

from collections.abc import Mapping

from jug.io.par import ParFile
from jug.model.components.spin import PEPOCH
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings

_OF_NO_EPOCH = frozenset(
    (
        *("F0", "RAJ", "DECJ", "PMRA", "PMDEC", "ELONG", "ELAT", "PMELONG", "PMELAT", "PX", "POSEPOCH"),
        *("DM", "DMEPOCH", "NE_SW", "SWM", "CORRECT_TROPOSPHERE"),
    )
)
"""Parameters that do not count from PEPOCH where there is a POSEPOCH."""


def with_spin_epoch(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Use POSEPOCH in place of a missing PEPOCH, where no parameter depends on it.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that the file gives.
    findings : Findings
        Gets a note.

    Returns
    -------
    dict of str to Entry
    """
    given = dict(entries)
    if "PEPOCH" in given or not {"F0", "POSEPOCH"} <= given.keys() or given.keys() - _OF_NO_EPOCH:
        return given
    why = "PEPOCH is missing, and POSEPOCH takes its place: with F0 alone it changes no residual"
    line = given["F0"].line
    findings.assume(why, par.where(line), "write the line PEPOCH before F1 is fitted")
    return {**given, "PEPOCH": Entry("PEPOCH", PEPOCH, None, given["POSEPOCH"].value)}
