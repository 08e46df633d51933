"""Noise lines that are given twice, and fit flags of noise parameters."""

from collections.abc import Mapping
from dataclasses import replace

from jug.errors import ParError
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings


def resolve_noise_lines(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Drop a TNEQ whose selection an EQUAD has too, and note the effect of fit flags on noise lines.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
        Gets two lines of one noise family with the same selection (PINT 1.1.8 refuses them too; tempo2 applies both).

    Returns
    -------
    dict of str to Entry
    """
    left = dict(entries)
    first = _by_selection(par, entries, findings)
    for (name, selector), e in first.items():
        if name == "TNEQ" and ("EQUAD", selector) in first:
            del left[e.name]
            why = f"{e.label} is not used, EQUAD takes its place, as in PINT"
            findings.warn(why, par.where(e.line))
    for order, e in enumerate([e for e in left.values() if e.param.name == "TNEQ"]):
        left[e.name] = replace(e, order=order)
    flagged = [e for e in left.values() if e.flag_not_used and e.param.sampled]
    if flagged:
        why = (
            f"the fit flags of {', '.join(e.label for e in flagged)} make jug fit and jug noise estimate the noise, as "
            "PINT's fitters do, and jug sample draw it; other commands keep noise parameters fixed"
        )
        line = flagged[0].line
        findings.assume(why, par.where(line))
    return left


def _by_selection(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[tuple[str, str], Entry]:
    """Noise lines with a selector, by keyword and selector."""
    found: dict[tuple[str, str], Entry] = {}
    for e in entries.values():
        if not e.param.sampled or e.selector is None or (e.param.family and e.param.family.line):
            continue
        first = found.setdefault((e.param.name, str(e.selector)), e)
        if first is not e:
            number = first.line.number if first.line else 0
            why = f"{e.param.name} is given twice for {e.selector}, first on line {number}"
            findings.refuse(ParError(why, par.where(e.line), "keep one of them"))
    return found
