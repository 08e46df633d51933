"""Flat directions: parameters that the data do not tell apart, or hardly determine."""

from collections.abc import Mapping

import numpy as np

from jug.fitting.dependence import FLAT, dependent_columns
from jug.fitting.verdict.evidence import Evidence, Whole
from jug.fitting.verdict.findings import FlatDirection

WIDE = {"OM": 20.0, "KOM": 20.0, "KIN": 20.0, "ELONG": 60.0, "ELAT": 60.0, "RAJ": 15000.0, "DECJ": 2e5, "SINI": 1.0}
"""Uncertainties in the par file's units (deg; s for RAJ, arcsec for DECJ) that leave any value possible. At 20 deg an
orbit's eccentricity is 3 sigma from zero, and the sines of the angles are no longer linear."""


def flat_directions(evidence: Evidence, whole: Whole) -> tuple[FlatDirection, ...]:
    """Find the flat directions of a fit at its end.

    Parameters
    ----------
    evidence : Evidence
    whole : Whole

    Returns
    -------
    tuple of FlatDirection
    """
    out, outcome = list[FlatDirection](), evidence.outcome
    alone = np.diagonal(outcome.covariance) * outcome.size**2
    if not np.all(alone < 1.0 / FLAT) or not np.all(outcome.size > 0.0):
        own = whole.own
        for found in dependent_columns(whole.gram[np.ix_(own, own)], whole.names, whole.factor):
            names = tuple(whole.names[i] for i in (found.column, *found.on))
            out.append(FlatDirection(names, float(np.sqrt(1.0 - found.left)) if found.on else float("nan")))
    named = {name for flat in out for name in flat.names}
    moving = [evidence.model.free[i] for i in outcome.degenerate if evidence.model.free[i] not in named]
    if moving:
        out.append(FlatDirection(tuple(moving), _correlation(evidence, moving)))
    named |= set(moving)
    errors = _errors(evidence)
    for name in evidence.model.free:
        if name not in named and not errors[name] < _range(evidence, name):
            out.append(FlatDirection((name,), float("nan")))
    return tuple(out)


def _errors(evidence: Evidence) -> Mapping[str, float]:
    """Uncertainties in the units of the par file's."""
    sigma = np.sqrt(np.diagonal(evidence.outcome.covariance))
    free = evidence.model.free
    return {name: float(sigma[i]) / evidence.model.entries[name].error_scale for i, name in enumerate(free)}


def _range(evidence: Evidence, name: str) -> float:
    """The uncertainty from which on any value is possible."""
    if name in ("T0", "TASC"):
        return 0.25 * evidence.model.values.get("PB", np.inf)
    return WIDE.get(name, np.inf)


def _correlation(evidence: Evidence, names: list[str]) -> float:
    """The largest correlation of two of these parameters."""
    at = [evidence.model.free.index(name) for name in names]
    some = evidence.outcome.covariance[np.ix_(at, at)]
    size = np.sqrt(np.diagonal(some))
    pairs = np.abs(some / np.outer(size, size))[~np.eye(len(at), dtype=bool)]
    return float(pairs.max()) if len(pairs) else float("nan")
