"""Checks of noise lines and fixed JUMPs against the TOAs: lines that select no TOA or change nothing."""

import numpy as np

from jug.core.array import Int, N
from jug.core.times import to_mjd
from jug.model.epochs import find_epochs
from jug.model.evaluation.wideband import DM_FLAG, has_value
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.selection import mask
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list

OF_DMS = ("DMEFAC", "DMEQUAD", "DMJUMP")
"""Families that act only on measured DMs."""

SMALL_US = 0.01
"""Size, us, below which a value is examined, because it may be in s."""

_SELECTED_OTHERWISE = (("TEL", "JUMPTEL", "OTHERS"), ("NAME", "JUMPNAME", "PART"))
"""Kinds of selectors that select other TOAs by the word of a convention (`jug.model.evaluation.other_selections`)."""


def noise_notes(model: TimingModel, toas: TOAs, *, also_empty: bool = True) -> tuple[str, ...]:
    """Describe the noise lines that have no effect on these TOAs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    also_empty : bool
        Whether the lines that cover no TOA are described too.

    Returns
    -------
    tuple of str
        One clause for each finding.
    """
    own = {id(p) for c in model.components if c.scale or c.dm_scale or c.basis for p in c.params}
    lines = {
        e.line.number: e for e in reversed(list(model.entries.values())) if id(e.param) in own and e.line and e.selector
    }
    rows = {number: _covered_toas(model, e, toas) for number, e in sorted(lines.items())}
    notes: list[str] = []
    if also_empty:
        empty = [_label_with_line(lines[number]) for number, r in rows.items() if not len(r)]
        empty += _offsets_of_no_toa(model, own, toas)
        notes += [f"{comma_list(empty)} {'covers' if len(empty) == 1 else 'cover'} no TOA"] if empty else []
    if model.settings.conventions["ECORR"] == "PINT":
        t = (toas.tdb.day - toas.tdb.day[0]) * 86400.0 + toas.tdb.sec.hi
        lone = [(e, rows[n]) for n, e in lines.items() if e.param.name in ("ECORR", "TNSECORR") and len(rows[n])]
        single = [_label_with_line(e) for e, r in reversed(lone) if not find_epochs(t, r)]
        if single:
            notes.append(f"{comma_list(single)}: no two of the TOAs are of one epoch, so that it changes nothing")
    if any(e.param.unit == "us" and abs(e.value.hi) < SMALL_US for e in lines.values()):
        from jug.model.checks.noise_in_seconds import noise_in_seconds  # rare

        notes += filter(None, [noise_in_seconds(lines, rows, toas)])
    notes += filter(None, [_both_jitters(lines, rows, len(toas)), *_without_toas(model, toas)])
    if model.settings.wideband is None and not has_value(toas, DM_FLAG).any():
        idle = [_label_with_line(e) for e in model.entries.values() if e.param.name in OF_DMS]
        if idle:
            notes.append(f"{comma_list(idle)}: no TOA has a measured DM (-pp_dm) to act on")
    return tuple(notes)


def _both_jitters(lines: dict[int, Entry], rows: dict[int, Int[N]], n: int) -> str:
    """A clause on lines of ECORR and TNSECORR that cover the same TOAs; empty where no TOA has both."""
    covered = {name: np.zeros(n, dtype=bool) for name in ("ECORR", "TNSECORR")}
    for number, e in lines.items():
        if e.param.name in covered:
            covered[e.param.name][rows[number]] = True
    both = covered["ECORR"] & covered["TNSECORR"]
    meant = [e for number, e in sorted(lines.items()) if e.param.name in covered and both[rows[number]].any()]
    return (
        f"{comma_list([_label_with_line(e) for e in meant])} add up where a TOA has both; tempo2 takes TNSECORR alone"
        if meant
        else ""
    )


def _without_toas(model: TimingModel, toas: TOAs) -> list[str]:
    """Clauses on bands without a TOA, on nodes of the solar wind with no TOA between them, and on RNIDX above 0."""
    own = model.entries.values()
    mhz, mjd = toas.freq_hz / 1e6, to_mjd(toas.tdb)
    ends = zip(*([e for e in own if e.param.name == name] for name in ("TNBANDLOW", "TNBANDHIGH")), strict=True)
    found = [
        f"{_label_with_line(low)}: no TOA is in this band"
        for low, high in ends
        if not np.any((mhz > low.value.hi) & (mhz < high.value.hi))
    ]
    nodes = [e for e in own if e.param.name == "TDSWNODE"]
    at = [e.value.hi for e in nodes]
    if nodes and not np.any((mjd >= min(at)) & (mjd <= max(at))):
        found.append(
            f"{_label_with_line(nodes[0])} and the other nodes: no TOA is between them, so that they change nothing"
        )
    found += [
        f"{_label_with_line(e)} is positive, so that the noise grows with frequency; red noise has a negative one"
        for e in own
        if e.param.name == "RNIDX" and e.value.hi > 0.0
    ]
    return found


def _offsets_of_no_toa(model: TimingModel, noise: set[int], toas: TOAs) -> list[str]:
    """Fixed JUMPs and similar lines that cover no TOA; a fit reports free ones."""
    fixed = [e for e in model.entries.values() if e.selector and e.line and not e.free and id(e.param) not in noise]
    words = model.settings.conventions
    other = {kind for kind, name, word in _SELECTED_OTHERWISE if words.get(name) == word}
    used = [e for e in fixed if e.value.hi and e.selector and e.selector.kind not in other]
    return [_label_with_line(e) for e in used if not len(_covered_toas(model, e, toas))]


def _covered_toas(model: TimingModel, e: Entry, toas: TOAs) -> Int[N]:
    """Indices of the TOAs that the selector of a line covers."""
    assert e.selector is not None
    if e.selector.kind == "TEL" and toas.at_site(e.selector.args[0]).any():
        return np.flatnonzero(toas.at_site(e.selector.args[0]))
    return np.flatnonzero(mask(e.selector, toas, model.par.where(e.line)))


def _label_with_line(e: Entry) -> str:
    return f"{e.label} (line {e.line.number})" if e.line else e.label
