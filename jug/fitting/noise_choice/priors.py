"""The priors of the noise parameters of a trial, of a named set."""

from jug.fitting.noise_choice.trial import Trial
from jug.sampling.default_priors import default_prior
from jug.sampling.prior_sets import priors_for
from jug.sampling.priors import ParameterPrior


def priors_of(trial: Trial, prior_set: str) -> list[ParameterPrior]:
    """Return the priors of the noise parameters of a trial, in their order.

    Parameters
    ----------
    trial : Trial
    prior_set : str
        A key of `jug.sampling.prior_sets.PRIOR_SETS`.

    Returns
    -------
    list of ParameterPrior
    """
    likelihood = trial.likelihood
    given = priors_for(trial.model, likelihood.names, prior_set, {})
    found = []
    for name, low, high in zip(likelihood.names, likelihood.low, likelihood.high, strict=True):
        own = given.get(name)
        found.append(default_prior(trial.model.entries[name].param, low, high) if own is None else own)
    return found
