"""How nearly degenerate EFAC and EQUAD are, where the uncertainties of their TOAs are nearly equal.

A change of EFAC changes the variances of its TOAs by a vector: one number for each TOA, relative to its variance. So
does a change of EQUAD. The second vector, less its least-squares fit by the first, distinguishes the two. With n TOAs
it changes log L by about n times its mean square.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float
from jug.fitting.noise.scales import TrialNoise
from jug.model.evaluation.anchor import Anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.pairing import ADDED_TO, UNITS_S, errors_under

LEAST_DIFFERENCE = 1e-10
"""Least share of the change of the variances by an EQUAD that other parameters do not reproduce, with which a search
can begin. It is 1e-16 for equal uncertainties."""

WHITE_FACTORS, ADDED = tuple(ADDED_TO), tuple(keyword for keywords in ADDED_TO.values() for keyword in keywords)


class WhiteDegeneracy(NamedTuple):
    """How little the change of the variances by a size differs from those by other parameters.

    Parameters
    ----------
    name : str
        The size.
    others : tuple of str
        The parameters whose changes reproduce its own.
    share : float
        Share of the square of its change that the others do not reproduce.
    information : float
        About the change of log L that distinguishes it from the others.
    """

    name: str
    others: tuple[str, ...]
    share: float
    information: float


def white_degeneracies(model: TimingModel, toas: TOAs, anchor: Anchor, names: Iterable[str]) -> list[WhiteDegeneracy]:
    """Compare each EQUAD, TNEQ and DMEQUAD with the factors, and with those before it that are distinguishable.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    anchor : Anchor
        Of the model.
    names : iterable of str
        The parameters to estimate.

    Returns
    -------
    list of WhiteDegeneracy
    """
    trial, names = TrialNoise(model, anchor), tuple(names)
    kept: dict[str, Float[Datum]] = {}
    for name in (name for name in names if model.entries[name].param.name in WHITE_FACTORS):
        kept[name] = _change_of_variances(trial, toas, name)
    found = []
    for name in (name for name in names if model.entries[name].param.name in ADDED):
        change = _change_of_variances(trial, toas, name)
        length, touched = float(change @ change), int(np.count_nonzero(change))
        if not touched:
            continue
        if not kept:
            kept[name] = change
            continue
        matrix = np.array(list(kept.values())).T
        weights = np.linalg.lstsq(matrix, change, rcond=None)[0]
        left = change - matrix @ weights
        share = float(left @ left) / length
        parts = np.abs(weights) * np.linalg.norm(matrix, axis=0)
        others = tuple(one for one, part in zip(kept, parts, strict=True) if part > 0.1 * np.sqrt(length))
        found.append(WhiteDegeneracy(name, others, share, share * touched))
        if share >= LEAST_DIFFERENCE:
            kept[name] = change
    return found


def _change_of_variances(trial: TrialNoise, toas: TOAs, name: str) -> Float[Datum]:
    """Relative change of the variances by a parameter: a factor times 1.5, or a typical uncertainty that is added."""
    entry = trial.model.entries[name]
    keyword, value, sigma = entry.param.name, float(entry.value.hi), trial.anchor.noise.sigma
    if keyword in WHITE_FACTORS:
        changed = 1.5 * value
    else:
        typical = float(np.median(errors_under(trial.model, entry, toas)))
        changed = value + typical / UNITS_S.get(keyword, 1.0)
        if keyword == "TNEQ":
            changed = 0.5 * float(np.log10(10.0 ** (2.0 * value) + typical**2))
    return np.asarray((trial.noise({name: changed}).sigma / sigma) ** 2 - 1.0)
