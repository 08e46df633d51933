"""Parameters that a fit fixes because the data do not determine them: the fewest that remove the flat directions."""

from typing import NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.fitting.dependence import FLAT_SHARE, dependent_columns
from jug.fitting.findings.fit_verdict import FlatDirection
from jug.fitting.shapiro_delay import SHAPIRO_SIZES
from jug.fitting.tolerances import EXACT_DEPENDENCE
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import block_order
from jug.model.timing_model import TimingModel
from jug.text.name_lists import name_list

OF_THE_DATA = ("DM", "FD", "JUMP", "NE_SW", "SWXDM_", "XPBDOT", "PHOFF")
"""Beginnings of the names of parameters that the data determine equally well at all values of the other parameters."""


NO_COST = 1.0
"""Largest rise of chi2 at which parameters are fixed at their values of the par file. Otherwise they are fixed at the
end of a fit of all parameters."""


class FrozenParameter(NamedTuple):
    """A parameter that a fit has fixed, because the data do not determine it.

    Parameters
    ----------
    name : str
    why : str
    """

    name: str
    why: str


def degenerate_parameters(model: TimingModel, anchor: Anchor) -> tuple[FrozenParameter, ...]:
    """Find the fewest parameters that must be fixed so that the data determine the others.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.

    Returns
    -------
    tuple of FrozenParameter
        The parameters without effect on any TOA, and one parameter of each degenerate set.
    """
    return tuple(frozen_parameter(one) for one in degenerate_sets(model, anchor))


def degenerate_at_any_values(model: TimingModel, anchor: Anchor) -> tuple[FrozenParameter, ...]:
    """Find the fewest parameters to fix, without those that may have an effect once others have moved.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.

    Returns
    -------
    tuple of FrozenParameter
        The result of `degenerate_parameters`, without parameters such as SINI where M2 is zero. The fit fixes these
        itself.
    """
    found = degenerate_parameters(model, anchor)
    if all(one.name.startswith(OF_THE_DATA) for one in found):
        return found
    exact = {one.names[0] for one in degenerate_sets(model, anchor, EXACT_DEPENDENCE)}
    return tuple(one for one in found if one.name not in exact or one.name.startswith(OF_THE_DATA))


def degenerate_sets(model: TimingModel, anchor: Anchor, flat: float = FLAT_SHARE) -> tuple[FlatDirection, ...]:
    """Find the sets of degenerate parameters.

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
        The parameter to fix is the first of each.
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


def frozen_parameter(one: FlatDirection) -> FrozenParameter:
    """Return the parameter of a set that is fixed, and why.

    Parameters
    ----------
    one : FlatDirection

    Returns
    -------
    FrozenParameter
    """
    name, *others = one.names
    why = f"the data do not tell it from {name_list(tuple(others))}" if others else "no TOA depends on it"
    return FrozenParameter(name, why)


def note_of_move(before: TimingModel, after: TimingModel, name: str) -> str:
    """Return a note where a parameter that a fit has fixed does not have the value that it had before.

    Parameters
    ----------
    before, after : TimingModel
        Before and after the fit.
    name : str

    Returns
    -------
    str
        Continues a sentence; empty where the value is the same.
    """
    old, new = (model.entries[name].text() for model in (before, after))
    return "" if old == new else f"; {name} is fixed at {new}, before the fit it was {old}"


def parameters_to_freeze(
    flat: tuple[FlatDirection, ...], free: tuple[str, ...], before: tuple[FrozenParameter, ...]
) -> tuple[FrozenParameter, ...]:
    """Return the parameters to fix because of the flat directions of a verdict: the first of each.

    Where one is the shape of a Shapiro delay, only it is fixed; where that is fixed already, the size.

    Parameters
    ----------
    flat : tuple of FlatDirection
    free : tuple of str
        The free parameters.
    before : tuple of FrozenParameter
        The parameters that are fixed already.

    Returns
    -------
    tuple of FrozenParameter
    """
    found = tuple(FrozenParameter(one.names[0], one.sentence) for one in flat)
    if any(one.name in SHAPIRO_SIZES for one in found):
        return tuple(one for one in found if one.name in SHAPIRO_SIZES or one.name.startswith(OF_THE_DATA))
    sizes = {SHAPIRO_SIZES[one.name]: one.name for one in before if SHAPIRO_SIZES.get(one.name) in free}
    if not sizes or all(one.name.startswith(OF_THE_DATA) for one in found):
        return found
    return tuple(FrozenParameter(size, f"with {shape} fixed, {found[0].why}") for size, shape in sizes.items())


def without_frozen(model: TimingModel, frozen: tuple[FrozenParameter, ...]) -> TimingModel:
    """Fix parameters.

    Parameters
    ----------
    model : TimingModel
    frozen : tuple of FrozenParameter

    Returns
    -------
    TimingModel
        A copy.
    """
    gone = {one.name for one in frozen}
    return model.with_free([name for name in model.free if name not in gone]) if gone else model
