"""Every line of a par file that gives parameters, read into the table of parameters."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from jug.errors import ParError
from jug.io.par import ParFile, ParLine
from jug.model.declare import Component, Param
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings
from jug.model.reading.lines.extra_words import check_description
from jug.model.reading.lines.fdjump_scale import repeats_fdjumplog
from jug.model.reading.lines.keywords import (
    BIN_DESCRIPTIONS,
    DESCRIPTIVE,
    FIT_ONLY,
    PAASCNODE,
    PULSAR,
    RADIATION,
    SETTINGS,
    switches_off,
)
from jug.model.reading.lines.lines import frees_families, has_fit_flag, read_line
from jug.model.reading.lines.trailing_words import without_trailing_words
from jug.model.reading.lines.unknown import unknown_keyword
from jug.model.slots import find_slot
from jug.text.name_lists import comma_list


def read_par_entries(par: ParFile, registry: Iterable[Component], findings: Findings) -> dict[str, Entry]:
    """Read the parameters that a par file gives.

    Parameters
    ----------
    par : ParFile
    registry : iterable of Component
        Components with every keyword of the file that is known (`jug.model.known_terms.terms_for`).
    findings : Findings
        Receives unknown keywords, lines that cannot be read, and parameters given twice; these lines are left out.

    Returns
    -------
    dict of str to Entry
        By the name of the parameter, in the order of the file.
    """
    registry = tuple(registry)
    entries: dict[str, Entry] = {}
    count: Counter[Param] = Counter()
    for line in par:
        if not _gives_parameters(par, line, findings):
            with findings.collect_errors():
                check_description(par, line)
            continue
        slot = find_slot(line.key, registry)
        if slot is None:
            findings.refuse(unknown_keyword(par, line))
            continue
        with findings.collect_errors(*slot.names):
            line = without_trailing_words(par, line, slot, findings)
            for entry in read_line(par, line, slot, count[slot.param]):
                _add(par, line, entries, entry, findings)
            count[slot.param] += 1
    _warn_of_flagged_ends(par, entries, findings)
    _warn_of_radiation(par, findings)
    return _with_freed_families(par, entries)


def _add(par: ParFile, line: ParLine, entries: dict[str, Entry], entry: Entry, findings: Findings) -> None:
    """Add the entry of a line; a repeated parameter gives a note if its value is the same, else an error."""
    first = entries.setdefault(entry.name, entry)
    if first is entry:
        return
    same = (first.value.hi, first.value.lo, first.word) == (entry.value.hi, entry.value.lo, entry.word)
    number = first.line.number if first.line else 0
    if not same:
        why = f"{line.key} is given twice, first on line {number}, with different values"
        raise ParError(why, par.where(line), "keep one of them")
    flag = f"; {'free' if first.free else 'fixed'}, as on line {number}" if first.free != entry.free else ""
    findings.repeated[line.number] = f"{line.key} (lines {number} and {line.number}{flag})"


def _warn_of_flagged_ends(par: ParFile, entries: dict[str, Entry], findings: Findings) -> None:
    """Warn once about fit flags on the ends of date ranges."""
    flagged = [e.name for e in entries.values() if e.flag_not_used and not e.param.sampled]
    if flagged:
        names = comma_list(flagged, 3)
        why = f"the ends of a date range are fixed; the fit flags of {names} are not followed"
        first = next(e.line for e in entries.values() if e.name == flagged[0])
        findings.assume(why, par.where(first))


def _warn_of_radiation(par: ParFile, findings: Findings) -> None:
    """Warn once about lines that describe the gravitational waves of the pulsar."""
    lines = [line for line in par if line.key in RADIATION]
    if lines:
        names = comma_list(list(dict.fromkeys(line.key for line in lines)))
        why = f"{names}: of the gravitational waves that the pulsar radiates; not used, which is 0 ns at every TOA"
        findings.assume(why, par.where(lines[0]))


def _gives_parameters(par: ParFile, line: ParLine, findings: Findings) -> bool:
    """Whether a line is read here: not a setting, a description, or a line that switches off an absent term."""
    if line.key in DESCRIPTIVE or line.key in SETTINGS or line.key in PULSAR:
        return False
    if line.key == PAASCNODE or BIN_DESCRIPTIONS.fullmatch(line.key) or switches_off(line.key, line.args):
        return False
    if line.key == "FDJUMP_SCALE" and repeats_fdjumplog(line.args, par.find("FDJUMPLOG")):
        return False
    if line.key in FIT_ONLY:
        findings.warn(f"{line.key}: {FIT_ONLY[line.key]}", par.where(line))
        return False
    return True


def _with_freed_families(par: ParFile, entries: dict[str, Entry]) -> dict[str, Entry]:
    """Free the members of families that a fit flag on another line frees (`Param.frees`)."""
    freed = {name for e in entries.values() if e.line and frees_families(e.line, e.param) for name in e.param.frees}
    on_line: dict[int, list[Param]] = {}
    for e in entries.values():
        on_line.setdefault(e.line.number if e.line else 0, []).append(e.param)
    changed = dict(entries)
    for key, e in entries.items():
        if e.param.name in freed and e.line and not has_fit_flag(par, e.line, tuple(on_line[e.line.number])):
            changed[key] = replace(e, free=e.param.fit)
    return changed
