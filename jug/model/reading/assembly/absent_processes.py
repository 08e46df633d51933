"""Noise lines by which there is no such noise in TempoNest: TNREDC 0, or TNREDAMP -99."""

from collections.abc import Mapping

from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings

PROCESSES = {"TNRED": "red noise", "TNDM": "DM noise", "TNCHROM": "chromatic noise"}
"""Beginnings of the keywords of a process, with its name."""

_PROCESS_ENDINGS = ("AMP", "GAM", "C", "FLOG", "FLOG_FACTOR", "TSPAN", "FLOW", "CORNER")

NONE_BELOW = -90.0
"""An amplitude of 10^-90 or less stands for no noise."""


def without_absent_processes(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Leave out the parameters of a noise process of no frequencies, or of an amplitude of 1e-90 or less.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
        Receives a note for each process that is absent.

    Returns
    -------
    dict of str to Entry
    """
    left = dict(entries)
    for prefix, what in PROCESSES.items():
        count, amplitude = entries.get(f"{prefix}C"), entries.get(f"{prefix}AMP")
        none = count if count and count.value.hi == 0.0 else amplitude
        if none is None or (none is amplitude and none.value.hi > NONE_BELOW):
            continue
        own = [f"{prefix}{end}" for end in _PROCESS_ENDINGS if f"{prefix}{end}" in left]
        for name in own:
            del left[name]
        others = ", ".join(name for name in own if name != none.name)
        why = f"{none.name} {none.text()} means that there is no {what}" + (f"; {others} not used" if others else "")
        findings.assume(why, par.where(none.line))
    return left
