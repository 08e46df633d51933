"""Flat directions: parameters that are degenerate, or that the data hardly determine."""

from collections.abc import Mapping

import numpy as np

from jug.fitting.dependence import FLAT_SHARE, dependent_columns
from jug.fitting.findings.fit_verdict import FlatDirection
from jug.fitting.shapiro_delay import SEEN, SHAPIRO_SIZES
from jug.fitting.verdict.extended_equations import ExtendedEquations
from jug.fitting.verdict.fit_end import FitEnd
from jug.model.timing_model import TimingModel

ANY_VALUE = {"OM": 20.0, "KOM": 20.0, "KIN": 20.0, "ELONG": 60.0, "ELAT": 60.0, "RAJ": 4.0, "DECJ": 60.0}
ANY_VALUE |= {"SINI": 0.3, "STIGMA": 0.3, "ECC": 0.3, "EPS1": 0.3, "EPS2": 0.3, "M2": 10.0, "MTOT": 10.0}
"""Uncertainties in the units of the values (deg; Msun; h for RAJ) that leave any value possible. At 20 deg an orbit's
eccentricity is 3 sigma from zero, and the sines of the angles are no longer linear. Those of SINI, STIGMA, ECC
and its components EPS1 and EPS2 are 0.3 of the range."""

TOGETHER = 0.5
"""Least correlation of two parameters that are named as one set where both still change at the end of the fit."""


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
    out, outcome = list(end.undetermined), end.outcome
    errors, known = _errors(end), {name for flat in end.undetermined for name in flat.names}
    shapiro = _open_shapiro_delay(end, errors, known)
    alone = np.diagonal(outcome.covariance) * outcome.size**2
    lost = not np.all(alone < 1.0 / FLAT_SHARE) or not np.all(outcome.size > 0.0)
    if lost or outcome.active:  # beside a bound the covariance may be a pseudo-inverse: OM and T0 of ECC 0
        out += _collinear_sets(extended)
    if shapiro:  # first: if its shape has changed much, other elements of the orbit may be collinear with it
        beside = [flat for flat in out if set(flat.names) & set(shapiro)]
        others = dict.fromkeys(name for flat in beside for name in flat.names if name not in shapiro)
        close = np.array([_correlation(end, list(shapiro)), *(flat.correlation for flat in beside)])
        close = np.max(close[np.isfinite(close)], initial=-1.0)
        out = [flat for flat in out if flat not in beside]
        one = FlatDirection((*shapiro, *others), float(close) if close >= 0.0 else float("nan"))
        out.insert(len(end.undetermined), one)
    named = {name for flat in out for name in flat.names}
    moving = [end.model.free[i] for i in outcome.degenerate if end.model.free[i] not in named]
    out += [FlatDirection(tuple(names), _correlation(end, names)) for names in _correlated_sets(end, moving)]
    named |= set(moving)
    for name in end.model.free:
        if name not in named and not errors[name] < _uncertainty_of_any_value(end, name):
            out.append(FlatDirection((name,), float("nan")))
    return tuple(out)


def _collinear_sets(extended: ExtendedEquations) -> list[FlatDirection]:
    """The sets of parameters whose columns are collinear at the end."""
    from jug.fitting.near_dependence import near_dependent_columns  # few fits need it

    own = extended.own
    gram, known = extended.gram[np.ix_(own, own)], (extended.names, extended.factor)
    some = dependent_columns(gram, *known)
    out = []
    for found in (*some, *near_dependent_columns(gram, *known, [one.column for one in some])):
        names = tuple(extended.names[i] for i in (found.column, *found.on))
        out.append(FlatDirection(names, float(np.sqrt(1.0 - found.left)) if found.on else float("nan")))
    return out


def _correlated_sets(end: FitEnd, names: list[str]) -> list[list[str]]:
    """Sets of correlated parameters; two may be in one set because both are correlated with a third."""
    sets = list[list[str]]()
    for name in names:
        near = [one for one in sets if any(not abs(_correlation(end, [name, other])) < TOGETHER for other in one)]
        sets = [one for one in sets if one not in near]
        sets.append([*(other for one in near for other in one), name])
    return sets


def _open_shapiro_delay(end: FitEnd, errors: Mapping[str, float], named: set[str]) -> tuple[str, ...]:
    """Shape and mass, or STIGMA alone, where the data hardly show a Shapiro delay or do not determine the mass."""
    free, model = end.model.free, end.model
    inside = not {free[i] for i in end.outcome.active} & {*SHAPIRO_SIZES, *SHAPIRO_SIZES.values()}
    for shape, size in SHAPIRO_SIZES.items():
        if not {shape, size} <= set(free) or named & {shape, size}:
            continue
        at = [free.index(shape), free.index(size)]
        (a, b), (_, c) = end.outcome.covariance[np.ix_(at, at)].tolist()
        alone = np.sqrt(max(c - (b**2 / a if a > 0.0 else 0.0), 0.0) * end.noise_scale) / model.entries[size].scale
        unseen = not abs(model.values[size]) > SEEN * alone
        open_shape = not _error_of_sine(model, shape, errors[shape]) < ANY_VALUE["SINI"]
        if unseen or (inside and (open_shape or not errors[size] < _uncertainty_of_any_value(end, size))):
            return (shape, size) if size == "M2" else (shape,)
    return ()


def _error_of_sine(model: TimingModel, shape: str, error: float) -> float:
    """Uncertainty of a shape; of sin i for SHAPMAX, which is -ln(1 - sin i)."""
    return error * float(np.exp(-model.values[shape])) if shape == "SHAPMAX" else error


def _errors(end: FitEnd) -> Mapping[str, float]:
    """Uncertainties in the units of the values."""
    sigma = np.sqrt(np.diagonal(end.outcome.covariance))
    free = end.model.free
    return {name: float(sigma[i]) / end.model.entries[name].scale for i, name in enumerate(free)}


def _uncertainty_of_any_value(end: FitEnd, name: str) -> float:
    """The least uncertainty with which any value is possible."""
    if name in ("T0", "TASC"):
        return 0.25 * end.model.values.get("PB", np.inf)
    return ANY_VALUE.get(name, np.inf)


def _correlation(end: FitEnd, names: list[str]) -> float:
    """The largest correlation of two of these parameters."""
    at = [end.model.free.index(name) for name in names]
    some = end.outcome.covariance[np.ix_(at, at)]
    size = np.sqrt(np.diagonal(some))
    if not np.all(size > 0.0):
        return float("nan")
    pairs = np.abs(some / np.outer(size, size))[~np.eye(len(at), dtype=bool)]
    return float(pairs.max()) if len(pairs) else float("nan")
