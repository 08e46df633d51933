"""Another form of a chosen model, as a line of the table."""

from typing import NamedTuple

from jug.fitting.noise_choice.criteria import ChoiceRule, Score, Scores
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.trial import Trial


class ModelForm(NamedTuple):
    """A model that differs from the chosen one in one respect.

    Parameters
    ----------
    name : str
        ``red noise with 15 frequencies``.
    models : NoiseModels
        The models with the base of this form.
    trial : Trial or None
        Its maximum; None where there is no such model, or a par file cannot have it.
    score : Score or None
        Comparable to that of the chosen model.
    worth : float
        Criterion of the chosen model minus the criterion of this model.
    taken : bool
        Whether it has become the chosen model.
    problem : str
        Why there is no such model.
    """

    name: str
    models: NoiseModels
    trial: Trial | None
    score: Score | None
    worth: float
    taken: bool = False
    problem: str = ""


class Chosen(NamedTuple):
    """The chosen model so far, and the forms that it was compared with.

    Parameters
    ----------
    models : NoiseModels
    trial : Trial
    score : Score
    forms : tuple of ModelForm
    """

    models: NoiseModels
    trial: Trial
    score: Score
    forms: tuple[ModelForm, ...] = ()

    def with_form(self, form: ModelForm, rule: ChoiceRule, *, may_take: bool = True) -> "Chosen":
        """Add a form to those that were compared.

        Parameters
        ----------
        form : ModelForm
        rule : ChoiceRule
        may_take : bool
            Whether it becomes the model where it is better by the threshold.

        Returns
        -------
        Chosen
        """
        if form.trial is None or form.score is None or form.score.by(rule, self.score) < rule.threshold or not may_take:
            return self._replace(forms=(*self.forms, form))
        return Chosen(form.models, form.trial, form.score, (*self.forms, form._replace(taken=True)))


def form_of(chosen: Chosen, name: str, trial: Trial, scores: Scores, rule: ChoiceRule, *, more: int = 0) -> ModelForm:
    """Compare a form with the same timing parameters.

    Parameters
    ----------
    chosen : Chosen
    name : str
    trial : Trial
    scores : Scores
    rule : ChoiceRule
    more : int
        Number of parameters of the trial besides those of its likelihood and those of the chosen model.

    Returns
    -------
    ModelForm
    """
    before = chosen.score.n_parameters - chosen.trial.n_parameters
    found = scores.of(trial, more=before + more)
    return ModelForm(name, chosen.models, trial, found, found.by(rule, chosen.score))
