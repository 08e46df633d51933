"""Selectors without TOAs, equal selections, flags that no line selects by, and ranges of dates."""

from collections.abc import Iterator
from difflib import get_close_matches

import numpy as np

from jug.analysis.diagnosis.parameter_effects import covered_toas
from jug.analysis.diagnosis.rows import Finding
from jug.core.array import Bool, Toa
from jug.io.tim.toa_notes import INTERPRETED_FLAGS
from jug.model.checks.noise_lines import OF_DMS, noise_notes
from jug.model.checks.ranges import RangeFault, range_faults
from jug.model.evaluation.wideband import wideband_note
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count

NEAREST = 3
"""Largest number of values of a flag that a finding suggests."""

OF_EVERY_TOA = ("EFAC", "EQUAD", "ECORR", "DMEFAC")
"""Families that usually have one member for every TOA."""

OF_RANGES = {
    RangeFault.EMPTY: ("empty selection", "leave these ranges out, or fix them"),
    RangeFault.OVERLAP: ("overlapping ranges", "make them disjoint"),
    RangeFault.OUTSIDE: ("outside ranges", "add a range, or leave these TOAs out: they have no term of the family"),
}
"""What is wrong with ranges, with the kind of the finding and what to do."""


def selection_findings(model: TimingModel, toas: TOAs) -> list[Finding]:
    """Compare the selectors and ranges of a model with the TOAs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    list of Finding
    """
    lines = {e.line.number: e for e in model.entries.values() if e.selector is not None and e.line is not None}
    rows = {number: covered_toas(model, e, toas) for number, e in lines.items()}
    found = list(_empty(model, toas, lines, rows))
    found += _same_rows(model, lines, rows)
    found += _whole(model, lines, rows)
    found += _uncovered(model, toas, lines, rows)
    found += _unused_flags(toas, lines)
    return found + list(_notes(model, toas))


def _place(model: TimingModel, e: Entry) -> str:
    return f"{model.par.path}:{e.line.number}" if e.line else model.par.path


def _empty(model: TimingModel, toas: TOAs, lines: dict[int, Entry], rows: dict[int, Bool[Toa]]) -> Iterator[Finding]:
    for number, e in lines.items():
        if rows[number].any():
            continue
        what = f"{e.param.name} {e.selector} selects no TOA{_hint(e, toas)}"
        decide = "correct the selector, or put '#' before the line"
        yield Finding("empty selection", what, _place(model, e), 1, decide)


def _hint(e: Entry, toas: TOAs) -> str:
    """Suggest the most similar values, or flags, of the TOAs."""
    assert e.selector is not None
    kind, words = e.selector.kind, e.selector.args
    if not kind.startswith("-"):
        return f"; the sites are {', '.join(sorted(set(toas.site_names)))}" if kind == "TEL" else ""
    key = kind.lstrip("-")
    if key not in toas.raw.flags:
        near = [q for q in toas.raw.flags if q.lower() == key.lower()] or get_close_matches(key, toas.raw.flags)
        more = f", did you mean -{' or -'.join(near)}?" if near else ""
        return f"; no TOA has the flag -{key}{more}"
    values = [value for value in toas.raw.flags[key].values if value]
    near = get_close_matches(words[0], values, n=NEAREST, cutoff=0.5) or values[:NEAREST]
    return f"; -{key} has {', '.join(near)}{' and more' if len(values) > len(near) else ''}"


def _same_rows(model: TimingModel, lines: dict[int, Entry], rows: dict[int, Bool[Toa]]) -> Iterator[Finding]:
    """Find lines of one family that select the same TOAs."""
    seen: dict[tuple[str, bytes], Entry] = {}
    for number, e in lines.items():
        if not rows[number].any():
            continue
        first = seen.setdefault((e.param.name, rows[number].tobytes()), e)
        if first is not e and first.line is not None:
            what = f"{e.param.name} {e.selector} selects the same TOAs as line {first.line.number} ({first.selector})"
            both = e.free and first.free
            decide = f"leave one of the two out{', a fit cannot tell them apart' if both else ''}"
            yield Finding("same selection", what, _place(model, e), 1, decide)


def _whole(model: TimingModel, lines: dict[int, Entry], rows: dict[int, Bool[Toa]]) -> Iterator[Finding]:
    """Find free JUMPs that together select every TOA exactly once: their sum is the overall offset."""
    jumps = [n for n, e in lines.items() if e.param.name == "JUMP" and e.free and rows[n].any()]
    if not jumps or not model.removes_mean:
        return
    times = np.sum([rows[n] for n in jumps], axis=0)
    if bool((times == 1).all()):
        what = (
            f"the {len(jumps)} free JUMP{'s cover' if len(jumps) > 1 else ' covers'} every TOA once, as the mean does"
        )
        decide = "fix one of them (fit flag 0), or leave it out"
        yield Finding("jumps cover all", what, _place(model, lines[jumps[0]]), len(jumps), decide)


def _uncovered(
    model: TimingModel, toas: TOAs, lines: dict[int, Entry], rows: dict[int, Bool[Toa]]
) -> Iterator[Finding]:
    """Find TOAs that no line of a noise family selects, if it selects others, and TOAs that are selected twice."""
    for family in OF_EVERY_TOA:
        own = [n for n, e in lines.items() if e.param.name == family and rows[n].any()]
        if not own or family in OF_DMS:
            continue
        times = np.sum([rows[n] for n in own], axis=0)
        if (none := np.flatnonzero(times == 0)).size:
            what = f"{none.size} of {toa_count(len(toas))} are in no selection of {family}, while others are"
            yield Finding("no noise line", what, str(toas.raw.where(int(none[0]))), int(none.size))
        if (twice := np.flatnonzero(times > 1)).size:
            what = f"{twice.size} of {toa_count(len(toas))} are in more than one selection of {family}"
            place = str(toas.raw.where(int(twice[0])))
            yield Finding("overlapping selections", what, place, int(twice.size), "make the selections disjoint")


def _unused_flags(toas: TOAs, lines: dict[int, Entry]) -> Iterator[Finding]:
    """Find flags that no line selects by."""
    used = {e.selector.kind.lstrip("-") for e in lines.values() if e.selector is not None}
    idle = [
        k
        for k in toas.raw.flags
        if k not in used and k.lower() not in INTERPRETED_FLAGS and k not in ("tobs", "tim_jump")
    ]
    if idle:
        yield Finding("unused flags", f"no line selects by {', '.join(f'-{key}' for key in idle)}", n=len(idle))


def _notes(model: TimingModel, toas: TOAs) -> Iterator[Finding]:
    """The findings of the checks that `jug.load` makes."""
    path = model.par.path
    for fault, note in range_faults(model, toas):
        kind, decide = OF_RANGES[fault]
        yield Finding(kind, note, path, decide=decide)
    for note in noise_notes(model, toas, also_empty=False):
        yield Finding("noise lines", note, path)
    if wide := wideband_note(model, toas):
        yield Finding("measured DMs", wide, path)
