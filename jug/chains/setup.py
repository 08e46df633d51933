"""The posterior to sample, and the starts of the chains: the model at the maximum of its likelihood, with priors."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jug.chains.options import ChosenOptions
from jug.conversion.enterprise_keys import EnterpriseKey, enterprise_key
from jug.core.array import Float, N, Parameter
from jug.errors import FitError, InputError
from jug.fitting.fit import fit
from jug.fitting.fit_noise import TIMING_WAYS, noise
from jug.fitting.noise.addition import NoiseAddition, with_addition
from jug.fitting.noise.chosen import chosen_noise
from jug.fitting.noise.identifiable import refuse_unidentifiable
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.likelihood import likelihood
from jug.sampling.posterior import Posterior, posterior
from jug.sampling.prior_sets import priors_for
from jug.sampling.prior_text import prior_text
from jug.sampling.priors import ParameterPrior

HIGH_ENOUGH = 10.0
"""Largest difference in log L of a maximum from the highest one at which chains start from it too."""

SAMPLED_TIMING = "sampled"

TIMING_CHOICES = (TIMING_WAYS[0], SAMPLED_TIMING)
"""How timing parameters are treated: integrated over, or sampled."""


class SampleRequest(NamedTuple):
    """The arguments of `jug.chains.sample.sample` besides model and TOAs."""

    free: tuple[str, ...] | None
    add: NoiseAddition
    timing: str
    prior_set: str
    priors: Mapping[str, ParameterPrior]
    options: ChosenOptions


class SamplingSetup(NamedTuple):
    """A posterior with the starts of its chains.

    Parameters
    ----------
    posterior : Posterior
    starts : (m, k) array
        The maxima of the likelihood in z, the highest first.
    model : TimingModel
        The model at the highest maximum.
    priors : dict of str to str
        The prior of each sampled parameter, as text.
    units, labels : tuples of str
        Unit and line of each coordinate.
    enterprise : dict of str to EnterpriseKey
        Name and unit in enterprise, by coordinate.
    """

    posterior: Posterior
    starts: Float[N, Parameter]
    model: TimingModel
    priors: dict[str, str]
    units: tuple[str, ...]
    labels: tuple[str, ...]
    enterprise: dict[str, EnterpriseKey]


def prepare_sampling(model: TimingModel, toas: TOAs, asked: SampleRequest) -> SamplingSetup:
    """Find the maximum of the likelihood, and make the posterior and the starts of chains.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    asked : SampleRequest

    Returns
    -------
    Prepared

    Raises
    ------
    InputError
        An unknown word for the timing parameters.
    FitError
        Nothing to sample; noise terms that the data cannot distinguish; a prior of a parameter that is not sampled.
    """
    if asked.timing not in TIMING_CHOICES:
        hint = " or ".join(TIMING_CHOICES)
        raise InputError(f"timing={asked.timing!r} is not a way to treat timing parameters", hint=hint)
    marginal = asked.timing != SAMPLED_TIMING
    if not marginal and not model.free:
        raise FitError("no timing parameter has a fit flag: there is none to sample; leave timing='marginal'")
    best, names, maxima = _maximum(model, toas, asked)
    like = likelihood(best, toas, noise=names, marginal=marginal, backend="jax")
    priors = priors_for(best, like.names, asked.prior_set, asked.priors)
    made = posterior(like, priors)
    entries = [best.entry(name) for name in like.names]
    starts = [made.z(like.theta(values)) for values in maxima] or [made.start]
    texts = {name: prior_text(prior) for name, prior in priors.items()}
    units, labels = tuple(e.unit for e in entries), tuple(e.label for e in entries)
    keys = {name: enterprise_key(best, e) for name, e in zip(made.names, entries, strict=True)}
    known = {name: key for name, key in keys.items() if key is not None}
    return SamplingSetup(made, np.array(starts), best, texts, units, labels, known)


def _maximum(
    model: TimingModel, toas: TOAs, asked: SampleRequest
) -> tuple[TimingModel, tuple[str, ...] | None, list[dict[str, float]]]:
    """The model at the maximum, the noise parameters that are sampled, and their values at all maxima."""
    has_noise = asked.add.words is not None or any(e.param.sampled for e in model.entries.values())
    if not has_noise and asked.timing == SAMPLED_TIMING and asked.free is None:
        return (fit(model, toas, backend=asked.options.backend).model if asked.options.estimate else model), (), []
    if not asked.options.estimate:
        model, free = with_addition(model, toas, asked.free, asked.add)
        names = chosen_noise(model, free)
        refuse_unidentifiable(model, toas, names)
        return model, names, []
    how = asked.options
    model, free = with_addition(model, toas, asked.free, asked.add)
    found = noise(model, toas, free=free, starts=how.starts, profiles=False, backend=how.backend)
    top = found.maxima[0].log_likelihood
    near = [one.values for one in found.maxima if top - one.log_likelihood < HIGH_ENOUGH]
    return found.model, found.names, near
