"""Flat directions: parameters that the data do not tell apart, or hardly determine."""

from collections.abc import Mapping

import numpy as np

from jug.fitting.dependence import FLAT, dependent_columns
from jug.fitting.verdict.extended_equations import ExtendedEquations
from jug.fitting.verdict.findings import FlatDirection
from jug.fitting.verdict.fit_end import FitEnd

WIDE = {"OM": 20.0, "KOM": 20.0, "KIN": 20.0, "ELONG": 60.0, "ELAT": 60.0, "RAJ": 4.0, "DECJ": 60.0, "SINI": 1.0}
"""Uncertainties in the units of the values (deg; h for RAJ) that leave any value possible. At 20 deg an
orbit's eccentricity is 3 sigma from zero, and the sines of the angles are no longer linear."""


def flat_directions(end: FitEnd, extended: ExtendedEquations) -> tuple[FlatDirection, ...]:
    """Find the flat directions of a fit at its end.

    Parameters
    ----------
    end : FitEnd
    extended : ExtendedEquations

    Returns
    -------
    tuple of FlatDirection
    """
    out, outcome = list[FlatDirection](), end.outcome
    alone = np.diagonal(outcome.covariance) * outcome.size**2
    if not np.all(alone < 1.0 / FLAT) or not np.all(outcome.size > 0.0):
        own = extended.own
        for found in dependent_columns(extended.gram[np.ix_(own, own)], extended.names, extended.factor):
            names = tuple(extended.names[i] for i in (found.column, *found.on))
            out.append(FlatDirection(names, float(np.sqrt(1.0 - found.left)) if found.on else float("nan")))
    named = {name for flat in out for name in flat.names}
    moving = [end.model.free[i] for i in outcome.degenerate if end.model.free[i] not in named]
    if moving:
        out.append(FlatDirection(tuple(moving), _correlation(end, moving)))
    named |= set(moving)
    errors = _errors(end)
    for name in end.model.free:
        if name not in named and not errors[name] < _range(end, name):
            out.append(FlatDirection((name,), float("nan")))
    return tuple(out)


def _errors(end: FitEnd) -> Mapping[str, float]:
    """Uncertainties in the units of the values."""
    sigma = np.sqrt(np.diagonal(end.outcome.covariance))
    free = end.model.free
    return {name: float(sigma[i]) / end.model.entries[name].scale for i, name in enumerate(free)}


def _range(end: FitEnd, name: str) -> float:
    """The uncertainty from which on any value is possible."""
    if name in ("T0", "TASC"):
        return 0.25 * end.model.values.get("PB", np.inf)
    return WIDE.get(name, np.inf)


def _correlation(end: FitEnd, names: list[str]) -> float:
    """The largest correlation of two of these parameters."""
    at = [end.model.free.index(name) for name in names]
    some = end.outcome.covariance[np.ix_(at, at)]
    size = np.sqrt(np.diagonal(some))
    pairs = np.abs(some / np.outer(size, size))[~np.eye(len(at), dtype=bool)]
    return float(pairs.max()) if len(pairs) else float("nan")
