"""The scales of noise parameters: the value at which an EQUAD, an ECORR or an amplitude begins to have an effect."""

from collections.abc import Container, Mapping
from typing import NamedTuple

import numpy as np

from jug.core.array import Int, Parameter
from jug.core.blocks import Binned, to_dense
from jug.errors import FitError
from jug.fitting.noise.coordinates import (
    A_FACTOR,
    A_LOG_SIZE,
    A_POSITIVE,
    A_SIZE,
    ANY_OTHER,
    LEAST_FACTOR_EFFECT,
    LEAST_SIZE_X,
    LOG10_A0_OF_ERROR,
    Coordinates,
)
from jug.fitting.noise.without_effect import JITTERS, NO_EPOCH
from jug.model.covariance.noise import Noise, noise_of
from jug.model.declare import Values
from jug.model.evaluation.anchor import Anchor
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.sampling.pairing import factors_with_sizes, is_multiplied

FACTOR_KEYWORDS, FACTOR_RANGE = ("EFAC", "DMEFAC", "TNGLOBALEF"), (1e-2, 1e3)
"""Keywords of factors of uncertainties, and the range of these factors that is searched."""

POSITIVE_RANGES = {"TNQPDMFREQ": (0.05, 50.0), "TNQPDMWIDTH": (0.005, 20.0)}
"""Ranges of parameters above 0 whose coordinate is the logarithm, par units."""

SIZE_KEYWORDS = ("EQUAD", "DMEQUAD", "ECORR", "TNSECORR", "RNAMP")
LOG_KEYWORDS = ("TNEQ", "TNGLOBALEQ", "TNSQ", "TDSWLOGSIG")
INDEX = {"AMP": "GAM", "RNAMP": "RNIDX"}
"""End of the keyword of an amplitude, and of its spectral index."""

INDEX_RANGES = {
    **{"RNIDX": (-7.0, 0.0), "TNREDCORNER": (0.0, 100.0), "TNDMCORNER": (0.0, 100.0)},
    **{"TDSWLOGELL": (-1.0, 4.0), "TDSWLOGGAMP": (-4.0, 4.0), "TDSWLOGP": (-3.0, 3.0)},
}
"""Ranges of other parameters, in par units. Names that end in GAM have the range from 0 to 7."""

EFFECT_WHITE, EFFECT_MODE = 10.0 ** (2.0 * LOG10_A0_OF_ERROR), 0.1
"""A0^2 for white noise and for a mode: the added variance as a share of that of the TOAs, or of that of the coefficient
that the TOAs determine."""

LARGEST_SHARE = 1e5
"""Largest A / A0."""

PIVOT_MODE = 2
"""Index of the mode at which the amplitude of a power law is taken: the third one, or the last one."""

LINE_AMPLITUDES = ("TNQPDMAMP",)
"""Amplitudes of spectra with a spectral line: they are taken at the strongest mode."""


class TrialNoise(NamedTuple):
    """The noise of a model at trial values of its parameters."""

    model: TimingModel
    anchor: Anchor

    def values(self, changed: Mapping[str, float]) -> Values:
        """Return the parameters in kernel units, with some of them changed; the changes are in par units."""
        p = self.anchor.reference.p0
        for name, value in changed.items():
            e = self.model.entries[name]
            array = np.array(p[e.param.name])
            array[... if e.order is None else e.order] = value * e.scale
            p = p.with_values({e.param.name: array})
        return p

    def noise(self, changed: Mapping[str, float]) -> Noise:
        """Evaluate the noise with some parameters changed; the changes are in par units."""
        return noise_of(np, self.model.components, self.values(changed), self.anchor.state.x)


def coordinates_of(
    model: TimingModel, anchor: Anchor, names: tuple[str, ...], in_ranges: Container[str] = ()
) -> Coordinates:
    """Make the coordinates of noise parameters.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    names : tuple of str
    in_ranges : container of str
        Names of those whose prior has a range: their coordinate is not that of a product.

    Returns
    -------
    Coordinates
    """
    entries, k = [model.entries[name] for name in names], len(names)
    trial = TrialNoise(model, anchor)
    kind = np.array([_kind(e.param.name) for e in entries], dtype=np.int64)
    zero, tilt, partner, width = np.zeros(k), np.zeros(k), np.full(k, -1), np.ones(k)
    low, high = np.zeros(k), np.zeros(k)
    for i, e in enumerate(entries):
        if kind[i] == A_FACTOR:
            zero[i] = np.log10(LEAST_FACTOR_EFFECT)
            low[i], high[i] = 0.5 * np.log1p((np.array(FACTOR_RANGE) / LEAST_FACTOR_EFFECT) ** 2)
        elif kind[i] == A_POSITIVE:
            low[i], high[i] = np.log(POSITIVE_RANGES[e.param.name])
        elif kind[i] == ANY_OTHER:
            low[i], high[i] = _range(e)
        else:
            low[i], high[i] = LEAST_SIZE_X, np.log(LARGEST_SHARE)
            index = _index_of(model, e)
            zero[i], slope = _size_without_effect(trial, e, index, kind[i] == A_SIZE)
            if index is not None and index.name in names:
                partner[i], tilt[i] = names.index(index.name), slope
            elif index is not None:
                zero[i] -= slope * float(index.value.hi)
    multiplier = _multipliers(model, entries, in_ranges)
    some, error = multiplier >= 0, zero - LOG10_A0_OF_ERROR
    zero[some] += [np.log10(float(entries[i].value.hi)) for i in multiplier[some]]
    return Coordinates(kind, zero, partner, tilt, width, low, high, multiplier, np.full(k, -1), error)


