"""Why a term was chosen or not, in words."""

from jug.fitting.noise_choice.adding import Added
from jug.fitting.noise_choice.criteria import ChoiceRule

CRITERION_TITLES = {"bic": "BIC", "aic": "AIC", "evidence": "-2 log Z"}

MUCH_ALONE = 10.0
"""Gain of log L of a term alone, and its ratio to the gain beside the chosen terms, above which the reason says that
these take its place."""


def reason_of_choice(one: Added, alone: float, worth: float, rule: ChoiceRule, chosen: bool) -> str:
    """Return the reason why a term was chosen or not.

    Parameters
    ----------
    one : Added
        With and without the term, beside the other chosen ones.
    alone : float
        Gain of log L of the term without them, a lower limit.
    worth : float
        Criterion without the term less that with it.
    rule : ChoiceRule
    chosen : bool

    Returns
    -------
    str
        A sentence without a full stop.
    """
    title, count = CRITERION_TITLES[rule.criterion], len(one.term.start)
    parameters = "1 parameter" if count == 1 else f"{count} parameters"
    if one.trial is None:
        reason = "its best size is 0"
    else:
        rises = f"log L {'falls' if chosen else 'rises'} by {one.gain:.1f}"
        reason = f"{rises} {'without its' if chosen else 'with its'} {parameters}"
        better = "better" if worth >= 0.0 else "worse"
        limit = "" if chosen else f", where {rule.threshold:g} are asked for" if worth >= 0.0 else ""
        reason += f": {title} is {better} by {abs(worth):.1f} with it{limit}"
    if not chosen and alone > MUCH_ALONE and alone > MUCH_ALONE * one.gain:
        reason += f"; without the chosen terms log L would rise by {alone:.0f}: they take its place"
    return reason
