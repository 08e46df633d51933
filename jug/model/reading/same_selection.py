"""Lines with a selector that a par file has twice: noise of equal value counts once, jumps add up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings


def with_each_selection_once(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Drop a noise line that repeats another one, and note jumps that two lines give.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that the file gives.
    findings : Findings
        Gets the repeated noise lines, and a note on jumps with the same selection, which add up in PINT and tempo2 too.

    Returns
    -------
    dict of str to Entry
        Noise lines of a family are numbered without the dropped ones.
    """
    first: dict[tuple[str, str], Entry] = {}
    left: dict[str, Entry] = {}
    count: Counter[str] = Counter()
    for e in entries.values():
        if e.selector is None or e.line is None or e.param.family is None or e.param.family.line:
            left[e.name] = e
            continue
        before = first.setdefault((e.param.name, str(e.selector)), e)
        if before is not e and before.line is not None:
            lines = f"(lines {before.line.number} and {e.line.number})"
            if e.param.sampled and (before.value.hi, before.value.lo) == (e.value.hi, e.value.lo):
                findings.repeated[e.line.number] = f"{e.line.key} {e.selector} {lines}"
                continue
            if not e.param.sampled:
                why = f"{e.param.name} {e.selector} is given twice {lines}: the two add up, as in PINT and tempo2"
                findings.assume(why, par.where(e.line), "keep one of them if the other is a copy")
        if e.param.sampled:
            e = replace(e, name=f"{e.param.name}{count[e.param.name] + 1}", order=count[e.param.name])
            count[e.param.name] += 1
        left[e.name] = e
    return left
