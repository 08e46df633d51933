"""The parameters that have an effect on these TOAs.

A parameter that can be fitted acts if its column of the design matrix is not zero. A parameter whose column is the same
on all TOAs shifts all of them by the same amount, which the mean absorbs. An epoch that cannot be fitted acts if moving
it changes a phase. A line with a selector acts if it selects a TOA; a noise parameter without a selector always acts.
Any other parameter acts if one of the parameters of its term acts.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jug.core.array import Bool, Toa
from jug.core.blocks import Block, Dense
from jug.errors import FitError, InputError
from jug.model.checks.noise_lines import OF_DMS
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import all_blocks, block_order
from jug.model.evaluation.wideband import DM_FLAG, has_value
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.selection import mask
from jug.obs.toas import TOAs

ACTS, NO_EFFECT, SHIFTS = "acts", "no effect on these TOAs", "shifts all TOAs equally, as the mean does"

MOVED_D = 100.0
"""Shift of an epoch with which its effect is tested, d."""

LEAST_TURNS = 1e-12
"""Smallest change of the phase, turns, that is not rounding."""

SAMPLE_TOAS = 300
"""Number of TOAs on which the effect of an epoch is tested."""


def covered_toas(model: TimingModel, e: Entry, toas: TOAs) -> Bool[Toa]:
    """Find the TOAs that the selector of a line selects.

    Parameters
    ----------
    model : TimingModel
    e : Entry
        With a selector.
    toas : TOAs

    Returns
    -------
    (n,) bool
        All False for a site that does not exist.
    """
    assert e.selector is not None
    try:
        return mask(e.selector, toas, model.par.where(e.line))
    except InputError:
        return np.zeros(len(toas), dtype=bool)


def effects(model: TimingModel, toas: TOAs) -> dict[str, str]:
    """Determine for each parameter whether it acts.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    dict of str to str
        `ACTS`, `NO_EFFECT` or `SHIFTS`, by name.
    """
    found = _effects_of_columns(model, toas)
    noise = {p for c in model.components if c.basis or c.scale or c.dm_scale for p in c.params}
    found.update({name: ACTS for name in found if model.entries[name].param in noise})
    for e in model.entries.values():
        selects_none = e.selector is not None and not covered_toas(model, e, toas).any()
        if selects_none or (e.param.name in OF_DMS and not has_value(toas, DM_FLAG).any()):
            found[e.name] = NO_EFFECT
    for name in _without_column(model, found):
        e = model.entries[name]
        if e.param.codec == "mjd" and not e.param.fit and e.param.family is None:
            found[name] = ACTS if _moves(model, toas, name) else NO_EFFECT
        else:
            found[name] = NO_EFFECT if NO_EFFECT in _of_its_term(model, e, found) else ACTS
    return found


def _without_column(model: TimingModel, found: dict[str, str]) -> list[str]:
    return [e.name for e in model.entries.values() if e.name not in found]


def _of_its_term(model: TimingModel, e: Entry, found: dict[str, str]) -> set[str]:
    """Return {`NO_EFFECT`} if no parameter of the same member, or of the same term, acts; otherwise an empty set."""
    if e.param.family is not None and e.param.family.group and e.member is not None:
        group = e.param.family.group
        own = [
            found[q.name]
            for q in model.entries.values()
            if q.name in found and q.param.family and q.param.family.group == group and q.member == e.member
        ]
    else:
        terms = [c for c in model.components if e.param in c.params]
        own = [found[q.name] for q in model.entries.values() for c in terms if q.name in found and q.param in c.params]
    return {NO_EFFECT} if own and set(own) == {NO_EFFECT} else set()


def _effects_of_columns(model: TimingModel, toas: TOAs) -> dict[str, str]:
    """The effect of each parameter that can be fitted, from its column of the design matrix."""
    entries = {k: replace(e, free=e.param.fit and not e.word and not e.param.sampled) for k, e in model.entries.items()}
    every = replace(model, entries=entries)
    if not every.free:
        return {}
    anchor = make_anchor(every, toas)
    blocks = all_blocks(np, every.components, every.layout, anchor.reference.p0, anchor.state)
    order = block_order(every.layout, binned_families(anchor.reference.x))
    columns = (column for block in blocks for column in _columns(block))
    found = {every.free[place]: word for place, word in zip(order, columns, strict=True)}
    if model.removes_mean:
        return found
    return {name: ACTS if word == SHIFTS else word for name, word in found.items()}


def _columns(block: Block) -> Iterator[str]:
    """The effect of each column of a block: one of `ACTS`, `NO_EFFECT`, `SHIFTS`."""
    if isinstance(block, Dense):
        matrix = np.asarray(block.matrix)
        for low, high in zip(matrix.min(axis=0), matrix.max(axis=0), strict=True):
            largest = max(abs(low), abs(high))
            yield NO_EFFECT if largest == 0.0 else SHIFTS if high - low <= 1e-13 * largest else ACTS
        return
    k = block.shift.shape[0]
    member, values = np.asarray(block.member), np.abs(np.asarray(block.values))
    largest = np.zeros(k + 1)
    np.maximum.at(largest, member, values)
    equal = len(set(member.tolist())) == 1 and float(np.ptp(np.asarray(block.values))) <= 1e-13 * float(values.max())
    for j in range(k):
        yield NO_EFFECT if largest[j] == 0.0 else SHIFTS if equal else ACTS


def _moves(model: TimingModel, toas: TOAs, name: str) -> bool:
    """Whether moving an epoch changes the phase of some TOAs relative to others."""
    if name == "PEPOCH":
        return True
    some = toas.select(slice(None, None, max(1, len(toas) // SAMPLE_TOAS)))
    value = model.values[name] + MOVED_D
    try:
        old, new = (make_anchor(m, some) for m in (model, model.with_values({name: value})))
    except (FitError, InputError):
        return True
    turns = (new.pulse_number - old.pulse_number) + (new.reference.residual - old.reference.residual)
    return bool(np.ptp(turns) > LEAST_TURNS * max(1.0, float(np.max(np.abs(turns)))))