def _multipliers(model: TimingModel, entries: list[Entry], in_ranges: Container[str]) -> Int[Parameter]:
    """The factor of each size that has one, -1 for others."""
    found = np.full(len(entries), -1)
    for factor, size in factors_with_sizes(entries):
        if entries[size].name not in in_ranges and is_multiplied(model, entries[size].param.name):
            found[size] = factor
    return found


def _kind(keyword: str) -> int:
    if keyword in FACTOR_KEYWORDS:
        return A_FACTOR
    if keyword in POSITIVE_RANGES:
        return A_POSITIVE
    if keyword in SIZE_KEYWORDS:
        return A_SIZE
    return A_LOG_SIZE if keyword in LOG_KEYWORDS or keyword.endswith("AMP") else ANY_OTHER


def _range(e: Entry) -> tuple[float, float]:
    """Range of a parameter that is neither a factor nor a size."""
    if e.param.name.endswith("GAM"):
        return 0.0, 7.0
    if e.param.name in INDEX_RANGES:
        return INDEX_RANGES[e.param.name]
    low, high = e.param.bounds
    if low is None or high is None or high - low > 1e3:
        raise FitError(f"{e.name} cannot be estimated: it has no range; fix it")
    return float(low), float(high)


def _index_of(model: TimingModel, e: Entry) -> Entry | None:
    """Find the spectral index of an amplitude."""
    keyword = e.param.name
    if keyword == "RNAMP":
        wanted = "RNIDX"
    elif keyword.endswith("AMP"):
        wanted = f"{keyword[:-3]}GAM"
    else:
        return None
    same = [o for o in model.entries.values() if o.param.name == wanted and (o.order, o.member) == (e.order, e.member)]
    return same[0] if same else None


def _size_without_effect(trial: TrialNoise, e: Entry, index: Entry | None, linear: bool) -> tuple[float, float]:
    """log10 A0 at a spectral index of 0, and the tilt."""
    value = 1.0 if linear else -13.0
    log10 = 0.0 if linear else value
    steepness = 3.0 if index is None or index.param.name != "RNIDX" else -3.0
    at = {e.name: value} | ({} if index is None else {index.name: steepness})
    first = _effect(trial, e, at, linear)
    slope = 0.0
    if index is not None:
        steeper = _effect(trial, e, {**at, index.name: steepness + 1.0}, linear)
        slope = 0.5 * (steeper - first)
    return log10 + slope * at.get(index.name if index else "", 0.0) - 0.5 * first, slope


def _effect(trial: TrialNoise, e: Entry, at: dict[str, float], linear: bool) -> float:
    """log10 of the effect of a parameter, divided by that of A0."""
    nothing = (1e-30 if e.param.name == "RNAMP" else 0.0) if linear else -30.0
    without, with_it = trial.noise({**at, e.name: nothing}), trial.noise(at)
    added = with_it.sigma**2 - without.sigma**2
    if np.any(touched := added > 0.0):
        return float(np.median(np.log10(added[touched] / without.sigma[touched] ** 2 / EFFECT_WHITE)))
    for before, after in zip(without.processes, with_it.processes, strict=True):
        changed = np.flatnonzero(after.variance != before.variance)
        if not len(changed):
            continue
        w = 1.0 / with_it.sigma**2
        if isinstance(after.block, Binned):
            weight = np.bincount(after.block.member, w * after.block.values**2, minlength=len(after.variance) + 1)
            q = after.variance[changed] * weight[changed]
            return float(np.median(np.log10(q[q > 0.0] / EFFECT_MODE)))
        mode = changed[min(PIVOT_MODE, len(changed) - 1)]
        if e.param.name in LINE_AMPLITUDES:
            mode = changed[int(np.argmax(after.variance[changed]))]
        share = float(after.variance[mode] * (w @ to_dense(after.block)[:, mode] ** 2))
        return float(np.log10(max(share, 1e-300) / EFFECT_MODE))
    if e.param.name in JITTERS:
        raise FitError(f"{e.label}: {NO_EPOCH}")
    raise FitError(f"the likelihood does not change with {e.name}: no TOA is under it")
