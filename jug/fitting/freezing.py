"""Parameters held fixed because the data do not determine them: the fewest that remove the flat directions."""

from typing import NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.fitting.dependence import FLAT, dependent_columns
from jug.fitting.problem import problem_of
from jug.fitting.verdict.findings import FlatDirection, listed
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import block_order
from jug.model.timing_model import TimingModel


class HeldFixed(NamedTuple):
    """A parameter that was held fixed.

    Parameters
    ----------
    name : str
    why : str
    """

    name: str
    why: str


def degenerate_parameters(model: TimingModel, anchor: Anchor) -> tuple[HeldFixed, ...]:
    """Find the fewest parameters that must be held fixed so that the data determine the others.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.

    Returns
    -------
    tuple of HeldFixed
        Those without effect on any TOA, and one of each set that the data do not tell apart.
    """
    return tuple(held_fixed(one) for one in open_sets(model, anchor))


def open_sets(model: TimingModel, anchor: Anchor, flat: float = FLAT) -> tuple[FlatDirection, ...]:
    """Find the sets of parameters that the data do not tell apart.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    flat : float
        1 - R^2 of a column below which it depends on others.

    Returns
    -------
    tuple of FlatDirection
        The parameter to hold fixed is the first of each.
    """
    problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
    step = problem.kernels.iteration(problem.data, np.zeros(len(model.free)), 0.0).step
    if step is None:
        return ()
    free, order = model.free, block_order(model.layout, binned_families(anchor.reference.x))
    names = (*(("Offset",) if model.removes_mean else ()), *(free[i] for i in order))
    out = []
    for found in dependent_columns(np.asarray(step.normal.gram), names, flat=flat):
        others = tuple(names[i] for i in found.on)
        out.append(FlatDirection((names[found.column], *others), float(np.sqrt(1.0 - found.left)) if others else 0.0))
    return tuple(out)


def held_fixed(one: FlatDirection) -> HeldFixed:
    """The parameter that is held fixed of a set, and why.

    Parameters
    ----------
    one : FlatDirection

    Returns
    -------
    HeldFixed
    """
    name, *others = one.names
    why = f"the data do not tell it from {listed(tuple(others))}" if others else "no TOA depends on it"
    return HeldFixed(name, why)


def frozen_of(flat: tuple[FlatDirection, ...]) -> tuple[HeldFixed, ...]:
    """The parameters to hold fixed because of the flat directions of a verdict: the first of each.

    Parameters
    ----------
    flat : tuple of FlatDirection

    Returns
    -------
    tuple of HeldFixed
    """
    return tuple(HeldFixed(one.names[0], one.sentence) for one in flat)


def without(model: TimingModel, frozen: tuple[HeldFixed, ...]) -> TimingModel:
    """Hold parameters fixed.

    Parameters
    ----------
    model : TimingModel
    frozen : tuple of HeldFixed

    Returns
    -------
    TimingModel
        A copy.
    """
    gone = {one.name for one in frozen}
    return model.with_free([name for name in model.free if name not in gone]) if gone else model
