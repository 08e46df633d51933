"""The model without some of its terms."""

import re
from collections.abc import Sequence

from jug.analysis.term_tests.term_candidates import Candidate
from jug.analysis.term_tests.trial_model import removed_for_a_test
from jug.errors import FitError, JugError
from jug.fitting.result.fit_result import FitResult
from jug.fitting.shapiro_delay import SHAPIRO_SIZES
from jug.model.timing_model import TimingModel

_CURVED = frozenset(
    [
        "M2",
        "SINI",
        "KIN",
        "KOM",
        "MTOT",
        "SHAPMAX",
        "STIGMA",
        "H3",
        "H4",
        "ECC",
        "OM",
        "EDOT",
        "OMDOT",
        "EPS1",
        "EPS2",
        "EPS1DOT",
        "EPS2DOT",
        "GAMMA",
        "PB",
        "A1",
        "T0",
        "TASC",
    ]
)
"""Parameters of an orbit in which the delay is not linear between their values and zero."""

_RATIOS = ("H4", "STIGMA")
"""Parameters that have no effect where H3 is zero."""


def is_curved(base: FitResult, candidate: Candidate) -> bool:
    """Test whether a removal is beyond the linear model, as the delay is not linear in a parameter down to zero.

    Parameters
    ----------
    base : FitResult
    candidate : Candidate

    Returns
    -------
    bool
    """
    names = [base.model.entry(term).name if term in base.model else term.upper() for term in candidate.terms]
    return any(re.sub(r"_\d+$", "", name) in _CURVED for name in names)


def removed_names(base: FitResult, candidate: Candidate) -> tuple[str, ...]:
    """Find the parameters that are removed.

    Parameters
    ----------
    base : FitResult
        The fit of the model that has them.
    candidate : Candidate

    Returns
    -------
    tuple of str

    Raises
    ------
    FitError
        One of them was not fitted.
    InputError
        The model lacks one of them.
    """
    own = tuple(dict.fromkeys(base.model.entry(term).name for term in candidate.terms))
    shapes = unseen_shapes(base, own)
    reasons = {one.name: one.why for one in base.frozen if one.name not in shapes}
    if undetermined := [f"{name} ({reasons[name]})" for name in own if name in reasons]:
        raise FitError(f"{', '.join(undetermined)} was fixed by the fit, so there is nothing to test")
    if fixed := [name for name in own if name not in base.names and name not in shapes]:
        raise FitError(f"{', '.join(fixed)} is not fitted, so there is nothing to test")
    return own


def unseen_shapes(result: FitResult, names: Sequence[str]) -> tuple[str, ...]:
    """Find the parameters of a Shapiro delay's shape that the fit has fixed, as the data do not determine them.

    Parameters
    ----------
    result : FitResult
    names : sequence of str
        The parameters of a term.

    Returns
    -------
    tuple of str
        Not empty if the term has the shape or the size of the delay: both are then tested together.
    """
    fixed, fitted = {one.name for one in result.frozen}, {*result.names}
    sizes = SHAPIRO_SIZES.items()
    return tuple(shape for shape, size in sizes if {shape, size} & {*names} and shape in fixed and size in fitted)


def without_terms(model: TimingModel, names: tuple[str, ...]) -> TimingModel:
    """Remove parameters from a model.

    If a binary model needs H3, it is fixed at zero, which means no Shapiro delay, and H4 and STIGMA are removed.
    Without ECC the longitude of periastron only defines the position of T0 on the orbit: OM is kept and fixed, since
    turns would be lost without it.

    Parameters
    ----------
    model : TimingModel
    names : tuple of str

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        The remaining parameters are not a valid model.
    """
    if {"ECC", "OM"} <= set(names):
        names, model = tuple(name for name in names if name != "OM"), model.freeze("OM")
    try:
        return removed_for_a_test(model, names)
    except JugError:
        if "H3" not in names:
            raise
    others = [name for name in model.names if name in _RATIOS or (name in names and name != "H3")]
    others = [name for name in others if model.entry(name).line is not None]
    try:
        smaller = removed_for_a_test(model, others) if others else model
    except JugError:  # BINARY DDH needs STIGMA too
        smaller = model.freeze(*others)
    return smaller.with_values({"H3": 0.0}).freeze("H3")
