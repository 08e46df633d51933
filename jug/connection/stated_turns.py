"""The turns that a tim file states: removed before a search, and written as pulse numbers after it."""

from dataclasses import replace

import numpy as np

from jug.connection.clusters import Clusters
from jug.core.array import Float, Int, Toa
from jug.io.par import ParLine
from jug.io.tim.flag_column import encode_numbers
from jug.io.tim.pulse_numbers import without_whole_turns
from jug.io.tim.raw_toas import RawTOAs
from jug.model.building.tim_jumps import FLAG
from jug.model.components import jump
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def without_stated_turns(toas: TOAs, found: Clusters) -> TOAs:
    """Remove pulse numbers and whole turns of PHASE from TOAs, and JUMP blocks where these are the clusters.

    Parameters
    ----------
    toas : TOAs
    found : Clusters

    Returns
    -------
    TOAs
    """
    raw = without_whole_turns(toas.raw)
    gone = {"pn", "pnadd"} | ({FLAG} if found.by == "jumps" else set())
    if not float(np.max(np.abs(_phase_flags(raw)))):
        gone.add("phase")
    return replace(toas, raw=replace(raw, flags={key: c for key, c in raw.flags.items() if key not in gone}))


def _phase_flags(raw: RawTOAs) -> Float[Toa]:
    """PHASE of each TOA, turns, (n,); 0 where there is none."""
    column = raw.flags.get("phase")
    values = [0.0] if column is None else [float(word or 0.0) for word in column.values]
    return np.array(values or [0.0])


def without_jumps(model: TimingModel) -> TimingModel:
    """Remove the parameters of JUMP blocks of the tim file from a model, and their lines from its par file."""
    gone = {e.name for e in model.entries.values() if e.selector is not None and e.selector.kind == f"-{FLAG}"}
    if not gone:
        return model
    lines = {e.line.number for e in model.entries.values() if e.name in gone and e.line is not None}
    kept: dict[str, object] = {}
    entries = {}
    for e in model.entries.values():
        if e.name in gone:
            continue
        if e.param is jump.JUMP:
            kept[e.name] = e
            e = replace(e, order=len(kept) - 1)
        entries[e.name] = e
    components = tuple(c for c in model.components if kept or c is not jump.COMPONENT)
    par = replace(model.par, lines=tuple(_as_comment(q) if q.number in lines else q for q in model.par.lines))
    return replace(model, par=par, entries=entries, components=components)


def _as_comment(line: ParLine) -> ParLine:
    """Replace a line by a comment, so that the line numbers of the others stay."""
    return ParLine(line.number, f"# {line.text}", comment=f"# {line.text}")


def with_numbers(toas: TOAs, number: Int[Toa]) -> TOAs:
    """Give TOAs pulse numbers, as flags -pn.

    Parameters
    ----------
    toas : TOAs
    number : (n,) int array
        Pulse number of each TOA.

    Returns
    -------
    TOAs
    """
    flags = {**toas.raw.flags, "pn": encode_numbers(number)}
    return replace(toas, raw=replace(toas.raw, flags=flags))
