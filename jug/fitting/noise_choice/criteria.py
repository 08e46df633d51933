"""The criteria by which models are compared: AIC, BIC and the evidence, as minus twice a logarithm (less is better).

    AIC = -2 log L + 2 k          Akaike 1974, IEEE Trans. Autom. Control 19, 716
    BIC = -2 log L + k log n      Schwarz 1978, Ann. Stat. 6, 461
    evidence: -2 log Z

k is the number of noise parameters and of the timing parameters that not all models have. n is the number of TOAs and
measured DMs.
"""

from typing import NamedTuple

import numpy as np

from jug.errors import InputError
from jug.fitting.noise_choice.evidence import log_evidence
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.trial import Trial
from jug.sampling.prior_sets import PRIOR_SETS

CRITERIA = ("bic", "aic", "evidence")

USUAL_THRESHOLD = 6.0
"""Least difference of a criterion: a factor of 20 in probability (Kass & Raftery 1995, JASA 90, 773)."""


class ChoiceRule(NamedTuple):
    """The rule by which models are compared.

    Parameters
    ----------
    criterion : {"bic", "aic", "evidence"}
    threshold : float
        Least difference of the criterion at which a model is better.
    prior_set : str
        Priors of the evidence, a key of `jug.sampling.prior_sets.PRIOR_SETS`.
    """

    criterion: str
    threshold: float
    prior_set: str


def rule_of(criterion: str, threshold: float | None, prior_set: str) -> ChoiceRule:
    """Make the rule by which models are compared.

    Parameters
    ----------
    criterion : str
    threshold : float or None
        None: 6.
    prior_set : str

    Returns
    -------
    ChoiceRule

    Raises
    ------
    InputError
    """
    if criterion not in CRITERIA:
        raise InputError(f"criterion={criterion!r} is not a criterion", hint=f"one of {', '.join(CRITERIA)}")
    if prior_set not in PRIOR_SETS:
        raise InputError(f"there is no set of priors {prior_set!r}", hint=f"there are {', '.join(PRIOR_SETS)}")
    limit = USUAL_THRESHOLD if threshold is None else float(threshold)
    if not 0.0 <= limit < np.inf:
        raise InputError(f"a threshold of {limit:g}", hint="it is 0 or more; 6 is a factor of 20 in probability")
    return ChoiceRule(criterion, limit, prior_set)


class Score(NamedTuple):
    """The numbers by which a model is compared.

    Parameters
    ----------
    log_likelihood : float
        Natural logarithm.
    n_parameters : int
    aic, bic : float
        -2 log L plus 2, or log n, for each parameter.
    log_evidence : float or None
        None where it is not known.
    """

    log_likelihood: float
    n_parameters: int
    aic: float
    bic: float
    log_evidence: float | None

    def by(self, rule: ChoiceRule, other: "Score") -> float:
        """Return by how much this model is better than another one.

        Parameters
        ----------
        rule : ChoiceRule
        other : Score

        Returns
        -------
        float
            The criterion of the other score minus the criterion of this score; by BIC where an evidence is not known.
        """
        if rule.criterion == "aic":
            return other.aic - self.aic
        if rule.criterion == "evidence" and self.log_evidence is not None and other.log_evidence is not None:
            return 2.0 * (self.log_evidence - other.log_evidence)
        return other.bic - self.bic


def score(log_likelihood: float, n_parameters: int, n_data: int, evidence: float | None) -> Score:
    """Compute the criteria of a model.

    Parameters
    ----------
    log_likelihood : float
        Natural logarithm.
    n_parameters, n_data : int
    evidence : float or None
        Its natural logarithm.

    Returns
    -------
    Score
    """
    aic = -2.0 * log_likelihood + 2.0 * n_parameters
    bic = -2.0 * log_likelihood + n_parameters * float(np.log(n_data))
    return Score(log_likelihood, n_parameters, aic, bic, evidence)


class Scores:
    """The scores of trials, in which each evidence is computed once."""

    def __init__(self, models: NoiseModels, rule: ChoiceRule) -> None:
        self.models, self._rule = models, rule
        self._evidences: dict[int, tuple[Trial, float | None]] = {}

    def of(self, trial: Trial, *, evidence: bool = False, more: int = 0) -> Score:
        """Return the score of a trial.

        Parameters
        ----------
        trial : Trial
        evidence : bool
            Compute the evidence also where the rule does not need it.
        more : int
            Number of parameters that the likelihood does not have. Where it is not 0 the score has no evidence.

        Returns
        -------
        Score
        """
        wanted = (evidence or self._rule.criterion == "evidence") and not more
        known = self._evidence(trial) if wanted else None
        return score(trial.log_likelihood, trial.n_parameters + more, self.models.n_data, known)

    def _evidence(self, trial: Trial) -> float | None:
        if id(trial) not in self._evidences:
            self._evidences[id(trial)] = (trial, log_evidence(trial, self._rule.prior_set))
        return self._evidences[id(trial)][1]
