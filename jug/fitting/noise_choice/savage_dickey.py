"""The ratio of the evidences with and without a term, by Savage and Dickey.

The model without a term is the one with it at an amplitude that tends to 0. So the ratio of evidences is the mean of
L / L0 over the prior of the term (Dickey 1971, Ann. Math. Stat. 42, 204):

    B = int L(a, gamma) / L0 pi(a) pi(gamma) da dgamma

L is the likelihood of amplitude and index with all else fixed at the maximum with the term (`conditional`), shifted so
that its peak has the log L of that maximum. Below the peak it is at least L0, its limit. The widths of the other
parameters are taken to be those without the term.
"""

import numpy as np

from jug.core.array import Float, K, N
from jug.fitting.noise_choice.adding import Added, log_amplitude
from jug.fitting.noise_choice.conditional import ConditionalNoise
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.term import NoiseTerm
from jug.sampling.default_priors import DEFAULTS
from jug.sampling.prior_sets import PRIOR_SETS
from jug.sampling.priors import ParameterPrior

AMPLITUDE_STEP = 0.1
"""Step of the log10 of the amplitude."""

TABLE_INDICES = np.linspace(0.25, 6.75, 14)
"""Spectral indices, middles of equal parts of 0 to 7."""

WEAK, STRONG = 1e-4, 1e13
"""Strengths (`ConditionalNoise.strength`) below which L is L0, and above which it is 0."""


def log_savage_dickey(models: NoiseModels, one: Added, prior_set: str) -> float | None:
    """Estimate log B of a term.

    Parameters
    ----------
    models : NoiseModels
    one : Added
    prior_set : str
        A key of `jug.sampling.prior_sets.PRIOR_SETS`.

    Returns
    -------
    float or None
        None where the term has too many columns, or its amplitude no prior; and for quasi-periodic noise, whose
        spectral line may be narrower than the table.
    """
    if one.term.word == "qp":
        return None
    prior = PRIOR_SETS[prior_set].get(one.term.amplitude, DEFAULTS.get(one.term.amplitude))
    if prior is None:
        return None
    around = one.without
    if one.trial is not None:  # all else at its values with the term
        values = {key: value for key, value in one.trial.values.items() if key[0] != one.term.name}
        around = models.at(one.without, values)
    by = models.conditional(around, one.term)
    if by is None:
        return None
    return _log_mean(one, by, prior)


def _log_mean(one: Added, by: ConditionalNoise, prior: ParameterPrior) -> float:
    gains = _gains_over_prior(one.term, by, prior)
    if one.trial is not None:
        peak = by({**one.term.start, **one.trial.term_values(one.term)})
        gains = one.gain + gains - peak
        top = np.argmax(gains, axis=1)[:, None]
        below = np.arange(gains.shape[1])[None, :] <= top
        gains = np.where(below, np.maximum(gains, 0.0), gains)
    highest = max(float(np.max(gains)), 0.0)
    return highest + float(np.log(np.mean(np.exp(gains - highest))))


def _gains_over_prior(term: NoiseTerm, by: ConditionalNoise, prior: ParameterPrior) -> Float[N, K]:
    """The gain of log L over the prior of log10 of the amplitude: a row for each spectral index."""
    count = round((prior.high - prior.low) / AMPLITUDE_STEP)
    log10 = prior.low + (prior.high - prior.low) * (np.arange(count) + 0.5) / count
    key, rows = term.spectral_index, []
    sign = -1.0 if key == "RNIDX" else 1.0
    for index in TABLE_INDICES if key else (0.0,):
        at = {**term.start, **({key: sign * float(index)} if key else {})}
        one = np.log10(by.strength({**at, term.amplitude: log_amplitude(term, 0.0)}))
        row = []
        for amplitude in log10:
            strength = one + 2.0 * amplitude
            if strength < np.log10(WEAK):
                row.append(0.0)
            elif strength > np.log10(STRONG):
                row.append(-np.inf)
            else:
                row.append(by({**at, term.amplitude: log_amplitude(term, float(amplitude))}))
        rows.append(row)
    return np.array(rows)
