"""The columns of a noise term and their prior variances as functions of its values."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Int, Mode
from jug.core.blocks import Binned, Block, to_dense
from jug.fitting.noise.scales import TrialNoise
from jug.fitting.noise_choice.term import NoiseTerm
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

MOST_TERM_COLUMNS = 2000
"""Largest number of columns (epochs) whose matrices are made: 32 MB each, eigenvalues in seconds."""

NO_SIZE = {"RNAMP": 1e-30, "ECORR": 0.0}
"""Amplitude without noise, for keywords that are not a logarithm."""


ModeWeights = Callable[..., tuple[Float[Mode], ...]]


class TermColumns(NamedTuple):
    """The columns of a term and their prior variances.

    Parameters
    ----------
    matrix : (rows, m) array or None
        F, s; None with more than `MOST_TERM_COLUMNS` columns.
    variance : callable
        Values by keyword, par units -> (m,), the diagonal of Phi.
    """

    matrix: Float[Datum, Mode] | None
    variance: Callable[[Mapping[str, float]], Float[Mode]]


def columns_of_term(base: TimingModel, toas: TOAs, term: NoiseTerm) -> TermColumns | None:
    """Find the columns of a term.

    Parameters
    ----------
    base : TimingModel
        Without the term.
    toas : TOAs
    term : NoiseTerm

    Returns
    -------
    TermColumns or None
        None where no TOA depends on the term.
    """
    model = base.add(term.lines_with())
    anchor = make_anchor(model, toas)
    trial = TrialNoise(model, anchor)
    new = {e.param.name: e.name for e in model.entries.values() if e.name not in base.entries}
    names = {key: new[key] for key in term.start}
    off = {**term.start, term.amplitude: NO_SIZE.get(term.amplitude, -30.0)}
    with_it, without = (trial.noise({names[k]: v for k, v in one.items()}) for one in (_values_with_effect(term), off))
    for place, (a, b) in enumerate(zip(with_it.processes, without.processes, strict=True)):
        changed = np.flatnonzero(a.variance != b.variance)
        if not len(changed):
            continue
        matrix = _dense_columns_of(a.block, changed) if len(changed) <= MOST_TERM_COLUMNS else None
        return TermColumns(matrix, _variance_of(trial, names, place, changed))
    return None


def _variance_of(
    trial: TrialNoise, names: dict[str, str], place: int, changed: Int[Mode]
) -> Callable[[Mapping[str, float]], Float[Mode]]:
    """The prior variances of some columns of a process, as a function of values by keyword."""
    weights, j = _component_of(trial, place)

    def variance(values: Mapping[str, float]) -> Float[Mode]:
        p = trial.values({names[key]: values[key] for key in names})
        found: Float[Mode] = weights(np, p, trial.anchor.state.x)[j][changed]
        return found

    return variance


def _values_with_effect(term: NoiseTerm) -> dict[str, float]:
    """Values at which a term has an effect."""
    return {**term.start, term.amplitude: 1.0 if term.amplitude in NO_SIZE else max(-8.0, term.start[term.amplitude])}


def _dense_columns_of(block: Block, changed: Int[Mode]) -> Float[Datum, Mode]:
    if isinstance(block, Binned):
        places = np.full(len(block.shift) + 1, -1)
        places[changed] = np.arange(len(changed))
        own = places[np.minimum(block.member, len(block.shift))]
        matrix = np.zeros((len(own), len(changed)))
        rows = np.flatnonzero(own >= 0)
        matrix[rows, own[rows]] = block.values[rows]
        return matrix
    return to_dense(block)[:, changed]


def _component_of(trial: TrialNoise, place: int) -> tuple[ModeWeights, int]:
    """The function of prior variances of the component of a process, and the number of the process there."""
    p, x = trial.anchor.reference.p0, trial.anchor.state.x
    for c in trial.model.components:
        if c.basis is not None and c.weights is not None:
            count = len(c.weights(np, p, x))
            if place < count:
                return c.weights, place
            place -= count
    raise AssertionError("a process without a component")
