"""Warnings about absent lines that other lines need, so that jug assumes a value; one warning for each kind."""

from collections.abc import Mapping

from jug.core.constants import K_DM
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings

_AMPLITUDES = [("ORBWAVES", "ORBWAVEC"), *((f"{head}SIN", f"{head}COS") for head in ("WX", "DMWX", "CMWX"))]
OTHER_AMPLITUDE = dict(_AMPLITUDES) | {cosine: sine for sine, cosine in _AMPLITUDES}
"""The family of the cosines for that of the sines, and the other way round."""


def note_absent_lines(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> None:
    """Note a series of the solar wind without its epoch, and a sinusoid with one of its two amplitudes.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that the file gives.
    findings : Findings
        Receives one warning for SWEPOCH, and one for all amplitudes.
    """
    series = [e for e in entries.values() if e.param.name == "NE_SW" and e.order and (e.free or e.value.hi)]
    if series and "PEPOCH" in entries and not {"SWEPOCH"}.intersection([*entries, *findings.left_out]):
        epoch = entries["PEPOCH"].text()
        where = par.where(series[0].line)
        why = f"{series[0].name} is given without SWEPOCH: it counts from PEPOCH, as in PINT"
        findings.assume(why, where, f"write SWEPOCH {epoch} if that is meant")
    alone = {name: e for e in entries.values() if (name := _other_amplitude(e)) and (e.free or e.value.hi)}
    absent = [name for name in alone if name not in entries and name not in findings.left_out]
    if absent:
        first = alone[absent[0]]
        more = f" (and {len(absent) - 1} more such lines)" if len(absent) > 1 else ""
        of_pint = "; PINT leaves such a series out, or refuses it" if first.name.startswith("ORB") else ", as in PINT"
        why = f"{first.name} is given without {absent[0]}, read as zero{more}{of_pint}"
        findings.assume(why, par.where(first.line), f"write {absent[0]} 0 if that is meant")


def _other_amplitude(e: Entry) -> str:
    """The name of the cosine's amplitude for the sine's, and the other way round; empty for other parameters."""
    other = OTHER_AMPLITUDE.get(e.param.name)
    return f"{other}{e.name.removeprefix(e.param.name)}" if other else ""


def note_tzrfreq(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> None:
    """Note TZRFREQ in place of TZRFRQ, with the shift of the zero of phase where it is not read.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        Gives DM.
    findings : Findings
    """
    lines = par.find("TZRFREQ")
    if not lines or par.find("TZRFRQ"):
        return
    why = "TZRFREQ is read as TZRFRQ, as in tempo2; PINT and tempo do not know it and take an infinite frequency"
    try:
        mhz = float(lines[0].args[0])
    except (IndexError, ValueError):
        return
    dm = float(entries["DM"].value.hi) if "DM" in entries else 0.0
    if dm and mhz > 0.0:
        from jug.text.few_digits import nanoseconds  # for a warning alone

        why += f", which shifts the phase of all TOAs by {nanoseconds(K_DM * dm / (mhz * 1e6) ** 2)}"
    findings.assume(why, par.where(lines[0]), "write TZRFRQ")
